package parse

import (
	"fmt"
	"strconv"
	"strings"

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
	case isWord(&t, "between"):
		return nil, p.between(x, t, false)
	case isWord(&t, "not"):
		p.lex.Next()
		if b := *p.lex.Peek(); isWord(&b, "between") {
			return nil, p.between(x, b, true)
		}
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
			if word := "="; end.Type == tokString || end.Type == tokNumber || end.Type == tokIdent && len(f.Fixes) == 0 {
				if m.Negated {
					word = "!="
				}
				text := end.Value
				if end.Type == tokIdent {
					text = ast.Quote(end.Value)
				}
				at := spanOf(t).Join(spanOf(end))
				f.Diagnostic = f.WithFix("write `"+word+" "+text+"`", false, diag.Edit{Span: at, Text: word + " " + text})
			}
			return nil, f
		}
		p.lex.Next()
		m.At = x.Span().Join(spanOf(end))
		return m, nil
	}
	return x, nil
}

// between explains SQL's `x between low and high`, which includes both ends as a range does.
func (p *exprParser) between(x ast.Expr, word lexer.Token, negated bool) error {
	p.lex.Next()
	f := fail(diag.ExpectedToken, spanOf(word), "`between` is no word of a condition").
		help("a range is written `x in low..high`, with both ends in it")
	low, err := p.sum()
	if err != nil || !isWord(p.lex.Peek(), "and") {
		return f
	}
	p.lex.Next()
	high, err := p.sum()
	if err != nil || !isNumber(low) || !isNumber(high) {
		return f
	}
	f.Span = x.Span().Join(high.Span())
	f.finish = func(d *diag.Diagnostic) {
		in := " in "
		if negated {
			in = " not in "
		}
		end := d.File.Slice(high.Span())
		if end[0] == '.' { // a third point would not be read
			end = "0" + end
		}
		text := d.File.Slice(x.Span()) + in + d.File.Slice(low.Span()) + ".." + end
		*d = d.WithHelp("write `%s`, with both ends in it", text).
			WithFix("write `"+text+"`", true, diag.Edit{Span: d.Span, Text: text})
	}
	return f
}

// isNumber tells whether x is a number, with a sign or without, as an end of a range is.
func isNumber(x ast.Expr) bool {
	if n, ok := x.(*ast.Neg); ok {
		x = n.X
	}
	l, ok := x.(*ast.Lit)
	return ok && l.Literal.Kind == ast.NumberLiteral
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

// absence are functions of other languages that ask whether a value is missing, and how that is asked here.
var absence = map[string]string{"missing": "is missing", "isna": "is missing", "is_na": "is missing", "isnull": "is missing", "is_null": "is missing", "is_missing": "is missing", "isnan": "is missing",
	"notna": "is not missing", "notnull": "is not missing", "not_missing": "is not missing", "exists": "is not missing", "present": "is not missing"}

// absenceCall explains missing(x); nil when it is no such call.
func (p *exprParser) absenceCall(t lexer.Token) *failure {
	from := p.lex.MakeCheckpoint()
	defer p.lex.LoadCheckpoint(from)
	p.lex.Next()
	open := *p.lex.Next()
	name := *p.lex.Next()
	end := *p.lex.Peek()
	if !isPunct(&open, "(") || !isName(&name) || !isPunct(&end, ")") {
		return nil
	}
	text := ast.WriteName(nameOf(name).Text) + " " + absence[strings.ToLower(t.Value)]
	at := spanOf(t).Join(spanOf(end))
	f := fail(diag.ExpectedToken, at, "whether a value is absent is no function").help("write `%s`", text)
	f.Diagnostic = f.WithFix("write `"+text+"`", true, diag.Edit{Span: at, Text: text})
	return f
}

func (p *exprParser) primary() (ast.Expr, error) {
	t := *p.lex.Peek()
	if t.Type == tokIdent && absence[strings.ToLower(t.Value)] != "" {
		if f := p.absenceCall(t); f != nil {
			return nil, f
		}
	}
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
