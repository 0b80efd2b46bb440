package moments

import (
	"context"

	"github.com/hyp-lang/hyp/estimators/table"
)

// Group is the outcome's moments in one level of a factor: rows, mean and sum of squared deviations. Centered is the mean less
// a center that all groups share: differences of it keep the digits that an offset takes from differences of means.
type Group struct {
	N        int64
	Mean     float64
	Centered float64
	Squares  float64
}

// Groups computes the moments of x in each level of f over rows, in the exact pass when the fast one loses digits.
func Groups(ctx context.Context, length int, rows table.Bitmap, x *table.Numeric, f Factor) ([]Group, error) {
	m := &Model{Length: length, Rows: rows, Outcome: x, Factors: []Factor{f}, Terms: []Term{{Factors: []int{0}}}}
	for _, exact := range []bool{length*4 < exactBelow, true} {
		s, err := m.reduce(ctx, m.layout(), exact)
		if err != nil {
			return nil, err
		}
		out, loss := s.groups(0, f.K)
		if exact || loss > lossLimit {
			return out, nil
		}
	}
	return nil, nil
}

// Groups are the outcome's unweighted moments in each of the k levels of a factor of the model, from the pass that fitted it. It
// returns nil for a weighted model, whose pass has no unweighted sums, and where that pass lost digits: then the function Groups
// has to look at the rows.
func (sol *Solution) Groups(m *Model, factor int) []Group {
	if m.Weights != nil {
		return nil
	}
	out, loss := sol.sums.groups(factor, m.Factors[factor].K)
	if !sol.sums.exact && loss < lossLimit {
		return nil
	}
	return out
}

// groups adds up the cells of each level. The loss is the worst ratio of a sum of squares about its mean to the raw one.
func (s *Sums) groups(factor, k int) (out []Group, loss float64) {
	last := s.width - 1
	scale, middle := s.v.scale[len(s.v.scale)-1], s.v.center[len(s.v.center)-1]
	count, sum, raw := make([]int64, k), make([]dd, k), make([]dd, k)
	for c := range s.cells.n {
		level := s.cells.levels[factor][c]
		count[level] += s.count[c]
		sum[level] = sum[level].add(s.first[c*s.width+last])
		raw[level] = raw[level].add(s.square[c])
	}
	out = make([]Group, k)
	loss = 1
	for level := range out {
		if count[level] == 0 {
			continue
		}
		n := dd{float64(count[level]), 0}
		squares := raw[level].sub(sum[level].mul(sum[level]).div(n))
		if s.exact && squares.float() <= min(1e-27, 1e-30*n.h)*raw[level].float() {
			squares = dd{} // one value in all rows: the rest is the rounding of 32 digits
		}
		if raw[level].h > 0 {
			loss = min(loss, squares.float()/raw[level].float())
		}
		centered := sum[level].div(n).scale(1 / scale)
		out[level] = Group{
			N:        count[level],
			Mean:     centered.add(dd{middle, 0}).float(),
			Centered: centered.float(),
			Squares:  max(squares.float(), 0) / scale / scale,
		}
	}
	return out, loss
}
