package score

import (
	"math"
	"testing"
)

// The expected numbers are worked by hand from the formulas; e^x by table.

func TestP(t *testing.T) {
	for _, c := range []struct{ p, want float64 }{
		{0, 1}, {1e-300, 1}, {0.001, 1}, {0.0055, 0.975}, {0.01, 0.95}, {0.03, 0.9}, {0.05, 0.85},
		{0.050000001, 0.75}, {0.075, 0.70}, {0.1, 0.65}, {0.6, 0.75 * 0.22313016}, {1, 0.75 * 0.06720551}, {math.NaN(), 0},
	} {
		if got := PaperEvaluator().OfP(c.p); math.Abs(got-c.want) > 1e-7 {
			t.Errorf("p %v: %v, want %v", c.p, got, c.want)
		}
	}
}

func TestValidity(t *testing.T) {
	sigmoid := map[float64]float64{0.12: 0.5, 0.3702653: 0.8807971} // of 0 and of 2
	for _, c := range []struct {
		name string
		x    Evidence
		want float64
	}{
		{"1,000 rows weigh p .3 + .25", Evidence{P: 1e-9, Magnitude: 0.12, N: 1000}, 0.55 + 0.45*sigmoid[0.12]},
		{"4,000 rows weigh it .3 + .5/9", Evidence{P: 0.01, Magnitude: 0.12, N: 4000}, 0.3555556*0.95 + 0.6444444*0.5},
		{"no rows weigh it .8", Evidence{P: 1e-9, Magnitude: 0.12}, 0.8 + 0.2*0.5},
		{"a small effect is capped", Evidence{P: 1e-9, Magnitude: 0.0299, N: 1000}, 0.5},
		{"the floor itself is not", Evidence{P: 1e-9, Magnitude: 0.03, N: 0}, 0.8 + 0.2*0.32739298}, // 1/(1+e^.72)
		{"a large p is capped", Evidence{P: 0.05, Magnitude: 0.9, N: 1000}, 0.3},
		{"no p is capped", Evidence{P: math.NaN(), Magnitude: 0.9, N: 1000}, 0.3},
		{"a warning to review", Evidence{P: 1e-9, Magnitude: 0.12, N: 1000, Review: true}, 0.775 * 0.95},
		{"a material one", Evidence{P: 1e-9, Magnitude: 0.12, N: 1000, Material: true}, 0.775 * 0.8},
		{"not replicated, capped before", Evidence{P: 1e-9, Magnitude: 0.01, N: 1000, NotReplicated: true}, 0.4},
		{"all of them", Evidence{P: 1e-9, Magnitude: 0.12, N: 1000, Review: true, Material: true, NotReplicated: true}, 0.775 * 0.95 * 0.64},
	} {
		if got := PaperEvaluator().Validity(c.x); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := PaperEvaluator().OfEffect(0.37); math.Abs(got-0.8807971) > 1e-6 { // 8 (.37 - .12) = 2
		t.Errorf("effect .37: %v", got)
	}
}

func TestNovelty(t *testing.T) {
	c := PaperCritic()
	for _, x := range []struct {
		s    Structure
		want float64
	}{
		{Structure{Empty: true, SameBattery: true}, 1},
		{Structure{SameColumns: true, Modules: 2, Jaccard: 1}, 0.1},
		{Structure{SameBattery: true}, 0.1},
		{Structure{Modules: 1, Jaccard: 0.5}, 0.15},
		{Structure{Modules: 2, Jaccard: 0.25}, 0.75},
		{Structure{Jaccard: 0.25}, 0.75},
	} {
		if got := c.OfStructure(x.s); got != x.want {
			t.Errorf("%+v: %v, want %v", x.s, got, x.want)
		}
	}
	for near, want := range map[float64]float64{0: 0.9, 0.599: 0.9, 0.6: 0.75, 0.7: 0.6, 0.849: 0.6, 0.85: 0.2, 1: 0.2} {
		if got := c.OfMeaning(near); got != want {
			t.Errorf("similarity %v: %v, want %v", near, got, want)
		}
	}
	for _, x := range []struct {
		p    Parts
		want float64
	}{
		{Parts{Structural: 1, Semantic: 0.9, Surprise: 0.2}, 0},
		{Parts{Structural: 0.15, Semantic: 0.6, Surprise: 0.5}, 0.37},                               // .06 + .06 + .25
		{Parts{Structural: 0.15, Semantic: 0.9, Surprise: 0.9}, 0.40},                               // .06 + .09 + .45, at most .40
		{Parts{Structural: 0.15, Semantic: 0.6, Surprise: 0.8, Deepens: true}, 0.0375 + 0.15 + 0.4}, //
		{Parts{Structural: 0.75, Semantic: 0.6, Surprise: 0.3, Trivial: true}, 0.3},
		{Parts{Structural: 0.75, Semantic: 0.6, Surprise: 0.3}, 0.1875 + 0.15 + 0.15},
		{Parts{Structural: 0.75, Semantic: 0.75, Surprise: 0.7}, 0.1875 + 0.1875 + 0.35},
	} {
		if got := c.OfParts(x.p); math.Abs(got-x.want) > 1e-12 {
			t.Errorf("%+v: %v, want %v", x.p, got, x.want)
		}
	}
	for _, x := range []struct {
		cross, controls, moderated bool
		want                       float64
	}{{false, false, false, 0.5}, {true, false, false, 0.7}, {true, true, true, 1}, {false, true, false, 0.65}} {
		if got := Interpretability(x.cross, x.controls, x.moderated); math.Abs(got-x.want) > 1e-12 {
			t.Errorf("%+v: %v", x, got)
		}
	}
	if got := c.Overall(0.6, 0.8, 0.7); math.Abs(got-0.69) > 1e-12 { // .30 + .32 + .07
		t.Errorf("overall %v, want .69", got)
	}
}

func TestDecide(t *testing.T) {
	for _, x := range []struct {
		validity, novelty, overall, magnitude float64
		want                                  Disposition
		code                                  string
	}{
		{0.39, 0.9, 0.46, 0.2, Refine, "low-validity"},
		{0.39, 0.5, 0.44, 0.2, Reject, "low-validity"},
		{0.75, 0.29, 0.46, 0.2, Refine, "low-novelty"},
		{0.69, 0.29, 0.46, 0.2, Reject, "low-novelty"},
		{0.9, 0.29, 0.44, 0.2, Reject, "low-novelty"},
		{0.4, 0.3, 0.55, 0.03, Accept, ""},
		{0.8, 0.8, 0.8, 0.029, Refine, "small-effect"},
		{0.8, 0.4, 0.549, 0.2, Refine, "low-score"},
		{0.8, 0.4, 0.45, 0.2, Refine, "low-score"},
		{0.5, 0.3, 0.449, 0.2, Reject, "low-score"},
	} {
		if got, code := PaperCritic().Decide(x.validity, x.novelty, x.overall, x.magnitude); got != x.want || code != x.code {
			t.Errorf("%+v: %v %v", x, got, code)
		}
	}
}

func TestJaccard(t *testing.T) {
	for _, x := range []struct {
		a, b []string
		want float64
	}{
		{nil, nil, 0}, {[]string{"x", "y"}, []string{"y", "x"}, 1}, {[]string{"x", "y"}, []string{"x", "z"}, 1.0 / 3},
		{[]string{"x", "y"}, []string{"x", "y", "z"}, 2.0 / 3}, {[]string{"x"}, []string{"y"}, 0},
	} {
		if got := Jaccard(x.a, x.b); got != x.want {
			t.Errorf("%v %v: %v", x.a, x.b, got)
		}
	}
}
