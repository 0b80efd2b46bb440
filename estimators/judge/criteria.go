package judge

import (
	"math"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/multiplicity"
	"github.com/hyp-lang/hyp/estimators/result"
)

// quantity is a number that `decide` names; log10 is set for what may leave the doubles.
type quantity struct {
	value float64
	log10 *float64
	name  string
}

func ofTail(t dist.Tail, name string) quantity {
	log := max(t.Log10P, -math.MaxFloat64)
	return quantity{t.P, &log, name}
}

// evaluate fills the criteria of the decision, or the default ones: the evidence, then the floor. Directions are added by
// presence.
func (j *judging) evaluate() {
	list := j.Decision.Criteria
	if !j.explicit {
		c := plan.Criterion{Quantity: "p", Op: "<", Value: Level}
		if f := j.Record.Family; f != nil && j.Decision.Family != "" {
			c = plan.Criterion{Quantity: "q", Op: "<", Value: f.Alpha}
		}
		list = []plan.Criterion{c}
	}
	for _, c := range list {
		j.criteria = append(j.criteria, j.evaluateOne(c))
	}
	if !absent(j.Decision.Expect) && (j.written || !j.explicit) {
		j.criteria = append(j.criteria, j.reach())
	}
}

func (j *judging) evaluateOne(c plan.Criterion) judged {
	text := criterionText(c)
	out := judged{Criterion: result.Criterion{Text: text}}
	small := c.Op == "<" || c.Op == "<="
	out.evidence = (c.Quantity == "p" || c.Quantity == "q") && small && c.On != plan.Holdout
	rec := j.part(c)
	if rec.Status != result.OK {
		out.Note = "there is no result on this part"
		if r := rec.Refusal; r != nil {
			out.Note += ": " + r.Message
		}
		out.says = text + " cannot be judged, " + out.Note
		return out
	}
	q, err := j.quantity(c.Quantity, rec)
	if err != nil {
		out.Note = err.Error()
		out.says = text + " cannot be judged, " + out.Note
		return out
	}
	out.Holds = holds(q, c.Op, c.Value)
	v := max(-math.MaxFloat64, min(math.MaxFloat64, q.value))
	out.Value, out.Log10 = &v, q.log10
	out.says = q.against(c.Value) + bracket(explained[c.Quantity]) + word(out.Holds, " meets ", " misses ") + text
	return out
}

// explained says what a quantity is where its name alone does not.
var explained = map[string]string{
	"bf": "the Bayes factor by the BIC approximation",
	"e":  "the e-value 1/(2 sqrt p)",
}

// quantity evaluates p q effect n coverage bf e on a part.
//
// effect is the size without sign, on the floor's measure when a floor is written, else the magnitude; a ratio counts as the larger of
// itself and its inverse. bf is the Bayes factor for an effect against none by the BIC of both models (E.-J. Wagenmakers 2007):
// (1-v)^(-n/2) n^(-df/2) with v the share of variance for a linear model, exp(W/2) n^(-df/2) with Wald's W for a
// logistic one; rank tests, Welch's and robust errors have no likelihood and no bf. e is an e-value made of p by 1/(2 sqrt p), the calibrator of V. Vovk and
// R. Wang 2021 at kappa 1/2: under no effect its mean is at most 1.
func (j *judging) quantity(name string, rec *result.Record) (quantity, error) {
	switch name {
	case "p":
		t, err := ClaimP(j.Decision, rec)
		return ofTail(t, word(absent(j.Decision.Expect), "equivalence p", "p")), err
	case "q":
		if rec.Q == nil {
			return quantity{}, &Unavailable{"q", "the claim had no p-value to adjust"}
		}
		t := multiplicity.FromP(*rec.Q)
		if rec.Log10Q != nil {
			t.Log10P = *rec.Log10Q
		}
		return ofTail(t, "q"), nil
	case "effect":
		s, err := Measure(rec, j.floor.Measure)
		if err != nil {
			return quantity{}, err
		}
		return quantity{value: s.Magnitude, name: s.Name}, nil
	case "n":
		return quantity{value: float64(rec.N), name: "n"}, nil
	case "coverage":
		if rec.Coverage == nil {
			return quantity{}, &Unavailable{"coverage", "no row was kept"}
		}
		return quantity{value: *rec.Coverage, name: "coverage"}, nil
	case "bf":
		ln, err := bayesFactor(rec)
		log := ln / math.Ln10
		if err == nil && (math.IsNaN(log) || math.IsInf(log, 0)) {
			err = &Unavailable{"bf", "its logarithm does not fit a double"}
		}
		return quantity{math.Exp(ln), &log, "bf"}, err
	}
	t, err := ClaimP(j.Decision, rec)
	log := min(-math.Log10(2)-t.Log10P/2, math.MaxFloat64)
	return quantity{math.Pow(10, log), &log, "e"}, err
}

// bayesFactor is the natural logarithm of bf.
func bayesFactor(rec *result.Record) (float64, error) {
	st, n := rec.Statistic, float64(rec.N)
	none := &Unavailable{"bf", "this " + describe(rec) + " has no likelihood; `using ols` has one"}
	if st == nil || n < 2 || rec.Effect == nil {
		return 0, none
	}
	switch rec.Estimator {
	case "pearson", "ols", "wls":
		x, df1 := st.Value, 1.0
		switch {
		case st.Name == "t":
			x *= x
		case st.DF1 != nil:
			df1 = *st.DF1
			x *= df1
		}
		if st.DF2 == nil {
			return 0, none
		}
		return n/2*math.Log1p(x / *st.DF2) - df1/2*math.Log(n), nil
	case "logit":
		if st.Name == "z" {
			return st.Value*st.Value/2 - math.Log(n)/2, nil
		}
		if st.DF1 != nil {
			return st.Value/2 - *st.DF1/2*math.Log(n), nil
		}
	}
	return 0, none
}

// holds compares as doubles do: a p below the smallest is 0, which is below every bound that can be written.
func holds(q quantity, op plan.CompareOp, bound float64) bool {
	x := q.value
	switch op {
	case "<":
		return x < bound
	case "<=":
		return x <= bound
	case ">":
		return x > bound
	case ">=":
		return x >= bound
	case "=":
		return x == bound
	}
	return x != bound
}

// floorText is the floor as a criterion.
func (j *judging) floorText() string {
	text := "floor " + j.floor.Measure + " >= " + plain(j.floor.Value)
	return word(j.written, text, "default "+text)
}

// reach is the floor as a criterion.
func (j *judging) reach() judged {
	out := judged{Criterion: result.Criterion{Text: j.floorText()}}
	if j.sizeErr != nil {
		out.Note = j.sizeErr.Error()
		out.says = "the " + out.Text + " cannot be judged, " + out.Note
		return out
	}
	v := j.size.Value
	out.Value, out.Holds = &v, j.size.Reaches(j.floor.Value)
	shown := j.size.Value
	if j.size.Measure == "r" && j.size.Name == "magnitude" {
		shown = j.size.Magnitude
	}
	out.says = j.size.Name + " " + near(shown, j.floor.Value) + word(out.Holds, " meets the ", " misses the ") + out.Text
	return out
}

// allHold tells whether every criterion does.
func (j *judging) allHold() bool {
	for _, c := range j.criteria {
		if !c.Holds {
			return false
		}
	}
	return true
}

// significant is the evidence that an opposite direction needs: the criteria on a small p or q of the train part, or p < 0.05
// without any. The sentence part says with what.
func (j *judging) significant() (bool, string) {
	any, all, says := false, true, []string{}
	for _, c := range j.criteria {
		if c.evidence {
			any, all = true, all && c.Holds
			says = append(says, c.says)
		}
	}
	if any {
		return all, list(says)
	}
	c := judgedP(j.Record)
	return c.Holds, c.says
}

// judgedP is p < 0.05 of the test of no effect.
func judgedP(rec *result.Record) judged {
	t, err := tail(rec)
	c := plan.Criterion{Quantity: "p", Op: "<", Value: Level}
	if err != nil {
		return judged{says: "p is not available"}
	}
	q := ofTail(t, "p")
	out := judged{Criterion: result.Criterion{Text: criterionText(c), Value: &q.value, Log10: q.log10, Holds: holds(q, c.Op, c.Value)}}
	out.says = q.against(Level) + word(out.Holds, " meets ", " misses ") + out.Text
	return out
}
