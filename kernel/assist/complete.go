package assist

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/follow"
)

// Complete proposes what may stand at the byte offset cursor of a cell. The context bounds the look-ups of a query's constants
// in the graph; all else takes no time worth stopping. Nothing is offered in words that are free, in comments (but for the
// names of rules behind hyp:ignore) and in code of another language.
func Complete(ctx context.Context, s *Scope, code string, cursor int) serve.Completion {
	cursor = at(code, cursor)
	r := regionAt(s, code, cursor)
	var c serve.Completion
	switch r.language {
	case studies:
		c = s.completeStudy(r.text, cursor)
		if r.magic != nil && r.magic.Names && cursor >= r.start {
			c.Matches = append(s.hypothesesBehind(r, cursor), c.Matches...)
		}
	case queries:
		c = s.completeQuery(ctx, r, cursor)
	case commands:
		c = s.completeCommand(r, cursor)
	default:
		c = serve.Completion{Start: cursor, End: cursor}
	}
	if c.Matches == nil {
		c.Matches = []serve.Match{}
	}
	return c
}

// hypothesesBehind proposes hypotheses behind a magic that takes names as well as claims, while what stands there are names.
func (s *Scope) hypothesesBehind(r region, cursor int) []serve.Match {
	before := r.text[r.start:cursor]
	if strings.ContainsAny(before, "(:\n") {
		return nil
	}
	word := before[strings.LastIndexAny(before, " \t,")+1:]
	p := place{Scope: s, sources: map[slot]bool{}, typed: typed{start: cursor - len(word), end: cursor, text: word}}
	return ranked(word, p.hypotheses(s.Hypotheses))
}

// completeQuery hands the query at the cursor to package query.
func (s *Scope) completeQuery(ctx context.Context, r region, cursor int) serve.Completion {
	start := r.start
	for _, q := range query.Split(r.text[r.start:cursor]) { // the last one counts, or what is begun behind it
		start = r.start + q.Start
		if strings.Contains(r.text[r.start+q.End:cursor], ";") {
			start = cursor
		}
	}
	from, offered := query.Complete(ctx, s.Graph, r.text[start:cursor], cursor-start)
	out := serve.Completion{Start: start + from, End: cursor}
	for _, w := range offered {
		out.Matches = append(out.Matches, queryMatch(w, r.text[:start+from]))
	}
	return out
}

// queryMatch says what a word of a query is.
func queryMatch(word, before string) serve.Match {
	m := serve.Match{Text: word, Kind: "keyword"}
	words := query.Language()
	before = strings.TrimRight(before, " \t\r\n")
	switch kind, relation := query.LookupKind(word), query.LookupRelation(word); {
	case strings.HasPrefix(word, "@"):
		m.Kind = "constant"
	case strings.HasSuffix(before, "."):
		m.Kind = "property"
		for i := range query.Kinds {
			if p := query.Kinds[i].Kind.Property(word); p != nil {
				m.Note = p.Doc
				break
			}
		}
	case relation != nil:
		m.Kind, m.Note = "relation", relation.Doc
	case kind != query.NoKind:
		m.Kind, m.Note = "kind", kind.Schema().Doc
	case slices.Contains(words.Functions, word):
		m.Kind = "function"
	case !slices.Contains(words.Clauses, strings.Fields(word)[0]) && !slices.Contains(words.Formats, word):
		m.Kind = "variable"
	}
	return m
}

// typed is the piece of text before a cursor that a match takes the place of.
type typed struct {
	start, end int
	text       string // without its opening quote
	quote      string // the opening quote or backquote; empty for none
}

// completeStudy proposes what may stand in a study.
func (s *Scope) completeStudy(code string, cursor int) serve.Completion {
	tokens := follow.Tokens(code[:cursor])
	typed, tokens, inComment := typedAt(code, cursor, tokens)
	out := serve.Completion{Start: typed.start, End: typed.end}
	if inComment {
		out.Matches = ruleNames(typed.text, code[:typed.start])
		return out
	}
	statement := follow.Last(tokens)
	p := place{Scope: s.with(declaredIn(code)), statement: statement, typed: typed, behind: behind(code[cursor:]), fresh: fresh(code[:typed.start]), first: strings.TrimSpace(code[:typed.start]) == "", sources: map[slot]bool{}}
	var found []candidate
	for _, n := range statement.Next {
		if n.Literal == "" {
			found = append(found, p.fill(n)...)
		}
	}
	if typed.quote == "" {
		found = append(found, p.keywords()...)
	}
	if p.sources[dataFile] || p.sources[catalogFile] {
		out.End = cursor // a folder leaves the quote open
	}
	out.Matches = ranked(typed.text, found)
	return out
}

// typedAt splits off what is being typed. In a string or a name in quotes that is not closed before the cursor it begins with
// the quote, and takes a closing quote that the editor has put right behind the cursor with it.
func typedAt(code string, cursor int, tokens []follow.Token) (t typed, before []follow.Token, inComment bool) {
	t = typed{start: cursor, end: cursor}
	if len(tokens) == 0 {
		return t, tokens, false
	}
	last := tokens[len(tokens)-1]
	if last.At.End != cursor {
		return t, tokens, last.Kind == follow.Comment && !strings.Contains(code[last.At.End:cursor], "\n")
	}
	before = tokens[:len(tokens)-1]
	switch last.Kind {
	case follow.Comment:
		t.start = cursor - len(last.Text) + strings.LastIndexAny(last.Text, " ,\t#") + 1
		t.text = code[t.start:cursor]
		return t, before, true
	case follow.Ident, follow.Keyword, follow.Number:
		t.start, t.text = last.At.Start, last.Text
		return t, before, false
	case follow.Unread:
		first, size := utf8.DecodeRuneInString(last.Text)
		switch {
		case strings.ContainsRune("\"'`“”„‘’«", first):
			t.start, t.quote, t.text = last.At.Start, last.Text[:size], last.Text[size:]
			if strings.HasPrefix(code[cursor:], t.quote) {
				t.end += size
			}
			return t, before, false
		case first >= '0' && first <= '9':
			t.start, t.text = last.At.Start, last.Text
			return t, before, false
		}
	}
	return t, tokens, false
}

// behind lists the tokens of the statement behind the cursor.
func behind(code string) []follow.Token {
	tokens := follow.Tokens(code[:min(len(code), 2000)])
	for i, t := range tokens {
		if t.Kind == follow.Keyword {
			return tokens[:i]
		}
	}
	return tokens
}

// fresh tells whether a place begins a line: nothing stands before it, or the marker of a list.
func fresh(before string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return line == "" || strings.Trim(line, " \t") != "" && strings.Trim(line, " \t-*.)0123456789") == ""
}

func lastRune(text string) (rune, int) { return utf8.DecodeLastRuneInString(text) }

// write is a name as it is inserted: as a study writes it, or in the backquotes that are begun.
func (t typed) write(name string) string {
	if t.quote == "`" {
		return ast.Backquote(name)
	}
	return ast.WriteName(name)
}
