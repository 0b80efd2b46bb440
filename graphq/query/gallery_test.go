package query_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/graphq/query/memgraph"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

func demo(t testing.TB) *memgraph.Graph {
	t.Helper()
	text, err := os.ReadFile("testdata/demo.graph")
	if err != nil {
		t.Fatal(err)
	}
	return load(t, string(text))
}

// The examples of the topics are queries that a graph of findings answers without a word.
func TestTopics(t *testing.T) {
	g := demo(t)
	for _, topic := range query.Topics() {
		for text := range strings.Lines(topic.Example) {
			_, ds, err := query.Run(context.Background(), g, source.New("example", text), query.Options{})
			if err != nil || len(ds) > 0 {
				t.Errorf("%s: %s: %v %+v", topic.Name, text, err, ds)
			}
		}
	}
}

// Every example of a code of the query language yields exactly that code, with a why and a help.
func TestExamples(t *testing.T) {
	g := demo(t)
	examples := diag.QueryExamples()
	if len(examples) != 22 {
		t.Errorf("%d examples", len(examples))
	}
	for _, e := range examples {
		_, ds, err := query.Run(context.Background(), g, source.New("example", e.Example), query.Options{})
		if err != nil || len(ds) != 1 || ds[0].Code != e.Code || ds[0].Name != e.Name || ds[0].Severity != e.Severity {
			t.Errorf("%s (%s): %v %+v\n%s", e.Code, e.Name, err, ds, e.Example)
			continue
		}
		if d := ds[0]; d.Why == "" || d.Help == "" && d.Message != "expected a variable, a constant or a value, found the end of the query" || d.File == nil {
			t.Errorf("%s: %+v", e.Code, d)
		}
	}
}

// A safe fix leaves a query that runs.
func TestSafeFixes(t *testing.T) {
	g := demo(t)
	for text, fixed := range map[string]string{
		"find i where i abuot @ses":                     "find i where i about @ses",
		"find i where i.efect > 0.2":                    "find i where i.effect > 0.2",
		"find i where i about @wagee":                   "find i where i about @wage",
		"find i where i.status = 'suported'":            "find i where i.status = 'supported'",
		"find i where i.round in 5..3":                  "find i where i.round in 3..5",
		"find v:varible where i about v":                "find v:variable where i about v",
		"find i where i.effect gt 0.2":                  "find i where i.effect > 0.2",
		"find i whree i about @wage":                    "find i where i about @wage",
		"find i where i about @wage limt 3":             "find i where i about @wage limit 3",
		"fnd i where i about @wage":                     "find i where i about @wage",
		"lineage of H12":                                "lineage of @H12",
		"find i where i about @wage as tabel":           "find i where i about @wage as table",
		"find i if i about @wage":                       "find i where i about @wage",
		"find i where i.status in (supported)":          "find i where i.status in ('supported')",
		"find i, smilarity(i) where i similar to \"a\"": "find i, similarity(i) where i similar to \"a\"",
	} {
		_, ds, err := query.Run(context.Background(), g, source.New("query", text), query.Options{})
		if err != nil || len(ds) == 0 || len(ds[0].Fixes) != 1 || !ds[0].Fixes[0].Safe {
			t.Errorf("%s: %v %+v", text, err, ds)
			continue
		}
		got, err := diag.Apply(text, ds[0].Fixes[0])
		if err != nil || got != fixed {
			t.Errorf("%s is fixed to %q, %v", text, got, err)
		}
		r, ds, err := query.Run(context.Background(), g, source.New("query", fixed), query.Options{})
		if err != nil || r == nil || diag.HasErrors(ds) {
			t.Errorf("%s: %v %v", fixed, ds, err)
		}
	}
}

// A query ends with its context, and a product ends at the limit with the reason.
func TestLimits(t *testing.T) {
	b := memgraph.NewBuilder()
	for k := 0; k < 3000; k++ {
		id := "i:" + strings.Repeat("0", k%3) + string(rune('a'+k%26)) + time.Duration(k).String()
		b.Set(id, "effect", query.NumberValue(float64(k)))
	}
	g, err := b.Graph()
	if err != nil {
		t.Fatal(err)
	}
	run := func(ctx context.Context, text string, l query.Limits) (*query.Result, []diag.Diagnostic, error) {
		return query.Run(ctx, g, source.New("query", text), query.Options{Limits: l})
	}
	product := "find i, j where i.effect > 1 and j.effect > 2"
	_, ds, err := run(context.Background(), product, query.Limits{Rows: 1 << 30, Work: 100_000})
	var large *query.TooLargeError
	if !errors.As(err, &large) || large.Limit != 100_000 || !strings.Contains(err.Error(), "no test connects") || len(ds) != 1 || ds[0].Code != diag.Product {
		t.Errorf("%v, %v", err, ds)
	}
	if _, _, err = run(context.Background(), "find i:insight", query.Limits{Rows: 10}); !errors.As(err, &large) || large.What != "rows" {
		t.Errorf("%v", err)
	}
	for _, text := range []string{product, "find i, j where i.effect > j.effect", "find i:insight where not j.effect > i.effect", "find count(i) where i is insight", "explain " + product} {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if r, _, err := run(ctx, text, query.Limits{}); !errors.Is(err, context.Canceled) || r != nil {
			t.Errorf("%s: %v", text, err)
		}
		ctx, cancel = context.WithTimeout(context.Background(), 30*time.Millisecond)
		began := time.Now()
		_, _, err := run(ctx, text, query.Limits{Rows: 1 << 30, Work: 1 << 40})
		cancel()
		if took := time.Since(began); took > time.Minute || err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v after %v", text, err, took)
		}
	}
}

func TestCompareIDs(t *testing.T) {
	sorted := []string{"", "H", "i:H1", "i:H2", "i:H02", "i:H12", "i:H12a", "i:H100", "i:a", "v:a1b2", "v:a1b10"}
	for i, a := range sorted {
		for j, b := range sorted {
			got := query.CompareIDs(a, b)
			if a == "i:H2" && b == "i:H02" || a == "i:H02" && b == "i:H2" { // equal as numbers: by bytes
				continue
			}
			if (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("CompareIDs(%q, %q) is %d", a, b, got)
			}
		}
	}
}
