package session_test

import (
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

// A second data set leaves earlier claims with the first.
func TestTwoDataSets(t *testing.T) {
	s := begun(t)
	writeTab(t)
	good(t, s, "var heavy = body_mass_g > 4000 binary")
	good(t, s, "hyp A: assoc(bill_length_mm, body_mass_g) expect positive")
	good(t, s, "diff(bill_length_mm, by=heavy)\n  where year > 2007")
	if out := good(t, s, `dataset t from "tab.tsv"`); strings.Contains(out, "aside") || strings.Contains(out, "earlier answers") {
		t.Error(out)
	}
	has(t, good(t, s, "hyp B: assoc(a, b) on t"), "supported")
	has(t, good(t, s, "%who"), "hyp A", "diff(bill_length_mm, by=heavy)", "hyp B")
	out := good(t, s, "%run")
	has(t, out, "A  assoc(bill_length_mm, body_mass_g)", "B  assoc(a, b)", "n = 342")
	if out, err := sessiontest.Do(t, s, serve.Cell{Code: "hyp C: assoc(a, b)", Count: 9}); err == nil {
		t.Errorf("a claim about which data?\n%s", out)
	} else {
		has(t, out, "about which data?")
	}
	// run again as it was, a claim is about what it was about
	has(t, good(t, s, "hyp A: assoc(bill_length_mm, body_mass_g) expect positive"), "n = 342")
	has(t, s.Study(), "hyp A: assoc(bill_length_mm, body_mass_g) on penguins expect positive", "by=heavy) on penguins\n  where year")
	// an error behind the place where the data set is named stands where it is
	has(t, good(t, s, "var year = bill_length_mm > 40 binary"), ":2:9\n")
}
