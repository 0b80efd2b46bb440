package judge

import (
	"math"
	"sort"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
)

// way is how a result's direction stands to the prediction.
type way struct {
	asked    bool // the prediction has a direction
	agrees   bool
	opposite bool
	value    *float64 // the number that has the sign
	expected string   // "positive", "a weaker slope"
	says     string   // what was found: "the effect is positive as expected"
	problem  string   // why it does not agree
	note     string   // why it cannot be told
}

// sign is a record's direction: the estimate's, or the effect's for a test that has no estimate; 0 without either, or for an
// omnibus test.
func sign(rec *result.Record) (sign int, value *float64) {
	v := rec.Estimate
	if isOmnibus(rec) {
		return 0, nil
	}
	if v == nil && rec.Effect != nil {
		v = &rec.Effect.Value
	}
	switch {
	case v == nil:
		return 0, nil
	case *v > 0:
		return 1, v
	case *v < 0:
		return -1, v
	}
	return 0, v
}

// signWord says a sign.
func signWord(s int) string {
	return map[int]string{1: "positive", -1: "negative", 0: "zero"}[s]
}

// direction holds a record to the prediction.
func (j *judging) direction(rec *result.Record) way {
	expect := j.Decision.Expect
	s, v := sign(rec)
	switch expect {
	case plan.ExpectPositive, plan.ExpectNegative:
		want := 1
		if expect == plan.ExpectNegative {
			want = -1
		}
		w := way{asked: true, value: v, expected: "a " + string(expect) + " effect"}
		switch {
		case v == nil:
			w.note = "an omnibus test has no direction"
			w.problem = w.note + "; a contrast of two levels has one"
			w.says = w.note
		case s == want:
			w.agrees = true
			w.says = "the effect is " + signWord(s) + " as expected"
		default:
			w.opposite = s != 0
			w.says = "the effect is " + signWord(s)
			w.problem = w.says + " where " + string(expect) + " was expected"
		}
		return w
	case plan.ExpectAmplify, plan.ExpectAttenuate, plan.ExpectReverse:
		return slopes(expect, rec)
	case plan.ExpectVaries:
		return way{says: "the slopes differ as expected"}
	case plan.ExpectNonzero:
		return way{says: "the effect is not zero, as expected" + bracket(word(v != nil, signWord(s), ""))}
	}
	return way{says: "the effect is not zero, and no direction was predicted" + bracket(word(v != nil, signWord(s), ""))}
}

// slopes judges a prediction relative to the slope at the moderator's low end. The interaction coefficient says whether the slope
// rises or falls towards the high end; a slope is clear when its 95% interval leaves out 0.
//
//	amplify    the interaction has the sign of the low end's slope, and the high end's slope is clear; opposite when
//	           the low end's slope is clear and the interaction goes against it
//	attenuate  the low end's slope is clear, the interaction goes against it, and the high end's slope is not clearly on the
//	           other side; opposite when the interaction goes with a clear slope, or carries it clearly past 0
//	reverse    both slopes are clear and on different sides; opposite when both are clear and on the same side
//
// What is neither is not settled: the data do not say where the slope starts, or where it ends.
func slopes(expect plan.Expect, rec *result.Record) way {
	w := way{asked: true, expected: map[plan.Expect]string{
		plan.ExpectAmplify: "a stronger slope", plan.ExpectAttenuate: "a weaker slope", plan.ExpectReverse: "a reversed slope"}[expect]}
	b, v := sign(rec)
	w.value = v
	if v == nil || rec.Slopes == nil || rec.Slopes.Low == nil || rec.Slopes.High == nil {
		w.note = "the slopes at the moderator's ends are not in the result"
		if v == nil {
			w.note = "an omnibus interaction has no low and high end"
		}
		w.problem, w.says = w.note, w.note
		return w
	}
	low, high := *rec.Slopes.Low, *rec.Slopes.High
	if s := step(low, high); s != 0 && s != b { // a product can be coded either way; the slopes themselves say what happens
		b = s
	}
	numbers := "from " + number(low.Slope) + " at " + low.At + " to " + number(high.Slope) + " at " + high.At
	lowClear, highClear := clear(low), clear(high)
	with := b == signOf(low.Slope) && b != 0
	against := b == -signOf(low.Slope) && b != 0
	crossed := signOf(low.Slope)*signOf(high.Slope) < 0
	switch expect {
	case plan.ExpectAmplify:
		w.agrees = with && highClear
		w.opposite = against && lowClear
	case plan.ExpectAttenuate:
		w.agrees = against && lowClear && !(crossed && highClear)
		w.opposite = with && highClear || against && lowClear && crossed && highClear
	case plan.ExpectReverse:
		w.agrees = lowClear && highClear && crossed
		w.opposite = lowClear && highClear && !crossed
	}
	moves := "the slope goes " + numbers
	w.says = moves
	if w.agrees {
		w.says = "the slope " + map[plan.Expect]string{
			plan.ExpectAmplify: "grows", plan.ExpectAttenuate: "weakens", plan.ExpectReverse: "reverses"}[expect] + " as expected, " + numbers
	}
	switch {
	case w.opposite:
		w.problem = moves + " where " + w.expected + " was expected"
	case !lowClear && !highClear:
		w.problem = moves + ", neither clearly different from 0"
	case !lowClear:
		w.problem = moves + ", and the first is not clearly different from 0"
	default:
		w.problem = moves + ", and the second is not clearly different from 0"
	}
	return w
}

func clear(s result.Slope) bool { return s.Low > 0 || s.High < 0 }

func signOf(v float64) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// step is the sign of the change from the low to the high end.
func step(low, high result.Slope) int { return signOf(high.Slope - low.Slope) }

// sameInHoldout is the condition that a criterion on the holdout brings: the same direction in both parts. Nil without one. A
// predicted absence has no direction to keep and does not come here.
func (j *judging) sameInHoldout() *judged {
	asked := false
	for _, c := range j.Decision.Criteria {
		asked = asked || c.On == plan.Holdout
	}
	if !asked {
		return nil
	}
	out := &judged{Criterion: result.Criterion{Text: "same direction on train and holdout"}}
	if j.Holdout.Status != result.OK {
		out.Note = "there is no result on the holdout"
		return out // the criterion itself says why
	}
	a, x := sign(j.Record)
	b, y := sign(j.Holdout)
	if x != nil && y != nil {
		out.Holds, out.Value = a == b && a != 0, y
		out.says = "the direction is " + word(out.Holds, "the same", "another") + " on the holdout (" + number(*x) + " and " + number(*y) + ")"
		return out
	}
	rho, ok := sameOrder(j.Record, j.Holdout)
	if !ok {
		out.Note = "the two results have no groups in common to order"
		out.says = "the holdout cannot be compared, " + out.Note
		return out
	}
	out.Holds, out.Value = rho > 0, &rho
	out.says = "the groups' order is " + word(out.Holds, "kept", "not kept") + " on the holdout (rank correlation " + number(rho) + ")"
	return out
}

// sameOrder is the rank correlation of the groups' slopes or adjusted differences, or of their means or shares where a test has
// neither, over the groups that both results have.
func sameOrder(a, b *result.Record) (float64, bool) {
	x, y := groupValues(a), groupValues(b)
	var u, v []float64
	var names []string
	for name := range x {
		if _, ok := y[name]; ok {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		u, v = append(u, x[name]), append(v, y[name])
	}
	if len(u) < 2 {
		return 0, false
	}
	return correlate(ranks(u), ranks(v))
}

// groupValues maps groups to their slopes, or terms with the reference's own as 0 to their differences, or groups to their values. The
// reference need not be one in two results: a level that only one of them has rows of may come first.
func groupValues(rec *result.Record) map[string]float64 {
	out := map[string]float64{}
	if rec.Slopes != nil && len(rec.Slopes.Groups) > 0 {
		for _, s := range rec.Slopes.Groups {
			out[s.At] = s.Slope
		}
		return out
	}
	if len(rec.Coefficients) > 0 {
		for _, c := range rec.Coefficients {
			out[c.Term] = c.Estimate
		}
		out[referenceTerm(rec)] = 0
		return out
	}
	for _, l := range rec.Levels {
		switch {
		case l.Mean != nil:
			out[l.Value] = *l.Mean
		case l.Share != nil:
			out[l.Value] = *l.Share
		}
	}
	return out
}

// referenceTerm is what the reference's coefficient would be called beside `g[b]` or `x:g[b]`; empty for a term of two factors.
func referenceTerm(rec *result.Record) string {
	term := rec.Coefficients[0].Term
	from, to := strings.Index(term, "["), strings.LastIndex(term, "]")
	if from < 0 || to < from || strings.Count(term, "[") != 1 {
		return ""
	}
	return term[:from+1] + rec.Reference + term[to:]
}

// ranks are average ranks.
func ranks(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, a := range x {
		for _, b := range x {
			switch {
			case b < a:
				out[i]++
			case b == a:
				out[i] += 0.5
			}
		}
	}
	return out
}

func correlate(x, y []float64) (float64, bool) {
	n := float64(len(x))
	var mx, my, xx, yy, xy float64
	for i := range x {
		mx, my = mx+x[i]/n, my+y[i]/n
	}
	for i := range x {
		xx, yy, xy = xx+(x[i]-mx)*(x[i]-mx), yy+(y[i]-my)*(y[i]-my), xy+(x[i]-mx)*(y[i]-my)
	}
	if xx == 0 || yy == 0 {
		return 0, false
	}
	return xy / math.Sqrt(xx*yy), true
}
