//go:build integration

package evaluate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// sets are those of the folder that HYP_SETS names which have published findings that can be found; named ones where names are given.
func sets(t testing.TB, names ...string) []Set {
	t.Helper()
	root := os.Getenv("HYP_SETS")
	if root == "" {
		t.Fatal("HYP_SETS names no folder with data sets")
	}
	if len(names) == 0 {
		names = []string{"gss_2016_2018", "star", "fertility1980", "resume_audit", "nlsy79", "penguins"}
	}
	var out []Set
	for _, n := range names {
		out = append(out, SetIn(filepath.Join(root, n)))
	}
	return out
}

// grown discovers, and reads the graph.
func grown(t testing.TB, r Run) (*Growth, Done) {
	t.Helper()
	ctx := context.Background()
	if r.Graph == "" {
		r.Graph = filepath.Join(t.TempDir(), "graph")
	}
	if r.Seed == 0 {
		r.Seed = 1
	}
	done, err := Discover(ctx, r)
	if err != nil {
		t.Fatal(err)
	}
	g, err := insight.Open(ctx, r.Graph, insight.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	growth, err := GrowthOf(ctx, g)
	if err != nil {
		t.Fatal(err)
	}
	return growth, done
}

// sheet lays a table out.
func sheet(rows [][]string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintln(w, strings.Join(r, "\t"))
	}
	_ = w.Flush() // to memory
	return b.String()
}

func percent(x float64) string { return fmt.Sprintf("%.1f%%", 100*x) }

// rounds is the most rounds of a run: HYP_ROUNDS, else as given. 0 is as many as the policy has.
func rounds(t testing.TB, otherwise int) int {
	t.Helper()
	text := os.Getenv("HYP_ROUNDS")
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		t.Fatalf("HYP_ROUNDS is a number of rounds, not %q", text)
	}
	return n
}

// One unguided run a data set, of 300 rounds at most or HYP_ROUNDS: what of the published findings it has. With HYP_FINDINGS the findings are written to that
// folder, a file a set, for other matchers.
func TestGold(t *testing.T) {
	rows := [][]string{{"set", "covered", "partial", "probes hit", "rounds", "findings", "deepens", "extends", "narrows", "contradicts", "relates", "deep", "estimands/insight", "rediscovery"}}
	for _, s := range sets(t) {
		t.Run(s.Name, func(t *testing.T) {
			gold, err := ReadGold(s.Gold)
			if err != nil {
				t.Fatal(err)
			}
			g, done := grown(t, Run{Data: s.Data, Catalog: s.Catalog, Rounds: rounds(t, 300)})
			if folder := os.Getenv("HYP_FINDINGS"); folder != "" {
				f, err := os.Create(filepath.Join(folder, s.Name+".jsonl"))
				if err != nil {
					t.Fatal(err)
				}
				if err := WriteFindings(f, g.Findings); err != nil {
					t.Fatal(err)
				}
				if err := f.Close(); err != nil {
					t.Fatal(err)
				}
			}
			r := RecallOf(gold, g.Findings)
			row := []string{s.Name, fmt.Sprintf("%d of %d", r.Covered, r.Claims), fmt.Sprint(r.Partial), fmt.Sprintf("%d of %d", r.Hits, r.Probes),
				fmt.Sprintf("%d (%s)", g.Rounds, done.Why), fmt.Sprint(len(g.Findings))}
			for _, relation := range rows[0][6:11] {
				row = append(row, fmt.Sprint(g.Edges[relation]))
			}
			rows = append(rows, append(row, percent(g.Depth()), fmt.Sprintf("%.3f", g.EstimandsPerInsight()), percent(g.Rediscovery())))
			for i := range gold {
				if c := &gold[i]; c.Usable && !c.Null() && r.Best[c.ID] != Covered {
					t.Logf("%s %s: %s ~ %s %s (%s)", r.Best[c.ID], c.ID, c.Y, c.X, c.Moderator, c.Coded)
				}
				if c := &gold[i]; c.Usable && c.Null() {
					for _, f := range g.Findings {
						if c.Hit(f) {
							t.Logf("hit %s: %s", c.ID, f.Finding)
						}
					}
				}
			}
		})
	}
	t.Log("\n" + sheet(rows))
}
