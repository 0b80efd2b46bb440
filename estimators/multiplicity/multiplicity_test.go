package multiplicity

import (
	"errors"
	"math"
	"testing"

	"github.com/hyp-lang/hyp/estimators/dist"
)

func tails(p []float64) []dist.Tail {
	out := make([]dist.Tail, len(p))
	for i, x := range p {
		out[i] = FromP(x)
	}
	return out
}

// The numbers are those of statsmodels 0.15.0 (multipletests: fdr_bh, fdr_by, holm, bonferroni); R 4.2.2's p.adjust gives the
// same. The first set is Benjamini and Hochberg's own example (1995, section 4.1).
func TestAdjustAgainstPeers(t *testing.T) {
	mixed := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0}
	ties := []float64{0.01, 0.04, 0.04, 0.01, 0.5, 1.0, 0.04}
	unsorted := []float64{0.2, 1e-12, 0.049, 3e-5, 0.9, 0.05, 0.0}
	for _, c := range []struct {
		name    string
		method  Method
		p, want []float64
	}{
		{"mixed", BH, mixed, []float64{0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.06385714285714286, 0.06385714285714286, 0.0645, 0.0765, 0.486, 0.5811818181818182, 0.714875, 0.7532307692307693, 0.8132142857142857, 1}},
		{"mixed", BY, mixed, []float64{0.004977343489843491, 0.009954686979686982, 0.03152317543567544, 0.11821190788378289, 0.20008920829170831, 0.21189262285333715, 0.21189262285333715, 0.2140257700632701, 0.253844517982018, 1, 1, 1, 1, 1, 1}},
		{"mixed", Holm, mixed, []float64{0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1, 1, 1, 1, 1, 1}},
		{"mixed", Bonferroni, mixed, []float64{0.0015, 0.006, 0.0285, 0.1425, 0.3015, 0.417, 0.447, 0.516, 0.6885, 1, 1, 1, 1, 1, 1}},
		{"ties", BH, ties, []float64{0.035, 0.056, 0.056, 0.035, 0.5833333333333334, 1, 0.056}},
		{"ties", BY, ties, []float64{0.09075, 0.1452, 0.1452, 0.09075, 1, 1, 0.1452}},
		{"ties", Holm, ties, []float64{0.07, 0.2, 0.2, 0.07, 1, 1, 0.2}},
		{"ties", Bonferroni, ties, []float64{0.07, 0.28, 0.28, 0.07, 1, 1, 0.28}},
		{"one", BH, []float64{0.03}, []float64{0.03}},
		{"one", BY, []float64{0.03}, []float64{0.03}},
		{"one", Holm, []float64{0.03}, []float64{0.03}},
		{"one", Bonferroni, []float64{0.03}, []float64{0.03}},
		{"unsorted", BH, unsorted, []float64{0.23333333333333336, 3.5e-12, 0.07, 7e-05, 0.9, 0.07, 0}},
		{"unsorted", BY, unsorted, []float64{0.605, 9.075e-12, 0.1815, 0.0001815, 1, 0.1815, 0}},
		{"unsorted", Holm, unsorted, []float64{0.4, 6e-12, 0.196, 0.00015, 0.9, 0.196, 0}},
		{"unsorted", Bonferroni, unsorted, []float64{1, 7e-12, 0.343, 0.00021, 1, 0.35, 0}},
	} {
		got, err := Adjust(c.method, tails(c.p))
		if err != nil {
			t.Fatalf("%s %s: %v", c.method, c.name, err)
		}
		for i, w := range c.want {
			if q := float64(got[i].Q); math.Abs(q-w) > 1e-14*w {
				t.Errorf("%s %s: q of %v is %v, want %v", c.method, c.name, c.p[i], q, w)
			}
			if w > 0 && math.Abs(got[i].Log10Q-math.Log10(w)) > 1e-13 {
				t.Errorf("%s %s: log10 q of %v is %v, want %v", c.method, c.name, c.p[i], got[i].Log10Q, math.Log10(w))
			}
		}
	}
}

// Beneath the smallest double the order and the factors live on in the logarithm: m/i for BH, with exact arithmetic by hand.
func TestAdjustBeneathDoubles(t *testing.T) {
	p := []dist.Tail{{P: 0, Log10P: -2707}, FromP(0.04), {P: 0, Log10P: -2706.5}, {P: 0, Log10P: math.Inf(-1)}, FromP(1e-300)}
	got, err := Adjust(BH, p)
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{-2707 + math.Log10(5.0/2), math.Log10(0.04), -2706.5 + math.Log10(5.0/3), math.Inf(-1), -300 + math.Log10(5.0/4)}
	for i, w := range want {
		if g := got[i].Log10Q; g != w && !(math.Abs(g-w) < 1e-11) {
			t.Errorf("log10 q %d is %v, want %v", i, g, w)
		}
	}
	if got[0].Q != 0 || got[4].Q == 0 {
		t.Errorf("q %v and %v", got[0].Q, got[4].Q)
	}
	if got[3].Compare(got[0]) != -1 || got[0].Compare(got[2]) != -1 || got[2].Compare(got[1]) != -1 || got[1].Compare(got[1]) != 0 {
		t.Error("order is lost")
	}
	if !got[0].Below(1e-300) || got[0].Below(0) || got[1].Below(0.04) || !got[1].Below(0.0400001) || got[4].Below(1e-300) {
		t.Error("Below is wrong")
	}
	// 2.5e-2707 against 4e-2706.8: BH takes the smaller of a later rank.
	close, err := Adjust(BH, []dist.Tail{{P: 0, Log10P: -2707}, {P: 0, Log10P: -2706.9}})
	if err != nil {
		t.Fatal(err)
	}
	if close[0] != close[1] || close[0].Log10Q != -2706.9 {
		t.Errorf("step up in logarithms: %v", close)
	}
}

func TestAdjustNothing(t *testing.T) {
	if got, err := Adjust(BY, nil); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestAdjustErrors(t *testing.T) {
	for name, c := range map[string]struct {
		method Method
		p      dist.Tail
		want   error
	}{
		"online":        {"lord", FromP(0.1), ErrOnline},
		"elond":         {"elond", FromP(0.1), ErrOnline},
		"unknown":       {"hochberg", FromP(0.1), ErrUnknownMethod},
		"above 1":       {BH, FromP(1.1), ErrNotP},
		"negative":      {BH, dist.Tail{P: -0.1, Log10P: -1}, ErrNotP},
		"nan":           {BH, dist.Tail{P: math.NaN(), Log10P: -1}, ErrNotP},
		"nan logarithm": {BH, dist.Tail{P: 0.1, Log10P: math.NaN()}, ErrNotP},
		"two numbers":   {BH, dist.Tail{P: 0.1, Log10P: -2}, ErrNotP},
		"no logarithm":  {BH, dist.Tail{P: 0.1}, ErrNotP},
		"not 0":         {BH, dist.Tail{P: 0, Log10P: -3}, ErrNotP},
	} {
		if _, err := Adjust(c.method, []dist.Tail{c.p}); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
