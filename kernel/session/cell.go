package session

import (
	"slices"
	"strings"
	"unicode"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/source"
)

// kind is what a part of a cell is written in.
type kind uint8

const (
	statements kind = iota // the hypothesis language
	queries                // the graph's query language
	magic                  // a line that begins with %
	cellMagic              // the whole cell, under a line that begins with %%
	stray                  // what belongs to another tool: !ls, ?x, x?
)

// part is a run of lines of a cell. Text is the cell's from span; a magic has a name and arguments, and a cell magic a
// body behind its line.
type part struct {
	kind kind
	at   source.Span
	name string
	args string
	body source.Span
}

// queryWords begin queries, where they stand at the start of a line that is not set in.
var queryWords = []string{"find", "lineage", "path", "paths"}

// split cuts a cell into parts, in the order of its lines. A cell magic takes the whole cell; a query goes on to the next
// magic, statement or query; what remains is the language's.
func split(code string) []part {
	if p, ok := wholeCell(code); ok {
		return []part{p}
	}
	var parts []part
	var open *part // takes further lines
	for start := 0; start < len(code); {
		end := len(code)
		if i := strings.IndexByte(code[start:], '\n'); i >= 0 {
			end = start + i + 1
		}
		line := strings.TrimRight(code[start:end], "\r\n")
		p := part{at: source.Span{Start: start, End: start + len(line)}}
		p.kind, p.name, p.args = lineKind(line, open)
		switch {
		case strings.TrimSpace(line) == "":
		case p.kind == magic || p.kind == stray:
			parts, open = append(parts, p), nil
		case open != nil && open.kind == p.kind && p.name == "":
			open.at.End = p.at.End
		default:
			p.name = ""
			parts = append(parts, p)
			open = &parts[len(parts)-1]
		}
		start = end
	}
	return unmarked(parts)
}

// unmarked leaves out a %query that stands alone on its line: it only says what the lines below it are.
func unmarked(parts []part) []part {
	var out []part
	for i, p := range parts {
		alone := p.kind == magic && strings.EqualFold(p.name, "query") && p.args == ""
		if alone && i+1 < len(parts) && parts[i+1].kind == queries {
			continue
		}
		out = append(out, p)
	}
	return out
}

// wholeCell reads a cell magic.
func wholeCell(code string) (part, bool) {
	start := len(code) - len(strings.TrimLeft(code, " \t\r\n"))
	rest, found := strings.CutPrefix(code[start:], "%%")
	if !found {
		return part{}, false
	}
	line, _, _ := strings.Cut(rest, "\n")
	p := part{kind: cellMagic, at: source.Span{Start: start, End: start + 2 + len(strings.TrimRight(line, "\r"))}}
	p.name, p.args = word(strings.TrimSpace(line))
	p.body = source.Span{Start: min(start+2+len(line)+1, len(code)), End: len(code)}
	return p, true
}

// word is the first word of a line and the rest.
func word(line string) (first, rest string) {
	i := strings.IndexFunc(line, unicode.IsSpace)
	if i < 0 {
		return line, ""
	}
	return line[:i], strings.TrimSpace(line[i:])
}

// lineKind tells what a line is, beneath the part that is open. name is a magic's; for queries it is set on a line that begins one.
func lineKind(line string, open *part) (k kind, name, args string) {
	trimmed := strings.TrimSpace(line)
	flush := line != "" && line[0] != ' ' && line[0] != '\t'
	if rest, found := strings.CutPrefix(trimmed, "%"); found {
		rest = strings.TrimPrefix(rest, "%") // %%name below the first line
		if name, args = word(rest); name == "" || ast.IsIdentRune(rune(name[0]), true) {
			return magic, name, args
		}
	}
	first, rest := word(trimmed)
	lower := strings.ToLower(first)
	switch {
	case !flush && open != nil:
		return open.kind, "", ""
	case strings.HasPrefix(trimmed, "!") || strings.HasPrefix(trimmed, "?") || strings.HasSuffix(trimmed, "?") && isNameLike(strings.TrimRight(trimmed, "?")):
		return stray, "", ""
	case slices.Contains(queryWords, lower) && (rest != "" || open == nil && lower != "path"):
		return queries, lower, ""
	case lower == "explain" && rest != "":
		if next, _ := word(rest); slices.Contains(queryWords, strings.ToLower(next)) {
			return queries, lower, ""
		}
		return magic, "explain", rest
	case slices.Contains(bareWords, strings.TrimSuffix(strings.ToLower(trimmed), "()")):
		return magic, strings.TrimSuffix(lower, "()"), ""
	case open != nil && open.kind == queries && !beginsStatement(trimmed):
		return queries, "", ""
	}
	return statements, "", ""
}

// bareWords are understood as magics when they stand alone on a line, since people try them.
var bareWords = []string{"help", "quit", "exit", "who", "explain"}

// beginsStatement tells whether a line begins with a word that begins statements, or is a comment.
func beginsStatement(line string) bool {
	i := strings.IndexFunc(line, func(r rune) bool { return !ast.IsIdentRune(r, false) })
	if i < 0 {
		i = len(line)
	}
	return slices.Contains(ast.StatementWords, strings.ToLower(line[:i])) || strings.HasPrefix(line, "#")
}

// isNameLike tells whether text is a name, a magic or a few words of the language, such as stand before a question mark.
func isNameLike(text string) bool {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "%"), "%")
	if text == "" || len(text) > 100 {
		return false
	}
	if strings.HasPrefix(text, "`") {
		return strings.Count(text, "`") == 2 && strings.HasSuffix(text, "`")
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return !ast.IsIdentRune(r, false) && r != ' ' && r != '-' })
}

// only is the text of a part with everything else of the cell blanked, so that offsets and lines are the cell's.
func only(code string, at source.Span) string {
	b := []byte(code)
	for i := range b {
		if (i < at.Start || i >= at.End) && b[i] != '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}
