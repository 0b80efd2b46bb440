package query

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// lineageRelations lead from insight to insight; `lineage` follows the first of them unless `via` says otherwise.
var lineageRelations = []string{"deepens", "extends", "narrows", "revises", "crosses", "contradicts", "relates"}

// Parse reads a query. With an error the query is nil.
func Parse(f *source.File) (*Query, []diag.Diagnostic) {
	text := f.Text
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return nil, []diag.Diagnostic{diag.New(diag.QuerySyntax, f, source.Span{}, "the query is not UTF-8 text")}
	}
	tokens, end := tokensOf(text)
	if i := len(tokens) - 1; i >= 0 && isPunct(tokens[i], ";") { // as other query languages end
		tokens = tokens[:i]
	}
	if len(tokens) == 0 {
		d := diag.New(diag.QuerySyntax, f, source.Span{Start: end.Pos.Offset, End: end.Pos.Offset}, "the query is empty").
			WithHelp("a query is `find i where i about @ses`")
		return nil, []diag.Diagnostic{d}
	}
	list := &tokenList{tokens: tokens, end: end}
	lex, err := lexer.Upgrade(list)
	var g *gQuery
	if err == nil {
		g, err = grammar().ParseFromLexer(lex)
	}
	if err != nil {
		d := explain(tokens, end, err)
		if f := idiom(tokens, d.Span.Start); f != nil && d.Code == diag.QuerySyntax {
			d = f.Diagnostic
		}
		d.File = f
		for i := range d.Related {
			d.Related[i].File = f
		}
		return nil, []diag.Diagnostic{d}
	}
	q := g.tree()
	q.file = f
	return q, nil
}

func tokensOf(text string) (tokens []lexer.Token, end lexer.Token) {
	s := &scanner{src: text}
	for {
		t := s.next()
		if t.Type == tokEOF {
			return tokens, t
		}
		tokens = append(tokens, t)
	}
}

// tokenList hands a slice of tokens to participle.
type tokenList struct {
	tokens []lexer.Token
	end    lexer.Token
}

func (l *tokenList) Next() (lexer.Token, error) {
	if len(l.tokens) == 0 {
		return l.end, nil
	}
	t := l.tokens[0]
	l.tokens = l.tokens[1:]
	return t, nil
}

// clauses are the words that may follow a complete query, and their order.
var clauses = []string{"where", "order", "limit", "as"}

var verbs = []string{"find", "lineage", "path", "paths", "explain"}

// forms shows what stands behind the words that begin a query, or a part of one.
var forms = map[string]string{
	"find":    "find i where i about @ses",
	"lineage": "lineage of @H1",
	"path":    "paths from @H1 to @H2",
	"paths":   "paths from @H1 to @H2",
	"order":   "order by i.effect desc",
}

// explain makes a diagnostic of an error of the grammar.
func explain(tokens []lexer.Token, end lexer.Token, err error) diag.Diagnostic {
	var f *failure
	if errors.As(err, &f) {
		return f.Diagnostic
	}
	var unexpected *participle.UnexpectedTokenError
	if !errors.As(err, &unexpected) {
		return fail(source.Span{Start: tokens[0].Pos.Offset, End: end.Pos.Offset}, "the query cannot be read: %v", err).Diagnostic
	}
	bad := unexpected.Unexpected
	i := slices.IndexFunc(tokens, func(t lexer.Token) bool { return t.Pos == bad.Pos && t.Type == bad.Type })
	if i < 0 {
		i, bad = len(tokens), end
	}
	if bad.Type == tokInvalid {
		return invalid(bad).Diagnostic
	}
	verb := tokens[0]
	if isWord(verb, "explain") && len(tokens) > 1 {
		verb = tokens[1]
	}
	if i == 1 && bad.Type == tokEOF && isWord(tokens[0], "explain") {
		return fail(spanOf(bad), "a query is missing behind `explain`").help("write `explain find i where i about @name`").Diagnostic
	}
	if i == 0 || i == 1 && isWord(tokens[0], "explain") {
		f := fail(spanOf(bad), "%s begins no query", describe(bad)).help("a query begins with find, lineage of, or paths from")
		if best := diag.Suggest(bad.Value, verbs); len(best) > 0 && bad.Type == tokIdent {
			f = f.help("did you mean `%s`?", best[0]).fix("replace with `"+best[0]+"`", true, spanOf(bad), best[0])
		}
		return f.Diagnostic
	}
	prev := tokens[i-1]
	what := wanted(unexpected.Message())
	switch {
	case isWord(prev, "order") || isWord(prev, "lineage") || isWord(prev, "path") || isWord(prev, "paths"):
		f := expected(what+" behind `"+prev.Value+"`", bad)
		if form := forms[strings.ToLower(prev.Value)]; form != "" {
			f = f.help("write `%s`", form)
			word := strings.Trim(what, "`")
			switch {
			case bad.Type == tokConstant && (word == "of" || word == "from"):
				f = f.fix("put `"+word+"` in front", true, source.Span{Start: bad.Pos.Offset, End: bad.Pos.Offset}, word+" ")
			case bad.Type == tokIdent && word == "of":
				f = f.fix("replace with `of @"+bad.Value+"`", false, spanOf(bad), "of @"+bad.Value)
			}
		}
		return f.Diagnostic
	case isPunct(prev, ":"):
		return expected("a kind behind `:`", bad).help("the kinds are %s", strings.Join(KindNames(), ", ")).Diagnostic
	case isWord(prev, "as"):
		return expected("a format behind `as`", bad).help("the formats are %s", strings.Join(Formats, ", ")).Diagnostic
	case what == "`to`" || what == "`by`":
		f := expected(what, bad)
		if form := forms[strings.ToLower(verb.Value)]; form != "" && what == "`to`" {
			f = f.help("write `%s`", form)
		}
		return f.Diagnostic
	}
	f = fail(spanOf(bad), "%s does not belong here", describe(bad))
	switch lower := strings.ToLower(bad.Value); {
	case bad.Type != tokIdent:
		f = f.help("behind `%s` may follow: %s", clip(prev.Value), strings.Join(clauses, ", "))
	case slices.Contains(clauses, lower) || slices.Contains([]string{"via", "depth", "up", "down", "offset", "and", "or"}, lower):
		f = f.help("the clauses stand in one order: where, order by, limit, as; for lineage and paths: via, depth, limit, as")
	case lower == "sort":
		f = f.help("did you mean `order by`?").fix("replace with `order`", false, spanOf(bad), "order")
	case lower == "if" || lower == "with" || lower == "when":
		f = f.help("did you mean `where`?").fix("replace with `where`", true, spanOf(bad), "where")
	default:
		f = f.help("behind `%s` may follow: %s", clip(prev.Value), strings.Join(clauses, ", "))
		if best := diag.Suggest(bad.Value, clauses); len(best) > 0 {
			f = f.help("did you mean `%s`?", best[0]).fix("replace with `"+best[0]+"`", true, spanOf(bad), best[0])
		}
	}
	return f.Diagnostic
}

// wanted is what participle expected, for people.
func wanted(message string) string {
	_, rest, ok := strings.Cut(message, "(expected ")
	if !ok {
		return "something else"
	}
	rest = strings.TrimSuffix(rest, ")")
	if first, _, ok := strings.Cut(rest, " "); ok {
		rest = first
	}
	switch rest = strings.Trim(rest, `"`); {
	case strings.HasPrefix(rest, "<ident"):
		return "a name"
	case strings.HasPrefix(rest, "G"):
		return "a value"
	}
	return "`" + rest + "`"
}

func sortByPosition(ds []diag.Diagnostic) {
	slices.SortStableFunc(ds, func(a, b diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Severity, b.Severity))
	})
}

// Formats are the formats of `as`.
var Formats = []string{"table", "graph", "json", "csv", "ids"}
