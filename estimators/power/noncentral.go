package power

import (
	"math"

	"github.com/hyp-lang/hyp/estimators/dist"
)

// NoncentralTCDF is P(T <= t) for a noncentral Student's t with df >= 1 degrees of freedom and noncentrality delta: the mean of
// Phi(t s - delta) over s = sqrt(chi2/df), by Gauss-Legendre panels over the range of s that matters. The density is
// normalised by the same panels, so that no log-gamma cancels at large df. The error is absolute, about 1e-13 (1e-6 for a fractional df below 2,
// where the density has a kink at 0). Arguments
// outside the domain give NaN; df above 1e17 is the normal shifted by delta.
func NoncentralTCDF(t, df, delta float64) float64 {
	switch {
	case math.IsNaN(t) || math.IsNaN(delta) || math.IsInf(delta, 0) || !(df >= 1):
		return math.NaN()
	case math.IsInf(t, 1):
		return 1
	case math.IsInf(t, -1):
		return 0
	case df > 1e17:
		return normalCDF(t - delta)
	}
	return newMixture(df, t).cdf(t, delta)
}

// mixture is the distribution of s as weighted points, for as many evaluations as are asked at one df.
type mixture struct{ s, w []float64 }

// newMixture lays points that serve |t| up to the given one.
func newMixture(df, t float64) mixture {
	low, high := spreadOfS(df)
	// Phi changes over a width of 1/|t|, and a panel of 16 points holds two of them.
	panels := int(min(20000, 8+math.Ceil(math.Abs(t)*(high-low)/2)))
	width := (high - low) / float64(panels)
	m := mixture{make([]float64, 0, 16*panels), make([]float64, 0, 16*panels)}
	var whole float64
	for i := range panels {
		mid := low + (float64(i)+0.5)*width
		for k, x := range legendreNode {
			for _, s := range [2]float64{mid - x*width/2, mid + x*width/2} {
				w := legendreWeight[k] * math.Exp(logDensityOfS(s, df))
				whole += w
				m.s, m.w = append(m.s, s), append(m.w, w)
			}
		}
	}
	for i := range m.w {
		m.w[i] /= whole
	}
	return m
}

func (m mixture) cdf(t, delta float64) float64 {
	var sum float64
	for i, s := range m.s {
		sum += m.w[i] * normalCDF(t*s-delta)
	}
	return sum
}

// logDensityOfS is the log density of s = sqrt(chi2/df) up to a constant, about 0 at its mode.
func logDensityOfS(s, df float64) float64 {
	e := s - 1
	ln := math.Log1p(e)
	return df*(ln-e-e*e/2) - ln
}

// spreadOfS is the interval outside of which the density is below e^-45 of its mode.
func spreadOfS(df float64) (low, high float64) {
	mode := math.Sqrt((df - 1) / df)
	top := 0.0
	if mode > 0 {
		top = logDensityOfS(mode, df)
	}
	edge := func(inside, outside float64) float64 {
		for range 60 {
			mid := (inside + outside) / 2
			if logDensityOfS(mid, df)-top < -45 {
				outside = mid
			} else {
				inside = mid
			}
		}
		return outside
	}
	if df > 1 {
		low = edge(mode, 0)
	}
	return low, edge(max(mode, 1e-3), 12)
}

// The 16-point Gauss-Legendre rule on [-1, 1], positive nodes (Abramowitz and Stegun, table 25.4).
var (
	legendreNode = [8]float64{0.0950125098376374402, 0.2816035507792589132, 0.4580167776572273863, 0.6178762444026437484,
		0.7554044083550030339, 0.8656312023878317439, 0.9445750230732325761, 0.9894009349916499326}
	legendreWeight = [8]float64{0.1894506104550684963, 0.1826034150449235889, 0.1691565193950025382, 0.1495959888165767321,
		0.1246289712555338720, 0.0951585116824927848, 0.0622535239386478929, 0.0271524594117540949}
)

func normalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// fDenominatorOfChi2 stands for infinite denominator degrees of freedom: F df1 is then chi-squared to the accuracy of a double.
const fDenominatorOfChi2 = 1e13

// NoncentralChiSquaredCDF is P(X <= x) for a noncentral chi-squared with df degrees of freedom and noncentrality lambda >= 0,
// as the noncentral F with 1e13 denominator degrees of freedom. Absolute error about 1e-12 for x below 1e4.
func NoncentralChiSquaredCDF(x, df, lambda float64) float64 {
	return dist.NoncentralFCDF(x/df, df, fDenominatorOfChi2, lambda)
}

// NoncentralChiSquaredInterval is the central interval at the given level for the noncentrality of an observed chi-squared.
func NoncentralChiSquaredInterval(x, df, level float64) (low, high float64) {
	return dist.NoncentralFInterval(x/df, df, fDenominatorOfChi2, level)
}
