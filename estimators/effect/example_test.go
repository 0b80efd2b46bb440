package effect_test

import (
	"fmt"

	"github.com/hyp-lang/hyp/estimators/effect"
)

func ExamplePearsonR() {
	v := effect.PearsonR(-0.8677, 32)
	fmt.Printf("%s %.3f [%.3f, %.3f]\n", v.Measure, v.Value, v.Low, v.High)
	// Output: pearson_r -0.868 [-0.934, -0.744]
}

func ExampleFMagnitude() {
	// Twelve levels of pure noise: eta squared is 0.1, the magnitude is 0.
	fmt.Println(effect.PartialEta2(0.9, 11, 88, 100, 11).Value > 0.1, effect.FMagnitude(0.9, 11, 88))
	// Output: true 0
}
