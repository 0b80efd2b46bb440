package insight

import (
	"math"
	"sync"
	"time"

	"github.com/cayleygraph/quad"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Type is the predicate of a node's kind, Whole that of the JSON of the whole item. Every other predicate is `hyp:` and the name of
// a relation or of a property.
const (
	Type       = quad.IRI("rdf:type")
	Whole      = quad.IRI("hyp:item")
	vocabulary = "hyp:"
)

// quadMaker collects the quads of one item.
type quadMaker struct {
	subject, label quad.Value
	out            []quad.Quad
}

// predicates keeps the predicate of every name that was used: some fifty, millions of times.
var predicates sync.Map

func predicateIRI(name string) quad.Value {
	if p, there := predicates.Load(name); there {
		return p.(quad.Value)
	}
	p := quad.Value(quad.IRI(vocabulary + name))
	predicates.Store(name, p)
	return p
}

func (m *quadMaker) add(predicate string, object quad.Value) {
	m.out = append(m.out, quad.Quad{Subject: m.subject, Predicate: predicateIRI(predicate), Object: object, Label: m.label})
}

func (m *quadMaker) text(predicate, s string) {
	if s != "" {
		m.add(predicate, quad.String(s))
	}
}

func (m *quadMaker) link(predicate, id string) {
	if id != "" {
		m.add(predicate, quad.IRI(id))
	}
}

func (m *quadMaker) number(predicate string, x float64) {
	if !math.IsNaN(x) && !math.IsInf(x, 0) {
		m.add(predicate, quad.Float(x))
	}
}

func (m *quadMaker) maybe(predicate string, x *float64) {
	if x != nil {
		m.number(predicate, *x)
	}
}

func (m *quadMaker) whole(predicate string, x *int) {
	if x != nil {
		m.number(predicate, float64(*x))
	}
}

func (m *quadMaker) flag(predicate string, b bool) { m.add(predicate, quad.Bool(b)) }
func (m *quadMaker) moment(t time.Time) {
	m.add("created", quad.Time(t.UTC()))
}

// quadsOf is the quads of an item but for its scores (of an assessment: none). whole is what Whole points at.
func quadsOf(it *Item, whole quad.Value) []quad.Quad {
	m := &quadMaker{subject: quad.IRI(it.ID)}
	if it.Run != "" {
		m.label = quad.IRI("run:" + it.Run)
	}
	if it.Kind == KindDataset { // its item is one version of it
		m.subject = quad.IRI(DatasetID(it.Dataset.Name))
	}
	if it.Kind != KindEdge && it.Kind != KindAssessment {
		m.out = append(m.out, quad.Quad{Subject: m.subject, Predicate: Type, Object: quad.IRI(it.Kind), Label: m.label})
	}
	switch it.Kind {
	case KindInsight:
		m.insight(it.Insight)
		m.moment(it.Created)
	case KindHypothesis:
		h := it.Hypothesis
		m.text("name", h.Name)
		m.text("text", h.Claim)
		m.text("template", h.Template)
		m.text("file", h.File)
		m.link("proposed_in", h.Round)
		m.whole("round", h.Number)
		m.moment(it.Created)
	case KindVariable:
		v := it.Variable
		m.text("name", v.Name)
		m.text("label", v.Label)
		m.text("type", v.Type)
		m.text("module", v.Module)
		m.text("unit", v.Unit)
	case KindContext:
		m.text("name", it.Context.Name)
		m.text("label", it.Context.Label)
		m.text("text", it.Context.Text)
	case KindDataset:
		d := it.Dataset
		m.text("name", d.Name)
		m.text("file", d.File)
		m.text("hash", d.Hash)
		if d.Rows > 0 {
			m.number("rows", float64(d.Rows))
		}
		if d.Columns > 0 {
			m.number("columns", float64(d.Columns))
		}
	case KindRound:
		r := it.Round
		m.whole("number", r.Number)
		m.text("mode", r.Mode)
		m.whole("proposed", r.Proposed)
		m.whole("accepted", r.Accepted)
		m.whole("rejected", r.Rejected)
		m.moment(it.Created)
	case KindExecution:
		x := it.Execution
		m.link("executes", x.Hypothesis)
		m.link("yields", x.Insight)
		m.link("during", x.Round)
		m.text("outcome", x.Outcome)
		m.text("error", x.Error)
		if x.Attempt > 0 {
			m.number("attempt", float64(x.Attempt))
		}
		m.number("seconds", x.Seconds)
		if x.N > 0 {
			m.number("n", float64(x.N))
		}
		m.whole("round", x.Number)
		m.moment(it.Created)
	case KindRejection:
		j := it.Rejection
		m.link("rejects", j.Hypothesis)
		m.link("during", j.Round)
		m.text("code", j.Code)
		m.text("reason", j.Reason)
		m.text("text", j.Text)
		m.text("stage", j.Stage)
		m.whole("round", j.Number)
		m.moment(it.Created)
	case KindTest:
		m.test(it.Test)
		m.moment(it.Created)
	case KindEdge:
		m.subject = quad.IRI(it.Edge.From)
		m.link(it.Edge.Relation, it.Edge.To)
		m.subject = quad.IRI(it.ID)
		m.text("source", it.Edge.Source)
	case KindAssessment:
		m.link("assesses", it.Assessment.Insight)
	}
	if whole != nil {
		m.out = append(m.out, quad.Quad{Subject: quad.IRI(it.ID), Predicate: Whole, Object: whole, Label: m.label})
	}
	return m.out
}

func (m *quadMaker) test(t *Test) {
	m.link("records", t.Hypothesis)
	m.link("during", t.Round)
	m.text("specification", t.Specification)
	m.text("estimand", t.Estimand)
	m.text("part", t.Part)
	m.text("purpose", t.Purpose)
	m.text("why", t.Why)
	m.maybe("p", t.P)
	m.maybe("log10_p", t.Log10P)
	m.maybe("level", t.Level)
	m.maybe("wealth", t.Wealth)
	if t.Rejected != nil {
		m.flag("rejected", *t.Rejected)
	}
	m.flag("done", t.Done)
	m.whole("round", t.Number)
}

// insight flattens a finding. Specification, estimand, sign and the like are for the rules of the historian.
func (m *quadMaker) insight(i *Insight) {
	r := &i.Record
	m.link("tests", i.Hypothesis)
	m.link("uses", i.Dataset)
	m.link("within", i.Context)
	m.link("found_in", i.Round)
	for _, role := range []struct{ name, variable string }{{"outcome", r.Outcome}, {"exposure", r.Exposure}, {"moderator", r.Moderator}, {"groups", r.Groups}} {
		if role.variable != "" {
			m.link(role.name, VariableID(role.variable))
		}
	}
	for _, c := range r.Controls {
		m.link("control", VariableID(c))
	}
	m.text("name", r.Name)
	m.text("text", textOf(r))
	m.text("template", r.Template)
	m.text("status", status(r))
	if e := r.Effect; e != nil {
		m.number("effect", e.Value)
		m.text("measure", e.Measure)
		m.maybe("low", e.Low)
		m.maybe("high", e.High)
	}
	m.maybe("p", r.P)
	m.maybe("log10_p", r.Log10P)
	m.maybe("q", r.Q)
	m.maybe("log10_q", r.Log10Q)
	m.maybe("level", i.Scores.Level)
	if h := r.Holdout; h != nil {
		m.maybe("holdout_p", h.P)
		m.maybe("holdout_log10_p", h.Log10P)
		if h.Effect != nil {
			m.number("holdout_effect", h.Effect.Value)
		}
	}
	if r.Status == result.OK {
		m.number("n", float64(r.N))
	}
	m.maybe("coverage", r.Coverage)
	m.whole("round", i.Number)
	m.text("mode", i.Mode)
	m.flag("seed", i.Seed)
	m.text("specification", r.Specification)
	m.text("estimand", r.Estimand)
	m.text("part", r.Part)
	m.text("contrast", r.Contrast)
	m.text("where", r.Where)
	m.text("data_hash", r.DataHash)
	m.maybe("estimate", r.Estimate)
	for _, module := range i.Modules {
		m.text("module", module)
	}
}

// scoreQuads is the quads of an insight's scores, which are the maximum over its assessments.
func scoreQuads(id string, s Scores) []quad.Quad {
	m := &quadMaker{subject: quad.IRI(id)}
	m.maybe("validity", s.Validity)
	m.maybe("novelty", s.Novelty)
	m.maybe("score", s.Score)
	m.maybe("surprise", s.Surprise)
	m.maybe("prior", s.Prior)
	m.maybe("posterior", s.Posterior)
	return m.out
}

// textOf is a finding in words: the sentence, or for one that waits its claim.
func textOf(r *result.Record) string {
	if r.Finding != "" {
		return r.Finding
	}
	return r.Claim
}

// status is the verdict's word; none for a hypothesis without a number, which is no insight.
func status(r *result.Record) string {
	switch {
	case r.Status == result.Blocked:
		return string(result.BlockedYet)
	case r.Verdict == nil:
		return string(result.Inconclusive)
	}
	return string(r.Verdict.Value)
}
