package judge

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/power"
	"github.com/hyp-lang/hyp/estimators/result"
)

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
	// A statistic below its median under no effect is read as that median. Otherwise luck alone would show an absence: one time
	// in twenty the lower tail is under 0.05 and the interval shrinks to nothing, however few the rows.
	if kind == power.Omnibus && !math.IsInf(df2, 0) {
		x = max(x, distuv.F{D1: df1, D2: df2}.Quantile(0.5))
	} else {
		x = max(x, distuv.ChiSquared{K: df1}.Quantile(0.5))
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
