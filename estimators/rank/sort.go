package rank

import (
	"context"
	"math"
	"runtime"

	"github.com/hyp-lang/hyp/estimators/table"
)

// entry is a row with its value as an integer of the same order.
type entry struct {
	key uint64
	row uint32
}

// orderKey maps finite doubles to integers of the same order; -0 and 0 to the same one.
func orderKey(v float64) uint64 {
	b := math.Float64bits(v + 0)
	if b>>63 != 0 {
		return ^b
	}
	return b | 1<<63
}

const (
	digitBits = 11
	digits    = 6 // 6 digits of 11 bits hold 64
	radix     = 1 << digitBits
)

// sorted returns the present rows by value: a radix sort from the least digit, each pass stable and shared by all cores.
// Digits in which all keys agree (the low ones of whole numbers) cost no pass.
func sorted(ctx context.Context, values []float64, valid table.Bitmap) ([]entry, error) {
	n := valid.Count(len(values))
	a := make([]entry, 0, n)
	all, any := ^uint64(0), uint64(0)
	for i, v := range values {
		if valid.Get(i) {
			k := orderKey(v)
			all &= k
			any |= k
			a = append(a, entry{k, uint32(i)})
		}
	}
	differ := all ^ any
	b := make([]entry, n)
	workers := min(runtime.GOMAXPROCS(0), n/stretch+1)
	places := make([][radix]int, workers)
	for d := range digits {
		shift := uint(d * digitBits)
		if differ>>shift&(radix-1) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		each(workers, func(w int) {
			c := &places[w]
			*c = [radix]int{}
			for _, e := range share(a, w, workers) {
				c[e.key>>shift&(radix-1)]++
			}
		})
		at := 0
		for k := range radix {
			for w := range places {
				at, places[w][k] = at+places[w][k], at
			}
		}
		each(workers, func(w int) {
			c := &places[w]
			for _, e := range share(a, w, workers) {
				k := e.key >> shift & (radix - 1)
				b[c[k]] = e
				c[k]++
			}
		})
		a, b = b, a
	}
	return a, nil
}

// share is part w of n equal parts of a.
func share(a []entry, w, n int) []entry { return a[len(a)*w/n : len(a)*(w+1)/n] }
