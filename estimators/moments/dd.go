package moments

import "math"

// dd is an unevaluated sum h+l of two doubles, |l| <= ulp(h)/2: about 32 decimal digits. The error-free transformations
// are Dekker's and Knuth's (T. J. Dekker, Numer. Math. 18, 1971); products use a fused multiply-add.
type dd struct{ h, l float64 }

func twoSum(a, b float64) dd {
	s := a + b
	bb := s - a
	return dd{s, (a - (s - bb)) + (b - bb)}
}

func quickTwoSum(a, b float64) dd {
	s := a + b
	return dd{s, b - (s - a)}
}

func twoProd(a, b float64) dd {
	p := a * b
	return dd{p, math.FMA(a, b, -p)}
}

func (a dd) add(b dd) dd {
	s, t := twoSum(a.h, b.h), twoSum(a.l, b.l)
	s = quickTwoSum(s.h, s.l+t.h)
	return quickTwoSum(s.h, s.l+t.l)
}

func (a dd) neg() dd        { return dd{-a.h, -a.l} }
func (a dd) sub(b dd) dd    { return a.add(b.neg()) }
func (a dd) float() float64 { return a.h + a.l }

func (a dd) mul(b dd) dd {
	p := twoProd(a.h, b.h)
	return quickTwoSum(p.h, p.l+(a.h*b.l+a.l*b.h))
}

func (a dd) mulFloat(b float64) dd {
	p := twoProd(a.h, b)
	return quickTwoSum(p.h, p.l+a.l*b)
}

func (a dd) div(b dd) dd {
	q1 := a.h / b.h
	r := a.sub(b.mulFloat(q1))
	q2 := r.h / b.h
	r = r.sub(b.mulFloat(q2))
	q3 := r.h / b.h
	return quickTwoSum(q1, q2).add(dd{q3, 0})
}

// scale multiplies by a power of two, exactly.
func (a dd) scale(s float64) dd { return dd{a.h * s, a.l * s} }
