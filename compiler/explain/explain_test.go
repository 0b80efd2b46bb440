package explain_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/explain"
	"github.com/hyp-lang/hyp/compiler/lint"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// Whatever a table of the project names is found by its name, and explained.
func TestFindsEverything(t *testing.T) {
	var names []string
	for _, x := range diag.Registry() {
		names = append(names, x.Code, x.Name)
	}
	for _, r := range lint.Rules() {
		names = append(names, r.Code, strings.ToUpper(r.Name))
	}
	for _, r := range engine.Reasons() {
		names = append(names, r.Code)
	}
	names = append(names, grammar.Keywords()...)
	for _, q := range query.Topics() {
		names = append(names, q.Name)
	}
	names = append(names, "find", "lineage", "lineage of", "paths", "path")
	for _, name := range names {
		found := explain.Find(name)
		if len(found) == 0 {
			t.Errorf("nothing explains %q", name)
		}
		for _, topic := range found {
			if topic.What == "" || !strings.Contains(topic.Text(80), topic.Heading()) {
				t.Errorf("%q: an empty explanation", name)
			}
		}
	}
}

// The caller owns the list.
func TestTopicsAreCopies(t *testing.T) {
	explain.Topics()[0].Name = "spoiled"
	if explain.Topics()[0].Name == "spoiled" {
		t.Error("the table was changed from outside")
	}
}

func ExampleFind() {
	for _, topic := range explain.Find("rest") {
		fmt.Println(topic.Heading())
	}
	// Output: diff (claim)
}
