package survey

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
)

func open(t testing.TB, path string) Input {
	t.Helper()
	in, found := Open(context.Background(), nil, check.Files{Data: path})
	for _, d := range found {
		t.Log(d.Message)
	}
	if in.Table == nil {
		t.Fatalf("%s cannot be read", path)
	}
	return in
}

// agree compares every n-th test, or a random share of them, with the engine's record of the claim.
func agree(t *testing.T, in Input, opt Options, share float64) {
	t.Helper()
	ctx := context.Background()
	s, err := Screen(ctx, in, opt)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	compared, made := map[plan.Template]int{}, map[string]int{}
	bad := 0
	compare := func(c claim, e estimate) {
		if e.refusal == tautology || r.Float64() >= share || bad > 10 {
			return
		}
		rec, err := engine.Run(ctx, s.input.Table, c.spec(&s.input), engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		compared[c.template]++
		code := ""
		if rec.Refusal != nil {
			code = rec.Refusal.Code
		}
		if e.refusal != tested || code != "" {
			made["refused "+code]++
			if e.method.Screened() && code != "" {
				return // a screen does not know the logistic model's refusals
			}
			if refusalCodes[e.refusal] != code {
				bad++
				t.Errorf("%s: refused with %q, the engine with %q (n %d, %d)", c.text(), refusalCodes[e.refusal], code, e.n, rec.N)
			}
			return
		}
		made[rec.Estimator+" "+rec.Test]++
		want := fromRecord(rec)
		if e.n != want.n {
			bad++
			t.Errorf("%s: n %d, the engine has %d", c.text(), e.n, want.n)
		}
		if e.method.Screened() {
			made["screened"]++
			return
		}
		got, wanted := e.tail().Log10P, want.tail().Log10P
		statOff := e.method != MannWhitney && !near(e.stat, want.stat)
		if !near(got, wanted) || !near(e.effect, want.effect) || statOff || e.method != want.method {
			bad++
			t.Errorf("%s: %s %.15g (df %g, %g), log10 p %.15g, effect %.15g; the engine has %s %.15g (df %g, %g), %.15g, %.15g",
				c.text(), e.method, e.stat, e.df1, e.df2, got, e.effect, want.method, want.stat, want.df1, want.df2, wanted, want.effect)
		}
	}
	s.pairTests(func(c claim, e *estimate) { compare(c, *e) })
	s.opt.Workers = 1
	blocks, err := s.wanted(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.triples(ctx, "", blocks, nil, nil, func(_ *worker, c claim, e estimate) { compare(c, e) }); err != nil {
		t.Fatal(err)
	}
	t.Log(compared, made, "asked", s.Asked)
}

// near is 1e-9 relative, absolute below one.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) }

func TestAgreesWithTheEngine(t *testing.T) {
	agree(t, open(t, "../../examples/penguins/penguins.csv"), Options{}, 1)
	agree(t, open(t, "../../examples/penguins/penguins.csv"), Options{Cells: 40, Outcomes: []string{"sex"}}, 0.3)
	agree(t, open(t, "../../examples/nlsy79/nlsy79.csv"), Options{Sample: 1200}, 0.1)
}
