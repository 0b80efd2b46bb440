package evaluate

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hyp-lang/hyp/agents/loop"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// Growth is what a discovery left in its graph, by the measures of AutoKD (section 6).
type Growth struct {
	Findings  []*result.Record // seeds apart, in the order of their arrival
	Accepted  int              // acceptances, repetitions among them
	Repeated  int              // acceptances that repeat a specification
	Estimands int              // distinct ones of the accepted
	Deep      int              // acceptances of interactions and heterogeneities
	Edges     map[string]int   // by relation
	Rounds    int
	Tests     int // of the holdout, or where there is none of all rows
}

// EstimandsPerInsight is distinct tested estimands over acceptances.
func (g *Growth) EstimandsPerInsight() float64 { return share(g.Estimands, g.Accepted) }

// Rediscovery is the share of acceptances that exactly repeat an earlier specification.
func (g *Growth) Rediscovery() float64 { return share(g.Repeated, g.Accepted) }

// Depth is the deep-test share: acceptances of interactions and heterogeneities over all.
func (g *Growth) Depth() float64 { return share(g.Deep, g.Accepted) }

// RelationsPerInsight is the edges between findings over the findings.
func (g *Growth) RelationsPerInsight() float64 {
	n := 0
	for _, k := range g.Edges {
		n += k
	}
	return share(n, len(g.Findings))
}

func share(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// GrowthOf reads the graph of one discovery; what was accepted again is in the counts that its last round keeps.
func GrowthOf(ctx context.Context, g *insight.Graph) (*Growth, error) {
	out := &Growth{Edges: map[string]int{}}
	estimands := map[string]bool{}
	last := 0
	err := g.Items(ctx, func(it *insight.Item) error {
		switch {
		case it.Insight != nil && !it.Insight.Seed && it.Insight.Record.Status == result.OK:
			r := it.Insight.Record
			out.Findings = append(out.Findings, &r)
			estimands[r.Estimand] = true
		case it.Edge != nil:
			out.Edges[it.Edge.Relation]++
		case it.Round != nil && it.Round.State != nil && it.Round.Number != nil && *it.Round.Number > 0:
			out.Rounds++
			var state struct {
				Counts loop.Counts `json:"counts"`
			}
			if err := json.Unmarshal(it.Round.State, &state); err != nil {
				return fmt.Errorf("the state of round %d: %w", *it.Round.Number, err)
			}
			if n := *it.Round.Number; n > last {
				last = n
				out.Accepted, out.Repeated, out.Deep = state.Counts.Accepted, state.Counts.Repeated, state.Counts.Deep
			}
		case it.Test != nil && it.Test.Policy != "":
			out.Tests++
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	out.Estimands = len(estimands)
	return out, nil
}
