package multiplicity_test

import (
	"fmt"

	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/multiplicity"
)

func ExampleAdjust() {
	family := []dist.Tail{multiplicity.FromP(0.01), {P: 0, Log10P: -2707}, multiplicity.FromP(0.04)}
	q, err := multiplicity.Adjust(multiplicity.BH, family)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, a := range q {
		fmt.Printf("q %.3g, log10 q %.4f, below 0.05: %v\n", float64(a.Q), a.Log10Q, a.Below(0.05))
	}
	// Output:
	// q 0.015, log10 q -1.8239, below 0.05: true
	// q 0, log10 q -2706.5229, below 0.05: true
	// q 0.04, log10 q -1.3979, below 0.05: true
}
