package moments

import "math"

// Coefficient is one coefficient of the fitted design, on the scale of the data. A column that the columns before it
// determine has OK false and no numbers. Another column of the term may then stand for a difference that its levels do not name (to
// the dropped level, say, and not to the reference): Named is false for it.
type Coefficient struct {
	Term     int
	Levels   [2]int // levels of the term's factors, -1 where there is none; a factor's reference has no coefficient
	Estimate float64
	StdError float64
	OK       bool
	Named    bool // the numbers are those of what Levels name, whichever columns are left out
}

// Solution is a fitted model. Sums of squares are on an internal scale: only their ratios have meaning.
type Solution struct {
	N         int64
	Rank      int     // columns kept, intercept included
	DF1       int     // rank of the tested term given the others
	DF2       int     // N - Rank
	F         float64 // Type II F of the tested term (it contains no other term); NaN when a degree of freedom is 0
	Target    []Coefficient
	SS        float64 // of the tested term
	SSE       float64
	SST       float64 // of the outcome about its mean
	Tolerance float64 // 1 - R^2 of the tested column on the other columns; the smallest of those kept of a term with several
	Decrement float64 // explained sum of squares, intercept included: Newton's decrement under a link
	TargetSD  float64 // product of the standard deviations of the tested term's numeric columns, without weights; 0 when it has none
	Loss      float64 // the worst ratio of a pivot to its original diagonal: digits lost are -log10

	estimates []float64 // every design column's coefficient on the internal scale; dropped ones 0
	columns   []column
	kept      []bool      // intercept first
	raw       []float64   // sums of squares of the design's columns, intercept first
	null      [][]float64 // what changes no fitted value, by the dropped columns
	target    [][]float64 // inverse of the tested block given the other columns, kept columns only
	block     [][]float64 // that block itself
	variance  float64     // of a residual; 1 for a likelihood
	matrix    [][]dd      // the eliminated matrix
	sums      *Sums
}

// ResidualSD is the square root of SSE/DF2 on the scale of the data (R's sigma).
func (s *Solution) ResidualSD() float64 {
	return math.Sqrt(s.SSE/float64(s.DF2)) / s.sums.v.scale[len(s.sums.v.scale)-1]
}

// R2 is the share of the outcome's variance that the model takes.
func (s *Solution) R2() float64 { return 1 - s.SSE/s.SST }

const (
	dropTolerance = 1e-12 // 1 - R^2 on the columns before it under which a tested column adds no rank
	exactDrop     = 1e-22 // the same for the other columns in the exact pass: less than that is rounding of the data
	constantRatio = 1e-24 // centered over raw square below which a column is constant
)

// solve eliminates the design column by column (symmetric Gaussian elimination, the sweep of Goodnight 1979) in
// double-double arithmetic.
func (s *Sums) solve(m *Model) *Solution { return s.solveKeeping(m, nil) }

// solveKeeping is solve with the columns to keep already decided (intercept first), when decided is not nil.
func (s *Sums) solveKeeping(m *Model, decided []bool) *Solution {
	cols := s.design(m)
	a := s.assemble(cols)
	p := len(cols) + 2
	last := p - 1
	raw := make([]float64, p)
	for j := range p {
		raw[j] = a[j][j].float()
	}
	sol := &Solution{N: s.N, columns: cols, Tolerance: 1, Loss: 1}
	kept := make([]bool, p)
	centered := make([]float64, p)
	tested := len(m.Terms) - 1
	for j := range last {
		d := a[j][j]
		if j > 0 {
			ratio := d.float() / centered[j]
			constant := centered[j] <= constantRatio*raw[j] || raw[j] <= 0
			if constant {
				ratio = 0
			}
			sol.Loss = min(sol.Loss, max(d.float(), 0)/max(raw[j], math.SmallestNonzeroFloat64))
			tolerance := dropTolerance
			if s.exact && cols[j-1].term != tested {
				tolerance = exactDrop
			}
			if decided != nil && !decided[j] || decided == nil && !(ratio >= tolerance) {
				continue
			}
		}
		if !(d.h > 0) {
			continue
		}
		kept[j] = true
		sol.Rank++
		sol.Decrement += a[j][last].mul(a[j][last]).div(d).float()
		target := j > 0 && cols[j-1].term == tested
		if target {
			sol.DF1++
			sol.Tolerance = min(sol.Tolerance, d.float()/centered[j])
			sol.SS += a[j][last].mul(a[j][last]).div(d).float()
		}
		for i := j + 1; i < p; i++ {
			if a[j][i].h == 0 {
				continue
			}
			f := a[j][i].div(d)
			for k := i; k < p; k++ {
				a[i][k] = a[i][k].sub(f.mul(a[j][k]))
			}
		}
		if j == 0 {
			for i := 1; i < p; i++ {
				centered[i] = a[i][i].float()
			}
			sol.SST = centered[last]
		}
	}
	sol.SSE = max(a[last][last].float(), 0)
	sol.Loss = min(sol.Loss, sol.SSE/max(raw[last], math.SmallestNonzeroFloat64))
	sol.DF2 = int(s.N) - sol.Rank
	sol.F = sol.SS / float64(sol.DF1) / (sol.SSE / float64(sol.DF2))
	if m.Weights == nil && s.N > 1 {
		sol.TargetSD = s.deviations(m.Terms[tested].Columns, cols, centered)
	}
	sol.kept, sol.matrix, sol.sums, sol.raw = kept, a, s, raw
	sol.null = sol.nothings()
	sol.estimates = backSubstitute(a, kept)
	sol.finish(s, m, a, kept, tested)
	return sol
}

// deviations multiplies the standard deviations of columns, each of which stands in the design by itself.
func (s *Sums) deviations(columns []int, cols []column, centered []float64) float64 {
	if len(columns) == 0 {
		return 0
	}
	product := 1.0
	for _, c := range columns {
		for j, col := range cols {
			if !col.inCells && col.vector == c {
				product *= math.Sqrt(max(centered[j+1], 0)/float64(s.N-1)) / s.v.scale[c]
				break
			}
		}
	}
	return product
}

// backSubstitute solves the eliminated system for every kept column; entry 0 is the intercept on centered vectors.
func backSubstitute(a [][]dd, kept []bool) []float64 {
	last := len(a) - 1
	x := make([]dd, last)
	for j := last - 1; j >= 0; j-- {
		if !kept[j] {
			continue
		}
		t := a[j][last]
		for k := j + 1; k < last; k++ {
			if kept[k] {
				t = t.sub(a[j][k].mul(x[k]))
			}
		}
		x[j] = t.div(a[j][j])
	}
	out := make([]float64, last)
	for j := range x {
		out[j] = x[j].float()
	}
	return out
}

// finish makes the tested term's coefficients: the term stands last, so its block of the inverse needs no other column.
func (sol *Solution) finish(s *Sums, m *Model, a [][]dd, kept []bool, tested int) {
	outcome := s.v.scale[len(s.v.scale)-1]
	variance := sol.SSE / float64(sol.DF2)
	sol.variance = variance
	var at []int
	for j, col := range sol.columns {
		if col.term == tested && kept[j+1] {
			at = append(at, j+1)
		}
	}
	inverse := invertFactor(a, at)
	sol.target, sol.block = inverse, factorProduct(a, at)
	k := 0
	for j, col := range sol.columns {
		if col.term != tested {
			continue
		}
		c := Coefficient{Term: tested, Levels: [2]int{int(col.levels[0]), int(col.levels[1])}}
		for i, f := range col.factors {
			if f < 0 {
				c.Levels[i] = -1
			}
		}
		if kept[j+1] {
			c.OK, c.Named = true, sol.estimable(map[int]float64{j + 1: 1})
			c.Estimate = sol.estimates[j+1] * col.unit / outcome
			c.StdError = math.Sqrt(variance*inverse[k][k]) * col.unit / outcome
			k++
		}
		sol.Target = append(sol.Target, c)
	}
}

// invertFactor is the inverse of the block of columns at, which the elimination left as U'D^-1U in its rows.
func invertFactor(a [][]dd, at []int) [][]float64 {
	k := len(at)
	// r is the inverse of the unit upper triangle: U = D R^-1.
	r := make([][]dd, k)
	for i := range r {
		r[i] = make([]dd, k)
		r[i][i] = dd{1, 0}
	}
	for i := k - 1; i >= 0; i-- {
		d := a[at[i]][at[i]]
		for j := i + 1; j < k; j++ {
			var t dd
			for l := i + 1; l <= j; l++ {
				t = t.add(a[at[i]][at[l]].mul(r[l][j]))
			}
			r[i][j] = t.div(d).neg()
		}
	}
	out := make([][]float64, k)
	for i := range out {
		out[i] = make([]float64, k)
	}
	for i := range k {
		for j := i; j < k; j++ {
			var t dd
			for l := j; l < k; l++ {
				t = t.add(r[i][l].mul(r[j][l]).div(a[at[l]][at[l]]))
			}
			out[i][j], out[j][i] = t.float(), t.float()
		}
	}
	return out
}

// factorProduct multiplies the eliminated rows back: the block of columns at, given all columns before them.
func factorProduct(a [][]dd, at []int) [][]float64 {
	out := make([][]float64, len(at))
	for i := range out {
		out[i] = make([]float64, len(at))
	}
	for i := range at {
		for j := i; j < len(at); j++ {
			var t dd
			for l := range i + 1 {
				row := a[at[l]]
				t = t.add(row[at[i]].mul(row[at[j]]).div(row[at[l]]))
			}
			out[i][j], out[j][i] = t.float(), t.float()
		}
	}
	return out
}
