package session_test

import (
	"os"
	"strings"
	"testing"
)

// What is set aside comes back when it fits again, is listed until then, and is not lost without a word.
func TestSetAsideComesBack(t *testing.T) {
	s := begun(t)
	writeTab(t)
	good(t, s, "var heavy = body_mass_g > 4000 binary")
	good(t, s, "hyp A: assoc(bill_length_mm, body_mass_g) expect positive")
	good(t, s, "hyp B: diff(bill_length_mm, by=heavy)")
	has(t, good(t, s, `dataset penguins from "tab.tsv"`), "hypothesis `A` of cell", "set aside")
	if out := good(t, s, "assoc(a, b)"); strings.Contains(out, "aside") {
		t.Errorf("said a second time:\n%s", out)
	}
	has(t, good(t, s, "%who"), "hyp A: assoc(bill_length_mm, body_mass_g) expect positive  set aside: ", "hyp B: diff(bill_length_mm, by=heavy)  set aside: ")
	has(t, good(t, s, "%save out.hyp"), "1 hypothesis written", "left out", "hypothesis `A`", "hypothesis `B`")
	out := good(t, s, `dataset penguins from "penguins.csv"`)
	has(t, out, "hypothesis `A` of cell", "hypothesis `B` of cell", "holds again", "the claim `assoc(a, b)`", "set aside")
	has(t, good(t, s, "%run A B"), "A  assoc(bill_length_mm, body_mass_g)", "B  diff(bill_length_mm, by=heavy)")
	has(t, good(t, s, "%who"), "hyp A: assoc(bill_length_mm, body_mass_g) expect positive  supported\n")
	has(t, good(t, s, "%save out.hyp --force"), "2 hypotheses written", "left out", "assoc(a, b)")
	text, err := os.ReadFile("out.hyp")
	if err != nil {
		t.Fatal(err)
	}
	has(t, string(text), "hyp A", "hyp B", "var heavy")
	good(t, s, "%reset A")
	if out := good(t, s, "%who"); strings.Contains(out, "hyp A") {
		t.Error(out)
	}
	// a claim whose declaration is forgotten is said at once, and comes back with it
	has(t, good(t, s, "%reset heavy"), "forgotten", "hypothesis `B` of cell", "set aside")
	has(t, good(t, s, "var heavy = body_mass_g > 4000 binary"), "hypothesis `B` of cell", "holds again")
	// a statement that is set aside does not stand in the way of a new one of its name
	good(t, s, "%reset heavy")
	good(t, s, "hyp B: assoc(bill_length_mm, body_mass_g)")
}

// A family that changes makes other numbers of its members' answers, and who was answered in the old one is told.
func TestFamilyChanges(t *testing.T) {
	s := begun(t)
	good(t, s, "family mob alpha 0.05 method holm")
	good(t, s, "hyp H1: assoc(bill_length_mm, body_mass_g) under mob\nhyp H2: assoc(bill_length_mm, bill_depth_mm) under mob\nhyp H3: assoc(year, bill_depth_mm) under mob")
	if out := good(t, s, "family mob alpha 0.05 method holm"); strings.Contains(out, "earlier") {
		t.Errorf("nothing has changed:\n%s", out)
	}
	has(t, good(t, s, "family mob alpha 0.001 method bh"), "earlier answers were to another question", "H1, H2, H3; %run H1 H2 H3 answers again")
	has(t, good(t, s, "%who"), "under mob  supported; its family has changed since, %run H1 answers again")
	good(t, s, "%run")
	if out := good(t, s, "%who"); strings.Contains(out, "since") {
		t.Error(out)
	}
	has(t, good(t, s, "hyp H3: assoc(year, bill_length_mm) under mob"), "H1, H2; %run H1 H2 answers again")
	good(t, s, "%run")
	has(t, good(t, s, "%reset H3"), "H1, H2; %run H1 H2 answers again")
	out := good(t, s, "%reset mob")
	has(t, out, "forgotten: family `mob`", "hypothesis `H1` of cell", "hypothesis `H2` of cell", "set aside")
	has(t, good(t, s, "family mob alpha 0.001 method bh"), "holds again")
}
