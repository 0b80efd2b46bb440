package grammar

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/exp/ebnf"
)

// GBNF is the form in the notation of llama.cpp, which vLLM, XGrammar and others read too. Its start is root.
func (f *Form) GBNF() string {
	p := printer{f: f, name: func(s string) string { return hyphenated(s, '-') }, class: gbnfClass, literal: gbnfLiteral}
	names := f.names()
	var b strings.Builder
	fmt.Fprintf(&b, "# hyp: %s\nroot ::= %s\n", f.title, p.name(f.start))
	for _, name := range names {
		fmt.Fprintf(&b, "%s ::= %s\n", p.name(name), p.expr(f.productions[name].Expr, 0))
	}
	return b.String()
}

// Lark is the form as a grammar of Lark, for its Earley parser. White space is a part of it, so nothing is to be ignored.
// Lark writes out every choice of the options of a sequence, two to the power of their number: a clause that may be left
// out is a rule of its own, which may be empty.
func (f *Form) Lark() string {
	p := printer{f: f, name: larkName, class: larkClass, literal: larkLiteral}
	var b, maybe strings.Builder
	fmt.Fprintf(&b, "// hyp: %s\nstart: %s\n", f.title, p.name(f.start))
	done := map[string]bool{}
	for _, name := range f.names() {
		e := f.productions[name].Expr
		if s, ok := e.(ebnf.Sequence); ok && !isToken(name) {
			var out ebnf.Sequence
			for _, x := range s {
				clause, isClause := clauseOf(x)
				if isClause {
					if !done[clause] {
						fmt.Fprintf(&maybe, "maybe_%s: %s\n", p.name(clause), p.expr(x, anywhere))
					}
					done[clause] = true
					x = &ebnf.Name{String: "Maybe" + clause}
				}
				out = append(out, x)
			}
			e = out
		}
		if isToken(name) && maybe.Len() > 0 {
			b.WriteString(maybe.String())
			maybe.Reset()
		}
		fmt.Fprintf(&b, "%s: %s\n", p.name(name), p.expr(e, anywhere))
	}
	b.WriteString(maybe.String())
	return b.String()
}

// clauseOf is the clause of an item `[ break Clause ]`.
func clauseOf(e ebnf.Expression) (string, bool) {
	if !optional(e) {
		return "", false
	}
	s, ok := parts(e)[0].(ebnf.Sequence)
	if !ok || len(s) != 2 || lastItem(s[0]) != "break" {
		return "", false
	}
	return lastItem(s[1]), true
}

// names lists the productions as they are reached from the start.
func (f *Form) names() []string {
	var out []string
	seen := map[string]bool{}
	level := []string{f.start}
	for len(level) > 0 {
		var next []string
		for _, name := range level {
			if seen[name] {
				continue
			}
			seen[name] = true
			out = append(out, name)
			next = append(next, refs(f.productions[name].Expr)...)
		}
		level = next
	}
	// Tokens come last.
	slices.SortStableFunc(out, func(a, b string) int {
		switch x, y := isToken(a) && a != f.start, isToken(b) && b != f.start; {
		case x == y:
			return 0
		case x:
			return 1
		}
		return -1
	})
	return out
}

func refs(e ebnf.Expression) []string {
	if n, ok := e.(*ebnf.Name); ok {
		return []string{n.String}
	}
	var out []string
	for _, x := range parts(e) {
		out = append(out, refs(x)...)
	}
	return out
}

// hyphenated writes HypClause as hyp-clause.
func hyphenated(name string, sign rune) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) {
			if i > 0 {
				b.WriteRune(sign)
			}
			r = unicode.ToLower(r)
		}
		if r == '_' {
			r = sign
		}
		b.WriteRune(r)
	}
	return b.String()
}

// larkName is upper case for a token, which Lark matches in one piece.
func larkName(name string) string {
	if isToken(name) && name != "study" && name != "lines" && name != "break" && name != "line" {
		return strings.ToUpper(name)
	}
	return hyphenated(name, '_')
}

// printer writes expressions in a notation with juxtaposition, `|`, `?`, `*` and brackets.
type printer struct {
	f       *Form
	name    func(string) string
	class   func([][2]rune) string
	literal func(string) string
}

// The precedences of an expression's place.
const (
	anywhere = iota
	inSequence
	beforeSign
)

func (p *printer) expr(e ebnf.Expression, place int) string {
	bracket := func(s string, when bool) string {
		if when {
			return "(" + s + ")"
		}
		return s
	}
	if ranges := asClass(e); ranges != nil {
		return p.class(ranges)
	}
	switch e := e.(type) {
	case *ebnf.Name:
		return p.name(e.String)
	case *ebnf.Token:
		return p.literal(e.String)
	case ebnf.Sequence:
		var out []string
		for _, x := range e {
			out = append(out, p.expr(x, inSequence))
		}
		return bracket(strings.Join(out, " "), place > inSequence && len(out) > 1)
	case ebnf.Alternative:
		var out []string
		var ranges [][2]rune
		for _, x := range e { // characters of an alternative go into one class
			if r := asClass(x); r != nil {
				ranges = append(ranges, r...)
				continue
			}
			out = append(out, p.expr(x, anywhere))
		}
		if ranges != nil {
			out = append(out, p.class(ranges))
		}
		return bracket(strings.Join(out, " | "), place > anywhere && len(out) > 1)
	case *ebnf.Group:
		return p.expr(e.Body, place)
	case *ebnf.Option:
		return p.expr(e.Body, beforeSign) + "?"
	case *ebnf.Repetition:
		return p.expr(e.Body, beforeSign) + "*"
	}
	return ""
}

// asClass is an expression as ranges of characters, when it is a range or an alternative of single characters.
func asClass(e ebnf.Expression) [][2]rune {
	switch e := e.(type) {
	case *ebnf.Range:
		return [][2]rune{{[]rune(e.Begin.String)[0], []rune(e.End.String)[0]}}
	case ebnf.Alternative:
		var out [][2]rune
		for _, x := range e {
			if t, ok := x.(*ebnf.Token); ok {
				if r := []rune(t.String); len(r) == 1 {
					out = append(out, [2]rune{r[0], r[0]})
					continue
				}
			}
			r := asClass(x)
			if r == nil {
				return nil
			}
			out = append(out, r...)
		}
		return out
	}
	return nil
}

func class(ranges [][2]rune, escape func(rune) string) string {
	var b strings.Builder
	b.WriteByte('[')
	for _, r := range ranges {
		b.WriteString(escape(r[0]))
		if r[1] > r[0] {
			if r[1] > r[0]+1 {
				b.WriteByte('-')
			}
			b.WriteString(escape(r[1]))
		}
	}
	b.WriteByte(']')
	return b.String()
}

func plainInClass(r rune) bool {
	return r < 0x7f && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(" _!#%&'(),.:;<=>@`{|}~\"+*?$", r))
}

func gbnfClass(ranges [][2]rune) string {
	return class(ranges, func(r rune) string {
		switch {
		case r == '\t':
			return `\t`
		case r == '\n':
			return `\n`
		case plainInClass(r) && r != '"':
			return string(r)
		case r < 0x100:
			return fmt.Sprintf(`\x%02X`, r)
		case r < 0x10000:
			return fmt.Sprintf(`\u%04X`, r)
		}
		return fmt.Sprintf(`\U%08X`, r)
	})
}

func gbnfLiteral(s string) string { return `"` + escaped(s) + `"` }

// escaped is the inside of a literal in double quotes, in GBNF and in Lark.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(s)
}

func larkClass(ranges [][2]rune) string {
	return "/" + class(ranges, func(r rune) string {
		switch {
		case plainInClass(r):
			return string(r)
		case r > ' ' && r < 0x7f: // Lark undoes \x before the regular expression is read
			return `\` + string(r)
		case r < 0x100:
			return fmt.Sprintf(`\x%02X`, r)
		case r < 0x10000:
			return fmt.Sprintf(`\u%04X`, r)
		}
		return fmt.Sprintf(`\U%08X`, r)
	}) + "/"
}

func larkLiteral(s string) string { return `"` + escaped(s) + `"` }
