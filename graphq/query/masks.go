package query

import (
	"errors"
	"math"
	"slices"
)

// mask tells for every row of a batch, whose slots are bound, whether a formula holds.
type mask interface {
	eval(ev *evaluator, b *batch) ([]bool, error)
}

type (
	constMask struct{ holds bool }
	allMask   struct{ of []mask }
	anyMask   struct{ of []mask }
	notMask   struct{ of mask }
	// setMask tests a slot against the nodes of a source.
	setMask struct {
		slot int
		of   *supply
	}
	edgeMask struct {
		e    *fEdge
		back bool
	}
	sameMask struct {
		a, b int
		node Node // instead of b when b < 0
		not  bool
	}
	compareMask struct{ f *fCompare }
	inMask      struct{ f *fIn }
	missingMask struct{ f *fMissing }
	// existsMask holds for the rows that the steps lead on from.
	existsMask struct {
		steps  []step
		closed bool // uses nothing of the row: asked once
		asked  bool
		holds  bool
	}
)

func filled(n int, v bool) []bool {
	out := make([]bool, n)
	if v {
		for i := range out {
			out[i] = true
		}
	}
	return out
}

func (m constMask) eval(_ *evaluator, b *batch) ([]bool, error) { return filled(b.len(), m.holds), nil }

func (m *notMask) eval(ev *evaluator, b *batch) ([]bool, error) {
	out, err := m.of.eval(ev, b)
	for i := range out {
		out[i] = !out[i]
	}
	return out, err
}

func (m *allMask) eval(ev *evaluator, b *batch) ([]bool, error) {
	out := filled(b.len(), true)
	for _, x := range m.of {
		one, err := x.eval(ev, b)
		if err != nil {
			return nil, err
		}
		for i, ok := range one {
			out[i] = out[i] && ok
		}
	}
	return out, nil
}

func (m *anyMask) eval(ev *evaluator, b *batch) ([]bool, error) {
	out := filled(b.len(), false)
	for _, x := range m.of {
		one, err := x.eval(ev, b)
		if err != nil {
			return nil, err
		}
		for i, ok := range one {
			out[i] = out[i] || ok
		}
	}
	return out, nil
}

func (m *setMask) eval(ev *evaluator, b *batch) ([]bool, error) {
	set, err := m.of.set(ev)
	if err != nil {
		return nil, err
	}
	out := make([]bool, b.len())
	for i := range out {
		out[i] = set.has(b.row(i)[m.slot])
	}
	return out, nil
}

func (m *edgeMask) eval(ev *evaluator, b *batch) ([]bool, error) {
	from, to := m.e.from.slot, m.e.to.slot
	if m.back {
		from, to = to, from
	}
	out := make([]bool, b.len())
	err := ev.follow(m.e, m.back, b.column(from, nil), func(i int, reached []Node) error {
		want := b.row(i)[to]
		for _, n := range reached {
			if n == want {
				out[i] = true
				break
			}
		}
		return nil
	})
	return out, err
}

func (m *sameMask) eval(_ *evaluator, b *batch) ([]bool, error) {
	out := make([]bool, b.len())
	for i := range out {
		row := b.row(i)
		other := m.node
		if m.b >= 0 {
			other = row[m.b]
		}
		out[i] = (row[m.a] == other) != m.not
	}
	return out, nil
}

// values is a value for every row.
func (ev *evaluator) values(v value, b *batch) ([]Value, error) {
	out := make([]Value, b.len())
	switch {
	case v.slot < 0:
		for i := range out {
			out[i] = v.lit
		}
		return out, nil
	case v.score != nil:
		scores, err := ev.similarity(v.score)
		if err != nil {
			return nil, err
		}
		for i := range out {
			if s, ok := scores[b.row(i)[v.slot]]; ok {
				out[i] = NumberValue(s)
			}
		}
		return out, nil
	}
	return out, ev.property(v.prop, b.column(v.slot, nil), out)
}

// property reads a property; a number that is none is missing.
func (ev *evaluator) property(p *Property, of []Node, into []Value) error {
	for start := 0; start < len(of); start += 8 * batchRows {
		if err := ev.ctx.Err(); err != nil {
			return err
		}
		end := min(start+8*batchRows, len(of))
		if err := ev.graph.Values(ev.ctx, p.Name, of[start:end], into[start:end]); err != nil {
			return err
		}
	}
	for i := range into {
		if into[i].Type != Missing && (into[i].Type != basic(p.Type) || math.IsNaN(into[i].Number)) {
			into[i] = Value{}
		}
	}
	return ev.tiny(p, of, into)
}

// similarity is the scores of one test, asked for once.
func (ev *evaluator) similarity(f *fSimilar) (map[Node]float64, error) {
	if s, ok := ev.scores[f]; ok {
		return s, nil
	}
	if err := ev.ctx.Err(); err != nil {
		return nil, err
	}
	found, err := ev.graph.Similar(ev.ctx, f.of.kinds.first(), f.text, f.above)
	if err != nil {
		return nil, err
	}
	s := make(map[Node]float64, len(found))
	for _, x := range found {
		s[x.Node] = x.Score
	}
	ev.scores[f] = s
	return s, nil
}

func (m *compareMask) eval(ev *evaluator, b *batch) ([]bool, error) {
	l, err := ev.values(m.f.left, b)
	if err != nil {
		return nil, err
	}
	r, err := ev.values(m.f.right, b)
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(l))
	several := (m.f.op == "=" || m.f.op == "!=") && (m.f.left.several() || m.f.right.several())
	for i := range out {
		if several {
			out[i] = l[i].Type != Missing && r[i].Type != Missing && share(m.f.left.names(l[i].Text), m.f.right.names(r[i].Text)) == (m.f.op == "=")
		} else {
			out[i] = compareValues(l[i], r[i], m.f.op)
		}
	}
	return out, nil
}

func (f *fIn) pass(v Value) bool {
	if v.Type == Missing {
		return false
	}
	if f.list == nil {
		return (compareNumbers(v, f.low) >= 0 && compareNumbers(v, f.high) <= 0) != f.not
	}
	for _, x := range f.list {
		if x == v || f.of.several() && slices.Contains(listed(v.Text), x.Text) {
			return !f.not
		}
	}
	return f.not
}

func (m *inMask) eval(ev *evaluator, b *batch) ([]bool, error) {
	v, err := ev.values(m.f.of, b)
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(v))
	for i := range out {
		out[i] = m.f.pass(v[i])
	}
	return out, nil
}

func (m *missingMask) eval(ev *evaluator, b *batch) ([]bool, error) {
	v, err := ev.values(m.f.of, b)
	if err != nil {
		return nil, err
	}
	out := make([]bool, len(v))
	for i := range out {
		out[i] = (v[i].Type == Missing) != m.f.not
	}
	return out, nil
}

var errFound = errors.New("found")

func (m *existsMask) eval(ev *evaluator, b *batch) ([]bool, error) {
	n := b.len()
	if m.closed {
		if !m.asked && n > 0 {
			one := &batch{b.width, append([]Node(nil), b.row(0)...)}
			err := ev.pipe(m.steps, one, func(*batch) error { m.holds = true; return errFound })
			if err != nil && !errors.Is(err, errFound) {
				return nil, err
			}
			m.asked = true
		}
		return filled(n, m.holds), nil
	}
	out := make([]bool, n)
	numbered := &batch{b.width, append([]Node(nil), b.data...)}
	for i := 0; i < n; i++ {
		numbered.row(i)[b.width-1] = Node(i)
	}
	found := 0
	err := ev.pipe(m.steps, numbered, func(o *batch) error {
		for i := 0; i < o.len(); i++ {
			if k := o.row(i)[o.width-1]; !out[k] {
				out[k] = true
				found++
			}
		}
		if found == n {
			return errFound
		}
		return nil
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return out, err
}
