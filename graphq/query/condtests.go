package query

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
)

// end resolves an operand that must be a node.
func (c *checker) end(o operand, env map[string]int) (end, bool) {
	switch {
	case o.constant != nil:
		r := &ranged{name: o.constant.name, at: o.constant.at, kinds: anyKind, constant: true}
		c.consts = append(c.consts, r)
		return end{r, -1}, true
	case o.term != nil && o.term.function == nil && o.term.property == nil:
		s := env[o.term.variable.text]
		return end{c.p.vars[s], s}, true
	}
	return end{}, false
}

func (c *checker) relation(x *relationTest, env map[string]int) formula {
	f := &fEdge{min: 1, max: 1, at: x.span(), text: joined("|", x.relations, func(n name) string { return n.text })}
	ok := true
	for i, o := range []operand{x.left, x.right} {
		e, isNode := c.end(o, env)
		if !isNode {
			help(c.tell(diag.WrongEnd, o.at(), "a relation is between nodes, and `%s` is a value", clip(o.String())), "leave out what stands behind the variable, or compare with `=`")
			ok = false
		}
		if i == 0 {
			f.from = e
		} else {
			f.to = e
		}
	}
	var relations []*Relation
	for _, n := range x.relations {
		r := LookupRelation(n.text)
		if r == nil {
			c.ds = append(c.ds, unknownWord(n).Diagnostic)
			c.ds[len(c.ds)-1].File = c.file
			ok = false
			continue
		}
		relations = append(relations, r)
		f.hops = appendHops(f.hops, r)
	}
	if q := x.quantifier; q != nil {
		ok = c.quantifier(f, q, x, relations) && ok
	}
	if !ok {
		return c.badTest(env, x.left, x.right)
	}
	c.narrow = append(c.narrow, constraint{at: f.at, edge: f, relations: relations, test: x})
	return f
}

// appendHops adds what is stored of a relation.
func appendHops(hops []hop, r *Relation) []hop {
	parts := r.Union
	if r.Stored() {
		parts = []string{r.Name}
	}
	for _, p := range parts {
		if h := (hop{p, Direction(r.Inverse)}); !slices.Contains(hops, h) {
			hops = append(hops, h)
		}
	}
	return hops
}

func (c *checker) quantifier(f *fEdge, q *quantifier, x *relationTest, relations []*Relation) bool {
	f.text += q.text
	f.min, f.max, f.capped = q.min, q.max, q.max < 0
	for i, r := range relations {
		if !r.Repeatable {
			why := "it leads from one kind to another"
			if len(r.From) == 1 && slices.Equal(r.From, r.To) {
				why = "it has no chain of steps"
			}
			d := c.tell(diag.NotTransitive, x.relations[i].at.Join(q.at), "`%s` cannot be repeated: %s", r.Name, why)
			var can []string
			for i := range Relations {
				if Relations[i].Repeatable {
					can = append(can, Relations[i].Name)
				}
			}
			help(d, "leave out `%s`; what can be repeated is %s", q.text, strings.Join(can, ", "))
			*d = d.WithFix("leave it out", false, diag.Edit{Span: q.at})
			return false
		}
	}
	switch {
	case q.max >= 0 && q.min > q.max:
		help(c.tell(diag.RangeEmpty, q.at, "`%s` holds no number of steps", q.text), "write the low end first")
		return false
	case q.min > maxDepth:
		help(c.tell(diag.RangeEmpty, q.at, "chains are followed for at most %d steps", maxDepth), "ask for fewer steps")
		return false
	case q.max > maxDepth:
		help(c.tell(diag.DepthCapped, q.at, "chains are followed for at most %d steps", maxDepth), "write `{%d..%d}`, or `+` for any number up to the cap", q.min, maxDepth)
		f.max = maxDepth
	case q.max < 0:
		f.max = maxDepth
	}
	return true
}

func (c *checker) similar(x *similarTest, env map[string]int, always bool) formula {
	e, ok := c.end(x.left, env)
	if !ok || e.slot < 0 {
		help(c.tell(diag.NotSimilar, x.left.at(), "`%s` is not a variable", clip(x.left.String())), "write `i similar to \"...\"` with a variable in front")
		return c.badTest(env, x.left)
	}
	f := &fSimilar{of: e, text: x.text.value.Text, above: DefaultSimilarity, at: x.at}
	if strings.TrimSpace(f.text) == "" {
		help(c.tell(diag.NotSimilar, x.text.at, "an empty text is similar to nothing"), "say in words what is looked for")
	}
	if x.above != nil {
		f.above = x.above.value.Number
		if f.above > 1 {
			help(c.tell(diag.RangeEmpty, x.above.at, "no similarity is above 1"), "similarities lie between 0 and 1")
		}
	}
	var text kindSet
	for i := range Kinds {
		if Kinds[i].Text != "" {
			text |= setOf(Kinds[i].Kind)
		}
	}
	c.narrow = append(c.narrow, constraint{at: x.at, one: e.ranged, kinds: text, similar: true, atEnd: x.left.at()})
	if always {
		if c.scores == nil {
			c.scores = map[int][]*fSimilar{}
		}
		c.scores[e.slot] = append(c.scores[e.slot], f)
	}
	return f
}

func (c *checker) is(x *isTest, env map[string]int, negated bool) formula {
	if x.kind == nil {
		v, ok := c.value(x.left, env)
		if !ok {
			return c.badTest(env, x.left)
		}
		f := &fMissing{of: v, not: x.not, at: x.at}
		c.later = append(c.later, func() {
			c.resolve(&f.of, x.left)
			if f.of.slot < 0 || f.of.prop == nil {
				help(c.tell(diag.CompareValues, x.left.at(), "only a property can be missing, and `%s` is none", clip(x.left.String())), "write `i.q is missing`")
			}
		})
		return f
	}
	k := c.kindNamed(*x.kind)
	e, ok := c.end(x.left, env)
	if !ok {
		help(c.tell(diag.CompareValues, x.left.at(), "`%s` is a value and has no kind", clip(x.left.String())), "a kind is of a variable: `c is context`")
	}
	if !ok || k == NoKind {
		return c.badTest(env, x.left)
	}
	if negated {
		f := &fBool{}
		c.later = append(c.later, func() {
			f.holds = e.kinds.has(k)
			code, word := diag.AlwaysTrue, "always"
			if f.holds {
				code, word = diag.AlwaysFalse, "never"
			}
			help(c.tell(code, x.at, "`not %s` %s holds: `%s` is %s", condText(x), word, e.name, article(e.kinds)), "leave it out: a variable has one kind in the whole query")
		})
		return f
	}
	c.narrow = append(c.narrow, constraint{at: x.at, one: e.ranged, kind: k, atEnd: x.left.at()})
	if e.slot >= 0 {
		return &fDomain{e.slot}
	}
	return &fBool{true}
}
