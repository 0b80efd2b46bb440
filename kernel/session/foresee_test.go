package session_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/kernel/session"
)

// offered are the texts that completion proposes at the end of a cell.
func offered(t *testing.T, s *session.Session, code string) []string {
	t.Helper()
	var out []string
	for _, m := range s.Complete(t.Context(), code, len(code)).Matches {
		out = append(out, m.Text)
	}
	return out
}

// The first cell of a notebook declares its data: their columns are offered in that cell already, whatever in it is unfinished.
func TestColumnsOfTheCellAtHand(t *testing.T) {
	s := begun(t)
	good(t, s, "%reset")
	const data = "dataset penguins from \"penguins.csv\"\n"
	for code, want := range map[string]string{
		data + "assoc(bill_l":                         "bill_length_mm",
		data + "hyp H1: assoc(bill_length_mm, flip":   "flipper_length_mm",
		data + "assoc(x,, y)\ndiff(body_mass_g, by=s": "sex",
		"dataset d from \"nlsy79.csv\"\nassoc(asvab":  "asvab_total",
	} {
		if got := offered(t, s, code); !slices.Contains(got, want) {
			t.Errorf("%q offers %v, want %s", code, got, want)
		}
	}
	for _, code := range []string{"assoc(bill_l", "dataset penguins from \"nothing.csv\"\nassoc(bill_l"} {
		if got := offered(t, s, code); slices.Contains(got, "bill_length_mm") {
			t.Errorf("%q offers %v, and there are no such data", code, got)
		}
	}
	if b := s.Inspect(t.Context(), data+"assoc(bill_length_mm", len(data)+8, false); b == nil || !strings.Contains(b["text/plain"].(string), "numeric variable, in mm") {
		t.Errorf("%v", b)
	}
}

// Behind %plan stand names of hypotheses as well as claims.
func TestPlanOffersHypotheses(t *testing.T) {
	s := begun(t)
	good(t, s, "hyp H1: assoc(bill_length_mm, body_mass_g)\nhyp H2: assoc(bill_depth_mm, body_mass_g)")
	for code, want := range map[string][]string{"%plan H": {"H1", "H2"}, "%plan H1, H": {"H1", "H2"}, "%plan assoc(bill_length": {"bill_length_mm"}, "%plan ass": {"assoc"}} {
		got := offered(t, s, code)
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%q offers %v, want %s", code, got, w)
			}
		}
	}
}

// In a Python cell names are explained, and columns stand behind hyp.data.
func TestPythonIsExplained(t *testing.T) {
	s := begun(t)
	if got := offered(t, s, "%%python\nhyp.data.bill_l"); !slices.Equal(got, []string{"bill_length_mm"}) {
		t.Errorf("%v", got)
	}
	good(t, s, "%%python\ndef tally(words):\n    \"\"\"Counts words.\"\"\"\n    return len(words)")
	for code, want := range map[string]string{
		"len":                           "len(obj) (function)",
		"len(":                          "len(obj) (function)",
		"hyp.run(":                      "run(text) (function)\nAnswers a hypothesis",
		"x = hyp.insights":              "every finding of the graph",
		"tally":                         "tally(words) (function)\nCounts words.",
		"import math\nmath":             "math (module)\nHas: acos, ",
		"hyp.data.body_mass_g":          "numeric variable, in g",
		"hyp.data['body_mass_g'":        "numeric variable, in g",
		"open":                          "Python cells read no files",
		"# 𝐚𝐚 é\nround":                 "round(",
		"'x'.upper":                     "upper",
		"for x in range(3):\n    print": "print(",
	} {
		code = "%%python\n" + code
		b := s.Inspect(t.Context(), code, len(code), false)
		if b == nil || !strings.Contains(b["text/plain"].(string), want) {
			t.Errorf("%q: %v, want %s", code, b, want)
		}
	}
	for _, code := range []string{"nothing_known", "'len", "# len", "1 + ", ""} {
		code = "%%python\n" + code
		if b := s.Inspect(t.Context(), code, len(code), false); b != nil {
			t.Errorf("%q: %v", code, b)
		}
	}
}
