package intake

import (
	"context"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// Keeper stores the results of studies, one study after the other. Nil, and one without a graph, keeps nothing.
type Keeper struct {
	g       *insight.Graph
	version string
	note    func(string)
	store   *Store
}

// Keep makes a keeper for a graph, which may be nil; version is hyp's. note is told of declared lineage that was left out, since it
// would have closed a circle, and of results that are the test of another hypothesis.
func Keep(g *insight.Graph, version string, note func(string)) *Keeper {
	return &Keeper{g: g, version: version, note: note}
}

// Study begins the results of a study. The error is an *insight.DatasetError when the graph is about other data.
func (k *Keeper) Study(ctx context.Context, s *study.Study) (err error) {
	if k != nil && k.g != nil {
		if k.store, err = Begin(ctx, k.g, s, k.version); err == nil {
			k.store.note = k.note
		}
	}
	return err
}

// Tested stores a test that the study ran beside its results; see study.Options.Tested.
func (k *Keeper) Tested(ctx context.Context, r *result.Record, purpose string) error {
	if k == nil || k.store == nil {
		return nil
	}
	return k.store.Test(ctx, r, purpose)
}

// Keep stores one result: it is durable when Keep returns. What became of it is empty when nothing is kept.
func (k *Keeper) Keep(ctx context.Context, r *result.Record) (insight.Inserted, error) {
	if k == nil || k.store == nil {
		return insight.Inserted{}, nil
	}
	in, err := k.store.Insert(ctx, r)
	k.same(r, in)
	return in, err
}

// same notes lineage that was left out, and a result whose test is that of another hypothesis: one test is one insight.
func (k *Keeper) same(r *result.Record, in insight.Inserted) {
	for _, s := range in.Skipped {
		k.note(s)
	}
	if in.Duplicate && in.Name != r.Name && insight.GivenName(in.Name) && insight.GivenName(r.Name) { // a claim without a name is tried again under one every day
		k.note(r.Name + ": the same test as " + in.Name + ", by another name; one test is one insight, and both names find it")
	}
}
