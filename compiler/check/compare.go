package check

import (
	"slices"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
)

// flipped is the operator with its sides changed.
var flipped = map[ast.CompareOp]ast.CompareOp{"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// compare types X op Y.
func (c *checker) compare(sc *scope, e *ast.Compare, self string) value {
	x := c.expr(sc, e.X, self)
	if c.bareLevel(sc, x, e) {
		return badValue
	}
	y := c.expr(sc, e.Y, self)
	if x.bad || y.bad {
		return badValue
	}
	out := plan.Expr(nil)
	switch {
	case y.lit != nil && x.sym != nil && x.sym.v != nil:
		out = c.compareLiteral(sc, x, e.Op, *y.lit, e.X, e.Y)
	case x.lit != nil && y.sym != nil && y.sym.v != nil:
		out = c.compareLiteral(sc, y, flipped[e.Op], *x.lit, e.Y, e.X)
	case c.namesLeveled(x, y):
		c.mixed(x, y, e.X, e.Y)
	case x.num != nil && y.num != nil:
		out = &plan.Compare{Op: plan.CompareOp(e.Op), X: x.num, Y: y.num}
	case x.truth != nil && y.truth != nil && (e.Op == "=" || e.Op == "!="):
		out = &plan.Compare{Op: plan.CompareOp(e.Op), X: x.truth, Y: y.truth}
	default:
		c.mixed(x, y, e.X, e.Y)
	}
	if out == nil {
		return badValue
	}
	return value{truth: out}
}

// bareLevel reports `species = Adelie`: a name that nothing has beside a variable one of whose levels is so called.
func (c *checker) bareLevel(sc *scope, x value, e *ast.Compare) bool {
	ref, ok := e.Y.(*ast.Ref)
	if !ok || x.bad || !x.leveled() || c.mute {
		return false
	}
	n := ref.Name
	if c.vars[n.Text] != nil || c.contexts[n.Text] != nil || sc.d.Has(n.Text) || sc.d.Catalog.Catalog.Variable(n.Text) != nil {
		return false
	}
	c.lookLevels(sc, x.sym)
	if _, found := matchLevel(x.sym.levels, ast.Literal{Kind: ast.StringLiteral, Text: n.Text}); !found {
		return false
	}
	c.report(c.at(diag.UnknownName, n.At, "there is no variable or column `%s`", n.Text).
		WithLabel("a level of `%s` without quotes", x.sym.name).
		WithWhy("names stand bare and values in quotes, so that a column is never taken for a level").
		WithHelp("write `%s %s %s`", ast.WriteName(x.sym.name), e.Op, ast.Quote(n.Text)).
		WithFix("put quotes around it", true, diag.Edit{Span: n.At, Text: ast.Quote(n.Text)}))
	return true
}

// namesLeveled tells whether a side is a variable whose levels are no amounts, against something that is no literal.
func (c *checker) namesLeveled(x, y value) bool {
	nominal := func(v value) bool {
		return v.leveled() && v.sym.v.Type != plan.Ordinal && v.sym.truth == nil && v.sym.v.Derived == nil
	}
	return nominal(x) || nominal(y)
}

func (c *checker) mixed(x, y value, ex, ey ast.Expr) {
	span := ex.Span().Join(ey.Span())
	d := c.at(diag.CompareTypes, span, "%s is compared with %s", x.describe(), y.describe()).WithLabel("different types")
	if x.leveled() && y.leveled() {
		d.Label = "two variables with levels"
		d = d.WithWhy("the levels of two variables are different things, even when their codes look alike").
			WithHelp("compare each with a level")
	}
	c.report(d)
}

// compareLiteral types `variable op literal`.
func (c *checker) compareLiteral(sc *scope, x value, op ast.CompareOp, l ast.Literal, ex, el ast.Expr) plan.Expr {
	y := x.sym
	if y.untyped() && l.Kind != ast.NumberLiteral {
		if op == "=" || op == "!=" {
			return negate(levelIs(y, l.Text), op == "!=")
		}
		return &plan.Compare{Op: plan.CompareOp(op), X: x.num, Y: &plan.Number{Value: standIn(l)}}
	}
	if op == "=" || op == "!=" {
		if x.leveled() {
			code, ok := c.level(sc, y, l)
			if !ok {
				return nil
			}
			return negate(levelIs(y, code), op == "!=")
		}
		if n, ok := c.numberOf(x, l); ok {
			return &plan.Compare{Op: plan.CompareOp(op), X: x.num, Y: &plan.Number{Value: n}}
		}
		if l.Kind == ast.BoolLiteral && x.truth != nil {
			return negate(x.truth, l.Bool == (op == "!="))
		}
		c.literalMismatch(x, l, ex, el)
		return nil
	}
	switch {
	case y.v.Type == plan.Ordinal:
		if n, ok := c.rank(sc, y, l); ok {
			return &plan.Compare{Op: plan.CompareOp(op), X: x.num, Y: &plan.Number{Value: n}}
		}
		return nil
	case x.leveled():
		c.report(c.at(diag.CompareTypes, ex.Span().Join(el.Span()), "the levels of `%s` have no order", y.name).
			WithLabel("%s cannot be above or below another", writeLevelWord(y)).
			WithWhy("only numbers, dates and ordinal levels are less or more").
			WithHelp("list the levels: `%s in (…)`; or declare it ordinal", ast.WriteName(y.name)))
		return nil
	}
	if n, ok := c.numberOf(x, l); ok {
		return &plan.Compare{Op: plan.CompareOp(op), X: x.num, Y: &plan.Number{Value: n}}
	}
	c.literalMismatch(x, l, ex, el)
	return nil
}

func writeLevelWord(y *symbol) string {
	return "a level of a" + an(string(y.v.Type)) + " " + string(y.v.Type) + " variable"
}

func negate(e plan.Expr, yes bool) plan.Expr {
	if yes {
		return &plan.Not{X: e}
	}
	return e
}

// numberOf reads a literal that stands beside a numeric variable: a number, a date beside a time, or the label of a
// special value of the scale.
func (c *checker) numberOf(x value, l ast.Literal) (float64, bool) {
	if x.num == nil {
		return 0, false
	}
	switch l.Kind {
	case ast.NumberLiteral:
		return l.Number, true
	case ast.StringLiteral:
		if x.sym != nil && x.sym.v != nil && x.sym.v.Type == plan.Time {
			return table.ParseTime(l.Text)
		}
		if x.sym != nil && x.sym.entry != nil {
			for _, s := range append(x.sym.entry.Special[:len(x.sym.entry.Special):len(x.sym.entry.Special)], x.sym.entry.Levels...) {
				if s.Label == l.Text {
					return table.ParseNumber(s.Code)
				}
			}
		}
	}
	return 0, false
}

func (c *checker) literalMismatch(x value, l ast.Literal, ex, el ast.Expr) {
	d := c.at(diag.CompareTypes, ex.Span().Join(el.Span()), "%s is compared with %s", x.describe(), value{lit: &l, num: numIf(l), truth: truthIf(l)}.describe()).
		WithLabel("never equal")
	switch {
	case x.sym.v.Type == plan.Time:
		d = d.WithHelp("dates are written \"2007-11-30\"")
	case l.Kind == ast.StringLiteral:
		if _, ok := table.ParseNumber(l.Text); ok {
			d = d.WithFix("write the number "+l.Text, true, diag.Edit{Span: l.At, Text: l.Text})
		}
		d = d.WithHelp("`%s` is numeric; if its values are codes, declare it: `var %s categorical`", x.sym.name, ast.WriteName(x.sym.name))
	}
	c.report(d)
}

func numIf(l ast.Literal) plan.Expr {
	if l.Kind == ast.NumberLiteral {
		return &plan.Number{}
	}
	return nil
}

func truthIf(l ast.Literal) plan.Expr {
	if l.Kind == ast.BoolLiteral {
		return &plan.Bool{}
	}
	return nil
}

// rank is the number that a level of an ordinal variable counts as: its recorded value when all codes are numbers, else
// its position from 1.
func (c *checker) rank(sc *scope, y *symbol, l ast.Literal) (float64, bool) {
	c.lookLevels(sc, y)
	numeric := true
	for _, o := range y.levels {
		if _, ok := table.ParseNumber(o.Code); !ok {
			numeric = false
		}
	}
	if numeric && l.Kind == ast.NumberLiteral {
		return l.Number, true // 2.5 is a fine place to cut a scale
	}
	code, ok := c.level(sc, y, l)
	if !ok {
		return 0, false
	}
	if c.dataless && len(y.levels) == 0 {
		return standIn(l), true
	}
	if numeric {
		return table.ParseNumber(code)
	}
	for i, o := range y.forNumbers().Levels {
		if catalog.SameCode(o.Code, code) {
			return float64(i + 1), true
		}
	}
	c.report(c.at(diag.CompareTypes, l.At, "the level %s of `%s` has no place in its order", show(l), y.name).
		WithLabel("not ordered").
		WithHelp("declare the order: `var %s ordinal levels (…)`", ast.WriteName(y.name)))
	return 0, false
}

// saidMisses bounds how many values of one list that are no levels get a message of their own.
const saidMisses = 5

// in types X in SET; nil when it is wrong.
func (c *checker) in(sc *scope, e *ast.In, self string) plan.Expr {
	x := c.expr(sc, e.X, self)
	if x.bad {
		return nil
	}
	if r := e.Set.Range; r != nil {
		switch {
		case !c.emptyRange(r):
			return nil
		case x.num != nil && !(x.leveled() && x.sym.v.Type != plan.Ordinal):
			if x.leveled() && !c.numericCodes(sc, x.sym) {
				break
			}
			return &plan.InRange{X: x.num, Low: r.Low.Value, High: r.High.Value}
		}
		c.report(c.at(diag.CompareTypes, e.At, "a range of numbers does not fit %s", x.describe()).
			WithLabel("not a number").
			WithHelp("list the levels: `in (…, …)`"))
		return nil
	}
	if x.leveled() || x.sym.untyped() && slices.ContainsFunc(e.Set.Values, func(v ast.Value) bool { return v.Literal.Kind != ast.NumberLiteral }) {
		var codes []string
		var wrong []ast.Literal // behind the first few, which are reported one by one
		misses := 0
		for _, v := range e.Set.Values {
			if misses >= saidMisses {
				if _, fits := matchLevel(x.sym.levels, v.Literal); !fits {
					wrong = append(wrong, v.Literal)
				}
				continue
			}
			code, fits := c.level(sc, x.sym, v.Literal)
			if !fits {
				misses++
			}
			codes = append(codes, code)
		}
		if len(wrong) > 0 {
			c.report(c.at(diag.UnknownLevel, wrong[0].At, "`%s` has no level %s, nor %d further values of this list", x.sym.name, show(wrong[0]), len(wrong)-1).
				WithLabel("from here on"))
		}
		if misses > 0 {
			return nil
		}
		return levelIs(x.sym, codes...)
	}
	if x.num == nil {
		c.report(c.at(diag.CompareTypes, e.At, "`in` asks for the values of a variable").WithLabel("this is %s", x.describe()))
		return nil
	}
	out := &plan.InSet{X: x.num}
	ok := true
	for _, v := range e.Set.Values {
		n, fits := c.numberOf(x, v.Literal)
		if !fits {
			ok = false
			if x.sym == nil {
				c.report(c.at(diag.CompareTypes, v.Literal.At, "a number is never %s", show(v.Literal)).WithLabel("not a number"))
			} else {
				l := v.Literal
				c.literalMismatch(x, l, e.X, &ast.Lit{Literal: l})
			}
			continue
		}
		out.Values = append(out.Values, n)
	}
	if !ok {
		return nil
	}
	return out
}

// numericCodes tells whether the levels of an ordinal are recorded as numbers.
func (c *checker) numericCodes(sc *scope, y *symbol) bool {
	c.lookLevels(sc, y)
	for _, o := range y.levels {
		if _, ok := table.ParseNumber(o.Code); !ok {
			return false
		}
	}
	return true
}
