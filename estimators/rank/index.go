package rank

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"sync"
	"weak"

	"github.com/hyp-lang/hyp/estimators/table"
)

// Index is the order of a column: its present rows by value. It serves any subset of the rows.
type Index struct {
	order []uint32     // present rows, by value, equal values by row
	first table.Bitmap // over positions in order: set where a new value begins
	rows  int
}

// Bytes is the memory that the index holds.
func (x *Index) Bytes() int { return 4*len(x.order) + 8*len(x.first) }

// indexes remembers the index of each living column view.
var indexes struct {
	sync.Mutex
	of map[weak.Pointer[table.Numeric]]*indexEntry
}

type indexEntry struct {
	mu    sync.Mutex
	index *Index
}

// IndexOf returns the index of a column, built at the first call and kept as long as the view is reachable. The only error
// is the context's.
func IndexOf(ctx context.Context, x *table.Numeric) (*Index, error) {
	key := weak.Make(x)
	indexes.Lock()
	if indexes.of == nil {
		indexes.of = map[weak.Pointer[table.Numeric]]*indexEntry{}
	}
	e := indexes.of[key]
	if e == nil {
		e = &indexEntry{}
		indexes.of[key] = e
		runtime.AddCleanup(x, func(key weak.Pointer[table.Numeric]) {
			indexes.Lock()
			delete(indexes.of, key)
			indexes.Unlock()
		}, key)
	}
	indexes.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.index == nil {
		index, err := NewIndex(ctx, x)
		if err != nil {
			return nil, err
		}
		e.index = index
	}
	runtime.KeepAlive(x)
	return e.index, nil
}

// NewIndex sorts a column. The only error is the context's.
func NewIndex(ctx context.Context, x *table.Numeric) (*Index, error) {
	keys, err := sorted(ctx, x.Values, x.Valid)
	if err != nil {
		return nil, err
	}
	index := &Index{order: make([]uint32, len(keys)), first: table.NewBitmap(len(keys), false), rows: len(x.Values)}
	for i, k := range keys {
		index.order[i] = k.row
		if i == 0 || k.key != keys[i-1].key {
			index.first.Set(i)
		}
	}
	return index, nil
}

// cuts divides the positions into at most n pieces that begin with a new value.
func (x *Index) cuts(n int) []int {
	out := []int{0}
	for w := 1; w < n; w++ {
		at := max(len(x.order)*w/n, out[len(out)-1])
		for at < len(x.order) && !x.first.Get(at) {
			at++
		}
		out = append(out, at)
	}
	return append(out, len(x.order))
}

// sum walks the order in pieces. A piece counts ranks from 1; what lies before it is added after.
func (x *Index) sum(ctx context.Context, rows table.Bitmap, codes table.Codes, level []int32, groups int) (*sums, error) {
	workers := min(runtime.GOMAXPROCS(0), len(x.order)/stretch+1)
	cuts := x.cuts(workers)
	pieces := make([]sums, workers)
	each(workers, func(w int) {
		p := &pieces[w]
		p.n, p.twice = make([]int64, groups), make([]int64, groups)
		switch {
		case codes.U8 != nil:
			walk(ctx, p, x, rows, codes.U8, level, cuts[w], cuts[w+1])
		case codes.U16 != nil:
			walk(ctx, p, x, rows, codes.U16, level, cuts[w], cuts[w+1])
		default:
			walk(ctx, p, x, rows, codes.U32, level, cuts[w], cuts[w+1])
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := &sums{n: make([]int64, groups), twice: make([]int64, groups)}
	var before int64
	for _, p := range pieces {
		var here int64
		for g, m := range p.n {
			s.n[g] += m
			s.twice[g] += p.twice[g] + 2*before*m
			here += m
		}
		s.ties = s.ties.plus(p.ties)
		before += here
	}
	return s, nil
}

// MannWhitney is the function MannWhitney by this index, without a look for small whole numbers: the way for many groupings of one
// column of moderate length. rows must be a subset of the column's present rows.
func (x *Index) MannWhitney(ctx context.Context, rows table.Bitmap, codes table.Codes, level []int32) (MW, error) {
	s, err := x.sum(ctx, rows, codes, level, 2)
	if err != nil {
		return MW{}, err
	}
	return s.mannWhitney()
}

// KruskalWallis is the function KruskalWallis by this index; rows as in Index.MannWhitney.
func (x *Index) KruskalWallis(ctx context.Context, rows table.Bitmap, codes table.Codes, level []int32, groups int) (KW, error) {
	s, err := x.sum(ctx, rows, codes, level, groups)
	if err != nil {
		return KW{}, err
	}
	return s.kruskalWallis()
}

func walk[C uint8 | uint16 | uint32](ctx context.Context, s *sums, x *Index, rows table.Bitmap, codes []C, level []int32, from, to int) {
	var before int64
	run := make([]int32, 0, 64) // groups of the rows that share the value at hand
	close := func() {
		twice := 2*before + int64(len(run)) + 1
		for _, g := range run {
			s.n[g]++
			s.twice[g] += twice
		}
		if len(run) > 1 {
			s.ties = s.ties.plus(cubeLess(uint64(len(run))))
		}
		before += int64(len(run))
		run = run[:0]
	}
	for start := from; start < to; start += stretch {
		if ctx.Err() != nil {
			return
		}
		for i := start; i < min(start+stretch, to); i++ {
			if x.first.Get(i) && len(run) > 0 {
				if len(run) == 1 {
					s.n[run[0]]++
					s.twice[run[0]] += 2 * (before + 1)
					before++
					run = run[:0]
				} else {
					close()
				}
			}
			r := x.order[i]
			if rows.Get(int(r)) {
				if g := level[codes[r]]; g >= 0 {
					run = append(run, g)
				}
			}
		}
	}
	close()
}

// Of returns the mid-ranks (from 1) of the rows that are in rows (nil: all) and present in x, among themselves; other rows
// are missing. Spearman's correlation is Pearson's of such columns.
func Of(x *table.Numeric, rows table.Bitmap) *table.Numeric {
	index, err := IndexOf(context.Background(), x)
	if err != nil { // not without a deadline
		index = &Index{}
	}
	in := rows.And(x.Valid)
	out := &table.Numeric{Name: x.Name, Values: index.Ranks(in), Valid: in}
	n := in.Count(len(x.Values))
	out.Center = float64(n+1) / 2
	for w, word := range in {
		word = ^word
		for ; word != 0; word &= word - 1 {
			if i := w<<6 + bits.TrailingZeros64(word); i < len(out.Values) {
				out.Values[i] = out.Center
			}
		}
	}
	return out
}

// Ranks returns one number for every row of the column: the mid-rank (from 1) among rows (nil: all present ones), and NaN
// where a row is not among them.
func (x *Index) Ranks(rows table.Bitmap) []float64 {
	out := make([]float64, x.rows)
	for i := range out {
		out[i] = math.NaN()
	}
	run := make([]uint32, 0, 64)
	before := 0
	close := func() {
		rank := float64(2*before+len(run)+1) / 2
		for _, r := range run {
			out[r] = rank
		}
		before += len(run)
		run = run[:0]
	}
	for i, r := range x.order {
		if x.first.Get(i) {
			close()
		}
		if rows.Get(int(r)) {
			run = append(run, r)
		}
	}
	close()
	return out
}
