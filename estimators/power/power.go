// Package power says what a sample can see: the power of a test against an effect of a given size, and the smallest effect
// that n rows detect.
//
// All tests are two-sided at level alpha. Conventions, and the peer that each is checked against:
//
//	Correlation   Fisher z with the bias term r/(2(n-1)), critical r from t on n-2: R's pwr.r.test. With k control columns
//	              n is n-k, which is what a partial correlation's Fisher z has (R. A. Fisher 1924).
//	Groups        Cohen's d of two groups, noncentral t on n1+n2-2-k with noncentrality d/sqrt(1/n1+1/n2): statsmodels'
//	              TTestIndPower and R's power.t.test(strict = TRUE). Controls cost degrees of freedom; what they explain of the
//	              outcome is not counted, since d is then in units of what is left.
//	Omnibus       eta squared of a term of df1 on df2 = n-df1-1-k, noncentral F with noncentrality n eta2/(1-eta2):
//	              statsmodels' FTestAnovaPower with f = sqrt(eta2/(1-eta2)).
//	Logit         the log odds ratio per standard deviation of the exposure, Wald z with variance 1/(n P (1-P) (1-R2)) at the
//	              event share P, R2 that of the exposure on the controls (Hsieh, Bloch and Larsen 1998); for two groups the
//	              standard deviation is sqrt(g(1-g)), which makes it statsmodels' NormalIndPower with effect
//	              ln(OR) sqrt(P(1-P)).
//	LogitOmnibus  W/(W+n) of a Wald chi-squared, noncentral chi-squared with noncentrality n v/(1-v).
package power

import (
	"errors"
	"fmt"
	"math"

	"github.com/hyp-lang/hyp/estimators/dist"
)

// Kind is the test whose power is asked.
type Kind string

// The kinds.
const (
	Correlation  Kind = "correlation"
	Groups       Kind = "groups"
	Omnibus      Kind = "omnibus"
	Logit        Kind = "logit"
	LogitOmnibus Kind = "logit_omnibus"
)

// ErrDesign marks a design whose power is not defined.
var ErrDesign = errors.New("power is not defined")

// Design is a test on a sample before its outcome is looked at. Fields that a kind does not use are 0.
type Design struct {
	Kind       Kind
	N          float64 // complete rows
	N1, N2     float64 // rows of the two groups (Groups, and Logit of a two-level exposure); N is their sum and may be 0
	Controls   int     // columns of the controls in the design (levels less one for a factor)
	DF1        int     // degrees of freedom of the tested term (Omnibus, LogitOmnibus)
	EventShare float64 // share of events of a binary outcome (Logit)
	ExposureR2 float64 // share of the exposure that the controls explain (Logit); 0 when not known, which is the optimist's value
	SDExposure float64 // standard deviations, for a raw coefficient; 0 when not known
	SDOutcome  float64 // of the outcome; within the groups for Groups
}

func (d Design) rows() float64 {
	if d.N == 0 {
		return d.N1 + d.N2
	}
	return d.N
}

// check names what the kind lacks.
func (d Design) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%s: %w: %s", d.Kind, ErrDesign, fmt.Sprintf(format, args...))
	}
	n, k := d.rows(), float64(d.Controls)
	if d.Controls < 0 {
		return bad("%d controls", d.Controls)
	}
	if !(n < 1e18) {
		return bad("%v rows", n)
	}
	switch d.Kind {
	case Correlation:
		if !(n-k > 3) {
			return bad("%v rows with %d controls, more than 3 must be left", n, d.Controls)
		}
	case Groups:
		if !(d.N1 >= 1 && d.N2 >= 1) || !(d.N1+d.N2-2-k >= 1) {
			return bad("groups of %v and %v rows with %d controls", d.N1, d.N2, d.Controls)
		}
	case Omnibus, LogitOmnibus:
		if d.DF1 < 1 || !(n-float64(d.DF1)-1-k >= 1) {
			return bad("a term of %d degrees of freedom on %v rows with %d controls", d.DF1, n, d.Controls)
		}
	case Logit:
		if !(n > 0) || !(d.EventShare > 0 && d.EventShare < 1) || !(d.ExposureR2 >= 0 && d.ExposureR2 < 1) {
			return bad("%v rows, share of events %v, R2 of the exposure %v", n, d.EventShare, d.ExposureR2)
		}
		if (d.N1 != 0 || d.N2 != 0) && !(d.N1 > 0 && d.N2 > 0) {
			return bad("groups of %v and %v rows", d.N1, d.N2)
		}
	default:
		return bad("unknown kind")
	}
	return nil
}

// Power is the chance that the test is significant at level alpha when the effect is as large as given, in the kind's own
// unit: r, d, eta squared, the log odds ratio (per standard deviation, or between the groups of a two-level exposure), W/(W+n).
func (d Design) Power(effect, alpha float64) (float64, error) {
	if err := d.check(); err != nil {
		return 0, err
	}
	if !(alpha > 0 && alpha < 1) {
		return 0, fmt.Errorf("%w: alpha is %v", ErrDesign, alpha)
	}
	effect = math.Abs(effect)
	switch d.Kind {
	case Correlation, Omnibus, LogitOmnibus:
		if !(effect < 1) {
			return 0, fmt.Errorf("%s: %w: the effect is %v, which is not below 1", d.Kind, ErrDesign, effect)
		}
	default:
		if math.IsNaN(effect) || math.IsInf(effect, 0) {
			return 0, fmt.Errorf("%s: %w: the effect is %v", d.Kind, ErrDesign, effect)
		}
	}
	return d.curve(d.critical(alpha))(effect), nil
}

// critical is the statistic that alpha asks for.
func (d Design) critical(alpha float64) float64 {
	n, k := d.rows(), float64(d.Controls)
	switch d.Kind {
	case Correlation:
		t := dist.StudentQuantile(1-alpha/2, n-k-2)
		return math.Atanh(t / math.Hypot(t, math.Sqrt(n-k-2)))
	case Groups:
		return dist.StudentQuantile(1-alpha/2, d.N1+d.N2-2-k)
	case Omnibus:
		df1, df2 := d.degrees()
		return upperPoint(alpha, func(f float64) float64 { return dist.FUpper(f, df1, df2).P })
	case LogitOmnibus:
		df1 := float64(d.DF1)
		return upperPoint(alpha, func(x float64) float64 { return dist.ChiSquaredUpper(x, df1).P })
	}
	return dist.NormalQuantile(1 - alpha/2)
}

func (d Design) degrees() (df1, df2 float64) {
	df1 = float64(d.DF1)
	return df1, d.rows() - df1 - 1 - float64(d.Controls)
}

// curve is Power of a checked design over effects >= 0.
func (d Design) curve(critical float64) func(effect float64) float64 {
	n, k := d.rows(), float64(d.Controls)
	beyond := func(z float64) float64 { return normalCDF(z-critical) + normalCDF(-z-critical) }
	switch d.Kind {
	case Correlation:
		m := n - k
		root := math.Sqrt(m - 3)
		return func(r float64) float64 {
			z := math.Atanh(r) + r/(2*(m-1))
			return normalCDF((z-critical)*root) + normalCDF((-z-critical)*root)
		}
	case Groups:
		df, unit := d.N1+d.N2-2-k, math.Sqrt(1/d.N1+1/d.N2)
		if df > 1e17 {
			return func(effect float64) float64 { return beyond(effect / unit) }
		}
		m := newMixture(df, critical)
		return func(effect float64) float64 {
			delta := effect / unit
			return 1 - m.cdf(critical, delta) + m.cdf(-critical, delta)
		}
	case Omnibus:
		df1, df2 := d.degrees()
		return func(v float64) float64 { return 1 - dist.NoncentralFCDF(critical, df1, df2, n*v/(1-v)) }
	case LogitOmnibus:
		return func(v float64) float64 { return 1 - NoncentralChiSquaredCDF(critical, float64(d.DF1), n*v/(1-v)) }
	}
	se := d.logitError()
	return func(b float64) float64 { return beyond(b / se) }
}

// logitError is the standard error of the log odds ratio that Logit's effect is.
func (d Design) logitError() float64 {
	v := d.rows() * d.EventShare * (1 - d.EventShare) * (1 - d.ExposureR2)
	if d.N1 > 0 {
		v *= d.groupVariance()
	}
	return 1 / math.Sqrt(v)
}

// groupVariance is g(1-g) of the two groups.
func (d Design) groupVariance() float64 {
	g := d.N1 / (d.N1 + d.N2)
	return g * (1 - g)
}

// upperPoint is the x > 0 at which a falling tail is alpha.
func upperPoint(alpha float64, tail func(float64) float64) float64 {
	low, high := 0.0, 1.0
	for tail(high) > alpha && high < 1e300 {
		low, high = high, 2*high
	}
	return bisect(low, high, func(x float64) bool { return tail(x) <= alpha })
}

// bisect is where a condition that is false at low and true at high turns true, to the last bits.
func bisect(low, high float64, holds func(float64) bool) float64 {
	for range 200 {
		mid := low + (high-low)/2
		if !(mid > low && mid < high) {
			break
		}
		if holds(mid) {
			high = mid
		} else {
			low = mid
		}
		if high-low <= 1e-14*high {
			break
		}
	}
	return high
}

// root is where a rising function that is below 0 at low and not at high reaches 0: regula falsi with the Illinois rule, which
// takes some ten steps to the last digits.
func root(low, high float64, f func(float64) float64) float64 {
	below, above := f(low), f(high)
	side := 0
	for range 200 {
		if above == 0 || high-low <= 1e-15*high {
			break
		}
		x := high - above*(high-low)/(above-below)
		if !(x > low && x < high) {
			x = low + (high-low)/2
			if !(x > low && x < high) {
				break
			}
		}
		switch y := f(x); {
		case y >= 0:
			if high-x <= 1e-14*x && side == 1 {
				return x
			}
			high, above = x, y
			if side == 1 {
				below /= 2
			}
			side = 1
		default:
			if x-low <= 1e-14*x && side == -1 {
				return x
			}
			low, below = x, y
			if side == -1 {
				above /= 2
			}
			side = -1
		}
	}
	return high
}
