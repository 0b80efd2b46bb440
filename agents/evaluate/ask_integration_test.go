//go:build integration

package evaluate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/agents/ask"
	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/agents/minilm"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// What is asked of the graphs of unguided runs, of 300 rounds at most. With HYP_MINILM the same with the embedding model in that folder. HYP_GRAPHS keeps the
// graphs in a folder, and takes those that are there.
func TestQuestions(t *testing.T) {
	ctx := context.Background()
	embedders := []insight.Embedder{embed.Embedder{}}
	if folder := os.Getenv("HYP_MINILM"); folder != "" {
		m, err := minilm.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		embedders = append(embedders, m)
	}
	rows := [][]string{{"set", "embedder", "asked", "in the graph", "covered", "first", "beside", "absent", "not known", "faithfulness"}}
	all := append(sets(t, "gss_2016_2018", "star", "fertility1980", "resume_audit"), examples...)
	for _, s := range all {
		questions, err := ReadQuestions(filepath.Join("testdata", "questions", s.Name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		graph := filepath.Join(t.TempDir(), "graph")
		if keep := os.Getenv("HYP_GRAPHS"); keep != "" {
			graph = filepath.Join(keep, s.Name)
		}
		if _, err := os.Stat(graph); err != nil {
			grown(t, Run{Data: s.Data, Catalog: s.Catalog, Rounds: 300, Graph: graph})
		}
		for _, e := range embedders {
			g, err := insight.Open(ctx, graph, insight.Options{Embedder: e})
			if err != nil {
				t.Fatal(err)
			}
			judged, err := Judge(ctx, g, questions, ask.Options{})
			if err != nil {
				t.Fatal(err)
			}
			_ = g.Close()
			m := MarksOf(judged)
			for _, j := range Missed(judged) {
				t.Logf("%s, %s: %s (%s ~ %s %s): %s\n%s", s.Name, e.Name(), j.Question.Text, j.Y, j.X, j.Moderator, j.Answer, j.Text)
			}
			for _, j := range judged {
				if !j.Absent && j.Graph != Covered && j.Known && testing.Verbose() {
					t.Logf("%s, %s, beside: %s\n%s", s.Name, e.Name(), j.Question.Text, strings.SplitN(j.Text, "\n", 2)[0])
				}
			}
			if m.Faithfuls != m.Answers {
				t.Errorf("%s: %d of %d answers are faithful", s.Name, m.Faithfuls, m.Answers)
			}
			if m.NotKnown != m.Absent {
				t.Errorf("%s: %d of %d absent ones are not known", s.Name, m.NotKnown, m.Absent)
			}
			rows = append(rows, []string{s.Name, e.Name(), fmt.Sprint(m.Asked), fmt.Sprint(m.InGraph), fmt.Sprint(m.Covered), fmt.Sprint(m.First), fmt.Sprint(m.Beside),
				fmt.Sprint(m.Absent), fmt.Sprint(m.NotKnown), fmt.Sprintf("%.2f", share(m.Faithfuls, m.Answers))})
		}
	}
	t.Log("\n" + sheet(rows))
}

// The questions of every set to the graphs of the others, which hold nothing about most of them: what is answered all the same is printed, to be
// read.
func TestForeignQuestions(t *testing.T) {
	ctx := context.Background()
	keep := os.Getenv("HYP_GRAPHS")
	if keep == "" {
		t.Fatal("HYP_GRAPHS names no folder with graphs that TestQuestions kept")
	}
	all := append(sets(t, "gss_2016_2018", "star", "fertility1980", "resume_audit"), examples...)
	asked, answered := 0, 0
	for _, s := range all {
		g, err := insight.Open(ctx, filepath.Join(keep, s.Name), insight.Options{Embedder: embed.Embedder{}})
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range all {
			if o.Name == s.Name {
				continue
			}
			questions, err := ReadQuestions(filepath.Join("testdata", "questions", o.Name+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			for _, q := range questions {
				a, err := ask.Ask(ctx, g, q.Text, ask.Options{})
				if err != nil {
					t.Fatal(err)
				}
				asked++
				if a.Known {
					answered++
					t.Logf("%s: %s\n%s", s.Name, q.Text, a.Sentences[0].Text)
				}
			}
		}
		_ = g.Close()
	}
	t.Logf("%d of %d foreign questions are answered", answered, asked)
}
