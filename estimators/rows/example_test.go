package rows_test

import (
	"context"
	"fmt"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

func ExampleMask() {
	data, err := table.New("people.csv", table.CellsColumn("age", []string{"17", "", "40", "70"}))
	if err != nil {
		fmt.Println(err)
		return
	}
	age := &plan.Column{Var: &plan.Variable{Name: "age", Column: "age", Type: plan.Numeric}}
	adult := &plan.Compare{Op: ">=", X: age, Y: &plan.Number{Value: 18}}
	for _, e := range []plan.Expr{adult, &plan.Not{X: adult}, &plan.IsMissing{X: age}} {
		mask, err := rows.Mask(context.Background(), data, e)
		fmt.Println(mask.Get(0), mask.Get(1), mask.Get(2), mask.Get(3), err)
	}
	// Output:
	// false false true true <nil>
	// true false false false <nil>
	// false true false false <nil>
}
