package query_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

var randomQueries = flag.Int("queries", 10_000, "random queries that TestRandom compares with the naive evaluator")

var firstQuery = flag.Int("from", 0, "the first random query to run, to look at one again")

// Random queries give what the naive evaluator gives, row by row and in order.
func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	var w *world
	ran, rows := 0, 0
	for n := 0; n < *randomQueries; n++ {
		if n%100 == 0 {
			w = randomWorld(r)
		}
		g := &generator{Rand: r, w: w}
		q := g.question()
		if n < *firstQuery {
			continue
		}
		res, ds, err := query.Run(context.Background(), w.graph, source.New("query", q.String()), query.Options{})
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		if diag.HasErrors(ds) {
			for _, d := range ds {
				if d.Severity == diag.Error && d.Name != "unsafe-variable" && d.Name != "unknown-kind" {
					t.Fatalf("%s: %s", q, d.Message)
				}
			}
			continue
		}
		ran++
		want := naive(w, q)
		rows += len(want)
		ok := res.Rows == len(want)
		for i := 0; ok && i < len(want); i++ {
			for j := range want[i] {
				ok = ok && res.Columns[j].Values[i] == want[i][j]
			}
		}
		if !ok {
			var b strings.Builder
			_ = res.WriteCSV(&b)
			t.Fatalf("query %d: %s\n got %s\nwant %v\nplan\n%s", n, q, b.String(), want, answer(t, w.graph, "explain "+q.String()))
		}
	}
	if *firstQuery == 0 && (ran < *randomQueries/3 || rows < ran) {
		t.Errorf("only %d of %d queries ran, with %d rows", ran, *randomQueries, rows)
	}
	t.Logf("%d of %d queries ran, with %d rows", ran, *randomQueries, rows)
}
