// Package ask answers questions in words from the insight graph, and from nothing else: every sentence of an answer cites the insights
// that it rests on, each is verified against them, and what the graph holds nothing about is "not known".
//
// Retrieval is AutoKD's: the five insights nearest to the question, one hop from them both ways, ranked by .6 similarity + .4
// validity, the best five kept; descriptive seeds are never cited. Beyond it, an insight answers only a question of whose words it
// covers most, and two of whose topics: a question about something absent must not be answered with what lies near.
package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// Options say how a question is answered. The zero value is the paper's, without a model.
type Options struct {
	Seeds int           // insights that retrieval begins from; 5 when zero
	Keep  int           // insights that an answer may cite; 5 when zero
	Mind  mind.Answerer // writes the answer and verifies it; nil: the insights' own sentences
}

// Answer is what the graph says to a question.
type Answer struct {
	Question  string      `json:"question"`
	Known     bool        `json:"known"`
	Sentences []Sentence  `json:"answer"`
	Unknown   []string    `json:"unknown_words,omitempty"` // words of the question that nothing in the graph is about
	Retrieved []Retrieved `json:"retrieved"`               // what was looked at, the best first
	// Faithfulness is the share of the sentences that the insights they cite support (Faith of the paper; Halluc is 1 minus it); absent
	// without sentences.
	Faithfulness *float64 `json:"faithfulness,omitempty"`
	By           string   `json:"by"` // offline, or the mind's name
}

// Sentence is one sentence of an answer. One that cites nothing is unsupported.
type Sentence struct {
	Text      string   `json:"text"`
	Cites     []string `json:"cites"`
	Supported bool     `json:"supported"`
}

// Retrieved is an insight that was looked at.
type Retrieved struct {
	ID         string  `json:"id"`
	Name       string  `json:"name,omitempty"`
	Text       string  `json:"text"`
	Similarity float64 `json:"similarity"`
	Validity   float64 `json:"validity"`
	Coverage   float64 `json:"coverage"` // share of the question's words that it is about, rare ones counting more
	Score      float64 `json:"score"`    // .6 similarity + .4 validity
	Hop        bool    `json:"hop,omitempty"`
}

// The shares of the retrieval score (AutoKD, S1), and what an answer must cover.
const (
	similarityShare = 0.6
	validityShare   = 0.4
	answers         = 0.6 // least coverage of an insight that answers
	slack           = 0.2 // how far below the best coverage it may be
	half            = 0.5 // share of each topic's words that it must have
)

// Ask answers a question.
func Ask(ctx context.Context, g *insight.Graph, question string, opt Options) (*Answer, error) {
	opt.Seeds, opt.Keep = cmp.Or(opt.Seeds, 5), cmp.Or(opt.Keep, 5)
	words := contentWords(question)
	if len(words) == 0 {
		return nil, errors.New("the question names nothing to look for: ask about variables, such as `does schooling go with trust?`")
	}
	lib, err := open(ctx, g, words)
	if err != nil {
		return nil, err
	}
	a := &Answer{Question: question, Sentences: []Sentence{}, Retrieved: []Retrieved{}, By: "offline"}
	for _, w := range words {
		if !lib.knows(w) {
			a.Unknown = append(a.Unknown, w.text)
		}
	}
	found, err := lib.retrieve(ctx, question, opt.Seeds)
	if err != nil {
		return nil, err
	}
	topics := lib.topics()
	pair := topics[:min(2, len(topics))]
	about := slices.Clone(found)
	about = slices.DeleteFunc(about, func(r Retrieved) bool { return !lib.answers(lib.byID[r.ID], topics) })
	best := 0.0
	for _, f := range about {
		best = math.Max(best, f.Coverage)
	}
	about = slices.DeleteFunc(about, func(r Retrieved) bool { return r.Coverage < best-slack })
	a.Known = len(about) > 0
	if !a.Known {
		a.Retrieved = found[:min(opt.Keep, len(found))]
		return a, nil
	}
	a.Retrieved = about[:min(opt.Keep, len(about))]
	// What is about the pair that the question names first comes first, the plain answer before what adds further variables.
	slices.SortStableFunc(a.Retrieved, func(x, y Retrieved) int {
		b, c := lib.byID[x.ID], lib.byID[y.ID]
		return cmp.Or(cmp.Compare(lib.met(c, pair), lib.met(b, pair)), cmp.Compare(c.likeness(), b.likeness()))
	})
	if err := lib.write(ctx, a, opt.Mind); err != nil {
		return nil, err
	}
	supported := 0
	for _, s := range a.Sentences {
		if s.Supported {
			supported++
		}
	}
	if n := len(a.Sentences); n > 0 {
		share := float64(supported) / float64(n)
		a.Faithfulness = &share
	}
	return a, nil
}

// write makes the sentences of an answer and verifies each against what it cites.
func (l *library) write(ctx context.Context, a *Answer, m mind.Answerer) error {
	if m == nil {
		for _, r := range a.Retrieved {
			a.Sentences = append(a.Sentences, Sentence{Text: r.Text, Cites: []string{r.ID}, Supported: l.entails(r.Text, l.byID[r.ID])})
		}
		return nil
	}
	a.By = m.Name()
	q := mind.AnswerQuestion{Question: a.Question}
	for _, r := range a.Retrieved {
		q.Insights = append(q.Insights, l.byID[r.ID].finding)
	}
	said, err := m.Answer(ctx, q)
	if err != nil {
		return fmt.Errorf("writing the answer: %w", err)
	}
	for _, s := range said.Sentences {
		out := Sentence{Text: s.Text, Cites: slices.Clone(s.Cites)}
		for _, id := range s.Cites {
			if !slices.ContainsFunc(a.Retrieved, func(r Retrieved) bool { return r.ID == id }) {
				continue // it was never shown to the mind
			}
			yes, err := m.Entails(ctx, s.Text, l.byID[id].finding)
			if err != nil {
				return fmt.Errorf("verifying the answer: %w", err)
			}
			out.Supported = out.Supported || yes
		}
		a.Sentences = append(a.Sentences, out)
	}
	return nil
}

// String is the answer for people: sentences with their citations, what is unsupported marked, and how faithful it is.
func (a *Answer) String() string {
	var b strings.Builder
	if !a.Known {
		b.WriteString("The graph does not know.\n")
		if len(a.Unknown) > 0 {
			fmt.Fprintf(&b, "Nothing in it is about: %s.\n", strings.Join(a.Unknown, ", "))
		}
		if len(a.Retrieved) > 0 {
			b.WriteString("What comes nearest, and answers something else:\n")
			for _, r := range a.Retrieved[:min(2, len(a.Retrieved))] {
				fmt.Fprintf(&b, "- %s [%s]\n", r.Text, r.ID)
			}
		}
		return b.String()
	}
	for _, s := range a.Sentences {
		mark := ""
		if !s.Supported {
			mark = " (unsupported: no insight says so)"
		}
		fmt.Fprintf(&b, "- %s", s.Text)
		for _, id := range s.Cites {
			fmt.Fprintf(&b, " [%s]", id)
		}
		b.WriteString(mark + "\n")
	}
	if len(a.Unknown) > 0 {
		fmt.Fprintf(&b, "Nothing in the graph is about: %s.\n", strings.Join(a.Unknown, ", "))
	}
	if a.Faithfulness != nil {
		fmt.Fprintf(&b, "Faithfulness %.2f: the share of sentences that the cited insights support.\n", *a.Faithfulness)
	}
	return b.String()
}
