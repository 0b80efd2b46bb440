package survey_test

import (
	"context"
	"fmt"
	"log"

	"github.com/hyp-lang/hyp/agents/survey"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
)

// The strongest associations with one outcome.
func ExampleScreen() {
	ctx := context.Background()
	in, _ := survey.Open(ctx, nil, check.Files{Data: "../../examples/penguins/penguins.csv"})
	s, err := survey.Screen(ctx, in, survey.Options{Templates: []plan.Template{plan.Assoc}, Outcomes: []string{"body_mass_g"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%d tests, %d rejected\n", s.Tests, s.Discoveries)
	for _, f := range s.Strongest(3) {
		fmt.Printf("%s  n %d  effect %.2f\n", f.Claim, f.Test.N, f.Test.Effect)
	}
	// Output:
	// 13 tests, 9 rejected
	// assoc(flipper_length_mm, body_mass_g)  n 342  effect 0.87
	// assoc(species, body_mass_g)  n 342  effect 0.82
	// assoc(island, body_mass_g)  n 342  effect 0.62
}

// What most changes a correlation when it is controlled for.
func ExampleSurvey_Confounders() {
	ctx := context.Background()
	in, _ := survey.Open(ctx, nil, check.Files{Data: "../../examples/penguins/penguins.csv"})
	s, err := survey.Screen(ctx, in, survey.Options{Templates: []plan.Template{plan.Assoc}})
	if err != nil {
		log.Fatal(err)
	}
	found, err := s.Confounders(ctx, s.Index("bill_length_mm"), s.Index("bill_depth_mm"), 1)
	if err != nil {
		log.Fatal(err)
	}
	c := found[0]
	fmt.Printf("r %.2f; with %s controlled for %.2f\n", c.Raw, c.Name, c.Adjusted)
	// Output: r -0.24; with species controlled for 0.53
}
