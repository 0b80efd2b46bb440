package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/estimators/result"
)

// The author's words stand right under the claim, whatever became of it.
func TestAuthorRows(t *testing.T) {
	for _, name := range []string{"pearson", "refused", "blocked"} {
		r := records()[name]
		r.Statement, r.Because = "Long bills are \x1b[31mshallow", "an earlier study"
		var b bytes.Buffer
		if err := Write(&b, r, Options{Width: 120}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(b.String(), "\n")
		if len(lines) < 3 || lines[1] != `  claim     Long bills are \x1b[31mshallow` || lines[2] != "  because   an earlier study" {
			t.Errorf("%s:\n%s", name, b.String())
		}
	}
}

// Above an equivalence verdict the finding says that the effect is smaller than the floor, not that nothing is settled.
func TestEquivalentFinding(t *testing.T) {
	inside := func(name string, v result.Value, yes bool) *result.Record {
		r := records()[name]
		r.P, r.Log10P = f(0.78), f(-0.10791)
		r.Verdict = &result.Verdict{Value: v}
		r.Equivalence = &result.Equivalence{Measure: "r", Floor: 0.03, P: 0.001, Inside: yes}
		return r
	}
	for name, start := range map[string]string{
		"pearson": "Any association between bill_length_mm and bill_depth_mm is smaller than the floor r >= 0.03: Pearson r -0.2",
		"diff":    "Any difference in body_mass_g between male and female (sex) is smaller than the floor r >= 0.03, at equal species: partial r 0.7",
		"open":    "Where species = \"Adelie\", any difference in delta15n between male and female (sex) is smaller than the floor r >= 0.03: Cohen's d",
		"omnibus": "Any difference of the slope of bill_depth_mm on bill_length_mm across species is smaller than the floor r >= 0.03: partial eta squared",
		"logit":   "Any association between ses and ba_degree is smaller than the floor r >= 0.03: odds ratio",
	} {
		for _, v := range []result.Value{result.Refuted, result.Supported} {
			if s := Sentence(inside(name, v, true)); !strings.HasPrefix(s, start) {
				t.Errorf("%s, %s: %q", name, v, s)
			}
		}
		if s := Sentence(inside(name, result.Inconclusive, true)); !strings.Contains(s, "do not settle") {
			t.Errorf("%s, inconclusive: %q", name, s)
		}
		if s := Sentence(inside(name, result.Refuted, false)); !strings.Contains(s, "do not settle") {
			t.Errorf("%s, not inside: %q", name, s)
		}
	}
}

// q of a predicted absence is made of another p than the one that the test line shows.
func TestFamilyNamesTheTest(t *testing.T) {
	for expect, want := range map[string]string{"null": "f: q = 0.040 of the equivalence test, ", "uniform": "f: q = 0.040 of the equivalence test, ", "positive": "f: q = 0.040, "} {
		r := records()["pearson"]
		r.Expect, r.Verdict = expect, &result.Verdict{Value: result.Supported, Reason: "Yes."}
		r.Q, r.Log10Q, r.Family = f(0.04), f(-1.39794), &result.Family{Name: "f", Method: "bh", Alpha: 0.05, Tests: 4}
		var b bytes.Buffer
		if err := Write(&b, r, Options{Width: 120}); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s (%v):\n%s", expect, err, b.String())
		}
	}
}
