package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

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
	var other *insight.Item // of other data
	for _, it := range found {
		var a about
		switch err := json.Unmarshal(it.Round.State, &a); {
		case err != nil:
			return nil, was, fmt.Errorf("%s: what its discovery is about cannot be read (%s): %w", g.Where(), writtenBy(it), err)
		case a.DataHash == me.DataHash:
			old, was = it, a
		default:
			other = it
		}
	}
	switch {
	case old == nil && o.Resume && other != nil:
		return nil, was, fmt.Errorf("%s: its discovery is of other rows than these, of %s as it was on %s: a discovery goes on with the data that it began with. "+
			"Without --resume a new one begins beside it", g.Where(), other.Round.Study, other.Created.Format("2006-01-02"))
	case old == nil && o.Resume:
		return nil, was, fmt.Errorf("%s: there is no discovery of these data to resume; without --resume one begins", g.Where())
	case old != nil && !o.Resume:
		return nil, was, ErrResume
	case old != nil:
		return old, was, o.same(old, was)
	}
	return nil, was, nil
}

// writtenBy says what version of hyp stored a round.
func writtenBy(it *insight.Item) string {
	if it.Round.Version == "" {
		return "by an unknown version of hyp"
	}
	return "by " + it.Round.Version
}

// free are the constants that may change on the way: how long a run goes on, which the rounds before do not depend on.
var free = []string{"loop.max_rounds", "loop.stall", "loop.timeout"}

// same refuses to go on under other constants: the rounds before were not made by them.
func (o *Options) same(it *insight.Item, old about) error {
	var raw struct {
		Config map[string]any `json:"config"`
	}
	if err := json.Unmarshal(it.Round.State, &raw); err != nil {
		return fmt.Errorf("the constants of the discovery cannot be read (%s): %w", writtenBy(it), err)
	}
	theirs := flat("", raw.Config)
	was := map[string]string{}
	for _, f := range old.Config.Fields() {
		was[f.Name] = f.Value
	}
	var changed, lost []string
	for _, f := range o.Config.Fields() {
		switch {
		case !theirs[f.Name]:
			lost = append(lost, f.Name)
		case was[f.Name] != f.Value && !slices.Contains(free, f.Name):
			changed = append(changed, fmt.Sprintf("%s = %s, not %s", f.Name, was[f.Name], f.Value))
		}
		delete(theirs, f.Name)
	}
	if unknown := slices.Sorted(maps.Keys(theirs)); len(unknown)+len(lost) > 0 {
		why := "has constants that this version does not know: " + strings.Join(unknown, ", ")
		if len(unknown) == 0 {
			why = "lacks constants of this version: " + strings.Join(lost, ", ")
		}
		return fmt.Errorf("the discovery was begun %s and %s. Resume it with that version, or begin in another graph", writtenBy(it), why)
	}
	if len(changed) > 0 {
		return fmt.Errorf("the discovery began with %s: resume it with that, or begin in another graph", strings.Join(changed, "; with "))
	}
	switch {
	case old.Seed != o.Seed:
		return fmt.Errorf("the discovery began with seed %d, not %d: --seed %d resumes it", old.Seed, o.Seed, old.Seed)
	case old.Goal != o.Goal && o.Goal == "":
		return fmt.Errorf("the discovery began with the goal %q: --goal %q resumes it", old.Goal, old.Goal)
	case old.Goal != o.Goal:
		return fmt.Errorf("the discovery began with the goal %q, not %q", old.Goal, o.Goal)
	case old.Embedder != o.embedder():
		return fmt.Errorf("the discovery began with texts compared by %s, not by %s: --embed-model decides which", embedderName(old.Embedder), embedderName(o.embedder()))
	case old.Ablate != o.Ablate:
		return fmt.Errorf("the discovery began with --ablate %q, not %q", old.Ablate, o.Ablate)
	}
	return nil
}

// flat is the dotted names of an object's leaves.
func flat(prefix string, object map[string]any) map[string]bool {
	out := map[string]bool{}
	for name, v := range object {
		if inner, ok := v.(map[string]any); ok {
			maps.Copy(out, flat(prefix+name+".", inner))
			continue
		}
		out[prefix+name] = true
	}
	return out
}
