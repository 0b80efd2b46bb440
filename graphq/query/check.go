package query

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// maxDepth caps chains of relations.
const maxDepth = 32

// maxVariables bounds the variables of a query, since every row holds a place for each.
const maxVariables = 64

// DefaultSimilarity is the threshold of `similar to` without `above`.
const DefaultSimilarity = 0.5

// defaultPaths is the limit of `paths` without one.
const defaultPaths = 10

// Checked is a query whose names, kinds and types hold in a graph.
type Checked struct {
	*program
	graph Graph
}

// Check resolves a query against the schema and the constants of a graph. With an error among the diagnostics the result
// is nil; err is about the graph, not about the query.
func Check(ctx context.Context, q *Query, g Graph) (*Checked, []diag.Diagnostic, error) {
	c := &checker{ctx: ctx, graph: g, file: q.file, p: &program{query: q, limit: -1}}
	c.format()
	switch {
	case q.find != nil:
		c.find(q.find)
	case q.lineage != nil:
		c.lineage(q.lineage)
	case q.path != nil:
		c.path(q.path)
	}
	if c.err != nil {
		return nil, nil, c.err
	}
	sortByPosition(c.ds)
	if diag.HasErrors(c.ds) {
		return nil, c.ds, nil
	}
	return &Checked{c.p, g}, c.ds, nil
}

type checker struct {
	ctx    context.Context
	graph  Graph
	file   *source.File
	p      *program
	ds     []diag.Diagnostic
	err    error
	consts []*ranged
	narrow []constraint
	later  []func() // what needs the kinds
	scores map[int][]*fSimilar
}

// tell adds a diagnostic and returns it, so that more can be said.
func (c *checker) tell(code string, at source.Span, format string, args ...any) *diag.Diagnostic {
	c.ds = append(c.ds, diag.New(code, c.file, at, format, args...))
	return &c.ds[len(c.ds)-1]
}

func help(d *diag.Diagnostic, format string, args ...any) { *d = d.WithHelp(format, args...) }

// replace adds a fix that replaces a place.
func replace(d *diag.Diagnostic, safe bool, at source.Span, text string) {
	*d = d.WithFix("replace with `"+text+"`", safe, diag.Edit{Span: at, Text: text})
}

// nearest offers the best of the candidates, or names them all.
func nearest(d *diag.Diagnostic, n name, what string, candidates []string) {
	if best := diag.Suggest(n.text, candidates); len(best) > 0 {
		help(d, "did you mean `%s`?", best[0])
		replace(d, true, n.at, best[0])
		return
	}
	help(d, "%s %s", what, strings.Join(candidates, ", "))
}

func (c *checker) format() {
	c.p.format = "table"
	if f := c.p.query.format; f != nil {
		c.p.format = f.text
		if !slices.Contains(Formats, f.text) {
			nearest(c.tell(diag.QuerySyntax, f.at, "`%s` is not a format", f.text), *f, "the formats are", Formats)
		}
	}
}

func (c *checker) limit(l *limitClause) {
	if l == nil {
		return
	}
	c.p.limit = l.limit.n
	if l.offset != nil {
		c.p.offset = l.offset.n
	}
	if l.limit.n == 0 {
		help(c.tell(diag.RangeEmpty, l.limit.at, "`limit 0` shows nothing"), "leave the limit out, or ask for one row or more")
	}
}

func (c *checker) find(f *findQuery) {
	env := map[string]int{}
	for _, it := range f.items {
		if it.term.variable != nil {
			c.declare(env, *it.term.variable)
		}
	}
	positiveNames(f.where, func(n name) { c.declare(env, n) })
	outer := len(c.p.vars)
	root := &fAnd{}
	if f.where != nil {
		switch x := c.build(f.where, env, true).(type) {
		case *fAnd:
			root.of = append(root.of, x.of...)
		default:
			root.of = append(root.of, x)
		}
	}
	for _, it := range f.items {
		c.itemKind(it, env, root)
		if it.term.property != nil && it.term.variable != nil {
			c.needsProperty(it.term, env[it.term.variable.text])
		}
	}
	c.p.where = root
	c.inferKinds()
	if c.err != nil {
		return
	}
	for _, check := range c.later {
		check()
	}
	c.items(f, env)
	c.orderBy(f, env)
	c.limit(f.limit)
	shown := map[int]bool{}
	for _, col := range c.p.columns {
		shown[col.slot] = true
	}
	for s := 0; s < outer; s++ {
		c.safety(root, s, shown[s])
	}
	c.products(root, outer)
	c.constantConditions(root)
	c.mirrors(root)
}

// itemKind takes `v:variable`.
func (c *checker) itemKind(it item, env map[string]int, root *fAnd) {
	if it.kind == nil {
		return
	}
	if it.term.function != nil || it.term.property != nil {
		help(c.tell(diag.UnknownKind, it.kind.at, "`%s` is a value and has no kind", it.term), "a kind stands behind a variable: `find v:variable`")
		return
	}
	slot := env[it.term.variable.text]
	k := c.kindNamed(*it.kind)
	if k == NoKind {
		c.p.vars[slot].bad = true
		return
	}
	said := constraint{at: it.kind.at, one: c.p.vars[slot], kind: k, atEnd: it.term.at}
	c.narrow = append([]constraint{said}, c.narrow...) // what is said outright comes before what follows
	root.of = append(root.of, &fDomain{slot})
}

func (c *checker) kindNamed(n name) Kind {
	k := LookupKind(n.text)
	if k == NoKind {
		nearest(c.tell(diag.UnknownKind, n.at, "`%s` is not a kind", clip(n.text)), n, "the kinds are", KindNames())
	}
	return k
}

func (c *checker) declare(env map[string]int, n name) (slot int, fresh bool) {
	if s, ok := env[n.text]; ok {
		return s, false
	}
	s := len(c.p.vars)
	if s == maxVariables {
		help(c.tell(diag.QuerySyntax, n.at, "more than %d variables in one query", maxVariables), "ask several queries")
	}
	c.p.vars = append(c.p.vars, &ranged{name: n.text, at: n.at, kinds: anyKind})
	env[n.text] = s
	return s, true
}

// positiveNames visits the variables of a condition that occur outside of `not`.
func positiveNames(x cond, visit func(name)) {
	term := func(o operand) {
		if o.term != nil && o.term.variable != nil {
			visit(*o.term.variable)
		}
	}
	switch x := x.(type) {
	case *andCond:
		for _, y := range x.of {
			positiveNames(y, visit)
		}
	case *orCond:
		for _, y := range x.of {
			positiveNames(y, visit)
		}
	case *compareTest:
		term(x.left)
		term(x.right)
	case *inTest:
		term(x.left)
	case *isTest:
		term(x.left)
	case *similarTest:
		term(x.left)
	case *relationTest:
		term(x.left)
		term(x.right)
	}
}

// build makes the formula of a condition. always tells that the condition holds for every row of the result.
func (c *checker) build(x cond, env map[string]int, always bool) formula {
	switch x := x.(type) {
	case *andCond:
		f := &fAnd{}
		for _, y := range x.of {
			switch g := c.build(y, env, always).(type) {
			case *fAnd:
				f.of = append(f.of, g.of...)
			default:
				f.of = append(f.of, g)
			}
		}
		return f
	case *orCond:
		f := &fOr{}
		for _, y := range x.of {
			f.of = append(f.of, c.build(y, env, false))
		}
		return f
	case *notCond:
		return c.buildNot(x, env)
	case *compareTest:
		return c.compare(x, env)
	case *inTest:
		return c.in(x, env)
	case *isTest:
		return c.is(x, env, false)
	case *similarTest:
		return c.similar(x, env, always)
	case *relationTest:
		return c.relation(x, env)
	}
	return &fBool{true}
}

func (c *checker) buildNot(x *notCond, env map[string]int) formula {
	f := &fNot{at: x.at}
	inner := make(map[string]int, len(env))
	for k, v := range env {
		inner[k] = v
	}
	positiveNames(x.of, func(n name) {
		if s, fresh := c.declare(inner, n); fresh {
			f.locals = append(f.locals, s)
		}
	})
	if is, ok := x.of.(*isTest); ok && is.kind != nil { // says nothing about the kind
		f.of = c.is(is, inner, true)
	} else {
		f.of = c.build(x.of, inner, false)
	}
	c.later = append(c.later, func() {
		for _, s := range f.locals {
			c.safety(f.of, s, false)
		}
	})
	return f
}

// safety tells of a variable that nothing binds.
func (c *checker) safety(f formula, slot int, shown bool) {
	v := c.p.vars[slot]
	if v.bad || safe(f, slot) && (!shown || binds(f, slot)) {
		return
	}
	v.bad = true
	d := c.tell(diag.UnsafeVariable, v.at, "nothing says which nodes `%s` stands for", v.name)
	if !shown {
		help(d, "test `%s` in every branch of `or` that uses it", v.name)
		return
	}
	kind := "insight"
	if v.kinds.single() {
		kind = v.kinds.first().String()
	}
	help(d, "say its kind: `find %s:%s`", v.name, kind)
	if c.p.query.find != nil {
		for _, it := range c.p.query.find.items {
			if it.term.function == nil && it.term.property == nil && it.term.variable.text == v.name && it.kind == nil {
				end := source.Span{Start: it.term.at.End, End: it.term.at.End}
				*d = d.WithFix("write `"+v.name+":"+kind+"`", false, diag.Edit{Span: end, Text: ":" + kind})
				return
			}
		}
	}
}

// badTest stands for a test that an error was told about: its variables count as bound, and its constants, which have no
// place that would ask for a kind, are not looked up.
func (c *checker) badTest(env map[string]int, of ...operand) formula {
	f := &fBad{}
	for _, o := range of {
		if o.term != nil && o.term.variable != nil {
			f.slots = append(f.slots, env[o.term.variable.text])
		}
		for _, k := range c.consts {
			if o.constant != nil && k.at == o.constant.at {
				k.bad = true
			}
		}
	}
	return f
}

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

func (c *checker) lineage(l *lineageQuery) {
	c.p.from = c.insightConstant(l.of)
	c.p.via = c.viaRelations(l.via, lineageRelations[:5])
	c.p.depth = c.depthOf(l.depth)
	c.limit(l.limit)
	c.inferKinds()
}

func (c *checker) path(p *pathQuery) {
	c.p.from, c.p.to = c.insightConstant(p.from), c.insightConstant(p.to)
	c.p.via = c.viaRelations(p.via, lineageRelations)
	c.p.depth = c.depthOf(p.depth)
	if c.limit(p.limit); p.limit == nil {
		c.p.limit = defaultPaths
	}
	c.inferKinds()
}

func (c *checker) insightConstant(k constant) end {
	e, _ := c.end(operand{constant: &k}, nil)
	e.kinds = setOf(Insight)
	return e
}

func (c *checker) viaRelations(via []name, standard []string) (out []string) {
	if len(via) == 0 {
		return standard
	}
	for _, n := range via {
		r := LookupRelation(n.text)
		switch {
		case r == nil:
			d := c.tell(diag.UnknownRelation, n.at, "`%s` is not a relation", clip(n.text))
			nearest(d, n, "the relations between insights are", lineageRelations)
		case !slices.Contains(lineageRelations, n.text):
			help(c.tell(diag.WrongEnd, n.at, "`%s` does not lead from insight to insight", n.text), "the relations between insights are %s", strings.Join(lineageRelations, ", "))
		case !slices.Contains(out, n.text):
			out = append(out, n.text)
		}
	}
	return out
}

func (c *checker) depthOf(d *whole64) int {
	switch {
	case d == nil:
		return maxDepth
	case d.n == 0:
		help(c.tell(diag.RangeEmpty, d.at, "`depth 0` goes nowhere"), "ask for one step or more")
	case d.n > maxDepth:
		help(c.tell(diag.DepthCapped, d.at, "chains are followed for at most %d steps", maxDepth), "write `depth %d` or leave it out", maxDepth)
	}
	return min(d.n, maxDepth)
}

// isInf tells whether a bound is open.
func isInf(x float64) bool { return math.IsInf(x, 0) }
