package parse

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// Parse implements participle.Parseable.
func (l *gLiteral) Parse(lex *lexer.PeekingLexer) error {
	t := *lex.Peek()
	switch {
	case isPunct(&t, "-"):
		lex.Next()
		n := *lex.Peek()
		if n.Type != tokNumber {
			return expected("a number after `-`", n)
		}
		lex.Next()
		x, err := numberOf(n)
		if err != nil {
			return err
		}
		l.Literal = ast.Literal{At: spanOf(t).Join(x.At), Kind: ast.NumberLiteral, Text: "-" + x.Text, Number: -x.Value}
		return nil
	case t.Type == tokNumber:
		lex.Next()
		x, err := numberOf(t)
		if err != nil {
			return err
		}
		l.Literal = ast.Literal{At: x.At, Kind: ast.NumberLiteral, Text: x.Text, Number: x.Value}
		return nil
	case t.Type == tokString:
		lex.Next()
		s, err := stringOf(t)
		if err != nil {
			return err
		}
		l.Literal = ast.Literal{At: s.At, Kind: ast.StringLiteral, Text: s.Text}
		return nil
	case isWord(&t, "true") || isWord(&t, "false"):
		lex.Next()
		text := strings.ToLower(t.Value)
		l.Literal = ast.Literal{At: spanOf(t), Kind: ast.BoolLiteral, Text: text, Bool: text == "true"}
		return nil
	}
	f := expected("a value (a number, a string in quotes, true or false)", t)
	if isName(&t) && !isExprWord(&t) {
		f.Diagnostic = f.WithHelp("levels and other texts stand in quotes").
			WithFix("put quotes around it", true, diag.Edit{Span: spanOf(t), Text: ast.Quote(nameOf(t).Text)})
	}
	return f
}

// Parse implements participle.Parseable.
func (g *gDefinition) Parse(lex *lexer.PeekingLexer) error {
	if t := *lex.Peek(); !isPunct(&t, "=") {
		return nil
	}
	lex.Next()
	var e gExpr
	err := e.Parse(lex)
	g.Expr = e.Expr
	return err
}

// Parse implements participle.Parseable.
func (g *gLabel) Parse(lex *lexer.PeekingLexer) error {
	t := *lex.Peek()
	if isClaimWord(&t) {
		return nil
	}
	if t.Type == tokKeyword {
		return &failure{Diagnostic: reservedLabel(t)}
	}
	if t.Type != tokIdent {
		f := expected("a name or a claim after `hyp`", t).help("write `%s`", forms["hyp"])
		switch {
		case isPunct(&t, ":"):
			f.Diagnostic = f.WithFix("delete it", true, diag.Edit{Span: spanOf(t)})
		case t.Type == tokQuoted:
			f.Diagnostic = plainLabel(f.Diagnostic, spanOf(t), nameOf(t).Text)
		case t.Type == tokNumber && !strings.ContainsAny(t.Value, ".+-"):
			f.Diagnostic = f.WithFix("name it `H"+t.Value+"`", false, diag.Edit{Span: spanOf(t), Text: "H" + t.Value})
		}
		return f
	}
	lex.Next()
	colon := *lex.Peek()
	if !isPunct(&colon, ":") {
		end := source.Span{Start: spanOf(t).End, End: spanOf(t).End}
		f := fail(diag.ExpectedToken, spanOf(colon), "expected `:` after the name `%s`, found %s", clip(t.Value), describe(colon)).
			help("write `%s`", forms["hyp"])
		if isClaimWord(&colon) {
			f.Diagnostic = f.WithFix("insert `:`", true, diag.Edit{Span: end, Text: ":"})
		} else if isPunct(&colon, "=") {
			f.Diagnostic = f.WithFix("replace with `:`", true, diag.Edit{Span: source.Span{Start: end.Start, End: spanOf(colon).End}, Text: ":"})
		} else if touching(t, colon) {
			f.Diagnostic = f.WithHelp(labelLetters)
			text, last := t.Value, t
			for next := *lex.Peek(); next.Type != tokEOF && touching(last, next) && !isPunct(&next, ":"); next = *lex.Peek() {
				text, last = text+next.Value, next
				lex.Next()
			}
			if isPunct(lex.Peek(), ":") {
				f.Diagnostic = plainLabel(f.Diagnostic, spanOf(t).Join(spanOf(last)), text)
			}
		}
		return f
	}
	lex.Next()
	name := identOf(t)
	g.Name = &name
	return nil
}

// Parse implements participle.Parseable.
func (g *gContrast) Parse(lex *lexer.PeekingLexer) error {
	if t := *lex.Peek(); !isPunct(&t, ":") {
		return nil
	}
	lex.Next()
	var a, b gLiteral
	if err := a.Parse(lex); err != nil {
		return err
	}
	vs := *lex.Peek()
	if !isWord(&vs, "vs") {
		f := expected("`vs` between the two levels", vs)
		if isWord(&vs, "versus") || isPunct(&vs, ",") || isPunct(&vs, "-") {
			text := "vs"
			if vs.Type == tokPunct {
				text = " vs"
			}
			f.Diagnostic = f.WithFix("replace with `vs`", true, diag.Edit{Span: spanOf(vs), Text: text})
		} else if isPunct(&vs, ")") { // by=g: "a"
			f.Diagnostic = f.WithHelp("a contrast has two sides: write the other level behind `vs`, or `rest` for all others").
				WithFix("compare with the rest", false, diag.Edit{Span: source.Span{Start: spanOf(vs).Start, End: spanOf(vs).Start}, Text: " vs rest"})
		}
		return f
	}
	lex.Next()
	end := *lex.Peek()
	if isWord(&end, "rest") {
		lex.Next()
		g.Of = &ast.Contrast{At: a.At.Join(spanOf(end)), A: a.Literal}
		return nil
	}
	if err := b.Parse(lex); err != nil {
		return err
	}
	g.Of = &ast.Contrast{At: a.At.Join(b.At), A: a.Literal, B: &b.Literal}
	return nil
}

// Parse implements participle.Parseable: values, with labels, or a range.
func (s *gSet) Parse(lex *lexer.PeekingLexer) error { return s.parse(lex, true) }

// Parse implements participle.Parseable: values only.
func (s *gValues) Parse(lex *lexer.PeekingLexer) error {
	if t := *lex.Peek(); !isPunct(&t, "(") {
		return expected("`(` before the levels", t).help("write `levels (0 \"no\", 1 \"yes\")`")
	}
	return (*gSet)(s).parse(lex, true)
}

// Parse implements participle.Parseable: a range only.
func (r *gRange) Parse(lex *lexer.PeekingLexer) error {
	low, err := bound(lex)
	if err != nil {
		return err
	}
	if t := *lex.Peek(); !isPunct(&t, "..") {
		return expected("`..` between the ends of a range", t)
	}
	lex.Next()
	high, err := bound(lex)
	if err != nil {
		return err
	}
	r.Range = ast.Range{At: low.At.Join(high.At), Low: low, High: high}
	return nil
}

func bound(lex *lexer.PeekingLexer) (ast.Number, error) {
	t := *lex.Peek()
	minus := isPunct(&t, "-")
	if minus {
		lex.Next()
	}
	n := *lex.Peek()
	if n.Type != tokNumber {
		return ast.Number{}, expected("a number", n)
	}
	lex.Next()
	x, err := numberOf(n)
	if err != nil {
		return ast.Number{}, err
	}
	if minus {
		x.At, x.Text, x.Value = spanOf(t).Join(x.At), "-"+x.Text, -x.Value
	}
	return x, nil
}

func (s *gSet) parse(lex *lexer.PeekingLexer, labels bool) error {
	open := *lex.Peek()
	if open.Type == tokNumber || isPunct(&open, "-") {
		var r gRange
		if err := r.Parse(lex); err != nil {
			return err
		}
		s.Set = ast.Set{At: r.At, Range: &r.Range}
		return nil
	}
	if !isPunct(&open, "(") {
		f := expected("`(` before the values, or a range such as 1..5", open).help("values stand in round brackets, separated by commas: (1, 2, 3)")
		if closing := map[string]string{"[": "]", "{": "}"}[open.Value]; closing != "" {
			from := lex.MakeCheckpoint()
			for t := lex.Peek(); t.Type != tokEOF && t.Value != closing; t = lex.Peek() {
				lex.Next()
			}
			if end := *lex.Peek(); end.Value == closing {
				f.Diagnostic = f.WithFix("write round brackets", true, diag.Edit{Span: spanOf(open), Text: "("}, diag.Edit{Span: spanOf(end), Text: ")"})
			}
			lex.LoadCheckpoint(from)
		}
		return f
	}
	lex.Next()
	for {
		var l gLiteral
		if err := l.Parse(lex); err != nil {
			return err
		}
		v := ast.Value{Literal: l.Literal}
		t := *lex.Peek()
		if labels && t.Type == tokString {
			label, err := stringOf(t)
			if err != nil {
				return err
			}
			lex.Next()
			v.Label = &label
			t = *lex.Peek()
		}
		s.Values = append(s.Values, v)
		switch {
		case isPunct(&t, ","):
			lex.Next()
		case isPunct(&t, ")"):
			lex.Next()
			s.At = spanOf(open).Join(spanOf(t))
			return nil
		case t.Type == tokEOF:
			return unclosed(open, t)
		case t.Type == tokNumber || t.Type == tokString || isPunct(&t, "-"):
			end := v.Literal.At
			if v.Label != nil {
				end = v.Label.At
			}
			f := fail(diag.MissingComma, spanOf(t), "expected `,` before %s", describe(t))
			f.Diagnostic = f.WithHelp("members of a set are separated by commas").
				WithFix("insert `,`", true, diag.Edit{Span: source.Span{Start: end.End, End: end.End}, Text: ","})
			return f
		case len(s.Values) == 1 && isPunct(&t, ".."):
			return fail(diag.ExpectedToken, spanOf(open), "a range takes no brackets").
				help("write `in 1..5`, with both ends included")
		default:
			return expected("`,` or `)`", t)
		}
	}
}
