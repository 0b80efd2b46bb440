package power

import (
	"fmt"
	"math"
)

// The usual level and power, of Cohen (1988) and of the lint rule `undetectable-floor`.
const (
	DefaultAlpha = 0.05
	DefaultPower = 0.8
)

// MinimalDetectable is the smallest effect, in the unit of Power, that the test finds with the given power at level alpha. A
// power that no effect reaches is an error.
func (d Design) MinimalDetectable(power, alpha float64) (float64, error) {
	if !(power > alpha && power < 1) {
		return 0, fmt.Errorf("%w: power %v at alpha %v; it lies between alpha and 1", ErrDesign, power, alpha)
	}
	if _, err := d.Power(0, alpha); err != nil {
		return 0, err
	}
	curve := d.curve(d.critical(alpha))
	// Outwards from nothing on an unbounded scale, r^2/(1-r^2) for what is bounded: a noncentral F far out is slow.
	effect := func(x float64) float64 {
		switch d.Kind {
		case Correlation:
			return x / math.Hypot(1, x)
		case Omnibus, LogitOmnibus:
			return x / (1 + x)
		}
		return x
	}
	below := func(x float64) bool { return curve(effect(x)) < power }
	low, high := 0.0, d.guess()
	if below(high) {
		for low, high = high, 2*high; below(high); low, high = high, 2*high {
			if high > 1e9 {
				return 0, fmt.Errorf("%s: %w: no effect is found with power %v", d.Kind, ErrDesign, power)
			}
		}
	} else {
		for low = high / 2; low > 1e-300 && !below(low); low, high = low/2, low {
		}
		if low <= 1e-300 {
			return 0, nil // Fisher's z is a little above alpha at r = 0 on a handful of rows
		}
	}
	return effect(root(low, high, func(x float64) float64 { return curve(effect(x)) - power })), nil
}

// MinimalDetectable is the smallest effect on a floor's measure (r beta d md odds rr rd eta2) that the design finds with the
// given power at level alpha (DefaultPower, DefaultAlpha). Conversions, for effects this side of certainty:
//
//	r     Correlation as it is; Groups d/sqrt(d^2+4); Omnibus and LogitOmnibus sqrt(eta2); Logit by d
//	d     Groups as it is; Logit ln(OR) sqrt(3)/pi (Chinn 2000)
//	eta2  Omnibus as it is; Correlation r^2
//	odds  Logit: exp(ln OR), per unit of the exposure when SDExposure is known, else per standard deviation; between the groups
//	      for two
//	rr rd Logit of two groups, at the overall share of events, N1 the reference's rows
//	md    Groups: d times SDOutcome
//	beta  Correlation: r/sqrt(1-r^2) times SDOutcome/SDExposure, SDOutcome being what the controls leave, and so r SDOutcome/SDExposure
//	      without controls and with the outcome's own; Groups as md; Logit the log odds ratio, per unit as for odds
//
// A measure that does not fit the kind, or whose standard deviation is not given, is an error.
func MinimalDetectable(d Design, measure string, power, alpha float64) (float64, error) {
	e, err := d.MinimalDetectable(power, alpha)
	if err != nil {
		return 0, err
	}
	if v, ok := d.on(measure, e); ok {
		return v, nil
	}
	return 0, fmt.Errorf("%s: %w on the measure `%s`", d.Kind, ErrDesign, measure)
}

// on converts the kind's own effect to a measure.
func (d Design) on(measure string, e float64) (float64, bool) {
	chinn := math.Sqrt(3) / math.Pi
	perUnit := e
	if d.Kind == Logit && d.N1 == 0 && d.SDExposure > 0 {
		perUnit = e / d.SDExposure
	}
	switch measure {
	case "r":
		switch d.Kind {
		case Groups:
			return e / math.Hypot(e, 2), true
		case Logit:
			return e * chinn / math.Hypot(e*chinn, 2), true
		case Omnibus, LogitOmnibus:
			return math.Sqrt(e), true
		}
		return e, true
	case "d":
		if d.Kind == Logit {
			return e * chinn, true
		}
		return e, d.Kind == Groups
	case "eta2":
		if d.Kind == Correlation {
			return e * e, true
		}
		return e, d.Kind == Omnibus || d.Kind == LogitOmnibus
	case "odds":
		return math.Exp(perUnit), d.Kind == Logit
	case "rr", "rd":
		if d.Kind != Logit || d.N1 == 0 {
			return 0, false
		}
		reference, other := d.shares(e)
		if measure == "rr" {
			return other / reference, true
		}
		return other - reference, true
	case "md":
		return e * d.SDOutcome, d.Kind == Groups && d.SDOutcome > 0
	case "beta":
		switch d.Kind {
		case Groups:
			return e * d.SDOutcome, d.SDOutcome > 0
		case Logit:
			return perUnit, true
		case Correlation:
			if d.Controls > 0 {
				e /= math.Sqrt(1 - e*e)
			}
			return e * d.SDOutcome / d.SDExposure, d.SDOutcome > 0 && d.SDExposure > 0
		}
	}
	return 0, false
}

// shares are the shares of events in the two groups (the reference has N1 rows) with log odds b apart, whose mean over all
// rows is EventShare.
func (d Design) shares(b float64) (reference, other float64) {
	g := d.N1 / (d.N1 + d.N2)
	at := func(p float64) float64 { return p * math.Exp(b) / (1 - p + p*math.Exp(b)) }
	p := bisect(0, d.EventShare, func(p float64) bool { return g*p+(1-g)*at(p) >= d.EventShare })
	return p, at(p)
}

// guess is an effect of nearly three standard errors, on the scale of the search.
func (d Design) guess() float64 {
	n := d.rows()
	switch d.Kind {
	case Correlation:
		return 3 / math.Sqrt(n-float64(d.Controls)-3)
	case Groups:
		return 3 * math.Sqrt(1/d.N1+1/d.N2)
	case Logit:
		return 3 * d.logitError()
	}
	return 10 / n
}
