package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/lang/source"
)

// birds runs a study over the penguins of examples/ and returns its records by name.
func birds(t *testing.T, text string, only ...string) map[string]*result.Record {
	t.Helper()
	data, err := filepath.Abs("../../examples/penguins/penguins.csv")
	if err != nil {
		t.Fatal(err)
	}
	studies := Open(context.Background(), []Text{{Source: source.New("s.hyp", text), Folder: "."}}, Options{Data: data, Only: only})
	out := map[string]*result.Record{}
	if studies[0].Failed() {
		t.Fatalf("%+v", studies[0].Diagnostics)
	}
	err = studies[0].Run(context.Background(), func(r *result.Record) error {
		out[r.Name] = r
		return nil
	}, func(name string, err error) { t.Errorf("%s: %v", name, err) })
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func close(t *testing.T, what string, got *float64, want float64) {
	t.Helper()
	if got == nil || math.Abs(*got-want) > 1e-9*want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

const four = `
hyp A: assoc(bill_length_mm, bill_depth_mm) under f
hyp B: assoc(flipper_length_mm, delta15n) under f
hyp C: diff(delta13c, by=sex) under f
hyp D: assoc(year, body_mass_g) under f
`

// TestFamilies holds q to R 4.2.2's p.adjust over the p-values of cor.test and t.test on the same columns; running one member
// alone must not change its q.
func TestFamilies(t *testing.T) {
	for method, want := range map[string][4]float64{
		"bh":         {2.23932439227467e-05, 1.98238976104096e-22, 9.71578503628445e-01, 5.82031116594783e-01},
		"by":         {4.66525915057224e-05, 4.12997866883534e-22, 1, 1},
		"holm":       {3.35898658841201e-05, 1.98238976104096e-22, 9.71578503628445e-01, 8.73046674892175e-01},
		"bonferroni": {4.47864878454935e-05, 1.98238976104096e-22, 1, 1},
	} {
		study := fmt.Sprintf("family f method %s%s", method, four)
		records := birds(t, study)
		for i, name := range []string{"A", "B", "C", "D"} {
			close(t, method+" "+name, records[name].Q, want[i])
			if f := records[name].Family; f == nil || f.Tests != 4 || f.Method != method {
				t.Errorf("%s %s: family %+v", method, name, f)
			}
		}
		alone := birds(t, study, "D")
		if len(alone) != 1 {
			t.Errorf("%d records for one name", len(alone))
		}
		close(t, method+" alone", alone["D"].Q, want[3])
	}
}

// TestHoldout: the parts of the split by R 4.2.2's cor.test on the rows that a Python copy of the hash puts into each.
func TestHoldout(t *testing.T) {
	data, err := filepath.Abs("../../examples/penguins/penguins.csv")
	if err != nil {
		t.Fatal(err)
	}
	r := birds(t, fmt.Sprintf(`dataset d from %q split holdout 0.3 seed 7
hyp A: assoc(flipper_length_mm, body_mass_g) expect positive decide p < 0.001 on train and p < 0.05 on holdout
hyp B: assoc(flipper_length_mm, body_mass_g) expect negative
`, data))
	a := r["A"]
	if a.Part != "train" || a.N != 243 || a.Holdout == nil || a.Holdout.N != 99 || a.NTotal != 344 {
		t.Fatalf("part %s, n %d, holdout %+v", a.Part, a.N, a.Holdout)
	}
	close(t, "train r", &a.Effect.Value, 0.867883650766409)
	close(t, "train p", a.P, 3.50231600356354e-75)
	close(t, "holdout r", &a.Holdout.Effect.Value, 0.883733312968508)
	close(t, "holdout p", a.Holdout.P, 9.3954062562635e-34)
	if a.Verdict.Value != result.Supported {
		t.Error(a.Verdict.Reason)
	}
	if b := r["B"]; b.Holdout != nil || b.Verdict.Value != result.Refuted {
		t.Errorf("no criterion asks for the holdout: %+v, %s", b.Holdout, b.Verdict.Reason)
	}
}

// TestRivals: at equal species the slope of depth on length turns from -0.085 to R's lm: 0.199894280954696 (0.0174936464346693).
func TestRivals(t *testing.T) {
	study := `
hyp A: assoc(bill_length_mm, bill_depth_mm) expect negative rival B, C, "the ruler"
hyp B: diff(bill_depth_mm, by=species)
hyp C: assoc(bill_length_mm, year)
`
	for _, records := range []map[string]*result.Record{birds(t, study), birds(t, study, "A")} {
		a := records["A"]
		if len(a.Rivals) != 3 {
			t.Fatalf("%+v", a.Rivals)
		}
		b := a.Rivals[0]
		close(t, "controlled", b.Controlled.Estimate, 0.199894280954696)
		close(t, "controlled std error", b.Controlled.StdError, 0.0174936464346693)
		if b.Changes != "sign" || a.Verdict.Value != result.Qualified || b.Result == nil || b.Result.Estimator != "kruskal_wallis" {
			t.Errorf("%+v %s", b, a.Verdict.Reason)
		}
		if c := a.Rivals[1]; c.Controlled != nil || c.Result == nil {
			t.Errorf("a rival about the same exposure adds no control: %+v", c)
		}
		if a.Rivals[2].Text != "the ruler" {
			t.Errorf("%+v", a.Rivals[2])
		}
	}
}

// TestModerators: an interaction of the same pair in the study qualifies the claim when it halves the effect at one end.
func TestModerators(t *testing.T) {
	r := birds(t, `
hyp A: assoc(flipper_length_mm, body_mass_g) controlling for sex expect positive
hyp M: interact(flipper_length_mm * bill_depth_mm -> body_mass_g) controlling for sex
`, "A")
	if a := r["A"]; a.Verdict.Value != result.Qualified {
		t.Error(a.Verdict.Reason)
	}
	// With other controls the slopes would differ from the claim's for that reason.
	r = birds(t, `
hyp A: assoc(flipper_length_mm, body_mass_g) expect positive
hyp M: interact(flipper_length_mm * bill_depth_mm -> body_mass_g) controlling for sex
`, "A")
	if a := r["A"]; a.Verdict.Value != result.Supported {
		t.Error(a.Verdict.Reason)
	}
}

// TestSplitByKey: a split may be by a column that no hypothesis uses.
func TestSplitByKey(t *testing.T) {
	data, err := filepath.Abs("../../examples/penguins/penguins.csv")
	if err != nil {
		t.Fatal(err)
	}
	for _, clause := range []string{"key individual split holdout 0.3 seed 7", "split holdout 0.3 seed 7 by individual"} {
		r := birds(t, fmt.Sprintf("dataset d from %q %s\nhyp A: assoc(flipper_length_mm, body_mass_g)", data, clause))
		if a := r["A"]; a.Status != result.OK || a.N < 200 || a.N > 280 {
			t.Errorf("%s: n %d, %+v", clause, a.N, a.Refusal)
		}
	}
}

// TestTested: a run tells of every test that it makes and does not emit, with the reason; and of none that it emits.
func TestTested(t *testing.T) {
	data, err := filepath.Abs("../../examples/penguins/penguins.csv")
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(`dataset d from %q split holdout 0.3 seed 7
family f method bh
hyp A: assoc(flipper_length_mm, body_mass_g) under f rival B decide q < 0.05 on holdout and q < 0.05 on train
hyp B: diff(body_mass_g, by=species)
hyp C: assoc(bill_length_mm, bill_depth_mm) under f
hyp M: interact(flipper_length_mm * bill_depth_mm -> body_mass_g)
hyp R: assoc(year, delta15n) where year > 3000 under f
hyp W: assoc(flipper_length_mm, krill) under f needs "krill counts"
hyp O: assoc(year, delta15n)
`, data)
	tested := func(text string, only ...string) (out []string) {
		studies := Open(context.Background(), []Text{{Source: source.New("s.hyp", text), Folder: "."}}, Options{Only: only, Tested: func(r *result.Record, purpose string) error {
			out = append(out, fmt.Sprintf("%s %s %s: %s", r.Name, r.Part, r.Status, purpose))
			if r.Status == result.OK && (r.P == nil || r.Specification == "" || r.DataHash == "") {
				t.Errorf("%s: %+v", r.Name, r)
			}
			return nil
		}})
		if studies[0].Failed() {
			t.Fatalf("%+v", studies[0].Diagnostics)
		}
		if err := studies[0].Run(context.Background(), func(*result.Record) error { return nil }, func(name string, err error) { t.Errorf("%s: %v", name, err) }); err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := []string{
		"B train ok: rival of A", "C train ok: family f", "C holdout ok: holdout, family f", "M train ok: moderator of A",
		"R train refused: family f", "R holdout refused: holdout, family f", "A train ok: rival control of A",
	}
	if got := tested(text, "A"); !slices.Equal(got, want) {
		t.Errorf("--only A: %q\nwant %q", got, want)
	}
	if got := tested(text); !slices.Equal(got, want[6:]) {
		t.Errorf("all: %q", got)
	}
	if got := tested(text, "O"); got != nil {
		t.Errorf("one that stands alone: %q", got)
	}
	// The control of a rival that another hypothesis of the study claims is that one's test.
	if got := tested(text + "hyp D: assoc(flipper_length_mm, body_mass_g) controlling for species\n"); got != nil {
		t.Errorf("a control that is claimed: %q", got)
	}

	// An error of the one who is told ends the run.
	stop := errors.New("the disk is full")
	s := Open(context.Background(), []Text{{Source: source.New("s.hyp", text), Folder: "."}}, Options{Only: []string{"A"}, Tested: func(r *result.Record, _ string) error {
		if r.Name == "A" {
			return stop
		}
		return nil
	}})[0]
	emitted := 0
	err = s.Run(context.Background(), func(*result.Record) error { emitted++; return nil }, func(name string, err error) { t.Errorf("%s: %v", name, err) })
	if !errors.Is(err, stop) || emitted > 0 {
		t.Errorf("%d emitted, %v", emitted, err)
	}
}
