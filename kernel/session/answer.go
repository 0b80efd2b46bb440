package session

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/intake"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/kernel/serve"
)

// answer runs the hypotheses of a checked book, keeps what is found and shows it.
func (r *run) answer(ctx context.Context, o *opened) error {
	g, err := r.s.storeGraph(ctx)
	unstored := err // why results are not kept, for they are shown even so
	keeper := intake.Keep(g, r.s.cfg.Build, func(s string) { r.say("note: " + s) })
	if err := keeper.Study(ctx, o.study); err != nil {
		var other *insight.DatasetError
		if !errors.As(err, &other) {
			return err
		}
		at, _ := r.s.whereGraph(ctx)
		unstored = fmt.Errorf("%s: the graph is about %s, and these findings are about %s\n%%graph open with another folder keeps them there; %%graph open %s --any-data adds them to this one on purpose", at, strings.Join(other.Have, ", "), strings.Join(other.Want, ", "), at)
		g, keeper = nil, nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	*o.tested = func(rec *result.Record, purpose string) error { return keeper.Tested(ctx, rec, purpose) }
	family, now := maps.Clone(r.family), families(o.study)
	if family == nil {
		family = map[string]string{}
	}
	stale := maps.Clone(r.stale)
	r.family, r.stale = family, stale
	w := &show{run: r, alone: o.only == 1, begun: o.progress.begun}
	var problems []string
	err = o.study.Run(ctx, func(rec *result.Record) error {
		in, err := keeper.Keep(ctx, rec)
		if err != nil {
			return err
		}
		var near []rich.Neighbour
		if g != nil {
			if near, err = neighbours(ctx, g, in); err != nil {
				return err
			}
		}
		r.results = append(r.results, rec)
		family[rec.Name] = now[rec.Name]
		delete(stale, rec.Name)
		w.record(rec, near)
		return nil
	}, func(name string, err error) { problems = append(problems, fmt.Sprintf("%s: %v", name, err)) })
	r.shown += len(w.records)
	if err != nil {
		o.progress.end(abandoned)
	} else {
		o.progress.end(finished)
	}
	w.results(true)
	if unstored != nil && len(w.records) > 0 {
		r.unstored(unstored)
	}
	if err == nil && len(problems) > 0 {
		return problem("RunError", strings.Join(problems, "\n"))
	}
	return err
}

// unstored says that results are shown and not kept, and why.
func (r *run) unstored(err error) {
	text := err.Error()
	var f *serve.Failure
	if errors.As(err, &f) {
		text = strings.Join(append([]string{f.Value}, f.Traceback[1:]...), "\n")
	}
	r.out.Stream("stderr", "not stored in the graph: "+strings.TrimRight(text, "\n")+"\n%run stores the results when that is mended.\n")
}

// neighbours are the links of a new result, a link once, with all its reasons. That two findings merely relate is left to queries.
func neighbours(ctx context.Context, g *insight.Graph, in insight.Inserted) ([]rich.Neighbour, error) {
	var out []rich.Neighbour
	for _, e := range in.Edges {
		if e.Relation == "relates" {
			continue
		}
		it, err := g.Item(ctx, e.To)
		if err != nil {
			return nil, err
		}
		if it == nil || it.Insight == nil {
			continue
		}
		rec := &it.Insight.Record
		n := rich.Neighbour{Relation: e.Relation, ID: e.To, Name: rec.Name, Status: outcome(rec), Finding: rec.Finding, Why: e.Why, Source: e.Source}
		if n.Why == "" && e.Source == "declared" {
			n.Why = "declared in its study"
		}
		if i := slices.IndexFunc(out, func(o rich.Neighbour) bool { return o.Relation == n.Relation && o.ID == n.ID }); i >= 0 {
			out[i].Why = strings.Trim(out[i].Why+"; "+n.Why, "; ")
			continue
		}
		out = append(out, n)
	}
	return out, nil
}
