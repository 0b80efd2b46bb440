package mind

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

// gram is the second and third moments of the train rows: what a proposer needs to know of every pair with any controls held, and of
// every triple, without looking at a row again. They are for choosing what to test, never for what is reported: rows that miss one of two
// values are left out pair by pair, and a binary outcome is a number here.
type gram struct {
	n       int
	columns []gramColumn
	of      [][]int  // columns of each variable: one, or one for each level but the first
	first   []string // the code of the level that has no column, of factors
	r       []float64
	count   []int32
	square  []float64 // E[a^2 b^2]
	skew    []float64 // E[a^2 b] by a x b
}

type gramColumn struct {
	variable int
	x        []float64 // standardised; 0 where missing
	valid    table.Bitmap
	code     string  // of a factor's level
	share    float64 // of the rows with a value that have the level
}

// farthest is the distance from the mean, in standard deviations, beyond which values count as that far.
const farthest = 4

// The most levels of a factor that becomes columns; rarer uses of larger ones are left to other minds.
const mostLevels = 12

// newGram reads the variables over the rows of a table. Rows beyond most are thinned evenly.
func newGram(ctx context.Context, t *table.Table, variables []space.Variable, most int) (*gram, error) {
	step := 1
	if most > 0 && t.Rows > most {
		step = (t.Rows + most - 1) / most
	}
	g := &gram{n: (t.Rows + step - 1) / step, of: make([][]int, len(variables)), first: make([]string, len(variables))}
	add := func(v int, code string, at func(i int) (float64, bool)) {
		c := gramColumn{variable: v, code: code, x: make([]float64, g.n), valid: table.NewBitmap(g.n, false)}
		sum, sq, n := 0.0, 0.0, 0.0
		for i := range g.n {
			if x, ok := at(i * step); ok {
				c.valid.Set(i)
				c.x[i] = x
				sum += x
				n++
			}
		}
		if n < 2 {
			return
		}
		mean := sum / n
		c.share = mean // of a level; without meaning for a number
		for i := range c.x {
			if c.valid.Get(i) {
				c.x[i] -= mean
				sq += c.x[i] * c.x[i]
			}
		}
		sd := math.Sqrt(sq / n)
		if !(sd > 1e-9*math.Abs(mean)) {
			return
		}
		// Far values are drawn in, so that a handful of rows makes no association of its own.
		sum, sq = 0, 0
		for i := range c.x {
			c.x[i] = math.Max(-farthest, math.Min(farthest, c.x[i]/sd))
			sum += c.x[i]
			sq += c.x[i] * c.x[i]
		}
		mean = sum / n
		sd = math.Sqrt(sq/n - mean*mean)
		if !(sd > 1e-9) {
			return
		}
		for i := range c.x {
			if c.valid.Get(i) {
				c.x[i] = (c.x[i] - mean) / sd
			}
		}
		g.of[v] = append(g.of[v], len(g.columns))
		g.columns = append(g.columns, c)
	}
	for v := range variables {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m := &variables[v]
		if m.Type.NumericLike() || m.Levels == 2 {
			x, err := rows.Numeric(ctx, t, m.Numbers)
			if err == nil {
				center := x.Center
				add(v, "", func(i int) (float64, bool) { return x.Values[i] - center, x.Valid.Get(i) })
				continue
			}
			if m.Groups == nil {
				return nil, fmt.Errorf("`%s`: %w", m.Name, err)
			}
		}
		if m.Groups == nil || m.Levels > mostLevels {
			continue
		}
		f, err := rows.Factor(ctx, t, m.Groups)
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", m.Name, err)
		}
		if len(f.Levels) > 0 {
			g.first[v] = f.Levels[0].Code
		}
		for l := 1; l < len(f.Levels); l++ {
			add(v, f.Levels[l].Code, func(i int) (float64, bool) {
				if f.Valid.Get(i) && int(f.Codes.At(i)) == l {
					return 1, true
				}
				return 0, f.Valid.Get(i)
			})
		}
	}
	return g, g.pairs(ctx)
}

// pairs makes the moments of two columns.
func (g *gram) pairs(ctx context.Context) error {
	k := len(g.columns)
	g.r, g.count, g.square, g.skew = make([]float64, k*k), make([]int32, k*k), make([]float64, k*k), make([]float64, k*k)
	return parallel(ctx, k, func(a int) error {
		x, squares := g.columns[a].x, make([]float64, g.n)
		for i, v := range x {
			squares[i] = v * v
		}
		for b := range k {
			y := g.columns[b].x
			n := shared(g.columns[a].valid, g.columns[b].valid)
			g.count[a*k+b] = int32(n)
			if n == 0 {
				continue
			}
			var xy, x2y, x2y2 float64
			for i, v := range y {
				xy += x[i] * v
				x2y += squares[i] * v
				x2y2 += squares[i] * v * v
			}
			f := 1 / float64(n)
			g.r[a*k+b], g.skew[a*k+b], g.square[a*k+b] = clamp(xy*f), x2y*f, x2y2*f
		}
		return nil
	})
}

func clamp(r float64) float64 { return math.Max(-1, math.Min(1, r)) }

func shared(a, b table.Bitmap) (n int) {
	for i := range a {
		n += bits.OnesCount64(a[i] & b[i])
	}
	return n
}

// parallel does items 0 to n-1 on all cores.
func parallel(ctx context.Context, n int, do func(i int) error) error {
	var next atomic.Int64
	var wait sync.WaitGroup
	errs := make([]error, runtime.GOMAXPROCS(0))
	for w := range errs {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[w] = ctx.Err(); errs[w] == nil {
					errs[w] = do(i)
				}
				if errs[w] != nil {
					return
				}
			}
		})
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// single is the column of a variable that has one; -1 for factors of several levels.
func (g *gram) single(v int) int {
	if len(g.of[v]) != 1 {
		return -1
	}
	return g.of[v][0]
}

// correlation is that of two columns, and the rows that have both.
func (g *gram) correlation(a, b int) (r float64, n int) {
	at := a*len(g.columns) + b
	return g.r[at], int(g.count[at])
}

// partial is the correlation of two columns with others held, and the least number of rows that a pair of them has; 0 where they leave
// nothing of one of the two.
func (g *gram) partial(a, b int, held []int) (r float64, n int) {
	set := append([]int{a, b}, held...)
	k := len(set)
	m := make([][]float64, k)
	_, n = g.correlation(a, b)
	for i := range m {
		m[i] = make([]float64, k)
		for j := range m[i] {
			x, shared := g.correlation(set[i], set[j])
			if n = min(n, shared); i == j {
				x = 1
			}
			m[i][j] = x
		}
	}
	// Eliminate the held columns: what is left of the first two is their covariance given them.
	for h := k - 1; h >= 2; h-- {
		pivot := m[h][h]
		if pivot < 1e-3 {
			continue // it says nothing that the others do not
		}
		for i := range h {
			f := m[i][h] / pivot
			for j := range h {
				m[i][j] -= f * m[h][j]
			}
		}
	}
	if m[0][0] < 1e-3 || m[1][1] < 1e-3 {
		return 0, n
	}
	return clamp(m[0][1] / math.Sqrt(m[0][0]*m[1][1])), n
}
