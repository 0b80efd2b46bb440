package python

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/parser"
	"github.com/go-python/gpython/py"
)

// maxSource is the longest cell.
const maxSource = 1 << 20

// maxNesting is how deeply brackets and blocks may nest: the parser and compiler go down by recursion.
const maxNesting = 200

// parse reads a cell: the tree, and the cell's lines.
func parse(name, source string) (*ast.Module, []string, error) {
	source = strings.ReplaceAll(source, "\r\n", "\n")
	lines := strings.Split(source, "\n")
	if len(source) > maxSource {
		return nil, lines, errorf(SyntaxError, "the cell is longer than %d MB", maxSource>>20)
	}
	if i := strings.IndexByte(source, 0); i >= 0 || !utf8.ValidString(source) {
		return nil, lines, errorf(SyntaxError, "source code cannot contain null bytes or what is no UTF-8")
	}
	at := func(m *mistake) error { return sourceError(name, source, lines, m) }
	tokens, bad := tokenize(source)
	if bad == nil {
		bad = layout(tokens)
	}
	if bad != nil {
		return nil, lines, at(bad)
	}
	older, edits, bad := rewrite(source)
	if bad != nil {
		return nil, lines, at(bad)
	}
	if older == "" || !strings.HasSuffix(older, "\n") {
		older += "\n"
	}
	mod, err := parser.Parse(strings.NewReader(older), name, py.ExecMode)
	if err != nil {
		return nil, lines, at(parserMistake(err, source, older, edits, tokens))
	}
	m, ok := mod.(*ast.Module)
	if !ok || m == nil {
		return &ast.Module{}, lines, nil
	}
	return m, lines, nil
}

// sourceError is a mistake as an exception that shows its place.
func sourceError(name, source string, lines []string, m *mistake) error {
	class := SyntaxError
	if m.kind != nil {
		class = m.kind
	}
	e := newException(class, []Value{text(m.text)})
	pos := min(max(m.at, 0), len(source))
	line := strings.Count(source[:pos], "\n")
	column := utf8.RuneCountInString(source[strings.LastIndexByte(source[:pos], '\n')+1 : pos])
	e.exc.where = &Place{Cell: name, Line: line + 1, Source: lines[line], Column: column + 1}
	return withHelp(&raised{e}, m.help)
}

var compound = map[string]bool{"if": true, "elif": true, "else": true, "for": true, "while": true, "def": true, "class": true, "try": true,
	"except": true, "finally": true, "with": true}

// layout checks what the parser would call invalid syntax without saying more: indentation, missing colons, = for ==.
func layout(tokens []token) *mistake {
	indents := []int{0}
	opens := false // the last logical line ended in a colon
	opener := ""
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if t.depth > maxNesting {
			return &mistake{at: t.start, text: "too many nested parentheses"}
		}
		if !t.first {
			continue
		}
		top := indents[len(indents)-1]
		switch {
		case opens && t.indent <= top:
			return &mistake{at: t.start, text: "expected an indented block after '" + opener + "'", kind: builtinNames["IndentationError"].(*Class)}
		case opens:
			indents = append(indents, t.indent)
		case t.indent > top:
			return &mistake{at: t.start, text: "unexpected indent", kind: builtinNames["IndentationError"].(*Class)}
		default:
			for t.indent < indents[len(indents)-1] {
				indents = indents[:len(indents)-1]
			}
			if t.indent != indents[len(indents)-1] {
				return &mistake{at: t.start, text: "unindent does not match any outer indentation level", kind: builtinNames["IndentationError"].(*Class)}
			}
		}
		if len(indents) > maxNesting/2 {
			return &mistake{at: t.start, text: "too many levels of indentation"}
		}
		// The logical line: does it end in a colon, and has it one at all?
		last, colon, single, lambda := t, false, token{}, 0
		for ; i < len(tokens) && tokens[i].kind != lineToken; i++ {
			k := tokens[i]
			if k.kind == blankToken {
				continue
			}
			if k.depth > maxNesting {
				return &mistake{at: k.start, text: "too many nested parentheses"}
			}
			last = k
			if k.depth != 0 {
				continue
			}
			switch {
			case k.text == "lambda":
				lambda++
			case k.text == ":" && lambda > 0:
				lambda--
			case k.text == ":":
				colon = true
			case k.text == "=" && !colon && k.kind == opToken:
				single = k
			}
		}
		opens, opener = last.text == ":" && last.kind == opToken, t.text
		if !compound[t.text] || t.kind != nameToken {
			continue
		}
		if (t.text == "if" || t.text == "while" || t.text == "elif") && single.text != "" {
			return &mistake{at: single.start, text: "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"}
		}
		if !colon {
			return &mistake{at: last.end, text: "expected ':'"}
		}
	}
	if opens {
		last := 0
		for _, t := range tokens {
			if t.kind != blankToken && t.kind != lineToken {
				last = t.end
			}
		}
		return &mistake{at: last, text: "expected an indented block after '" + opener + "'", kind: builtinNames["IndentationError"].(*Class)}
	}
	return nil
}

// parserMistake is an error of gpython's parser at its place in the cell.
func parserMistake(err error, source, older string, edits []edit, tokens []token) *mistake {
	m := &mistake{text: "invalid syntax"}
	var e *py.Exception
	if !errors.As(err, &e) {
		m.text = err.Error()
		return m
	}
	line, _ := intOf(e.Dict["lineno"])
	offset, _ := intOf(e.Dict["offset"])
	if args, ok := e.Args.(py.Tuple); ok && len(args) > 0 {
		switch inner := args[0].(type) {
		case py.String:
			m.text = string(inner)
		}
	}
	if strings.Contains(m.text, "assign to") {
		m.text = strings.Replace(m.text, "can't assign", "cannot assign", 1)
		// The parser says only that it was somewhere before: the first = that has no name on its left.
		for i, t := range tokens {
			if t.text == "=" && t.depth == 0 && i > 0 && (tokens[i-1].kind == numberToken || tokens[i-1].kind == stringToken ||
				tokens[i-1].text == ")" || keywords[tokens[i-1].text]) {
				m.at, m.help = t.start, "== compares"
				return m
			}
		}
	}
	// The place in the rewritten text, then in the cell.
	pos := 0
	for range line - 1 {
		n := strings.IndexByte(older[pos:], '\n')
		if n < 0 {
			break
		}
		pos += n + 1
	}
	pos = min(pos+int(max(offset-1, 0)), len(older))
	shift := 0
	at := pos
	for _, ed := range edits {
		newStart := ed.start + shift
		if newStart > pos {
			break
		}
		if pos < newStart+len(ed.text) {
			at, shift = ed.start, 0
			m.at = min(at, len(source))
			return m
		}
		shift += len(ed.text) - (ed.end - ed.start)
	}
	m.at = min(max(pos-shift, 0), len(source))
	return m
}

// endsInSemicolon tells whether the cell's last statement has a semicolon behind it: its value is not shown.
func endsInSemicolon(lines []string) bool {
	tokens, bad := tokenize(strings.Join(lines, "\n"))
	if bad != nil {
		return false
	}
	for i := len(tokens) - 1; i >= 0; i-- {
		if tokens[i].kind != blankToken && tokens[i].kind != lineToken {
			return tokens[i].text == ";"
		}
	}
	return false
}

// IsComplete tells whether a cell can run as it is: complete, invalid, or incomplete with the indentation of its next line.
func IsComplete(source string) (status, indent string) {
	prepare()
	source = strings.ReplaceAll(source, "\r\n", "\n")
	tokens, bad := tokenize(source)
	line := source[strings.LastIndexByte(strings.TrimRight(source, "\n"), '\n')+1:]
	blank := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if bad != nil {
		if strings.HasSuffix(bad.text, "was never closed") {
			return "incomplete", blank + "    "
		}
		if strings.Contains(bad.text, "triple-quoted") {
			return "incomplete", ""
		}
		return "invalid", ""
	}
	switch bad := layout(tokens); {
	case bad == nil:
	case strings.HasPrefix(bad.text, "expected an indented block") && bad.at >= len(strings.TrimRight(source, " \t\n")):
		return "incomplete", blank + "    "
	default:
		return "invalid", ""
	}
	if _, _, err := parse("", source); err != nil {
		return "invalid", ""
	}
	// A block goes on until an empty line.
	if strings.TrimSpace(blank) == "" && blank != "" && !strings.HasSuffix(source, "\n\n") && !strings.HasSuffix(strings.TrimRight(source, " \t"), "\n") {
		return "incomplete", blank
	}
	return "complete", ""
}
