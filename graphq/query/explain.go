package query

import (
	"fmt"
	"math"
	"strings"
)

// PlanStep is one step of a plan.
type PlanStep struct {
	Depth int     // nesting: branches of `or`, what a `not` looks for
	What  string  // in words
	Where string  // graph: ..., or go: ...
	Rows  float64 // rows behind it, estimated
}

func (s *scanStep) describe(p *program) (string, string) {
	return "begin with " + p.vars[s.slot].name + ": " + s.of.what, s.of.where
}

func (s *followStep) describe(p *program) (string, string) {
	from, to := p.vars[s.e.from.slot].name, p.vars[s.e.to.slot].name
	text := from + " " + s.e.text + " " + to
	if s.back {
		return "follow " + text + " back to " + from, where(s.e)
	}
	return "follow " + text + " to " + to, where(s.e)
}

func (s *copyStep) describe(p *program) (string, string) {
	return "take " + p.vars[s.from].name + " for " + p.vars[s.to].name, "go"
}

func (s *filterStep) describe(*program) (string, string) { return "", "" } // explainSteps has the formula's text

func (s *eitherStep) describe(*program) (string, string) {
	return "either of the branches", "go: union"
}

func (s *distinctStep) describe(p *program) (string, string) {
	return "forget " + joined(", ", s.dead, func(i int) string { return p.vars[i].name }), "go: distinct"
}

// whereMask tells where a test runs.
func whereMask(m mask) string {
	switch m := m.(type) {
	case *setMask:
		return m.of.where + ", then go: set"
	case *edgeMask:
		return where(m.e)
	case *notMask:
		if _, ok := m.of.(*existsMask); ok {
			return "go: anti-join"
		}
	case *existsMask:
		return "go: semi-join"
	case *compareMask, *inMask, *missingMask:
		return "graph: values, then go: compare"
	}
	return "go"
}

func (ev *evaluator) explainFind(r *Result) error {
	steps, err := ev.steps()
	if err != nil {
		return err
	}
	ev.explainSteps(r, steps, 0)
	last := 1.0
	if n := len(r.Steps); n > 0 {
		last = steps[len(steps)-1].rows()
	}
	add := func(what, where string, rows float64) {
		r.Steps = append(r.Steps, PlanStep{0, what, where, rows})
	}
	p := ev.p
	if len(p.mirrored) > 0 {
		last /= 2
		add("keep each pair once", "go", last)
	}
	if p.grouped {
		var by []string
		for _, c := range p.columns[:p.visible] {
			if c.function == "" {
				by = append(by, c.title)
			}
		}
		last = math.Max(1, last/10)
		if len(by) == 0 {
			last = 1
		}
		add(strings.TrimSpace("group by "+strings.Join(by, ", ")), "go: aggregates", last)
	}
	keys := joined(", ", p.order, func(k orderKey) string {
		if k.desc {
			return p.columns[k.column].title + " desc"
		}
		return p.columns[k.column].title
	})
	if keys == "" {
		keys = "id"
	}
	add("order by "+keys, "go: sort", last)
	if p.limit >= 0 {
		last = math.Min(last, float64(p.limit))
		add(fmt.Sprintf("limit %d offset %d", p.limit, p.offset), "go", last)
	}
	return nil
}

func (ev *evaluator) explainSteps(r *Result, steps []step, depth int) {
	for _, s := range steps {
		what, where := s.describe(ev.p)
		if f, ok := s.(*filterStep); ok {
			what, where = "keep where "+strings.Join(strings.Fields(ev.textOf(f.f)), " "), whereMask(f.of)
		}
		r.Steps = append(r.Steps, PlanStep{depth, what, where, s.rows()})
		switch s := s.(type) {
		case *filterStep:
			for _, d := range s.deep {
				ev.explainSteps(r, d, depth+1)
			}
		case *eitherStep:
			for i, b := range s.branches {
				r.Steps = append(r.Steps, PlanStep{depth + 1, fmt.Sprintf("branch %d", i+1), "go", s.est / float64(len(s.branches))})
				ev.explainSteps(r, b, depth+2)
			}
		}
	}
}

// explainWalk explains lineage and paths.
func (ev *evaluator) explainWalk(r *Result) {
	p := ev.p
	via := strings.Join(p.via, ", ")
	if p.query.lineage != nil {
		way := "up"
		if p.query.lineage.down {
			way = "down"
		}
		r.Steps = []PlanStep{{0, "begin with @" + constantText(p.from.name), "graph: name", 1},
			{0, fmt.Sprintf("go %s via %s, at most %d steps", way, via, p.depth), "go: breadth first", float64(p.depth)},
			{0, "order by depth, id", "go: sort", float64(p.depth)}}
		return
	}
	r.Steps = []PlanStep{{0, "begin with @" + constantText(p.to.name), "graph: name", 1},
		{0, fmt.Sprintf("measure distances via %s, at most %d steps", via, p.depth), "go: breadth first", float64(p.depth)},
		{0, "search from @" + constantText(p.from.name) + ", the shortest paths first", "go: depth first", float64(p.limit)}}
}
