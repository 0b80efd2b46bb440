package judge

import (
	"slices"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
)

// inside tells whether the 90% interval lies inside the floor.
func (j *judging) inside() bool { return j.out.Equivalence != nil && j.out.Equivalence.Inside }

// insideSays is that in words.
func (j *judging) insideSays() string {
	e := j.out.Equivalence
	return "the 90% interval of " + j.measured() + ", " + interval(e) + word(e.Inside, ", lies", ", does not lie") + " inside " + within(e, j.size.Signed)
}

// measured names the measure in a sentence.
func (j *judging) measured() string {
	switch j.size.Name {
	case "r", "d", "rank-biserial r":
		return j.size.Name
	}
	if j.size.Measure == "eta2" {
		return j.size.Name
	}
	return "the " + j.size.Name
}

// presence judges a prediction that there is an effect.
func (j *judging) presence() {
	way := j.direction(j.Record)
	if way.asked {
		j.criteria = append(j.criteria, judged{Criterion: result.Criterion{Text: "expect " + string(j.Decision.Expect), Value: way.value, Holds: way.agrees, Note: way.note}})
	}
	both := j.sameInHoldout()
	if both != nil {
		j.criteria = append(j.criteria, *both)
	}
	if j.allHold() {
		size := ""
		if !j.written && j.explicit && !j.names("effect") { // nothing else names the size
			size = j.sized()
		}
		j.verdict(result.Supported, capital(way.says)+size+": "+list(j.phrases(true))+".")
		j.qualify()
		return
	}
	if way.opposite {
		if yes, says := j.significant(); yes {
			j.verdict(result.Refuted, "Expected "+way.expected+", but "+way.says+j.sized()+": "+says+".")
			return
		}
	}
	if (j.written || !j.explicit) && j.inside() {
		if j.Record.Partly() {
			j.verdict(result.Inconclusive, "Not settled: what could be tested of the term is smaller than the "+j.floorText()+" ("+j.insideSays()+"), and the rest may not be.")
			return
		}
		j.verdict(result.Refuted, "The effect is smaller than the "+j.floorText()+": "+j.insideSays()+".")
		return
	}
	missed := j.phrases(false)
	if way.asked && !way.agrees {
		missed = append([]string{way.problem}, missed...)
	}
	j.verdict(result.Inconclusive, "Not settled: "+list(missed)+j.blind()+".")
}

// sized says the effect, for a reason that does not come from the criteria.
func (j *judging) sized() string {
	if j.sizeErr != nil {
		return ""
	}
	return ", with " + j.size.Name + " " + number(j.size.Value)
}

// names tells whether a criterion on the judged part itself is about a quantity, and so says it.
func (j *judging) names(quantity string) bool {
	return slices.ContainsFunc(j.Decision.Criteria, func(c plan.Criterion) bool { return c.Quantity == quantity && c.On != plan.Holdout })
}

// blind adds what the sample cannot see, where the floor is below it and the test was not significant.
func (j *judging) blind() string {
	d := j.out.Detectable
	if d == nil {
		return ""
	}
	if yes, _ := j.significant(); yes {
		return ""
	}
	hidden := d.Value > j.floor.Value
	if j.size.ratio() {
		hidden = d.Value > max(j.floor.Value, 1/j.floor.Value)
	}
	if !hidden {
		return ""
	}
	return "; on " + quantity{value: float64(j.Record.N), name: "n"}.says() + " even a true " + d.Measure + " of " + number(d.Value) + " is found only four times in five"
}

// absence judges a prediction that there is no effect worth the name.
func (j *judging) absence() {
	if j.sizeErr != nil {
		j.verdict(result.Inconclusive, "Not settled: the "+j.floorText()+" cannot be judged, "+j.sizeErr.Error()+".")
		return
	}
	e := j.out.Equivalence
	if e == nil {
		_, err := j.size.Equivalence(j.floor.Value)
		j.verdict(result.Inconclusive, "Not settled: "+err.Error()+".")
		j.criteria = append(j.criteria, judged{Criterion: result.Criterion{Text: "90% interval inside the " + j.floorText(), Note: err.Error()}})
		return
	}
	p := e.P
	log := e.Log10P
	j.criteria = append(j.criteria, judged{Criterion: result.Criterion{Text: "90% interval inside " + within(e, j.size.Signed) + " (" + j.floorText() + ")", Value: &p, Log10: &log, Holds: e.Inside}})
	if j.allHold() {
		what := "The effect is absent to within the "
		if j.Decision.Expect == plan.ExpectUniform {
			what = "The slopes are the same to within the "
		}
		says := ", and " + list(j.phrases(true))
		if !j.explicit && j.Decision.Family == "" { // the interval says it
			says = bracket(quantity{value: p, log10: &log, name: "equivalence p"}.says())
		}
		if j.Record.Partly() { // an absence is of the whole term
			j.verdict(result.Qualified, what+j.floorText()+": "+j.insideSays()+says+"; but only a part of the term could be tested.")
			return
		}
		j.verdict(result.Supported, what+j.floorText()+": "+j.insideSays()+says+".")
		return
	}
	effect := judgedP(j.Record)
	if effect.Holds && j.size.Reaches(j.floor.Value) {
		j.verdict(result.Refuted, "Expected "+word(j.Decision.Expect == plan.ExpectUniform, "equal slopes", "no effect")+", but "+j.measured()+" "+number(j.size.Value)+" is at least the "+j.floorText()+", and "+effect.says+".")
		return
	}
	missed := j.phrases(false)
	if !e.Inside {
		if !j.explicit && j.Decision.Family == "" {
			missed = nil
		}
		missed = append([]string{j.insideSays() + ", so an absence is not shown"}, missed...)
	}
	j.verdict(result.Inconclusive, "Not settled: "+list(missed)+".")
}

// capital raises the first letter.
func capital(s string) string {
	if s == "" {
		return s
	}
	if c := s[0]; c >= 'a' && c <= 'z' {
		return string(c-'a'+'A') + s[1:]
	}
	return s
}
