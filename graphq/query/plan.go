package query

import (
	"math"
	"slices"
)

// The planner orders one conjunction at a time. It begins at the most selective source, and then in turn applies every
// test whose variables are bound, cheap ones first, and binds the next variable by the edge that leads to the fewest rows.
// A variable that nothing connects begins a new source: a product. What is left over of the spanning tree is a filter.

type planner struct {
	ev *evaluator
}

// plan is the steps of a conjunction: bound slots are in the rows already, needed ones are wanted behind it; fewer is how
// many rows come in.
func (p *planner) plan(and []formula, bound, needed map[int]bool, in float64) ([]step, float64, error) {
	b := &builder{planner: p, pending: slices.Clone(and), needed: needed, est: in, bound: map[int]bool{}}
	for s := range bound {
		b.bound[s] = true
	}
	b.own = ownSlots(and, needed)
	if err := b.run(); err != nil {
		return nil, 0, err
	}
	return b.steps, b.est, nil
}

// ownSlots are the variables that a conjunction itself has to bind: all but those that occur in one `or` only, whose
// branches look for them.
func ownSlots(and []formula, needed map[int]bool) map[int]bool {
	own := map[int]bool{}
	times := map[int]int{}
	for _, f := range and {
		_, or := f.(*fOr)
		for s := range slotSet(f) {
			if times[s]++; !or || needed[s] || times[s] > 1 {
				own[s] = true
			}
		}
	}
	for s := range needed {
		own[s] = true
	}
	return own
}

type builder struct {
	*planner
	pending       []formula
	bound, needed map[int]bool
	own           map[int]bool
	steps         []step
	est           float64
}

func (b *builder) run() error {
	roots := 0
	for s := range b.bound {
		if b.own[s] {
			roots = 1
		}
	}
	for {
		if err := b.filters(); err != nil {
			return err
		}
		b.forget()
		open := b.open()
		if len(open) == 0 {
			return nil
		}
		ok, err := b.grow()
		if err != nil {
			return err
		}
		if ok {
			continue
		}
		if err := b.root(open, roots > 0); err != nil {
			return err
		}
		roots++
	}
}

// open are the own slots that are not bound, in order.
func (b *builder) open() (out []int) {
	for s := range b.own {
		if !b.bound[s] {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

// ready tells whether a formula's own slots are bound.
func (b *builder) ready(f formula) bool {
	for s := range slotSet(f) {
		if b.own[s] && !b.bound[s] {
			return false
		}
	}
	return true
}

// cost orders the filters.
func cost(f formula) int {
	switch f := f.(type) {
	case *fBool, *fDomain:
		return 0
	case *fSame:
		return 1
	case *fCompare, *fIn, *fMissing, *fSimilar:
		return 2
	case *fEdge:
		if f.from.slot >= 0 && f.to.slot >= 0 {
			return 4
		}
		return 3
	case *fOr:
		return 5
	}
	return 6
}

// selectivity guesses the share of rows that pass.
func (b *builder) selectivity(f formula, s *supply, kind float64) float64 {
	if s != nil && kind > 0 {
		return min(1, s.est/kind)
	}
	switch f.(type) {
	case *fDomain, *fBool:
		return 1
	case *fEdge:
		return 0.1
	case *fNot:
		return 0.7
	}
	return 0.4
}

// filters applies the tests that are ready.
func (b *builder) filters() error {
	var now, rest []formula
	for _, f := range b.pending {
		if b.ready(f) {
			now = append(now, f)
		} else {
			rest = append(rest, f)
		}
	}
	b.pending = rest
	slices.SortStableFunc(now, func(x, y formula) int { return cost(x) - cost(y) })
	for _, f := range now {
		if d, ok := f.(*fDomain); ok && b.bound[d.slot] {
			continue // its kind was inferred
		}
		if t, ok := f.(*fBool); ok && t.holds {
			continue
		}
		var deep [][]step
		m, err := b.mask(f, b.bound, &deep)
		if err != nil {
			return err
		}
		share := b.selectivity(f, nil, 0)
		for s := range slotSet(f) {
			src, err := b.ev.sourceOf(f, s)
			if err != nil {
				return err
			}
			share = b.selectivity(f, src, b.ev.kindCount(b.ev.kindOf(s)))
			break
		}
		b.est *= share
		b.steps = append(b.steps, &filterStep{of: m, f: f, est: b.est, deep: deep})
	}
	return nil
}

// forget drops the slots that nothing needs any more.
func (b *builder) forget() {
	live := map[int]bool{}
	for s := range b.needed {
		live[s] = true
	}
	for _, f := range b.pending {
		slotsOf(f, live)
	}
	d := &distinctStep{est: b.est}
	for s := range b.bound {
		if live[s] || !b.own[s] { // what is not its own belongs to the rows around it
			d.live = append(d.live, s)
			continue
		}
		d.dead = append(d.dead, s)
		delete(b.own, s)
	}
	if len(d.dead) == 0 {
		return
	}
	for _, s := range d.dead {
		delete(b.bound, s)
	}
	slices.Sort(d.live)
	slices.Sort(d.dead)
	b.steps = append(b.steps, d)
}

// fanout is about how many nodes an edge leads to from one.
func (b *builder) fanout(f *fEdge, back bool) float64 {
	sum := 0.0
	for _, h := range f.hops {
		r := LookupRelation(h.relation)
		from := r.From
		if bool(h.d) != back {
			from = r.To
		}
		nodes := 1.0
		for _, k := range from {
			nodes += b.ev.kindCount(k)
		}
		edges := float64(b.ev.stats.Edges[h.relation])
		if r.Symmetric {
			edges *= 2
		}
		sum += edges / nodes
	}
	if f.min != 1 || f.max != 1 {
		steps := float64(min(f.max, 6))
		if sum > 1 {
			sum = math.Pow(sum, steps)
		} else {
			sum *= steps
		}
	}
	return sum
}

// grow binds one slot by an edge, an equality or an `or` from the bound ones.
func (b *builder) grow() (bool, error) {
	best, bestEst, bestBack := -1, math.Inf(1), false
	for i, f := range b.pending {
		switch f := f.(type) {
		case *fEdge:
			from, to := f.from.slot, f.to.slot
			if from < 0 || to < 0 || from == to {
				continue
			}
			back := b.bound[to]
			if back == b.bound[from] {
				continue
			}
			if e := b.fanout(f, back); e < bestEst {
				best, bestEst, bestBack = i, e, back
			}
		case *fSame:
			if !f.not && f.a.slot >= 0 && f.b.slot >= 0 && b.bound[f.a.slot] != b.bound[f.b.slot] {
				best, bestEst, bestBack = i, 0, b.bound[f.b.slot]
			}
		case *fOr:
			if len(b.bound) == 0 || !b.touches(f) || !b.canBind(f) {
				continue
			}
			if e := b.guess(f); e < bestEst {
				best, bestEst = i, e
			}
		}
	}
	if best < 0 {
		return false, nil
	}
	f := b.pending[best]
	switch f := f.(type) {
	case *fEdge:
		b.pending = slices.Delete(b.pending, best, best+1)
		b.est = max(1, b.est*bestEst)
		slot := f.to.slot
		if bestBack {
			slot = f.from.slot
		}
		b.steps = append(b.steps, &followStep{f, bestBack, b.est})
		b.bound[slot] = true
		b.mixedKinds(f, bestBack, slot)
	case *fSame:
		b.pending = slices.Delete(b.pending, best, best+1)
		from, to := f.a.slot, f.b.slot
		if bestBack {
			from, to = to, from
		}
		b.steps = append(b.steps, &copyStep{from, to, b.est})
		b.bound[to] = true
	case *fOr:
		return true, b.either(best)
	}
	return true, nil
}

// mixedKinds filters what an edge leads to by kind, where it leads to several.
func (b *builder) mixedKinds(f *fEdge, back bool, slot int) {
	if b.ev.mixed(f, back) {
		b.steps = append(b.steps, &filterStep{of: &setMask{slot, b.ev.kindSource(b.ev.kindOf(slot))}, f: &fDomain{slot}, est: b.est})
	}
}

// touches tells whether a formula uses a bound slot.
func (b *builder) touches(f formula) bool {
	for s := range slotSet(f) {
		if b.bound[s] {
			return true
		}
	}
	return false
}

// canBind tells whether an `or` binds every own slot that it uses and that is not bound yet.
func (b *builder) canBind(f *fOr) bool {
	for s := range slotSet(f) {
		if b.own[s] && !b.bound[s] && !binds(f, s) {
			return false
		}
	}
	return true
}

// guess is about how many rows a formula leads to from one row.
func (b *builder) guess(f formula) float64 {
	switch f := f.(type) {
	case *fAnd:
		least := math.Inf(1)
		for _, x := range f.of {
			least = min(least, b.guess(x))
		}
		return least
	case *fOr:
		sum := 0.0
		for _, x := range f.of {
			sum += b.guess(x)
		}
		return sum
	case *fEdge:
		if f.from.slot >= 0 && f.to.slot >= 0 {
			if b.bound[f.to.slot] {
				return b.fanout(f, true)
			}
			if b.bound[f.from.slot] {
				return b.fanout(f, false)
			}
			return b.fanout(f, false) * b.ev.kindCount(b.ev.kindOf(f.from.slot))
		}
	}
	least := math.Inf(1)
	for s := range slotSet(f) {
		if b.bound[s] {
			least = min(least, 0.5)
			continue
		}
		kind := b.ev.kindCount(b.ev.kindOf(s))
		least = min(least, kind)
		if src, err := b.ev.sourceOf(f, s); err == nil && src != nil {
			least = min(least, src.est)
		}
	}
	if isInf(least) {
		return 1
	}
	return least
}
