package engine

import (
	"math"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/effect"
	"github.com/hyp-lang/hyp/estimators/moments"
	"github.com/hyp-lang/hyp/estimators/rank"
	"github.com/hyp-lang/hyp/estimators/result"
)

// groupMoments are the outcome's moments in every model level of a factor.
func (e *run) groupMoments(y *outcome, f *factor) ([]group, error) {
	stats, err := moments.Groups(e.ctx, e.t.Rows, e.rows, y.number, f.model())
	if err != nil {
		return nil, err
	}
	return groupsOf(stats), nil
}

// welch is Welch's t test: the non-reference group minus the reference, or a minus b of a named contrast.
func (e *run) welch(p *plan.Welch, y *outcome, rec *result.Record) error {
	f := e.factors[p.Groups]
	g, err := e.groupMoments(y, f)
	if err != nil {
		return err
	}
	setLevels(rec, f, g, false)
	rec.Contrast = f.names[1] + " vs " + f.names[0]
	n0, n1 := float64(g[0].n), float64(g[1].n)
	v0, v1 := g[0].variance()/n0, g[1].variance()/n1
	if !(v0+v1 > 0) {
		return refuse(PerfectFit, "`%s` does not vary within the groups of `%s`", p.Outcome.Name, p.Groups.Name)
	}
	difference, se := g[1].centered-g[0].centered, math.Sqrt(v0+v1)
	// Shares instead of squares of variances, so that a large unit cannot overflow (Welch 1947, Satterthwaite's df).
	s0, s1 := v0/(v0+v1), v1/(v0+v1)
	df := 1 / (s0*s0/(n0-1) + s1*s1/(n1-1))
	t := difference / se
	setEstimate(rec, difference, se, dist.StudentQuantile(0.975, df))
	rec.Statistic = &result.Statistic{Name: "t", Value: t, DF2: &df}
	setP(rec, dist.StudentTwoSided(t, df))
	v := effect.CohensD(difference, g[0].sd(), g[1].sd(), n0, n1)
	rec.Effect, rec.Magnitude = effectOf(v), ptr(effect.DMagnitude(v.Value))
	e.spreadWarning(f, g)
	return nil
}

// mannWhitney is the rank test of two groups with ties and continuity corrected.
func (e *run) mannWhitney(p *plan.MannWhitney, y *outcome, rec *result.Record) error {
	f := e.factors[p.Groups]
	w, err := rank.MannWhitney(e.ctx, y.number, e.rows, f.Codes, f.level)
	if err != nil {
		return err
	}
	g, err := e.groupMoments(y, f)
	if err != nil {
		return err
	}
	setLevels(rec, f, g, false)
	rec.Contrast = f.names[1] + " vs " + f.names[0]
	rec.Statistic = &result.Statistic{Name: "U", Value: w.U}
	setP(rec, dist.NormalTwoSided(w.Z))
	v := effect.RankBiserial(w.U, float64(f.count[1]), float64(f.count[0]))
	rec.Effect, rec.Magnitude = effectOf(v), ptr(math.Abs(v.Value))
	return nil
}

// kruskalWallis is the rank test of several groups, ties corrected.
func (e *run) kruskalWallis(p *plan.KruskalWallis, y *outcome, rec *result.Record) error {
	f := e.factors[p.Groups]
	k, err := rank.KruskalWallis(e.ctx, y.number, e.rows, f.Codes, f.level, len(f.order))
	if err != nil {
		return err
	}
	g, err := e.groupMoments(y, f)
	if err != nil {
		return err
	}
	setLevels(rec, f, g, false)
	df := float64(len(f.order) - 1)
	rec.Statistic = &result.Statistic{Name: "H", Value: k.H, DF1: &df}
	setP(rec, dist.ChiSquaredUpper(k.H, df))
	n := float64(e.n)
	rec.Effect = effectOf(effect.Epsilon2(k.H, n, len(f.order)))
	rec.Magnitude = ptr(effect.HMagnitude(k.H, df, n))
	return nil
}
