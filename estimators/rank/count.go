package rank

import (
	"context"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/hyp-lang/hyp/estimators/table"
)

const (
	lowest = -1024 // whole numbers in [lowest, lowest+span) are counted in a table
	span   = 4096
	// stretch is the rows between two looks at the context, a multiple of 64.
	stretch = 1 << 16
)

// count makes the sums from a table of value by group, or returns nil when a value is not a small whole number.
func count(ctx context.Context, values []float64, rows table.Bitmap, codes table.Codes, level []int32, groups int) (*sums, error) {
	workers := min(runtime.GOMAXPROCS(0), (len(values)+stretch-1)/stretch)
	tables := make([][]uint32, max(workers, 1))
	var next atomic.Int64
	var general atomic.Bool
	each(len(tables), func(w int) {
		t := make([]uint32, span*groups)
		tables[w] = t
		for !general.Load() && ctx.Err() == nil {
			from := int(next.Add(1)-1) * stretch
			if from >= len(values) {
				return
			}
			to := min(from+stretch, len(values))
			var ok bool
			switch {
			case codes.U8 != nil:
				ok = tally(t, values, rows, codes.U8, level, groups, from, to)
			case codes.U16 != nil:
				ok = tally(t, values, rows, codes.U16, level, groups, from, to)
			default:
				ok = tally(t, values, rows, codes.U32, level, groups, from, to)
			}
			if !ok {
				general.Store(true)
			}
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if general.Load() {
		return nil, nil
	}
	s := &sums{n: make([]int64, groups), twice: make([]int64, groups)}
	cell := make([]int64, groups)
	var before int64 // rows with a smaller value
	for v := range span {
		var tied int64
		for g := range groups {
			cell[g] = 0
			for _, t := range tables {
				cell[g] += int64(t[v*groups+g])
			}
			tied += cell[g]
		}
		if tied == 0 {
			continue
		}
		for g, m := range cell {
			s.n[g] += m
			s.twice[g] += m * (2*before + tied + 1)
		}
		s.ties = s.ties.plus(cubeLess(uint64(tied)))
		before += tied
	}
	return s, nil
}

// tally counts rows [from, to) into t; from is a multiple of 64. It stops with false at a value that t has no place for.
func tally[C uint8 | uint16 | uint32](t []uint32, values []float64, rows table.Bitmap, codes []C, level []int32, groups, from, to int) bool {
	for base := from; base < to; base += 64 {
		word := ^uint64(0)
		if rows != nil {
			word = rows[base>>6]
		}
		if left := to - base; left < 64 {
			word &= 1<<left - 1
		}
		for ; word != 0; word &= word - 1 {
			i := base + bits.TrailingZeros64(word)
			g := level[codes[i]]
			if g < 0 {
				continue
			}
			v := values[i]
			if !(v >= lowest && v < lowest+span) {
				return false
			}
			k := int(v)
			if float64(k) != v {
				return false
			}
			t[(k-lowest)*groups+int(g)]++
		}
	}
	return true
}

// each runs f(0), ..., f(n-1) at once and waits.
func each(n int, f func(w int)) {
	if n == 1 {
		f(0)
		return
	}
	var wg sync.WaitGroup
	for w := range n {
		wg.Go(func() { f(w) })
	}
	wg.Wait()
}
