package query_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/graphq/query/memgraph"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// storedGraph is n findings in a store on disk, with two variables, a data set, some contexts and relations.
func storedGraph(t testing.TB, n, variables int) *insight.Graph {
	t.Helper()
	g, err := insight.Open(t.Context(), t.TempDir(), insight.Options{Write: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	r := rand.New(rand.NewPCG(3, 4))
	num := func() *float64 { x := r.Float64(); return &x }
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var items []*insight.Item
	add := func(it insight.Item) {
		at = at.Add(time.Second)
		it.Created = at
		items = append(items, &it)
	}
	add(insight.Item{Kind: insight.KindDataset, ID: "d:nls#1", Dataset: &insight.Dataset{Name: "nls", Hash: "1", Rows: 100}})
	add(insight.Item{Kind: insight.KindContext, ID: "c:women", Context: &insight.Context{Name: "women", Text: "sex = 2"}})
	for _, v := range []string{"ses", "ba", "race"} {
		add(insight.Item{Kind: insight.KindVariable, ID: "v:" + v, Variable: &insight.Variable{Name: v, Module: "m"}})
	}
	for k := range variables {
		v := fmt.Sprintf("x%d", k)
		add(insight.Item{Kind: insight.KindVariable, ID: "v:" + v, Variable: &insight.Variable{Name: v}})
	}
	variable := func(hub string) string {
		if r.IntN(50) == 0 {
			return hub
		}
		return fmt.Sprintf("x%d", r.IntN(variables))
	}
	verdicts := []result.Value{result.Supported, result.Refuted, result.Inconclusive}
	for k := 1; k <= n; k++ {
		name := fmt.Sprintf("H%d", k)
		round := 1 + k/50
		effect := r.NormFloat64()
		rec := result.Record{Schema: 1, Name: name, Claim: "assoc(x, y)", Template: []string{"assoc", "diff", "interact"}[r.IntN(3)], Outcome: variable("ba"), Exposure: variable("ses"),
			Dataset: "nls", Status: result.OK, N: 90, P: num(), Q: num(), Effect: &result.Effect{Measure: "pearson_r", Value: effect}, Estimate: &effect,
			Finding: "money and finishing college " + name, Verdict: &result.Verdict{Value: verdicts[r.IntN(3)]}, DataHash: "1", Specification: name, Estimand: name}
		h := insight.Item{Kind: insight.KindHypothesis, ID: "h:" + name, Hypothesis: &insight.Hypothesis{Name: name, Claim: rec.Claim}}
		add(h)
		in := &insight.Insight{Hypothesis: h.ID, Dataset: "d:nls", Number: &round, Scores: insight.Scores{Score: num(), Surprise: num()}, Record: rec}
		if r.IntN(10) == 0 {
			in.Context = "c:women"
		}
		add(insight.Item{Kind: insight.KindInsight, ID: "i:" + name, Insight: in})
		if k > 1 && r.IntN(10) < 8 {
			add(relation(name, []string{"deepens", "extends", "narrows", "contradicts"}[r.IntN(4)], fmt.Sprintf("H%d", 1+r.IntN(k-1))))
		}
		if len(items) > 2000 || k == n {
			if _, err := g.Add(t.Context(), items...); err != nil {
				t.Fatal(err)
			}
			items = nil
		}
	}
	return g
}

func relation(from, name, to string) insight.Item {
	e := insight.Edge{From: "i:" + from, Relation: name, To: "i:" + to, Source: "rule"}
	h := sha256.New() // an edge's id is a hash of what it says
	for _, p := range []string{e.From, e.Relation, e.To, e.Source} {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return insight.Item{Kind: insight.KindEdge, ID: "e:" + hex.EncodeToString(h.Sum(nil)[:8]), Edge: &e}
}

// copyOf reads a graph through query.Graph and makes one in memory of what it says.
func copyOf(t testing.TB, g query.Graph) *memgraph.Graph {
	t.Helper()
	ctx := context.Background()
	b := memgraph.NewBuilder()
	for _, k := range query.Kinds {
		nodes, err := g.Nodes(ctx, k.Kind)
		if err != nil {
			t.Fatal(err)
		}
		is := make([]query.Identity, len(nodes))
		if err := g.Describe(ctx, nodes, is); err != nil {
			t.Fatal(err)
		}
		for i := range is {
			if is[i].Kind != k.Kind {
				t.Fatalf("%s is a %s among those of kind %s", is[i].ID, is[i].Kind, k.Name)
			}
			b.Node(is[i].ID)
		}
		for _, p := range k.Properties[1:] { // the first is the id
			values := make([]query.Value, len(nodes))
			if err := g.Values(ctx, p.Name, nodes, values); err != nil {
				t.Fatal(err)
			}
			for i, v := range values {
				if v.Type != query.Missing {
					b.Set(is[i].ID, p.Name, v)
				}
			}
		}
		for i := range query.Relations {
			r := &query.Relations[i]
			if !r.Stored() {
				continue
			}
			err := g.Neighbours(ctx, r.Name, query.Out, nodes, func(i int, to []query.Node) error {
				ends := make([]query.Identity, len(to))
				if err := g.Describe(ctx, to, ends); err != nil {
					return err
				}
				for _, e := range ends {
					b.Edge(is[i].ID, r.Name, e.ID)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	m, err := b.Graph()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The stored graph answers as the same graph in memory does: its indexes, neighbours and names say what its nodes say.
func TestStoredGraph(t *testing.T) {
	g := query.NewInsights(storedGraph(t, 400, 30))
	m := copyOf(t, g)
	for _, text := range append([]string{
		`find i where i.status in ('refuted', 'supported') and i.p < 0.3`,
		`find i, i.created where i.created < '2026-01-01T00:05:00'`,
		`find h where i tests h and i.score > 0.9`,
		`find v where v variable_of i and i.round in (1, 3)`,
		`find i where i.name = 'H7' or i.id = 'i:H9'`,
		`find i, j where i contradicts j`,
		`find i where i.template = 'diff' and i.effect > 1.5 and not i narrows j`,
		`lineage of @i:H1 down`, `find d, d.rows where d.name = 'nls'`,
	}, theFifteen...) {
		if text == theFifteen[8] || text == theFifteen[14] { // the embedders differ, and so do the indexes that a plan uses
			continue
		}
		want, ds, err := query.Run(context.Background(), m, source.New("query", text), query.Options{})
		if err != nil || diag.HasErrors(ds) {
			t.Fatal(text, err, ds)
		}
		got, _, err := query.Run(context.Background(), g, source.New("query", text), query.Options{})
		if err != nil {
			t.Fatal(text, err)
		}
		if a, b := csvOf(t, got), csvOf(t, want); a != b {
			t.Errorf("%s\nstored\n%s\nin memory\n%s", text, a, b)
		}
	}
	if r := answer(t, g, theFifteen[14]); len(r) == 0 {
		t.Error("no plan")
	}
}

// Findings and rows of the ledger are found by every property of the schema that a run gives them.
func TestLedgerRows(t *testing.T) {
	g, err := insight.Open(t.Context(), t.TempDir(), insight.Options{Write: true})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	run, err := g.Begin(t.Context(), insight.RunInfo{Study: "toy.hyp"})
	if err != nil {
		t.Fatal(err)
	}
	p, log10, small := 0.04, -1.397940008672038, 1e-5
	rec := result.Record{Schema: 1, Name: "A", Claim: "assoc(x, y)", Template: "assoc", Outcome: "y", Exposure: "x", Dataset: "toy", DataHash: "aa", Status: result.OK,
		N: 90, P: &p, Log10P: &log10, Specification: "s1", Estimand: "e1", Part: "train", Verdict: &result.Verdict{Value: result.Supported}, Holdout: &result.Summary{Status: result.OK, P: &small}}
	if _, err := run.Insert(t.Context(), insight.Entry{Record: rec}); err != nil {
		t.Fatal(err)
	}
	beside := rec
	beside.Specification, beside.Holdout, beside.Status, beside.P, beside.Log10P, beside.Refusal = "s2", nil, result.Refused, nil, nil, &result.Refusal{Code: "too-few"}
	if _, err := run.Test(t.Context(), insight.Entry{Record: beside, Hypothesis: insight.Hypothesis{Specification: "s1", Estimand: "e1"}}, "rival control of A"); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`find i.name, i.specification, i.estimand where i.specification = 's1' and i.estimand = 'e1' as csv`:            "i.name,i.specification,i.estimand\nA,s1,e1\n",
		`find count() where i.estimand = 's1' as csv`:                                                                   "count()\n0\n",
		`find t.part, t.p where t.specification = 's1' and t.done = true order by t.p as csv`:                           "t.part,t.p\nholdout,1e-05\ntrain,0.04\n",
		`find t.part, t.log10_p where t.log10_p < -1 and t.estimand = 'e1' as csv`:                                      "t.part,t.log10_p\ntrain,-1.397940008672038\n",
		`find t.specification, t.why where t.purpose = 'rival control of A' and t.done = false as csv`:                  "t.specification,t.why\ns2,too-few\n",
		`find t.purpose where t.part = 'holdout' as csv`:                                                                "t.purpose\nholdout\n",
		`find h.name, t.purpose where t records h and i tests h and t.purpose is not missing order by t.purpose as csv`: "h.name,t.purpose\nA,holdout\nA,rival control of A\n",
	} {
		r, ds, err := query.Run(t.Context(), query.NewInsights(g), source.New("query", text), query.Options{})
		if err != nil || diag.HasErrors(ds) {
			t.Errorf("%s: %v %v", text, err, ds)
			continue
		}
		if got := csvOf(t, r); got != want {
			t.Errorf("%s\ngot\n%s\nwant\n%s", text, got, want)
		}
	}
	log := -1270.8976941854288 // the correlation of two columns of 3,000 rows; p by mpmath 1.3.0
	none := 0.0
	rec.Finding, rec.P, rec.Log10P, rec.Specification, rec.Holdout = "strong", &none, &log, "s3", &result.Summary{Status: result.OK, P: &none, Log10P: &log}
	for _, name := range []string{"B", "C"} { // C is the same test
		rec.Name = name
		if _, err := run.Insert(t.Context(), insight.Entry{Record: rec}); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		`find i.name, i.p where i.p < 1e-1270 as csv`:                "i.name,i.p\n\"B, C\",1.265627243e-1271\n",
		`find i where i.p < 1e-1271 as csv`:                          "i\n",
		`find i.name where i.holdout_p in 1e-1271..1e-1270 as csv`:   "i.name\n\"B, C\"\n",
		`find t.part where t.p < 1e-400 order by t.part as csv`:      "t.part\nholdout\ntrain\n",
		`find min(i.p), max(i.p) where i.p > 0 as csv`:               "min(i.p),max(i.p)\n1.265627243e-1271,0.04\n",
		`find i.name where i.name = 'C' and not i.name = 'A' as csv`: "i.name\n\"B, C\"\n",
		`find i.n where i = @C and i = @B as csv`:                    "i.n\n90\n",
		`find i.name where i.name not in ('C', 'D') as csv`:          "i.name\nA\n",
		`find i.name where i.name = 'B, C' as csv`:                   "i.name\n\"B, C\"\n",
	} {
		r, ds, err := query.Run(t.Context(), query.NewInsights(g), source.New("query", text), query.Options{})
		if err != nil || diag.HasErrors(ds) {
			t.Errorf("%s: %v %v", text, err, ds)
			continue
		}
		if got := csvOf(t, r); got != want {
			t.Errorf("%s\ngot\n%s\nwant\n%s", text, got, want)
		}
	}
	if query.Test.Property("number") != nil {
		t.Error("rows of the ledger have no numbers: merging would change them")
	}
}

func BenchmarkStored(b *testing.B) {
	stored := storedGraph(b, benchInsights, 20_000)
	g := query.NewInsights(stored)
	for k, text := range theFifteen {
		b.Run(fmt.Sprint(k+1), func(b *testing.B) {
			rows := 0
			for b.Loop() {
				r, ds, err := query.Run(context.Background(), g, source.New("query", text), query.Options{})
				if r == nil {
					b.Fatal(ds, err)
				}
				rows = r.Rows
			}
			b.ReportMetric(float64(rows), "rows")
		})
	}
}
