package moments

import (
	"context"
	"math"
	"runtime"
	"sync"
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
	events   float64 // rows with the event, with a link
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
	s.events += p.events
	s.largest = max(s.largest, p.largest)
	s.against = max(s.against, p.against)
	s.least = min(s.least, p.least)
}

func accumulate(to []dd, from []float64) {
	for i := range to {
		to[i] = to[i].add(dd{from[i], 0})
	}
}
