// Package effect computes effect sizes with 95% intervals, and their magnitudes on one common scale.
//
// Everything here is a pure function of test statistics and counts: no data, no errors. A value that its arguments do not
// define (a count of 0, a NaN) is NaN. Bounds of bounded measures stay within their range.
package effect

import (
	"math"

	"github.com/hyp-lang/hyp/estimators/dist"
)

// Measure names an effect size in result records.
type Measure string

// The measures.
const (
	MeasurePearsonR     Measure = "pearson_r"
	MeasurePartialR     Measure = "partial_r"
	MeasurePartialEta2  Measure = "partial_eta2"
	MeasureLogitD       Measure = "logit_d"
	MeasureWaldEta2     Measure = "wald_eta2"
	MeasureCohensD      Measure = "cohens_d"
	MeasureRankBiserial Measure = "rank_biserial"
	MeasureEpsilon2     Measure = "epsilon2"
)

// Value is an effect size with its 95% interval.
type Value struct {
	Measure   Measure
	Value     float64
	Low, High float64
}

// z975 is the normal quantile at 0.975.
var z975 = dist.NormalQuantile(0.975)

// PearsonR is Pearson's correlation r of n rows with Fisher's z interval: tanh(atanh r ± z/sqrt(n-3)) (R. A. Fisher 1921).
// Up to 3 rows the interval is [-1, 1].
func PearsonR(r, n float64) Value {
	return fisher(MeasurePearsonR, r, n-3)
}

// PartialR is the partial correlation t/sqrt(t^2+df) of a coefficient with its t and residual degrees of freedom; Fisher's z
// interval with standard error 1/sqrt(df-1), which is 1/sqrt(n-3-controls).
func PartialR(t, df float64) Value {
	return fisher(MeasurePartialR, correlationOf(t, df), df-1)
}

// correlationOf is t/sqrt(t^2+df) without overflow.
func correlationOf(t, df float64) float64 {
	if math.IsInf(t, 0) {
		return math.Copysign(1, t)
	}
	return t / math.Hypot(t, math.Sqrt(df))
}

// fisher is the interval of a correlation whose atanh has variance 1/precision.
func fisher(m Measure, r, precision float64) Value {
	r = max(-1, min(1, r))
	if !(precision > 0) {
		return Value{m, r, -1, 1}
	}
	at, half := math.Atanh(r), z975/math.Sqrt(precision)
	return Value{m, r, math.Tanh(at - half), math.Tanh(at + half)}
}

// PartialEta2 is the share SS/(SS+SSE) = df1 F/(df1 F + df2) of a term in what the other terms leave, with Olkin and Finn's
// interval for n rows and a full model of k predictor columns (its rank without the intercept).
func PartialEta2(f, df1, df2, n float64, k int) Value {
	return olkinFinn(MeasurePartialEta2, shareOf(f*df1, df2), n, float64(k))
}

// Epsilon2 is H/(n-1) of a Kruskal-Wallis test over n rows and the given number of groups, with the interval of eta squared
// for k = groups-1.
func Epsilon2(h, n float64, groups int) Value {
	return olkinFinn(MeasureEpsilon2, h/(n-1), n, float64(groups-1))
}

// WaldEta2 is W/(W+n) of a Wald chi-squared W over n rows, with the interval of eta squared for a full model of k predictor
// columns (its rank without the intercept), as in PartialEta2.
func WaldEta2(w, n float64, k int) Value {
	return olkinFinn(MeasureWaldEta2, shareOf(w, n), n, float64(k))
}

// shareOf is a/(a+b) without overflow.
func shareOf(a, b float64) float64 {
	if a <= 0 {
		return 0 * a
	}
	return 1 / (1 + b/a)
}

// olkinFinn is v ± z SE with SE^2 = 4 v (1-v)^2 (n-k-1)^2 / ((n^2-1)(n+3)), clipped to [0, 1] (I. Olkin and J. D. Finn,
// Correlations Redux, Psychological Bulletin 118 (1995) 155, for R^2).
func olkinFinn(m Measure, v, n, k float64) Value {
	se := 2 * math.Sqrt(max(v, 0)) * (1 - v) * (n - k - 1) / math.Sqrt((n-1)*(n+1)*(n+3))
	half := z975 * math.Abs(se)
	return Value{m, v, max(0, v-half), min(1, v+half)}
}

// CohensD is difference / pooled standard deviation of two groups with standard deviations sd1 and sd2 (denominator n-1) and
// counts n1 and n2; SE^2 = 1/n1 + 1/n2 + d^2/(2(n1+n2)) (L. V. Hedges and I. Olkin, Statistical Methods for Meta-Analysis,
// 1985, chapter 5).
func CohensD(difference, sd1, sd2, n1, n2 float64) Value {
	within := n1 + n2 - 2
	pooled := math.Hypot(sd1*math.Sqrt((n1-1)/within), sd2*math.Sqrt((n2-1)/within))
	d := difference / pooled
	half := z975 * math.Hypot(math.Sqrt(1/n1+1/n2), d/math.Sqrt(2*(n1+n2)))
	return Value{MeasureCohensD, d, d - half, d + half}
}

// RankBiserial is 2U/(n1 n2) - 1 with U of the group of n1 rows: the share of pairs in which that group is larger minus the
// share in which it is smaller. Interval tanh(atanh r ± z sqrt((n1+n2+1)/(3 n1 n2))).
func RankBiserial(u, n1, n2 float64) Value {
	r := 2*u/(n1*n2) - 1
	return fisher(MeasureRankBiserial, r, 3/((n1+n2+1)/n1/n2))
}

// LogitD is a log odds ratio b with standard error se as a standardised difference: b sqrt(3)/pi, Wald interval (S. Chinn,
// Statistics in Medicine 19 (2000) 3127).
func LogitD(b, se float64) Value {
	scale := math.Sqrt(3) / math.Pi
	return Value{MeasureLogitD, b * scale, (b - z975*se) * scale, (b + z975*se) * scale}
}
