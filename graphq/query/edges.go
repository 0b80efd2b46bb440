package query

import "slices"

// maxReached bounds what is remembered of closures, in nodes.
const maxReached = 4_000_000

func reversed(hops []hop) []hop {
	out := make([]hop, len(hops))
	for i, h := range hops {
		out[i] = h.back()
	}
	return out
}

// neighbours is one step along any of the hops, each node once.
func (ev *evaluator) neighbours(hops []hop, of []Node, each func(i int, to []Node) error) error {
	if err := ev.ctx.Err(); err != nil {
		return err
	}
	if len(hops) == 1 {
		return ev.graph.Neighbours(ev.ctx, hops[0].relation, hops[0].d, of, each)
	}
	for start := 0; start < len(of); start += batchRows {
		part := of[start:min(start+batchRows, len(of))]
		lists := make([][]Node, len(part))
		for _, h := range hops {
			err := ev.graph.Neighbours(ev.ctx, h.relation, h.d, part, func(i int, to []Node) error {
				lists[i] = append(lists[i], to...)
				return nil
			})
			if err != nil {
				return err
			}
		}
		for i, l := range lists {
			if len(l) > 1 {
				slices.Sort(l)
				l = slices.Compact(l)
			}
			if err := each(start+i, l); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow is what an edge test leads to from each node, forward (from its left end) or back: neighbours, or with a
// quantifier all that a chain of so many steps reaches.
func (ev *evaluator) follow(e *fEdge, back bool, of []Node, each func(i int, to []Node) error) error {
	hops := e.hops
	if back {
		hops = reversed(hops)
	}
	if e.min == 1 && e.max == 1 {
		return ev.neighbours(hops, of, each)
	}
	side := 0
	if back {
		side = 1
	}
	memo := ev.reached[e]
	if memo[side] == nil {
		memo[side] = map[Node][]Node{}
		ev.reached[e] = memo
	}
	for i, n := range of {
		to, ok := memo[side][n]
		if !ok {
			var err error
			if to, err = ev.reach(e, hops, n); err != nil {
				return err
			}
			if ev.reachedN += len(to); ev.reachedN < maxReached {
				memo[side][n] = to
			}
		}
		if err := each(i, to); err != nil {
			return err
		}
	}
	return nil
}

// reach is every node at the end of a walk of min to max steps from start, breadth first. With min at most 1 a node counts
// by its shortest walk; otherwise the sets of nodes at each number of steps are kept apart, since a node that is near may
// also be far.
func (ev *evaluator) reach(e *fEdge, hops []hop, start Node) ([]Node, error) {
	var out []Node
	frontier, next := []Node{start}, []Node(nil)
	shortest := e.min <= 1
	all := ev.mark()
	var collected nodeSet
	if e.min == 0 {
		out = append(out, start)
		ev.seen(start, all)
		collected.add(start)
	}
	for step := 1; step <= e.max && len(frontier) > 0; step++ {
		stamp := all
		if !shortest {
			stamp = ev.mark()
		}
		next = next[:0]
		err := ev.neighbours(hops, frontier, func(_ int, to []Node) error {
			for _, n := range to {
				if ev.seen(n, stamp) {
					continue
				}
				next = append(next, n)
				if shortest {
					out = append(out, n)
				} else if step >= e.min && collected.add(n) {
					out = append(out, n)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if err := ev.count(len(next)); err != nil {
			return nil, err
		}
		frontier, next = next, frontier
	}
	if e.capped && len(frontier) > 0 {
		more := false
		err := ev.neighbours(hops, frontier, func(_ int, to []Node) error {
			for _, n := range to {
				more = more || !shortest || ev.stamps == nil || int(n) >= len(ev.stamps) || ev.stamps[n] != all
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if more && !slices.Contains(ev.capped, e) {
			ev.capped = append(ev.capped, e)
		}
	}
	return out, nil
}
