package query

import "slices"

// mask makes the test of a formula whose slots are bound but for those that it has to look for itself.
func (p *planner) mask(f formula, bound map[int]bool, deep *[][]step) (mask, error) {
	free := false
	for s := range slotSet(f) {
		free = free || !bound[s]
	}
	switch f := f.(type) {
	case *fAnd:
		if free {
			return p.exists(f.of, bound, deep)
		}
		m := &allMask{}
		for _, x := range f.of {
			one, err := p.mask(x, bound, deep)
			if err != nil {
				return nil, err
			}
			m.of = append(m.of, one)
		}
		return m, nil
	case *fOr:
		m := &anyMask{}
		for _, x := range f.of {
			one, err := p.mask(x, bound, deep)
			if err != nil {
				return nil, err
			}
			m.of = append(m.of, one)
		}
		return m, nil
	case *fNot:
		one, err := p.mask(f.of, bound, deep)
		if err != nil {
			return nil, err
		}
		return &notMask{one}, nil
	case *fBool:
		return constMask{f.holds}, nil
	}
	if free {
		return p.exists([]formula{f}, bound, deep)
	}
	return p.atomMask(f)
}

func (p *planner) atomMask(f formula) (mask, error) {
	switch f := f.(type) {
	case *fDomain:
		return constMask{true}, nil
	case *fSame:
		switch {
		case f.a.slot >= 0:
			return &sameMask{f.a.slot, f.b.slot, f.b.node, f.not}, nil
		case f.b.slot >= 0:
			return &sameMask{f.b.slot, -1, f.a.node, f.not}, nil
		}
		return constMask{(f.a.node == f.b.node) != f.not}, nil
	case *fCompare:
		return &compareMask{f}, nil
	case *fIn:
		return &inMask{f}, nil
	case *fMissing:
		return &missingMask{f}, nil
	case *fSimilar:
		src, err := p.ev.sourceOf(f, f.of.slot)
		return &setMask{f.of.slot, src}, err
	case *fEdge:
		slot := max(f.from.slot, f.to.slot)
		if slot < 0 {
			holds := false
			err := p.ev.follow(f, false, []Node{f.from.node}, func(_ int, to []Node) error {
				holds = holds || slices.Contains(to, f.to.node)
				return nil
			})
			return constMask{holds}, err
		}
		if f.from.slot < 0 || f.to.slot < 0 {
			src, err := p.ev.sourceOf(f, slot)
			return &setMask{slot, src}, err
		}
		b := &builder{planner: p}
		return &edgeMask{f, b.fanout(f, true) < b.fanout(f, false)}, nil
	}
	return constMask{true}, nil
}

// exists looks for the free slots of a conjunction.
func (p *planner) exists(and []formula, bound map[int]bool, deep *[][]step) (mask, error) {
	used := map[int]bool{}
	all := map[int]bool{}
	for _, f := range and {
		slotsOf(f, all)
	}
	for s := range all {
		if bound[s] {
			used[s] = true
		}
	}
	steps, _, err := p.plan(and, used, map[int]bool{}, 1)
	*deep = append(*deep, steps)
	return &existsMask{steps: steps, closed: len(used) == 0}, err
}
