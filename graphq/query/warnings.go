package query

import (
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// products warns of variables that no test connects, also under `not`.
func (c *checker) products(root *fAnd, outer int) {
	var all []int
	for s := 0; s < outer; s++ {
		all = append(all, s)
	}
	c.connected(root, all)
	var visit func(f formula)
	visit = func(f formula) {
		switch f := f.(type) {
		case *fAnd:
			for _, x := range f.of {
				visit(x)
			}
		case *fOr:
			for _, x := range f.of {
				visit(x)
			}
		case *fNot:
			if len(f.locals) > 0 && len(slotSet(f)) > 0 {
				within := slotSet(f.of)
				all := make([]int, 0, len(within))
				for s := range within {
					all = append(all, s)
				}
				slices.Sort(all)
				c.connected(f.of, all)
			}
			visit(f.of)
		}
	}
	visit(root)
}

// connected warns unless the slots make one piece. What `or` and `not` hold counts as connected.
func (c *checker) connected(f formula, slots []int) {
	if len(slots) < 2 {
		return
	}
	parent := map[int]int{}
	for _, s := range slots {
		parent[s] = s
	}
	var find func(int) int
	find = func(s int) int {
		if parent[s] != s {
			parent[s] = find(parent[s])
		}
		return parent[s]
	}
	parts := []formula{f}
	if and, ok := f.(*fAnd); ok {
		parts = and.of
	}
	for _, x := range parts {
		first := -1
		for s := range slotSet(x) {
			if _, ok := parent[s]; !ok {
				continue
			}
			if first < 0 {
				first = s
			}
			parent[find(s)] = find(first)
		}
	}
	for _, s := range slots[1:] {
		if find(s) != find(slots[0]) {
			a, b := c.p.vars[slots[0]], c.p.vars[s]
			if a.bad || b.bad {
				return
			}
			d := c.tell(diag.Product, b.at, "no test connects `%s` and `%s`: every one of the one goes with every one of the other", a.name, b.name)
			help(d, "add a test of both, or ask two queries")
			return
		}
	}
}

type interval struct {
	low, high         float64
	openLow, openHigh bool
}

func (i interval) empty() bool { return i.low > i.high || i.low == i.high && (i.openLow || i.openHigh) }

func (i interval) meet(j interval) interval {
	if j.low > i.low || j.low == i.low && j.openLow {
		i.low, i.openLow = j.low, j.openLow
	}
	if j.high < i.high || j.high == i.high && j.openHigh {
		i.high, i.openHigh = j.high, j.openHigh
	}
	return i
}

func unbounded() interval { return interval{low: math.Inf(-1), high: math.Inf(1)} }

// intervalOf is what a test of a number asks for; ok is false for other tests.
func intervalOf(f formula) (of value, i interval, at source.Span, ok bool) {
	switch f := f.(type) {
	case *fCompare:
		l, r, op := f.left, f.right, f.op
		if l.slot < 0 {
			l, r = r, l
			op = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}[op]
		}
		if l.slot < 0 || r.slot >= 0 || r.lit.Type != Number && r.lit.Type != Time {
			return of, i, at, false
		}
		if r.lit.Log != 0 { // between the doubles
			return of, i, at, false
		}
		x := r.lit.Number
		i = unbounded()
		switch op {
		case "<":
			i.high, i.openHigh = x, true
		case "<=":
			i.high = x
		case ">":
			i.low, i.openLow = x, true
		case ">=":
			i.low = x
		case "=":
			i.low, i.high = x, x
		default:
			return of, i, at, false
		}
		return l, i, f.at, true
	case *fIn:
		if f.list != nil || f.not || f.of.slot < 0 || f.low.Log != 0 || f.high.Log != 0 {
			return of, i, at, false
		}
		return f.of, interval{low: f.low.Number, high: f.high.Number}, f.at, true
	}
	return of, i, at, false
}

// constantConditions warns of tests that always or never hold, one by one and those of one conjunction together.
func (c *checker) constantConditions(f formula) {
	switch f := f.(type) {
	case *fAnd:
		known := map[string]interval{}
		words := map[string]string{}
		for _, x := range f.of {
			c.constantConditions(x)
			if v, i, at, ok := intervalOf(x); ok {
				have, seen := known[v.text]
				if !seen {
					have = unbounded()
				}
				met := have.meet(i)
				if met.empty() && !have.empty() && !i.empty() && seen {
					help(c.tell(diag.AlwaysFalse, at, "no `%s` is in this range and in that of the tests before", v.text), "join the tests with `or`, or correct one")
				}
				known[v.text] = met
			}
			if e, ok := x.(*fCompare); ok && e.op == "=" && e.left.slot >= 0 && e.right.slot < 0 && e.right.lit.Type == Text && !e.left.several() {
				if before, seen := words[e.left.text]; seen && before != e.right.lit.Text {
					help(c.tell(diag.AlwaysFalse, e.at, "`%s` is never '%s' and '%s' at once", e.left.text, before, e.right.lit.Text), "list the values: `%s in ('%s', '%s')`", e.left.text, before, e.right.lit.Text)
				}
				words[e.left.text] = e.right.lit.Text
			}
		}
	case *fOr:
		for _, x := range f.of {
			c.constantConditions(x)
		}
	case *fNot:
		c.constantConditions(f.of)
	default:
		c.bounds(f)
	}
}

// bounds compares a test with what the property can be.
func (c *checker) bounds(f formula) {
	v, i, at, ok := intervalOf(f)
	if !ok || i.empty() {
		return
	}
	can := interval{low: 0, high: 1}
	switch {
	case v.score != nil:
	case v.prop != nil && v.prop.Bound:
		can.low, can.high = v.prop.Low, v.prop.High
	default:
		return
	}
	if v.prop != nil && v.prop.Type == Whole && i.low == i.high && i.low != math.Trunc(i.low) {
		help(c.tell(diag.AlwaysFalse, at, "`%s` is a whole number and never %s", v.text, literal{value: NumberValue(i.low)}), "compare it with a whole number")
		return
	}
	if can.meet(i).empty() {
		words := "from " + literal{value: NumberValue(can.low)}.String() + " on"
		if can.high == 1 {
			words = "between 0 and 1"
		}
		help(c.tell(diag.AlwaysFalse, at, "`%s` lies %s, so this never holds", v.text, words), "compare it with a number in that range")
		return
	}
	if can.meet(i) == can && (!isInf(i.low) || !isInf(i.high)) {
		d := c.tell(diag.AlwaysTrue, at, "every `%s` passes this test", v.text)
		if strings.Contains(v.text, ".") {
			help(d, "to ask that it is known, write `%s is not missing`", v.text)
		} else {
			help(d, "leave it out")
		}
	}
}
