package main

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/grammar"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// exampleStudies are the studies whose lines a grammar is made for.
var exampleStudies = []string{"penguins", "nlsy79"}

func open(t *testing.T, name, more string) *study.Study {
	t.Helper()
	folder := filepath.Join("..", "..", "examples", name)
	texts, err := study.Find(context.Background(), []string{filepath.Join(folder, name+".hyp")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	texts[0].Source = source.New(name+".hyp", texts[0].Source.Text+more)
	return study.Open(context.Background(), texts, study.Options{})[0]
}

func linesOf(t *testing.T, s *study.Study) *grammar.Form {
	t.Helper()
	names, err := namesOf(context.Background(), s.Info)
	if err != nil {
		t.Fatal(err)
	}
	form, err := grammar.Lines(check.Words().Grammar(), names)
	if err != nil {
		t.Fatal(err)
	}
	return form
}

// oneLine is a statement as the form of lines has it, whatever its length.
func oneLine(s ast.Statement) string { return strings.ReplaceAll(format.Statement(s), "\n  ", " ") }

// Every hypothesis of a study is a sentence of the grammar made for it, and misspelt ones are none.
func TestLinesAccept(t *testing.T) {
	for _, name := range exampleStudies {
		s := open(t, name, "")
		form := linesOf(t, s)
		n := 0
		var all []string
		for _, st := range s.Info.File.Statements {
			if h, ok := st.(*ast.Hyp); ok {
				line := oneLine(h)
				all = append(all, line)
				if !form.Matches(line) {
					t.Errorf("%s: not accepted: %s", name, line)
				}
				n++
			}
		}
		if n < 10 || !form.Matches(strings.Join(all, "\n")+"\n") {
			t.Errorf("%s: %d hypotheses, together not accepted", name, n)
		}
	}
}

// wrongLines are no sentences of the grammar for lines of the penguins.
var wrongLines = []string{
	"", "assoc(bill_lenght_mm, body_mass_g)", "assoc(bill_length_mm, body_mass)", "asoc(bill_length_mm, body_mass_g)",
	"assoc(bill_length_mm body_mass_g)", "assoc(bill_length_mm, body_mass_g", "assoc(species, species)",
	"assoc(bill_length_mm, body_mass_g) controlling species", "assoc(bill_length_mm, body_mass_g) controlling for specie",
	"assoc(bill_length_mm, body_mass_g) controlling for sex species", "assoc(bill_length_mm, body_mass_g) expect varies",
	"assoc(bill_length_mm, body_mass_g) expect positiv", "assoc(bill_length_mm, body_mass_g) under degree",
	"assoc(bill_length_mm, body_mass_g) weights=body_mass_g", "assoc(bill_length_mm, body_mass_g) where gento",
	"assoc(bill_length_mm, body_mass_g) where species = \"gentoo\"", "assoc(bill_length_mm, body_mass_g) where body_mass_g",
	"diff(body_mass_g, by=flipper_length_mm)", "diff(body_mass_g, by=species: \"Gento\" vs rest)", "diff(body_mass_g, species)",
	"diff(body_mass_g by species)", "interact(bill_length_mm * species -> body_mass_g)", "interact(bill_length_mm, sex, body_mass_g)",
	"heterogeneity(body_mass_g ~ bill_length_mm | bill_depth_mm)", "assoc(bill_length_mm, body_mass_g) decide p < 0.05 on holdout",
	"assoc(bill_length_mm, body_mass_g) deepens H99", "assoc(body_mass_g ~ bill_length_mm)", "var a = sex binary",
	"assoc(bill_length_mm, body_mass_g) using olss", "1. assoc(bill_length_mm, body_mass_g)", "assoc(bill_length_mm, body_mass_g): heavier",
	"assoc(bill_length_mm, body_mass_g) floor odds > 1.2", "assoc(bill_length_mm, body_mass_g) claim heavier",
	"assoc(bill_length_mm, body_mass_g) decide p > 0.05", "assoc(bill_length_mm, body_mass_g) decide effect < -0.2",
	"assoc(bill_length_mm, body_mass_g) expect positive expect positive", "Assoc(bill_length_mm, body_mass_g)",
}

func TestLinesReject(t *testing.T) {
	form := linesOf(t, open(t, "penguins", ""))
	if !form.Matches("assoc(bill_length_mm, body_mass_g)") {
		t.Fatal("the right line is not accepted")
	}
	for _, line := range wrongLines {
		if form.Matches(line) {
			t.Errorf("accepted: %s", line)
		}
	}
}

// noBrackets leaves out what the formatter does: brackets in conditions that mean nothing.
func noBrackets(s string) string { return strings.NewReplacer("(", "", ")", "").Replace(s) }

// What the grammar of lines makes is right but for what no grammar sees: which names go together, and how large numbers are.
func TestLinesAreRight(t *testing.T) {
	unseen := []string{
		diag.SelfClaim, diag.ControlIsCore, diag.DuplicateControl, diag.SelfContrast, diag.AdjustedWithoutFamily, diag.NullWithoutFloor,
		diag.MeasureMismatch, diag.EstimatorMismatch, diag.EmptyRange, diag.OutOfBounds, diag.DuplicateName, diag.LineageCycle,
	}
	for _, name := range exampleStudies {
		form := linesOf(t, open(t, name, ""))
		r := rand.New(rand.NewPCG(1, 2))
		var b strings.Builder
		b.WriteString("\n")
		for range 300 {
			text := strings.TrimSuffix(form.Sentence(r, 24), "\n")
			f, found := parse.File(source.New("line.hyp", text))
			if len(found) > 0 && found[0].Code != diag.DuplicateClause {
				t.Fatalf("%s: %s in %s", found[0].Code, found[0].Message, text)
			}
			var again []string
			for _, s := range f.Statements {
				again = append(again, oneLine(s))
			}
			if len(found) == 0 && noBrackets(strings.Join(again, "\n")) != noBrackets(text) {
				t.Errorf("formatted otherwise:\n%s\n%s", text, strings.Join(again, "\n"))
			}
			if len(found) == 0 {
				b.WriteString(text + "\n")
			}
		}
		s := open(t, name, b.String())
		for _, d := range s.Diagnostics {
			if d.Severity == diag.Error && !slices.Contains(unseen, d.Code) {
				line, _, _ := strings.Cut(d.File.Text[strings.LastIndexByte(d.File.Text[:d.Span.Start], '\n')+1:], "\n")
				t.Errorf("%s: %s %s in %s", name, d.Code, d.Message, line)
			}
		}
		if len(s.Info.Hyps) < 100 {
			t.Errorf("%s: only %d hypotheses", name, len(s.Info.Hyps))
		}
	}
}
