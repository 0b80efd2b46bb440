package judge

import (
	"math"

	"github.com/hyp-lang/hyp/estimators/effect"
	"github.com/hyp-lang/hyp/estimators/power"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Detectable is the smallest effect on a measure that a record's test finds with power 0.8 at level 0.05, had it not looked at the effect:
// by power's designs for r, d and omnibus tests (so that a lint on the counts alone says the same), else from the standard
// error. The error is *Unavailable.
func Detectable(rec *result.Record, measure string) (*result.Detectable, error) {
	s, err := Measure(rec, measure)
	if err != nil {
		return nil, err
	}
	v, ok := s.law.detectable(power.DefaultPower, power.DefaultAlpha)
	if !ok || math.IsNaN(v) || math.IsInf(v, 0) {
		return nil, &Unavailable{"a detectable effect", "the result has no standard error on this measure"}
	}
	return &result.Detectable{Measure: measure, Value: v, Power: power.DefaultPower, Alpha: power.DefaultAlpha}, nil
}

func (w wald) detectable(p, alpha float64) (float64, bool) {
	if w.known != nil && p == power.DefaultPower && alpha == power.DefaultAlpha {
		if v := w.known(); v != nil {
			return *v, true
		}
	}
	if w.check() != nil || !(w.df >= 1) {
		return 0, false
	}
	// In units of the standard error: two groups whose 1/n1 + 1/n2 and df give delta = d sqrt(n)/2.
	df := min(w.df, 5e17) // the normal, from 1e17
	d, err := power.Design{Kind: power.Groups, N1: (df + 2) / 2, N2: (df + 2) / 2}.MinimalDetectable(p, alpha)
	return w.from(d * math.Sqrt(df+2) / 2 * w.se), err == nil
}

func (o omnibus) detectable(p, alpha float64) (float64, bool) {
	share, ok := o.smallest(p, alpha)
	return o.measure(share), ok
}

// detectableR is power's smallest r for a plain or partial correlation, and through d for two groups.
func detectableR(rec *result.Record) *float64 {
	if rec.Effect == nil || isRobust(rec) {
		return nil
	}
	switch effect.Measure(rec.Effect.Measure) {
	case effect.MeasureCohensD:
		if d := detectableD(rec); d != nil {
			r := rOfD(*d)
			return &r
		}
	case effect.MeasurePearsonR, effect.MeasurePartialR:
		df := degrees(rec)
		if math.IsInf(df, 0) {
			return nil
		}
		return smallest(power.Design{Kind: power.Correlation, N: float64(rec.N), Controls: int(float64(rec.N) - 2 - df)})
	}
	return nil
}

// detectableD is power's smallest d for the record's two groups.
func detectableD(rec *result.Record) *float64 {
	reference, other, two := twoGroups(rec)
	if !two || isLogit(rec) || isRobust(rec) {
		return nil
	}
	d := power.Design{Kind: power.Groups, N1: float64(reference.N), N2: float64(other.N)}
	if rec.Estimator != "welch" && !math.IsInf(degrees(rec), 0) {
		d.Controls = max(0, int(d.N1+d.N2-2-degrees(rec)))
	}
	return smallest(d)
}

func smallest(d power.Design) *float64 {
	v, err := d.MinimalDetectable(power.DefaultPower, power.DefaultAlpha)
	if err != nil {
		return nil
	}
	return &v
}
