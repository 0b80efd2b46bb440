package space_test

import (
	"fmt"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/compiler/plan"
)

// The World Values Survey of Table 8 has 198 testable variables.
func ExampleTotal() {
	fmt.Println(space.Short(space.Total(198, 0)), space.Short(space.Total(198, 5)))
	fmt.Println(space.Count(plan.Assoc, 198, 0))
	// Output:
	// 1.54e7 3.43e16
	// 39006
}
