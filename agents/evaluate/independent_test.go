package evaluate

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/hyp-lang/hyp/agents/ask"
	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// The independent questions about nlsy79, asked of a discovery in the repository's extract of it: what the graph cannot answer is not known, every
// sentence is that of what it cites, and two of three of the others are answered by the finding that they ask for.
func TestIndependentQuestionsOfExample(t *testing.T) {
	ctx := context.Background()
	graph := filepath.Join(t.TempDir(), "graph")
	if _, err := Discover(ctx, Run{Data: examples[0].Data, Graph: graph, Seed: 1, Rounds: 60}); err != nil {
		t.Fatal(err)
	}
	questions, err := ReadIndependent(filepath.Join("testdata", "independent", "nlsy79.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	g, err := insight.Open(ctx, graph, insight.Options{Embedder: embed.Embedder{}})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	graded, err := GradeAll(ctx, g, questions, ask.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range graded {
		switch j.Grade {
		case FalselyAnswered:
			t.Errorf("%s\n%s", j.Ask, j.Text)
		case Late, Short, Wrong, FalselyNotKnown:
			t.Logf("%s: %s (want %v)\n%s", j.Grade, j.Ask, j.Want, j.Text)
		}
	}
	m := TallyOf(graded)
	if m.Faithful != m.Answers || m.Answerable < 10 || 3*m.Right < 2*m.Answerable {
		t.Errorf("%+v", m)
	}
	t.Logf("%+v", m)
}

// Grades are given for what an answer cites, whatever it calls itself.
func TestGrade(t *testing.T) {
	pair := Independent{Kind: "direction", Want: [][]string{{"a", "b|c"}}, Controls: []string{"z"}}
	for _, r := range []struct {
		record result.Record
		want   bool
	}{
		{result.Record{Outcome: "a", Exposure: "b", Controls: []string{"z"}}, true},
		{result.Record{Outcome: "c", Groups: "a", Controls: []string{"y", "z"}}, true},
		{result.Record{Outcome: "a", Exposure: "b"}, false},
		{result.Record{Outcome: "a", Exposure: "d", Controls: []string{"b", "z"}}, false},
	} {
		if got := pair.Wants(&r.record); got != r.want {
			t.Errorf("%+v: %v", r.record, got)
		}
	}
	absent, causal := Independent{Kind: "absent"}, Independent{Kind: "causal", Want: pair.Want}
	list, count := Independent{Kind: "list", Want: pair.Want, Least: 3}, Independent{Kind: "count", Want: pair.Want}
	for name, c := range map[string]struct {
		q     Independent
		j     Graded
		held  int
		first bool
		want  Grade
	}{
		"absent, not known":    {absent, Graded{}, 0, false, NotKnown},
		"absent, answered":     {absent, Graded{Known: true, Cited: 1}, 0, false, FalselyAnswered},
		"no such finding":      {pair, Graded{Known: true}, 0, false, NotInGraph},
		"held, not known":      {pair, Graded{}, 1, false, FalselyNotKnown},
		"another finding":      {pair, Graded{Known: true, Cited: 2}, 1, false, Wrong},
		"cited second":         {pair, Graded{Known: true, Relevant: 1}, 1, false, Late},
		"cited first":          {pair, Graded{Known: true, Relevant: 1}, 1, true, Right},
		"a short list":         {list, Graded{Known: true, Relevant: 2}, 9, true, Short},
		"all that there is":    {list, Graded{Known: true, Relevant: 2}, 2, true, Right},
		"no number":            {count, Graded{Known: true, Relevant: 2, Text: "- 7 [i:7]\n"}, 7, true, Short},
		"the number":           {count, Graded{Known: true, Relevant: 2, Text: "7 findings are about it\n- x [i:1]\n"}, 7, true, Right},
		"causal, no caution":   {causal, Graded{Known: true, Relevant: 1, Text: "- a causes b [i:1]\n"}, 1, true, FalselyAnswered},
		"causal, with caution": {causal, Graded{Known: true, Relevant: 1, Text: "- x [i:1]\nNone shows a cause.\n"}, 1, true, NotKnown},
	} {
		if got := c.q.grade(c.j, c.held, c.first); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
