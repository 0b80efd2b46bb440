package survey

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

// items is a table like a survey's: 5,000 rows of 40 five-point items that share one cause, 8 yes-or-no items, 2 categories and 2
// amounts, a tenth of the cells missing. testdata/peers/bench.py makes the same for its peers, with other random numbers.
func items(b *testing.B) Input {
	const rows = 5000
	r := rand.New(rand.NewPCG(1, 1))
	cause := make([]float64, rows)
	for i := range cause {
		cause[i] = r.NormFloat64()
	}
	column := func(name string, f func(i int) float64) *table.Column {
		values, valid := make([]float64, rows), make([]bool, rows)
		for i := range values {
			values[i], valid[i] = f(i), r.Float64() < 0.9
		}
		return table.NumbersColumn(name, values, valid)
	}
	var all []*table.Column
	name := func(kind string) string { return kind + string(rune('a'+len(all)/26)) + string(rune('a'+len(all)%26)) }
	for range 40 {
		all = append(all, column(name("item"), func(i int) float64 { return float64(min(5, max(1, int(3+cause[i]*0.4+r.NormFloat64())))) }))
	}
	for range 8 {
		all = append(all, column(name("yes"), func(i int) float64 { return map[bool]float64{true: 1}[cause[i]*0.3+r.NormFloat64() > 0.4] }))
	}
	for range 2 {
		g := make([]string, rows)
		for i := range g {
			g[i] = string(rune('p' + r.IntN(6)))
		}
		all = append(all, table.TextColumn(name("group"), g))
	}
	for range 2 {
		all = append(all, column(name("amount"), func(i int) float64 { return 1000 * (cause[i]*0.2 + r.NormFloat64()) }))
	}
	return memory(b, all...)
}

func benchmark(b *testing.B, opt Options) {
	in := items(b)
	tests := int64(0)
	for b.Loop() {
		s, err := Screen(context.Background(), in, opt)
		if err != nil {
			b.Fatal(err)
		}
		tests = s.Tests
	}
	b.ReportMetric(float64(tests), "tests")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(tests), "ns/test")
}

func BenchmarkPairs(b *testing.B) {
	benchmark(b, Options{Templates: []plan.Template{plan.Assoc, plan.Diff}, Top: 1})
}

func BenchmarkTriples(b *testing.B) {
	benchmark(b, Options{Templates: []plan.Template{plan.Interact, plan.Heterogeneity}, Top: 1})
}
