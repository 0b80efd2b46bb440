package moments

import (
	"context"
	"math"
	"math/bits"

	"gonum.org/v1/gonum/floats"
)

// worker reduces the rows of one part.
type worker struct {
	sums
	m     *Model
	v     *vectors
	cells *cells
	link  *link
	q     int
	buf   []float64 // q x block: centered, scaled, zero outside the rows
	wbuf  []float64 // the same times the weights; buf itself without weights
	w     []float64
	cell  []int32
	eta   []float64

	sorted  []float64 // buf gathered by cell; wsort the same for wbuf
	wsort   []float64
	weights []float64 // w gathered by cell
	order   []int32   // rows of the block by cell
	start   []int32   // where each cell's rows begin in order
}

func newWorker(m *Model, v *vectors, c *cells, l *link) *worker {
	q := v.count()
	w := &worker{m: m, v: v, cells: c, link: l, q: q, buf: make([]float64, q*block), w: make([]float64, block), cell: make([]int32, block)}
	// One cell more than there are takes the rows outside the model.
	w.count, w.weight = make([]int64, c.n+1), make([]float64, c.n+1)
	w.first, w.slope = make([]float64, (c.n+1)*q), make([]float64, (c.n+1)*len(v.slopes)*q)
	w.gram, w.square = make([]float64, q*q), make([]float64, c.n+1)
	w.least = math.Inf(1)
	w.wbuf = w.buf
	if m.Weights != nil || l != nil {
		w.wbuf = make([]float64, q*block)
	}
	if l != nil {
		w.eta = make([]float64, 3*block)
	}
	if c.n > 1 && c.n <= sortCells {
		w.order, w.start = make([]int32, block), make([]int32, c.n+2)
		w.sorted, w.weights = make([]float64, q*block), make([]float64, block)
		w.wsort = w.sorted
		if m.Weights != nil || l != nil {
			w.wsort = make([]float64, q*block)
		}
	}
	return w
}

func (w *worker) run(ctx context.Context, from, to int) error {
	for b, i := from, 0; b < to; b, i = b+block, i+1 {
		if i%64 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		if w.link != nil && w.link.every > 1 && (b/block)%w.link.every != 0 {
			continue
		}
		w.block(b, min(block, to-b))
	}
	if w.m.Weights == nil && w.link == nil {
		for c, n := range w.count {
			w.weight[c] = float64(n)
		}
	}
	return nil
}

func (w *worker) block(from, n int) {
	rows := w.m.Rows
	present := n
	if rows != nil {
		present = 0
		for i := 0; i < n; i += 64 {
			present += bits.OnesCount64(rows[(from+i)>>6] & lowBits(n-i))
		}
		if present == 0 {
			return
		}
	}
	w.n += int64(present)
	w.load(from, n)
	grouped := w.cells.n > 1 || w.cells.index != nil
	if grouped {
		w.cells.fill(w.m, from, w.cell[:n])
	} else {
		clear(w.cell[:n])
	}
	if present < n {
		w.blank(from, n)
	}
	switch {
	case w.link != nil:
		w.apply(n)
	case w.m.Weights != nil:
		for k := range w.q {
			floats.MulTo(w.wbuf[k*block:k*block+n], w.buf[k*block:k*block+n], w.w[:n])
		}
	}
	w.products(n)
	if !grouped {
		w.whole(n, present)
		return
	}
	w.byCell(n)
}

// lowBits has the low n bits set, all for n >= 64.
func lowBits(n int) uint64 {
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// load centers and scales the vectors of a block.
func (w *worker) load(from, n int) {
	v := w.v
	last := w.q - 1
	for k, values := range v.values {
		at := k
		if k == len(v.values)-1 {
			at = last
		}
		center(w.buf[at*block:at*block+n], values[from:from+n], v.center[k], v.scale[k])
	}
	for j, p := range v.products {
		at := (len(v.values) - 1 + j) * block
		floats.MulTo(w.buf[at:at+n], w.buf[p[0]*block:p[0]*block+n], w.buf[p[1]*block:p[1]*block+n])
	}
	switch {
	case w.m.Weights != nil:
		copy(w.w, w.m.Weights.Values[from:from+n])
	case w.link != nil:
		for i := range w.w[:n] {
			w.w[i] = 1 // present; blank clears the others
		}
	}
}

func center(to, from []float64, c, s float64) {
	to = to[:len(from)]
	for i, x := range from {
		to[i] = (x - c) * s
	}
}

// blank zeroes the rows of a block that are not in the model and sends them to the extra cell.
func (w *worker) blank(from, n int) {
	for i := 0; i < n; i += 64 {
		absent := ^w.m.Rows[(from+i)>>6] & lowBits(n-i)
		for ; absent != 0; absent &= absent - 1 {
			r := i + bits.TrailingZeros64(absent)
			for k := range w.q {
				w.buf[k*block+r] = 0
			}
			w.w[r] = 0
			w.cell[r] = int32(w.cells.n)
		}
	}
}

// products adds the block's cross-products to the Gram matrix.
func (w *worker) products(n int) {
	for a := range w.q {
		for b := a; b < w.q; b++ {
			w.gram[a*w.q+b] += floats.Dot(w.factorOf(a, b, w.buf, w.wbuf)[:n], w.buf[b*block:b*block+n])
		}
	}
}

// whole adds first moments when there is one cell.
func (w *worker) whole(n, present int) {
	w.count[0] += int64(present)
	if w.m.Weights != nil || w.link != nil {
		w.weight[0] += floats.Sum(w.w[:n])
	}
	for k := range w.q {
		w.first[k] += floats.Sum(w.outcomeOr(k)[:n])
	}
	y := w.buf[(w.q-1)*block : (w.q-1)*block+n]
	w.square[0] += floats.Dot(y, y)
}

// outcomeOr is the weighted vector k, and the bare residual for the outcome under a link.
func (w *worker) outcomeOr(k int) []float64 {
	if w.link != nil && k == w.q-1 {
		return w.buf[k*block:]
	}
	return w.wbuf[k*block:]
}
