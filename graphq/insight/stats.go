package insight

import (
	"context"
	"slices"
)

// Stats is what a graph holds.
type Stats struct {
	Schema   int                 `json:"schema"`
	Nodes    map[string]int      `json:"nodes"` // by kind
	Edges    map[string]int      `json:"edges"` // by relation between insights
	Declared int                 `json:"declared"`
	Status   map[string]int      `json:"status"` // insights by verdict
	Assessed int                 `json:"assessments"`
	Tests    int                 `json:"tests"`        // rows of the ledger that were done
	Beside   int                 `json:"tests_beside"` // of Tests: those run beside a hypothesis's own, for its verdict
	NotDone  int                 `json:"tests_not_done"`
	Datasets map[string][]string `json:"datasets"`
	Quads    int64               `json:"quads"`
	Log      int64               `json:"log_bytes"`
	Snapshot int64               `json:"index_bytes"`
}

// Stats counts.
func (g *Graph) Stats(ctx context.Context) (Stats, error) {
	s := Stats{Schema: Schema, Nodes: map[string]int{}, Edges: map[string]int{}, Status: map[string]int{}, Datasets: g.Datasets()}
	v := g.View()
	for _, kind := range kindOrder[:9] {
		s.Nodes[kind] = len(v.Nodes(kind))
	}
	for _, r := range relations {
		a := v.Neighbours(r, false)
		n := a.Edges()
		if r == "contradicts" {
			n /= 2
		}
		if n > 0 {
			s.Edges[r] = n
		}
	}
	status := v.Column("status")
	for _, n := range v.Nodes(KindInsight) {
		s.Status[status.At(n).Text]++
	}
	done, purpose := v.Column("done"), v.Column("purpose")
	for _, n := range v.Nodes(KindTest) {
		if done.At(n).Number == 1 {
			s.Tests++
			if purpose.At(n).Text != "" {
				s.Beside++
			}
		} else {
			s.NotDone++
		}
	}
	s.Assessed = v.Neighbours("assesses", false).Edges()
	s.Declared = v.count("source", "declared")
	q, err := g.quads.Stats(ctx, true)
	if err != nil {
		return s, err
	}
	s.Quads = q.Quads.Value
	s.Log, s.Snapshot, err = g.Size()
	for _, hashes := range s.Datasets {
		slices.Sort(hashes)
	}
	return s, err
}
