package dist

import "math"

// ratio is the F distribution's argument in the forms that the tails need, each without cancellation.
// With a = d2/2, b = d1/2, n = a+b the upper tail is the incomplete beta I_x(a, b), x = d2/(d2 + d1 f), y = 1-x.
type ratio struct {
	a, b   float64
	x, y   float64
	lambda float64 // a - n x = n y - b
	lnPref float64 // ln of x^a y^b / B(a, b), which is also dI_y(b, a)/d ln f
}

// newRatio prepares f > 0 given with its logarithm; f may have overflowed or underflowed when lnF is finite.
func newRatio(f, lnF, d1, d2 float64) ratio {
	r := ratio{a: d2 / 2, b: d1 / 2}
	n := r.a + r.b
	var ea, eb, lnRatioA, lnRatioB float64 // n x/a - 1, n y/b - 1 and the logs of n x/a, n y/b
	if f > 1 {
		g := 1 / f
		den := d2*g + d1
		r.x, r.y = d2*g/den, d1/den
		ea, eb = d1*(g-1)/den, d2*(1-g)/den
		lnRatioB = math.Log((d1 + d2) / den)
		lnRatioA = lnRatioB - lnF
	} else {
		den := d2 + d1*f
		r.x, r.y = d2/den, d1*f/den
		ea, eb = d1*(1-f)/den, d2*(f-1)/den
		lnRatioA = math.Log((d1 + d2) / den)
		lnRatioB = lnRatioA + lnF
	}
	if r.a > r.b { // the same number; the smaller factor times the larger relative deviation is the exact one
		r.lambda = r.b * eb
	} else {
		r.lambda = -r.a * ea
	}
	deviance := r.a*excess(ea, lnRatioA) + r.b*excess(eb, lnRatioB)
	r.lnPref = 0.5*(math.Log(r.a)+math.Log(r.b/n)-math.Log(2*math.Pi)) + stirling(n) - stirling(r.a) - stirling(r.b) - deviance
	return r
}

// tails gives the upper tail (ln) and the lower tail (ln); one of them is computed, the other its complement, and direct
// tells which: true when the upper one was computed.
func (r ratio) tails() (lnUpper, lnLower float64, direct bool) {
	if r.x*(r.a+r.b+2) < r.a+1 {
		lnUpper = min(r.lnPref-math.Log(betaFraction(r.a, r.b, r.x, r.lambda)), 0)
		return lnUpper, log1mExp(lnUpper), true
	}
	lnLower = min(r.lnPref-math.Log(betaFraction(r.b, r.a, r.y, -r.lambda)), 0)
	return log1mExp(lnLower), lnLower, false
}

// log1mExp is ln(1 - e^v) for v <= 0.
func log1mExp(v float64) float64 {
	if v > -math.Ln2 {
		return math.Log(-math.Expm1(v))
	}
	return math.Log1p(-math.Exp(v))
}

// betaFraction is the continued fraction c with I_x(a, b) = x^a y^b / (B(a, b) c), the even part of DLMF 8.17.22, by
// Lentz's method as modified by Thompson and Barnett. lambda is a - (a+b)x. It converges fast for x(a+b+2) < a+1.
func betaFraction(a, b, x, lambda float64) float64 {
	const tiny = 1e-300
	c := a * (lambda + 1) / (a + 1)
	if c == 0 {
		c = tiny
	}
	h, d := c, 0.0
	for m := 1.0; m < 1e7; m++ {
		u := a + 2*m - 1
		num := (a + m - 1) / u * ((a + b + m - 1) / u) * m * (b - m) * x * x
		den := m + m*(b-m)*x/u + (a+m)*(lambda+1+m*(2-x))/(u+2)
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

// excess is e - ln(1+e) for e > -1, given also ln(1+e): a deviance per unit, never negative.
func excess(e, ln1p float64) float64 {
	if math.Abs(e) > 0.5 {
		return e - ln1p
	}
	// ln(1+e) = 2 atanh(r) with r = e/(2+e), and e - 2r = e r.
	r := e / (2 + e)
	r2 := r * r
	sum := 0.0
	for k := 35.0; k >= 3; k -= 2 {
		sum = sum*r2 + 1/k
	}
	return e*r - 2*r*r2*sum
}

// stirling is ln Gamma(z+1) - (z+1/2) ln z + z - ln(2 pi)/2, for z > 0: Stirling's series (DLMF 5.11.1) from 10 up,
// recurrence below.
func stirling(z float64) float64 {
	sum := 0.0
	for z < 10 {
		sum += (z+0.5)*math.Log1p(1/z) - 1
		z++
	}
	w := 1 / (z * z)
	return sum + (1.0/12-w*(1.0/360-w*(1.0/1260-w*(1.0/1680-w*(1.0/1188-w*(691.0/360360-w*(1.0/156-w*3617.0/122400)))))))/z
}
