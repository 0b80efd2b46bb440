package loop

import (
	"cmp"
	"context"
	"slices"

	"github.com/hyp-lang/hyp/agents/mind"
)

// context is Historian.GetContext: the anchors' neighbours, by the order of relations, at most so many. Without the graph's structure it is the
// most similar insights instead.
func (l *Loop) context(ctx context.Context, anchors []mind.Finding) ([]mind.Finding, error) {
	limit := l.cfg.Orchestrator.ContextLimit
	if l.opt.Ablate == "persistence" {
		return nil, nil
	}
	if l.opt.Ablate == "graph" {
		return l.similar(ctx, anchors, limit)
	}
	var out []mind.Finding
	seen := map[string]bool{}
	for i := range anchors {
		seen[anchors[i].ID] = true
	}
	for _, relation := range l.cfg.Historian.Relations() {
		for i := range anchors {
			for _, n := range l.state.near[anchors[i].ID] {
				f := l.state.find(n.id)
				if n.relation == relation && f != nil && !seen[n.id] && len(out) < limit {
					seen[n.id] = true
					out = append(out, *f)
				}
			}
		}
	}
	return out, nil
}

// similar is the insights whose words are nearest to the anchors'.
func (l *Loop) similar(ctx context.Context, anchors []mind.Finding, limit int) ([]mind.Finding, error) {
	type scored struct {
		f mind.Finding
		s float64
	}
	var all []scored
	for i := range l.state.findings {
		f := l.state.findings[i]
		best := 0.0
		for k := range anchors {
			if anchors[k].ID == f.ID {
				best = -1
				break
			}
			s, err := l.opt.Embedder.Similarity(ctx, l.data.words(anchors[k].Core()), l.data.words(f.Core()))
			if err != nil {
				return nil, err
			}
			best = max(best, s)
		}
		if best > 0 {
			all = append(all, scored{f, best})
		}
	}
	slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.s, a.s) })
	var out []mind.Finding
	for _, x := range all[:min(len(all), limit)] {
		out = append(out, x.f)
	}
	return out, nil
}

// linked are the insights that a new one is linked with beside what the graph's own rules find: the anchors, and the context insights that share
// a variable of its core.
func (l *Loop) linked(core []string, p *roundPlan, around []mind.Finding) (anchors, nearby []string) {
	shares := func(f *mind.Finding) bool {
		return slices.ContainsFunc(f.Core(), func(v string) bool { return slices.Contains(core, v) })
	}
	for i := range p.anchors {
		if len(anchors) < 3 {
			anchors = append(anchors, p.anchors[i].ID)
		}
	}
	for i := range around {
		if len(nearby) < l.cfg.Historian.Linked && shares(&around[i]) {
			nearby = append(nearby, around[i].ID)
		}
	}
	return anchors, nearby
}
