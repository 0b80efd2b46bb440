package loop

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// Standing tells what New would refuse because of a discovery that the graph has or lacks, before the data with this hash are
// surveyed, which may take minutes.
func Standing(ctx context.Context, g *insight.Graph, hash string, opt Options) error {
	var found []*insight.Item
	err := g.Items(ctx, func(it *insight.Item) error {
		if it.Round != nil && it.Round.State != nil && it.Round.Number == nil {
			found = append(found, it)
		}
		return nil
	})
	if err == nil {
		_, _, err = opt.standing(g, found, about{DataHash: hash})
	}
	return err
}

// standing is the last of a graph's discoveries of the same data, with what it is about; nil and me when there is none. It is an error when
// the options do not allow to go on, or to begin.
func (o *Options) standing(g *insight.Graph, found []*insight.Item, me about) (old *insight.Item, was about, err error) {
	was = me
	for _, it := range found {
		var a about
		if json.Unmarshal(it.Round.State, &a) == nil && a.DataHash == me.DataHash {
			old, was = it, a
		}
	}
	switch {
	case old == nil && o.Resume:
		return nil, was, fmt.Errorf("%s: there is no discovery of these data to resume", g.Where())
	case old != nil && !o.Resume:
		return nil, was, ErrResume
	case old != nil:
		return old, was, o.same(was)
	}
	return nil, was, nil
}

// same refuses to go on under other constants: the rounds before were not made by them.
func (o *Options) same(old about) error {
	a, b := old.Config.Fields(), o.Config.Fields()
	for i := range b {
		if i < len(a) && a[i].Name == b[i].Name && a[i].Value != b[i].Value && b[i].Name != "loop.max_rounds" && b[i].Name != "loop.stall" && b[i].Name != "loop.timeout" {
			return fmt.Errorf("the discovery began with %s = %s, not %s: resume it with that, or begin in another graph", b[i].Name, a[i].Value, b[i].Value)
		}
	}
	switch {
	case old.Seed != o.Seed:
		return fmt.Errorf("the discovery began with seed %d, not %d", old.Seed, o.Seed)
	case old.Goal != o.Goal:
		return fmt.Errorf("the discovery began with the goal %q, not %q", old.Goal, o.Goal)
	case old.Ablate != o.Ablate:
		return fmt.Errorf("the discovery began with --ablate %q, not %q", old.Ablate, o.Ablate)
	}
	return nil
}
