package power

import (
	"math"
	"testing"
)

// From mpmath 1.3 at 30 digits (quadrature of the defining integral); scipy 1.17.1's nct.cdf agrees to 1e-11, except for the
// last row, where scipy has 6.8612753531e-06.
func TestNoncentralTCDF(t *testing.T) {
	for _, c := range [][4]float64{
		{0.5, 3, 0.2, 0.60077194501175641},
		{2.1, 10, 1, 0.82914787014843211},
		{2.1, 10, 5, 0.0039018517306390326},
		{-1.5, 4, 0.3, 0.06288275044312872},
		{-1.5, 4, -2, 0.70191764092059211},
		{12.706204736432095, 1, 3, 0.81389192575739303},
		{1.96, 1000, 2.8, 0.20054274129423172},
		{1.96, 1e6, 2.8, 0.20045428205517964},
		{50, 5, 40, 0.66893742053538119},
		{0, 7, 1.3, 0.096800484585610326},
		{100, 2, 30, 0.91385625183470815},
		{200, 20, 190, 0.58408311573881177},
		{-2.0, 30, 2.5, 6.8612753530576788e-6},
	} {
		if got := NoncentralTCDF(c[0], c[1], c[2]); !(math.Abs(got-c[3]) < 2e-13) {
			t.Errorf("%v: got %v, off by %.2g", c, got, got-c[3])
		}
	}
	if got, want := NoncentralTCDF(1.5, 1e18, 0.7), normalCDF(0.8); got != want {
		t.Errorf("infinite df: got %v, want %v", got, want)
	}
	if got := NoncentralTCDF(1, 0.5, 0); !math.IsNaN(got) {
		t.Errorf("df below 1: got %v", got)
	}
	if NoncentralTCDF(math.Inf(1), 3, 1) != 1 || NoncentralTCDF(math.Inf(-1), 3, 1) != 0 {
		t.Error("infinite t")
	}
}

// From scipy 1.17.1, ncx2.cdf (chi2.cdf for lambda 0).
func TestNoncentralChiSquaredCDF(t *testing.T) {
	for _, c := range [][4]float64{
		{3.84, 1, 0, 0.9499564787512949},
		{5.99, 2, 4, 0.5844502341156501},
		{20, 5, 12, 0.6903127525633074},
		{1000, 3, 950, 0.7789557144382971},
		{0.3, 1, 7.8, 0.011962007917475493},
		{9000, 6, 9100, 0.2905185727665227},
	} {
		if got := NoncentralChiSquaredCDF(c[0], c[1], c[2]); !(math.Abs(got-c[3]) < 1e-10) {
			t.Errorf("%v: got %v, off by %.2g", c, got, got-c[3])
		}
	}
	low, high := NoncentralChiSquaredInterval(20, 5, 0.9)
	if a, b := NoncentralChiSquaredCDF(20, 5, low), NoncentralChiSquaredCDF(20, 5, high); math.Abs(a-0.95) > 1e-11 || math.Abs(b-0.05) > 1e-11 {
		t.Errorf("interval [%v, %v] has tails %v and %v", low, high, a, b)
	}
}
