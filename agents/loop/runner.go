package loop

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/hyp-lang/hyp/agents/score"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/rows"
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
	rec, err := l.engine(ctx, t, &spec)
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

func (l *Loop) engine(ctx context.Context, t *table.Table, spec *plan.Spec) (rec *result.Record, err error) {
	limits, known := engine.Policy(l.cfg.Loop.Limits)
	if !known {
		return nil, fmt.Errorf("there are no limits %q", l.cfg.Loop.Limits)
	}
	for range 1 + l.cfg.Loop.Retries {
		within, cancel := context.WithTimeout(ctx, l.cfg.Loop.Timeout)
		rec, err = engine.Run(within, t, spec, engine.Options{Limits: &limits})
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

// replicated tells whether both parts of a further split of the explored rows show the effect: the same sign and a small p. The rows go to the
// parts by a hash, so that groups are in both by their size.
func (l *Loop) replicated(ctx context.Context, c *Compiled, n int64) (bool, error) {
	e := l.cfg.Evaluator
	if n < e.SplitRows {
		return false, nil
	}
	var signs []float64
	parts, err := l.halves(ctx)
	if err != nil {
		return false, err
	}
	spec := *c.Spec
	spec.Split, spec.Part = nil, ""
	for _, part := range parts {
		rec, err := l.engine(ctx, part, &spec)
		if err != nil {
			return false, err
		}
		if rec.Status != result.OK || rec.P == nil || !(*rec.P < e.SplitP) {
			return false, nil
		}
		if rec.Estimate != nil {
			signs = append(signs, *rec.Estimate)
		}
	}
	return len(signs) < 2 || signs[0]*signs[1] > 0, nil
}

// halves are the parts of the replication split, made once.
func (l *Loop) halves(ctx context.Context) ([]*table.Table, error) {
	if l.replication != nil {
		return l.replication, nil
	}
	split := &plan.Split{Holdout: l.cfg.Evaluator.SplitShare, Seed: l.cfg.Evaluator.SplitSeed}
	var parts []*table.Table
	for _, part := range []plan.Part{plan.Train, plan.Holdout} {
		mask, err := rows.Part(ctx, l.data.Train, split, part)
		if err != nil {
			return nil, err
		}
		parts = append(parts, l.data.Train.Select(mask))
	}
	l.replication = parts
	return parts, nil
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

// sign is that of the estimate; 0 for a test of several coefficients.
func sign(r *result.Record) float64 {
	switch {
	case r.Estimate == nil || *r.Estimate == 0:
		return 0
	case *r.Estimate < 0:
		return -1
	}
	return 1
}

// sameOrder compares tests without a sign: the groups' means, adjusted where there are controls, or their slopes must stand in a like order on
// both parts. That is a correlation above 0 over the groups, each weighing what is known of it: with ranks alone four small groups that hardly
// differ would outvote the large one that does.
func sameOrder(a, b *result.Record) bool {
	if a.Estimate != nil || b.Estimate != nil {
		return true
	}
	x, y := groupValues(a), groupValues(b)
	var w, mx, my float64
	names := slices.Sorted(maps.Keys(x))
	names = slices.DeleteFunc(names, func(g string) bool { _, both := y[g]; return !both })
	if len(names) < 2 {
		return true
	}
	for _, g := range names {
		u := math.Min(x[g].weight, y[g].weight)
		w, mx, my = w+u, mx+u*x[g].value, my+u*y[g].value
	}
	sum := 0.0
	for _, g := range names {
		sum += math.Min(x[g].weight, y[g].weight) * (x[g].value - mx/w) * (y[g].value - my/w)
	}
	return sum > 0
}

// groupValue is a group's mean, difference to the reference, or slope, with its weight: rows, or one over the squared standard error.
type groupValue struct{ value, weight float64 }

func groupValues(r *result.Record) map[string]groupValue {
	out := map[string]groupValue{}
	known := func(se float64) float64 {
		if se > 0 {
			return 1 / (se * se)
		}
		return 0
	}
	switch {
	case r.Slopes != nil && len(r.Slopes.Groups) > 0:
		for _, s := range r.Slopes.Groups {
			out[s.At] = groupValue{s.Slope, known(s.StdError)}
		}
	case len(r.Coefficients) > 0:
		least := math.Inf(1)
		for _, c := range r.Coefficients {
			out[c.Term] = groupValue{c.Estimate, known(c.StdError)}
			least = math.Min(least, c.StdError)
		}
		out[""] = groupValue{0, known(least)} // the reference
	default:
		for _, l := range r.Levels {
			switch {
			case l.Mean != nil:
				out[l.Value] = groupValue{*l.Mean, float64(l.N)}
			case l.Share != nil:
				out[l.Value] = groupValue{*l.Share, float64(l.N)}
			}
		}
	}
	return out
}
