package moments

import "context"

// keptColumns are the positions of the kept columns in the eliminated matrix, the intercept (0) first.
func (sol *Solution) keptColumns() []int {
	var at []int
	for j, keep := range sol.kept {
		if keep && j < len(sol.kept)-1 {
			at = append(at, j)
		}
	}
	return at
}

// unit turns the coefficient at a position of the matrix into one on the scale of the data.
func (sol *Solution) unit(j int) float64 {
	outcome := sol.sums.v.scale[len(sol.sums.v.scale)-1]
	if j == 0 {
		return 1 / outcome
	}
	return sol.columns[j-1].unit / outcome
}

// eachRow calls fn for every row of the model with the values of the design columns at (positions as in keptColumns) and of
// the outcome, centered and scaled as in the pass. fn must not keep x.
func (sol *Solution) eachRow(ctx context.Context, m *Model, at []int, fn func(i int, x []float64, outcome float64)) error {
	s := sol.sums
	u, x := make([]float64, s.width), make([]float64, len(at))
	cell := make([]int32, 1)
	for i := range m.Length {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if !in(m.Rows, i) {
			continue
		}
		s.cells.fill(m, i, cell)
		s.row(i, u)
		for a, j := range at {
			x[a] = 1
			if j > 0 {
				x[a] = sol.columns[j-1].value(s, int(cell[0]), u)
			}
		}
		fn(i, x, u[s.width-1])
	}
	return nil
}

// row writes the vectors of row i.
func (s *Sums) row(i int, u []float64) {
	for k, values := range s.v.values {
		at := k
		if k == len(s.v.values)-1 {
			at = s.width - 1
		}
		u[at] = (values[i] - s.v.center[k]) * s.v.scale[k]
	}
	for j, p := range s.v.products {
		u[len(s.v.values)-1+j] = u[p[0]] * u[p[1]]
	}
}

// value is the design column in a row of cell c with vectors u.
func (col *column) value(s *Sums, c int, u []float64) float64 {
	switch {
	case col.inCells && !col.holds(s, c):
		return 0
	case col.vector < 0:
		return 1
	}
	return u[col.vector]
}
