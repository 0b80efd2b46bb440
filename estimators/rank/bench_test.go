package rank

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/hyp-lang/hyp/estimators/table"
)

const benchRows = 500_000

// benchColumn has 5% missing; item: whole numbers 1..5, else continuous.
func benchColumn(item bool) *table.Numeric {
	rng := rand.New(rand.NewPCG(3, 4))
	x := &table.Numeric{Values: make([]float64, benchRows), Valid: table.NewBitmap(benchRows, true), Center: 3}
	for i := range x.Values {
		switch {
		case rng.IntN(20) == 0:
			x.Values[i] = x.Center
			x.Valid.Clear(i)
		case item:
			x.Values[i] = float64(1 + rng.IntN(5))
		default:
			x.Values[i] = rng.NormFloat64()
		}
	}
	return x
}

func benchCodes(groups int) table.Codes {
	rng := rand.New(rand.NewPCG(5, 6))
	c := table.NewCodes(benchRows, groups)
	for i := range benchRows {
		c.Set(i, uint32(rng.IntN(groups)))
	}
	return c
}

func BenchmarkMannWhitneyItem(b *testing.B) {
	x, codes := benchColumn(true), benchCodes(2)
	for b.Loop() {
		if _, err := MannWhitney(context.Background(), x, nil, codes, identity); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkKruskalWallisItem12(b *testing.B) {
	x, codes := benchColumn(true), benchCodes(12)
	for b.Loop() {
		if _, err := KruskalWallis(context.Background(), x, nil, codes, identity, 12); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkKruskalWallisIndexed12(b *testing.B) {
	x, codes := benchColumn(false), benchCodes(12)
	for b.Loop() {
		if _, err := KruskalWallis(context.Background(), x, nil, codes, identity, 12); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewIndex(b *testing.B) {
	x := benchColumn(false)
	for b.Loop() {
		if _, err := NewIndex(context.Background(), x); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	x := benchColumn(false)
	for b.Loop() {
		Of(x, nil)
	}
}
