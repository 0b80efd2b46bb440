package query

import (
	"context"
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
	if c.lone(f); c.err != nil {
		return
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
	if i := slices.IndexFunc(c.p.vars, func(o *ranged) bool { return o != v && o.kinds.single() && o.kinds.first().Property(v.name) != nil }); i >= 0 {
		help(d, "did you mean `%s.%s`?", c.p.vars[i].name, v.name)
		replace(d, false, v.at, c.p.vars[i].name+"."+v.name)
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
