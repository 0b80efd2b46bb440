// Package moments is the one way to every least-squares number: it reduces rows to grouped sums of products in one
// pass and solves every coefficient, F test and information matrix from those sums.
//
// A model is an outcome and terms; a term is a numeric column, a factor, or a product of two. The rows are read once, in
// blocks that stay in the first-level cache, by all cores. Factors are never expanded into dummy columns: the pass keeps,
// for each cell (each combination of factor levels), the count and the sums of the numeric columns, and products by
// cell only where a factor meets a slope. The Gram matrix of the full treatment-coded design is assembled from cells
// afterwards, which costs cells times a small square and no row.
//
// Every column is centered at a value near its mean and scaled by a power of two before it is multiplied, so that an offset
// of 1e9 or values of 1e150 cost no digits. Two passes exist: a fast one in float64, and an exact one in double-double
// arithmetic (about 32 digits). Fit takes the fast one for many rows and repeats in the exact one whenever elimination
// lost more than five digits (a near-collinear design, an offset, R^2 above .99999); small problems go to the exact
// pass at once. The split into parts does not depend on the number of cores, so results are the same everywhere.
package moments

import (
	"context"
	"math"

	"github.com/hyp-lang/hyp/estimators/table"
)

// Factor is a factor as the model sees it: Level maps a code of Codes to 0..K-1, with 0 the reference. Rows whose level is
// not in the model must be outside Model.Rows.
type Factor struct {
	Codes table.Codes
	Level []int32
	K     int
}

// Term is a product of at most two parts: indices into Model.Columns and Model.Factors.
type Term struct {
	Columns []int
	Factors []int
}

// Model is a linear predictor over the rows of a table: an intercept and Terms, the tested one last. Rows must have every
// column, factor and weight present.
type Model struct {
	Length  int          // rows of the table
	Rows    table.Bitmap // complete rows; nil: all
	Outcome *table.Numeric
	Columns []*table.Numeric
	Factors []Factor
	Weights *table.Numeric // nil: every row counts one
	Terms   []Term
}

// vectors are what the pass multiplies: the columns, the products of two columns, and last the outcome.
type vectors struct {
	values   [][]float64
	center   []float64
	scale    []float64
	products [][2]int // vectors len(values)-1 .. : products of two of the columns
	slopes   []int    // columns that some term multiplies by a factor
	slopeAt  []int    // position in slopes of each column, -1
}

// layout numbers the vectors of a model: columns first, then products, then the outcome.
func (m *Model) layout() vectors {
	v := vectors{}
	for _, c := range m.Columns {
		v.values = append(v.values, c.Values)
		v.center = append(v.center, c.Center)
		v.scale = append(v.scale, scaleOf(c, m.Rows))
		v.slopeAt = append(v.slopeAt, -1)
	}
	for _, t := range m.Terms {
		switch {
		case len(t.Columns) == 2:
			v.products = append(v.products, [2]int{t.Columns[0], t.Columns[1]})
		case len(t.Columns) == 1 && len(t.Factors) == 1:
			if c := t.Columns[0]; v.slopeAt[c] < 0 {
				v.slopeAt[c] = len(v.slopes)
				v.slopes = append(v.slopes, c)
			}
		}
	}
	v.values = append(v.values, m.Outcome.Values)
	v.center = append(v.center, m.Outcome.Center)
	v.scale = append(v.scale, scaleOf(m.Outcome, m.Rows))
	return v
}

// count is the number of vectors, products included.
func (v *vectors) count() int { return len(v.values) + len(v.products) }

// scaleOf is a power of two that brings the first present values near one.
func scaleOf(c *table.Numeric, rows table.Bitmap) float64 {
	largest := 0.0
	seen := 0
	for i, x := range c.Values {
		if rows != nil && rows[i>>6]>>(i&63)&1 == 0 {
			continue
		}
		largest = max(largest, math.Abs(x-c.Center))
		if seen++; seen == 2048 {
			break
		}
	}
	return powerOfTwo(largest)
}

// powerOfTwo is 2^-e for a magnitude in [2^(e-1), 2^e), 1 for zero and for what has no exponent.
func powerOfTwo(magnitude float64) float64 {
	if magnitude == 0 || math.IsInf(magnitude, 0) || math.IsNaN(magnitude) {
		return 1
	}
	_, e := math.Frexp(magnitude)
	return math.Ldexp(1, max(-1000, min(1000, -e)))
}

// Sums is what a pass leaves of the rows. Vectors are numbered columns, products, outcome; all are centered and scaled.
type Sums struct {
	N      int64
	cells  cells
	width  int // vectors
	count  []int64
	weight []dd // cell: sum of weights
	first  []dd // cell x width: sum of w u
	slope  []dd // cell x slopes x width: sum of w a u
	gram   []dd // width x width, upper: sum of w u v
	square []dd // cell: sum of squares of the outcome, without weights
	v      vectors
	exact  bool

	deviance float64 // with a link: -2 log likelihood
	events   float64 // with a link: rows with the event
	largest  float64 // with a link: the largest |x'delta|
	against  float64 // with a link: the largest move away from an observed outcome
	least    float64 // with a link: the smallest move towards an observed outcome
}

// Fit reduces the rows and solves the model, in the exact pass when the fast one would lose digits.
func Fit(ctx context.Context, m *Model) (*Solution, error) {
	v := m.layout()
	q := v.count() + len(v.slopes)
	if m.Length*q*q > exactBelow {
		s, err := m.reduce(ctx, v, false)
		if err != nil {
			return nil, err
		}
		if sol := s.solve(m); sol.Loss > lossLimit {
			return sol, nil
		}
	}
	s, err := m.reduce(ctx, v, true)
	if err != nil {
		return nil, err
	}
	return s.solve(m), nil
}

const (
	exactBelow = 400_000 // row times squared vectors under which the exact pass costs a few milliseconds at most
	lossLimit  = 1e-5    // pivot over original diagonal: five of sixteen digits may be lost
)
