package moments

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/hyp-lang/hyp/estimators/table"
)

// wide makes n rows of k numeric columns with 5% missing and a factor of levels levels.
func wide(n, k, levels int) ([]*table.Numeric, *table.Factor, table.Bitmap) {
	r := rand.New(rand.NewPCG(1, 2))
	rows := table.Bitmap(nil)
	cols := make([]*table.Numeric, k)
	for j := range cols {
		values := make([]float64, n)
		valid := table.NewBitmap(n, true)
		for i := range values {
			values[i] = 50 + 10*r.NormFloat64()
			if j > 0 {
				values[i] += 0.3 * cols[0].Values[i]
			}
			if r.Float64() < 0.05 {
				valid.Clear(i)
			}
		}
		cols[j] = table.NewNumeric("x", values, valid)
		rows = rows.And(valid)
	}
	codes := table.NewCodes(n, levels)
	f := &table.Factor{Codes: codes, Levels: make([]table.Level, levels)}
	for i := range n {
		codes.Set(i, uint32(r.IntN(levels)))
	}
	return cols, f, rows
}

func identity(k int) []int32 {
	out := make([]int32, k)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

const benchRows = 500_000

func benchFit(b *testing.B, m *Model) {
	b.ResetTimer()
	for b.Loop() {
		if _, err := Fit(context.Background(), m); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCorrelation(b *testing.B) {
	c, _, rows := wide(benchRows, 2, 2)
	benchFit(b, &Model{Length: benchRows, Rows: rows, Outcome: c[0], Columns: c[1:], Terms: []Term{{Columns: []int{0}}}})
}

func BenchmarkThreeControls(b *testing.B) {
	c, _, rows := wide(benchRows, 5, 2)
	benchFit(b, &Model{Length: benchRows, Rows: rows, Outcome: c[0], Columns: c[1:], Terms: []Term{{Columns: []int{1}}, {Columns: []int{2}}, {Columns: []int{3}}, {Columns: []int{0}}}})
}

func BenchmarkTwelveLevels(b *testing.B) {
	c, f, rows := wide(benchRows, 4, 12)
	benchFit(b, &Model{Length: benchRows, Rows: rows, Outcome: c[0], Columns: c[1:], Factors: []Factor{{f.Codes, identity(12), 12}},
		Terms: []Term{{Columns: []int{0}}, {Columns: []int{1}}, {Columns: []int{2}}, {Factors: []int{0}}}})
}

func BenchmarkHeterogeneity(b *testing.B) {
	c, f, rows := wide(benchRows, 5, 6)
	benchFit(b, &Model{Length: benchRows, Rows: rows, Outcome: c[0], Columns: c[1:], Factors: []Factor{{f.Codes, identity(6), 6}},
		Terms: []Term{{Columns: []int{1}}, {Columns: []int{2}}, {Columns: []int{3}}, {Columns: []int{0}}, {Factors: []int{0}}, {Columns: []int{0}, Factors: []int{0}}}})
}

func BenchmarkLogit(b *testing.B) {
	c, _, rows := wide(benchRows, 5, 2)
	y := &table.Numeric{Values: make([]float64, benchRows)}
	for i, x := range c[0].Values {
		if x > 58 {
			y.Values[i] = 1
		}
	}
	m := &Model{Length: benchRows, Rows: rows, Outcome: y, Columns: c[1:], Terms: []Term{{Columns: []int{1}}, {Columns: []int{2}}, {Columns: []int{3}}, {Columns: []int{0}}}}
	b.ResetTimer()
	for b.Loop() {
		s, err := FitLogit(context.Background(), m)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(s.Iterations), "passes")
	}
}
