package dist

import "math"

// NoncentralFCDF is P(F <= f) for a noncentral F with d1 and d2 degrees of freedom and noncentrality lambda >= 0:
// the Poisson mixture of incomplete betas (Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2, 30.7),
// summed outwards from the largest weight. The error is absolute, about 1e-13 (1e-7 for lambda above 2e15).
func NoncentralFCDF(f, d1, d2, lambda float64) float64 {
	p, _ := noncentralF(f, d1, d2, lambda)
	return p
}

// noncentralF gives the distribution function and its derivative in lambda.
func noncentralF(f, d1, d2, lambda float64) (cdf, slope float64) {
	switch {
	case math.IsNaN(f) || !(d1 > 0) || !(d2 > 0) || !(lambda >= 0) || math.IsInf(lambda, 0):
		return math.NaN(), math.NaN()
	case f <= 0:
		return 0, 0
	case math.IsInf(f, 0):
		return 1, 0
	}
	mu := lambda / 2
	if mu > 1e15 { // the numerator is its mean, lambda/d1, to 8 digits, and all else is chi-squared; no slope is given
		return ChiSquaredUpper(lambda/f/d1*d2, d2).P, 0
	}
	if mu > strideFrom {
		return noncentralByStride(f, d1, d2, mu)
	}
	mode := math.Floor(mu)
	weight := math.Exp(-mu)
	if mode > 0 {
		weight = poisson(mode, mu)
	}
	// At j the beta's first parameter is d1/2 + j: an F with d1 + 2j degrees of freedom at f d1/(d1 + 2j).
	r, lower, term := component(f, d1, d2, mode)
	y, b := r.y, r.a
	const enough = 1e-18
	w, i, t, a := weight, lower, term, r.b
	for j := mode; ; j++ { // upwards: I falls
		cdf += w * i
		slope -= w * t / 2
		if w*max(i, t) < enough*max(cdf, 1e-300) && j > mu || w == 0 || i <= 0 && t == 0 {
			break
		}
		i = max(i-t, 0)
		t *= y * (a + b) / (a + 1)
		a++
		w *= mu / (j + 1)
	}
	w, i, t, a = weight, lower, term, r.b
	for j := mode; j > 0; j-- { // downwards: I grows to at most 1
		w *= j / mu
		t *= a / (y * (a + b - 1))
		a--
		i = min(i+t, 1)
		cdf += w * i
		slope -= w * t / 2
		if w < enough {
			break
		}
	}
	return min(cdf, 1), slope
}

// strideFrom is the Poisson mean above which the mixture is summed with a stride.
var strideFrom = 1e7

// noncentralByStride sums the mixture at every h-th term, h a third of the Poisson's standard deviation: for weights as smooth
// as these the trapezoidal rule is exact far below a double's precision.
func noncentralByStride(f, d1, d2, mu float64) (cdf, slope float64) {
	h := math.Sqrt(mu) / 3
	for k := -27.0; k <= 27; k++ {
		j := mu + k*h
		w := h * poisson(j, mu)
		_, lower, term := component(f, d1, d2, j)
		cdf += w * lower
		slope -= w * term / 2
	}
	return min(cdf, 1), slope
}

// poisson is e^-mu mu^j / Gamma(j+1) for a real j > 0.
func poisson(j, mu float64) float64 {
	return math.Exp(-stirling(j)-j*excess((mu-j)/j, math.Log(mu/j))) / math.Sqrt(2*math.Pi*j)
}

// component is I(j), the central distribution function with d1 + 2j degrees of freedom, and I(j) - I(j+1).
func component(f, d1, d2, j float64) (r ratio, lower, step float64) {
	wide := d1 + 2*j
	r = newRatio(f*d1/wide, math.Log(f)+math.Log(d1/wide), wide, d2)
	_, lnLower, _ := r.tails()
	return r, math.Exp(lnLower), math.Exp(r.lnPref) / r.b // r.b = d1/2 + j
}

// NoncentralFInterval is the central interval at the given level (0.95) for the noncentrality of an observed F: the values
// at which f is the upper and the lower (1-level)/2 point. A bound that does not exist is 0 (J. H. Steiger, Beyond the F
// Test, Psychological Methods 9 (2004) 164). It returns NaN for arguments outside the distribution's domain.
func NoncentralFInterval(f, d1, d2, level float64) (low, high float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) || f < 0 || !(d1 > 0) || !(d2 > 0) || !(level > 0 && level < 1) {
		return math.NaN(), math.NaN()
	}
	alpha := (1 - level) / 2
	return noncentrality(f, d1, d2, 1-alpha), noncentrality(f, d1, d2, alpha)
}

// noncentrality is the lambda at which P(F <= f) = p, or 0 when even lambda = 0 has less.
func noncentrality(f, d1, d2, p float64) float64 {
	if f == 0 {
		return 0
	}
	at0, _ := noncentralF(f, d1, d2, 0)
	if at0 <= p {
		return 0
	}
	low, high := 0.0, f*d1+1
	for {
		c, _ := noncentralF(f, d1, d2, high)
		if c < p {
			break
		}
		low, high = high, 2*high
		if math.IsInf(high, 0) {
			return math.NaN()
		}
	}
	// Newton, kept inside the bracket by bisection.
	at := (low + high) / 2
	for i := 0; i < 200; i++ {
		c, slope := noncentralF(f, d1, d2, at)
		if c > p {
			low = at
		} else {
			high = at
		}
		next := at - (c-p)/slope
		if !(next > low && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-at) <= 1e-13*next {
			return next
		}
		at = next
	}
	return at
}

// PartialEta2Interval is the interval for partial eta squared that NoncentralFInterval gives: lambda/(lambda + d2), which
// puts lambda where d1 F stands in the estimate d1 F/(d1 F + d2). Steiger (2004) divides
// by lambda + d1 + d2 + 1; the two differ by less than (d1+1)/d2 of the value.
func PartialEta2Interval(f, d1, d2, level float64) (low, high float64) {
	low, high = NoncentralFInterval(f, d1, d2, level)
	return low / (low + d2), high / (high + d2)
}
