package lint

import (
	"slices"
	"strconv"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/format"
)

// conjunct is one part of a condition that must hold, in canonical text.
type conjunct struct {
	text string
	expr ast.Expr
}

// conjuncts is the condition of a hypothesis as a conjunction: `and` is taken apart, contexts are expanded, and what is
// left is compared by canonical text.
func (s *Study) conjuncts(h *Hyp) []conjunct {
	if !h.whereOK {
		h.whereOK = true
		if h.Node.Where != nil {
			h.where = s.split(h.Node.Where, nil, 0)
		}
	}
	return h.where
}

// deepest bounds the expansion of contexts by contexts; a circle is an error of the checker.
const deepest = 30

func (s *Study) split(e ast.Expr, out []conjunct, depth int) []conjunct {
	switch x := e.(type) {
	case *ast.Logic:
		if x.Op == "and" {
			return s.split(x.Y, s.split(x.X, out, depth), depth)
		}
	case *ast.Ref:
		if c := s.contexts[x.Name.Text]; c != nil && s.vars[x.Name.Text] == nil && depth < deepest {
			return s.split(c.Expr, out, depth+1)
		}
	}
	text := format.Expr(e)
	if !slices.ContainsFunc(out, func(c conjunct) bool { return c.text == text }) {
		out = append(out, conjunct{text, e})
	}
	return out
}

// sameRows tells whether two hypotheses have the same condition, as far as text can tell.
func (s *Study) sameRows(a, b *Hyp) bool {
	return implies(s.conjuncts(a), s.conjuncts(b)) && implies(s.conjuncts(b), s.conjuncts(a))
}

// implies tells whether every part of `general` holds wherever `special` does: because it is a part of it, or follows from
// its parts (`age > 30` from `age > 40`, `g in (1, 2)` from `g = 1`, `a or b` from `a`).
func implies(special, general []conjunct) bool {
	for _, g := range general {
		if !holds(special, g.expr) {
			return false
		}
	}
	return true
}

// holds tells whether a condition follows from a conjunction, as far as comparisons of names with literals show.
func holds(given []conjunct, b ast.Expr) bool {
	text := format.Expr(b)
	for _, c := range given {
		if c.text == text {
			return true
		}
		if or, ok := c.expr.(*ast.Logic); ok && or.Op == "or" { // either way
			left, right := conjunct{format.Expr(or.X), or.X}, conjunct{format.Expr(or.Y), or.Y}
			if holds([]conjunct{left}, b) && holds([]conjunct{right}, b) {
				return true
			}
		}
	}
	switch b := b.(type) {
	case *ast.Logic:
		if b.Op == "or" {
			return holds(given, b.X) || holds(given, b.Y)
		}
		return holds(given, b.X) && holds(given, b.Y)
	case *ast.Missing: // what is compared is present
		ref, ok := b.X.(*ast.Ref)
		if !ok || !b.Negated {
			return false
		}
		for _, c := range given {
			if name, _, _, _ := bounds(c.expr); name == ref.Name.Text {
				return true
			}
		}
		return false
	case *ast.Compare:
		if b.Op == "!=" {
			ref, okX := b.X.(*ast.Ref)
			lit, okY := b.Y.(*ast.Lit)
			if !okX || !okY {
				return false
			}
			list, low, high := allowed(given, ref.Name.Text)
			l := lit.Literal
			if list != nil {
				return !slices.ContainsFunc(list, func(x ast.Literal) bool { return catalog.SameCode(x.Text, l.Text) || x.Kind != l.Kind })
			}
			return l.Kind == ast.NumberLiteral && (low != nil && !low.admits(l.Number, 1) || high != nil && !high.admits(l.Number, -1))
		}
	}
	name, listB, lowB, highB := bounds(b)
	if name == "" {
		return false
	}
	listA, lowA, highA := allowed(given, name)
	switch {
	case listA != nil && listB != nil:
		for _, x := range listA {
			if !slices.ContainsFunc(listB, func(y ast.Literal) bool { return catalog.SameCode(x.Text, y.Text) }) {
				return false
			}
		}
		return true
	case listB != nil:
		return false
	case listA != nil:
		for _, x := range listA {
			if x.Kind != ast.NumberLiteral || lowB != nil && !lowB.admits(x.Number, 1) || highB != nil && !highB.admits(x.Number, -1) {
				return false
			}
		}
		return true
	}
	return (lowB == nil || lowA != nil && lowA.within(*lowB, 1)) && (highB == nil || highA != nil && highA.within(*highB, -1))
}

// allowed puts together what a conjunction says of one name: a list of values (any one of several is enough), else the
// tightest ends of an interval.
func allowed(given []conjunct, name string) (list []ast.Literal, low, high *bound) {
	for _, c := range given {
		n, l, lo, hi := bounds(c.expr)
		if n != name {
			continue
		}
		if l != nil && (list == nil || len(l) < len(list)) {
			list = l
		}
		if lo != nil && (low == nil || lo.within(*low, 1)) {
			low = lo
		}
		if hi != nil && (high == nil || hi.within(*high, -1)) {
			high = hi
		}
	}
	return list, low, high
}

// bound is an end of an interval.
type bound struct {
	at   float64
	open bool // the end itself is out
}

// admits tells whether x lies on the inner side: above for sign 1, below for -1.
func (b bound) admits(x float64, sign float64) bool {
	return sign*x > sign*b.at || x == b.at && !b.open
}

// within tells whether b is at least as narrow as o.
func (b bound) within(o bound, sign float64) bool {
	return sign*b.at > sign*o.at || b.at == o.at && (b.open || !o.open)
}

// bounds reads a comparison of one name with literals: either the values that it may have, or the ends of an interval.
func bounds(e ast.Expr) (name string, list []ast.Literal, low, high *bound) {
	switch e := e.(type) {
	case *ast.Compare:
		ref, ok := e.X.(*ast.Ref)
		lit, okY := e.Y.(*ast.Lit)
		op := e.Op
		if !ok || !okY {
			ref, ok = e.Y.(*ast.Ref)
			lit, okY = e.X.(*ast.Lit)
			op = flipped[op]
		}
		if !ok || !okY {
			return
		}
		l := lit.Literal
		if op == "=" {
			return ref.Name.Text, []ast.Literal{l}, nil, nil
		}
		if l.Kind != ast.NumberLiteral {
			return
		}
		b := &bound{l.Number, op == "<" || op == ">"}
		switch op {
		case "<", "<=":
			return ref.Name.Text, nil, nil, b
		case ">", ">=":
			return ref.Name.Text, nil, b, nil
		}
	case *ast.In:
		ref, ok := e.X.(*ast.Ref)
		if !ok || e.Negated {
			return
		}
		if r := e.Set.Range; r != nil {
			return ref.Name.Text, nil, &bound{r.Low.Value, false}, &bound{r.High.Value, false}
		}
		for _, v := range e.Set.Values {
			list = append(list, v.Literal)
		}
		return ref.Name.Text, list, nil, nil
	}
	return
}

var flipped = map[ast.CompareOp]ast.CompareOp{"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// frozen finds the one value that a condition leaves of a variable, as text; ok is false when it leaves more, or when
// that cannot be told.
func (s *Study) frozen(h *Hyp, name string) (value string, ok bool) {
	for _, c := range s.conjuncts(h) {
		if n, list, low, high := bounds(c.expr); n != "" && s.same(h.Dataset, n, name) {
			switch {
			case len(list) == 1:
				return format.Literal(list[0]), true
			case low != nil && high != nil && low.at == high.at:
				return strconv.FormatFloat(low.at, 'g', -1, 64), true
			}
		}
		if x, is := c.expr.(*ast.Compare); is && x.Op == "!=" { // a binary variable without one of its two levels
			ref, okX := x.X.(*ast.Ref)
			lit, okY := x.Y.(*ast.Lit)
			if okX && okY && s.same(h.Dataset, ref.Name.Text, name) {
				if other := s.otherLevel(h, ref.Name.Text, lit.Literal); other != "" {
					return other, true
				}
			}
		}
		if ref, is := c.expr.(*ast.Ref); is && s.same(h.Dataset, ref.Name.Text, name) {
			return "true", true
		}
		// A variable that is defined by the condition itself.
		if v := s.variable(h.Dataset, name); v.decl != nil && v.decl.Expr != nil && v.column == "" && format.Expr(v.decl.Expr) == c.text {
			return "true", true
		}
	}
	return "", false
}

// otherLevel is the level that a variable of two levels has left without one of them.
func (s *Study) otherLevel(h *Hyp, name string, without ast.Literal) string {
	v := s.variable(h.Dataset, name)
	var codes, labels []string
	switch {
	case v.decl != nil && len(v.decl.Levels) > 0:
		for _, l := range v.decl.Levels {
			codes = append(codes, l.Literal.Text)
			label := ""
			if l.Label != nil {
				label = l.Label.Text
			}
			labels = append(labels, label)
		}
	case v.entry != nil:
		for _, l := range v.entry.Levels {
			codes, labels = append(codes, l.Code), append(labels, l.Label)
		}
	}
	if len(codes) != 2 {
		return ""
	}
	for i := range codes {
		if catalog.SameCode(codes[i], without.Text) || labels[i] != "" && labels[i] == without.Text {
			if other := labels[1-i]; other != "" {
				return ast.Quote(other)
			}
			return codes[1-i]
		}
	}
	return ""
}
