package embed

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// TestSearch holds the numbers of scikit-learn 1.x's TfidfVectorizer(sublinear_tf=True) on terms split by hand: idf and cosine below are its
// formulas, written out.
func TestSearch(t *testing.T) {
	texts := []string{"family income college", "family income", "bill depth"}
	x, err := Embedder{}.Index(t.Context(), texts)
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.Search(t.Context(), "income", 0.01)
	if err != nil {
		t.Fatal(err)
	}
	two, one := math.Log(4.0/3)+1, math.Log(4.0/2)+1 // idf of a term in two texts of three, and in one
	// Terms of the first: family, income, college, "family income", "income college"; of the second: family, income, "family income".
	want := []insight.Hit{{Place: 0, Score: two / math.Sqrt(3*two*two+2*one*one)}, {Place: 1, Score: 1 / math.Sqrt(3)}}
	if len(hits) != len(want) {
		t.Fatalf("%v, want %v", hits, want)
	}
	for i := range want {
		if hits[i].Place != want[i].Place || math.Abs(hits[i].Score-want[i].Score) > 1e-6 {
			t.Errorf("hit %d: %v, want %v", i, hits[i], want[i])
		}
	}
	if all, err := x.Search(t.Context(), "income", 0); err != nil || len(all) != 3 {
		t.Errorf("without a bound: %v, %v", all, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.Search(ctx, "income", 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestSimilarity(t *testing.T) {
	for _, c := range []struct {
		a, b string
		low  float64
		high float64
	}{
		{"", "", 0, 0},
		{"income", "income", 1, 1},
		{"Higher ses goes with higher ba: r 0.30 (n = 90).", "Higher ses goes with higher ba: r 0.29 (n = 91).", 1, 1}, // numbers do not count
		{"Higher ses goes with higher ba.", "Higher ses goes with lower ba.", 0.3, Embedder{}.Duplicate() - 0.01},
		{"family_income", "income", 0.1, 0.9},
		{"incomes", "income", 1, 1},
		{"income", "bill depth", 0, 0},
	} {
		s, err := Embedder{}.Similarity(t.Context(), c.a, c.b)
		if err != nil || s < c.low-1e-12 || s > c.high+1e-12 {
			t.Errorf("%q and %q: %v (%v), want %v to %v", c.a, c.b, s, err, c.low, c.high)
		}
		back, err := Embedder{}.Similarity(t.Context(), c.b, c.a)
		if err != nil || math.Abs(back-s) > 1e-12 {
			t.Errorf("%q and %q: not symmetric", c.a, c.b)
		}
	}
}

func BenchmarkIndex(b *testing.B) {
	texts := make([]string, 100_000)
	words := []string{"family", "income", "college", "age", "depth", "mass", "sex", "wage", "test", "health"}
	for i := range texts {
		texts[i] = "Higher " + words[i%10] + " goes with lower " + words[i/10%10] + " at equal " + words[i/100%10] + ": partial r 0.2 (95% interval 0.1 to 0.3)"
	}
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			if _, err := (Embedder{}).Index(b.Context(), texts); err != nil {
				b.Fatal(err)
			}
		}
	})
	x, err := Embedder{}.Index(b.Context(), texts)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("search", func(b *testing.B) {
		for b.Loop() {
			if _, err := x.Search(b.Context(), "income and finishing college", 0.3); err != nil {
				b.Fatal(err)
			}
		}
	})
}
