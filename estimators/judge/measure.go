package judge

import (
	"math"
	"strings"

	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/effect"
	"github.com/hyp-lang/hyp/estimators/power"
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

var z975 = dist.NormalQuantile(0.975)

// degrees is the t statistic's df, or +Inf.
func degrees(rec *result.Record) float64 {
	if s := rec.Statistic; s != nil && s.Name == "t" && s.DF2 != nil {
		return *s.DF2
	}
	return math.Inf(1)
}

// coefficient is the law of the estimate divided by a unit.
func coefficient(rec *result.Record, unit float64) wald {
	return wald{at: *rec.Estimate / unit, se: *rec.StdError / unit, df: degrees(rec), to: identity, from: identity}
}

func logScale(at, se float64) wald {
	return wald{at: at, se: se, df: math.Inf(1), to: math.Log, from: math.Exp}
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

func rOfD(d float64) float64 { return d / math.Hypot(d, 2) }
func dOfR(r float64) float64 { return 2 * r / math.Sqrt(1-r*r) }

// fisherLaw is Fisher's z with the width of the record's interval.
func fisherLaw(rec *result.Record) wald {
	e := rec.Effect
	w := wald{at: math.Atanh(e.Value), df: math.Inf(1), to: math.Atanh, from: math.Tanh, known: func() *float64 { return detectableR(rec) }}
	if e.Low == nil || e.High == nil {
		return w
	}
	w.se = (math.Atanh(*e.High) - math.Atanh(*e.Low)) / (2 * z975)
	if isRobust(rec) && rec.Statistic != nil && rec.Statistic.Name == "t" {
		df := 1/(w.se*w.se) + 1
		model := e.Value * math.Sqrt(df) / math.Sqrt(1-e.Value*e.Value)
		if math.Abs(model) > 1e-9 {
			w.se *= math.Abs(model / rec.Statistic.Value)
		}
		w.df = degrees(rec)
	}
	return w
}

// dLaw is the record's d with the width of its interval; logit d of a numeric exposure is taken per standard deviation.
func dLaw(rec *result.Record) wald {
	e, unit := rec.Effect, 1.0
	if e.PerSD != nil {
		unit = *e.PerSD / e.Value // not a number at 0, and then there is no interval
	}
	w := wald{at: e.Value * unit, df: math.Inf(1), to: identity, from: identity}
	if e.PerSD != nil {
		w.at = *e.PerSD
	}
	if e.Low != nil && e.High != nil {
		w.se = (*e.High - *e.Low) / (2 * z975) * unit
	}
	return w
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

// omnibusLaw is the noncentral distribution of a record's statistic; t and z count as their squares.
func omnibusLaw(rec *result.Record, root bool) (law, string) {
	st, n := rec.Statistic, float64(rec.N)
	if st == nil || n < 2 {
		return nil, "the result has no test statistic"
	}
	o := omnibus{
		root:          root,
		noncentrality: func(v float64) float64 { return n * v / (1 - v) },
		share:         func(lambda float64) float64 { return lambda / (lambda + n) },
	}
	x, df1, df2 := st.Value, 1.0, math.Inf(1)
	kind := power.LogitOmnibus
	switch {
	case st.Name == "F" && st.DF1 != nil && st.DF2 != nil:
		df1, df2, kind = *st.DF1, *st.DF2, power.Omnibus
	case st.Name == "t" && st.DF2 != nil:
		x, df2, kind = x*x, *st.DF2, power.Omnibus
	case st.Name == "z":
		x *= x
	case st.Name == "chi2" && st.DF1 != nil:
		df1 = *st.DF1
	case st.Name == "H" && st.DF1 != nil:
		df1 = *st.DF1
		o.noncentrality = func(v float64) float64 { return (n - 1) * v }
		o.share = func(lambda float64) float64 { return min(1, lambda/(n-1)) }
	default:
		return nil, "this " + describe(rec) + " has no share of variance"
	}
	if kind == power.Omnibus {
		o.cdf = func(lambda float64) float64 { return dist.NoncentralFCDF(x, df1, df2, lambda) }
		o.bounds = func() (float64, float64) { return dist.NoncentralFInterval(x, df1, df2, 1-2*Level) }
	} else {
		o.cdf = func(lambda float64) float64 { return power.NoncentralChiSquaredCDF(x, df1, lambda) }
		o.bounds = func() (float64, float64) { return power.NoncentralChiSquaredInterval(x, df1, 1-2*Level) }
	}
	o.smallest = func(p, alpha float64) (float64, bool) {
		if isRobust(rec) {
			return 0, false
		}
		d := power.Design{Kind: kind, N: n, DF1: int(df1)}
		if kind == power.Omnibus {
			d.Controls = int(n - df1 - 1 - df2)
		}
		v, err := d.MinimalDetectable(p, alpha)
		return o.share(n * v / (1 - v)), err == nil
	}
	return o, ""
}
