package loop

import (
	"context"
	"fmt"
	"math"

	"github.com/hyp-lang/hyp/agents/score"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
)

// execute is Runner.Execute: the result of a claim on a part of the data, by the engine. An execution that fails is tried again; one
// that takes too long is not. The record is that of `hyp run` on the same split, without the time that it took, which is no
// part of a finding.
func (l *Loop) execute(ctx context.Context, c *Compiled, t *table.Table, part plan.Part) (*result.Record, error) {
	spec := *c.Spec
	if spec.Split != nil { // the table holds the rows of the part
		spec.Split, spec.Part = nil, ""
	}
	rec, err := l.engine(ctx, t, &spec, nil)
	if err != nil {
		return nil, err
	}
	rec.Name, rec.Claim, rec.Specification, rec.Estimand = c.Name, c.Claim, c.Spec.Specification, c.Spec.Estimand
	rec.ID, rec.NTotal = rec.Specification, int64(l.data.Rows)
	if c.Spec.Split != nil {
		rec.Part = string(part)
	}
	if l.opt.Private {
		discreet(rec)
	}
	return rec, nil
}

func (l *Loop) engine(ctx context.Context, t *table.Table, spec *plan.Spec, only table.Bitmap) (rec *result.Record, err error) {
	limits, known := engine.Policy(l.cfg.Loop.Limits)
	if !known {
		return nil, fmt.Errorf("there are no limits %q", l.cfg.Loop.Limits)
	}
	for range 1 + l.cfg.Loop.Retries {
		within, cancel := context.WithTimeout(ctx, l.cfg.Loop.Timeout)
		rec, err = engine.Run(within, t, spec, engine.Options{Limits: &limits, Rows: only})
		late := within.Err()
		cancel()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil:
			rec.ElapsedMS = 0
			return rec, nil
		case late != nil:
			return nil, fmt.Errorf("no result within %v", l.cfg.Loop.Timeout)
		}
	}
	return nil, err
}

// magnitude is a result's effect on the scale of the policy: the common scale of |r|, or for the paper's the effect as it is.
func (l *Loop) magnitude(rec *result.Record) float64 {
	if l.cfg.Loop.Limits == "paper" && rec.Effect != nil {
		return math.Abs(rec.Effect.Value)
	}
	if rec.Magnitude == nil {
		return 0
	}
	return *rec.Magnitude
}

// evaluate is Evaluator.Score: the validity of a result on the rows that are explored.
func (l *Loop) evaluate(ctx context.Context, c *Compiled, rec *result.Record) (float64, error) {
	e := l.cfg.Evaluator
	x := score.Evidence{P: math.NaN(), Magnitude: l.magnitude(rec), N: rec.N}
	if rec.P != nil {
		x.P = *rec.P
	}
	for _, w := range rec.Warnings {
		x.Review = x.Review || w.Severity == "review"
		x.Material = x.Material || w.Severity == "material"
	}
	if x.P < e.PMin && e.SplitShare > 0 {
		replicated, err := l.replicated(ctx, c, rec.N)
		if err != nil {
			return 0, err
		}
		x.NotReplicated = !replicated
	}
	return e.Validity(x), nil
}

// confirm is the one verdict of the holdout on an estimand: p at most the online rule's level, the same sign, a magnitude of at least the floor, and
// of at least a share of what the explored rows showed.
func (l *Loop) confirm(ctx context.Context, c *Compiled, train *result.Record) (*objection, error) {
	if l.data.Holdout == nil {
		return nil, nil
	}
	rec, err := l.execute(ctx, c, l.data.Holdout, plan.Holdout)
	if err != nil {
		return nil, err
	}
	row, err := l.ask(c, rec)
	if err != nil {
		return nil, err
	}
	l.state.Counts.Tested++
	verdict := &result.Verdict{Value: result.Supported}
	ok := true
	hold := func(text string, value float64, holds bool) {
		verdict.Criteria = append(verdict.Criteria, result.Criterion{Text: text, Value: &value, Holds: holds})
		ok = ok && holds
	}
	if rec.Status != result.OK {
		return &objection{codeUnconfirmed, "the holdout refuses it: " + rec.Refusal.Message}, nil
	}
	cfg := l.cfg.Confirm
	p := 1.0
	if rec.P != nil {
		p = *rec.P
	}
	before, after := l.magnitude(train), l.magnitude(rec)
	hold(fmt.Sprintf("p <= %.3g on holdout (%s)", *row.Level, l.rule.Name()), p, *row.Rejected)
	hold(fmt.Sprintf("magnitude >= %v on both parts", cfg.Floor), math.Min(before, after), math.Min(before, after) >= cfg.Floor)
	hold(fmt.Sprintf("magnitude on holdout >= %v of train's", cfg.Ratio), after/before, after >= cfg.Ratio*before)
	if train.Estimate != nil {
		hold("the same sign on holdout", sign(rec), sign(rec)*sign(train) >= 0)
	} else {
		same := sameOrder(train, rec)
		order := -1.0
		if same {
			order = 1
		}
		hold("groups in the same order on holdout", order, same)
	}
	train.Holdout, train.Verdict = rec.Summary(), verdict
	why := ""
	for _, x := range verdict.Criteria {
		if !x.Holds {
			why = fmt.Sprintf("%s, and it is %s", x.Text, report.Number(*x.Value))
			break
		}
	}
	if !ok {
		verdict.Value, verdict.Reason = result.Inconclusive, why
		return &objection{codeUnconfirmed, why}, nil
	}
	verdict.Reason = fmt.Sprintf("the rows that were set aside show it too: p = %s, at most %s by %s; magnitude %s, on the explored rows %s",
		report.Number(p), report.Number(*row.Level), l.rule.Name(), report.Number(after), report.Number(before))
	return nil, nil
}
