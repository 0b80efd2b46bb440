package parse

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// failure carries a diagnostic through participle. Its File is filled in where it is reported; finish, when set, is then
// called to add what needs the text.
type failure struct {
	diag.Diagnostic
	finish func(d *diag.Diagnostic)
}

func (f *failure) Error() string { return f.Message }

func fail(code string, at source.Span, format string, args ...any) *failure {
	return &failure{Diagnostic: diag.New(code, nil, at, format, args...)}
}

// spanOf is the place of a token in the text.
func spanOf(t lexer.Token) source.Span {
	n := len(t.Value)
	switch {
	case t.Pos.Filename != "":
		n = len(t.Pos.Filename)
	case t.Type == tokInserted || t.Type == tokEOF:
		n = 0
	}
	return source.Span{Start: t.Pos.Offset, End: t.Pos.Offset + n}
}

func isWord(t *lexer.Token, word string) bool {
	return t.Type == tokIdent && len(t.Value) == len(word) && strings.EqualFold(t.Value, word)
}

func isPunct(t *lexer.Token, sign string) bool {
	return (t.Type == tokPunct || t.Type == tokInserted) && t.Value == sign
}

func isName(t *lexer.Token) bool { return t.Type == tokIdent || t.Type == tokQuoted }

// isExprWord tells whether a token is one of the words with a meaning inside expressions.
func isExprWord(t *lexer.Token) bool {
	if t.Type != tokIdent || len(t.Value) > 7 {
		return false
	}
	for _, w := range ast.ExprWords {
		if strings.EqualFold(w, t.Value) {
			return true
		}
	}
	return false
}

// maxDepth bounds the nesting of an expression and maxOperators its length, since a long sum is a deep tree: whoever walks
// the tree walks a bounded stack.
const (
	maxDepth     = 200
	maxOperators = 10000
)

// exprParser climbs precedences: or, and, not, comparison, sum, term, unary, primary.
type exprParser struct {
	lex       *lexer.PeekingLexer
	depth     int
	operators int
}

// Parse implements participle.Parseable.
func (e *gExpr) Parse(lex *lexer.PeekingLexer) (err error) {
	p := exprParser{lex: lex}
	e.Expr, err = p.or()
	return err
}

func (p *exprParser) enter(t *lexer.Token) error {
	if p.depth++; p.depth > maxDepth {
		return fail(diag.NestedTooDeep, spanOf(*t), "the expression is nested more than %d levels deep", maxDepth).
			help("name a part of it with `context` or `var`")
	}
	return nil
}

// operator takes an operator between two operands.
func (p *exprParser) operator() error {
	t := *p.lex.Next()
	if p.operators++; p.operators > maxOperators {
		return fail(diag.NestedTooDeep, spanOf(t), "the expression has more than %d operators", maxOperators).
			help("name a part of it with `context` or `var`")
	}
	return nil
}

func (f *failure) help(format string, args ...any) *failure {
	f.Diagnostic = f.WithHelp(format, args...)
	return f
}

func (p *exprParser) or() (ast.Expr, error) { return p.logic("or", p.and) }

func (p *exprParser) and() (ast.Expr, error) { return p.logic("and", p.not) }

func (p *exprParser) logic(op string, operand func() (ast.Expr, error)) (ast.Expr, error) {
	x, err := operand()
	for err == nil && isWord(p.lex.Peek(), op) {
		if err = p.operator(); err != nil {
			break
		}
		var y ast.Expr
		if y, err = operand(); err == nil {
			x = &ast.Logic{At: x.Span().Join(y.Span()), Op: op, X: x, Y: y}
		}
	}
	return x, err
}

func (p *exprParser) not() (ast.Expr, error) {
	t := *p.lex.Peek()
	if !isWord(&t, "not") {
		return p.compare()
	}
	if err := p.enter(&t); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	p.lex.Next()
	x, err := p.not()
	if err != nil {
		return nil, err
	}
	return &ast.Not{At: spanOf(t).Join(x.Span()), X: x}, nil
}

func isCompareOp(t *lexer.Token) bool {
	if t.Type != tokPunct {
		return false
	}
	switch t.Value {
	case "=", "!=", "<", "<=", ">", ">=":
		return true
	}
	return false
}

func (p *exprParser) compare() (ast.Expr, error) {
	x, err := p.sum()
	if err != nil {
		return nil, err
	}
	t := *p.lex.Peek()
	switch {
	case isCompareOp(&t):
		p.lex.Next()
		y, err := p.sum()
		if err != nil {
			return nil, err
		}
		c := &ast.Compare{At: x.Span().Join(y.Span()), Op: ast.CompareOp(t.Value), X: x, Y: y}
		if next := *p.lex.Peek(); isCompareOp(&next) {
			p.lex.Next()
			z, err := p.sum()
			if err != nil {
				return nil, err
			}
			return nil, chained(c, next, z)
		}
		return c, nil
	case isWord(&t, "not"):
		p.lex.Next()
		if in := p.lex.Peek(); !isWord(in, "in") {
			return nil, fail(diag.ExpectedToken, spanOf(*in), "expected `in` after `not`, found %s", describe(*in)).
				help("write `%s not in (...)`, or put `not` in front of the condition", "x")
		}
		p.lex.Next()
		return p.in(x, true)
	case isWord(&t, "in"):
		p.lex.Next()
		return p.in(x, false)
	case isWord(&t, "is"):
		p.lex.Next()
		m := &ast.Missing{X: x}
		if isWord(p.lex.Peek(), "not") {
			p.lex.Next()
			m.Negated = true
		}
		end := *p.lex.Peek()
		if !isWord(&end, "missing") {
			f := fail(diag.ExpectedToken, spanOf(end), "expected `missing` after `is`, found %s", describe(end)).
				help("`is missing` and `is not missing` ask for absent values; other values are compared with `=`")
			if isWord(&end, "null") || isWord(&end, "na") || isWord(&end, "none") {
				f.Diagnostic = f.WithFix("replace with `missing`", true, diag.Edit{Span: spanOf(end), Text: "missing"})
			}
			return nil, f
		}
		p.lex.Next()
		m.At = x.Span().Join(spanOf(end))
		return m, nil
	}
	return x, nil
}

func (p *exprParser) in(x ast.Expr, negated bool) (ast.Expr, error) {
	var set gSet
	if err := set.parse(p.lex, false); err != nil {
		return nil, err
	}
	return &ast.In{At: x.Span().Join(set.At), X: x, Negated: negated, Set: set.Set}, nil
}

func (p *exprParser) sum() (ast.Expr, error) { return p.arith("+", "-", p.term) }

func (p *exprParser) term() (ast.Expr, error) { return p.arith("*", "/", p.unary) }

func (p *exprParser) arith(a, b string, operand func() (ast.Expr, error)) (ast.Expr, error) {
	x, err := operand()
	for err == nil {
		t := *p.lex.Peek()
		if t.Type != tokPunct || t.Value != a && t.Value != b {
			break
		}
		if err = p.operator(); err != nil {
			break
		}
		var y ast.Expr
		if y, err = operand(); err == nil {
			x = &ast.Arith{At: x.Span().Join(y.Span()), Op: t.Value[0], X: x, Y: y}
		}
	}
	return x, err
}

func (p *exprParser) unary() (ast.Expr, error) {
	t := *p.lex.Peek()
	if !isPunct(&t, "-") {
		return p.primary()
	}
	p.lex.Next()
	x, err := p.primary()
	if err != nil {
		return nil, err
	}
	return &ast.Neg{At: spanOf(t).Join(x.Span()), X: x}, nil
}

func (p *exprParser) primary() (ast.Expr, error) {
	t := *p.lex.Peek()
	switch {
	case t.Type == tokNumber || t.Type == tokString || isWord(&t, "true") || isWord(&t, "false"):
		var l gLiteral
		if err := l.Parse(p.lex); err != nil {
			return nil, err
		}
		return &ast.Lit{Literal: l.Literal}, nil
	case isPunct(&t, "("):
		if err := p.enter(&t); err != nil {
			return nil, err
		}
		defer func() { p.depth-- }()
		p.lex.Next()
		x, err := p.or()
		if err != nil {
			return nil, err
		}
		return x, p.closing(t)
	case t.Type == tokIdent && isExprWord(&t), t.Type == tokKeyword:
		return nil, reserved(t)
	case isName(&t):
		p.lex.Next()
		open := *p.lex.Peek()
		if t.Type != tokIdent || !isPunct(&open, "(") {
			return &ast.Ref{Name: nameOf(t)}, nil
		}
		if err := p.enter(&t); err != nil {
			return nil, err
		}
		defer func() { p.depth-- }()
		p.lex.Next()
		call := &ast.Call{Function: ast.Ident{At: spanOf(t), Text: strings.ToLower(t.Value)}}
		for {
			x, err := p.or()
			if err != nil {
				return nil, err
			}
			call.Args = append(call.Args, x)
			if !isPunct(p.lex.Peek(), ",") {
				break
			}
			p.lex.Next()
		}
		end := *p.lex.Peek()
		if err := p.closing(open); err != nil {
			return nil, err
		}
		call.At = spanOf(t).Join(spanOf(end))
		return call, nil
	}
	f := expected("a name, a number or a string", t)
	if isPunct(&t, ">") || isPunct(&t, "<") { // => and =<
		at := source.Span{Start: t.Pos.Offset - 1, End: t.Pos.Offset + 1}
		f.finish = func(d *diag.Diagnostic) {
			if at.Start >= 0 && d.File.Text[at.Start] == '=' {
				*d = d.WithFix("write `"+t.Value+"=`", true, diag.Edit{Span: at, Text: t.Value + "="})
			}
		}
	}
	return nil, f
}

// closing takes the bracket that closes open.
func (p *exprParser) closing(open lexer.Token) error {
	t := *p.lex.Peek()
	if isPunct(&t, ")") {
		p.lex.Next()
		return nil
	}
	if t.Type == tokEOF {
		return unclosed(open, t)
	}
	return expected("`)`", t)
}

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
	if t.Type != tokIdent {
		f := expected("a name or a claim after `hyp`", t).help("write `%s`", forms["hyp"])
		switch {
		case isPunct(&t, ":"):
			f.Diagnostic = f.WithFix("delete it", true, diag.Edit{Span: spanOf(t)})
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
			f.Diagnostic = f.WithFix("replace with `vs`", true, diag.Edit{Span: spanOf(vs), Text: " vs "})
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
		return expected("`(` before the values, or a range such as 1..5", open).help("values stand in round brackets, separated by commas: (1, 2, 3)")
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

func identOf(t lexer.Token) ast.Ident { return ast.Ident{At: spanOf(t), Text: t.Value} }

func nameOf(t lexer.Token) ast.Name {
	if t.Type == tokQuoted {
		text := t.Value[1 : len(t.Value)-1]
		if strings.Contains(text, "``") {
			text = strings.ReplaceAll(text, "``", "`")
		}
		return ast.Name{At: spanOf(t), Text: text, Quoted: true}
	}
	return ast.Name{At: spanOf(t), Text: t.Value}
}

func numberOf(t lexer.Token) (ast.Number, error) {
	x, err := strconv.ParseFloat(t.Value, 64)
	if err != nil || math.IsInf(x, 0) {
		return ast.Number{}, fail(diag.BadNumber, spanOf(t), "`%s` is too large for a number", clip(t.Value)).
			help("the largest number is about 1.8e308")
	}
	return ast.Number{At: spanOf(t), Text: t.Value, Value: x}, nil
}

// wholeNumberOf is a number for which a fraction makes no sense.
func wholeNumberOf(t lexer.Token, of string) (ast.Number, error) {
	x, err := numberOf(t)
	if err != nil {
		return x, err
	}
	if strings.ContainsAny(t.Value, ".eE") || x.Value > 1<<53 {
		return x, fail(diag.BadNumber, spanOf(t), "`%s` is not a whole number below 2^53", clip(t.Value)).
			help("%s is a whole number such as 20260701", of)
	}
	return x, nil
}

// stringOf takes a string out of its quotes and undoes its escapes.
func stringOf(t lexer.Token) (ast.String, error) {
	_, first := utf8.DecodeRuneInString(t.Value)
	_, last := utf8.DecodeLastRuneInString(t.Value)
	text := t.Value[first : len(t.Value)-last]
	s := ast.String{At: spanOf(t), Text: text}
	i := strings.IndexByte(text, '\\')
	if i < 0 {
		return s, nil
	}
	var b strings.Builder
	for i >= 0 {
		b.WriteString(text[:i])
		r, n := escape(text[i:])
		if n == 0 {
			at := t.Pos.Offset + len(t.Value) - last - len(text) + i
			_, size := utf8.DecodeRuneInString(text[i+1:])
			return s, &failure{Diagnostic: diag.New(diag.BadEscape, nil, source.Span{Start: at, End: at + 1 + size},
				"`%s` means nothing in a string", text[i:i+1+size]).
				WithHelp("a backslash itself is written `\\\\`").
				WithFix("double the backslash", false, diag.Edit{Span: source.Span{Start: at, End: at}, Text: `\`})}
		}
		b.WriteRune(r)
		text = text[i+n:]
		i = strings.IndexByte(text, '\\')
	}
	b.WriteString(text)
	s.Text = b.String()
	return s, nil
}

// escape reads one escape and returns its length, or 0.
func escape(text string) (rune, int) {
	switch text[1] { // the scanner never ends a string behind a backslash
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case '"', '\'', '\\':
		return rune(text[1]), 2
	case 'u':
		end := strings.IndexByte(text, '}')
		if end < 4 || end > 9 || text[2] != '{' {
			return 0, 0
		}
		x, err := strconv.ParseUint(text[3:end], 16, 32)
		if err != nil || !utf8.ValidRune(rune(x)) {
			return 0, 0
		}
		return rune(x), end + 1
	}
	return 0, 0
}

// chained explains `18 <= age < 65` and offers both ways to write it.
func chained(c *ast.Compare, op lexer.Token, z ast.Expr) *failure {
	d := diag.New(diag.ChainedComparison, nil, c.At.Join(z.Span()), "two comparisons share the middle operand").
		WithLabel("read as a chain").
		WithHelp("join two comparisons with `and`, or use `in low..high`, which includes both ends")
	return &failure{d, func(d *diag.Diagnostic) {
		middle := d.File.Slice(c.Y.Span())
		at := source.Span{Start: c.Y.Span().End, End: c.Y.Span().End}
		*d = d.WithFix("compare twice", true, diag.Edit{Span: at, Text: " and " + middle})
		low, ok1 := wholeLiteral(c.X)
		high, ok2 := wholeLiteral(z)
		if !ok1 || !ok2 || c.Op != "<" && c.Op != "<=" || op.Value != "<" && op.Value != "<=" {
			return
		}
		whole := c.Op == "<=" && op.Value == "<=" // else the ends move by one, which is right for whole numbers only
		if c.Op == "<" {
			low++
		}
		if op.Value == "<" {
			high--
		}
		if low <= high {
			text := fmt.Sprintf("%s in %d..%d", middle, low, high)
			*d = d.WithFix("write `"+text+"`", whole, diag.Edit{Span: d.Span, Text: text})
		}
	}}
}

func wholeLiteral(x ast.Expr) (int64, bool) {
	l, ok := x.(*ast.Lit)
	if !ok || l.Literal.Kind != ast.NumberLiteral {
		return 0, false
	}
	n, err := strconv.ParseInt(l.Literal.Text, 10, 32)
	return n, err == nil
}
