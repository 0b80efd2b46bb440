package moments

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/floats"
)

// block is the number of rows worked on at once: a model's vectors of it stay in the first two cache levels. A multiple of 64.
const block = 512

// sortCells is the most cells whose rows are gathered before they are summed; with more, sums are scattered row by row.
const sortCells = 48

// partRows is the least number of rows in a part. Parts, not cores, decide the order of summation.
const (
	partRows = 1 << 14
	maxParts = 16
)

// parts splits rows into contiguous ranges that begin on block borders.
func parts(rows, cells int) [][2]int {
	n := max(1, min(maxParts, rows/partRows))
	if cells > 1<<14 { // the sums of one part are large then
		n = min(n, 2)
	}
	size := (rows/n + block - 1) / block * block
	var out [][2]int
	for from := 0; from < rows; from += size {
		out = append(out, [2]int{from, min(from+size, rows)})
	}
	return out
}

// each runs work for every part on all cores and stops early when ctx is cancelled or a part fails.
func each(ctx context.Context, ranges [][2]int, work func(part int, from, to int) error) error {
	if len(ranges) == 1 {
		return work(0, ranges[0][0], ranges[0][1])
	}
	var (
		wait  sync.WaitGroup
		mu    sync.Mutex
		next  int
		first error
	)
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		if next == len(ranges) || first != nil {
			return -1
		}
		next++
		return next - 1
	}
	for range min(runtime.GOMAXPROCS(0), len(ranges)) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for p := take(); p >= 0; p = take() {
				err := ctx.Err()
				if err == nil {
					err = work(p, ranges[p][0], ranges[p][1])
				}
				if err != nil {
					mu.Lock()
					if first == nil {
						first = err
					}
					mu.Unlock()
				}
			}
		}()
	}
	wait.Wait()
	return first
}

// sums are the running sums of one part in float64.
type sums struct {
	n        int64
	count    []int64
	weight   []float64
	first    []float64
	slope    []float64
	gram     []float64
	square   []float64
	deviance float64 // -2 log likelihood, with a link
	largest  float64 // largest |x'delta|, with a link that carries one
	against  float64 // with a link: the largest move away from the observed outcome
	least    float64 // with a link: the smallest move towards the observed outcome
}

// reduce makes one pass over the rows; reduceCells with the cells already numbered. With a link the weights and the outcome's residuals come from the current
// coefficients, and the sums are those of one step of iteratively reweighted least squares.
func (m *Model) reduce(ctx context.Context, v vectors, exact bool) (*Sums, error) {
	return m.reduceCells(ctx, m.cellsOf(), v, exact, nil)
}

func (m *Model) reduceCells(ctx context.Context, c cells, v vectors, exact bool, l *link) (*Sums, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s := newSums(c, v, exact)
	if exact {
		return s, s.exactPass(ctx, m)
	}
	ranges := parts(m.Length, c.n)
	done := make([]*sums, len(ranges))
	err := each(ctx, ranges, func(p, from, to int) error {
		w := newWorker(m, &s.v, &s.cells, l)
		done[p] = &w.sums
		return w.run(ctx, from, to)
	})
	if err != nil {
		return nil, err
	}
	for _, part := range done {
		s.merge(part)
	}
	return s, nil
}

func newSums(c cells, v vectors, exact bool) *Sums {
	q := v.count()
	return &Sums{
		cells: c, width: q, v: v, exact: exact,
		count: make([]int64, c.n), weight: make([]dd, c.n), first: make([]dd, c.n*q),
		slope: make([]dd, c.n*len(v.slopes)*q), gram: make([]dd, q*q), square: make([]dd, c.n), least: math.Inf(1),
	}
}

func (s *Sums) merge(p *sums) {
	s.N += p.n
	for i, n := range p.count[:s.cells.n] {
		s.count[i] += n
	}
	accumulate(s.weight, p.weight)
	accumulate(s.first, p.first)
	accumulate(s.slope, p.slope)
	accumulate(s.gram, p.gram)
	accumulate(s.square, p.square)
	s.deviance += p.deviance
	s.largest = max(s.largest, p.largest)
	s.against = max(s.against, p.against)
	s.least = min(s.least, p.least)
}

func accumulate(to []dd, from []float64) {
	for i := range to {
		to[i] = to[i].add(dd{from[i], 0})
	}
}

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
		w.eta = make([]float64, 2*block)
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

// byCell adds first moments, and products with slopes, to the rows' cells.
func (w *worker) byCell(n int) {
	if w.order != nil {
		w.gather(n)
		return
	}
	cell := w.cell[:n]
	for i, c := range cell {
		w.count[c]++
		w.weight[c] += w.w[i] // set from the counts afterwards where every row weighs one
	}
	q, slopes := w.q, w.v.slopes
	for k := range q {
		u := w.outcomeOr(k)[:n]
		for i, c := range cell {
			w.first[int(c)*q+k] += u[i]
		}
	}
	y := w.buf[(q-1)*block : (q-1)*block+n]
	for i, c := range cell {
		w.square[c] += y[i] * y[i]
	}
	for j, a := range slopes {
		for k := range q {
			wa := w.factorOf(a, k, w.buf, w.wbuf)[:n]
			u := w.buf[k*block : k*block+n]
			for i, c := range cell {
				w.slope[(int(c)*len(slopes)+j)*q+k] += wa[i] * u[i]
			}
		}
	}
}

// factorOf is what vector a brings to a product with vector k: its weighted form, but the bare one for a link's residuals.
func (w *worker) factorOf(a, k int, bare, weighted []float64) []float64 {
	if w.link != nil && k == w.q-1 {
		return bare[a*block:]
	}
	return weighted[a*block:]
}

// gather sorts the block's rows by cell, so that each cell's sums run over neighbours.
func (w *worker) gather(n int) {
	cells, q, slopes := w.cells.n, w.q, w.v.slopes
	start, cell, sorted := w.start, w.cell[:n], w.order
	// A counting sort. The extra cell of absent rows comes last, and is cut off.
	clear(start)
	for _, c := range cell {
		start[c+1]++
	}
	for c := range cells {
		start[c+1] += start[c]
	}
	for i, c := range cell {
		at := start[c]
		start[c] = at + 1
		sorted[at] = int32(i)
	}
	order := sorted[:start[cells-1]] // every start has moved on to its cell's end
	shared := &w.buf[0] == &w.wbuf[0]
	for k := range q {
		permute(w.sorted[k*block:], w.buf[k*block:(k+1)*block], order)
		if !shared {
			permute(w.wsort[k*block:], w.outcomeOr(k)[:block], order)
		}
	}
	weighted := w.m.Weights != nil || w.link != nil
	if weighted {
		permute(w.weights, w.w, order)
	}
	from := 0
	for c := range cells {
		to := int(start[c])
		if to == from {
			continue
		}
		w.count[c] += int64(to - from)
		y := w.sorted[(q-1)*block+from : (q-1)*block+to]
		w.square[c] += floats.Dot(y, y)
		if weighted {
			w.weight[c] += floats.Sum(w.weights[from:to])
		}
		for k := range q {
			w.first[c*q+k] += floats.Sum(w.wsort[k*block+from : k*block+to])
		}
		for j, a := range slopes {
			row := w.slope[(c*len(slopes)+j)*q:]
			for k := range q {
				row[k] += floats.Dot(w.factorOf(a, k, w.sorted, w.wsort)[from:to], w.sorted[k*block+from:k*block+to])
			}
		}
		from = to
	}
}

func permute(to, from []float64, order []int32) {
	to = to[:len(order)]
	for i, r := range order {
		to[i] = from[r]
	}
}

// exactPass reduces in double-double arithmetic: for small problems, and for those that lose digits in float64.
func (s *Sums) exactPass(ctx context.Context, m *Model) error {
	if err := s.recenter(ctx, m); err != nil {
		return err
	}
	ranges := parts(m.Length, s.cells.n)
	done := make([]*Sums, len(ranges))
	err := each(ctx, ranges, func(p, from, to int) error {
		part := newSums(s.cells, s.v, true)
		done[p] = part
		return part.exactRows(ctx, m, from, to)
	})
	if err != nil {
		return err
	}
	for _, p := range done {
		s.N += p.N
		for i := range s.count {
			s.count[i] += p.count[i]
		}
		for _, pair := range [][2][]dd{{s.weight, p.weight}, {s.first, p.first}, {s.slope, p.slope}, {s.gram, p.gram}, {s.square, p.square}} {
			for i, x := range pair[1] {
				pair[0][i] = pair[0][i].add(x)
			}
		}
	}
	return nil
}

// recenter moves the centers to the means over the model's rows and takes the scales from all of them.
func (s *Sums) recenter(ctx context.Context, m *Model) error {
	for k, values := range s.v.values {
		var total dd
		n := 0.0
		for i, x := range values {
			if i%65536 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			if in(m.Rows, i) {
				d := twoSum(x, -s.v.center[k])
				total = total.add(d.scale(s.v.scale[k]))
				n++
			}
		}
		if c := s.v.center[k] + total.float()/n/s.v.scale[k]; n > 0 && !math.IsInf(c, 0) && !math.IsNaN(c) {
			s.v.center[k] = c
		}
		largest := 0.0
		for i, x := range values {
			if in(m.Rows, i) {
				largest = max(largest, math.Abs(x-s.v.center[k]))
			}
		}
		s.v.scale[k] = powerOfTwo(largest)
	}
	return nil
}

func (s *Sums) exactRows(ctx context.Context, m *Model, from, to int) error {
	q, slopes := s.width, s.v.slopes
	u, wu := make([]dd, q), make([]dd, q)
	cell := make([]int32, to-from)
	s.cells.fill(m, from, cell)
	for i := from; i < to; i++ {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !in(m.Rows, i) {
			continue
		}
		for k, values := range s.v.values {
			at := k
			if k == len(s.v.values)-1 {
				at = q - 1
			}
			u[at] = twoSum(values[i], -s.v.center[k]).scale(s.v.scale[k])
		}
		for j, p := range s.v.products {
			u[len(s.v.values)-1+j] = u[p[0]].mul(u[p[1]])
		}
		weight := 1.0
		copy(wu, u)
		if m.Weights != nil {
			weight = m.Weights.Values[i]
			for k := range wu {
				wu[k] = u[k].mulFloat(weight)
			}
		}
		c := int(cell[i-from])
		s.N++
		s.count[c]++
		s.weight[c] = s.weight[c].add(dd{weight, 0})
		s.square[c] = s.square[c].add(u[q-1].mul(u[q-1]))
		for k := range q {
			s.first[c*q+k] = s.first[c*q+k].add(wu[k])
			for b := k; b < q; b++ {
				s.gram[k*q+b] = s.gram[k*q+b].add(wu[k].mul(u[b]))
			}
		}
		for j, a := range slopes {
			row := s.slope[(c*len(slopes)+j)*q:]
			for k := range q {
				row[k] = row[k].add(wu[a].mul(u[k]))
			}
		}
	}
	return nil
}
