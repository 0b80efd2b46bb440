package evaluate

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/hyp-lang/hyp/agents/ask"
	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/intake"
)

// examples are the data sets of the repository.
var examples = []Set{
	{Name: "nlsy79", Data: "../../examples/nlsy79/nlsy79.csv"},
	{Name: "penguins", Data: "../../examples/penguins/penguins.csv"},
}

// studied is the graph of a study.
func studied(t testing.TB, file string) *insight.Graph {
	t.Helper()
	ctx := context.Background()
	texts, err := study.Find(ctx, []string{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := insight.Transient(insight.Options{Embedder: embed.Embedder{}})
	t.Cleanup(func() { _ = g.Close() })
	keeper := intake.Keep(g, "test", func(string) {})
	s := study.Open(ctx, texts, study.Options{})[0]
	if s.Failed() {
		t.Fatal(s.Diagnostics)
	}
	if err := keeper.Study(ctx, s); err != nil {
		t.Fatal(err)
	}
	keep := func(r *result.Record) error { _, err := keeper.Keep(ctx, r); return err }
	if err := s.Run(ctx, keep, func(name string, err error) { t.Error(name, err) }); err != nil {
		t.Fatal(err)
	}
	return g
}

// Questions about the example studies: what a graph holds is cited, every sentence is that of what it cites, and what the data do not have is not known.
func TestQuestionsOfExamples(t *testing.T) {
	for _, s := range examples {
		questions, err := ReadQuestions(filepath.Join("testdata", "questions", s.Name+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		g := studied(t, filepath.Join("..", "..", "examples", s.Name, s.Name+".hyp"))
		judged, err := Judge(context.Background(), g, questions, ask.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, j := range Missed(judged) {
			t.Errorf("%s: %s (%s ~ %s %s): %s\n%s", s.Name, j.Question.Text, j.Y, j.X, j.Moderator, j.Answer, j.Text)
		}
		m := MarksOf(judged)
		if m.Faithfuls != m.Answers || m.Asked < 20 || m.Absent < 4 {
			t.Errorf("%s: %+v", s.Name, m)
		}
		t.Logf("%s: %+v", s.Name, m)
	}
}
