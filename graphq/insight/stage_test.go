package insight

import (
	"regexp"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/estimators/result"
)

// staged is a round of two findings, the second deeper than the first, a further look at the first, and a rejection.
func staged(t *testing.T, g *Graph, commit bool) {
	t.Helper()
	number := 1
	s, err := g.Stage(StageInfo{RunInfo: RunInfo{Number: &number, Mode: "exploration", Mind: "offline"}, ID: "discovery.00001", Owner: "discovery"})
	if err != nil {
		t.Fatal(err)
	}
	first, deeper := assoc("R1_1", "ses", "ba", 0.3, 1e-5), assoc("R1_2", "ses", "ba", 0.2, 1e-4, richer("interact", "sex"))
	hold := first
	hold.Record.Part, hold.Rule, hold.Level = "holdout", "lord", ptr(0.01)
	known := g.Has(testID(&Test{Specification: hold.Record.Specification, Part: "holdout", DataHash: hold.Record.DataHash, Done: true}, &hold.Record))
	for _, want := range []bool{!known, false} {
		if fresh, err := s.Test(hold, "holdout"); err != nil || fresh != want {
			t.Fatalf("ledger row: fresh %v, %v", fresh, err)
		}
	}
	if err := s.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	one, err := s.Insert(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	two, err := s.Insert(t.Context(), deeper)
	if err != nil || len(two.Edges) != 1 || two.Edges[0].Relation != "deepens" || two.Edges[0].To != one.ID {
		t.Fatalf("%+v, %v: no edge to a staged finding", two, err)
	}
	if again, err := s.Insert(t.Context(), first); err != nil || !again.Duplicate || again.ID != one.ID {
		t.Fatalf("%+v, %v: no duplicate of a staged finding", again, err)
	}
	if err := s.Reject(Entry{Record: result.Record{Claim: "assoc(ses, ses2)", Template: "assoc"}}, "tautological", "one is computed from the other", "before"); err != nil {
		t.Fatal(err)
	}
	if !commit {
		s.Discard()
		return
	}
	accepted := 2
	state, err := State(map[string]int{"empty": 0})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Commit(t.Context(), Round{Number: &number, Mode: "exploration", Accepted: &accepted, State: state}); err != nil {
		t.Fatal(err)
	}
}

// TestStage stores a round whole or not at all, but for the ledger; and a round that is done again, at another time and after its ledger was
// stored, gives the same graph.
func TestStage(t *testing.T) {
	times := regexp.MustCompile(`"(created|hyp:created)":"[^"]*"`)
	var exports []string
	for i, tries := range [][]bool{{true}, {false, true}} {
		dir := t.TempDir()
		var g *Graph
		for k, commit := range tries {
			now := clock()
			g = open(t, dir, Options{Write: true, Now: func() time.Time { return now().AddDate(i, k, 0) }})
			if err := g.Discover(t.Context(), "discovery", Round{Mind: "offline"}, []string{"toy"}); err != nil {
				t.Fatal(err)
			}
			staged(t, g, commit)
			if !commit {
				s, err := g.Stats(t.Context())
				if err != nil || s.Nodes["insight"] != 0 || s.Nodes["test"] != 1 || s.Nodes["rejection"] != 0 {
					t.Errorf("%+v, %v: more than the ledger was stored", s.Nodes, err)
				}
				if problems, err := g.Check(t.Context()); err != nil || len(problems) > 0 {
					t.Errorf("a broken round leaves %v, %v", problems, err)
				}
				closed(t, g)
			}
		}
		clean(t, g)
		exports = append(exports, times.ReplaceAllString(export(t, g, JSONLines), ""))
		closed(t, g)
	}
	if exports[0] != exports[1] {
		t.Errorf("a round done again differs:\n%s\nwas\n%s", exports[1], exports[0])
	}
	g := open(t, t.TempDir(), Options{Write: true})
	defer closed(t, g)
	if _, err := g.Stage(StageInfo{ID: "d.1", Owner: "d"}); err == nil {
		t.Error("a round of no discovery was begun")
	}
}
