package lint

import (
	"strconv"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/format"
)

// planned is a checked condition as a conjunction that implies can compare: over columns instead of a study's names, so that
// conditions of two studies meet.
func planned(e plan.Expr, out []conjunct) []conjunct {
	switch x := e.(type) {
	case nil:
		return out
	case *plan.And:
		return planned(x.Y, planned(x.X, out))
	}
	text := unplanned(e)
	return append(out, conjunct{format.Expr(text), text})
}

// unplanned writes a checked condition as the syntax that it could have come from. What implies does not look into becomes one
// name, equal for equal meaning.
func unplanned(e plan.Expr) ast.Expr {
	switch x := e.(type) {
	case *plan.And:
		return &ast.Logic{Op: "and", X: unplanned(x.X), Y: unplanned(x.Y)}
	case *plan.Or:
		return &ast.Logic{Op: "or", X: unplanned(x.X), Y: unplanned(x.Y)}
	case *plan.Not:
		switch not := x.X.(type) {
		case *plan.IsMissing:
			return &ast.Missing{X: named(not.X), Negated: true}
		case *plan.LevelIs:
			if len(not.Codes) == 1 {
				return &ast.Compare{Op: "!=", X: reference(computed(not.Var)), Y: &ast.Lit{Literal: level(not.Codes[0])}}
			}
		}
	case *plan.Compare:
		if n, ok := x.Y.(*plan.Number); ok { // the checker puts literals there
			return &ast.Compare{Op: ast.CompareOp(x.Op), X: named(x.X), Y: &ast.Lit{Literal: literal(n.Value)}}
		}
	case *plan.LevelIs:
		in := &ast.In{X: reference(computed(x.Var))}
		for _, c := range x.Codes {
			in.Set.Values = append(in.Set.Values, ast.Value{Literal: level(c)})
		}
		return in
	case *plan.InSet:
		in := &ast.In{X: named(x.X)}
		for _, v := range x.Values {
			in.Set.Values = append(in.Set.Values, ast.Value{Literal: literal(v)})
		}
		return in
	case *plan.InRange:
		return &ast.In{X: named(x.X), Set: ast.Set{Range: &ast.Range{Low: numeral(x.Low), High: numeral(x.High)}}}
	case *plan.IsMissing:
		return &ast.Missing{X: named(x.X)}
	}
	return named(e)
}

// named is the name of a value: its column, or what it is computed from.
func named(e plan.Expr) *ast.Ref {
	if c, ok := e.(*plan.Column); ok {
		return reference(computed(c.Var))
	}
	return reference(plan.Canonical(e))
}

// computed is what a variable is computed from: its column, or its expression.
func computed(v *plan.Variable) string {
	if v.Derived != nil {
		return plan.Canonical(v.Derived)
	}
	return v.Column
}

func reference(name string) *ast.Ref { return &ast.Ref{Name: ast.Name{Text: name}} }

// level is a code of a variable that is read as levels; it says nothing of order.
func level(code string) ast.Literal { return ast.Literal{Kind: ast.StringLiteral, Text: code} }

func literal(x float64) ast.Literal {
	return ast.Literal{Kind: ast.NumberLiteral, Text: numeral(x).Text, Number: x}
}

func numeral(x float64) ast.Number {
	return ast.Number{Text: strconv.FormatFloat(x, 'g', -1, 64), Value: x}
}
