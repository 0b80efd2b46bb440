package ask

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/intake"
)

// degrees is the graph of the example study on who finishes a degree.
func degrees(t *testing.T) *insight.Graph {
	t.Helper()
	ctx := context.Background()
	texts, err := study.Find(ctx, []string{"../../examples/nlsy79/nlsy79.hyp"}, nil)
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
	if err := s.Run(ctx, func(r *result.Record) error { _, err := keeper.Keep(ctx, r); return err }, func(name string, err error) { t.Error(name, err) }); err != nil {
		t.Fatal(err)
	}
	return g
}

// Questions are answered by the insights that a reader would point to, the plain one first; what is absent is not known.
func TestQuestions(t *testing.T) {
	g := degrees(t)
	for _, q := range []struct {
		question string
		first    []string // variables of the first insight; nil: not known
		says     string   // a part of its sentence
		unknown  string
	}{
		{"does socio-economic status go with a degree?", []string{"ba_degree", "ses"}, "higher odds", ""},
		{"Do black people get a bachelor's degree less often than whites?", []string{"ba_degree", "race"}, "lower for Black", ""},
		{"does the effect of ses on the degree differ between men and women?", []string{"ba_degree", "ses"}, "ses", ""},
		{"Is wealth lower for those who were jailed?", []string{"wealth96", "ever_jailed"}, "lower for yes", ""},
		{"how does wealth differ by race?", []string{"wealth85", "race"}, "Black", ""},
		{"Does vitamin D go with a degree?", nil, "", "vitamin"},
		{"does happiness depend on marriage?", nil, "", "happiness"},
		{"Do left-handed people get a degree?", nil, "", "handed"},
	} {
		a, err := Ask(context.Background(), g, q.question, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Known != (q.first != nil) {
			t.Errorf("%s: known is %v\n%s", q.question, a.Known, a)
			continue
		}
		if q.unknown != "" && !slices.Contains(a.Unknown, q.unknown) {
			t.Errorf("%s: unknown words %v", q.question, a.Unknown)
		}
		if !a.Known {
			if len(a.Sentences) > 0 || a.Faithfulness != nil || !strings.HasPrefix(a.String(), "The graph does not know.") {
				t.Errorf("%s: an answer to what is not known\n%s", q.question, a)
			}
			continue
		}
		it, err := g.Item(context.Background(), a.Sentences[0].Cites[0])
		if err != nil || it == nil {
			t.Fatalf("%s: it cites %v: %v", q.question, a.Sentences[0].Cites, err)
		}
		r := it.Insight.Record
		for _, v := range q.first {
			if !slices.Contains([]string{r.Outcome, r.Exposure, r.Moderator, r.Groups}, v) {
				t.Errorf("%s: the first sentence is not about %s: %s", q.question, v, a.Sentences[0].Text)
			}
		}
		if !strings.Contains(a.Sentences[0].Text, q.says) {
			t.Errorf("%s: %s lacks %q", q.question, a.Sentences[0].Text, q.says)
		}
		if a.Faithfulness == nil || *a.Faithfulness != 1 || len(a.Sentences) > 5 {
			t.Errorf("%s: faithfulness %v of %d sentences", q.question, a.Faithfulness, len(a.Sentences))
		}
		if a.By != "offline" {
			t.Errorf("by %s", a.By)
		}
	}
	if _, err := Ask(context.Background(), g, "does it?", Options{}); err == nil || !strings.Contains(err.Error(), "names nothing") {
		t.Errorf("an empty question: %v", err)
	}
}

// scribe answers as it is told, and believes a sentence that contains "odds".
type scribe struct {
	sentences []mind.Sentence
	shown     []mind.Finding
}

func (s *scribe) Name() string { return "scribe" }
func (s *scribe) Answer(_ context.Context, q mind.AnswerQuestion) (mind.Answer, error) {
	s.shown = q.Insights
	for i := range s.sentences {
		if len(s.sentences[i].Cites) == 1 && s.sentences[i].Cites[0] == "first" {
			s.sentences[i].Cites[0] = q.Insights[0].ID
		}
	}
	return mind.Answer{Sentences: s.sentences}, nil
}
func (s *scribe) Entails(_ context.Context, claim string, _ mind.Finding) (bool, error) {
	return strings.Contains(claim, "odds"), nil
}

// A mind's sentences are verified: one that cites nothing, what it was not shown, or what does not say so is marked.
func TestMindIsVerified(t *testing.T) {
	g := degrees(t)
	s := &scribe{sentences: []mind.Sentence{
		{Text: "The odds rise.", Cites: []string{"first"}},
		{Text: "The odds rise, says nobody."},
		{Text: "The odds rise, by an invented source.", Cites: []string{"i:0000000000000000"}},
		{Text: "Money is everything.", Cites: []string{"first"}},
	}}
	a, err := Ask(context.Background(), g, "does ses go with a degree?", Options{Mind: s, Keep: 3})
	if err != nil {
		t.Fatal(err)
	}
	var supported []bool
	for _, x := range a.Sentences {
		supported = append(supported, x.Supported)
	}
	if !slices.Equal(supported, []bool{true, false, false, false}) || *a.Faithfulness != 0.25 || a.By != "scribe" {
		t.Errorf("%v, faithfulness %v by %s", supported, *a.Faithfulness, a.By)
	}
	if len(s.shown) != 3 {
		t.Errorf("%d insights were shown", len(s.shown))
	}
	if text := a.String(); strings.Count(text, "(unsupported") != 3 || !strings.Contains(text, "Faithfulness 0.25") {
		t.Errorf("%s", text)
	}
}

// Sentences are held to variables, direction and what is settled.
func TestEntails(t *testing.T) {
	l := &library{all: map[string]*subject{}}
	for name, label := range map[string]string{"ses": "socio-economic status", "ba": "bachelor's degree", "sex": "sex of the respondent"} {
		l.all[name] = &subject{name: name, label: label}
	}
	b := &book{sign: 1, status: "supported", finding: mind.Finding{Outcome: "ba", Exposure: "ses", Template: "assoc", Text: "Higher ses goes with higher odds of ba = yes: odds ratio 1.6."}}
	for sentence, want := range map[string]bool{
		"Higher ses goes with higher odds of ba = yes":                    true,
		"ses and ba are positively related":                               true,
		"ses and ba are negatively related":                               false,
		"Higher socio-economic status goes with fewer bachelor's degrees": false,
		"More socio-economic status goes with more bachelor's degrees":    true,
		"ses matters": false, // only one variable
		"ses and ba are related among every sex of the respondent": false, // a third
		"The data do not settle whether ses and ba are related":    false,
		"": false,
	} {
		if got := l.entails(sentence, b); got != want {
			t.Errorf("%q: %v", sentence, got)
		}
	}
}

func TestWords(t *testing.T) {
	var got []string
	for _, w := range contentWords("Does the higher body_mass of more educated people go with THEIR schooling, and for whom?") {
		got = append(got, w.text)
	}
	if s := strings.Join(got, " "); s != "body mass body_mass educated schooling" {
		t.Errorf("%s", s)
	}
	v := vocabularyOf("Highest year of school; education; confidence in scientific community; general happiness")
	for text, want := range map[string]bool{"schooling": true, "educated": true, "educational": true, "science": true, "happy": true, "happiness": true,
		"confident": true, "years": true, "scarce": false, "edition": false, "community": true, "comma": false} {
		if got := v.has(word{text: text, stem: stem(text)}); got != want {
			t.Errorf("%s (%s): %v", text, stem(text), got)
		}
	}
}
