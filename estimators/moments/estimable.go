package moments

import "math"

// estimableTolerance is how far, relative to the lengths of both, a combination may lean towards a direction that changes no fitted value
// and still count as determined: a column is dropped at a relative length of 1e-6, so directions are known to about that.
const estimableTolerance = 1e-5

// nothings are the directions in which coefficients can move without changing a fitted value, one for each dropped column: the column
// itself by -1, and the kept columns before it by their shares in it. A combination of coefficients has a value of its own only when it does not
// change along any of them (Searle, Linear Models, 1971, section 5.4).
func (sol *Solution) nothings() [][]float64 {
	last := len(sol.matrix) - 1
	var out [][]float64
	for j := 1; j < last; j++ {
		if sol.kept[j] {
			continue
		}
		z := make([]dd, j)
		n := make([]float64, last)
		n[j] = -1
		for i := j - 1; i >= 0; i-- {
			if !sol.kept[i] {
				continue
			}
			t := sol.matrix[i][j]
			for k := i + 1; k < j; k++ {
				if sol.kept[k] {
					t = t.sub(sol.matrix[i][k].mul(z[k]))
				}
			}
			z[i] = t.div(sol.matrix[i][i])
			n[i] = z[i].float()
		}
		out = append(out, n)
	}
	return out
}

// estimable tells whether a combination of coefficients, by position in the matrix and on the internal scale, is the same in every
// solution of the normal equations, whichever of the collinear columns was dropped.
func (sol *Solution) estimable(weights map[int]float64) bool {
	for _, n := range sol.null {
		var dot, length, own float64
		for j, x := range n {
			length += x * x * sol.squared(j)
		}
		for j, w := range weights {
			dot += w * n[j]
			own += w * w / sol.squared(j)
		}
		if math.Abs(dot) > estimableTolerance*math.Sqrt(length*own) {
			return false
		}
	}
	return true
}

// squared is the length of a column, 1 for one that is zero in every row.
func (sol *Solution) squared(j int) float64 {
	if sol.raw[j] > 0 {
		return sol.raw[j]
	}
	return 1
}
