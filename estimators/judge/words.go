package judge

import (
	"math"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

// plain writes a number as a study does.
func plain(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// number writes a measured number.
func number(v float64) string { return report.Number(v) }

func criterionText(c plan.Criterion) string {
	text := c.Quantity + " " + string(c.Op) + " " + plain(c.Value)
	if c.On != "" {
		text += " on " + string(c.On)
	}
	return text
}

// says writes a quantity with its name: `p = 0.0031`, `n = 1,200`, `r 0.21`.
func (q quantity) says() string {
	switch {
	case q.log10 != nil && q.value <= 1:
		p := math.Min(q.value, 1)
		return q.name + strings.TrimPrefix(report.P(&result.Record{P: &p, Log10P: q.log10}), "p")
	case q.log10 != nil && q.value > 1e290:
		return q.name + " = 10^" + strconv.FormatFloat(math.Floor(*q.log10), 'f', 0, 64)
	case q.name == "n":
		return "n = " + report.Count(int64(q.value))
	}
	return q.name + " = " + number(q.value)
}

// against is says with the digits that tell the value from a bound.
func (q quantity) against(bound float64) string {
	if math.Abs(q.value/bound-1) < 0.05 && q.name != "n" && q.value > 1e-4 {
		return q.name + " = " + strconv.FormatFloat(q.value, 'g', 7, 64)
	}
	return q.says()
}

// near writes a size with the digits that tell it from a floor.
func near(v, floor float64) string {
	if math.Abs(math.Abs(v/floor)-1) < 1e-3 {
		return strconv.FormatFloat(v, 'g', 7, 64)
	}
	return number(v)
}

func word(is bool, yes, no string) string {
	if is {
		return yes
	}
	return no
}

// list joins phrases.
func list(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}

func bracket(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

func stop(s string) string {
	if strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}

// phrases says the criteria that hold, or those that do not.
func (j *judging) phrases(hold bool) []string {
	var out []string
	for _, c := range j.criteria {
		if c.Holds == hold && c.says != "" {
			out = append(out, c.says)
		}
	}
	return out
}

// interval says the 90% interval.
func interval(e *result.Equivalence) string { return number(e.Low90) + " to " + number(e.High90) }

// within says the range that a floor means.
func within(e *result.Equivalence, signed bool) string {
	switch {
	case e.Measure == "odds" || e.Measure == "rr":
		f := max(e.Floor, 1/e.Floor)
		return number(1/f) + " to " + number(f)
	case !signed:
		return "0 to " + plain(e.Floor)
	}
	return plain(-e.Floor) + " to " + plain(e.Floor)
}
