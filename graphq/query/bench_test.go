package query_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/graphq/query/memgraph"
	"github.com/hyp-lang/hyp/lang/source"
)

// theFifteen are the queries of the language's reference.
var theFifteen = []string{
	`find i where i about @ses`,
	`find i, i.effect, i.q where i outcome @ba and i exposure @ses and i.q < 0.05 order by i.effect desc`,
	`find i where i.template = 'interact' and i.round in 3..5 and i.score >= 0.7 limit 20`,
	`find i, j where i contradicts j and i.effect > 0 and j.effect < 0`,
	`find i where i about @ses and not j contradicts i`,
	`find i, j where i deepens+ j and j.round = 1 as graph`,
	`find i where i deepens|extends{1..3} @H2`,
	`find v, count(i), max(i.effect) where i about v and i.status = 'supported' order by count(i) desc limit 10`,
	`find i, similarity(i) where i similar to "money and finishing college" above 0.6 order by similarity(i) desc limit 5`,
	`find i where i within c and c is context and i.p < 0.01 and i.holdout_p is missing`,
	`find v:variable where not i about v`,
	`find i, j, v where i outcome v and j exposure v`,
	`lineage of @H12 up via deepens, narrows depth 6 as graph`,
	`paths from @H2 to @H12 via deepens, extends, contradicts limit 3`,
	`explain find i where i uses @nls and i.surprise > 0.5 and (i moderator @race or i within @women)`,
}

const benchInsights = 100_000

// benchGraph has 100,000 insights with an outcome, an exposure and one edge to an earlier insight or a context, over 20,000
// variables; one in fifty has the outcome ba, one in fifty the exposure ses.
var benchGraph = sync.OnceValue(func() *memgraph.Graph {
	r := rand.New(rand.NewPCG(1, 2))
	b := memgraph.NewBuilder()
	words := strings.Fields("money and finishing college wage test score height women men race school family income age region parents time work health smoking")
	variable := func(hub string) string {
		if r.IntN(50) == 0 {
			return hub
		}
		return fmt.Sprintf("v:x%d", r.IntN(20_000))
	}
	for k := 0; k < 20_000; k++ {
		b.Set(fmt.Sprintf("v:x%d", k), "label", query.TextValue(words[k%len(words)]))
	}
	b.Node("d:nls")
	b.Node("c:women")
	b.Node("v:race")
	for k := 1; k <= benchInsights; k++ {
		id := fmt.Sprintf("i:H%d", k)
		for _, p := range []string{"p", "q", "score", "surprise", "validity", "novelty"} {
			b.Set(id, p, query.NumberValue(r.Float64()))
		}
		if r.IntN(2) == 0 {
			b.Set(id, "holdout_p", query.NumberValue(r.Float64()))
		}
		b.Set(id, "effect", query.NumberValue(r.NormFloat64()))
		b.Set(id, "round", query.NumberValue(float64(1+k/100)))
		b.Set(id, "template", query.TextValue([]string{"assoc", "diff", "interact", "heterogeneity"}[r.IntN(4)]))
		b.Set(id, "status", query.TextValue([]string{"supported", "refuted", "inconclusive"}[r.IntN(3)]))
		b.Set(id, "text", query.TextValue(words[r.IntN(len(words))]+" "+words[r.IntN(len(words))]+" "+words[r.IntN(len(words))]))
		b.Edge(id, "outcome", variable("v:ba"))
		b.Edge(id, "exposure", variable("v:ses"))
		switch n := r.IntN(10); {
		case k == 1:
		case n < 8:
			b.Edge(id, []string{"deepens", "extends", "narrows", "contradicts"}[n/2], fmt.Sprintf("i:H%d", 1+r.IntN(k-1)))
		case n == 8:
			b.Edge(id, "uses", "d:nls")
		default:
			b.Edge(id, "within", "c:women")
		}
	}
	g, err := b.Graph()
	if err != nil {
		panic(err)
	}
	return g
})

func BenchmarkQueries(b *testing.B) {
	g := benchGraph()
	for k, text := range theFifteen {
		b.Run(fmt.Sprint(k+1), func(b *testing.B) {
			b.ReportAllocs()
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
