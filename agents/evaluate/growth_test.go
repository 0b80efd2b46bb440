package evaluate

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// The measures of a graph are those that the run itself counts, with and without memory: without, findings are made again.
func TestGrowth(t *testing.T) {
	ctx := context.Background()
	for _, ablate := range []string{"", "persistence"} {
		folder := filepath.Join(t.TempDir(), "graph")
		done, err := Discover(ctx, Run{Data: examples[1].Data, Graph: folder, Seed: 1, Rounds: 6, Ablate: ablate})
		if err != nil {
			t.Fatal(err)
		}
		g, err := insight.Open(ctx, folder, insight.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := GrowthOf(ctx, g)
		if err != nil {
			t.Fatal(err)
		}
		_ = g.Close()
		n := done.Last.Total
		if got.Accepted != n.Accepted || got.Repeated != n.Repeated || got.Deep != n.Deep || len(got.Findings) != done.Last.Insights || got.Rounds != 6 {
			t.Errorf("without %q: %d accepted, %d repeated, %d deep, %d findings, %d rounds; the run says %+v and %d", ablate, got.Accepted, got.Repeated, got.Deep,
				len(got.Findings), got.Rounds, n, done.Last.Insights)
		}
		if again := got.Repeated > 0; again != (ablate != "") {
			t.Errorf("without %q: %d repeated", ablate, got.Repeated)
		}
		if ablate == "" && got.EstimandsPerInsight() != 1 {
			t.Errorf("%v estimands an insight: the holdout answers each question once", got.EstimandsPerInsight())
		}
	}
}
