package rows

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

const (
	blockRows  = 1024
	blockWords = blockRows / 64
	// stretchRows is the rows that one worker takes at a time, between two looks at the context.
	stretchRows = 32 * blockRows
)

// mask has a bit for every row of a block; bits past its rows are clear.
type mask [blockWords]uint64

// numbers computes a numeric expression over rows [from, from+n) of one block: values, and which of them are present.
// The slices belong to the node and last until its next call.
type numbers interface {
	numbers(from, n int) (v []float64, ok *mask)
}

// truths computes a condition over a block: where it is true and where it is false; where it is neither it is missing.
type truths interface {
	truths(from, n int) (yes, no *mask)
}

// firstRows has the bits of the first n rows set.
func firstRows(n int) mask {
	var m mask
	for w := range m {
		switch left := n - w*64; {
		case left >= 64:
			m[w] = ^uint64(0)
		case left > 0:
			m[w] = 1<<left - 1
		}
	}
	return m
}

// load copies the bits of a block out of a bitmap (nil: all rows).
func (m *mask) load(b table.Bitmap, from, n int) {
	if b == nil {
		*m = firstRows(n)
		return
	}
	copied := copy(m[:], b[from/64:min(len(b), from/64+blockWords)])
	clear(m[copied:])
	if n < blockRows {
		whole := firstRows(n)
		for w := range m {
			m[w] &= whole[w]
		}
	}
}

// condition evaluates e over the whole table.
func condition(ctx context.Context, t *table.Table, e plan.Expr) (table.Bitmap, error) {
	out := table.NewBitmap(t.Rows, false)
	err := overBlocks(ctx, t, e, func(c *compiler) (func(from, n int), error) {
		node, err := c.condition(e)
		if err != nil {
			return nil, err
		}
		return func(from, n int) {
			yes, _ := node.truths(from, n)
			copy(out[from/64:], yes[:])
		}, nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// computed evaluates the expression of a derived variable over the whole table; a condition as 0 and 1.
func computed(ctx context.Context, t *table.Table, v *plan.Variable) (*table.Numeric, error) {
	values, valid := make([]float64, t.Rows), table.NewBitmap(t.Rows, false)
	err := overBlocks(ctx, t, v.Derived, func(c *compiler) (func(from, n int), error) {
		if isCondition(v.Derived) {
			node, err := c.condition(v.Derived)
			return func(from, n int) {
				yes, no := node.truths(from, n)
				for i := range n {
					values[from+i] = float64(yes[i/64] >> (i % 64) & 1)
				}
				for w := range (n + 63) / 64 {
					valid[from/64+w] = yes[w] | no[w]
				}
			}, err
		}
		node, err := c.number(v.Derived)
		return func(from, n int) {
			x, ok := node.numbers(from, n)
			copy(values[from:from+n], x)
			copy(valid[from/64:], ok[:])
		}, err
	})
	if err != nil {
		return nil, err
	}
	return table.NewNumeric(v.Name, values, valid), nil
}

// overBlocks compiles e once a worker (nodes hold buffers) and runs it over the blocks of the table.
func overBlocks(ctx context.Context, t *table.Table, e plan.Expr, build func(*compiler) (func(from, n int), error)) error {
	shared := &compiler{ctx: ctx, t: t, leaves: map[plan.Expr]any{}}
	workers := max(1, min(runtime.GOMAXPROCS(0), (t.Rows+stretchRows-1)/stretchRows))
	run := make([]func(from, n int), workers)
	for w := range run {
		var err error
		if run[w], err = build(shared); err != nil {
			return err
		}
	}
	var next atomic.Int64
	work := func(f func(from, n int)) {
		for ctx.Err() == nil {
			start := int(next.Add(1)-1) * stretchRows
			if start >= t.Rows {
				return
			}
			for from := start; from < min(start+stretchRows, t.Rows); from += blockRows {
				f(from, min(blockRows, t.Rows-from))
			}
		}
	}
	var wg sync.WaitGroup
	for _, f := range run[1:] {
		wg.Go(func() { work(f) })
	}
	work(run[0])
	wg.Wait()
	return ctx.Err()
}
