package insight

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hyp-lang/hyp/estimators/result"
)

// writing is one entry on its way into the graph.
type writing struct {
	g       *Graph
	run     *Run
	staged  map[string]bool // of a Stage: ids that are not stored yet
	e       *Entry
	rec     *result.Record
	now     time.Time
	h       *historian
	items   []*Item
	out     Inserted
	waiting map[[2]string][]Edge
}

// now is the clock to the microsecond, which every store keeps.
func (g *Graph) now() time.Time { return g.opt.Now().UTC().Truncate(time.Microsecond) }

func (w *writing) item(it Item) {
	it.Run, it.Created = w.run.ID, w.now
	w.items = append(w.items, &it)
}

func (w *writing) round() string { return "r:" + w.run.ID }

// has tells whether an item is stored, staged or waits.
func (w *writing) has(id string) bool { return w.staged[id] || w.g.waits[id] || w.g.Has(id) }

// proposed is the round that a hypothesis speaks of: a staged one may be stored before its round, with the ledger.
func (w *writing) proposed() string {
	if w.run.owner != "" {
		return "r:" + w.run.owner
	}
	return w.round()
}

// moment is the time as part of an id, where nothing else tells two items apart.
func (w *writing) moment() string {
	if w.run.owner != "" {
		return ""
	}
	return w.now.String()
}

func (w *writing) record(ctx context.Context) error {
	w.context()
	hypothesis := w.hypothesis()
	insight, err := w.insight(ctx, hypothesis)
	if err != nil {
		return err
	}
	if w.e.Seed { // an orientation, which tests nothing
		return nil
	}
	w.execution(hypothesis, insight)
	w.test(hypothesis)
	return nil
}

// dataset stores the version of the data.
func (w *writing) dataset() {
	d := &w.e.Dataset
	if d.Name == "" {
		d.Name = w.rec.Dataset
	}
	if d.Hash == "" {
		d.Hash = w.rec.DataHash
	}
	if d.Rows == 0 {
		d.Rows = w.rec.NTotal
	}
	if d.Name != "" && d.Hash != "" {
		w.item(Item{Kind: KindDataset, ID: "d:" + d.Name + "#" + digest(d.Hash), Dataset: d})
	}
}

// context stores what the insight hangs on: its data, variables and condition.
func (w *writing) context() {
	w.dataset()
	for _, name := range append([]string{w.rec.Outcome, w.rec.Exposure, w.rec.Moderator, w.rec.Groups}, w.rec.Controls...) {
		if name == "" {
			continue
		}
		v := Variable{Name: name}
		if i := slices.IndexFunc(w.e.Variables, func(v Variable) bool { return v.Name == name }); i >= 0 {
			v = w.e.Variables[i]
		}
		w.item(Item{Kind: KindVariable, ID: VariableID(name), Variable: &v})
	}
	if w.rec.Where != "" {
		c := w.e.Context
		if c == nil {
			c = &Context{Name: w.rec.Where, Text: w.rec.Where}
		}
		w.item(Item{Kind: KindContext, ID: ContextID(w.rec.Where), Context: c})
	}
}

func (w *writing) hypothesis() string {
	h := w.e.Hypothesis
	r := w.rec
	h.Name, h.Claim, h.Template = r.Name, r.Claim, r.Template
	if h.Specification == "" {
		h.Specification, h.Estimand = r.Specification, r.Estimand
	}
	h.Round, h.Number = w.proposed(), w.run.info.Number
	id := "h:" + digest(h.File, h.Name, h.Claim, h.Specification, h.Source, strings.Join(h.Criteria, "\n"))
	w.item(Item{Kind: KindHypothesis, ID: id, Hypothesis: &h})
	return id
}

// insight stores the finding, or an assessment of one that says the same, with its edges. It returns its id, empty for a refusal.
func (w *writing) insight(ctx context.Context, hypothesis string) (string, error) {
	if w.rec.Status == result.Refused {
		return "", nil
	}
	i := &Insight{Hypothesis: hypothesis, Dataset: DatasetID(w.e.Dataset.Name), Round: w.round(), Number: w.run.info.Number, Mode: w.run.info.Mode,
		Modules: w.e.Modules, Seed: w.e.Seed, Scores: w.e.Scores, Record: *w.rec}
	i.Scores.Level = w.e.Level
	if w.rec.Where != "" {
		i.Context = ContextID(w.rec.Where)
	}
	r := w.rec
	id := "i:" + digest(r.Specification, r.Part, r.DataHash, status(r), i.Dataset, textIf(r.Specification == "", r.Name+" "+r.Claim))
	now := factsOf(&Item{ID: id, Insight: i}, w.e.Hypothesis.File)
	old, err := w.duplicate(ctx, now)
	if err != nil {
		return "", err
	}
	if old != nil {
		w.out.Duplicate, w.out.Name = true, old.Name
		id = old.ID
		a := &Assessment{Insight: id, By: w.e.By, Status: status(r), Scores: w.e.Scores, P: r.P, Q: r.Q, Note: w.e.Note}
		w.item(Item{Kind: KindAssessment, ID: "a:" + digest(id, w.run.ID, w.e.By, hypothesis, w.moment()), Assessment: a})
	} else {
		w.item(Item{Kind: KindInsight, ID: id, Insight: i})
		for _, e := range w.h.related.relate(now, w.e.Policy) {
			w.edge(e)
		}
		for k, other := range append(slices.Clone(w.e.Anchors[:min(3, len(w.e.Anchors))]), w.e.Nearby...) {
			if f := w.h.facts[other]; f != nil && other != id && !slices.ContainsFunc(w.out.Edges, func(e Edge) bool { return e.To == other }) {
				relation, why := Relation(now, f, w.e.Policy)
				w.edge(Edge{From: id, Relation: relation, To: other, Source: "rule", Why: why})
			} else if f == nil {
				return "", fmt.Errorf("anchor %d, %s, is not in the graph", k+1, other)
			}
		}
	}
	w.out.ID = id
	w.declared(id, now)
	return id, nil
}

func textIf(use bool, s string) string {
	if use {
		return s
	}
	return ""
}

// duplicate is the newest older finding that says the same; nil when none does.
func (w *writing) duplicate(ctx context.Context, now *Facts) (*Facts, error) {
	if w.e.Seed {
		return w.h.facts[now.ID], nil
	}
	em := w.g.embedder()
	from := threshold(em, w.e.Duplicate)
	for _, old := range w.h.same.candidates(now) {
		same, err := Duplicate(now, old, func(a, b string) (bool, error) {
			s, err := em.Similarity(ctx, a, b)
			return s >= from, err
		})
		if err != nil {
			return nil, err
		}
		if same {
			return old, nil
		}
	}
	return w.h.facts[now.ID], nil
}

// edge stores an edge unless it is there, or would close a circle of lineage.
func (w *writing) edge(e Edge) {
	id := e.itemID()
	if w.has(id) || slices.ContainsFunc(w.out.Edges, func(o Edge) bool {
		return o.From == e.From && o.Relation == e.Relation && o.To == e.To && o.Source == e.Source
	}) {
		return
	}
	if e.From == e.To || slices.Contains(lineage, e.Relation) && w.h.reaches(e.To, e.From, w.out.Edges) {
		w.out.Skipped = append(w.out.Skipped, fmt.Sprintf("%s %s %s would close a circle", e.From, e.Relation, e.To))
		return
	}
	if e.Relation == "contradicts" { // symmetric: once is enough
		back := Edge{From: e.To, Relation: e.Relation, To: e.From, Source: e.Source}
		if w.has(back.itemID()) {
			return
		}
	}
	w.item(Item{Kind: KindEdge, ID: id, Edge: &e})
	w.out.Edges = append(w.out.Edges, e)
}

// declared stores the lineage that the study declares: to insights that are there; to others when they come, in this process.
func (w *writing) declared(id string, now *Facts) {
	file := w.e.Hypothesis.File
	for _, d := range w.e.Hypothesis.Lineage {
		for _, target := range d.Targets {
			e := Edge{From: id, Relation: d.Relation, Source: "declared"}
			key := [2]string{file, qualified(w.rec.Name, target)}
			if d.File != "" {
				key = [2]string{d.File, target}
			}
			if known := w.h.byName[key]; len(known) > 0 {
				e.To = known[len(known)-1].ID
				w.edge(e)
				continue
			}
			if w.waiting == nil {
				w.waiting = map[[2]string][]Edge{}
			}
			w.waiting[key] = append(w.waiting[key], e)
		}
	}
	key := [2]string{file, w.rec.Name}
	for _, e := range w.h.waiting[key] {
		e.To = id
		w.edge(e)
	}
	delete(w.h.waiting, key)
}

// qualified is a target's name as its insight carries it: with the file in front where the declaring one has it.
func qualified(name, target string) string {
	if i := strings.LastIndex(name, ":"); i >= 0 {
		return name[:i+1] + target
	}
	return target
}

func (w *writing) execution(hypothesis, insight string) {
	r := w.rec
	x := &Execution{Hypothesis: hypothesis, Insight: insight, Outcome: "done", Attempt: max(1, w.e.Attempt), Seconds: r.ElapsedMS / 1000, N: r.N,
		Round: w.round(), Number: w.run.info.Number}
	switch r.Status {
	case result.Blocked:
		return // nothing ran
	case result.Refused:
		x.Outcome, x.Record = "refused", r
		if r.Refusal != nil {
			x.Code, x.Error = r.Refusal.Code, r.Refusal.Message
		}
	}
	w.item(Item{Kind: KindExecution, ID: "x:" + digest(hypothesis, w.run.ID, fmt.Sprint(x.Attempt)), Execution: x})
}

// test writes the ledger: one row for a specification on a part of a version of the data, and one for the holdout where it was looked at.
func (w *writing) test(hypothesis string) {
	t := w.row()
	t.Hypothesis = hypothesis
	w.item(Item{Kind: KindTest, ID: testID(&t, w.rec), Test: &t})
	if h := w.rec.Holdout; h != nil {
		t2 := t
		t2.Part, t2.Purpose, t2.Done, t2.Why = "holdout", "holdout", h.Status == result.OK, ""
		t2.P, t2.Log10P = h.P, h.Log10P
		if !t2.Done {
			t2.Why = string(h.Status)
			if h.Refusal != nil {
				t2.Why = h.Refusal.Code
			}
		}
		w.item(Item{Kind: KindTest, ID: testID(&t2, w.rec), Test: &t2})
	}
}

// row is the row of the record's own test, without its hypothesis.
func (w *writing) row() Test {
	r := w.rec
	t := Test{Specification: r.Specification, Estimand: r.Estimand, Part: r.Part, DataHash: r.DataHash, Round: w.round(),
		Number: w.run.info.Number, Policy: w.e.Rule, Level: w.e.Level, Wealth: w.e.Wealth, Rejected: w.e.Rejected}
	switch r.Status {
	case result.OK:
		t.Done, t.P, t.Log10P = true, r.P, r.Log10P
	case result.Refused:
		t.Why = "refused"
		if r.Refusal != nil {
			t.Why = r.Refusal.Code
		}
	case result.Blocked:
		t.Why = "blocked"
	}
	return t
}

// testID is the same for the same test, whoever runs it: ledgers add up without counting it twice. A test that was done differs
// from one that was not.
func testID(t *Test, r *result.Record) string {
	words := ""
	if t.Specification == "" {
		words = r.Name + " " + r.Claim
	}
	return "t:" + digest(t.Specification, t.Part, t.DataHash, fmt.Sprint(t.Done), words)
}
