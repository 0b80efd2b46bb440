package survey

import (
	"context"
	"slices"
	"sync/atomic"

	"github.com/hyp-lang/hyp/compiler/plan"
)

// form is how a pair of variables acts together on an outcome.
type form uint8

const (
	products  form = iota // number by number: their product
	slopesIn              // number by factor: slopes compared between its levels
	factorial             // factor by factor
)

// joint is one distinct test of a pair: a form, with the variables in the order of the claim.
type joint struct {
	form form
	a, b *column
	swap bool // a is the second of the pair
}

// jointsOf lists the distinct tests of a pair. Those that several claims share come once: an interaction in both orders; an
// interaction with a factor and the heterogeneity over its levels.
func jointsOf(u, v *column) []joint {
	var out []joint
	switch {
	case u.numeric && v.numeric:
		out = append(out, joint{products, u, v, false})
		if v.groups {
			out = append(out, joint{slopesIn, u, v, false})
		}
		if u.groups {
			out = append(out, joint{slopesIn, v, u, true})
		}
	case u.numeric:
		out = append(out, joint{slopesIn, u, v, false})
		if u.groups {
			out = append(out, joint{factorial, v, u, true})
		}
	case v.numeric:
		out = append(out, joint{slopesIn, v, u, true})
		if v.groups {
			out = append(out, joint{factorial, u, v, false})
		}
	default:
		out = append(out, joint{factorial, u, v, false})
	}
	return out
}

// claim is the first claim that the filters let through of those that this test answers; false when there is none.
func (s *Survey) claim(j joint, y *column) (claim, bool) {
	if j.form == products || !j.b.numeric {
		if s.wants(plan.Interact, y, j.a, j.b) {
			return claim{plan.Interact, j.a, j.b, y}, true
		}
	}
	if j.form == products {
		return claim{}, false
	}
	if s.wants(plan.Heterogeneity, y, j.a) {
		return claim{plan.Heterogeneity, j.a, j.b, y}, true
	}
	if j.form == factorial && !j.a.numeric && !j.b.numeric && s.wants(plan.Heterogeneity, y, j.b) {
		return claim{plan.Heterogeneity, j.b, j.a, y}, true
	}
	return claim{}, false
}

// pairChunk is the number of pairs whose cells are made before the outcomes are gone through, so that a block stays in the cache.
const pairChunk = 16

// chunk is a piece of the work on triples: one variable with up to pairChunk others.
type chunk struct{ u, from, to int }

func (s *Survey) chunks() []chunk {
	var out []chunk
	n := len(s.columns)
	for u := range n {
		for from := u + 1; from < n; from += pairChunk {
			out = append(out, chunk{u, from, min(from+pairChunk, n)})
		}
	}
	return out
}

// triples tests all triples on the blocks and gives every test to found. only, when not nil, tells which pairs to look at.
func (s *Survey) triples(ctx context.Context, stage string, blocks []*block, only func(u, v int) bool, prepare func(w *worker), found func(w *worker, c claim, e estimate)) error {
	chunks := s.chunks()
	var done atomic.Int64
	s.progress(stage, 0, len(chunks)) // a chunk may take a while
	return s.each(ctx, len(chunks), func(w *worker, item int) error {
		if prepare != nil {
			prepare(w)
		}
		err := s.chunk(ctx, w, chunks[item], blocks, only, found)
		s.progress(stage, int(done.Add(1)), len(chunks))
		return err
	})
}

func (s *Survey) chunk(ctx context.Context, w *worker, k chunk, blocks []*block, only func(u, v int) bool, found func(w *worker, c claim, e estimate)) error {
	u := s.columns[k.u]
	var pairs []*column
	for at := k.from; at < k.to; at++ {
		if only != nil && !only(k.u, at) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		w.pairs[len(pairs)].two(u, s.columns[at])
		pairs = append(pairs, s.columns[at])
	}
	for _, b := range blocks {
		for i, v := range pairs {
			if tautological := s.taut[u.at*len(s.columns)+v.at] != 0; !tautological {
				if err := w.sums.add(ctx, b, &w.pairs[i]); err != nil {
					return err
				}
			}
			joints := jointsOf(u, v)
			for j, y := range b.outcomes {
				if err := ctx.Err(); err != nil {
					return err
				}
				if y != u && y != v {
					s.triple(ctx, w, &w.pairs[i], joints, u, v, y, j, found)
				}
			}
		}
	}
	return nil
}

// triple makes the tests of one pair and one outcome, the j-th of the block whose sums are w.sums.
func (s *Survey) triple(ctx context.Context, w *worker, c *cells, joints []joint, u, v, y *column, j int, found func(w *worker, c claim, e estimate)) {
	n := len(s.columns)
	related := s.taut[u.at*n+v.at]|s.taut[u.at*n+y.at]|s.taut[v.at*n+y.at] != 0
	filled := false
	for _, joint := range joints {
		claim, wanted := s.claim(joint, y)
		if !wanted {
			continue
		}
		if related {
			found(w, claim, estimate{refusal: tautology})
			continue
		}
		if !filled {
			w.all.fill(c, &w.sums, y, j)
			filled = true
		}
		e := w.joint(joint)
		if e.refusal == awkward {
			e = s.ask(ctx, claim)
		}
		found(w, claim, e)
	}
}

// joint makes one test of the outcome in w.all.
func (w *worker) joint(j joint) estimate {
	p := &w.part
	a, b := j.a, j.b
	if a.extreme || b.extreme {
		return refused(awkward, 0)
	}
	if j.form != products || a.off || b.off {
		p.copyOf(&w.all)
	} else {
		p = &w.all
	}
	if j.swap {
		p.u, p.v = p.v, p.u
	}
	e := w.on(p, j.form, a, b)
	if j.swap {
		p.u, p.v = p.v, p.u
	}
	return e
}

func (w *worker) on(p *sample, f form, a, b *column) estimate {
	switch f {
	case products:
		if a.off {
			p.numbers(a, func(i int) int32 { return p.u[i] })
		}
		if b.off {
			p.numbers(b, func(i int) int32 { return p.v[i] })
		}
		if r := p.vary(); r != tested {
			return refused(r, p.rows)
		}
		w.a, w.b = values(w.a, a, p.u), values(w.b, b, p.v)
		switch {
		case p.y.role != binaryOutcome:
			return p.product(w.a, w.b)
		case len(p.n) > w.survey.opt.Cells:
			return screened(p.product(w.a, w.b))
		}
		return p.logitProduct(w.a, w.b)
	case slopesIn:
		if a.off {
			p.numbers(a, func(i int) int32 { return p.u[i] })
		}
		if r := p.pool(nil, b); r != tested {
			return refused(r, p.rows)
		}
		if r := p.vary(); r != tested {
			return refused(r, p.rows)
		}
		w.a = values(w.a, a, p.u)
		switch {
		case p.y.role != binaryOutcome:
			return p.slopes(w.a, p.v, p.kv)
		case len(p.n) > w.survey.opt.Cells:
			if p.separatedIn(w.a, p.v, p.kv) {
				return refused(separation, p.rows)
			}
			return screened(p.slopes(w.a, p.v, p.kv))
		}
		return p.logitSlopes(w.a, p.v, p.kv)
	}
	if r := p.pool(a, b); r != tested {
		return refused(r, p.rows)
	}
	if r := p.vary(); r != tested {
		return refused(r, p.rows)
	}
	if p.y.role == binaryOutcome {
		return p.logitTwoWay()
	}
	return p.twoWay()
}

// wanted are the outcomes that some claim about triples wants, in blocks.
func (s *Survey) wanted(ctx context.Context) ([]*block, error) {
	if len(s.opt.Outcomes) == 0 {
		return s.blocks, nil
	}
	var outcomes []*column
	for _, b := range s.blocks {
		for _, y := range b.outcomes {
			if slices.Contains(s.opt.Outcomes, y.Name) {
				outcomes = append(outcomes, y)
			}
		}
	}
	return newBlocks(ctx, outcomes, s.Rows)
}
