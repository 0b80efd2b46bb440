package grammar_test

import (
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/grammar"
)

// smallNames are the names of a study with one of each kind.
var smallNames = grammar.Names{
	Variables: []grammar.Variable{
		{Name: "x", Amount: true, Claimed: true, Outcome: true, Slope: true},
		{Name: "y", Amount: true, Claimed: true, Outcome: true, Slope: true},
		{Name: "bill length", Amount: true, Claimed: true, Outcome: true, Slope: true},
		{Name: "g", Grouped: true, Claimed: true, Levels: []string{`"a"`, `"b"`, `"c"`}},
		{Name: "h", Grouped: true, Claimed: true, Outcome: true, Slope: true, Levels: []string{"0", `"no"`, "1", `"yes"`}},
		{Name: "rank", Grouped: true, Ordered: true, Claimed: true, Outcome: true, Slope: true},
		{Name: "odd \\ `\"[n]^a/-m' é 名", Amount: true, Claimed: true, Outcome: true, Slope: true},
		{Name: "W", Amount: true, Weight: true},
		{Name: "id"},
	},
	Contexts: []string{"adults"}, Families: []string{"main"}, Hypotheses: []string{"H1", "H2"},
}

var rightLines = []string{
	"assoc(`odd \\ ``\"[n]^a/-m' é 名`, y) controlling for x where `odd \\ ``\"[n]^a/-m' é 名` < 3",
	"assoc(x, y)", "assoc(`bill length`, y)\n", "assoc(g, y)", "assoc(x, h) controlling for y, g weights=W where adults and x > 5",
	"hyp H3: assoc(x, y)\nhyp H4: diff(y, by=g: \"a\" vs rest) expect positive", "diff(y, by=h: 1 vs 0)", "diff(y, by=h: \"yes\" vs \"no\")",
	"diff(h, by=rank: 2 vs 1)", "interact(x * h -> y) expect amplify", "heterogeneity(y ~ x | g) expect varies under main",
	"assoc(x, y) where g = \"a\" or g in (\"a\", \"b\")", "assoc(x, y) where not (g = \"a\" and x in 1..3)", "assoc(x, y) where rank >= 3",
	"assoc(x, y) where log(x) + 2 * y > -5", "assoc(x, y) where x is not missing", "assoc(x, y) where x not in (1, 2)",
	"assoc(x, y) where if(adults, x, y) > 2", "assoc(x, y) where id is missing", "assoc(x, y) floor d >= 0.1 decide p < 0.05 and effect > 0.1",
	"hyp H3: assoc(x, y) rival H1, \"the weather\" deepens H1, H2 needs \"more rows\" prior 0.2 claim \"more\" because \"so\"",
}

var wrongLines = []string{
	"", "assoc(xx, y)", "assoc(x, Y)", "assoc(bill length, y)", "assoc(`bill lenght`, y)", "assoc(x, g)", "assoc(W, y)", "assoc(id, y)",
	"assoc(x y)", "asoc(x, y)", "assoc(x, y) controlling for z", "assoc(x, y) controlling for x g", "assoc(x, y) weights=x", "assoc(x, y) weights W",
	"diff(y, by=x)", "diff(y, by=g: \"A\" vs \"b\")", "diff(y, by=g: \"a\" vs \"z\")", "diff(y, by=h: 2 vs 1)", "diff(y by g)",
	"interact(g * x -> y)", "heterogeneity(y ~ x | x)", "assoc(x, y) expect varies", "heterogeneity(y ~ x | g) expect positive",
	"assoc(x, y) under other", "assoc(x, y) on d", "assoc(x, y) rival H9", "assoc(x, y) deepens H9", "assoc(x, y) where grown",
	"assoc(x, y) where x", "assoc(x, y) where g > \"a\"", "assoc(x, y) where g = \"z\"", "assoc(x, y) where x = \"a\"", "assoc(x, y) where log(x, y) > 1",
	"assoc(x, y) decide p < 0.05 on holdout", "assoc(x, y) decide p > 0.05", "assoc(x, y) decide effect < -0.2", "dataset d from \"d.csv\"", "var a = x numeric", "assoc(x, y)  # more", "assoc(x, y)\n\nassoc(x, y)",
}

func TestLines(t *testing.T) {
	form, err := grammar.Lines(words(), smallNames)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range rightLines {
		if !form.Matches(text) {
			t.Errorf("not accepted: %s", text)
		}
	}
	for _, text := range wrongLines {
		if form.Matches(text) {
			t.Errorf("accepted: %s", text)
		}
	}
}

// A study without names of a kind has no clause that needs one, and the grammar no rule that is empty.
func TestLinesWithout(t *testing.T) {
	form, err := grammar.Lines(words(), grammar.Names{Variables: smallNames.Variables[:2]})
	if err != nil {
		t.Fatal(err)
	}
	text := form.GBNF()
	for _, gone := range []string{"under ", "deepens", "weights", "diff(", "heterogeneity(", "::= \n"} {
		if strings.Contains(text, gone) {
			t.Errorf("%q is in the grammar", gone)
		}
	}
	if !form.Matches("assoc(x, y) where x > 5 rival \"the weather\"") {
		t.Error("a right line is not accepted")
	}
	if _, err := grammar.Lines(words(), grammar.Names{}); err == nil || !strings.Contains(err.Error(), "make no hypothesis") {
		t.Errorf("no names: %v", err)
	}
}
