package dist_test

import (
	"fmt"

	"github.com/hyp-lang/hyp/estimators/dist"
)

// R 4.2.2: (log(2) + pt(200, 499998, lower.tail = FALSE, log.p = TRUE))/log(10) = -8358.320007.
func ExampleStudentTwoSided() {
	p := dist.StudentTwoSided(200, 499998)
	fmt.Println(p.P, p.P > 0)
	fmt.Printf("10^%.3f\n", p.Log10P)
	// Output:
	// 0 false
	// 10^-8358.320
}

func ExampleStudentQuantile() {
	fmt.Printf("%.10f\n", dist.StudentQuantile(0.975, 30))
	// Output: 2.0422724563
}
