package query

import "slices"

// either makes the branches of an `or`, each a conjunction of its own.
func (b *builder) either(i int) error {
	f := b.pending[i].(*fOr)
	b.pending = slices.Delete(b.pending, i, i+1)
	s := &eitherStep{}
	wanted := map[int]bool{}
	for slot := range slotSet(f) {
		if b.own[slot] {
			wanted[slot] = true
		}
	}
	total := 0.0
	for _, x := range f.of {
		steps, est, err := b.plan(conjuncts(x), b.bound, wanted, b.est)
		if err != nil {
			return err
		}
		s.branches = append(s.branches, steps)
		total += est
	}
	for slot := range wanted {
		b.bound[slot] = true
	}
	for slot := range b.bound {
		s.live = append(s.live, slot)
	}
	slices.Sort(s.live)
	b.est = total
	s.est = total
	b.steps = append(b.steps, s)
	return nil
}

func conjuncts(f formula) []formula {
	if and, ok := f.(*fAnd); ok {
		return and.of
	}
	return []formula{f}
}

// root begins at the smallest source of any open slot.
func (b *builder) root(open []int, product bool) error {
	bestSlot, bestOf := open[0], -1
	var best *supply
	for _, s := range open {
		k := b.ev.kindSource(b.ev.kindOf(s))
		if best == nil || k.est < best.est {
			best, bestSlot, bestOf = k, s, -1
		}
		for i, f := range b.pending {
			src, err := b.ev.sourceOf(f, s)
			if err != nil {
				return err
			}
			if slots := slotSet(f); src != nil && len(slots) == 1 && slots[s] && src.est < best.est {
				best, bestSlot, bestOf = src, s, i
			}
		}
	}
	if product {
		b.ev.product = true
	} else {
		for i, f := range b.pending {
			if or, ok := f.(*fOr); ok && b.canBind(or) && b.guess(or) < best.est/2 {
				return b.either(i)
			}
		}
	}
	if bestOf >= 0 {
		b.pending = slices.Delete(b.pending, bestOf, bestOf+1)
	}
	b.est *= best.est
	b.steps = append(b.steps, &scanStep{bestSlot, best, b.est})
	b.bound[bestSlot] = true
	return nil
}
