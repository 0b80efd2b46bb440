package query

import (
	"math"
	"slices"
)

// supply is a set of nodes that one test, or a kind, gives for a slot.
type supply struct {
	what  string // for explain
	where string
	est   float64
	fetch func(ev *evaluator) ([]Node, error)

	done   bool
	cached []Node
	bits   nodeSet
}

func (s *supply) nodes(ev *evaluator) ([]Node, error) {
	if s.done {
		return s.cached, nil
	}
	if err := ev.ctx.Err(); err != nil {
		return nil, err
	}
	nodes, err := s.fetch(ev)
	if err != nil {
		return nil, err
	}
	s.cached, s.done = nodes, true
	return nodes, ev.ctx.Err()
}

func (s *supply) set(ev *evaluator) (nodeSet, error) {
	if s.bits == nil {
		nodes, err := s.nodes(ev)
		if err != nil {
			return nil, err
		}
		s.bits = setOfNodes(nodes)
		if s.bits == nil {
			s.bits = nodeSet{0}
		}
	}
	return s.bits, nil
}

func (ev *evaluator) kindCount(k Kind) float64 { return float64(ev.stats.Nodes[k]) }

func (ev *evaluator) kindOf(slot int) Kind { return ev.p.vars[slot].kinds.first() }

func (ev *evaluator) kindSource(k Kind) *supply {
	return &supply{what: "every " + k.String(), where: "graph: scan", est: ev.kindCount(k), fetch: func(ev *evaluator) ([]Node, error) {
		return ev.graph.Nodes(ev.ctx, k)
	}}
}

// sourceOf is the source that a formula gives for a slot, nil when it gives none. It is made once a formula.
func (ev *evaluator) sourceOf(f formula, slot int) (*supply, error) {
	if s, ok := ev.sets[f]; ok {
		return s, nil
	}
	if slots := slotSet(f); len(slots) != 1 || !slots[slot] {
		return nil, nil
	}
	s, err := ev.makeSource(f, slot)
	if err == nil {
		ev.sets[f] = s
	}
	return s, err
}

func (ev *evaluator) makeSource(f formula, slot int) (*supply, error) {
	switch f := f.(type) {
	case *fEdge:
		var k end
		back := false
		switch {
		case f.from.slot == slot && f.to.slot < 0:
			k, back = f.to, true
		case f.to.slot == slot && f.from.slot < 0:
			k = f.from
		default:
			return nil, nil
		}
		return ev.constantSource(f, k, back, slot)
	case *fSame:
		a, b := f.a, f.b
		if b.slot == slot {
			a, b = b, a
		}
		if f.not || a.slot != slot || b.slot >= 0 {
			return nil, nil
		}
		return &supply{what: "the constant @" + constantText(b.name), where: "graph: name", est: 1, fetch: func(*evaluator) ([]Node, error) {
			return []Node{b.node}, nil
		}}, nil
	case *fSimilar:
		if f.of.slot != slot {
			return nil, nil
		}
		est := 1 + ev.kindCount(ev.kindOf(slot))*math.Pow(1-min(1, max(0, f.above)), 2)
		return &supply{what: f.of.name + " similar to " + literal{value: TextValue(f.text)}.String(), where: "graph: similarity index", est: est, fetch: func(ev *evaluator) ([]Node, error) {
			scores, err := ev.similarity(f)
			nodes := make([]Node, 0, len(scores))
			for n := range scores {
				nodes = append(nodes, n)
			}
			return nodes, err
		}}, nil
	case *fCompare, *fIn:
		filter, text, ok := ev.filterOf(f, slot)
		if !ok {
			return nil, nil
		}
		n, ok, err := ev.graph.Estimate(ev.ctx, filter)
		if err != nil || !ok {
			return nil, err
		}
		return &supply{what: text, where: "graph: property index", est: float64(n), fetch: func(ev *evaluator) ([]Node, error) {
			nodes, ok, err := ev.graph.Select(ev.ctx, filter)
			if err != nil || ok {
				return nodes, err
			}
			return ev.scan(filter)
		}}, nil
	}
	return nil, nil
}

// constantSource is what an edge test of a constant leads to; it is followed while planning, so that its size is known.
func (ev *evaluator) constantSource(f *fEdge, k end, back bool, slot int) (*supply, error) {
	var nodes []Node
	err := ev.follow(f, back, []Node{k.node}, func(_ int, to []Node) error {
		nodes = append(nodes, to...)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if ev.mixed(f, back) {
		all, err := ev.graph.Nodes(ev.ctx, ev.kindOf(slot))
		if err != nil {
			return nil, err
		}
		of := setOfNodes(all)
		n := 0
		for _, x := range nodes {
			if of.has(x) {
				nodes[n] = x
				n++
			}
		}
		nodes = nodes[:n]
	}
	left, right := ev.p.vars[slot].name, "@"+constantText(k.name)
	if !back {
		left, right = right, left
	}
	return &supply{what: left + " " + f.text + " " + right, where: where(f), est: float64(len(nodes)), done: true, cached: nodes}, nil
}

// mixed tells whether following an edge may lead to nodes of several kinds.
func (ev *evaluator) mixed(f *fEdge, back bool) bool {
	to := kindSet(0)
	for _, h := range f.hops {
		r := LookupRelation(h.relation)
		if bool(h.d) != back {
			to |= setOf(r.From...)
		} else {
			to |= setOf(r.To...)
		}
	}
	return !to.single()
}

func where(f *fEdge) string {
	if f.min != 1 || f.max != 1 {
		return "go: breadth first"
	}
	return "graph: edges"
}

// filterOf is the index question of a test of one property of a slot with literals.
func (ev *evaluator) filterOf(f formula, slot int) (Filter, string, bool) {
	if v, i, _, ok := intervalOf(f); ok && v.slot == slot && v.prop != nil {
		if v.prop.log != "" && (i.low == 0 || i.high == 0) { // an index does not tell the numbers apart that are 0 as doubles
			return Filter{}, "", false
		}
		return Filter{Kind: ev.kindOf(slot), Property: v.prop.Name, Low: i.low, High: i.high, OpenLow: i.openLow, OpenHigh: i.openHigh}, ev.textOf(f), true
	}
	switch f := f.(type) {
	case *fCompare:
		l, r := f.left, f.right
		if l.slot < 0 {
			l, r = r, l
		}
		if f.op == "=" && l.slot == slot && l.prop != nil && r.slot < 0 && !near0(l.prop, r.lit) {
			return Filter{Kind: ev.kindOf(slot), Property: l.prop.Name, Equals: []Value{r.lit}}, ev.textOf(f), true
		}
	case *fIn:
		if f.list != nil && !f.not && f.of.slot == slot && f.of.prop != nil && !near0(f.of.prop, f.list...) {
			return Filter{Kind: ev.kindOf(slot), Property: f.of.prop.Name, Equals: f.list}, ev.textOf(f), true
		}
	}
	return Filter{}, "", false
}

// near0 tells whether one of the values is 0 as a double, and the property may be nearer to 0 than that.
func near0(p *Property, values ...Value) bool {
	return p.log != "" && slices.ContainsFunc(values, func(v Value) bool { return v.Type == Number && v.Number == 0 })
}

// scan answers a filter that no index does.
func (ev *evaluator) scan(f Filter) ([]Node, error) {
	all, err := ev.graph.Nodes(ev.ctx, f.Kind)
	if err != nil {
		return nil, err
	}
	values := make([]Value, len(all))
	if err := ev.property(f.Kind.Property(f.Property), all, values); err != nil {
		return nil, err
	}
	var out []Node
	for i, v := range values {
		if f.Pass(v) {
			out = append(out, all[i])
		}
	}
	return out, nil
}

// textOf is a formula as it was written.
func (ev *evaluator) textOf(f formula) string {
	switch f := f.(type) {
	case *fCompare:
		return ev.p.query.file.Slice(f.at)
	case *fIn:
		return ev.p.query.file.Slice(f.at)
	case *fMissing:
		return ev.p.query.file.Slice(f.at)
	case *fEdge:
		return ev.p.query.file.Slice(f.at)
	case *fSimilar:
		return ev.p.query.file.Slice(f.at)
	case *fNot:
		return ev.p.query.file.Slice(f.at)
	case *fSame:
		return f.a.name + " = " + f.b.name
	case *fOr:
		return joined(" or ", f.of, func(x formula) string { return ev.textOf(x) })
	case *fAnd:
		return joined(" and ", f.of, func(x formula) string { return ev.textOf(x) })
	case *fDomain:
		return ev.p.vars[f.slot].name + " is " + ev.kindOf(f.slot).String()
	}
	return "a constant test"
}
