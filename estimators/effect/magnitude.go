package effect

import "math"

// Magnitudes put every effect on the scale of |r|, so that floors and scores compare across estimators. Correlations and
// rank-biserial are their own absolute value. Omnibus effects take the root of the share adjusted for the levels: the plain
// share of pure noise grows with their number.

// DMagnitude is |d|/sqrt(d^2+4), the correlation of two equal groups that lie d apart (Cohen 1988, 2.2.6).
func DMagnitude(d float64) float64 {
	if math.IsInf(d, 0) {
		return 1
	}
	return math.Abs(d) / math.Hypot(d, 2)
}

// FMagnitude is the root of (F-1) df1/(F df1 + df2), partial epsilon squared (T. L. Kelley 1935), or 0 when F < 1.
func FMagnitude(f, df1, df2 float64) float64 {
	return adjusted((f-1)*df1, f*df1+df2)
}

// HMagnitude is the same for the ranks of a Kruskal-Wallis test over n rows: the root of (H-df)/(n-1-df), or 0 when H < df.
func HMagnitude(h, df, n float64) float64 {
	return adjusted(h-df, n-1-df)
}

// ChiSquaredMagnitude is the root of (W-df)/(W+n) for a Wald chi-squared, W/(W+n) less what df degrees of freedom give by
// chance, or 0 when W < df.
func ChiSquaredMagnitude(w, df, n float64) float64 {
	return adjusted(w-df, w+n)
}

func adjusted(part, whole float64) float64 {
	switch {
	case part <= 0:
		return 0
	case part >= whole: // also both infinite
		return 1
	}
	return math.Sqrt(part / whole)
}
