package study_test

import (
	"context"
	"fmt"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
)

// A study from its file to its findings.
func Example() {
	ctx := context.Background()
	texts, err := study.Find(ctx, []string{"../../examples/penguins/penguins.hyp"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range study.Open(ctx, texts, study.Options{Only: []string{"H1", "H2"}}) {
		err := s.Run(ctx, func(r *result.Record) error {
			fmt.Printf("%s: %s\n", r.Name, r.Finding)
			return nil
		}, func(name string, err error) { fmt.Println(name, err) })
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// H1: Higher bill_length_mm goes with lower bill_depth_mm: Pearson r -0.2351 (95% interval -0.3328 to -0.1323), p = 1.1e-5, n = 342.
	// H2: Higher bill_length_mm goes with higher bill_depth_mm, at equal species: partial r 0.5279 (95% interval 0.4466 to 0.6005), p = 8.7e-26, n = 342.
}
