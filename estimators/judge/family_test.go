package judge

import (
	"errors"
	"math"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/multiplicity"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Four tests: 0.01, 0.04, 0.03 and the equivalence p of md within 0.5, 0.020502251264131383. R 4.2.2: p.adjust(method = "BH") gives 0.04, 0.04,
// 0.04 and 0.04; "holm" 0.04, 0.0615067537923941..., as below.
func TestAdjustFamily(t *testing.T) {
	named := func(r *result.Record, s string) *result.Record { r.Specification = s; return r }
	null := floored(plan.ExpectNull, "md", 0.5)
	build := func() []Member {
		return []Member{
			{expect(plan.ExpectPositive), named(correlation(0.2, 400, 0.01), "a")},
			{expect(plan.ExpectPositive), refused("too-few-rows", "3")},
			{expect(plan.ExpectPositive), named(correlation(0.2, 400, 0.04), "b")},
			{plan.Decision{}, named(correlation(0.2, 400, 0.01), "a")}, // the first again
			{null, named(welch(), "c")},
			{floored(plan.ExpectNull, "odds", 1.2), named(correlation(0.2, 400, 0.9), "d")}, // no such test
			{plan.Decision{}, named(correlation(0.2, 400, 0.03), "e")},
		}
	}
	for method, want := range map[string][]float64{ // NaN: no q
		"bh":   {0.04, math.NaN(), 0.04, 0.04, 0.04, math.NaN(), 0.04},
		"holm": {0.04, math.NaN(), 0.0615067537923941, 0.04, 0.0615067537923941, math.NaN(), 0.0615067537923941},
	} {
		members := build()
		if err := AdjustFamily(plan.Family{Name: "f", Alpha: 0.05, Method: method}, members); err != nil {
			t.Fatal(err)
		}
		for i, m := range members {
			switch q := m.Record.Q; {
			case math.IsNaN(want[i]):
				if q != nil {
					t.Errorf("%s %d: q %v, want none", method, i, *q)
				}
			case q == nil || math.Abs(*q-want[i]) > 1e-12 || math.Abs(*m.Record.Log10Q-math.Log10(want[i])) > 1e-11:
				t.Errorf("%s %d: q %v, want %v", method, i, q, want[i])
			}
			if f := m.Record.Family; m.Record.Status == result.OK && (f == nil || f.Tests != 4 || f.Method != method) {
				t.Errorf("%s %d: family %+v", method, i, f)
			}
		}
	}
	if err := AdjustFamily(plan.Family{Name: "f", Method: "lord"}, build()); !errors.Is(err, multiplicity.ErrOnline) {
		t.Errorf("lord: %v", err)
	}
	if err := AdjustFamily(plan.Family{Name: "f", Method: "bh"}, []Member{{expect(plan.ExpectNull), welch()}}); !errors.Is(err, ErrNoFloor) {
		t.Errorf("null without floor: %v", err)
	}
}

// One specification against two floors is two tests: 0.020502251264131383 (0.5) and 0.3368782861808141 (0.1), doubled by Bonferroni.
func TestFamilyOfFloors(t *testing.T) {
	members := []Member{{floored(plan.ExpectNull, "md", 0.5), welch()}, {floored(plan.ExpectNull, "md", 0.1), welch()}, {floored(plan.ExpectNull, "md", 0.5), welch()}}
	for _, m := range members {
		m.Record.Specification = "c"
	}
	if err := AdjustFamily(plan.Family{Name: "f", Method: "bonferroni"}, members); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{2 * 0.020502251264131383, 2 * 0.3368782861808141, 2 * 0.020502251264131383} {
		if q := members[i].Record.Q; q == nil || math.Abs(*q-want) > 1e-10 {
			t.Errorf("%d: q %v, want %v", i, q, want)
		}
	}
}
