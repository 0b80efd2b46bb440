//go:build integration

package evaluate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hyp-lang/hyp/agents/ask"
	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/agents/minilm"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// Independent questions of the graphs of unguided runs of 60 rounds. With HYP_MINILM the same with the embedding model in that folder. HYP_GRAPHS keeps the
// graphs in a folder, and takes those that are there.
func TestIndependentQuestions(t *testing.T) {
	ctx := context.Background()
	embedders := []insight.Embedder{embed.Embedder{}}
	if folder := os.Getenv("HYP_MINILM"); folder != "" {
		m, err := minilm.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		embedders = append(embedders, m)
	}
	rows := [][]string{{"set", "embedder", "answerable", "right", "late", "short", "wrong", "falsely unknown", "relevant", "unanswerable", "not known", "falsely answered", "faithful"}}
	for _, s := range sets(t, "nlsy79", "fertility1980", "star", "gss_2016_2018", "resume_audit") {
		questions, err := ReadIndependent(filepath.Join("testdata", "independent", s.Name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		graph := filepath.Join(t.TempDir(), "graph")
		if keep := os.Getenv("HYP_GRAPHS"); keep != "" {
			graph = filepath.Join(keep, s.Name+"-60")
		}
		if _, err := os.Stat(graph); err != nil {
			grown(t, Run{Data: s.Data, Catalog: s.Catalog, Rounds: 60, Graph: graph})
		}
		for _, e := range embedders {
			g, err := insight.Open(ctx, graph, insight.Options{Embedder: e})
			if err != nil {
				t.Fatal(err)
			}
			graded, err := GradeAll(ctx, g, questions, ask.Options{})
			if err != nil {
				t.Fatal(err)
			}
			_ = g.Close()
			for _, j := range graded {
				if j.Grade != Right && j.Grade != NotKnown {
					t.Logf("%s, %s: %s: %s (%s, want %v)\n%s", s.Name, e.Name(), j.Grade, j.Ask, j.Kind, j.Want, j.Text)
				}
			}
			m := TallyOf(graded)
			if m.Faithful != m.Answers {
				t.Errorf("%s: %d of %d answers are faithful", s.Name, m.Faithful, m.Answers)
			}
			row := []string{s.Name, e.Name()}
			for _, n := range []int{m.Answerable, m.Right, m.Late, m.Short, m.Wrong, m.FalselyNotKnown} {
				row = append(row, fmt.Sprint(n))
			}
			row = append(row, fmt.Sprintf("%d of %d", m.Relevant, m.Cited))
			for _, n := range []int{m.Unanswerable, m.NotKnown, m.FalselyAnswered} {
				row = append(row, fmt.Sprint(n))
			}
			rows = append(rows, append(row, fmt.Sprintf("%d of %d", m.Faithful, m.Answers)))
		}
	}
	t.Log("\n" + sheet(rows))
}
