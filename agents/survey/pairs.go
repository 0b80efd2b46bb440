package survey

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/effect"
	"github.com/hyp-lang/hyp/estimators/rank"
)

// Assoc is the test of assoc(x, y), by number of the variables.
func (s *Survey) Assoc(x, y int) Test { return s.assoc[x*len(s.columns)+y] }

// Diff is the test of diff(y, by=g), by number of the variables.
func (s *Survey) Diff(y, g int) Test { return s.diff[g*len(s.columns)+y] }

// pairs tests every ordered pair, whatever the filters: the matrix is what anchors and confounders are read off.
func (s *Survey) pairs(ctx context.Context) error {
	n := len(s.columns)
	s.assoc, s.diff, s.taut = make([]Test, n*n), make([]Test, n*n), make([]uint16, n*n)
	var done atomic.Int64
	err := s.each(ctx, n, func(w *worker, u int) error {
		err := s.pairsOf(ctx, w, s.columns[u])
		s.progress("pairs", int(done.Add(1)), n)
		return err
	})
	if err != nil {
		return err
	}
	return s.findTautologies(ctx)
}

// each gives the items 0..n-1 to the workers.
func (s *Survey) each(ctx context.Context, n int, do func(w *worker, item int) error) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	var mu sync.Mutex
	var first error
	for range min(s.opt.Workers, max(n, 1)) {
		wait.Go(func() {
			w := &worker{survey: s}
			for {
				item := int(next.Add(1) - 1)
				err := ctx.Err()
				if item >= n {
					return
				}
				if err == nil {
					err = do(w, item)
				}
				if err != nil {
					mu.Lock()
					if first == nil {
						first = err
					}
					mu.Unlock()
					next.Store(int64(n))
					return
				}
			}
		})
	}
	wait.Wait()
	return first
}

func (s *Survey) progress(stage string, done, total int) {
	if s.opt.Progress != nil {
		s.opt.Progress(Progress{stage, done, total})
	}
}

// worker holds one goroutine's buffers.
type worker struct {
	survey *Survey
	cells  cells
	sums   sums
	all    sample // of the outcome at hand
	part   sample // as one estimator reads it
	a, b   []float64

	tally  *tally
	values *[]float64
	pairs  [pairChunk]cells
}

// pairsOf tests all claims with exposure or groups u.
func (s *Survey) pairsOf(ctx context.Context, w *worker, u *column) error {
	n := len(s.columns)
	w.cells.one(u)
	for _, b := range s.blocks {
		if err := w.sums.add(ctx, b, &w.cells); err != nil {
			return err
		}
		for j, y := range b.outcomes {
			if err := ctx.Err(); err != nil {
				return err
			}
			if y == u {
				continue
			}
			w.all.fill(&w.cells, &w.sums, y, j)
			assoc := w.assoc(u)
			if assoc.refusal == awkward {
				assoc = s.ask(ctx, claim{plan.Assoc, u, nil, y})
			}
			s.assoc[u.at*n+y.at] = assoc.test()
			if !u.groups {
				continue
			}
			diff := assoc
			if y.role != binaryOutcome || u.numeric {
				if diff = w.diff(ctx, u, y); diff.refusal == awkward {
					diff = s.ask(ctx, claim{plan.Diff, u, nil, y})
				}
			} else if diff.refusal == zeroVariance && w.all.vary() == tested {
				diff.refusal = singleGroup
			}
			s.diff[u.at*n+y.at] = diff.test()
		}
	}
	for _, y := range s.columns {
		if y.role == noOutcome && y != u {
			s.assoc[u.at*n+y.at] = Test{Refusal: refusalCodes[categoricalOutcome]}
			s.diff[u.at*n+y.at] = Test{Refusal: refusalCodes[categoricalOutcome]}
		}
	}
	return ctx.Err()
}

// assoc tests the outcome in w.all on u.
func (w *worker) assoc(u *column) estimate {
	if u.extreme {
		return refused(awkward, 0)
	}
	p := &w.part
	p.copyOf(&w.all)
	if !u.numeric {
		if r := p.pool(u, nil); r != tested {
			return refused(r, p.rows)
		}
		if r := p.vary(); r != tested {
			return refused(r, p.rows)
		}
		if p.y.role == binaryOutcome {
			return p.logitMeans(p.u, p.ku)
		}
		return p.means(p.u, p.ku)
	}
	p.numbers(u, func(i int) int32 { return p.u[i] })
	if r := p.vary(); r != tested {
		return refused(r, p.rows)
	}
	w.a = values(w.a, u, p.u)
	if p.y.role == binaryOutcome {
		return p.logitLine(w.a, u.scale)
	}
	return p.line(w.a)
}

// values are the numbers behind codes.
func values(to []float64, c *column, codes []int32) []float64 {
	to = to[:0]
	for _, k := range codes {
		to = append(to, c.value[k])
	}
	return to
}

// diff tests the outcome in w.all between the groups u.
func (w *worker) diff(ctx context.Context, u, y *column) estimate {
	p := &w.part
	p.copyOf(&w.all)
	if r := p.pool(u, nil); r != tested {
		return refused(r, p.rows)
	}
	if r := p.vary(); r != tested {
		return refused(r, p.rows)
	}
	if p.ku < 2 {
		return refused(singleGroup, p.rows)
	}
	if y.role == binaryOutcome {
		return p.logitMeans(p.u, p.ku)
	}
	if p.ku > 2 {
		return w.ranks(ctx, u, y)
	}
	g := newGroups(p, p.u, 2)
	if min(g.n[0], g.n[1]) < minGroup {
		return refused(smallGroup, p.rows)
	}
	if w.distinct(y) < rankBelow {
		return w.ranks(ctx, u, y)
	}
	return w.welch(g)
}

// rankBelow is the number of distinct values below which two groups are compared by ranks.
const rankBelow = 7

// distinct counts the outcome's distinct values in the sample, up to rankBelow.
func (w *worker) distinct(y *column) int {
	seen := make([]float64, 0, rankBelow)
	p := &w.part
	for i := range p.at {
		for _, r := range p.from.rows[p.from.start[p.at[i]]:p.from.start[p.at[i]+1]] {
			if !y.has.Get(int(r)) {
				continue
			}
			v := y.y[r]
			known := false
			for _, x := range seen {
				known = known || x == v
			}
			if !known {
				if seen = append(seen, v); len(seen) == rankBelow {
					return rankBelow
				}
			}
		}
	}
	return len(seen)
}

// welch is Welch's t test of the two groups of the sample.
func (w *worker) welch(g groups) estimate {
	p := &w.part
	var squares, n, mean [2]float64
	for l := range 2 {
		n[l], mean[l] = g.n[l], g.s[l]/g.n[l]
	}
	for i := range p.at {
		l := p.u[i]
		for _, r := range p.from.rows[p.from.start[p.at[i]]:p.from.start[p.at[i]+1]] {
			if p.y.has.Get(int(r)) {
				d := p.y.y[r] - mean[l]
				squares[l] += d * d
			}
		}
	}
	v0, v1 := squares[0]/(n[0]-1)/n[0], squares[1]/(n[1]-1)/n[1]
	if lose(v0+v1, p.sst()/(n[0]*n[1])) {
		return refused(awkward, p.rows)
	}
	difference := mean[1] - mean[0]
	s0, s1 := v0/(v0+v1), v1/(v0+v1)
	df := 1 / (s0*s0/(n[0]-1) + s1*s1/(n[1]-1))
	d := effect.CohensD(difference, math.Sqrt(squares[0]/(n[0]-1)), math.Sqrt(squares[1]/(n[1]-1)), n[0], n[1]).Value
	return estimate{method: Welch, n: int64(p.rows), stat: difference / math.Sqrt(v0+v1), df2: df, effect: math.Copysign(effect.DMagnitude(d), difference)}
}

// ranks is the rank test of the groups of the sample.
func (w *worker) ranks(ctx context.Context, u, y *column) estimate {
	p := &w.part
	index, err := rank.IndexOf(ctx, y.numbers)
	if err != nil {
		return refused(otherRefusal, p.rows)
	}
	// The levels of the model by code of the factor; a level that is not in the sample has none.
	model := make([]int32, len(u.to))
	for f, l := range u.to {
		model[f] = -1
		for i := range p.at {
			if u.level[p.from.u[p.at[i]]] == l {
				model[f] = p.u[i]
				break
			}
		}
	}
	rows := y.numbers.Valid.And(u.factor.Valid)
	n := p.rows
	if p.ku == 2 {
		m, err := index.MannWhitney(ctx, rows, u.factor.Codes, model)
		if err != nil {
			return refused(awkward, n)
		}
		r := effect.RankBiserial(m.U, float64(m.N1), float64(m.N0)).Value
		return estimate{method: MannWhitney, n: int64(n), stat: m.Z, effect: r}
	}
	k, err := index.KruskalWallis(ctx, rows, u.factor.Codes, model, p.ku)
	if err != nil {
		return refused(awkward, n)
	}
	df := float64(p.ku - 1)
	return estimate{method: KruskalWallis, n: int64(n), stat: k.H, df1: df, effect: effect.HMagnitude(k.H, df, n)}
}
