package moments

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hyp-lang/hyp/estimators/table"
	"gonum.org/v1/gonum/mat"
)

// random makes a model with every kind of term over n rows, with missing rows and, when weighted, weights.
func random(seed uint64, n, levels int, weighted bool) *Model {
	r := rand.New(rand.NewPCG(seed, 7))
	cols, f, rows := wide(n, 5, levels)
	m := &Model{Length: n, Rows: rows, Outcome: cols[4], Columns: cols[:4]}
	g := table.NewCodes(n, 3)
	for i := range n {
		g.Set(i, uint32(r.IntN(3)))
		m.Outcome.Values[i] += float64(g.At(i))*3 + 0.2*cols[1].Values[i]*float64(f.Codes.At(i)%3)
	}
	m.Factors = []Factor{{f.Codes, identity(levels), levels}, {g, identity(3), 3}}
	m.Terms = []Term{
		{Columns: []int{0}}, {Factors: []int{1}}, {Columns: []int{1}}, {Columns: []int{2}}, {Factors: []int{0}},
		{Columns: []int{0, 2}}, {Factors: []int{0, 1}}, {Columns: []int{1}, Factors: []int{0}},
	}
	if weighted {
		w := make([]float64, n)
		for i := range w {
			w[i] = 0.1 + r.ExpFloat64()
		}
		m.Weights = &table.Numeric{Values: w}
	}
	return m
}

// expand writes the treatment-coded design of m, row by row, with the square root of the weights in it.
func expand(m *Model) (x *mat.Dense, y []float64) {
	s := newSums(m.cellsOf(), m.layout(), true)
	cols := s.design(m)
	var data []float64
	for i := range m.Length {
		if !in(m.Rows, i) {
			continue
		}
		w := 1.0
		if m.Weights != nil {
			w = math.Sqrt(m.Weights.Values[i])
		}
		data = append(data, w)
		for _, c := range cols {
			v := w
			for _, k := range m.Terms[c.term].Columns {
				v *= m.Columns[k].Values[i] - m.Columns[k].Center
			}
			for k, f := range c.factors {
				if f >= 0 && int32(m.Factors[f].Codes.At(i)) != c.levels[k] {
					v = 0
				}
			}
			data = append(data, v)
		}
		y = append(y, w*m.Outcome.Values[i])
	}
	return mat.NewDense(len(y), len(cols)+1, data), y
}

func close(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*max(1, math.Abs(want))) {
		t.Errorf("%s %v, want %v", what, got, want)
	}
}

// TestAgainstQR compares both passes with gonum's QR decomposition of the expanded design.
func TestAgainstQR(t *testing.T) {
	for _, c := range []struct {
		name     string
		n, k     int
		weighted bool
	}{{"gathered cells", 3000, 5, false}, {"scattered cells", 5000, 40, false}, {"weighted", 3000, 4, true}, {"one block", 300, 2, true}} {
		t.Run(c.name, func(t *testing.T) {
			m := random(3, c.n, c.k, c.weighted)
			x, y := expand(m)
			var qr mat.QR
			qr.Factorize(x)
			n, p := x.Dims()
			var b mat.VecDense
			if err := qr.SolveVecTo(&b, false, mat.NewVecDense(n, y)); err != nil {
				t.Fatal(err)
			}
			var e mat.VecDense
			e.MulVec(x, &b)
			sse := 0.0
			for i := range y {
				sse += (y[i] - e.AtVec(i)) * (y[i] - e.AtVec(i))
			}
			var inverse mat.Dense
			var gram mat.Dense
			gram.Mul(x.T(), x)
			if err := inverse.Inverse(&gram); err != nil {
				t.Fatal(err)
			}
			for _, exact := range []bool{false, true} {
				s, err := m.reduce(context.Background(), m.layout(), exact)
				if err != nil {
					t.Fatal(err)
				}
				sol := s.solve(m)
				if sol.Rank != p || sol.N != int64(n) || sol.DF1 != c.k-1 {
					t.Fatalf("rank %d n %d df1 %d, want %d %d %d", sol.Rank, sol.N, sol.DF1, p, n, c.k-1)
				}
				for i, got := range sol.Target {
					j := p - len(sol.Target) + i
					close(t, "estimate", got.Estimate, b.AtVec(j), 1e-8)
					close(t, "std error", got.StdError, math.Sqrt(sse/float64(n-p)*inverse.At(j, j)), 1e-8)
				}
				// F from the joint quadratic form of the coefficients.
				k := len(sol.Target)
				var block, inv mat.Dense
				block.CloneFrom(inverse.Slice(p-k, p, p-k, p))
				if err := inv.Inverse(&block); err != nil {
					t.Fatal(err)
				}
				tail := b.SliceVec(p-k, p)
				f := mat.Inner(tail, &inv, tail) / float64(k) / (sse / float64(n-p))
				close(t, "F", sol.F, f, 1e-7)
			}
		})
	}
}

// TestManyCells groups by more combinations than are numbered directly.
func TestManyCells(t *testing.T) {
	const n = 4000
	cols, f, rows := wide(n, 2, 80)
	_, g, _ := wide(n, 1, 70)
	for i := range n {
		g.Codes.Set(i, (f.Codes.At(i)*7+uint32(i%11))%70)
	}
	m := &Model{Length: n, Rows: rows, Outcome: cols[0], Columns: cols[1:], Factors: []Factor{{g.Codes, identity(70), 70}, {f.Codes, identity(80), 80}},
		Terms: []Term{{Factors: []int{0}}, {Columns: []int{0}}, {Factors: []int{1}}}}
	if c := m.cellsOf(); c.index == nil {
		t.Fatal("expected the cells to be numbered by occurrence")
	}
	var solutions [2]*Solution
	for i, exact := range []bool{false, true} {
		s, err := m.reduce(context.Background(), m.layout(), exact)
		if err != nil {
			t.Fatal(err)
		}
		solutions[i] = s.solve(m)
	}
	x, y := expand(m)
	var qr mat.QR
	qr.Factorize(x)
	var b mat.VecDense
	if err := qr.SolveVecTo(&b, false, mat.NewVecDense(len(y), y)); err != nil {
		t.Fatal(err)
	}
	_, p := x.Dims()
	for _, s := range solutions {
		for i, c := range s.Target {
			close(t, "estimate", c.Estimate, b.AtVec(p-len(s.Target)+i), 1e-9)
		}
	}
}

// TestOffsetFallsBack puts an offset on a column that would cost a one-pass sum every digit.
func TestOffsetFallsBack(t *testing.T) {
	const n = 100_000
	cols, _, rows := wide(n, 2, 2)
	plain := &Model{Length: n, Rows: rows, Outcome: cols[0], Terms: []Term{{Columns: []int{0}}}}
	shifted := append([]float64(nil), cols[1].Values...)
	for i := range shifted {
		shifted[i] = math.Round(shifted[i]*64) / 64
	}
	cols[1] = table.NewNumeric("x", append([]float64(nil), shifted...), cols[1].Valid)
	plain.Columns = cols[1:]
	want, err := Fit(context.Background(), plain)
	if err != nil {
		t.Fatal(err)
	}
	for i := range shifted {
		shifted[i] += 1 << 36
	}
	off := table.NewNumeric("x", shifted, cols[1].Valid)
	off.Center = 0
	got, err := Fit(context.Background(), &Model{Length: n, Rows: rows, Outcome: cols[0], Columns: []*table.Numeric{off}, Terms: plain.Terms})
	if err != nil {
		t.Fatal(err)
	}
	close(t, "t", got.F, want.F, 1e-10)
	close(t, "slope", got.Target[0].Estimate, want.Target[0].Estimate, 1e-10)
}

// TestCancelled stops a pass.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	cols, _, rows := wide(1000, 2, 2)
	m := &Model{Length: 1000, Rows: rows, Outcome: cols[0], Columns: cols[1:], Terms: []Term{{Columns: []int{0}}}}
	if _, err := Fit(ctx, m); err != context.Canceled {
		t.Errorf("got %v", err)
	}
}

// TestGroups compares the fast pass over many rows, for one level and for several, with the exact one.
func TestGroups(t *testing.T) {
	const n = 200_000
	cols, f, rows := wide(n, 2, 7)
	for _, k := range []int{1, 7} {
		factor := Factor{f.Codes, identity(7), 7}
		if k == 1 {
			factor = Factor{table.NewCodes(n, 1), []int32{0}, 1}
		}
		got, err := Groups(context.Background(), n, rows, cols[1], factor)
		if err != nil {
			t.Fatal(err)
		}
		m := &Model{Length: n, Rows: rows, Outcome: cols[1], Factors: []Factor{factor}, Terms: []Term{{Factors: []int{0}}}}
		s, err := m.reduce(context.Background(), m.layout(), true)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := s.groups(0, k)
		var total int64
		for i := range want {
			if got[i].N != want[i].N || want[i].Squares == 0 {
				t.Errorf("level %d of %d: %+v, want %+v", i, k, got[i], want[i])
			}
			close(t, "mean", got[i].Mean, want[i].Mean, 1e-12)
			close(t, "squares", got[i].Squares, want[i].Squares, 1e-11)
			total += got[i].N
		}
		if total != int64(rows.Count(n)) {
			t.Errorf("%d rows of %d", total, rows.Count(n))
		}
		// The fit of a model with the factor knows the same groups.
		sol, err := Fit(context.Background(), m)
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range sol.Groups(m, 0) {
			if g.N != want[i].N {
				t.Errorf("level %d: %d rows", i, g.N)
			}
			close(t, "squares of the fit", g.Squares, want[i].Squares, 1e-11)
		}
	}
}

// TestWarmStart: with many rows the fit begins on a sample of them, which must not show in its numbers.
func TestWarmStart(t *testing.T) {
	const n = 300_000
	cols, f, rows := wide(n, 3, 4)
	y := &table.Numeric{Values: make([]float64, n)}
	for i, x := range cols[0].Values {
		if x+0.2*cols[1].Values[i]*float64(f.Codes.At(i)) > 70 {
			y.Values[i] = 1
		}
	}
	m := &Model{Length: n, Rows: rows, Outcome: y, Columns: cols[1:], Factors: []Factor{{f.Codes, identity(4), 4}},
		Terms: []Term{{Columns: []int{0}}, {Columns: []int{1}}, {Factors: []int{0}}}}
	got, err := FitLogit(context.Background(), m)
	if err != nil {
		t.Fatal(err)
	}
	v := m.layout()
	v.center[len(v.center)-1], v.scale[len(v.scale)-1] = 0, 1
	cold := logitFit{m: m, v: v}
	if err := cold.run(context.Background(), maxSteps); err != nil {
		t.Fatal(err)
	}
	want := cold.result()
	for i, c := range want.Target {
		close(t, "estimate", got.Target[i].Estimate, c.Estimate, 1e-9)
		close(t, "std error", got.Target[i].StdError, c.StdError, 1e-9)
	}
	close(t, "Wald", got.Wald, want.Wald, 1e-9)
	close(t, "deviance", got.Deviance, want.Deviance, 1e-12)
}

// TestExpNegative compares with math.Exp, itself exact to one unit in the last place.
func TestExpNegative(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	worst := 0.0
	for range 2_000_000 {
		x := 40 * r.Float64()
		if r.IntN(4) == 0 {
			x = 707 * r.Float64()
		}
		want := math.Exp(-x)
		worst = max(worst, math.Abs(expNegative(x)-want)/want)
	}
	if worst > 5e-16 {
		t.Errorf("worst relative error %g", worst)
	}
	if expNegative(0) != 1 || expNegative(710) != 0 || expNegative(math.Inf(1)) != 0 || !math.IsNaN(expNegative(math.NaN())) {
		t.Error("at 0, far out, or for NaN")
	}
}
