package survey

import (
	"container/heap"
	"context"
	"math"
	"slices"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
)

// The p-values up to alpha are counted in bins of equal width of their logarithm, from alpha/1000 to alpha; what is smaller goes to
// bin 0. A pair remembers in which bins its tests fell.
const (
	bins    = 1024
	decades = 3
)

// tally collects tests: the strongest of each template, counts, and the distribution of p.
type tally struct {
	top     int
	alpha   float64
	low     float64 // log10 of alpha/1000
	limit   int     // most values of bin 0 that are kept: with more, all of them are rejected
	counts  [bins]int64
	small   []float64 // p of bin 0, while there are at most limit
	made    int64
	by      [4]Template
	best    [4]ranking
	settled []float64 // by degrees of freedom: the chi-squared statistic below which p is above alpha
}

func newTally(s *Survey) *tally {
	t := &tally{top: s.opt.Top, alpha: s.opt.Alpha, low: math.Log10(s.opt.Alpha) - decades}
	var most int64
	for i := range s.Templates {
		most += s.Templates[i].Space
	}
	t.limit = int(float64(most)/math.Pow(10, decades)) + 1
	for i, name := range space.Templates {
		t.by[i] = Template{Template: name, Refused: map[string]int64{}}
	}
	t.settled = []float64{0}
	return t
}

// place is the number of a template.
func place(t plan.Template) int {
	switch t {
	case plan.Assoc:
		return 0
	case plan.Diff:
		return 1
	case plan.Interact:
		return 2
	}
	return 3
}

// scored is a claim with what was found.
type scored struct {
	claim
	estimate
	log10p float64
}

func (a *scored) compare(b *scored) int { return byP(a.log10p, b.log10p, a.claim.order(b.claim)) }

// ranking is a heap with the weakest finding on top.
type ranking []scored

func (r ranking) Len() int           { return len(r) }
func (r ranking) Less(i, j int) bool { return r[i].compare(&r[j]) > 0 }
func (r ranking) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *ranking) Push(x any)        { *r = append(*r, x.(scored)) }
func (r *ranking) Pop() any {
	last := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return last
}

func (r *ranking) offer(x scored, top int) {
	switch {
	case len(*r) < top:
		heap.Push(r, x)
	case top > 0 && x.compare(&(*r)[0]) < 0:
		(*r)[0] = x
		heap.Fix(r, 0)
	}
}

// add takes in a test and returns the bin of its p-value, -1 when it is above alpha or there is none.
func (t *tally) add(c claim, e *estimate) int {
	by := &t.by[place(c.template)]
	if e.refusal == tautology {
		by.Tautology++
		return -1
	}
	if e.refusal != tested {
		by.Refused[refusalCodes[e.refusal]]++
		return -1
	}
	by.Tests++
	if e.method.Screened() {
		by.Screened++
	}
	t.made++
	best := &t.best[place(c.template)]
	if x, df := e.atMost(); len(*best) >= t.top && x < t.settle(int(df)) {
		return -1
	}
	p := e.tail()
	best.offer(scored{c, *e, p.Log10P}, t.top)
	if p.P > t.alpha {
		return -1
	}
	bin := t.bin(p.Log10P)
	t.counts[bin]++
	if bin == 0 && len(t.small) <= t.limit {
		t.small = append(t.small, p.P)
	}
	return bin
}

// bin is where a p-value up to alpha is counted.
func (t *tally) bin(log10p float64) int {
	if log10p < t.low {
		return 0
	}
	return min(1+int((log10p-t.low)/decades*(bins-1)), bins-1)
}

// edge is the lower edge of a bin, or the upper one of the bin before.
func (t *tally) edge(bin int) float64 {
	return math.Pow(10, t.low+decades*float64(bin-1)/(bins-1))
}

// settle is the chi-squared statistic of these degrees of freedom below which p is surely above alpha.
func (t *tally) settle(df int) float64 {
	for len(t.settled) <= df {
		k := float64(len(t.settled))
		low, high := 0.0, k+100*math.Sqrt(k)+1000
		for range 60 { // bisection: once for every number of degrees of freedom
			middle := (low + high) / 2
			if t.alpha <= 0.25 && dist.ChiSquaredUpper(middle, k).P > t.alpha {
				low = middle
			} else {
				high = middle
			}
		}
		t.settled = append(t.settled, low)
	}
	return t.settled[df]
}

// merge takes in the tally of another goroutine.
func (t *tally) merge(o *tally) {
	t.made += o.made
	for b, n := range o.counts {
		t.counts[b] += n
	}
	t.small = append(t.small, o.small...)
	for i := range o.by {
		t.by[i].Tests += o.by[i].Tests
		t.by[i].Screened += o.by[i].Screened
		t.by[i].Tautology += o.by[i].Tautology
		for code, n := range o.by[i].Refused {
			t.by[i].Refused[code] += n
		}
		for _, x := range o.best[i] {
			t.best[i].offer(x, t.top)
		}
	}
}

// all tallies every distinct test that the filters let through, and decides which are rejected.
func (s *Survey) all(ctx context.Context) error {
	total := newTally(s)
	s.pairTests(func(c claim, e *estimate) { total.add(c, e) })
	n := len(s.columns)
	var hit [][bins / 64]uint64 // by pair
	var blocks []*block
	var tallies []*tally
	if s.template(plan.Interact) != nil || s.template(plan.Heterogeneity) != nil {
		var err error
		if blocks, err = s.wanted(ctx); err != nil {
			return err
		}
		hit = make([][bins / 64]uint64, n*n)
		workers := make(chan *tally, s.opt.Workers)
		prepare := func(w *worker) {
			if w.tally == nil {
				w.tally = newTally(s)
				workers <- w.tally
			}
		}
		err = s.triples(ctx, "triples", blocks, nil, prepare, func(w *worker, c claim, e estimate) {
			if bin := w.tally.add(c, &e); bin >= 0 {
				u, v := min(c.a.at, c.b.at), max(c.a.at, c.b.at)
				hit[u*n+v][bin/64] |= 1 << (bin % 64)
			}
		})
		if err != nil {
			return err
		}
		close(workers)
		for t := range workers {
			tallies = append(tallies, t)
		}
	}
	for _, t := range tallies {
		total.merge(t)
	}
	for i := range s.Templates {
		from := &total.by[place(s.Templates[i].Template)]
		to := &s.Templates[i]
		to.Tests, to.Screened, to.Refused, to.Tautology = from.Tests, from.Screened, from.Refused, from.Tautology
	}
	s.Tests = total.made
	again := func(from, to int) ([]float64, error) { return s.valuesIn(ctx, total, blocks, hit, from, to) }
	var err error
	if s.Discoveries, err = total.reject(again); err != nil {
		return err
	}
	if s.Tests > 0 {
		s.Critical = s.Alpha * float64(s.Discoveries) / float64(s.Tests)
	}
	return s.confirm(ctx, total)
}

// pairTests gives every distinct test of two variables that the filters let through to add.
func (s *Survey) pairTests(add func(c claim, e *estimate)) {
	n := len(s.columns)
	for u, x := range s.columns {
		for _, y := range s.columns {
			if y == x || y.role == noOutcome {
				continue
			}
			related := s.taut[u*n+y.at] != 0
			give := func(c claim, t *Test) {
				e := t.estimate()
				if related {
					e.refusal = tautology
				}
				add(c, &e)
			}
			symmetric := x.role == numericOutcome && y.role == numericOutcome
			forAssoc := s.wants(plan.Assoc, y, x)
			if forAssoc && !(symmetric && y.at < u && s.wants(plan.Assoc, x, y)) {
				give(claim{plan.Assoc, x, nil, y}, &s.assoc[u*n+y.at])
			}
			same := y.role == binaryOutcome && !x.numeric // the same logistic regression
			if x.groups && s.wants(plan.Diff, y, x) && !(same && forAssoc) {
				give(claim{plan.Diff, x, nil, y}, &s.diff[u*n+y.at])
			}
		}
	}
}

// estimate is the inner form of a test.
func (t *Test) estimate() estimate {
	if t.Refusal != "" {
		return estimate{refusal: refusalOf(t.Refusal), n: t.N}
	}
	return estimate{method: t.Method, n: t.N, stat: t.Statistic, df1: t.DF1, df2: t.DF2, effect: t.Effect, known: &dist.Tail{P: t.P, Log10P: t.Log10P}}
}

// reject is the number of tests that Benjamini and Hochberg's procedure rejects: the largest k with at least k p-values up to
// alpha k/m. again returns the p-values in bins from..to.
func (t *tally) reject(again func(from, to int) ([]float64, error)) (int64, error) {
	m := float64(t.made)
	upTo := [bins]int64{}
	sum := int64(0)
	for b, n := range t.counts {
		sum += n
		upTo[b] = sum
	}
	if m == 0 {
		return 0, nil
	}
	const slack = 1 + 1e-9 // of the edges, which are rounded
	last := bins - 1
	for ; last > 0; last-- { // bins in which no p-value can be small enough
		if t.counts[last] > 0 && t.edge(last) <= t.alpha*float64(upTo[last])/m*slack {
			break
		}
	}
	first := last
	for ; first > 0; first-- { // a bin that is rejected with all it holds
		if t.counts[first] > 0 && t.edge(first+1)*slack <= t.alpha*float64(upTo[first])/m {
			break
		}
	}
	if first == 0 && upTo[0] > 0 && float64(upTo[0])*t.alpha/m >= math.Pow(10, t.low)*slack {
		return t.within(again, 1, last, upTo[0])
	}
	if first > 0 {
		return t.within(again, first+1, last, upTo[first])
	}
	k, err := t.within(again, 1, last, -1)
	if k >= 0 || err != nil {
		return k, err
	}
	// Every value of bin 0 is at hand, or all of them would have been rejected above.
	slices.Sort(t.small)
	for i := len(t.small) - 1; i >= 0; i-- {
		if t.small[i] <= t.alpha*float64(i+1)/m {
			return int64(i + 1), nil
		}
	}
	return 0, nil
}

// within looks for the largest rank that is rejected in bins from..to, where the bins below hold p-values up to rank below; it
// returns below when there is none.
func (t *tally) within(again func(from, to int) ([]float64, error), from, to int, below int64) (int64, error) {
	if from > to {
		return below, nil
	}
	values, err := again(from, to)
	if err != nil {
		return 0, err
	}
	slices.Sort(values)
	before := int64(0)
	for b := range from {
		before += t.counts[b]
	}
	for i := len(values) - 1; i >= 0; i-- {
		if rank := before + int64(i) + 1; values[i] <= t.alpha*float64(rank)/float64(t.made) {
			return rank, nil
		}
	}
	return below, nil
}

// valuesIn makes the tests again whose p-values fell into bins from..to, and returns them.
func (s *Survey) valuesIn(ctx context.Context, t *tally, blocks []*block, hit [][bins / 64]uint64, from, to int) ([]float64, error) {
	var out []float64
	take := func(list *[]float64, e *estimate) {
		if e.refusal != tested {
			return
		}
		if p := e.tail(); p.P <= t.alpha {
			if b := t.bin(p.Log10P); b >= from && b <= to {
				*list = append(*list, p.P)
			}
		}
	}
	s.pairTests(func(_ claim, e *estimate) { take(&out, e) })
	if hit == nil {
		return out, nil
	}
	only := func(u, v int) bool {
		for b := from; b <= to; b++ {
			if hit[u*len(s.columns)+v][b/64]>>(b%64)&1 != 0 {
				return true
			}
		}
		return false
	}
	lists := make(chan *[]float64, s.opt.Workers)
	prepare := func(w *worker) {
		if w.values == nil {
			w.values = &[]float64{}
			lists <- w.values
		}
	}
	err := s.triples(ctx, "threshold", blocks, only, prepare, func(w *worker, _ claim, e estimate) {
		if x, df := e.atMost(); e.refusal == tested && x >= w.settle(t, int(df)) {
			take(w.values, &e)
		}
	})
	close(lists)
	for l := range lists {
		out = append(out, *l...)
	}
	return out, err
}

// settle is the tally's, kept by worker.
func (w *worker) settle(t *tally, df int) float64 {
	if w.tally == nil {
		w.tally = &tally{alpha: t.alpha, settled: []float64{0}}
	}
	return w.tally.settle(df)
}
