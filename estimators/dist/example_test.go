package dist_test

import (
	"fmt"

	"github.com/hyp-lang/hyp/estimators/dist"
)

func ExampleStudentTwoSided() {
	p := dist.StudentTwoSided(200, 499998)
	fmt.Println(p.P, p.P > 0)
	fmt.Printf("10^%.3f\n", p.Log10P)
	// Output:
	// 0 false
	// 10^-8348.899
}

func ExampleStudentQuantile() {
	fmt.Printf("%.10f\n", dist.StudentQuantile(0.975, 30))
	// Output: 2.0422724563
}
