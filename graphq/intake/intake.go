// Package intake makes entries of the insight graph from what a study finds: a record with the place of its hypothesis, its plan
// and criteria, and what the catalog knows of its variables.
package intake

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/lang/ast"
)

// Store takes the results of one study into a graph.
type Store struct {
	run     *insight.Run
	s       *study.Study
	by      map[string]*check.Hyp
	parents *parents
	note    func(string) // told of lineage that leads to nothing sure; may be nil
}

// Begin begins a run of a study. Version is hyp's. The error is an *insight.DatasetError when the graph is about other data.
func Begin(ctx context.Context, g *insight.Graph, s *study.Study, version string) (*Store, error) {
	var datasets []string
	by := map[string]*check.Hyp{}
	for _, h := range s.Info.Hyps {
		by[s.Name(h)] = h
		if h.Dataset != nil && !slices.Contains(datasets, h.Dataset.ID) {
			datasets = append(datasets, h.Dataset.ID)
		}
	}
	run, err := g.Begin(ctx, insight.RunInfo{Study: s.Text.Source.Name, Version: version, Datasets: datasets})
	if err != nil {
		return nil, err
	}
	return &Store{run: run, s: s, by: by, parents: newParents(g, s)}, nil
}

// Insert stores a record of the study.
func (st *Store) Insert(ctx context.Context, r *result.Record) (insight.Inserted, error) {
	e, err := st.entry(r)
	if err != nil {
		return insight.Inserted{}, err
	}
	return st.run.Insert(ctx, e)
}

// Later takes a record of the study; it is stored with the next commit, or when the graph is flushed.
func (st *Store) Later(ctx context.Context, r *result.Record) (insight.Inserted, error) {
	e, err := st.entry(r)
	if err != nil {
		return insight.Inserted{}, err
	}
	return st.run.Later(ctx, e)
}

func (st *Store) entry(r *result.Record) (insight.Entry, error) {
	h := st.by[r.Name]
	if h == nil {
		return insight.Entry{}, fmt.Errorf("the study has no hypothesis called %s", r.Name)
	}
	e, err := Entry(st.s, h, r)
	if err != nil {
		return e, err
	}
	var unsure []string
	e.Hypothesis.Lineage, unsure = st.parents.place(e.Hypothesis.Lineage)
	for _, s := range unsure {
		if st.note != nil {
			st.note(r.Name + ": " + s)
		}
	}
	return e, nil
}

// Test stores a test that the study ran beside its results, for the verdict on one of its hypotheses; purpose says which. A test
// that the ledger has already is not stored again.
func (st *Store) Test(ctx context.Context, r *result.Record, purpose string) error {
	return st.test(ctx, r, purpose, st.run.Test)
}

// TestLater takes a test as Test does; it is stored with the next commit, or when the graph is flushed.
func (st *Store) TestLater(ctx context.Context, r *result.Record, purpose string) error {
	return st.test(ctx, r, purpose, st.run.TestLater)
}

func (st *Store) test(ctx context.Context, r *result.Record, purpose string, store func(context.Context, insight.Entry, string) (bool, error)) error {
	h := st.by[r.Name]
	if h == nil {
		return fmt.Errorf("the study has no hypothesis called %s", r.Name)
	}
	e, err := Entry(st.s, h, r)
	if err != nil {
		return err
	}
	if h.Spec != nil { // a rival's control has a specification of its own
		e.Hypothesis.Specification, e.Hypothesis.Estimand = h.Spec.Specification, h.Spec.Estimand
	}
	if _, err := store(ctx, e, purpose); err != nil {
		return fmt.Errorf("%s, %s: %w", r.Name, purpose, err)
	}
	return nil
}

// File is how a graph calls a study's file: the path as given, without detours and with slashes.
func File(path string) string { return filepath.ToSlash(filepath.Clean(path)) }

// Entry is a record with everything that the study says about it.
func Entry(s *study.Study, h *check.Hyp, r *result.Record) (insight.Entry, error) {
	src := s.Text.Source
	e := insight.Entry{Record: *r, Hypothesis: insight.Hypothesis{File: File(src.Name), Line: src.Position(h.Span.Start).Line, Start: h.Span.Start, End: h.Span.End,
		Source: src.Text[h.Span.Start:h.Span.End], Criteria: Criteria(s, h)}}
	var d plan.Decision
	if h.Spec != nil {
		d = h.Spec.Decision
		text, err := json.Marshal(h.Spec)
		if err != nil {
			return e, fmt.Errorf("the plan of %s: %w", r.Name, err)
		}
		e.Hypothesis.Plan = text
		e.Variables, e.Modules = Describe(h)
	} else if h.Node != nil {
		for _, l := range h.Node.Lineage {
			out := plan.Lineage{Relation: l.Relation.Text}
			for _, t := range l.Targets {
				out.Targets = append(out.Targets, t.Text)
			}
			d.Lineage = append(d.Lineage, out)
		}
	}
	e.Hypothesis.Finding = d.Finding
	for _, l := range d.Lineage {
		e.Hypothesis.Lineage = append(e.Hypothesis.Lineage, insight.Declared{Relation: l.Relation, Targets: l.Targets})
	}
	if h.Dataset != nil {
		e.Dataset = insight.Dataset{Name: h.Dataset.ID, File: h.Dataset.Path, Columns: int64(len(h.Dataset.Header))}
	}
	if h.Node != nil && r.Where != "" {
		e.Context = contextOf(s, h, r.Where)
	}
	return e, nil
}

// contextOf is the context of a condition, with its name and label where it is one named context.
func contextOf(s *study.Study, h *check.Hyp, where string) *insight.Context {
	c := &insight.Context{Name: where, Text: where}
	if ref, named := h.Node.Where.(*ast.Ref); named {
		if known := s.Info.Contexts[ref.Name.Text]; known != nil && known.Node != nil {
			at := known.Node.Expr.Span()
			c.Text = s.Text.Source.Text[at.Start:at.End]
			if known.Node.Label != nil {
				c.Label = known.Node.Label.Text
			}
		}
	}
	return c
}

// Criteria is how a hypothesis is judged, a line each in a fixed order: what a verdict depends on beside the numbers.
func Criteria(s *study.Study, h *check.Hyp) []string {
	var out []string
	if h.Spec == nil {
		return out
	}
	d := h.Spec.Decision
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	if d.Expect != "" {
		out = append(out, "expect "+string(d.Expect))
	}
	if d.Floor != nil {
		out = append(out, "floor "+d.Floor.Measure+" >= "+number(d.Floor.Value))
	}
	for _, c := range d.Criteria {
		line := "decide " + c.Quantity + " " + string(c.Op) + " " + number(c.Value)
		if c.On != "" {
			line += " on " + string(c.On)
		}
		out = append(out, line)
	}
	if d.Family != "" {
		line := "under " + d.Family
		if f := s.Info.Families[d.Family]; f != nil {
			known := check.PlanFamily(f)
			line += " alpha " + number(known.Alpha) + " method " + known.Method
		}
		out = append(out, line)
	}
	for _, r := range d.Rivals {
		if r.Name != "" { // a rival in words changes no verdict
			out = append(out, "rival "+r.Name)
		}
	}
	return out
}
