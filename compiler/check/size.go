package check

import (
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// maxParts bounds the parts of a definition after the variables and contexts that it uses are written out. The limit of the
// parser counts one text; definitions that use each other twice double with every step, and 40 of them would never end.
const maxParts = 10_000

// sized passes an expression on when it is small enough, and reports it and returns nil when it is not. The definitions it is
// made of have passed before, so counting takes at most a few times maxParts steps.
func (c *checker) sized(e plan.Expr, name string, at source.Span) plan.Expr {
	if e == nil || parts(e, maxParts) <= maxParts {
		return e
	}
	c.report(c.at(diag.NestedTooDeep, at, "the definition of `%s`, with the names that it uses written out, has more than %d parts", name, maxParts).
		WithLabel("too large").
		WithHelp("definitions that use one another several times multiply: compute such a column before, in the data"))
	return nil
}

// parts counts the parts of an expression; above limit it stops and returns more than limit.
func parts(e plan.Expr, limit int) int {
	n := 1
	add := func(all ...plan.Expr) {
		for _, x := range all {
			if n <= limit {
				n += parts(x, limit-n)
			}
		}
	}
	switch e := e.(type) {
	case *plan.And:
		add(e.X, e.Y)
	case *plan.Or:
		add(e.X, e.Y)
	case *plan.Not:
		add(e.X)
	case *plan.Compare:
		add(e.X, e.Y)
	case *plan.InSet:
		add(e.X)
	case *plan.InRange:
		add(e.X)
	case *plan.IsMissing:
		add(e.X)
	case *plan.Arith:
		add(e.X, e.Y)
	case *plan.Neg:
		add(e.X)
	case *plan.Column:
		if e.Var.Derived != nil {
			add(e.Var.Derived)
		}
	case *plan.Call:
		add(e.Args...)
	}
	return n
}
