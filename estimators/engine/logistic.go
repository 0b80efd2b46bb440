package engine

import (
	"errors"
	"math"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/effect"
	"github.com/hyp-lang/hyp/estimators/moments"
	"github.com/hyp-lang/hyp/estimators/result"
)

// fitLogit is logistic regression: one coefficient with its Wald z, or the Wald chi-squared of a term.
func (e *run) fitLogit(p *plan.Logit, y *outcome, rec *result.Record) error {
	m := e.momentsModel(&p.Model, y.number, nil)
	rec.Event = p.Event
	sd, err := e.checkDesign(m, p)
	if err != nil {
		return err
	}
	s, err := moments.FitLogit(e.ctx, m)
	var sep *moments.Separation
	switch {
	case errors.As(err, &sep):
		return e.separated(p, sep)
	case errors.Is(err, moments.ErrNotConverged):
		return refuse(NotConverged, "the likelihood of `%s` was not maximised: the model is close to separation or to collinearity", p.Outcome.Name)
	case err != nil:
		return err
	}
	e.setTerm(rec, &p.Model, &s.Solution)
	q := dist.NormalQuantile(0.975)
	e.setCoefficients(rec, &p.Model, s.Target, q)
	e.setSlopes(rec, &p.Model, m, &s.Solution, q)
	if err := e.setMarginal(rec, m, s, q); err != nil {
		return err
	}
	n := float64(s.N)
	if len(s.Target) == 1 {
		c := s.Target[0]
		z := c.Estimate / c.StdError
		setEstimate(rec, c.Estimate, c.StdError, q)
		rec.OddsRatio = oddsRatio(*rec.Estimate, *rec.Low, *rec.High)
		rec.Statistic = &result.Statistic{Name: "z", Value: z}
		setP(rec, dist.NormalTwoSided(z))
		v := effect.LogitD(c.Estimate, c.StdError)
		rec.Effect = effectOf(v)
		scale := v.Value
		if sd > 0 {
			scale = v.Value * sd
			rec.Effect.PerSD = &scale
		}
		rec.Magnitude = ptr(effect.DMagnitude(scale))
	} else {
		df1 := float64(s.DF1)
		rec.Statistic = &result.Statistic{Name: "chi2", Value: s.Wald, DF1: &df1}
		setP(rec, dist.ChiSquaredUpper(s.Wald, df1))
		rec.Effect = effectOf(effect.WaldEta2(s.Wald, n, s.Rank-1))
		rec.Magnitude = ptr(effect.ChiSquaredMagnitude(s.Wald, df1, n))
	}
	e.partlyWarning(&p.Model, &s.Solution)
	e.logitWarnings(s)
	return nil
}

// oddsRatio exponentiates an interval; nil when a bound leaves the range of a double (the log odds are kept all the same): with an
// exposure in units of 1e-12 the ratio per unit may be 10^-400, which is not 0.
func oddsRatio(b, low, high float64) *result.Interval {
	o := &result.Interval{Value: math.Exp(b), Low: math.Exp(low), High: math.Exp(high)}
	if math.IsInf(o.High, 0) || o.Low == 0 {
		return nil
	}
	return o
}

// checkDesign refuses, before any iteration, a tested term without rank or rows. It returns the product of the standard deviations
// of the tested term's numeric columns on the complete rows, 0 when it has none.
func (e *run) checkDesign(m *moments.Model, p *plan.Logit) (sd float64, err error) {
	s, err := moments.Fit(e.ctx, m)
	if err != nil {
		return 0, err
	}
	if err := e.checkRank(&p.Model, s); err != nil {
		return 0, err
	}
	if s.DF2 < e.limits.MinResidualDF {
		return 0, refuse(TooFewRows, "%d complete rows for a model of rank %d leave %d residual degrees of freedom, at least %d are needed",
			s.N, s.Rank, s.DF2, e.limits.MinResidualDF)
	}
	return s.TargetSD, nil
}

// separated names the variable, and the level, along which the outcome is separated.
func (e *run) separated(p *plan.Logit, sep *moments.Separation) error {
	kind := "quasi-completely"
	if sep.Complete {
		kind = "completely"
	}
	where, k := "", 0
	for i, part := range p.Terms[sep.Term].Components {
		if i > 0 {
			where += " and "
		}
		where += "`" + part.Variable.Name + "`"
		if part.Factor {
			where += " = " + part.Levels[sep.Levels[k]]
			k++
		}
	}
	r := refuse(SeparationCode, "`%s` is %s separated by %s: some combination of the variables predicts it without error, so the odds ratio has no finite estimate", p.Outcome.Name, kind, where)
	return e.help(r, "look at the cross-table; merge or leave out the level, or ask for `using ols`")
}
