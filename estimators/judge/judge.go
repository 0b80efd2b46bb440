// Package judge turns results into verdicts: what a hypothesis' own prediction, floor and decision make of its numbers.
//
// # Rules
//
// Without `decide`, a hypothesis is supported when p < 0.05, its magnitude is at least the floor (DefaultFloor when none is
// written) and its direction agrees with `expect`; refuted when the direction is opposite at p < 0.05, or when the 90% interval of
// the effect lies inside the floor; else inconclusive. In a family, q < the family's alpha stands for p < 0.05: that is what
// declaring one means.
//
// With `decide`, every criterion must hold, the direction must agree, and a written floor must be reached (the default floor
// belongs to the default rule). The criteria on p and q that ask for a small value also say what an opposite direction needs to refute;
// without any, p < 0.05.
//
// A criterion `on holdout` asks for the same direction in both parts. For a test without sign that is the same order of the
// groups: a positive rank correlation of their adjusted means or slopes.
//
// `expect null` and `expect uniform` reverse the burden: supported when the 90% interval lies inside the floor (two one-sided tests
// at 0.05; for an omnibus test its one-sided counterpart on the noncentral distribution), refuted when the effect is at
// least the floor and p < 0.05. There p and q in a criterion are those of the equivalence test, since they are the claim's.
//
// Nothing here touches an estimate.
package judge

import (
	"errors"
	"fmt"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Level is the level of the default rule and of every equivalence test, whose interval is at 1 - 2 Level.
const Level = 0.05

// DefaultFloor is the floor where none is written.
var DefaultFloor = plan.Floor{Measure: "r", Value: 0.03}

// The errors of a decision that cannot be judged as it is declared; the checker finds them before a run. What only the data
// decide (a measure that the routed test has not, a refused holdout) is no error: the criterion does not hold, with a note.
var (
	ErrNoFamily  = errors.New("q needs a family")
	ErrNoQ       = errors.New("the family's q was not computed before the verdict")
	ErrNoFloor   = errors.New("a predicted absence needs a floor")
	ErrBadFloor  = errors.New("not a floor")
	ErrNoHoldout = errors.New("a criterion asks for the holdout, and there is no result on it")
	ErrQuantity  = errors.New("no such quantity or comparison")
)

// Rival is a competing explanation as run, or words only. Controlled is the claim with the rival's variables added to its
// controls, on the same rows where possible.
type Rival struct {
	Name       string
	Text       string
	Result     *result.Record
	Controlled *result.Record
}

// Input is what a verdict is made from. Record is the claim's result (on the train part of a split), with q and family set by
// AdjustFamily when it is in one; Holdout its result on the holdout when a criterion asks for it. Moderators are the results of the
// study's interactions and heterogeneities of the same outcome and exposure, with their slopes.
type Input struct {
	Decision   plan.Decision
	Record     *result.Record
	Holdout    *result.Record
	Rivals     []Rival
	Moderators []*result.Record
}

// Judgement is the verdict with the numbers made on the way.
type Judgement struct {
	Verdict     result.Verdict
	Equivalence *result.Equivalence
	Detectable  *result.Detectable
	Holdout     *result.Summary
	Rivals      []result.Rival
}

// Write stores a judgement in its record.
func (j *Judgement) Write(rec *result.Record) {
	rec.Verdict = &j.Verdict
	rec.Equivalence, rec.Detectable, rec.Holdout, rec.Rivals = j.Equivalence, j.Detectable, j.Holdout, j.Rivals
}

// judging is one verdict in the making.
type judging struct {
	Input
	floor    plan.Floor
	written  bool  // the floor is written in the study
	size     *Size // on the floor's measure
	sizeErr  error
	explicit bool // the study has a `decide`
	out      *Judgement
	criteria []judged
}

// judged is a criterion with what the refutation asks of it.
type judged struct {
	result.Criterion
	says     string // the criterion with its number, for the reason
	evidence bool   // asks for a small p or q on the train part
}

// Judge gives the verdict. Errors are ErrNoFamily, ErrNoQ, ErrNoFloor, ErrBadFloor, ErrNoHoldout and ErrQuantity, wrapped with the claim.
func Judge(in Input) (*Judgement, error) {
	j := &judging{Input: in, floor: DefaultFloor, explicit: len(in.Decision.Criteria) > 0, out: &Judgement{}}
	if f := in.Decision.Floor; f != nil {
		j.floor, j.written = *f, true
	}
	if err := j.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", in.Record.Claim, err)
	}
	j.rivals()
	if in.Holdout != nil {
		j.out.Holdout = in.Holdout.Summary()
	}
	switch in.Record.Status {
	case result.Blocked:
		needs := in.Record.Needs
		if needs == "" {
			needs = in.Decision.Needs
		}
		j.verdict(result.BlockedYet, "The data do not exist yet"+bracket(needs)+".")
		return j.out, nil
	case result.Refused:
		reason := "There is no number to judge."
		if r := in.Record.Refusal; r != nil {
			reason = "There is no number to judge: " + stop(r.Message)
		}
		j.verdict(result.None, reason)
		return j.out, nil
	}
	if j.floor.Value >= 0 {
		j.size, j.sizeErr = Measure(in.Record, j.floor.Measure)
	}
	if j.sizeErr == nil {
		j.out.Equivalence, _ = j.size.Equivalence(j.floor.Value)
		j.out.Detectable, _ = Detectable(in.Record, j.floor.Measure)
	}
	j.evaluate()
	if in.Decision.Expect == plan.ExpectNull || in.Decision.Expect == plan.ExpectUniform {
		j.absence()
	} else {
		j.presence()
	}
	for _, c := range j.criteria {
		j.out.Verdict.Criteria = append(j.out.Verdict.Criteria, c.Criterion)
	}
	return j.out, nil
}

func (j *judging) verdict(v result.Value, reason string) {
	j.out.Verdict.Value, j.out.Verdict.Reason = v, reason
}

// absent tells whether the prediction is one of absence.
func absent(e plan.Expect) bool { return e == plan.ExpectNull || e == plan.ExpectUniform }

// check finds what is wrong with the declaration.
func (j *judging) check() error {
	d := j.Decision
	if absent(d.Expect) && d.Floor == nil {
		return fmt.Errorf("expect %s: %w", d.Expect, ErrNoFloor)
	}
	if f := d.Floor; f != nil {
		switch f.Measure {
		case "odds", "rr":
			if !(f.Value > 0) {
				return fmt.Errorf("floor %s >= %s: %w: a ratio is above 0", f.Measure, plain(f.Value), ErrBadFloor)
			}
		case "r", "beta", "d", "md", "rd", "eta2":
			if !(f.Value >= 0) {
				return fmt.Errorf("floor %s >= %s: %w: it is a size, without sign", f.Measure, plain(f.Value), ErrBadFloor)
			}
		default:
			return fmt.Errorf("floor %s: %w: the measures are r, beta, d, md, odds, rr, rd and eta2", f.Measure, ErrBadFloor)
		}
	}
	estimated := j.Record.Status == result.OK
	if d.Family != "" && estimated && j.Record.Family == nil && !j.explicit {
		return fmt.Errorf("under %s: %w", d.Family, ErrNoQ)
	}
	for _, c := range d.Criteria {
		switch c.Quantity {
		case "p", "q", "effect", "n", "coverage", "bf", "e":
		default:
			return fmt.Errorf("decide %s: %w", c.Quantity, ErrQuantity)
		}
		switch c.Op {
		case "=", "!=", "<", "<=", ">", ">=":
		default:
			return fmt.Errorf("decide %s %s: %w", c.Quantity, c.Op, ErrQuantity)
		}
		if c.Quantity == "q" && d.Family == "" {
			return fmt.Errorf("decide %s: %w", criterionText(c), ErrNoFamily)
		}
		if c.On == plan.Holdout && j.Holdout == nil && estimated {
			return fmt.Errorf("decide %s: %w", criterionText(c), ErrNoHoldout)
		}
		if part := j.part(c); c.Quantity == "q" && part != nil && part.Status == result.OK && part.Family == nil {
			return fmt.Errorf("decide %s: %w", criterionText(c), ErrNoQ)
		}
	}
	return nil
}

// part is the record that a criterion is about.
func (j *judging) part(c plan.Criterion) *result.Record {
	if c.On == plan.Holdout {
		return j.Holdout
	}
	return j.Record
}

// ClaimP is the p-value of what a hypothesis claims: of the test of no effect, or for a predicted absence of the equivalence
// test against its floor. Families adjust these. The error is ErrNoFloor, or *Unavailable.
func ClaimP(d plan.Decision, rec *result.Record) (dist.Tail, error) {
	if !absent(d.Expect) {
		return tail(rec)
	}
	if d.Floor == nil {
		return dist.Tail{}, fmt.Errorf("expect %s: %w", d.Expect, ErrNoFloor)
	}
	s, err := Measure(rec, d.Floor.Measure)
	if err != nil {
		return dist.Tail{}, err
	}
	return s.EquivalenceP(d.Floor.Value)
}
