package moments

import (
	"context"
	"math"

	"github.com/hyp-lang/hyp/estimators/table"
)

// Robust is the covariance of the tested term's kept coefficients under errors of unequal spread: HC3 of MacKinnon and White
// (Journal of Econometrics 29, 1985), sum over rows of (e/(1-h))^2 with h the leverage; or, with clusters, CR1 of Stata and
// statsmodels, the sum over clusters of squared score sums times G/(G-1) (N-1)/(N-K).
type Robust struct {
	Cov      [][]float64 // order of the kept target coefficients, on the scale of the data
	Clusters int         // 0 for HC3
}

// RobustErrors makes a second pass over the rows of a model that Fit solved. With cluster nil it is HC3; a row whose leverage is
// one (a level of its own) adds nothing, as its residual is zero.
func RobustErrors(ctx context.Context, m *Model, sol *Solution, cluster *table.Factor) (*Robust, error) {
	s := sol.sums
	var at []int
	for j, keep := range sol.kept {
		if keep && j < len(sol.kept)-1 {
			at = append(at, j)
		}
	}
	p := len(at)
	inverse := invertFactor(sol.matrix, at)
	tested := len(m.Terms) - 1
	var target []int // positions in at
	var unit []float64
	outcome := s.v.scale[len(s.v.scale)-1]
	for k, j := range at {
		if j > 0 && sol.columns[j-1].term == tested {
			target = append(target, k)
			unit = append(unit, sol.columns[j-1].unit/outcome)
		}
	}
	k := len(target)
	sum := make([]float64, k*k)
	var scores []float64 // cluster x k
	if cluster != nil {
		scores = make([]float64, len(cluster.Levels)*k)
	}
	seen := map[uint32]bool{}
	x, v := make([]float64, p), make([]float64, k)
	u := make([]float64, s.width)
	cell := make([]int32, 1)
	for i := range m.Length {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !in(m.Rows, i) {
			continue
		}
		s.cells.fill(m, i, cell)
		s.row(i, int(cell[0]), u)
		residual := u[s.width-1]
		for a, j := range at {
			x[a] = 1
			if j > 0 {
				x[a] = sol.columns[j-1].value(s, int(cell[0]), u)
			}
			residual -= sol.estimates[j] * x[a]
		}
		weight := 1.0
		if m.Weights != nil {
			weight = m.Weights.Values[i]
		}
		for t, a := range target {
			v[t] = 0
			for b := range p {
				v[t] += inverse[a][b] * x[b]
			}
		}
		e := weight * residual
		if cluster != nil {
			c := cluster.Codes.At(i)
			seen[c] = true
			for t := range v {
				scores[int(c)*k+t] += v[t] * e
			}
			continue
		}
		h := 0.0
		for a := range p {
			for b := range p {
				h += x[a] * inverse[a][b] * x[b]
			}
		}
		if h *= weight; 1-h < 1e-10 {
			continue
		}
		e /= 1 - h
		for a := range v {
			for b := range v {
				sum[a*k+b] += v[a] * v[b] * e * e
			}
		}
	}
	factor := 1.0
	if cluster != nil {
		g, n := float64(len(seen)), float64(sol.N)
		factor = g / (g - 1) * (n - 1) / (n - float64(sol.Rank))
		for c := range seen {
			for a := range k {
				for b := range k {
					sum[a*k+b] += scores[int(c)*k+a] * scores[int(c)*k+b]
				}
			}
		}
	}
	out := &Robust{Clusters: len(seen), Cov: make([][]float64, k)}
	for a := range k {
		out.Cov[a] = make([]float64, k)
		for b := range k {
			out.Cov[a][b] = factor * sum[a*k+b] * unit[a] * unit[b]
		}
	}
	return out, nil
}

// row writes the vectors of row i.
func (s *Sums) row(i, _ int, u []float64) {
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

// WaldF is the F statistic of b under a covariance: b' V^-1 b over the number of coefficients; NaN when V has no inverse.
func WaldF(b []float64, cov [][]float64) float64 {
	n := len(b)
	a := make([][]dd, n)
	for i := range a {
		a[i] = make([]dd, n+1)
		for j := range b {
			a[i][j] = dd{cov[i][j], 0}
		}
		a[i][n] = dd{b[i], 0}
	}
	total := 0.0
	for j := range n {
		if !(a[j][j].h > 0) {
			return math.NaN()
		}
		total += a[j][n].mul(a[j][n]).div(a[j][j]).float()
		for i := j + 1; i < n; i++ {
			f := a[j][i].div(a[j][j])
			for k := j; k <= n; k++ {
				a[i][k] = a[i][k].sub(f.mul(a[j][k]))
			}
		}
	}
	return total / float64(n)
}
