package insight

import (
	"slices"

	"github.com/hyp-lang/hyp/estimators/result"
)

// historian is what the rules need of the whole graph, in maps: made from a view when first needed, kept up by every item.
type historian struct {
	facts      map[string]*Facts
	byEstimand map[string][]*Facts
	byVariable map[string][]*Facts // core variables
	byName     map[[2]string][]*Facts
	bySpec     map[string][]*Facts
	waiting    map[[2]string][]Edge // declared lineage by file and name of a target that is not there yet
	lineage    map[string][]string  // acyclic relations, from new to old
	file       map[string]string    // of hypotheses
}

func newHistorian() *historian {
	return &historian{facts: map[string]*Facts{}, byEstimand: map[string][]*Facts{}, byVariable: map[string][]*Facts{}, byName: map[[2]string][]*Facts{},
		bySpec: map[string][]*Facts{}, waiting: map[[2]string][]Edge{}, lineage: map[string][]string{}, file: map[string]string{}}
}

// remember is the graph's historian; the caller holds g.mu.
func (g *Graph) remember() *historian {
	if g.historian != nil {
		return g.historian
	}
	h := newHistorian()
	v := g.View()
	file := v.Column("file")
	for _, n := range v.Nodes(KindHypothesis) {
		h.file[v.ID(n)] = file.At(n).Text
	}
	text := func(property string) func(Node) string {
		c := v.Column(property)
		return func(n Node) string { return c.At(n).Text }
	}
	number := func(property string) func(Node) *float64 {
		c := v.Column(property)
		return func(n Node) *float64 {
			if x := c.At(n); x.Kind == NumberValue {
				return &x.Number
			}
			return nil
		}
	}
	one := func(relation string) func(Node) string {
		a := v.Neighbours(relation, false)
		return func(n Node) string {
			if to := a.Of(n); len(to) > 0 {
				return v.ID(to[0])[2:]
			}
			return ""
		}
	}
	name, template, where, contrast, part := text("name"), text("template"), text("where"), text("contrast"), text("part")
	hash, spec, estimand, status, sentence := text("data_hash"), text("specification"), text("estimand"), text("status"), text("text")
	outcome, exposure, moderator, groups, uses, tests := one("outcome"), one("exposure"), one("moderator"), one("groups"), one("uses"), one("tests")
	p, estimate, seed, controls := number("p"), number("estimate"), v.Column("seed"), v.Neighbours("control", false)
	modules := map[Node][]string{}
	v.mu.Lock()
	for _, q := range v.predicate(vocabulary + "module") {
		n := Node(v.dirs[0][q])
		modules[n] = append(modules[n], v.value(v.dirs[2][q]).Text)
	}
	v.mu.Unlock()
	for _, n := range v.Nodes(KindInsight) {
		f := &Facts{ID: v.ID(n), Name: name(n), Template: template(n), Outcome: outcome(n), Exposure: exposure(n), Moderator: moderator(n), Groups: groups(n),
			Where: where(n), Contrast: contrast(n), Part: part(n), Dataset: uses(n), DataHash: hash(n), Specification: spec(n), Estimand: estimand(n),
			Status: status(n), Text: sentence(n), P: p(n), Estimate: estimate(n), Modules: modules[n], Seed: seed.At(n).Number == 1}
		f.File = h.file["h:"+tests(n)]
		for _, c := range controls.Of(n) {
			f.Controls = append(f.Controls, v.ID(c)[2:])
		}
		h.keep(f)
	}
	for _, relation := range lineage {
		a := v.Neighbours(relation, false)
		for _, n := range v.Nodes(KindInsight) {
			for _, to := range a.Of(n) {
				h.lineage[v.ID(n)] = append(h.lineage[v.ID(n)], v.ID(to))
			}
		}
	}
	g.historian = h
	return h
}

func (h *historian) keep(f *Facts) {
	h.facts[f.ID] = f
	if f.Estimand != "" {
		h.byEstimand[f.Estimand] = append(h.byEstimand[f.Estimand], f)
	}
	for _, v := range f.Core() {
		h.byVariable[v] = append(h.byVariable[v], f)
	}
	if f.Name != "" {
		key := [2]string{f.File, f.Name}
		h.byName[key] = append(h.byName[key], f)
	}
	h.bySpec[f.Specification] = append(h.bySpec[f.Specification], f)
}

// learn takes in a new item.
func (h *historian) learn(it *Item) {
	switch {
	case it.Hypothesis != nil:
		h.file[it.ID] = it.Hypothesis.File
	case it.Insight != nil:
		if h.facts[it.ID] == nil {
			h.keep(factsOf(it, h.file[it.Insight.Hypothesis]))
		}
	case it.Edge != nil && slices.Contains(lineage, it.Edge.Relation):
		h.lineage[it.Edge.From] = append(h.lineage[it.Edge.From], it.Edge.To)
	}
}

func factsOf(it *Item, file string) *Facts {
	i := it.Insight
	r := &i.Record
	return &Facts{ID: it.ID, Name: r.Name, File: file, Template: r.Template, Outcome: r.Outcome, Exposure: r.Exposure, Moderator: r.Moderator, Groups: r.Groups,
		Controls: r.Controls, Where: r.Where, Contrast: r.Contrast, Part: r.Part, Dataset: i.Dataset[len("d:"):], DataHash: r.DataHash, Specification: r.Specification,
		Estimand: r.Estimand, Status: status(r), Text: textOf(r), P: r.P, Estimate: signed(r), Modules: i.Modules, Seed: i.Seed}
}

// signed is a record's estimate where its sign means something.
func signed(r *result.Record) *float64 { return r.Estimate }

// candidates is the older findings that the rules may link a new one with, in order of arrival.
func (h *historian) candidates(f *Facts) []*Facts {
	out := slices.Clone(h.byEstimand[f.Estimand])
	seen := map[string]bool{}
	for _, o := range out {
		seen[o.ID] = true
	}
	if f.Specification != "" {
		for _, o := range h.bySpec[f.Specification] {
			if !seen[o.ID] {
				seen[o.ID] = true
				out = append(out, o)
			}
		}
	}
	if rank(f.Template) < 2 {
		return out
	}
	for _, v := range f.Core() {
		list := h.byVariable[v]
		for _, o := range list {
			if !seen[o.ID] && rank(o.Template) < rank(f.Template) {
				seen[o.ID] = true
				out = append(out, o)
			}
		}
	}
	return out
}

// reaches tells whether lineage leads from one insight to another.
func (h *historian) reaches(from, to string) bool {
	seen := map[string]bool{from: true}
	for next := []string{from}; len(next) > 0; {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		if at == to {
			return true
		}
		for _, n := range h.lineage[at] {
			if !seen[n] {
				seen[n] = true
				next = append(next, n)
			}
		}
	}
	return false
}
