package dist

import (
	"math"
	"testing"
)

func TestNoncentralAgainstMpmath(t *testing.T) {
	worst := map[string]float64{}
	readTable(t, "testdata/noncentral.tsv", func(kind string, v []float64) {
		var e float64
		switch kind {
		case "cdf":
			e = math.Abs(NoncentralFCDF(v[0], v[1], v[2], v[3])-v[4]) / 1e-12
		case "interval":
			low, high := NoncentralFInterval(v[0], v[1], v[2], v[3])
			e = max(math.Abs(low-v[4])/max(1e-3, v[4]), math.Abs(high-v[5])/max(1e-3, v[5])) / 1e-10
		}
		if !(e <= 1) {
			t.Errorf("%s %v: off by %.3g bounds", kind, v, e)
		}
		worst[kind] = max(worst[kind], e)
	})
	t.Logf("largest errors in units of the bound: %v", worst)
}

// The strided sum against the full one, where both are affordable, and at F beyond any real one.
func TestNoncentralStride(t *testing.T) {
	for _, c := range [][4]float64{{12, 5, 147, 3000}, {300, 11, 20, 5000}, {49, 79, 5e5, 4000}, {1e3, 2, 30, 2500}, {900, 5, 5e5, 4500}, {1000, 5, 5e5, 5050}} {
		p, dp := noncentralF(c[0], c[1], c[2], c[3])
		q, dq := noncentralByStride(c[0], c[1], c[2], c[3]/2)
		if math.Abs(p-q) > 1e-13 || math.Abs(dp-dq) > 1e-13 {
			t.Errorf("%v: %v and %v, by stride %v and %v", c, p, dp, q, dq)
		}
	}
	for _, f := range []float64{1e8, 1e12, 1e20, 1e100, 1e280} {
		low, high := PartialEta2Interval(f, 2, 5e5, 0.95)
		if !(low <= high && low > 0.99 && high <= 1) {
			t.Errorf("F %g: [%v, %v]", f, low, high)
		}
	}
}

// The iris data, Sepal.Width by Species: F(2, 147) = 49.160040089612075. The bounds of lambda are from mpmath 1.3
// (testdata/noncentral.tsv has them too), divided by themselves + 147.
func TestPartialEta2Interval(t *testing.T) {
	low, high := PartialEta2Interval(49.160040089612075, 2, 147, 0.95)
	if math.Abs(low-0.28100445162131277) > 1e-12 || math.Abs(high-0.4999024086811859) > 1e-12 {
		t.Errorf("got [%v, %v]", low, high)
	}
	if low, high = PartialEta2Interval(0, 2, 147, 0.95); low != 0 || high != 0 {
		t.Errorf("F = 0: got [%v, %v]", low, high)
	}
	if low, _ = PartialEta2Interval(math.Inf(1), 2, 147, 0.95); !math.IsNaN(low) {
		t.Errorf("F = Inf: got %v", low)
	}
}

func TestEdges(t *testing.T) {
	one, gone := Tail{1, 0}, Tail{0, math.Inf(-1)}
	for name, c := range map[string]struct{ got, want Tail }{
		"t 0":        {StudentTwoSided(0, 5), one},
		"t inf":      {StudentTwoSided(math.Inf(-1), 5), gone},
		"t df inf":   {StudentTwoSided(2, math.Inf(1)), NormalTwoSided(2)},
		"F 0":        {FUpper(0, 2, 5), one},
		"F negative": {FUpper(-1e-17, 2, 5), one},
		"F inf":      {FUpper(math.Inf(1), 2, 5), gone},
		"F d2 inf":   {FUpper(2, 3, math.Inf(1)), ChiSquaredUpper(6, 3)},
		"chi2 0":     {ChiSquaredUpper(0, 2), one},
		"chi2 inf":   {ChiSquaredUpper(math.Inf(1), 2), gone},
		"t df huge":  {StudentTwoSided(2, 1e300), NormalTwoSided(2)},
		"z inf":      {NormalTwoSided(math.Inf(1)), gone},
		"z huge":     {NormalTwoSided(1e300), Tail{0, -math.MaxFloat64}},
	} {
		if c.got != c.want {
			t.Errorf("%s: got %v, want %v", name, c.got, c.want)
		}
	}
	for name, got := range map[string]Tail{"df 0": StudentTwoSided(1, 0), "df NaN": FUpper(1, math.NaN(), 3), "t NaN": StudentTwoSided(math.NaN(), 3)} {
		if !math.IsNaN(got.P) || !math.IsNaN(got.Log10P) {
			t.Errorf("%s: got %v, want NaN", name, got)
		}
	}
	// Every finite argument has a finite logarithm, whatever the degrees of freedom.
	for _, x := range []float64{5e-324, 1e-300, 1e-160, 1, 1e160, math.MaxFloat64} {
		for _, df := range []float64{1e-3, 0.5, 1, 1e9} {
			for _, got := range []Tail{StudentTwoSided(x, df), FUpper(x, df, 3), FUpper(x, 3, df), ChiSquaredUpper(x, min(df, 1e9)), NormalTwoSided(x)} {
				if !(got.P >= 0 && got.P <= 1) || math.IsNaN(got.Log10P) || math.IsInf(got.Log10P, 0) || got.Log10P > 0 {
					t.Errorf("x %g, df %g: %v", x, df, got)
				}
			}
		}
	}
}
