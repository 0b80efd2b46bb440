package insight

import (
	"math"
	"slices"

	"github.com/hyp-lang/hyp/estimators/result"
)

// historian is what the rules need of the whole graph, in maps: made from a view when first needed, kept up by every item.
type historian struct {
	facts   map[string]*Facts
	related relatedIndex
	same    sameIndex
	byName  map[[2]string][]*Facts // by file and name of a hypothesis, in the order of its results
	waiting map[[2]string][]Edge   // declared lineage by file and name of a target that is not there yet
	above   map[string][]string    // lineage from new to old
	below   map[string][]string    // and from old to new
	written map[string][2]string   // file and name of a hypothesis
}

func newHistorian() *historian {
	return &historian{facts: map[string]*Facts{}, related: newRelatedIndex(), same: newSameIndex(), byName: map[[2]string][]*Facts{},
		waiting: map[[2]string][]Edge{}, above: map[string][]string{}, below: map[string][]string{}, written: map[string][2]string{}}
}

// remember is the graph's historian; the caller holds g.mu.
func (g *Graph) remember() *historian {
	if g.historian != nil {
		return g.historian
	}
	h := newHistorian()
	v := g.View()
	file, title := v.Column("file"), v.Column("name")
	for _, n := range v.Nodes(KindHypothesis) {
		h.written[v.ID(n)] = [2]string{file.At(n).Text, title.At(n).Text}
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
	// Executions and insights in the order in which they came, which is that of their numbers: so the last result of a name is known.
	runs := v.Nodes(KindExecution)
	executes, yields := v.Neighbours("executes", false), v.Neighbours("yields", false)
	ran := func(before Node) {
		for ; len(runs) > 0 && runs[0] < before; runs = runs[1:] {
			for _, to := range yields.Of(runs[0]) {
				for _, by := range executes.Of(runs[0]) {
					h.answered(v.ID(by), v.ID(to))
				}
			}
		}
	}
	for _, n := range v.Nodes(KindInsight) {
		ran(n)
		f := &Facts{ID: v.ID(n), Name: name(n), Template: template(n), Outcome: outcome(n), Exposure: exposure(n), Moderator: moderator(n), Groups: groups(n),
			Where: where(n), Contrast: contrast(n), Part: part(n), Dataset: uses(n), DataHash: hash(n), Specification: spec(n), Estimand: estimand(n),
			Status: status(n), Text: sentence(n), P: p(n), Estimate: estimate(n), Modules: modules[n], Seed: seed.At(n).Number == 1}
		f.File = h.written["h:"+tests(n)][0]
		for _, c := range controls.Of(n) {
			f.Controls = append(f.Controls, v.ID(c)[2:])
		}
		h.keep(f)
	}
	ran(math.MaxUint32)
	for _, relation := range lineage {
		a := v.Neighbours(relation, false)
		for _, n := range v.Nodes(KindInsight) {
			for _, to := range a.Of(n) {
				h.descends(v.ID(n), v.ID(to))
			}
		}
	}
	g.historian = h
	return h
}

func (h *historian) keep(f *Facts) {
	f.arrival, f.core = len(h.facts), f.Core()
	h.facts[f.ID] = f
	h.related.keep(f)
	h.same.keep(f)
	h.named([2]string{f.File, f.Name}, f)
}

// named notes that a finding is now the result of the hypothesis of a file and name.
func (h *historian) named(key [2]string, f *Facts) {
	if known := h.byName[key]; key[1] != "" && (len(known) == 0 || known[len(known)-1] != f) {
		h.byName[key] = append(known, f)
	}
}

// answered notes an execution: its hypothesis may be an earlier test by another name, or in another file.
func (h *historian) answered(hypothesis, insight string) {
	if f := h.facts[insight]; f != nil {
		h.named(h.written[hypothesis], f)
	}
}

// descends notes an edge of lineage.
func (h *historian) descends(now, old string) {
	h.above[now] = append(h.above[now], old)
	h.below[old] = append(h.below[old], now)
}

// learn takes in a new item.
func (h *historian) learn(it *Item) {
	switch {
	case it.Hypothesis != nil:
		h.written[it.ID] = [2]string{it.Hypothesis.File, it.Hypothesis.Name}
	case it.Insight != nil:
		if h.facts[it.ID] == nil {
			h.keep(factsOf(it, h.written[it.Insight.Hypothesis][0]))
		}
	case it.Execution != nil:
		h.answered(it.Execution.Hypothesis, it.Execution.Insight)
	case it.Edge != nil && slices.Contains(lineage, it.Edge.Relation):
		h.descends(it.Edge.From, it.Edge.To)
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
