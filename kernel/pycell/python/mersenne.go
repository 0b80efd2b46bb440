package python

import (
	"math/big"
	"math/bits"
)

// mersenne is MT19937 of Matsumoto and Nishimura (1998), seeded and read as CPython's random does, so that a seed gives the
// same numbers.
type mersenne struct {
	state [624]uint32
	at    int
	gauss *float64
}

func (r *mersenne) seedWord(s uint32) {
	r.state[0] = s
	for i := 1; i < 624; i++ {
		r.state[i] = 1812433253*(r.state[i-1]^r.state[i-1]>>30) + uint32(i)
	}
	r.at, r.gauss = 624, nil
}

// seedKey is init_by_array.
func (r *mersenne) seedKey(key []uint32) {
	r.seedWord(19650218)
	i, j := 1, 0
	step := func() {
		if i++; i >= 624 {
			r.state[0], i = r.state[623], 1
		}
	}
	for range max(624, len(key)) {
		r.state[i] = (r.state[i] ^ (r.state[i-1]^r.state[i-1]>>30)*1664525) + key[j] + uint32(j)
		step()
		if j++; j >= len(key) {
			j = 0
		}
	}
	for range 623 {
		r.state[i] = (r.state[i] ^ (r.state[i-1]^r.state[i-1]>>30)*1566083941) - uint32(i)
		step()
	}
	r.state[0] = 1 << 31
}

// seed takes an integer's 32-bit words, low first.
func (r *mersenne) seed(n *big.Int) {
	n = new(big.Int).Abs(n)
	var key []uint32
	for mask := big.NewInt(0xffffffff); n.Sign() > 0; n.Rsh(n, 32) {
		key = append(key, uint32(new(big.Int).And(n, mask).Uint64()))
	}
	if len(key) == 0 {
		key = []uint32{0}
	}
	r.seedKey(key)
}

func (r *mersenne) next() uint32 {
	if r.at >= 624 {
		for k := range 624 {
			y := r.state[k]&(1<<31) | r.state[(k+1)%624]&(1<<31-1)
			v := r.state[(k+397)%624] ^ y>>1
			if y&1 == 1 {
				v ^= 0x9908b0df
			}
			r.state[k] = v
		}
		r.at = 0
	}
	y := r.state[r.at]
	r.at++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// float is a number in [0, 1) with 53 bits.
func (r *mersenne) float() float64 {
	a, b := r.next()>>5, r.next()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}

// bits is an integer of k bits, at most 64.
func (r *mersenne) bits(k int) uint64 {
	if k <= 32 {
		return uint64(r.next() >> (32 - k))
	}
	low := uint64(r.next())
	return low | uint64(r.next()>>(64-k))<<32
}

// below is an integer in [0, n).
func (r *mersenne) below(n int) int {
	k := bits.Len(uint(n))
	for {
		if v := r.bits(k); v < uint64(n) {
			return int(v)
		}
	}
}
