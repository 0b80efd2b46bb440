package query

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// constraint narrows the kinds of one or two things.
type constraint struct {
	at    source.Span
	atEnd source.Span // the place of one
	one   *ranged
	kind  Kind    // one is of this kind,
	kinds kindSet // or of one of these:
	// those that have a text,
	similar bool
	// or those that have a property.
	property *name
	// An edge narrows both of its ends,
	edge      *fEdge
	relations []*Relation
	test      *relationTest
	// and so does an equality.
	same *fSame
	done bool // an error about it was told
}

// inferKinds narrows the kinds of all variables and constants to a fixed point, looks the constants up, and takes an
// insight for what stays open.
func (c *checker) inferKinds() {
	for phase := 0; phase < 3; phase++ {
		c.settle(phase)
	}
	c.constants()
	c.settle(2)
	for _, v := range c.p.vars {
		if !v.kinds.single() && v.kinds.has(Insight) {
			v.kinds = setOf(Insight)
			c.settle(2)
		}
	}
	for _, v := range c.p.vars {
		if v.kinds.single() || v.bad {
			continue
		}
		v.bad = true
		var names []string
		for _, k := range v.kinds.kinds() {
			names = append(names, k.String())
		}
		help(c.tell(diag.UnknownKind, v.at, "the kind of `%s` stays open: %s", v.name, strings.Join(names, " or ")), "say it in the condition: `%s is %s`", v.name, names[0])
	}
}

// settle applies the constraints until nothing changes: first those by relations and kinds, then also those by property,
// then those by text, since what contradicts the earlier ones is an error about the later.
func (c *checker) settle(phase int) {
	for changed := true; changed; {
		changed = false
		for i := range c.narrow {
			n := &c.narrow[i]
			if n.done || n.property != nil && phase < 1 || n.similar && phase < 2 {
				continue
			}
			changed = c.apply(n) || changed
		}
	}
}

// set narrows; an empty set never gets in.
func set(r *ranged, to kindSet, at source.Span) bool {
	if to == r.kinds {
		return false
	}
	r.kinds, r.why = to, at
	return true
}

func (c *checker) apply(n *constraint) bool {
	switch {
	case n.edge != nil:
		return c.applyEdge(n)
	case n.same != nil:
		both := n.same.a.kinds & n.same.b.kinds
		if both == 0 {
			n.done = true
			help(c.tell(diag.CompareValues, n.at, "%s is never equal to %s", article(n.same.a.kinds), article(n.same.b.kinds)), "compare nodes of one kind")
			return false
		}
		a, b := set(n.same.a.ranged, both, n.at), set(n.same.b.ranged, both, n.at)
		return a || b
	case n.property != nil:
		return c.applyProperty(n)
	}
	want := n.kinds
	if n.kind != NoKind {
		want = setOf(n.kind)
	}
	if n.one.kinds&want == 0 {
		n.done = true
		if n.similar {
			n.one.bad = true
			help(c.tell(diag.NotSimilar, n.atEnd, "%s has no text to be similar to", article(n.one.kinds)), "`similar to` is about insights, hypotheses, variables and rejections")
			return false
		}
		c.wrongEnd(n.one, n.atEnd, "`%s` cannot be %s: it is %s", n.one.name, article(want), article(n.one.kinds))
		return false
	}
	return set(n.one, n.one.kinds&want, n.at)
}

func (c *checker) applyProperty(n *constraint) bool {
	var have kindSet
	for i := range Kinds {
		if Kinds[i].Kind.Property(n.property.text) != nil {
			have |= setOf(Kinds[i].Kind)
		}
	}
	if n.one.kinds&have != 0 {
		return set(n.one, n.one.kinds&have, n.at)
	}
	n.done, n.one.bad = true, true
	of := n.one.kinds
	if of == anyKind && have == 0 {
		of = setOf(Insight)
	}
	d := c.tell(diag.UnknownProperty, n.property.at, "%s has no property `%s`", article(of), clip(n.property.text))
	if instead(d, term{variable: &name{text: n.one.name}, property: n.property}, of) {
		return false
	}
	nearest(d, *n.property, "its properties are", PropertyNames(of.kinds()...))
	if len(d.Fixes) == 0 && have != 0 {
		help(d, "%s has it; the properties here are %s", article(have), strings.Join(PropertyNames(of.kinds()...), ", "))
	}
	if n.one.why != (source.Span{}) {
		*d = d.WithRelated(c.file, n.one.why, "here it is %s", article(of))
	}
	return false
}

func (c *checker) applyEdge(n *constraint) bool {
	from, to := n.edge.from, n.edge.to
	var allFrom, allTo, newFrom, newTo kindSet
	for _, r := range n.relations {
		f, t := setOf(r.From...), setOf(r.To...)
		allFrom |= f
		allTo |= t
		if from.kinds&f != 0 && to.kinds&t != 0 {
			newFrom |= f & from.kinds
			newTo |= t & to.kinds
		}
	}
	if newFrom != 0 {
		a, b := set(from.ranged, newFrom, n.at), set(to.ranged, newTo, n.at)
		return a || b
	}
	n.done = true
	bad, at, want, side := from, n.test.left.at(), allFrom, "begins at"
	if from.kinds&allFrom != 0 {
		bad, at, want, side = to, n.test.right.at(), allTo, "ends at"
	}
	label := bad.name
	if bad.constant {
		label = constant{name: bad.name}.String()
	}
	d := c.wrongEnd(bad.ranged, at, "`%s` %s %s, and `%s` is %s", n.edge.text, side, article(want), label, article(bad.kinds))
	for _, e := range []end{from, to} { // no use in looking for what has no place
		e.bad = e.bad || e.constant
	}
	if from.kinds&allTo != 0 && to.kinds&allFrom != 0 && !from.constant && !to.constant {
		swapped := n.test.right.String() + " " + n.edge.text + " " + n.test.left.String()
		help(d, "the other way round: `%s`", swapped)
		replace(d, false, n.at, swapped)
	}
	return false
}

func (c *checker) wrongEnd(r *ranged, at source.Span, format string, args ...any) *diag.Diagnostic {
	r.bad = true
	d := c.tell(diag.WrongEnd, at, format, args...)
	if r.why != (source.Span{}) {
		*d = d.WithRelated(c.file, r.why, "here it is %s", article(r.kinds))
	}
	help(d, "use another variable, or another relation")
	return d
}

// article names kinds with their article: "an insight", "a context or a round".
func article(s kindSet) string {
	if s == anyKind {
		return "a node"
	}
	var names []string
	for _, k := range s.kinds() {
		a := "a "
		if strings.ContainsRune("aeiou", rune(k.String()[0])) {
			a = "an "
		}
		names = append(names, a+k.String())
	}
	return strings.Join(names, " or ")
}

// constants looks every constant up among the kinds that its place allows.
func (c *checker) constants() {
	for _, k := range c.consts {
		if k.bad || k.resolved || c.err != nil {
			continue
		}
		var found []Node
		for _, kind := range k.kinds.kinds() {
			nodes, err := c.graph.Lookup(c.ctx, kind, k.name)
			if err != nil {
				c.err = err
				return
			}
			if kind == Hypothesis && len(found) == 1 && k.kinds.has(Insight) {
				continue // a hypothesis shares its name with its finding, and the finding is meant
			}
			found = append(found, nodes...)
		}
		switch {
		case len(found) == 0:
			c.unknownConstant(k)
		case len(found) > 1:
			c.ambiguous(k, found)
		default:
			var is [1]Identity
			if c.err = c.graph.Describe(c.ctx, found, is[:]); c.err != nil {
				return
			}
			k.node, k.resolved = found[0], true
			k.kinds = setOf(is[0].Kind)
		}
	}
}

func (c *checker) ambiguous(k *ranged, found []Node) {
	k.bad = true
	is := make([]Identity, len(found))
	if c.err = c.graph.Describe(c.ctx, found, is); c.err != nil {
		return
	}
	slices.SortFunc(is, func(a, b Identity) int { return CompareIDs(a.ID, b.ID) })
	if len(is) > 5 {
		is = is[:5]
	}
	names := joined(" and ", is, func(i Identity) string { return "the " + i.Kind.String() + " `" + i.ID + "`" })
	d := c.tell(diag.AmbiguousConstant, k.at, "`@%s` names %s", clip(k.name), names)
	help(d, "write the whole id: `@%s`", constantText(is[0].ID))
}

func (c *checker) unknownConstant(k *ranged) {
	k.bad = true
	what := "node"
	if k.kinds.single() {
		what = k.kinds.first().String()
	}
	d := c.tell(diag.UnknownConstant, k.at, "there is no %s `%s`", what, clip(k.name))
	for i := range Kinds {
		if k.kinds.has(Kinds[i].Kind) {
			continue
		}
		nodes, err := c.graph.Lookup(c.ctx, Kinds[i].Kind, k.name)
		if err != nil {
			c.err = err
			return
		}
		if len(nodes) > 0 {
			help(d, "there is %s of this name, but its place asks for %s", article(setOf(Kinds[i].Kind)), article(k.kinds))
			return
		}
	}
	var near []string
	for _, kind := range k.kinds.kinds() {
		names, err := c.graph.Nearest(c.ctx, kind, k.name, 3)
		if err != nil {
			c.err = err
			return
		}
		near = append(near, names...)
	}
	if len(near) == 0 {
		if k.kinds.single() {
			help(d, "no %s has a name like it; `find x:%s` lists them", what, what)
		} else {
			help(d, "nothing in the graph has a name like it")
		}
		return
	}
	if len(near) > 3 {
		near = near[:3]
	}
	help(d, "the nearest are %s", joined(", ", near, func(s string) string { return "`@" + constantText(s) + "`" }))
	if best := diag.Suggest(k.name, near); len(best) > 0 {
		help(d, "did you mean `@%s`?", constantText(best[0]))
		replace(d, true, k.at, "@"+constantText(best[0]))
	}
}
