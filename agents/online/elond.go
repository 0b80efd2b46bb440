package online

import (
	"math"
	"sort"
)

// elond is e-LOND: with R rejections before test t, the test rejects when its e-value is at least 1 / (alpha gamma_t (R + 1)). A p-value
// becomes the e-value of the calibrator that averages kappa p^(kappa-1) over kappa in [0, 1] (Vovk, Wang 2021, section 2),
//
//	f(p) = (1 - p + p ln p) / (p (ln p)^2),
//
// which falls in p, so that the rule has a level on the scale of p. The gamma sequence is LORD's: any that sums to one will do.
type elond struct{ st State }

func (r *elond) Name() string { return ELOND }

func (r *elond) Level() float64 {
	return calibrated(1 / (r.st.Alpha * r.st.gamma(r.st.Tests+1) * float64(len(r.st.Rejections)+1)))
}

func (r *elond) Observe(p float64) bool  { return r.st.count(p, r.Level()) }
func (r *elond) Wealth() (float64, bool) { return 0, false }
func (r *elond) State() State            { return r.st.copy() }

// calibrated is the p-value whose e-value is e: the largest one that rejects at 1/e. An e-value of one half or less is that of p = 1.
func calibrated(e float64) float64 {
	if e <= 0.5 {
		return 1
	}
	// By bisection on -ln p, on which the e-value rises.
	const steps = 1 << 52
	most := math.Log(e) + 2*math.Log(math.Log(e)+3) + 3 // there f(p) is above e
	k := sort.Search(steps, func(k int) bool { return evidence(most*float64(k)/steps) >= e })
	return math.Exp(-most * float64(k) / steps)
}

// evidence is f at p = exp(-x).
func evidence(x float64) float64 {
	if x < 1e-2 { // the leading terms of its series at p = 1, where the closed form is 0/0
		return 0.5 + x/6 + x*x/24
	}
	return (math.Expm1(x) - x) / (x * x)
}
