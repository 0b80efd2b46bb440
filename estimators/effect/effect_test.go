package effect

import (
	"math"
	"testing"
)

func check(t *testing.T, name string, got Value, want [3]float64) {
	t.Helper()
	for i, g := range []float64{got.Value, got.Low, got.High} {
		if !(math.Abs(g-want[i]) <= 1e-12*max(1e-3, math.Abs(want[i]))) {
			t.Errorf("%s: got %v, want %v", name, got, want)
			return
		}
	}
}

// Wanted numbers: mpmath 1.3, 40 digits, from the published formulas, on statistics of mtcars (mpg by wt, mpg by am), iris
// (Sepal.Width by Species), birthwt (low by race), ToothGrowth (n1 changed to 25) and a survey item by gender.
func TestValues(t *testing.T) {
	check(t, "pearson", PearsonR(-0.8676593765172279, 32), [3]float64{-0.8676593765172279, -0.93382641328499422, -0.74408719646011277})
	check(t, "partial r", PartialR(4.106126983100691, 30), [3]float64{0.59983242945464789, 0.31755830351223109, 0.78445202183513995})
	check(t, "partial eta2", PartialEta2(49.160040089612075, 2, 147, 150, 2), [3]float64{0.40078284707633466, 0.28296613517999022, 0.5185995589726791})
	check(t, "partial eta2 clipped", PartialEta2(0.4, 2, 30, 33, 2), [3]float64{0.025974025974025974, 0, 0.11925086425917103})
	check(t, "wald eta2", WaldEta2(8.730498448990392, 189, 4), [3]float64{0.044153524709000043, 0, 0.099470751865019608})
	check(t, "epsilon2", Epsilon2(130.4110485797717, 150, 3), [3]float64{0.87524193677699128, 0.83899254020531956, 0.91149133334866299})
	check(t, "cohen's d", CohensD(-3.7, 6.605561049722362, 8.266028664644638, 25, 30), [3]float64{-0.48945423766062873, -1.0280386501737942, 0.04913017485253677})
	check(t, "rank biserial", RankBiserial(681783, 1866, 918), [3]float64{-0.20398391582427898, -0.24727950051707587, -0.15987540821830949})
	check(t, "logit d", LogitD(-0.01405826116146455, 0.006169588417173955), [3]float64{-0.0077507255977013297, -0.014417488931914824, -0.001083962263487835})
}

// The bounds at which a formula would leave its domain.
func TestLimits(t *testing.T) {
	check(t, "r = 1", PearsonR(1, 50), [3]float64{1, 1, 1})
	check(t, "r just above 1", PearsonR(1+1e-15, 50), [3]float64{1, 1, 1})
	check(t, "n = 3", PearsonR(0.5, 3), [3]float64{0.5, -1, 1})
	check(t, "df = 1", PartialR(2, 1), [3]float64{2 / math.Sqrt(5), -1, 1})
	check(t, "t overflows when squared", PartialR(-1e200, 30), [3]float64{-1, -1, -1})
	check(t, "t infinite", PartialR(math.Inf(-1), 30), [3]float64{-1, -1, -1})
	check(t, "F infinite", PartialEta2(math.Inf(1), 2, 147, 150, 2), [3]float64{1, 1, 1})
	check(t, "F = 0", PartialEta2(0, 2, 147, 150, 2), [3]float64{0, 0, 0})
	check(t, "complete separation of ranks", RankBiserial(12, 3, 4), [3]float64{1, 1, 1})
	check(t, "d of huge units", CohensD(2e200, 1e200, 1e200, 50, 50), [3]float64{2, 1.51990883236446896, 2.48009116763553103})
}

func TestMagnitudes(t *testing.T) {
	for name, c := range map[string][2]float64{
		"F of iris":         {FMagnitude(49.160040089612075, 2, 147), 0.62660213273722793}, // mpmath 1.3, as all here
		"F below 1":         {FMagnitude(0.9, 2, 147), 0},
		"F infinite":        {FMagnitude(math.Inf(1), 2, 147), 1},
		"H of iris":         {HMagnitude(130.4110485797717, 2, 150), 0.93463605117805735},
		"H below its df":    {HMagnitude(1.9, 2, 150), 0},
		"Wald of birthwt":   {ChiSquaredMagnitude(8.730498448990392, 2, 189), 0.18449592730652123},
		"Wald below its df": {ChiSquaredMagnitude(1, 2, 189), 0},
		"d":                 {DMagnitude(-0.48945423766062873), 0.23771217229324676},
		"d infinite":        {DMagnitude(math.Inf(-1)), 1},
	} {
		if !(math.Abs(c[0]-c[1]) <= 1e-12*c[1]) {
			t.Errorf("%s: got %v, want %v", name, c[0], c[1])
		}
	}
}
