package report

import (
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Alpha is the level at which a sentence speaks of a finding. Verdicts have criteria of their own; this is wording.
const Alpha = 0.05

// Sentence says what a record found: direction, size, on which rows, with which controls. The words are those of
// association, never of cause, and a p-value above Alpha is not read as absence: the sentence then says that the data do
// not settle the question, unless the verdict rests on an equivalence test that shows the effect to be smaller than its floor.
// A refused or blocked record gives its reason.
func Sentence(r *result.Record) string {
	switch r.Status {
	case result.Refused:
		if r.Refusal == nil {
			return "No estimate."
		}
		return "No estimate: " + stop(r.Refusal.Message)
	case result.Blocked:
		if r.Needs == "" {
			return "Not run: it waits for data that do not exist yet."
		}
		return "Not run: it waits for data that do not exist yet (" + r.Needs + ")."
	}
	where := ""
	if r.Where != "" {
		where = "Where " + r.Where + ", "
	}
	if !settled(r) && negligible(r) {
		return capital(where + "any " + relation(r) + " is smaller than the floor " + floor(r.Equivalence) + adjusted(r) + ": " + numbers(r) + ".")
	}
	if !settled(r) {
		return capital(where + "these data do not settle whether " + question(r) + adjusted(r) + ": " + numbers(r) + ".")
	}
	return capital(where + finding(r) + adjusted(r) + ": " + numbers(r) + ".")
}

func settled(r *result.Record) bool {
	if r.Log10P != nil {
		return *r.Log10P < math.Log10(Alpha)
	}
	return r.P != nil && *r.P < Alpha
}

// negligible tells whether a verdict was given and the equivalence test shows an effect smaller than the floor.
func negligible(r *result.Record) bool {
	return r.Verdict != nil && (r.Verdict.Value == result.Refuted || r.Verdict.Value == result.Supported || r.Partly()) && r.Equivalence != nil && r.Equivalence.Inside
}

func floor(e *result.Equivalence) string {
	return e.Measure + " >= " + strconv.FormatFloat(e.Floor, 'g', -1, 64)
}

// relation is what the test looked for, as a noun.
func relation(r *result.Record) string {
	switch r.Template {
	case "assoc":
		return "association between " + r.Exposure + " and " + r.Outcome
	case "diff":
		if a, b, found := contrast(r); found {
			return "difference in " + outcome(r) + " between " + a + " and " + b + " (" + r.Groups + ")"
		}
		return "difference in " + outcome(r) + " across " + r.Groups
	case "interact":
		return "change of " + Slope(r) + " with " + r.Moderator
	}
	return "difference of " + Slope(r) + " across " + r.Groups
}

// adjusted names the controls, and says where the test is of a part.
func adjusted(r *result.Record) string {
	s := ""
	if len(r.Controls) > 0 {
		s = ", at equal " + list(r.Controls)
	}
	if r.Partly() {
		s += ", where it can be estimated"
	}
	return s
}

// numbers is the effect with its interval, p, and n.
func numbers(r *result.Record) string {
	var parts []string
	if s, ok := SizeOf(r); ok {
		parts = append(parts, s.Name+" "+interval(s.Value, s.Low, s.High))
	}
	if r.P != nil || r.Log10P != nil {
		parts = append(parts, P(r))
	}
	return strings.Join(append(parts, "n = "+Count(r.N)), ", ")
}

// Size is the number that a record's sentence leads with: the odds ratio of a binary outcome where there is one, else the
// effect. The bounds are at 95% and may be absent.
type Size struct {
	Name      string // of the measure, in words
	Value     float64
	Low, High *float64
	Ratio     bool // a ratio: no difference is 1, and the scale is logarithmic
}

// SizeOf is a record's size; false when it has none.
func SizeOf(r *result.Record) (Size, bool) {
	switch {
	case r.OddsRatio != nil:
		return Size{oddsName(r), r.OddsRatio.Value, &r.OddsRatio.Low, &r.OddsRatio.High, true}, true
	case r.Effect != nil:
		return Size{measureName(r.Effect.Measure), r.Effect.Value, r.Effect.Low, r.Effect.High, false}, true
	}
	return Size{}, false
}

// oddsName: the coefficient of a product is the log of a ratio of two odds ratios.
func oddsName(r *result.Record) string {
	if r.Template == "interact" || r.Template == "heterogeneity" {
		return "ratio of odds ratios"
	}
	return "odds ratio"
}

func interval(v float64, low, high *float64) string {
	value, from, to := Parts(v, low, high)
	if from == "" {
		return value
	}
	return value + " (95% interval " + from + " to " + to + ")"
}

// question is what the test asked, for a result that did not settle it.
func question(r *result.Record) string {
	y := outcome(r)
	switch r.Template {
	case "assoc":
		return r.Exposure + " and " + r.Outcome + " are associated"
	case "diff":
		if a, b, found := contrast(r); found {
			return y + differ(r) + " between " + a + " and " + b + " (" + r.Groups + ")"
		}
		return y + differ(r) + " across " + r.Groups
	case "interact":
		return Slope(r) + " changes with " + r.Moderator
	}
	return Slope(r) + " differs across " + r.Groups
}

// finding is what the test found, in its direction.
func finding(r *result.Record) string {
	y := outcome(r)
	if r.Test == "omnibus" || r.Estimator == "kruskal_wallis" {
		switch r.Template {
		case "assoc":
			return y + differ(r) + " across the levels of " + r.Exposure + extremes(r)
		case "diff":
			return y + differ(r) + " across " + r.Groups + extremes(r)
		case "interact":
			return Slope(r) + " differs with " + r.Moderator
		}
		return Slope(r) + " differs across " + r.Groups
	}
	up := positive(r)
	a, b, named := contrast(r)
	switch r.Template {
	case "assoc", "diff":
		of := r.Exposure
		if r.Template == "diff" {
			of = r.Groups
		}
		if named {
			return y + be(r) + amount(r) + word(up, "higher", "lower") + " for " + a + " than for " + b + " (" + of + ")"
		}
		if r.Template == "diff" {
			return y + differ(r) + " between the groups of " + of
		}
		return "higher " + r.Exposure + word(up, " goes with higher ", " goes with lower ") + strings.TrimPrefix(y, "the ")
	case "interact":
		if named {
			return Slope(r) + word(up, " is higher for ", " is lower for ") + a + " than for " + b + " (" + r.Moderator + ")"
		}
		return Slope(r) + word(up, " rises", " falls") + " with " + r.Moderator
	}
	if named {
		return Slope(r) + word(up, " is higher for ", " is lower for ") + a + " than for " + b + " (" + r.Groups + ")"
	}
	return Slope(r) + " differs between the groups of " + r.Groups
}

// amount is the difference in the outcome's own unit, where the estimate is one.
func amount(r *result.Record) string {
	if r.Estimate == nil || r.OddsRatio != nil {
		return ""
	}
	v := math.Abs(*r.Estimate)
	if r.Low == nil || r.High == nil {
		return Number(v) + " "
	}
	return decimals(*r.Estimate, *r.Low, *r.High)(v) + " "
}

// positive is the direction: the estimate's sign, or the effect's where a rank test has no estimate.
func positive(r *result.Record) bool {
	if r.Estimate != nil {
		return *r.Estimate > 0
	}
	return r.Effect != nil && r.Effect.Value > 0
}

func outcome(r *result.Record) string {
	if !strings.HasPrefix(r.Estimator, "logit") {
		return r.Outcome
	}
	if r.Template == "interact" || r.Template == "heterogeneity" {
		return "the log odds of " + event(r)
	}
	return "the odds of " + event(r)
}

// Slope names what an interaction is about: the slope on a numeric exposure, the difference by one of two or more levels
// (the terms then name them).
func Slope(r *result.Record) string {
	for _, c := range r.Coefficients {
		if strings.HasPrefix(c.Term, r.Exposure+"[") {
			return "the difference in " + outcome(r) + " by " + r.Exposure
		}
	}
	return "the slope of " + outcome(r) + " on " + r.Exposure
}

// odds are many, a column is one.
func odds(r *result.Record) bool {
	return strings.HasPrefix(r.Estimator, "logit") && (r.Template == "assoc" || r.Template == "diff")
}

func differ(r *result.Record) string { return word(odds(r), " differ", " differs") }

func be(r *result.Record) string { return word(odds(r), " are ", " is ") }

func event(r *result.Record) string {
	if r.Event == "" {
		return r.Outcome
	}
	return r.Outcome + " = " + r.Event
}

func contrast(r *result.Record) (a, b string, found bool) {
	a, b, found = strings.Cut(r.Contrast, " vs ")
	if b == "rest" {
		b = "the rest"
	}
	return a, b, found && a != "" && b != ""
}

// extremes names the groups at both ends, by their plain means or shares; adjusted ones are the terms'.
func extremes(r *result.Record) string {
	type group struct {
		name  string
		value float64
	}
	var groups []group
	what := "mean"
	for _, l := range r.Levels {
		switch {
		case l.Mean != nil:
			groups = append(groups, group{l.Value, *l.Mean})
		case l.Share != nil:
			groups, what = append(groups, group{l.Value, *l.Share}), "share"
		}
	}
	if len(groups) < 2 || len(groups) != len(r.Levels) {
		return ""
	}
	sort.SliceStable(groups, func(i, j int) bool { return groups[i].value < groups[j].value })
	show := Number
	if what == "share" {
		show = Percent
	}
	low, high := groups[0], groups[len(groups)-1]
	unadjusted := ""
	if len(r.Controls) > 0 {
		unadjusted = "unadjusted "
	}
	return " (" + unadjusted + what + " from " + show(low.value) + " for " + low.name + " to " + show(high.value) + " for " + high.name + ")"
}

func word(up bool, yes, no string) string {
	if up {
		return yes
	}
	return no
}

func list(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// capital raises a first letter that is our own word; a column's name keeps its spelling.
func capital(s string) string {
	for _, own := range []string{"these ", "the ", "any ", "higher ", "where "} {
		if strings.HasPrefix(s, own) {
			return strings.ToUpper(s[:1]) + s[1:]
		}
	}
	return s
}

func stop(s string) string {
	if strings.HasSuffix(s, ".") {
		return s
	}
	return s + "."
}
