package judge

import (
	"math"
	"strings"

	"github.com/hyp-lang/hyp/estimators/effect"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Measure is a record's effect on a floor's measure. The 90% interval is made on the scale of the record's own 95% interval:
//
//	r     correlations and rank-biserial: Fisher's z, with the width of the record's interval (scaled by the robust over the
//	      model's standard error for ols_hc3 and ols_cluster, with their t). d and logit d (per SD of a numeric exposure): on the scale of d,
//	      through d/sqrt(d^2+4). Omnibus: the root of the population share, below. Magnitude is the record's.
//	beta  the coefficient, t or z
//	md    the difference of two means, t: the contrast, or Welch's from the groups' means for a rank test
//	d     Cohen's d and logit d as they are; an adjusted contrast in units of ResidualSD when the record has it, else
//	      t sqrt(1/n1+1/n2); from the groups' means and deviations for a rank test
//	odds  the odds ratio as printed (per unit of a numeric exposure), z on its logarithm
//	rr rd the record's marginal contrasts, normal on the logarithm and as they are
//	eta2  the record's partial eta squared, Wald eta squared or epsilon squared; r^2 for one degree of freedom
//
// A population share v is tied to the noncentrality by lambda = n v/(1-v) for F and for Wald's chi-squared (Campbell and Lakens
// 2021; n the rows), and by lambda = (n-1) v for H.
//
// The error is *Unavailable.
func Measure(rec *result.Record, measure string) (*Size, error) {
	s, why := &Size{Measure: measure, Signed: true}, ""
	switch measure {
	case "r":
		why = s.onR(rec)
	case "beta":
		s.Name = "coefficient"
		if rec.Estimate == nil || rec.StdError == nil {
			why = "this " + describe(rec) + " has no single coefficient"
			break
		}
		s.Value, s.law = *rec.Estimate, coefficient(rec, 1)
	case "md":
		why = s.onMeanDifference(rec)
	case "d":
		why = s.onD(rec)
	case "odds":
		s.Name = "odds ratio"
		if !isLogit(rec) || rec.Estimate == nil || rec.StdError == nil {
			why = "this " + describe(rec) + " has no odds ratio"
			break
		}
		s.Value, s.law = math.Exp(*rec.Estimate), logScale(*rec.Estimate, *rec.StdError)
	case "rr", "rd":
		why = s.onMarginal(rec)
	case "eta2":
		s.Signed, s.Name = false, "eta squared"
		if isOmnibus(rec) && rec.Effect != nil { // the finding's name for the same number
			s.Name = report.MeasureName(rec.Effect.Measure)
		}
		why = s.onEta2(rec)
	default:
		why = "there is no such measure"
	}
	if why == "" && (math.IsNaN(s.Value) || math.IsInf(s.Value, 0) || s.ratio() && s.Value == 0) {
		why = "the value does not fit a double"
	}
	if why != "" {
		return nil, &Unavailable{"`" + measure + "`", why}
	}
	s.Magnitude = math.Abs(s.Value)
	direction := s.Value
	if s.ratio() {
		s.Magnitude = max(s.Value, 1/s.Value)
		direction = math.Log(s.Value)
	}
	if measure == "r" && rec.Magnitude != nil {
		s.Magnitude = *rec.Magnitude
	}
	switch {
	case !s.Signed:
	case direction > 0:
		s.Sign = 1
	case direction < 0:
		s.Sign = -1
	}
	return s, nil
}

// describe says what kind of test a record is.
func describe(rec *result.Record) string {
	name := rec.Estimator
	if isOmnibus(rec) {
		name += " omnibus"
	}
	return strings.TrimSpace(name + " test")
}

func isLogit(rec *result.Record) bool { return strings.HasPrefix(rec.Estimator, "logit") }

func isRobust(rec *result.Record) bool {
	return strings.HasSuffix(rec.Estimator, "_hc3") || strings.HasSuffix(rec.Estimator, "_cluster")
}

func isOmnibus(rec *result.Record) bool {
	if rec.Effect == nil {
		return rec.Test == "omnibus"
	}
	switch effect.Measure(rec.Effect.Measure) {
	case effect.MeasurePartialEta2, effect.MeasureWaldEta2, effect.MeasureEpsilon2:
		return true
	}
	return false
}

// onR reads the common scale.
func (s *Size) onR(rec *result.Record) string {
	e := rec.Effect
	if e == nil {
		return "the result has no effect size"
	}
	s.Name = "magnitude"
	switch effect.Measure(e.Measure) {
	case effect.MeasureCohensD, effect.MeasureLogitD:
		w := dLaw(rec)
		s.Value = rOfD(w.at)
		s.law = wald{at: w.at, se: w.se, df: w.df, to: dOfR, from: rOfD, known: func() *float64 { return detectableR(rec) }}
	case effect.MeasurePartialEta2, effect.MeasureWaldEta2, effect.MeasureEpsilon2:
		s.Signed = false
		if rec.Magnitude == nil {
			return "the result has no magnitude"
		}
		s.Value = *rec.Magnitude
		law, why := omnibusLaw(rec, true)
		s.law = law
		return why
	default: // pearson_r, spearman_r, partial_r, rank_biserial
		s.Name = "r"
		if e.Measure == string(effect.MeasureRankBiserial) {
			s.Name = "rank-biserial r"
		}
		s.Value, s.law = e.Value, fisherLaw(rec)
	}
	return ""
}

// twoGroups finds the tested groups: the reference and the other.
func twoGroups(rec *result.Record) (reference, other result.Level, ok bool) {
	if len(rec.Levels) != 2 || rec.Template == "interact" || rec.Template == "heterogeneity" {
		return reference, other, false
	}
	reference, other = rec.Levels[0], rec.Levels[1]
	if rec.Reference == other.Value && rec.Reference != reference.Value {
		reference, other = other, reference
	}
	return reference, other, true
}

// described tells whether a group's mean and deviation are known.
func described(l result.Level) bool { return l.Mean != nil && l.SD != nil && l.N > 1 }

func (s *Size) onMeanDifference(rec *result.Record) string {
	s.Name = "mean difference"
	reference, other, two := twoGroups(rec)
	switch {
	case !two:
		return "this " + describe(rec) + " does not compare two groups"
	case isLogit(rec):
		return "the outcome is binary"
	case rec.Estimate != nil && rec.StdError != nil:
		s.Value, s.law = *rec.Estimate, coefficient(rec, 1)
		return ""
	case described(reference) && described(other):
		v0, v1 := *reference.SD**reference.SD/float64(reference.N), *other.SD**other.SD/float64(other.N)
		s0, s1 := v0/(v0+v1), v1/(v0+v1)
		s.Value = *other.Mean - *reference.Mean
		s.law = wald{at: s.Value, se: math.Sqrt(v0 + v1), df: 1 / (s0*s0/float64(reference.N-1) + s1*s1/float64(other.N-1)), to: identity, from: identity}
		return ""
	}
	return "this " + describe(rec) + " has no means"
}

func (s *Size) onD(rec *result.Record) string {
	s.Name = "d"
	if rec.Effect != nil {
		switch effect.Measure(rec.Effect.Measure) {
		case effect.MeasureCohensD, effect.MeasureLogitD:
			w := dLaw(rec)
			w.known = func() *float64 { return detectableD(rec) }
			s.Value, s.law = w.at, w
			return ""
		}
	}
	reference, other, two := twoGroups(rec)
	if !two {
		return "this " + describe(rec) + " does not compare two groups"
	}
	n0, n1 := float64(reference.N), float64(other.N)
	switch {
	case rec.Estimate != nil && rec.StdError != nil && rec.ResidualSD != nil && *rec.ResidualSD > 0:
		w := coefficient(rec, *rec.ResidualSD)
		s.Value, s.law = w.at, w
	case rec.Statistic != nil && rec.Statistic.Name == "t" && n0 > 0 && n1 > 0:
		unit := math.Sqrt(1/n0 + 1/n1)
		s.Value = rec.Statistic.Value * unit
		s.law = wald{at: s.Value, se: unit, df: degrees(rec), to: identity, from: identity, known: func() *float64 { return detectableD(rec) }}
	case described(reference) && described(other):
		v := effect.CohensD(*other.Mean-*reference.Mean, *other.SD, *reference.SD, n1, n0)
		s.Value = v.Value
		s.law = wald{at: v.Value, se: (v.High - v.Low) / (2 * z975), df: math.Inf(1), to: identity, from: identity, known: func() *float64 { return detectableD(rec) }}
	default:
		return "this " + describe(rec) + " has no standardised difference"
	}
	return ""
}

func (s *Size) onMarginal(rec *result.Record) string {
	m := rec.Marginal
	if s.Measure == "rr" {
		s.Name = "risk ratio"
		if m == nil || m.RR == nil || !(m.RR.Value > 0) {
			return "the result has no marginal risk ratio"
		}
		s.Value = m.RR.Value
		s.law = logScale(math.Log(m.RR.Value), (math.Log(m.RR.High)-math.Log(m.RR.Low))/(2*z975))
		return ""
	}
	s.Name = "risk difference"
	if m == nil || m.RD == nil {
		return "the result has no marginal risk difference"
	}
	s.Value = m.RD.Value
	s.law = wald{at: m.RD.Value, se: (m.RD.High - m.RD.Low) / (2 * z975), df: math.Inf(1), to: identity, from: identity}
	return ""
}

func (s *Size) onEta2(rec *result.Record) string {
	if rec.Effect == nil {
		return "the result has no effect size"
	}
	if isOmnibus(rec) {
		s.Value = rec.Effect.Value
	} else {
		switch m := effect.Measure(rec.Effect.Measure); m {
		case effect.MeasureCohensD, effect.MeasureLogitD:
			w := dLaw(rec)
			r := rOfD(w.at)
			s.Value = r * r
		default:
			s.Value = rec.Effect.Value * rec.Effect.Value
		}
	}
	law, why := omnibusLaw(rec, false)
	s.law = law
	return why
}
