package loop

import (
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
		rec, err := l.engine(ctx, l.data.Train, &spec, part)
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

// halves are the rows of the two parts of the replication split: in every stratum, and among the rows that are in none, the share is exact up to one row.
// Those of the last variables are kept.
func (l *Loop) halves(ctx context.Context, by *plan.Variable) ([2]table.Bitmap, error) {
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
			return [2]table.Bitmap{}, err
		}
		for i := range stratum {
			if f.Valid.Get(i) {
				stratum[i] = 1 + int(f.Codes.At(i))
			}
		}
	}
	left := make([]float64, 1+slices.Max(append(stratum, 0))) // of a stratum's rows for the second part
	for _, s := range stratum {
		left[s]++
	}
	for s, n := range left {
		left[s] = math.Round(e.SplitShare * n)
	}
	h := halved{name, [2]table.Bitmap{table.NewBitmap(t.Rows, true), table.NewBitmap(t.Rows, false)}}
	for _, i := range rand.New(rand.NewPCG(uint64(e.SplitSeed), 0)).Perm(t.Rows) {
		if s := stratum[i]; left[s] > 0 {
			left[s]--
			h.parts[0].Clear(i)
			h.parts[1].Set(i)
		}
	}
	const most = 64
	l.replication = append(l.replication[max(0, len(l.replication)-most+1):], h)
	return h.parts, nil
}

// halved is the rows of the parts of a replication split.
type halved struct {
	by    string // the variable whose levels are its strata
	parts [2]table.Bitmap
}
