package loop

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/mind"
)

// plan is a round's mode and the insights that it begins from.
type roundPlan struct {
	mode    mind.Mode
	anchors []mind.Finding
	retries []queued // of the refinement queue
}

// Shape is what the orchestrator sees of a graph.
type Shape struct {
	Insights  int
	Clusters  int     // groups of insights that relations hold together
	Deepening float64 // deepening relations over insights
	Chains    float64 // share of insights that are in a chain of deepenings
	Conflicts int     // contradictions
}

// Weights are the modes' chances in the order of mind.Modes: the base weights changed by the first rule that the shape of the graph meets, and by
// its conflicts. They sum to one. An empty graph is explored.
func Weights(c config.Orchestrator, s Shape) []float64 {
	if s.Insights == 0 {
		return []float64{1, 0, 0, 0}
	}
	exploration, global, refinement, conflict := c.Exploration, c.Global, c.Refinement, c.Conflict
	if s.Insights < c.GlobalFrom {
		global = 0
	}
	switch {
	case s.Clusters <= 3 && s.Insights < 10:
		exploration *= 2
		global *= 0.2
	case s.Deepening < 0.15:
		refinement *= 1.5
	case s.Clusters < 5 && s.Chains > 0.3:
		global *= 1.5
		exploration *= 1.2
	}
	if s.Conflicts > 0 {
		conflict *= 1.5
		global *= 0.5
	} else {
		conflict *= 0.3
	}
	w := []float64{exploration, global, refinement, conflict}
	sum := 0.0
	for _, x := range w {
		sum += x
	}
	if sum <= 0 {
		return []float64{1, 0, 0, 0}
	}
	for i := range w {
		w[i] /= sum
	}
	return w
}

// draw is an index by its weight.
func draw(r *rand.Rand, w []float64) int {
	u := r.Float64()
	for i, x := range w {
		if u -= x; u < 0 {
			return i
		}
	}
	return 0
}

// shape looks at the graph.
func (s *state) shape() Shape {
	out := Shape{Insights: len(s.findings)}
	root := make([]int, len(s.findings))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	chained := map[string]bool{}
	deepens := 0
	for _, e := range s.edges {
		a, fromKnown := s.at[e.From]
		b, toKnown := s.at[e.To]
		if !fromKnown || !toKnown {
			continue
		}
		root[find(a)] = find(b)
		switch e.Relation {
		case "deepens":
			deepens++
			chained[e.From], chained[e.To] = true, true
		case "contradicts":
			out.Conflicts++
		}
	}
	for i := range root {
		if root[i] == i {
			out.Clusters++
		}
	}
	if n := float64(out.Insights); n > 0 {
		out.Deepening, out.Chains = float64(deepens)/n, float64(len(chained))/n
	}
	return out
}

// plan is Orchestrator.Plan: the mode of the round and its anchors.
func (l *Loop) plan(r *rand.Rand) roundPlan {
	s, c := l.state, l.cfg.Orchestrator
	var p roundPlan
	switch {
	case l.opt.Ablate == "steering":
		p.mode = mind.Global
	case l.opt.Ablate == "persistence":
		p.mode = mind.Modes[draw(r, Weights(c, Shape{Insights: c.GlobalFrom, Clusters: c.GlobalFrom, Deepening: 1}))]
	default:
		p.mode = mind.Modes[draw(r, Weights(c, s.shape()))]
	}
	if len(s.findings) == 0 || l.opt.Ablate == "persistence" || l.opt.Ablate == "steering" {
		return p
	}
	if l.opt.Ablate == "graph" { // anchors without the graph's structure: any insights
		if p.mode != mind.Global {
			p.anchors = l.pick(r, s.findings, c.Anchors)
		}
		return p
	}
	switch p.mode {
	case mind.Exploration:
		p.anchors = l.frontier(r)
	case mind.Refinement:
		p.anchors = l.promotable(r)
		p.retries = s.due(c)
	case mind.Conflict:
		p.anchors = l.conflict(r)
	}
	return p
}

// pick draws some findings, those near the goal where there is one.
func (l *Loop) pick(r *rand.Rand, from []mind.Finding, n int) []mind.Finding {
	from = l.near(from)
	var out []mind.Finding
	for _, i := range r.Perm(len(from)) {
		if len(out) < n {
			out = append(out, from[i])
		}
	}
	return out
}

// near keeps the findings that are about the goal at least half as much as the nearest one; all without a goal.
func (l *Loop) near(from []mind.Finding) []mind.Finding {
	if l.relevant == nil {
		return from
	}
	most := 0.0
	relevance := make([]float64, len(from))
	for i := range from {
		for _, v := range from[i].Core() {
			relevance[i] = max(relevance[i], l.relevant[v])
		}
		most = max(most, relevance[i])
	}
	var out []mind.Finding
	for i := range from {
		if relevance[i] >= most/2 {
			out = append(out, from[i])
		}
	}
	return out
}

// frontier draws anchors of an exploration: 40% from the borders of modules, 30% from the frontier of depth, 20% from the isolated and 10% from those
// of few relations; insights whose modules each hold a quarter of the graph are avoided.
func (l *Loop) frontier(r *rand.Rand) []mind.Finding {
	s, c := l.state, l.cfg.Orchestrator
	count := map[string]int{}
	for i := range s.findings {
		for _, m := range s.findings[i].Modules {
			count[m]++
		}
	}
	over := func(f *mind.Finding) bool {
		return len(f.Modules) > 0 && !slices.ContainsFunc(f.Modules, func(m string) bool {
			return float64(count[m]) <= c.ModuleShare*float64(len(s.findings))
		})
	}
	kinds := []func(f *mind.Finding) bool{
		func(f *mind.Finding) bool { return len(f.Modules) > 1 },
		func(f *mind.Finding) bool { return mind.Rank(f.Template) == 1 && s.deepened[f.ID] == 0 },
		func(f *mind.Finding) bool { return len(s.near[f.ID]) == 0 },
		func(f *mind.Finding) bool { return len(s.near[f.ID]) < 3 },
	}
	kind := kinds[draw(r, []float64{0.4, 0.3, 0.2, 0.1})]
	choose := func(pass func(*mind.Finding) bool) (out []mind.Finding) {
		for i := range s.findings {
			if pass(&s.findings[i]) {
				out = append(out, s.findings[i])
			}
		}
		return out
	}
	for _, pass := range []func(*mind.Finding) bool{
		func(f *mind.Finding) bool { return kind(f) && !over(f) },
		kind,
		func(*mind.Finding) bool { return true },
	} {
		if from := choose(pass); len(from) > 0 {
			return l.pick(r, from, c.Anchors)
		}
	}
	return nil
}

// promotable draws anchors of a refinement: among those of at least 70% of the top score, which is .6 overall and .4 validity, and a bonus for what
// can be deepened and is not.
func (l *Loop) promotable(r *rand.Rand) []mind.Finding {
	s, c := l.state, l.cfg.Orchestrator
	score := func(f *mind.Finding) float64 {
		x := 0.6*f.Score + 0.4*f.Validity
		if s.deepened[f.ID] == 0 {
			switch mind.Rank(f.Template) {
			case 1:
				x += c.AssocBonus
			case 2:
				x += c.DeepBonus
			}
		}
		return x
	}
	top := 0.0
	from := l.near(s.findings)
	for i := range from {
		top = max(top, score(&from[i]))
	}
	var high []mind.Finding
	for i := range from {
		if score(&from[i]) >= c.TopShare*top {
			high = append(high, from[i])
		}
	}
	return l.pick(r, high, c.Anchors)
}

// due are the queued refinements that are tried again: the best ones of at least a score and not too many tries.
func (s *state) due(c config.Orchestrator) []queued {
	var out []queued
	for _, q := range s.Queue {
		if q.Overall >= c.RetryScore && q.Tries < c.RetryTries {
			out = append(out, q)
		}
	}
	slices.SortStableFunc(out, func(a, b queued) int { return cmp.Compare(b.Overall, a.Overall) })
	return out[:min(len(out), c.Retry)]
}

// conflict is a pair of insights on one estimand with opposite signs; a random one when there is none.
func (l *Loop) conflict(r *rand.Rand) []mind.Finding {
	s := l.state
	var pairs [][2]mind.Finding
	for _, e := range s.edges {
		if a, b := s.find(e.From), s.find(e.To); e.Relation == "contradicts" && a != nil && b != nil {
			pairs = append(pairs, [2]mind.Finding{*a, *b})
		}
	}
	if len(pairs) > 0 {
		p := pairs[r.IntN(len(pairs))]
		return p[:]
	}
	return l.pick(r, s.findings, 1)
}
