package query_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// FuzzQuery: no text makes the language panic or hang; what parses prints as a query that means the same; diagnostics
// point into the text and are printable.
func FuzzQuery(f *testing.F) {
	for _, e := range diag.QueryExamples() {
		f.Add(e.Example)
	}
	for _, s := range []string{"find i where i about @ses and not j contradicts i", "find i, j where i deepens+ j and j.round = 1 as graph",
		"find v, count(i), max(i.effect) where i about v and (i.p < 0.1 or i within @women) order by count(i) desc limit 3 offset 1",
		"lineage of @H12 up via deepens depth 6 as graph", "paths from @H2 to @H12 via deepens limit 3", "explain find i where i.n in 3..5",
		"find i, similarity(i) where i similar to 'a\\u{e9}' above 0.1", "find x where x is execution and x.round in (1,-2e3)", "find i where i = @`a b` ; # c",
		"find limit where not (limit deepens{0..2}|extends limit) as ids", "; ", ";;",
		"find i where i.p < 1e-400 and i.p in -0.00001e-330..12.5e-99999", "find i.name, min(i.p) where i.name in ('H1', 'H1, H4')"} {
		f.Add(s)
	}
	g := demo(f)
	f.Fuzz(func(t *testing.T, text string) {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		file := source.New("query", text)
		r, ds, err := query.Run(ctx, g, file, query.Options{Limits: query.Limits{Rows: 2000, Work: 100_000}})
		var large *query.TooLargeError
		if err != nil && !errors.As(err, &large) {
			t.Fatalf("%q: %v", text, err)
		}
		for _, d := range ds {
			if d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(text) || d.Message == "" || d.Why == "" {
				t.Fatalf("%q: %+v", text, d)
			}
			for _, fix := range d.Fixes {
				if _, err := diag.Apply(text, fix); err != nil {
					t.Fatalf("%q: fix %q: %v", text, fix.Title, err)
				}
			}
		}
		if err := diag.WriteText(io.Discard, ds, diag.TextOptions{}); err != nil {
			t.Fatal(err)
		}
		q, _ := query.Parse(file)
		if (r != nil) && q == nil || r == nil && err == nil && !diag.HasErrors(ds) {
			t.Fatalf("%q: %v %v %v", text, r, ds, q)
		}
		if q != nil {
			again, ds := query.Parse(source.New("query", q.String()))
			if again == nil || again.String() != q.String() {
				t.Fatalf("%q prints as %q, which reads as %v %v", text, q, again, ds)
			}
		}
		if r != nil {
			if r.WriteTable(io.Discard, 60) != nil || r.WriteJSON(io.Discard) != nil || r.WriteCSV(io.Discard) != nil {
				t.Fatal("writing failed")
			}
			if r.Drawing != nil && (r.Drawing.WriteSVG(io.Discard) != nil || r.Drawing.WriteDOT(io.Discard) != nil) {
				t.Fatal("drawing failed")
			}
		}
		query.Complete(ctx, g, text, len(text))
	})
}
