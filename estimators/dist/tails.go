package dist

import "math"

// infiniteDF is where degrees of freedom are taken as infinite: beyond it a double cannot tell df from df + 1.
const infiniteDF = 1e17

// FUpper is P(F >= f) for an F distribution with d1 and d2 degrees of freedom (positive reals, d1 at most 1e17; d2 may be +Inf).
// f <= 0 gives 1, f = +Inf gives P 0 and Log10P -Inf; degrees of freedom that are not positive give NaN.
func FUpper(f, d1, d2 float64) Tail {
	switch {
	case math.IsNaN(f) || !(d1 > 0) || !(d2 > 0) || d1 > infiniteDF:
		return nan
	case d2 > infiniteDF:
		return ChiSquaredUpper(f*d1, d1)
	case f <= 0:
		return Tail{1, 0}
	case math.IsInf(f, 0):
		return impossible
	}
	return newRatio(f, math.Log(f), d1, d2).upper()
}

func (r ratio) upper() Tail {
	up, low, direct := r.tails()
	if direct {
		return fromLog(up)
	}
	return fromComplement(math.Exp(low))
}

// StudentTwoSided is P(|T| >= |t|) for Student's t with df degrees of freedom (a positive real; above 1e17 it is the normal).
// t = ±Inf gives P 0 and Log10P -Inf.
func StudentTwoSided(t, df float64) Tail {
	t = math.Abs(t)
	switch {
	case math.IsNaN(t) || !(df > 0):
		return nan
	case df > infiniteDF:
		return NormalTwoSided(t)
	case t == 0:
		return Tail{1, 0}
	case math.IsInf(t, 0):
		return impossible
	}
	return newRatio(t*t, 2*math.Log(t), 1, df).upper()
}

// ChiSquaredUpper is P(X >= x) for a chi-squared X with df degrees of freedom (a positive real).
// x <= 0 gives 1, x = +Inf gives P 0 and Log10P -Inf.
func ChiSquaredUpper(x, df float64) Tail {
	switch {
	case math.IsNaN(x) || !(df > 0) || df > infiniteDF:
		return nan
	case x <= 0:
		return Tail{1, 0}
	case math.IsInf(x, 0):
		return impossible
	}
	a, z := df/2, x/2
	// ln of z^a e^-z / Gamma(a)
	lnPref := 0.5*math.Log(a/(2*math.Pi)) - stirling(a) - a*excess((z-a)/a, math.Log(z)-math.Log(a))
	if math.IsInf(z/a, 0) { // the deviance in the order that does not overflow
		lnPref = 0.5*math.Log(a/(2*math.Pi)) - stirling(a) - ((z - a) - a*(math.Log(z)-math.Log(a)))
	}
	if z > a+1 {
		return fromLog(lnPref - math.Log(gammaFraction(a, z)))
	}
	term, sum := 1.0, 1.0 // DLMF 8.11.4
	for k := 1.0; k < 1e8; k++ {
		term *= z / (a + k)
		sum += term
		if term < sum*1e-17 {
			break
		}
	}
	return fromComplement(math.Exp(lnPref-math.Log(a)) * sum)
}

// gammaFraction is the continued fraction c with Q(a, z) = z^a e^-z / (Gamma(a) c), the even part of DLMF 8.9.2.
func gammaFraction(a, z float64) float64 {
	const tiny = 1e-300
	if z > 1e17*(a+1) {
		return z
	}
	c := z + 1 - a
	h, d := c, 0.0
	for m := 1.0; m < 1e7; m++ {
		num, den := m*(a-m), (z-a)+2*m+1
		d = den + num*d
		if d == 0 {
			d = tiny
		}
		c = den + num/c
		if c == 0 {
			c = tiny
		}
		d = 1 / d
		step := c * d
		h *= step
		if math.Abs(step-1) < 1.2e-16 {
			break
		}
	}
	return h
}

// StudentQuantile is the t with P(T <= t) = p for df degrees of freedom (any positive real; +Inf is the normal), relative
// error below 1e-13. It is ±Inf at 0 and 1 and where the quantile overflows, NaN outside [0, 1].
//
// Newton's method on ln P against ln t, which is concave in both halves, so that it converges from any start.
func StudentQuantile(p, df float64) float64 {
	switch {
	case math.IsNaN(p) || p < 0 || p > 1 || !(df > 0):
		return math.NaN()
	case df > infiniteDF || p == 0 || p == 1:
		return NormalQuantile(p)
	case p == 0.5:
		return 0
	}
	sign, half := -1.0, p
	if p > 0.5 {
		sign, half = 1, 1-p
	}
	useUpper := half < 0.25
	target := math.Log(2 * half)
	if !useUpper {
		target = math.Log(math.Abs(1 - 2*p))
	}
	u := math.Log(-NormalQuantile(half)) // ln t
	for i := 0; i < 200; i++ {
		r := newRatio(math.Exp(2*u), 2*u, 1, df)
		up, low, _ := r.tails()
		var step float64 // d lower / d ln t = -d upper / d ln t = 2 pref
		if useUpper {
			step = (up - target) * math.Exp(up-r.lnPref) / 2
		} else {
			step = (target - low) * math.Exp(low-r.lnPref) / 2
		}
		u += step
		if math.Abs(step) <= 4e-16*max(1, math.Abs(u)) {
			break
		}
	}
	return sign * math.Exp(u)
}
