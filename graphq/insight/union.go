package insight

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// kindOrder is the order of kinds in exports and logs: what others speak of comes first.
var kindOrder = []string{KindDataset, KindVariable, KindContext, KindRound, KindHypothesis, KindInsight, KindExecution, KindRejection, KindTest, KindEdge, KindAssessment}

// compareItems orders items by kind, time and id.
func compareItems(a, b *Item) int {
	if d := slices.Index(kindOrder, a.Kind) - slices.Index(kindOrder, b.Kind); d != 0 {
		return d
	}
	if d := a.Created.Compare(b.Created); d != 0 {
		return d
	}
	return strings.Compare(a.ID, b.ID)
}

// union is every item of several lists once, in the order of compareItems. Of two versions of one item the earlier stays, of two of
// one time the one whose JSON is first: the order of the lists does not matter. An insight's later version is an assessment of it, as a rerun would have been.
func union(lists ...[]*Item) ([]*Item, error) {
	type version struct {
		*Item
		text []byte
	}
	by := map[string]version{}
	keep := func(it *Item) error {
		text, err := encodeItem(it)
		if err != nil {
			return err
		}
		now := version{it, text}
		old, there := by[it.ID]
		if !there {
			by[it.ID] = now
			return nil
		}
		if bytes.Equal(old.text, text) {
			return nil
		}
		first, later := old, now
		if d := now.Created.Compare(old.Created); d < 0 || d == 0 && bytes.Compare(now.text, old.text) < 0 {
			first, later = now, old
		}
		by[it.ID] = first
		if later.Insight == nil || later.Kind != first.Kind {
			return nil
		}
		r := &later.Insight.Record
		a := &Item{Kind: KindAssessment, ID: "a:" + digest(later.ID, later.Run, "", later.Insight.Hypothesis, later.Created.String()), Run: later.Run, Created: later.Created,
			Assessment: &Assessment{Insight: later.ID, Status: status(r), Scores: later.Insight.Scores, P: r.P, Q: r.Q}}
		if text, err = encodeItem(a); err != nil {
			return err
		}
		if old, there := by[a.ID]; !there || bytes.Compare(text, old.text) < 0 {
			by[a.ID] = version{a, text}
		}
		return nil
	}
	for _, list := range lists {
		for _, it := range list {
			if err := keep(it); err != nil {
				return nil, err
			}
		}
	}
	out := make([]*Item, 0, len(by))
	for _, v := range by {
		out = append(out, v.Item)
	}
	slices.SortFunc(out, compareItems)
	return out, nil
}

// all is every item in memory.
func (g *Graph) all(ctx context.Context) ([]*Item, error) {
	var out []*Item
	err := g.Items(ctx, func(it *Item) error {
		out = append(out, it)
		return nil
	})
	return out, err
}

// Merge takes in everything that other graphs hold. Every insight is there once, with the edges and assessments of all; a test that
// several ledgers list counts once. The result does not depend on the order of graphs, and merging again changes nothing. The error
// is a *DatasetError when another graph has no data set in common, or has only other versions of the common ones.
func (g *Graph) Merge(ctx context.Context, others ...*Graph) error {
	var lists [][]*Item
	for _, o := range others {
		if err := g.sameData(o.Datasets(), o.where); err != nil {
			return err
		}
		items, err := o.all(ctx)
		if err != nil {
			return err
		}
		lists = append(lists, items)
	}
	return g.take(ctx, lists...)
}

// sameData refuses what is about other data, unless Options.AnyData is set.
func (g *Graph) sameData(want map[string][]string, where string) error {
	have := g.Datasets()
	if g.opt.AnyData || len(have) == 0 || len(want) == 0 {
		return nil
	}
	e := &DatasetError{Where: g.where, Have: slices.Sorted(maps.Keys(have)), Want: slices.Sorted(maps.Keys(want))}
	common := false
	for name, hashes := range want {
		if have[name] == nil {
			continue
		}
		common = true
		if disjoint(have[name], hashes) {
			e.Reason = fmt.Sprintf("the data of %s differ: %.12s here, %.12s in %s", name, strings.Join(have[name], ", "), strings.Join(hashes, ", "), where)
			return e
		}
	}
	if common {
		return nil
	}
	return e
}

// take makes the graph the union of itself and lists: by adding where that is enough, else by a log written anew.
func (g *Graph) take(ctx context.Context, lists ...[]*Item) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.opt.Write {
		return fmt.Errorf("%s: %w", g.where, ErrReadOnly)
	}
	if err := g.flush(ctx); err != nil {
		return err
	}
	own, err := g.all(ctx)
	if err != nil {
		return err
	}
	items, err := union(append([][]*Item{own}, lists...)...)
	if err != nil {
		return err
	}
	before := make(map[string]*Item, len(own))
	for _, it := range own {
		before[it.ID] = it
	}
	known := map[string]bool{}
	for _, it := range items {
		known[it.ID] = true
	}
	for _, it := range items {
		if err := dangling(it, known); err != nil {
			return fmt.Errorf("%s: %w", g.where, err)
		}
	}
	var fresh []*Item
	replaced := false
	for _, it := range items {
		switch old := before[it.ID]; {
		case old == nil:
			fresh = append(fresh, it)
		case old != it:
			a, err := encodeItem(old)
			if err != nil {
				return err
			}
			b, err := encodeItem(it)
			if err != nil {
				return err
			}
			replaced = replaced || !bytes.Equal(a, b)
		}
	}
	if replaced {
		return g.rewrite(ctx, items)
	}
	const batch = 1000
	for len(fresh) > 0 {
		n := min(batch, len(fresh))
		if _, err := g.add(ctx, fresh[:n]); err != nil {
			return err
		}
		fresh = fresh[n:]
	}
	return nil
}

// dangling tells when an edge or an assessment has no end.
func dangling(it *Item, known map[string]bool) error {
	var ends []string
	switch {
	case it.Edge != nil:
		ends = []string{it.Edge.From, it.Edge.To}
	case it.Assessment != nil:
		ends = []string{it.Assessment.Insight}
	}
	for _, end := range ends {
		if !known[end] {
			return fmt.Errorf("%s speaks of %s, which is not there", it.ID, end)
		}
	}
	return nil
}

// rewrite puts a log of exactly these items in place of the graph's.
func (g *Graph) rewrite(ctx context.Context, items []*Item) error {
	switch j := g.journal.(type) {
	case *fileJournal:
		if err := j.replace(ctx, g.dir, items); err != nil {
			return err
		}
		g.snapped = 0
	case *sharedJournal:
		if err := j.replace(ctx, items); err != nil {
			return err
		}
	case *transientJournal:
		if err := j.replace(ctx, items); err != nil {
			return err
		}
	}
	g.viewMu.Lock()
	g.view = nil
	g.viewMu.Unlock()
	g.quads.reset()
	g.historian = nil
	return g.follow(ctx)
}
