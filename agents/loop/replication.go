package loop

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

// replicated tells whether both parts of a further split of the explored rows show the effect: the same sign and a small p. The split is stratified
// by the claim's groups, so that a small group is in both parts by its share.
func (l *Loop) replicated(ctx context.Context, c *Compiled, n int64) (bool, error) {
	e := l.cfg.Evaluator
	if n < e.SplitRows {
		return false, nil
	}
	var signs []float64
	parts, err := l.halves(ctx, strata(c.Spec))
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

// strata is the variable whose levels a claim compares: its groups, or the first of its variables that is no number; nil without one.
func strata(s *plan.Spec) *plan.Variable {
	for _, v := range []*plan.Variable{s.Groups, s.Moderator, s.Exposure, s.Outcome} {
		if v != nil && !v.Type.NumericLike() {
			return v
		}
	}
	return nil
}

// halves are the parts of the replication split: in every stratum, and among the rows that are in none, the share is exact up to one row. Those of the
// last few variables are kept.
func (l *Loop) halves(ctx context.Context, by *plan.Variable) ([]*table.Table, error) {
	name := ""
	if by != nil {
		name = by.Name
	}
	for _, h := range l.replication {
		if h.by == name {
			return h.parts, nil
		}
	}
	t, e := l.data.Train, l.cfg.Evaluator
	stratum := make([]int, t.Rows) // 0: in none
	if by != nil {
		f, err := rows.Factor(ctx, t, by)
		if err != nil {
			return nil, err
		}
		for i := range stratum {
			if f.Valid.Get(i) {
				stratum[i] = 1 + int(f.Codes.At(i))
			}
		}
	}
	second := table.NewBitmap(t.Rows, false)
	order := rand.New(rand.NewPCG(uint64(e.SplitSeed), 0)).Perm(t.Rows)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(stratum[a], stratum[b]) })
	for from := 0; from < len(order); {
		to := from
		for to < len(order) && stratum[order[to]] == stratum[order[from]] {
			to++
		}
		for _, i := range order[from : from+int(math.Round(e.SplitShare*float64(to-from)))] {
			second.Set(i)
		}
		from = to
	}
	first := table.NewBitmap(t.Rows, false)
	for i := range t.Rows {
		if !second.Get(i) {
			first.Set(i)
		}
	}
	const most = 4
	h := halved{name, []*table.Table{t.Select(first), t.Select(second)}}
	l.replication = append(l.replication[max(0, len(l.replication)-most+1):], h)
	return h.parts, nil
}

// halved is the parts of a replication split.
type halved struct {
	by    string // the variable whose levels are its strata
	parts []*table.Table
}
