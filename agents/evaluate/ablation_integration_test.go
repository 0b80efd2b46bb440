//go:build integration

package evaluate

import (
	"fmt"
	"testing"
)

// What each mechanism of accumulation is for: AutoKD's Table 6 on three data sets, 100 rounds each or HYP_ROUNDS.
func TestAblations(t *testing.T) {
	for _, s := range sets(t, "nlsy79", "gss_2016_2018", "star") {
		t.Run(s.Name, func(t *testing.T) {
			rows := [][]string{{"variant", "n", "estimands/insight", "rediscovery", "deep-test share", "change of depth", "relations/insight", "rounds"}}
			full := 0.0
			for _, what := range []string{"", "persistence", "graph", "steering"} {
				g, done := grown(t, Run{Data: s.Data, Catalog: s.Catalog, Rounds: rounds(t, 100), Ablate: what})
				name, change := "whole", "-"
				if what == "" {
					full = g.Depth()
				} else {
					name, change = "without "+what, fmt.Sprintf("%+.1f%%", 100*(g.Depth()/full-1))
				}
				rows = append(rows, []string{name, fmt.Sprint(g.Accepted), fmt.Sprintf("%.3f", g.EstimandsPerInsight()), percent(g.Rediscovery()), percent(g.Depth()), change,
					fmt.Sprintf("%.1f", g.RelationsPerInsight()), fmt.Sprintf("%d (%s)", g.Rounds, done.Why)})
			}
			t.Log("\n" + sheet(rows))
		})
	}
}
