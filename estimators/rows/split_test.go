package rows

import (
	"context"
	"math"
	"strconv"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

// The shares of running keys must look like independent uniform numbers for any seed: chi-squared over 100 bins, correlation of
// neighbours, and the size of the holdout, each within five standard errors over 60 seeds.
func TestShareIsUniform(t *testing.T) {
	const n = 10_000
	for seed := int64(0); seed < 60; seed++ {
		var bins [100]float64
		var previous, sum, lag float64
		for i := 1; i <= n; i++ {
			u := share(seed*7919-3, strconv.AppendInt(nil, int64(i), 10))
			if u < 0 || u >= 1 {
				t.Fatal(u)
			}
			bins[int(u*100)]++
			sum += u
			if i > 1 {
				lag += (u - 0.5) * (previous - 0.5)
			}
			previous = u
		}
		chi := 0.0
		for _, b := range bins {
			chi += (b - n/100) * (b - n/100) / (n / 100)
		}
		if z := (chi - 99) / math.Sqrt(2*99); math.Abs(z) > 5 {
			t.Errorf("seed %d: chi-squared %.1f of 99 degrees of freedom", seed, chi)
		}
		if z := lag * 12 / math.Sqrt(n); math.Abs(z) > 5 {
			t.Errorf("seed %d: neighbours correlate, z = %.1f", seed, z)
		}
		if z := (sum/n - 0.5) * math.Sqrt(12*n); math.Abs(z) > 5 {
			t.Errorf("seed %d: mean %.3f", seed, sum/n)
		}
	}
}

// Shares are part of the format: studies in the wild depend on them. Computed with Python 3.11 integers:
//
//	def share(seed, key):
//	    m = 2**31 - 1; h = seed % m
//	    for b in key.encode(): h = (h * 257 + b + 1) % m
//	    for _ in range(2): h = pow(h + 1013904223, 5, m)
//	    return h / m
func TestShareValues(t *testing.T) {
	for _, c := range []struct {
		seed int64
		key  string
		want float64
	}{{0, "", 0.16956417363582374}, {1, "1", 0.15378268815287513}, {20260701, "12686", 0.9314767173172332}, {-5, "é", 0.6020119360657464}, {7, "a\x1f2", 0.538669798308364}} {
		if got := share(c.seed, []byte(c.key)); got != c.want {
			t.Errorf("share(%d, %q) = %v, want %v", c.seed, c.key, got, c.want)
		}
	}
}

// A split by a column keeps its rows together, does not depend on the order of rows, and its parts are complements.
func TestPart(t *testing.T) {
	const n = 600
	unit, reversed := make([]string, n), make([]string, n)
	for i := range n {
		unit[i] = strconv.Itoa(i / 3)
		reversed[n-1-i] = unit[i]
	}
	parts := func(values []string) (train, holdout table.Bitmap) {
		tab, err := table.New("t", table.TextColumn("unit", values))
		if err != nil {
			t.Fatal(err)
		}
		split := &plan.Split{Holdout: 0.3, Seed: 5, Key: []*plan.Variable{{Name: "unit", Column: "unit", Type: plan.Categorical}}}
		for _, p := range []*table.Bitmap{&train, &holdout} {
			name := plan.Train
			if p == &holdout {
				name = plan.Holdout
			}
			if *p, err = Part(context.Background(), tab, split, name); err != nil {
				t.Fatal(err)
			}
		}
		return train, holdout
	}
	train, holdout := parts(unit)
	again, _ := parts(reversed)
	for i := range n {
		if train.Get(i) == holdout.Get(i) {
			t.Fatalf("row %d is in both parts or in none", i)
		}
		if train.Get(i) != train.Get(i/3*3) {
			t.Fatalf("row %d is apart from its unit", i)
		}
		if train.Get(i) != again.Get(n-1-i) {
			t.Fatalf("row %d depends on the order", i)
		}
	}
	if k := holdout.Count(n); k < 120 || k > 240 {
		t.Errorf("%d of %d rows in the holdout", k, n)
	}
}
