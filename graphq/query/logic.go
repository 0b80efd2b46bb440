package query

import (
	"math/bits"

	"github.com/hyp-lang/hyp/lang/source"
)

// The resolved form of a query: names are slots, constants are nodes, properties are rows of the schema.

// kindSet is a set of kinds, a bit each.
type kindSet uint16

const anyKind kindSet = 1<<(Test+1) - 2

func setOf(kinds ...Kind) (s kindSet) {
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

func (s kindSet) has(k Kind) bool { return s>>k&1 == 1 }
func (s kindSet) single() bool    { return bits.OnesCount16(uint16(s)) == 1 }

// first is the only kind of a single set.
func (s kindSet) first() Kind { return Kind(bits.TrailingZeros16(uint16(s))) }

func (s kindSet) kinds() (out []Kind) {
	for k := Insight; k <= Test; k++ {
		if s.has(k) {
			out = append(out, k)
		}
	}
	return out
}

// ranged is what has a kind: a variable in a slot, or one occurrence of a constant.
type ranged struct {
	name  string
	at    source.Span
	kinds kindSet
	why   source.Span // the test that last narrowed the kinds
	bad   bool        // an error about it was told
	// of a constant
	constant bool
	resolved bool
	node     Node
}

// end is one side of a test between nodes: an index of a variable or a constant.
type end struct {
	*ranged
	slot int // -1 for a constant
}

// hop is one stored relation and the direction that it is followed in from the left end.
type hop struct {
	relation string
	d        Direction
}

func (h hop) back() hop { h.d = !h.d; return h }

// formula is one of the f types below.
type formula interface{}

type (
	fAnd struct{ of []formula }
	fOr  struct{ of []formula }
	fNot struct {
		of     formula
		locals []int
		at     source.Span
	}
	fBool   struct{ holds bool }
	fBad    struct{ slots []int } // a test that an error was told about
	fDomain struct{ slot int }    // ranges over its kind
	fEdge   struct {
		hops     []hop
		from, to end
		min, max int // steps; 1, 1 without a quantifier
		capped   bool
		at       source.Span
		text     string // the relations, as written
	}
	fSame struct {
		a, b end
		not  bool
	}
	fCompare struct {
		left, right value
		op          string
		at          source.Span
	}
	fIn struct {
		of        value
		not       bool
		list      []Value // nil: low to high
		low, high Value
		at        source.Span
	}
	fMissing struct {
		of  value
		not bool
		at  source.Span
	}
	fSimilar struct {
		of    end
		text  string
		above float64
		at    source.Span
	}
)

// value is a property of a slot, the similarity of one, or a literal.
type value struct {
	slot  int // -1: a literal
	prop  *Property
	score *fSimilar
	lit   Value
	text  string // as written
}

func (v value) typ() Type {
	switch {
	case v.slot < 0:
		return v.lit.Type
	case v.score != nil:
		return Number
	case v.prop != nil:
		return v.prop.Type
	}
	return Missing
}

// slotsOf adds the slots of a formula that are not local to a `not` inside it.
func slotsOf(f formula, into map[int]bool) {
	addEnd := func(e end) {
		if e.slot >= 0 {
			into[e.slot] = true
		}
	}
	addValue := func(v value) {
		if v.slot >= 0 {
			into[v.slot] = true
		}
	}
	switch f := f.(type) {
	case *fAnd:
		for _, x := range f.of {
			slotsOf(x, into)
		}
	case *fOr:
		for _, x := range f.of {
			slotsOf(x, into)
		}
	case *fNot:
		inner := map[int]bool{}
		slotsOf(f.of, inner)
		for _, l := range f.locals {
			delete(inner, l)
		}
		for s := range inner {
			into[s] = true
		}
	case *fDomain:
		into[f.slot] = true
	case *fBad:
		for _, s := range f.slots {
			into[s] = true
		}
	case *fEdge:
		addEnd(f.from)
		addEnd(f.to)
	case *fSame:
		addEnd(f.a)
		addEnd(f.b)
	case *fCompare:
		addValue(f.left)
		addValue(f.right)
	case *fIn:
		addValue(f.of)
	case *fMissing:
		addValue(f.of)
	case *fSimilar:
		addEnd(f.of)
	}
}

func slotSet(f formula) map[int]bool {
	m := map[int]bool{}
	slotsOf(f, m)
	return m
}

// binds tells whether a formula says which nodes a slot stands for: a test of it does, `not` does not, and of `or` every
// branch must.
func binds(f formula, slot int) bool {
	switch f := f.(type) {
	case *fAnd:
		for _, x := range f.of {
			if binds(x, slot) {
				return true
			}
		}
		return false
	case *fOr:
		for _, x := range f.of {
			if !binds(x, slot) {
				return false
			}
		}
		return true
	case *fNot, *fBool:
		return false
	}
	return slotSet(f)[slot]
}

// safe tells whether a slot that is looked for within a formula is bound wherever it is used.
func safe(f formula, slot int) bool {
	switch f := f.(type) {
	case *fAnd:
		var with []formula
		for _, x := range f.of {
			if slotSet(x)[slot] {
				with = append(with, x)
			}
		}
		if len(with) == 1 {
			return safe(with[0], slot)
		}
		return binds(f, slot)
	case *fOr:
		for _, x := range f.of {
			if slotSet(x)[slot] && !safe(x, slot) {
				return false
			}
		}
		return true
	case *fNot:
		return !slotSet(f)[slot]
	}
	return true
}

// column is one item, or a hidden key of `order by`.
type column struct {
	title    string
	slot     int // -1: count()
	prop     *Property
	score    *fSimilar
	function string // an aggregate
}

func (c column) node() bool { return c.prop == nil && c.score == nil && c.function == "" }

type orderKey struct {
	column int
	desc   bool
}

// program is a checked query.
type program struct {
	query    *Query
	vars     []*ranged
	where    formula // *fAnd
	columns  []column
	visible  int // the columns that are shown; the rest are keys
	order    []orderKey
	grouped  bool
	mirrored [][2]int // slots of symmetric tests that hold for every row
	limit    int      // < 0: none
	offset   int
	format   string

	// of lineage and paths
	from, to end
	via      []string
	depth    int
}
