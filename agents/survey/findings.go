package survey

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Finding is one of the strongest claims of the survey, with the engine's record of it.
type Finding struct {
	Template plan.Template
	Outcome  string
	Exposure string // the groups of a diff
	Other    string // the moderator, or the groups of a heterogeneity; empty for two variables
	Claim    string
	Test     Test // of the screen
	Rejected bool // by Benjamini and Hochberg's procedure over all tests
	Record   *result.Record
}

// confirm runs the strongest claims through the engine. What the engine refuses is left out.
func (s *Survey) confirm(ctx context.Context, t *tally) error {
	var list []scored
	for i := range space.Templates {
		best := slices.Clone(t.best[i])
		slices.SortFunc(best, func(a, b scored) int { return a.compare(&b) })
		list = append(list, best...)
	}
	out := make([]*Finding, len(list))
	var done atomic.Int64
	err := s.each(ctx, len(list), func(_ *worker, i int) error {
		x := &list[i]
		rec, err := engine.Run(ctx, s.input.Table, x.spec(&s.input), engine.Options{})
		if err != nil {
			return err
		}
		s.progress("confirming", int(done.Add(1)), len(list))
		if rec.Status != result.OK {
			return nil
		}
		rec.Finding = report.Sentence(rec)
		f := &Finding{Template: x.template, Outcome: x.y.Name, Exposure: x.a.Name, Claim: x.text(), Test: x.test(), Record: rec}
		if x.b != nil {
			f.Other = x.b.Name
		}
		f.Rejected = s.Discoveries > 0 && below(f.Test, s.Critical)
		out[i] = f
		return nil
	})
	if err != nil {
		return err
	}
	for _, f := range out {
		if f != nil {
			s.Findings = append(s.Findings, *f)
		}
	}
	return nil
}

// below tells whether a p-value is at most a level, by its logarithm where a double no longer can.
func below(t Test, level float64) bool {
	if t.P > 1e-290 {
		return t.P <= level
	}
	return t.Log10P <= math.Log10(level)
}

// Strongest are the first k findings of each template, in the order of the templates; k < 0: all. Of claims about the same variables
// only the first is among them: that a difference of means has a correlation beside it is no second finding, nor is the same of a
// copy or a near copy of a variable.
func (s *Survey) Strongest(k int) []Finding {
	var out []Finding
	seen := map[string]bool{}
	taken := map[plan.Template]int{}
	for _, f := range s.Findings { // strongest first in each template
		names := []string{s.original(f.Outcome), s.original(f.Exposure), s.original(f.Other)}
		slices.Sort(names)
		key := strings.Join(names, "\x00")
		if seen[key] || k >= 0 && taken[f.Template] >= k {
			continue
		}
		seen[key] = true
		taken[f.Template]++
		out = append(out, f)
	}
	return out
}

// original is the first variable that a variable copies, or nearly copies; itself when there is none.
func (s *Survey) original(name string) string {
	i := s.Index(name)
	if i < 0 {
		return name
	}
	for j := range i {
		if kind := s.taut[i*len(s.columns)+j]; kind == sameValues || kind == nearCollinear {
			return s.Variables[j].Name
		}
	}
	return name
}

// errNoVariable marks a number that is no variable of the survey.
var errNoVariable = errors.New("no such variable in the survey")
