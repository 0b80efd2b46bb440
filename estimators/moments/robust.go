package moments

import (
	"context"
	"fmt"
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

// LoneRow says that a tested coefficient rests on a row that the model fits exactly whatever it holds: its leverage is one, and HC3, which
// divides its residual of zero by zero, knows nothing of its spread.
type LoneRow struct{ Row int } // counted from 0

func (e *LoneRow) Error() string { return fmt.Sprintf("row %d has a leverage of one", e.Row) }

// RobustErrors makes a second pass over the rows of a model that Fit solved. With cluster nil it is HC3; a row whose leverage is
// one (a level of its own) adds nothing, and is a *LoneRow when a tested coefficient rests on it.
func RobustErrors(ctx context.Context, m *Model, sol *Solution, cluster *table.Factor) (*Robust, error) {
	at := sol.keptColumns()
	p := len(at)
	inverse := invertFactor(sol.matrix, at)
	tested := len(m.Terms) - 1
	var target []int // positions in at
	var unit []float64
	for k, j := range at {
		if j > 0 && sol.columns[j-1].term == tested {
			target = append(target, k)
			unit = append(unit, sol.unit(j))
		}
	}
	k := len(target)
	sum := make([]float64, k*k)
	var scores []float64 // cluster x k
	if cluster != nil {
		scores = make([]float64, len(cluster.Levels)*k)
	}
	var seen []bool // by code, so that sums are made in one order and every run gives the same bits
	lone := -1
	if cluster != nil {
		seen = make([]bool, len(cluster.Levels))
	}
	v := make([]float64, k)
	err := sol.eachRow(ctx, m, at, func(i int, x []float64, outcome float64) {
		residual := outcome
		for a, j := range at {
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
			return
		}
		h := 0.0
		for a := range p {
			for b := range p {
				h += x[a] * inverse[a][b] * x[b]
			}
		}
		free := 1 - weight*h
		if free < 1e-3 { // digits are lost
			free = dd{1, 0}.sub(sol.leverage(at, x).mulFloat(weight)).float()
		}
		if free < 1e-10 {
			for t, a := range target {
				if weight*v[t]*v[t] > 1e-10*inverse[a][a] && lone < 0 {
					lone = i
				}
			}
			return
		}
		e /= free
		for a := range v {
			for b := range v {
				sum[a*k+b] += v[a] * v[b] * e * e
			}
		}
	})
	if err == nil && lone >= 0 {
		err = &LoneRow{lone}
	}
	if err != nil {
		return nil, err
	}
	factor, clusters := 1.0, 0
	if cluster != nil {
		for c, ok := range seen {
			if !ok {
				continue
			}
			clusters++
			for a := range k {
				for b := range k {
					sum[a*k+b] += scores[c*k+a] * scores[c*k+b]
				}
			}
		}
		g, n := float64(clusters), float64(sol.N)
		factor = g / (g - 1) * (n - 1) / (n - float64(sol.Rank))
	}
	out := &Robust{Clusters: clusters, Cov: make([][]float64, k)}
	for a := range k {
		out.Cov[a] = make([]float64, k)
		for b := range k {
			out.Cov[a][b] = factor * sum[a*k+b] * unit[a] * unit[b]
		}
	}
	return out, nil
}

// leverage is x' (X'X)^-1 x by the eliminated matrix: a sum of squares, in which nothing cancels.
func (sol *Solution) leverage(at []int, x []float64) dd {
	var h dd
	z := make([]dd, len(at))
	for i, j := range at {
		z[i] = dd{x[i], 0}
		for l := range i {
			z[i] = z[i].sub(sol.matrix[at[l]][j].mul(z[l]).div(sol.matrix[at[l]][at[l]]))
		}
		h = h.add(z[i].mul(z[i]).div(sol.matrix[j][j]))
	}
	return h
}

// WaldF is the F statistic of b under a covariance: b' V^-1 b over the number of coefficients; NaN when V has no inverse beyond rounding.
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
		if !(a[j][j].h > 1e-12*cov[j][j]) {
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
