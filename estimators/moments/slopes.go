package moments

import (
	"context"
	"math"
)

// SlopeAt is the effect of a one-column exposure at one place of a model that ends in exposure x other: the exposure's own
// coefficient plus the product's at that place, on the scale of the data, with its standard error.
type SlopeAt struct {
	Estimate float64
	StdError float64
	OK       bool // false where the rows do not determine it
}

// SlopeAtValue evaluates the exposure's effect where the other variable, a numeric column, is z. The exposure's term and
// the product's are the last but two and the last.
func (sol *Solution) SlopeAtValue(m *Model, z float64) SlopeAt {
	tested := len(m.Terms) - 1
	other := m.Terms[tested-1].Columns[0]
	return sol.combine(map[int]float64{sol.only(tested - 2): 1, sol.only(tested): z - sol.sums.v.center[other]})
}

// SlopeAtLevel evaluates it where the other variable, a factor, has a model level (0 the reference).
func (sol *Solution) SlopeAtLevel(m *Model, level int) SlopeAt {
	tested := len(m.Terms) - 1
	weights := map[int]float64{sol.only(tested - 2): 1}
	if level > 0 {
		at := -1
		for j, col := range sol.columns {
			if col.term == tested && (int(col.levels[0]) == level && col.factors[1] < 0 || col.factors[1] >= 0 && int(col.levels[1]) == level) {
				at = j + 1
			}
		}
		weights[at] = 1
	}
	return sol.combine(weights)
}

// only is the position of a term's single column, -1 when it has several.
func (sol *Solution) only(term int) int {
	at := -1
	for j, col := range sol.columns {
		if col.term == term {
			if at >= 0 {
				return -1
			}
			at = j + 1
		}
	}
	return at
}

// combine is a linear combination of coefficients on the scale of the data, by position in the matrix.
func (sol *Solution) combine(weights map[int]float64) SlopeAt {
	scaled := map[int]float64{}
	for j, x := range weights {
		if j < 0 {
			return SlopeAt{}
		}
		scaled[j] = x * sol.unit(j)
	}
	if !sol.estimable(scaled) {
		return SlopeAt{}
	}
	at := sol.keptColumns()
	w := make([]float64, len(at))
	out := SlopeAt{OK: true}
	for a, j := range at {
		w[a] = scaled[j]
		out.Estimate += w[a] * sol.estimates[j]
	}
	out.StdError = math.Sqrt(sol.variance * form(invertFactor(sol.matrix, at), w))
	return out
}

func form(a [][]float64, w []float64) float64 {
	t := 0.0
	for i := range w {
		for j := range w {
			t += w[i] * a[i][j] * w[j]
		}
	}
	return t
}

// Marginal holds average marginal contrasts of a logistic model: the mean over the rows of the probability with the tested
// column raised against without, each row keeping its other values.
type Marginal struct {
	With, Without         float64 // the two mean probabilities
	Difference, DiffError float64
	LogRatio, RatioError  float64
}

// MarginalContrast computes them for a tested term of one column, by the delta method on the inverse information (Agresti and
// Tarantola 2018; R's marginaleffects avg_comparisons). A factor's column is 1 against 0 for every row; a numeric one a unit more
// than it is. It returns nil when the term has several columns.
func (f *Logit) MarginalContrast(ctx context.Context, m *Model) (*Marginal, error) {
	tested := len(m.Terms) - 1
	position := f.only(tested)
	if position < 0 || !f.kept[position] {
		return nil, nil
	}
	at := f.keptColumns()
	target := 0
	for a := range at {
		if at[a] == position {
			target = a
		}
	}
	factor := f.columns[position-1].inCells
	step := f.columns[position-1].unit // one unit of the data in the pass's scale
	with, without := make([]float64, len(at)), make([]float64, len(at))
	var p1, p0, n float64
	err := f.eachRow(ctx, m, at, func(_ int, x []float64, _ float64) {
		n++
		own := x[target]
		add := func(value float64, p *float64, gradient []float64) {
			x[target] = value
			eta := 0.0
			for a, j := range at {
				eta += f.estimates[j] * x[a]
			}
			q := 1 / (1 + math.Exp(-eta))
			*p += q
			for a := range x {
				gradient[a] += q * (1 - q) * x[a]
			}
		}
		if factor {
			add(1, &p1, with)
			add(0, &p0, without)
		} else {
			add(own+step, &p1, with)
			add(own, &p0, without)
		}
		x[target] = own
	})
	if err != nil {
		return nil, err
	}
	inverse := invertFactor(f.matrix, at)
	p1, p0 = p1/n, p0/n
	difference, ratio := make([]float64, len(at)), make([]float64, len(at))
	for a := range at {
		difference[a] = (with[a] - without[a]) / n
		ratio[a] = with[a]/n/p1 - without[a]/n/p0
	}
	return &Marginal{
		With: p1, Without: p0, Difference: p1 - p0, DiffError: math.Sqrt(form(inverse, difference)),
		LogRatio: math.Log(p1 / p0), RatioError: math.Sqrt(form(inverse, ratio)),
	}, nil
}
