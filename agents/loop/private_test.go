package loop_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/agents/config"
	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/agents/loop"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// A column that the catalog marks sensitive is in no claim, no prompt and no text of the graph, whoever proposes, unless the goal names it.
func TestSensitive(t *testing.T) {
	data := world{extra: map[string]any{"sensitive": true, "label": "Yearly earnings"}}.write(t)
	s := serve(t, nil)
	o := run{data: data}.do(t, s)
	if o.err != nil || len(o.accepts) == 0 {
		t.Fatalf("%v, accepted %q", o.err, o.accepts)
	}
	if strings.Contains(o.export, "income") {
		t.Error("the graph tells of the sensitive column")
	}
	for _, p := range s.prompts {
		if strings.Contains(p, "income") || strings.Contains(p, "earnings") {
			t.Fatalf("a prompt tells of the sensitive column:\n%s", p)
		}
	}
	for goal, want := range map[string]bool{"what goes with income?": true, "who has high YEARLY EARNINGS": true, "incomes": false, "low_income": false} {
		o := run{data: data, goal: goal}.do(t, serve(t, nil))
		if got := strings.Contains(o.export, "income)"); o.err != nil || got != want {
			t.Errorf("goal %q: %v, claims %q", goal, o.err, o.claims)
		}
	}
	if got := offline(t, data, false); strings.Contains(got, "income") || !strings.Contains(got, "assoc(") {
		t.Error("the offline mind proposes the sensitive column, or nothing at all")
	}
}

// offline is the graph of a discovery without a model.
func offline(t *testing.T, path string, private bool) string {
	t.Helper()
	ctx := context.Background()
	cfg, _ := config.Named("default")
	d, err := loop.Open(ctx, path, "", &cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := mind.NewOffline(ctx, d.Survey, d.Input, cfg.Screen, nil)
	if err != nil {
		t.Fatal(err)
	}
	g, err := insight.Open(ctx, filepath.Join(t.TempDir(), "graph"), insight.Options{Write: true})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	l, err := loop.New(ctx, d, m, g, loop.Options{Config: cfg, Seed: 1, Rounds: 5, Private: private, Embedder: embed.Embedder{}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Run(ctx); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := g.Export(ctx, &b, "jsonl"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A private discovery's graph tells of no group with fewer than ten rows, neither in its orientation nor in a finding.
func TestPrivateGraph(t *testing.T) {
	path := world{levels: map[string]string{"1": "north", "2": "middle", "3": "south", "4": "Tiny Island"}}.write(t)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	for i := 1; i <= 8; i++ { // a few people of an island, who trust everybody
		c := strings.Split(lines[100*i], ",")
		c[2], c[6] = "9.000", "4"
		lines[100*i] = strings.Join(c, ",")
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	claims := []string{"diff(trust, by=region)", "assoc(school, income)", "heterogeneity(trust ~ income | region)"}
	tell := func(private bool) *outcome {
		s := serve(t, nil)
		s.claims = claims
		return run{data: path, private: private}.do(t, s)
	}
	if o := tell(false); !strings.Contains(o.export, "Tiny Island ") {
		t.Error("the test does not test: without --private nothing tells of the island")
	}
	o := tell(true)
	if o.err != nil || o.count("rejected", "small-group") == 0 || len(o.accepts) != 1 {
		t.Errorf("%v %q", o.err, o.claims)
	}
	for _, line := range strings.Split(o.export, "\n") {
		if i := strings.Index(line, "Tiny Island"); i >= 0 && !strings.Contains(line, `"levels":[`) {
			t.Errorf("the graph tells of the island: …%s…", line[max(0, i-200):min(len(line), i+100)])
		}
	}
}
