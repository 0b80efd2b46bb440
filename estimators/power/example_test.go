package power_test

import (
	"fmt"

	"github.com/hyp-lang/hyp/estimators/power"
)

// A floor of r >= 0.05 on 400 rows with three control columns is below what the test can see.
func ExampleMinimalDetectable() {
	d := power.Design{Kind: power.Correlation, N: 400, Controls: 3}
	r, err := power.MinimalDetectable(d, "r", power.DefaultPower, power.DefaultAlpha)
	fmt.Printf("%.3f %v\n", r, err)
	// Output: 0.140 <nil>
}
