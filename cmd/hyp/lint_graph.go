package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/hyp-lang/hyp/compiler/lint"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/intake"
)

// lintGraph is an insight graph as the rules of hyp lint ask it.
type lintGraph struct {
	g      *insight.Graph
	v      *insight.View
	byName func() map[string][]insight.Node // hypotheses, by name without file
}

func newLintGraph(g *insight.Graph) *lintGraph {
	v := g.View()
	return &lintGraph{g: g, v: v, byName: sync.OnceValue(func() map[string][]insight.Node {
		out := map[string][]insight.Node{}
		names := v.Column("name")
		for _, n := range v.Nodes(insight.KindHypothesis) {
			if name := intake.BareName(names.At(n).Text); name != "" {
				out[name] = append(out[name], n)
			}
		}
		return out
	})}
}

// known tells of the names that hypotheses of the graph have, without file. The graph is looked at when a study first names a parent that
// it does not have itself; one that is not made yet knows none.
func (f *graphFlags) known(ctx context.Context, failed *error) func(name string) bool {
	known := sync.OnceValue(func() func(string) bool {
		g, err := f.open(ctx, false)
		if err != nil {
			if !errors.Is(err, insight.ErrNoGraph) {
				*failed = err
			}
			return func(string) bool { return false }
		}
		defer g.Close() // read only: nothing can be lost
		return intake.Known(g)
	})
	return func(name string) bool { return known()(name) }
}

// Specification lists the insights of a specification id.
func (l *lintGraph) Specification(ctx context.Context, id string) ([]lint.Stored, error) {
	var out []lint.Stored
	for _, n := range l.v.Named(insight.KindInsight, "specification", id) {
		it, err := l.item(ctx, n)
		if err != nil {
			return nil, err
		}
		s := lint.Stored{ID: it.ID, Name: intake.BareName(it.Insight.Record.Name), Record: it.Insight.Record}
		if h := l.v.Node(it.Insight.Hypothesis); h != 0 {
			if err := l.describe(ctx, h, &s); err != nil {
				return nil, err
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// Named lists the hypotheses of a name, each with its last insight; a refused one with its refusal.
func (l *lintGraph) Named(ctx context.Context, name string) ([]lint.Stored, error) {
	var out []lint.Stored
	tests, executes, yields := l.v.Neighbours("tests", true), l.v.Neighbours("executes", true), l.v.Neighbours("yields", false)
	for _, h := range l.byName()[name] {
		var s lint.Stored
		if err := l.describe(ctx, h, &s); err != nil {
			return nil, err
		}
		found := tests.Of(h) // a blocked one has an insight that nothing yielded
		for _, x := range executes.Of(h) {
			found = append(found[:len(found):len(found)], yields.Of(x)...)
		}
		for _, n := range found {
			it, err := l.item(ctx, n)
			if err != nil {
				return nil, err
			}
			s.ID, s.Record = it.ID, it.Insight.Record
		}
		if len(found) == 0 {
			for _, x := range executes.Of(h) {
				it, err := l.item(ctx, x)
				if err != nil {
					return nil, err
				}
				if r := it.Execution.Record; r != nil {
					s.Record = *r
				}
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// describe fills in what the hypothesis itself says. A plan of a schema that this version does not read is left out: the rules
// then say nothing of conditions.
func (l *lintGraph) describe(ctx context.Context, n insight.Node, s *lint.Stored) error {
	it, err := l.item(ctx, n)
	if err != nil {
		return err
	}
	h := it.Hypothesis
	s.Name, s.File = intake.BareName(h.Name), h.File
	s.Record.Template, s.Record.Estimand = h.Template, h.Estimand
	if len(h.Plan) > 0 {
		var spec plan.Spec
		if json.Unmarshal(h.Plan, &spec) == nil {
			s.Spec = &spec
		}
	}
	return nil
}

func (l *lintGraph) item(ctx context.Context, n insight.Node) (*insight.Item, error) {
	it, err := l.g.Item(ctx, l.v.ID(n))
	if err == nil && (it == nil || it.Insight == nil && it.Hypothesis == nil && it.Execution == nil) {
		err = fmt.Errorf("%s: %s is not what the index says; run `hyp graph check`", l.g.Where(), l.v.ID(n))
	}
	return it, err
}
