package grammar_test

import (
	"fmt"

	"github.com/hyp-lang/hyp/lang/grammar"
)

// A model that is held to this form cannot misspell a column, and cannot adjust for one that does not exist.
func ExampleLines() {
	form, err := grammar.Lines(words(), grammar.Names{Variables: []grammar.Variable{
		{Name: "income", Amount: true, Claimed: true, Outcome: true, Slope: true},
		{Name: "trust", Amount: true, Claimed: true, Outcome: true, Slope: true},
		{Name: "region", Grouped: true, Claimed: true, Levels: []string{`"north"`, `"south"`}},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, line := range []string{
		"assoc(income, trust) controlling for region",
		"diff(trust, by=region: \"north\" vs \"south\") expect positive",
		"assoc(incomes, trust)",
		"diff(trust, by=income)",
	} {
		fmt.Println(form.Matches(line), line)
	}
	// Output:
	// true assoc(income, trust) controlling for region
	// true diff(trust, by=region: "north" vs "south") expect positive
	// false assoc(incomes, trust)
	// false diff(trust, by=income)
}

// What a word of the language means.
func ExampleExplain() {
	for _, w := range grammar.Explain("holm") {
		fmt.Println(w.Kind+":", w.What)
	}
	// Output: method: Holm 1979: the chance of any false finding, step by step. Never weaker than bonferroni.
}
