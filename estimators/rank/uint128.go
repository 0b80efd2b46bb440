package rank

import "math/bits"

// uint128 holds sums of cubes of counts.
type uint128 struct{ hi, lo uint64 }

func (a uint128) plus(b uint128) uint128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return uint128{hi, lo}
}

func (a uint128) minus(b uint128) uint128 {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	hi, _ := bits.Sub64(a.hi, b.hi, borrow)
	return uint128{hi, lo}
}

func (a uint128) float() float64 { return float64(a.hi)*(1<<64) + float64(a.lo) }

// cubeLess is t^3 - t for t below 2^32.
func cubeLess(t uint64) uint128 {
	if t < 2 {
		return uint128{}
	}
	hi, lo := bits.Mul64(t*t-1, t)
	return uint128{hi, lo}
}
