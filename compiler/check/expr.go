package check

import (
	"slices"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
)

// value is what an expression is: a number, a condition, the levels of a variable, or a literal text. An ordinal variable
// is both levels and a number; a bad one has been reported.
type value struct {
	bad   bool
	num   plan.Expr
	truth plan.Expr
	sym   *symbol      // the variable, when the expression is nothing but its name
	lit   *ast.Literal // the literal, when it is nothing else
}

var badValue = value{bad: true}

// describe names the kind of a value for a message.
func (x value) describe() string {
	switch {
	case x.lit != nil && x.lit.Kind == ast.StringLiteral:
		return "a text"
	case x.sym != nil && x.sym.v != nil:
		return "a" + an(string(x.sym.v.Type)) + " " + string(x.sym.v.Type) + " variable"
	case x.truth != nil:
		return "a condition"
	case x.num != nil:
		return "a number"
	}
	return "a text"
}

func an(word string) string {
	if word != "" && (word[0] == 'i' || word[0] == 'o') {
		return "n"
	}
	return ""
}

// condition types an expression that must be true or false; nil when it is not (which is reported).
func (c *checker) condition(sc *scope, e ast.Expr, self, what string) plan.Expr {
	x := c.expr(sc, e, self)
	if x.bad {
		return nil
	}
	return c.truthOf(x, e, what)
}

func (c *checker) truthOf(x value, e ast.Expr, what string) plan.Expr {
	if x.bad || x.truth != nil {
		return x.truth
	}
	d := c.at(diag.NotACondition, e.Span(), "%s needs a condition", what).WithLabel("this is %s", x.describe())
	switch {
	case x.sym != nil && x.sym.v != nil && len(x.sym.v.Levels) > 0:
		d = d.WithHelp("say which level: `%s = %s`", ast.WriteName(x.sym.name), writeCode(x.sym.v.Levels[len(x.sym.v.Levels)-1].Code))
	case x.sym != nil:
		d = d.WithHelp("compare it: `%s = 1`, `%s > 0`, or `%s is not missing`", ast.WriteName(x.sym.name), ast.WriteName(x.sym.name), ast.WriteName(x.sym.name))
	default:
		d = d.WithHelp("compare it with something")
	}
	c.report(d)
	return nil
}

// number types an operand that must be a number.
func (c *checker) number(sc *scope, e ast.Expr, self, what string) plan.Expr {
	x := c.expr(sc, e, self)
	if x.bad || x.num != nil {
		return x.num
	}
	d := c.at(diag.NotNumeric, e.Span(), "%s needs numbers", what).WithLabel("this is %s", x.describe())
	if x.sym != nil {
		d = d.WithHelp("`if(%s = …, 1, 0)` makes a number of a level", ast.WriteName(x.sym.name))
	} else if x.truth != nil {
		d = d.WithHelp("`if(…, 1, 0)` makes a number of a condition")
	}
	c.report(d)
	return nil
}

// expr types an expression. Inside the definition of a `var`, self is its name, which there means the column.
func (c *checker) expr(sc *scope, e ast.Expr, self string) value {
	switch e := e.(type) {
	case *ast.Lit:
		switch e.Literal.Kind {
		case ast.NumberLiteral:
			return value{num: &plan.Number{Value: e.Literal.Number}, lit: &e.Literal}
		case ast.BoolLiteral:
			return value{truth: &plan.Bool{Value: e.Literal.Bool}, lit: &e.Literal}
		}
		return value{lit: &e.Literal}
	case *ast.Ref:
		return c.ref(sc, e.Name, self)
	case *ast.Logic:
		x, y := c.condition(sc, e.X, self, "`"+e.Op+"`"), c.condition(sc, e.Y, self, "`"+e.Op+"`")
		switch {
		case x == nil || y == nil:
			return badValue
		case e.Op == "and":
			return value{truth: &plan.And{X: x, Y: y}}
		}
		return value{truth: &plan.Or{X: x, Y: y}}
	case *ast.Not:
		if x := c.condition(sc, e.X, self, "`not`"); x != nil {
			return value{truth: &plan.Not{X: x}}
		}
		return badValue
	case *ast.Compare:
		return c.compare(sc, e, self)
	case *ast.In:
		x := c.in(sc, e, self)
		if x == nil {
			return badValue
		}
		if e.Negated {
			x = &plan.Not{X: x}
		}
		return value{truth: x}
	case *ast.Missing:
		x := c.expr(sc, e.X, self)
		var inner plan.Expr
		switch {
		case x.bad:
			return badValue
		case x.sym != nil && x.sym.v != nil && x.sym.v.Column != "":
			inner = &plan.Column{Var: x.sym.v}
		case x.num != nil:
			inner = x.num
		case x.truth != nil:
			inner = x.truth
		default:
			c.report(c.at(diag.NotACondition, e.X.Span(), "a text is never missing").WithLabel("this is a text"))
			return badValue
		}
		var out plan.Expr = &plan.IsMissing{X: inner}
		if e.Negated {
			out = &plan.Not{X: out}
		}
		return value{truth: out}
	case *ast.Arith:
		op := string(e.Op)
		x, y := c.number(sc, e.X, self, "`"+op+"`"), c.number(sc, e.Y, self, "`"+op+"`")
		if x == nil || y == nil {
			return badValue
		}
		return value{num: &plan.Arith{Op: op, X: x, Y: y}}
	case *ast.Neg:
		if x := c.number(sc, e.X, self, "`-`"); x != nil {
			return value{num: &plan.Neg{X: x}}
		}
		return badValue
	case *ast.Call:
		return c.call(sc, e, self)
	}
	return badValue // did not parse, which has been reported
}

// ref is the value of a name.
func (c *checker) ref(sc *scope, n ast.Name, self string) value {
	var y *symbol
	if n.Text == self && self != "" {
		y = c.column(sc, n)
	} else {
		y = c.resolve(sc, n)
	}
	if y.bad {
		return badValue
	}
	if y.v == nil {
		return value{truth: y.truth}
	}
	x := value{sym: y, truth: y.truth}
	switch {
	case y.v.Derived != nil && len(y.v.Missing.Codes)+len(y.v.Missing.Ranges) == 0:
		if y.truth == nil {
			x.num = y.v.Derived
		}
	case y.v.Derived != nil:
		x.truth, x.num = nil, &plan.Column{Var: y.v}
	case y.v.Type.NumericLike(), y.untyped():
		x.num = &plan.Column{Var: y.forNumbers()}
	case y.v.Type == plan.Binary:
		// 0 and 1 as recorded; other codes have no sum. The reference level must not turn them round.
		c.lookLevels(sc, y)
		if (y.complete && len(y.levels) > 0 || c.dataless) && !slices.ContainsFunc(y.levels, func(l plan.Level) bool {
			return !catalog.SameCode(l.Code, "0") && !catalog.SameCode(l.Code, "1")
		}) {
			v := *y.v
			v.Type, v.Levels, v.Ref = plan.Numeric, nil, ""
			x.num = &plan.Column{Var: &v}
		}
	}
	return x
}

// leveled tells whether the value is a variable that is compared by its levels.
func (x value) leveled() bool {
	if x.sym == nil || x.sym.v == nil {
		return false
	}
	switch x.sym.v.Type {
	case plan.Binary, plan.Categorical, plan.Ordinal, plan.ID, plan.Text:
		return true
	}
	return false
}

// levelIs is the condition that a variable has one of the codes.
func levelIs(y *symbol, codes ...string) plan.Expr {
	if y.truth != nil && y.v.Derived != nil {
		var out plan.Expr
		for _, code := range codes {
			one := y.truth
			if !catalog.SameCode(code, "1") {
				one = &plan.Not{X: y.truth}
			}
			if out == nil {
				out = one
			} else {
				out = &plan.Or{X: out, Y: one}
			}
		}
		return out
	}
	if y.v.Derived != nil {
		var values []float64
		for _, code := range codes {
			if x, ok := table.ParseNumber(code); ok {
				values = append(values, x)
			}
		}
		return &plan.InSet{X: y.v.Derived, Values: values}
	}
	return &plan.LevelIs{Var: y.v, Codes: codes}
}

func (c *checker) call(sc *scope, e *ast.Call, self string) value {
	name := e.Function.Text
	limits, ok := functions[name]
	if !ok {
		c.vocabulary(diag.UnknownFunction, e.Function, "a function", functionWords)
		for _, a := range e.Args {
			c.expr(sc, a, self) // its own mistakes
		}
		return badValue
	}
	if len(e.Args) < limits[0] || limits[1] > 0 && len(e.Args) > limits[1] {
		c.report(c.at(diag.WrongArguments, e.At, "`%s` takes %s, not %d", name, argumentCount(limits), len(e.Args)).WithLabel("here"))
		return badValue
	}
	if name == "if" {
		test := c.condition(sc, e.Args[0], self, "the first place of `if`")
		x, y := c.expr(sc, e.Args[1], self), c.expr(sc, e.Args[2], self)
		switch {
		case test == nil || x.bad || y.bad:
			return badValue
		case x.num != nil && y.num != nil:
			return value{num: &plan.Call{Function: name, Args: []plan.Expr{test, x.num, y.num}}}
		case x.truth != nil && y.truth != nil:
			return value{truth: &plan.Call{Function: name, Args: []plan.Expr{test, x.truth, y.truth}}}
		}
		c.report(c.at(diag.WrongArguments, e.At, "`if` takes a condition and two numbers, or a condition and two conditions").
			WithLabel("these are %s and %s", x.describe(), y.describe()).
			WithHelp("number the levels and name them: `if(…, 1, 0) binary levels (0 \"no\", 1 \"yes\")`"))
		return badValue
	}
	out := &plan.Call{Function: name}
	for _, a := range e.Args {
		x := c.expr(sc, a, self)
		if !x.bad && x.num == nil {
			c.report(c.at(diag.WrongArguments, a.Span(), "`%s` takes numbers", name).WithLabel("this is %s", x.describe()))
			x = badValue
		}
		if x.bad {
			out = nil
		} else if out != nil {
			out.Args = append(out.Args, x.num)
		}
	}
	if out == nil {
		return badValue
	}
	return value{num: out}
}

func argumentCount(limits [2]int) string {
	switch {
	case limits[1] == 0:
		return "two arguments or more"
	case limits[0] == 1:
		return "one argument"
	}
	return "three arguments"
}
