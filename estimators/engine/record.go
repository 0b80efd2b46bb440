package engine

import (
	"math"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/moments"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
)

func newRecord(t *table.Table, s *plan.Spec) *result.Record {
	rec := &result.Record{
		Schema: result.Schema, ID: s.Specification, Name: s.Name, Claim: s.Claim, Template: string(s.Template),
		Outcome: s.Outcome.Name, Controls: []string{}, Where: s.WhereText, Dataset: s.Dataset, Part: string(s.Part),
		Specification: s.Specification, Estimand: s.Estimand, Status: result.OK, DataHash: t.Hash,
	}
	name := func(v *plan.Variable) string {
		if v == nil {
			return ""
		}
		return v.Name
	}
	rec.Exposure, rec.Moderator, rec.Groups, rec.Weights = name(s.Exposure), name(s.Moderator), name(s.Groups), name(s.Weights)
	for _, c := range s.Controls {
		rec.Controls = append(rec.Controls, c.Name)
	}
	return rec
}

func ptr(x float64) *float64 { return &x }

// setP stores a tail.
func setP(rec *result.Record, tail dist.Tail) { rec.P, rec.Log10P = ptr(tail.P), ptr(tail.Log10P) }

// setEstimate stores an estimate with its symmetric interval.
func setEstimate(rec *result.Record, estimate, se, quantile float64) {
	rec.Estimate, rec.StdError = ptr(estimate), ptr(se)
	rec.Low, rec.High = ptr(estimate-quantile*se), ptr(estimate+quantile*se)
}

func pooledLevels(pooled []plan.Pooled) []result.Level {
	var out []result.Level
	for _, p := range pooled {
		value := p.Variable + "=" + p.Level
		if p.Dropped {
			value += " (left out)"
		}
		out = append(out, result.Level{Value: value, N: p.N})
	}
	return out
}

// setLevels stores the levels of the tested factor with the outcome in each.
func setLevels(rec *result.Record, f *factor, stats []group, binary bool) {
	rec.Reference = f.names[0]
	for i, name := range f.names {
		l := result.Level{Value: name, N: f.count[i]}
		if i < len(stats) && stats[i].n > 0 {
			if binary {
				l.Share = ptr(stats[i].mean)
			} else {
				l.Mean = ptr(stats[i].mean)
				if stats[i].n > 1 {
					l.SD = ptr(stats[i].sd())
				}
			}
		}
		rec.Levels = append(rec.Levels, l)
	}
}

// group is the outcome's moments in one group.
type group struct {
	n        int64
	mean     float64
	centered float64 // the mean less a center common to all groups
	squares  float64 // sum of squared deviations from the mean
}

func groupsOf(stats []moments.Group) []group {
	out := make([]group, len(stats))
	for i, s := range stats {
		out[i] = group{s.N, s.Mean, s.Centered, s.Squares}
	}
	return out
}

func (g group) variance() float64 { return g.squares / float64(g.n-1) }
func (g group) sd() float64       { return math.Sqrt(g.variance()) }
