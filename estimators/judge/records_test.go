package judge

import (
	"math"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
)

func ptr(x float64) *float64 { return &x }

// withP sets p with its logarithm.
func withP(r *result.Record, p float64) *result.Record {
	r.P, r.Log10P = ptr(p), ptr(math.Log10(p))
	return r
}

// correlation is a record of r over n rows with Fisher's 95% interval and a p of the test's choosing.
func correlation(r float64, n int64, p float64) *result.Record {
	half := z975 / math.Sqrt(float64(n-3))
	df := float64(n - 2)
	return withP(&result.Record{
		Claim: "assoc(x, y)", Template: "assoc", Exposure: "x", Outcome: "y", Status: result.OK, Estimator: "pearson", Test: "correlation", N: n,
		Coverage: ptr(0.9), Estimate: ptr(2 * r), StdError: ptr(0.1), Statistic: &result.Statistic{Name: "t", Value: r * math.Sqrt(df) / math.Sqrt(1-r*r), DF2: &df},
		Effect:    &result.Effect{Measure: "pearson_r", Value: r, Low: ptr(math.Tanh(math.Atanh(r) - half)), High: ptr(math.Tanh(math.Atanh(r) + half))},
		Magnitude: ptr(math.Abs(r)),
	}, p)
}

// welch is the record of the two samples a and b of TestTOSTAgainstPeers.
func welch() *result.Record {
	df := 18.336798221462846
	return withP(&result.Record{
		Claim: "diff(y, by=g)", Template: "diff", Groups: "g", Outcome: "y", Status: result.OK, Estimator: "welch", Test: "contrast", N: 22,
		Estimate: ptr(0.0033333333333338544), StdError: ptr(0.22594582348765632), Statistic: &result.Statistic{Name: "t", Value: 0.014752799064311796, DF2: &df},
		Effect:    &result.Effect{Measure: "cohens_d", Value: 0.02, Low: ptr(-0.06809601021596384), High: ptr(0.10809601021596385)},
		Magnitude: ptr(0.02 / math.Hypot(0.02, 2)), Reference: "b", Contrast: "a vs b",
		Levels: []result.Level{{Value: "b", N: 12, Mean: ptr(5.516666666666667), SD: ptr(0.49512777659056373)}, {Value: "a", N: 10, Mean: ptr(5.52), SD: ptr(0.5533734925185901)}},
	}, 0.98838873004052)
}

// logit is a log odds ratio with its standard error.
func logit(b, se, p float64) *result.Record {
	return withP(&result.Record{
		Claim: "diff(b, by=g)", Template: "diff", Groups: "g", Outcome: "b", Status: result.OK, Estimator: "logit", Test: "contrast", N: 5000,
		Estimate: ptr(b), StdError: ptr(se), Statistic: &result.Statistic{Name: "z", Value: b / se},
		Effect:    &result.Effect{Measure: "logit_d", Value: b * math.Sqrt(3) / math.Pi, Low: ptr((b - z975*se) * math.Sqrt(3) / math.Pi), High: ptr((b + z975*se) * math.Sqrt(3) / math.Pi)},
		Magnitude: ptr(math.Abs(rOfD(b * math.Sqrt(3) / math.Pi))),
	}, p)
}

// anova is an omnibus F over 1,000 rows on 3 and 996 degrees of freedom.
func anova(f, p float64) *result.Record {
	d1, d2 := 3.0, 996.0
	return withP(&result.Record{
		Claim: "heterogeneity(y ~ x | g)", Template: "heterogeneity", Exposure: "x", Groups: "g", Outcome: "y", Status: result.OK, Estimator: "ols", Test: "omnibus", N: 1000,
		Statistic: &result.Statistic{Name: "F", Value: f, DF1: &d1, DF2: &d2},
		Effect:    &result.Effect{Measure: "partial_eta2", Value: f * d1 / (f*d1 + d2)}, Magnitude: ptr(math.Sqrt(max(0, (f-1)*d1/(f*d1+d2)))),
	}, p)
}

// interaction is a product's coefficient with the slopes at the moderator's ends.
func interaction(b, p float64, low, high result.Slope) *result.Record {
	r := correlation(0.2, 500, p)
	r.Claim, r.Template, r.Moderator, r.Estimator, r.Test = "interact(x * z -> y)", "interact", "z", "ols", "coefficient"
	r.Estimate = ptr(b)
	r.Effect.Measure = "partial_r"
	r.Slopes = &result.Slopes{Low: &low, High: &high}
	return r
}

// slope is a slope with a 95% interval of plus and minus half.
func slope(at string, v, half float64) result.Slope {
	return result.Slope{At: at, Slope: v, StdError: half / z975, Low: v - half, High: v + half}
}

func expect(e plan.Expect) plan.Decision { return plan.Decision{Expect: e} }

func floored(e plan.Expect, measure string, v float64) plan.Decision {
	return plan.Decision{Expect: e, Floor: &plan.Floor{Measure: measure, Value: v}}
}

func decided(e plan.Expect, c ...plan.Criterion) plan.Decision {
	return plan.Decision{Expect: e, Criteria: c}
}

func crit(quantity, op string, v float64) plan.Criterion {
	return plan.Criterion{Quantity: quantity, Op: plan.CompareOp(op), Value: v}
}
