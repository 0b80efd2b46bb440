package rows

import (
	"math/rand/v2"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

func benchTable(b *testing.B) (*table.Table, *plan.Column, *plan.Variable) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 500_000
	x, valid, g := make([]float64, n), make([]bool, n), make([]float64, n)
	for i := range x {
		x[i], valid[i], g[i] = rng.NormFloat64(), rng.IntN(20) > 0, float64(rng.IntN(6))
	}
	t := tableOf(b, table.NumbersColumn("x", x, valid), table.NumbersColumn("g", g, nil))
	v := &plan.Variable{Name: "g", Column: "g", Type: plan.Categorical}
	if _, err := t.Factor("g", table.FactorRule{}); err != nil {
		b.Fatal(err)
	}
	return t, &plan.Column{Var: &plan.Variable{Name: "x", Column: "x", Type: plan.Numeric}}, v
}

func BenchmarkCondition(b *testing.B) {
	t, x, g := benchTable(b)
	e := &plan.And{X: &plan.Compare{Op: ">", X: x, Y: &plan.Number{}}, Y: &plan.LevelIs{Var: g, Codes: []string{"2"}}}
	for b.Loop() {
		if _, err := condition(ctx, t, e); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDerived(b *testing.B) {
	t, x, _ := benchTable(b)
	v := &plan.Variable{Name: "v", Derived: &plan.Call{Function: "log", Args: []plan.Expr{
		&plan.Arith{Op: "+", X: &plan.Arith{Op: "*", X: x, Y: x}, Y: &plan.Number{Value: 1}}}}}
	for b.Loop() {
		if _, err := computed(ctx, t, v); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCachedMask(b *testing.B) {
	t, x, _ := benchTable(b)
	e := &plan.Compare{Op: ">", X: x, Y: &plan.Number{}}
	for b.Loop() {
		if _, err := Mask(ctx, t, e); err != nil {
			b.Fatal(err)
		}
	}
}
