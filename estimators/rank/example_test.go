package rank_test

import (
	"context"
	"fmt"

	"github.com/hyp-lang/hyp/estimators/rank"
	"github.com/hyp-lang/hyp/estimators/table"
)

func ExampleMannWhitney() {
	answers := &table.Numeric{Values: []float64{1, 2, 2, 3, 3, 4, 5, 5}}
	groups := table.CodesOf([]uint32{0, 0, 0, 1, 0, 1, 1, 1})
	m, err := rank.MannWhitney(context.Background(), answers, nil, groups, []int32{0, 1})
	// scipy 1.17: mannwhitneyu([3, 4, 5, 5], [1, 2, 2, 3], method="asymptotic").statistic is 15.5.
	fmt.Println(m.U, m.N0, m.N1, err)
	// Output: 15.5 4 4 <nil>
}
