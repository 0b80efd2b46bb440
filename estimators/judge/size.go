package judge

import (
	"fmt"
	"math"

	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/multiplicity"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Size is a record's effect on one measure, with its 90% interval and the equivalence test.
type Size struct {
	Measure   string
	Value     float64 // with its sign; a ratio for odds and rr
	Magnitude float64 // without: what a floor is compared with; at least 1 for a ratio
	Signed    bool    // false for omnibus tests and shares
	Sign      int     // of the direction: -1, 0, 1; of the logarithm for a ratio
	Name      string  // what the number is called in a reason

	law law
}

// law is the sampling distribution behind a Size, on the scale where its interval is made.
type law interface {
	interval() (low, high float64, err error)        // 90%, on the measure
	equivalence(floor float64) (dist.Tail, error)    // p of the hypothesis that the size is at least the floor
	detectable(power, alpha float64) (float64, bool) // on the measure
}

// Unavailable is why a record has no number on a measure or no quantity.
type Unavailable struct {
	What string
	Why  string
}

func (u *Unavailable) Error() string { return fmt.Sprintf("%s is not available: %s", u.What, u.Why) }

// Reaches tells whether the size is at least the floor. A ratio's floor f counts in both directions: at least f, or at most 1/f.
func (s *Size) Reaches(floor float64) bool {
	if s.ratio() {
		floor = max(floor, 1/floor)
	}
	return s.Magnitude >= floor
}

func (s *Size) ratio() bool { return s.Measure == "odds" || s.Measure == "rr" }

// Interval90 is the 90% interval on the measure.
func (s *Size) Interval90() (low, high float64, err error) { return s.law.interval() }

// EquivalenceP is the p-value of the test that the size is smaller than the floor: the larger of two one-sided tests (D. J.
// Schuirmann 1987), each against one end of the floor's range; for a measure without sign P(X <= x) at the floor's noncentrality
// (H. Campbell and D. Lakens 2021). It is below 0.05 exactly when the 90% interval lies inside the floor. Omnibus p-values are not
// given below 1e-13, the accuracy of the noncentral distributions.
func (s *Size) EquivalenceP(floor float64) (dist.Tail, error) {
	none := floor <= 0
	if s.ratio() {
		none = floor == 1
	}
	if none {
		return dist.Tail{}, &Unavailable{"an equivalence test", "nothing is smaller than a floor of " + plain(floor)}
	}
	return s.law.equivalence(floor)
}

// Equivalence is the whole test against a floor, for the record.
func (s *Size) Equivalence(floor float64) (*result.Equivalence, error) {
	p, err := s.EquivalenceP(floor)
	if err != nil {
		return nil, err
	}
	low, high, err := s.Interval90()
	if err != nil {
		return nil, err
	}
	if !(math.Abs(low) <= math.MaxFloat64 && math.Abs(high) <= math.MaxFloat64) {
		return nil, &Unavailable{"an interval", "its bounds do not fit a double"}
	}
	return &result.Equivalence{
		Measure: s.Measure, Value: s.Value, Low90: low, High90: high, Floor: floor,
		P: p.P, Log10P: max(p.Log10P, -math.MaxFloat64), Inside: shown(p),
	}, nil
}

// shown tells whether an equivalence test shows the absence: p below the level, not at it.
func shown(p dist.Tail) bool { return p.P < Level }

// tail is the p-value of a record's test.
func tail(rec *result.Record) (dist.Tail, error) {
	switch {
	case rec.P == nil && rec.Log10P == nil:
		return dist.Tail{}, &Unavailable{"p", "the result has none"}
	case rec.Log10P == nil:
		return multiplicity.FromP(*rec.P), nil
	case rec.P == nil:
		return dist.Tail{P: math.Pow(10, *rec.Log10P), Log10P: *rec.Log10P}, nil
	}
	return dist.Tail{P: *rec.P, Log10P: *rec.Log10P}, nil
}

// wald is an estimate that is normal, or Student with df, on some scale; from takes that scale to the measure.
type wald struct {
	at, se, df float64 // df +Inf for the normal
	to         func(floor float64) float64
	from       func(float64) float64
	known      func() *float64 // the smallest detectable effect by a formula of its own, on the measure
}

func identity(x float64) float64 { return x }

func (w wald) check() error {
	if !(w.se > 0) || math.IsInf(w.se, 0) || math.IsNaN(w.at) || math.IsInf(w.at, 0) {
		return &Unavailable{"an interval", "the result has no standard error on this measure"}
	}
	return nil
}

func (w wald) interval() (low, high float64, err error) {
	if err := w.check(); err != nil {
		return 0, 0, err
	}
	half := dist.StudentQuantile(1-Level, w.df) * w.se
	return w.from(w.at - half), w.from(w.at + half), nil
}

func (w wald) equivalence(floor float64) (dist.Tail, error) {
	if err := w.check(); err != nil {
		return dist.Tail{}, err
	}
	bound := math.Abs(w.to(floor))
	if math.IsNaN(bound) || math.IsInf(bound, 0) {
		return dist.Tail{}, &Unavailable{"an equivalence test", "no effect can be as large as " + plain(floor)}
	}
	return lowerTail((math.Abs(w.at)-bound)/w.se, w.df), nil
}

// lowerTail is P(T <= t).
func lowerTail(t, df float64) dist.Tail {
	two := dist.StudentTwoSided(t, df)
	if t < 0 {
		return dist.Tail{P: two.P / 2, Log10P: two.Log10P - math.Log10(2)}
	}
	return dist.Tail{P: 1 - two.P/2, Log10P: math.Log1p(-two.P/2) / math.Ln10}
}

// omnibus is a statistic that is noncentral F or chi-squared; noncentrality and share convert between lambda and the
// population's share of variance.
type omnibus struct {
	cdf           func(lambda float64) float64
	bounds        func() (low, high float64)
	noncentrality func(share float64) float64
	share         func(lambda float64) float64
	root          bool // the measure is the root of the share
	smallest      func(power, alpha float64) (float64, bool)
}

func (o omnibus) measure(share float64) float64 {
	if o.root {
		return math.Sqrt(share)
	}
	return share
}

func (o omnibus) interval() (low, high float64, err error) {
	low, high = o.bounds()
	if math.IsNaN(low) || math.IsNaN(high) {
		return 0, 0, &Unavailable{"an interval", "the noncentral distribution has none for this statistic"}
	}
	return o.measure(o.share(low)), o.measure(o.share(high)), nil
}

// least is the accuracy of the noncentral distributions.
const least = 1e-13

func (o omnibus) equivalence(floor float64) (dist.Tail, error) {
	share := floor
	if o.root {
		share = floor * floor
	}
	if share >= 1 {
		return dist.Tail{}, &Unavailable{"an equivalence test", "no share is as large as " + plain(floor)}
	}
	p := o.cdf(o.noncentrality(share))
	if math.IsNaN(p) {
		return dist.Tail{}, &Unavailable{"an equivalence test", "the noncentral distribution has no value for this statistic"}
	}
	return multiplicity.FromP(min(1, max(p, least))), nil
}
