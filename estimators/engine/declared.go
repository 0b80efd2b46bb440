package engine

import (
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

// checkDeclared refuses a row of mask whose value is none of a variable's declared levels. As one more group, or one more
// number on a scale, it would be an answer that nobody described: mostly a missing code that was not declared.
func (e *run) checkDeclared(mask table.Bitmap) error {
	seen := map[*plan.Variable]bool{}
	var check func(v *plan.Variable) error
	var inside func(x plan.Expr) error
	check = func(v *plan.Variable) error {
		if seen[v] {
			return nil
		}
		seen[v] = true
		if err := inside(v.Derived); err != nil || len(v.Levels) == 0 {
			return err
		}
		f, err := rows.Factor(e.ctx, e.t, v)
		if err != nil || len(f.Levels) <= len(v.Levels) {
			return err
		}
		for i := range e.t.Rows {
			if !mask.Get(i) || !f.Valid.Get(i) {
				continue
			}
			if at := int(f.Codes.At(i)); at >= len(v.Levels) {
				r := refuse(LevelMismatch, "row %d holds %s, which is not a level of `%s`", i+1, display(f.Levels[at]), v.Name)
				return e.help(r, "list it under `levels`, or under `missing` of the variable")
			}
		}
		return nil
	}
	inside = func(x plan.Expr) error {
		var parts []plan.Expr
		switch x := x.(type) {
		case *plan.LevelIs:
			return check(x.Var)
		case *plan.Column:
			return check(x.Var)
		case *plan.And:
			parts = []plan.Expr{x.X, x.Y}
		case *plan.Or:
			parts = []plan.Expr{x.X, x.Y}
		case *plan.Not:
			parts = []plan.Expr{x.X}
		case *plan.Compare:
			parts = []plan.Expr{x.X, x.Y}
		case *plan.InSet:
			parts = []plan.Expr{x.X}
		case *plan.InRange:
			parts = []plan.Expr{x.X}
		case *plan.IsMissing:
			parts = []plan.Expr{x.X}
		case *plan.Arith:
			parts = []plan.Expr{x.X, x.Y}
		case *plan.Neg:
			parts = []plan.Expr{x.X}
		case *plan.Call:
			parts = x.Args
		}
		for _, p := range parts {
			if err := inside(p); err != nil {
				return err
			}
		}
		return nil
	}
	for _, r := range e.roles() {
		if err := check(r.variable); err != nil {
			return err
		}
	}
	return nil
}
