package survey

import (
	"math"

	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/effect"
	"github.com/hyp-lang/hyp/estimators/engine"
)

// Method is how a test was made: the engine's estimator for the claim, or a screen in its place.
type Method uint8

// The methods. A screen is the least-squares test of a binary outcome taken as 0 and 1, made where the logistic regression would
// have to pass over too many different rows; what is listed of it is confirmed by the engine.
const (
	NoMethod Method = iota
	Pearson
	Coefficient   // least squares, one degree of freedom
	Omnibus       // least squares, several
	Welch         //
	MannWhitney   //
	KruskalWallis //
	LogitZ        // logistic regression, one degree of freedom
	LogitWald     // logistic regression, several
	ScreenT       // a screen of one degree of freedom
	ScreenF       // a screen of several
)

var methodNames = [...]string{"", "pearson", "ols", "ols", "welch", "mann_whitney", "kruskal_wallis", "logit", "logit", "screen", "screen"}

// String is the estimator's name in result records, or screen.
func (m Method) String() string { return methodNames[m] }

// Screened tells whether the number is a screen's and not the claim's own.
func (m Method) Screened() bool { return m == ScreenT || m == ScreenF }

// refusal is why a test was not made. The codes are the engine's.
type refusal uint8

const (
	tested refusal = iota
	noRows
	tooFewRows
	zeroVariance
	singleGroup
	smallGroup
	tooManyLevels
	sameVariable
	collinearTarget
	rankDeficientTerm
	separation
	categoricalOutcome
	perfectFit
	overflow
	notConverged
	nonNumericCell
	levelMismatch
	tautology // not the engine's: a pair that is related by construction
	otherRefusal
	awkward // not a refusal: the numbers ask for the engine's care
)

var refusalCodes = [...]string{
	"", engine.NoRows, engine.TooFewRows, engine.ZeroVariance, engine.SingleGroup, engine.SmallGroup, engine.TooManyLevels, engine.SameVariable,
	engine.CollinearTarget, engine.RankDeficientTerm, engine.SeparationCode, engine.CategoricalOutcome, engine.PerfectFit, engine.Overflow,
	engine.NotConverged, engine.NonNumericCell, engine.LevelMismatch, "tautology", "other", "",
}

func refusalOf(code string) refusal {
	for i, c := range refusalCodes {
		if c == code && i > 0 {
			return refusal(i)
		}
	}
	return otherRefusal
}

// estimate is what a test found.
type estimate struct {
	refusal  refusal
	method   Method
	n        int64
	stat     float64 // t, F, z or chi-squared; signed where the effect is
	df1, df2 float64
	effect   float64    // on the scale of |r|, with the sign of the coefficient where there is one
	known    *dist.Tail // the p-value, where the engine has given it
}

// tail is the p-value.
func (e *estimate) tail() dist.Tail {
	if e.known != nil {
		return *e.known
	}
	switch e.method {
	case Omnibus, ScreenF:
		return dist.FUpper(e.stat, e.df1, e.df2)
	case MannWhitney, LogitZ:
		return dist.NormalTwoSided(e.stat)
	case KruskalWallis, LogitWald:
		return dist.ChiSquaredUpper(e.stat, e.df1)
	}
	return dist.StudentTwoSided(e.stat, e.df2)
}

// atMost is a chi-squared statistic whose tail is no larger than the test's own: Student's and F's tails are the heavier ones where
// p is small. It settles most tests without a p-value.
func (e *estimate) atMost() (x, df float64) {
	if e.known != nil {
		return math.Inf(1), 1
	}
	switch e.method {
	case Omnibus, ScreenF:
		return e.stat * e.df1, e.df1
	case KruskalWallis, LogitWald:
		return e.stat, e.df1
	}
	return e.stat * e.stat, 1
}

// refused is an estimate that was not made.
func refused(r refusal, n float64) estimate { return estimate{refusal: r, n: int64(n)} }

// student is a least-squares test of one coefficient from its F and sign.
func student(m Method, n, f, sign, df2 float64) estimate {
	t := math.Copysign(math.Sqrt(f), sign)
	return estimate{method: m, n: int64(n), stat: t, df2: df2, effect: t / math.Hypot(t, math.Sqrt(df2))}
}

// omnibus is a least-squares test of several coefficients.
func omnibus(n, f, df1, df2 float64) estimate {
	return estimate{method: Omnibus, n: int64(n), stat: f, df1: df1, df2: df2, effect: effect.FMagnitude(f, df1, df2)}
}

// wald is a logistic test of one coefficient b with its standard error; sd is the product of the standard deviations of the tested
// columns that are numbers, 1 without.
func wald(n, b, se, sd float64) estimate {
	d := effect.LogitD(b, se).Value * sd
	return estimate{method: LogitZ, n: int64(n), stat: b / se, effect: math.Copysign(effect.DMagnitude(d), b)}
}

// waldChi2 is a logistic test of several.
func waldChi2(n, w, df float64) estimate {
	return estimate{method: LogitWald, n: int64(n), stat: w, df1: df, effect: effect.ChiSquaredMagnitude(w, df, n)}
}

// screened turns a least-squares estimate into a screen.
func screened(e estimate) estimate {
	switch e.method {
	case Coefficient, Pearson:
		e.method = ScreenT
	case Omnibus:
		e.method = ScreenF
	}
	return e
}
