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
	m      *Model
	v      *vectors
	cells  *cells
	link   *link
	q      int
	buf    []float64 // q x block: centered, scaled, zero outside the rows
	wbuf   []float64 // the same times the weights; buf itself without weights
	w      []float64
	cell   []int32
	absent []int32 // scratch of blank
	eta    []float64

	sorted  []float64 // buf gathered by cell; wsort the same for wbuf
	wsort   []float64
	weights []float64 // w gathered by cell
	order   []int32   // rows of the block by cell
	start   []int32   // where each cell's rows begin in order
}

func newWorker(m *Model, v *vectors, c *cells, l *link) *worker {
	q := v.count()
	w := &worker{m: m, v: v, cells: c, link: l, q: q, buf: make([]float64, q*block), w: make([]float64, block), cell: make([]int32, block), absent: make([]int32, 0, block)}
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
	for len(from) >= 4 && len(to) >= 4 {
		to[0] = (from[0] - c) * s
		to[1] = (from[1] - c) * s
		to[2] = (from[2] - c) * s
		to[3] = (from[3] - c) * s
		from, to = from[4:], to[4:]
	}
	for i, x := range from {
		to[i] = (x - c) * s
	}
}

// blank zeroes the rows of a block that are not in the model and sends them to the extra cell.
func (w *worker) blank(from, n int) {
	absent := w.absent[:0]
	for i := 0; i < n; i += 64 {
		for word := ^w.m.Rows[(from+i)>>6] & lowBits(n-i); word != 0; word &= word - 1 {
			absent = append(absent, int32(i+bits.TrailingZeros64(word)))
		}
	}
	for k := range w.q {
		zero(w.buf[k*block:(k+1)*block], absent)
	}
	zero(w.w, absent)
	outside := int32(w.cells.n)
	cell := w.cell[:block]
	for _, r := range absent {
		cell[r] = outside
	}
}

func zero(x []float64, at []int32) {
	x = x[:block]
	for _, r := range at {
		x[r] = 0
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
