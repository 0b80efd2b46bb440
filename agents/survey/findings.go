package survey

import (
	"context"
	"errors"
	"math"
	"slices"
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

// Strongest are the first k findings of all templates together, by p-value and then by size; k < 0: all.
func (s *Survey) Strongest(k int) []Finding {
	all := slices.Clone(s.Findings)
	slices.SortStableFunc(all, func(a, b Finding) int {
		size := 0
		switch x, y := a.Test.Magnitude(), b.Test.Magnitude(); {
		case x > y:
			size = -1
		case x < y:
			size = 1
		}
		return byP(a.Test.Log10P, b.Test.Log10P, size)
	})
	if k >= 0 && k < len(all) {
		all = all[:k]
	}
	return all
}

// errNoVariable marks a number that is no variable of the survey.
var errNoVariable = errors.New("no such variable in the survey")
