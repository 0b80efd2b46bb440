// Package ask answers questions in words from the insight graph, and from nothing else: every sentence of an answer cites the insights
// that it rests on, each is verified against them, and what the graph holds nothing about is "not known".
//
// An insight answers only a question of whose words it covers most, and two of whose topics it has, each by a variable of its own: a question about
// something absent must not be answered with what lies near. What a question wants to know beside whether it is so (what goes with it, how many findings, the
// strongest, what contradicts what) is told by its form. What is ranked is AutoKD's score, .6 similarity + .4 validity, and five are kept; where nothing
// answers, what is near is found as there, by the five nearest insights and one hop from them both ways. Descriptive seeds are never cited.
//
// How often answers are right is measured in agents/evaluate.
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
	Count     *int        `json:"count,omitempty"`         // of a question how many findings there are: so many are about it
	Found     int         `json:"found,omitempty"`         // insights that answer it, of which Retrieved are the first
	Notes     []string    `json:"notes,omitempty"`         // what is to be said beside the findings
	Retrieved []Retrieved `json:"retrieved"`               // what was looked at, the best first
	// Faithfulness is the share of the sentences that the insights they cite support (Faith of the paper; Halluc is 1 minus it); absent
	// without sentences.
	Faithfulness *float64 `json:"faithfulness,omitempty"`
	By           string   `json:"by"` // offline, or the mind's name
	// Details say how sure the findings are, what they hold equal and which data they are of; absent when nothing is known.
	Details *Details `json:"details,omitempty"`
	// Flags follow `hyp query` in the lines that say how to look further, such as --graph FOLDER.
	Flags string `json:"-"`
}

// offline is who answers without a mind.
const offline = "offline"

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
	most            = 0.7 // share of each topic's known words, by weight, that a variable must have
	half            = 0.5 // and of all its words
)

// longest is the most words of a question that say something: more are no question.
const longest = 100

// Ask answers a question. The error says what is wrong with one that asks nothing.
func Ask(ctx context.Context, g *insight.Graph, question string, opt Options) (*Answer, error) {
	opt.Seeds, opt.Keep = cmp.Or(opt.Seeds, 5), cmp.Or(opt.Keep, 5)
	f := formOf(question)
	words := contentWords(asking.ReplaceAllString(countForm.ReplaceAllString(question, " , "), " , "))
	switch {
	case opt.Seeds < 0 || opt.Keep < 0:
		return nil, fmt.Errorf("an answer from %d seeds of which %d are kept: give numbers of 1 and more", opt.Seeds, opt.Keep)
	case strings.TrimSpace(question) == "":
		return nil, errors.New("the question is empty: ask about variables, such as `does schooling go with trust?`")
	case len(words) == 0 && !f.open && !f.conflict:
		return nil, errors.New("the question names nothing to look for: ask about variables, such as `does schooling go with trust?`")
	case len(words) > longest:
		return nil, fmt.Errorf("the question has %d words that say what it is about, and %d are the most: ask in a sentence or two", len(words), longest)
	}
	lib, err := open(ctx, g, words)
	if err != nil {
		return nil, err
	}
	a := &Answer{Question: question, Sentences: []Sentence{}, Retrieved: []Retrieved{}, By: offline}
	for _, w := range words {
		if !lib.knows(w) && !(f.conflict && strings.HasPrefix(w.stem, "con")) {
			a.Unknown = append(a.Unknown, w.text)
		}
	}
	found, err := lib.retrieve(ctx, question, opt.Seeds)
	if err != nil {
		return nil, err
	}
	topics := lib.topics()
	var about []*book
	switch {
	case f.forecast:
		a.Notes = append(a.Notes, "It asks for what will be; the graph holds what was found in data, and foresees nothing.")
	case f.conflict:
		about = lib.contradicting(topics)
		if len(about) == 0 {
			a.Notes = append(a.Notes, "No finding in it contradicts another.")
		}
	default:
		for _, b := range lib.books {
			if len(words) == 0 || lib.answers(b, topics, f) {
				about = append(about, b)
			}
		}
		about = lib.nearBest(about, topics)
		lib.order(about, topics, f)
	}
	if f.count && !f.forecast && !f.conflict {
		about = lib.counted(about, topics)
		if n := len(about); n > 0 {
			a.Count = &n
		}
	}
	a.Known = len(about) > 0
	if !a.Known {
		switch {
		case len(lib.books) == 0:
			a.Notes = append(a.Notes, "It holds no findings yet: `hyp run` and `hyp discover` put them there.")
		case !slices.ContainsFunc(words, lib.knows) && len(words) > 0:
			a.Notes = append(a.Notes, "A question is read by the English words of the variables' names and labels.")
		default:
			a.Retrieved = found[:min(opt.Keep, len(found))]
		}
		return a, nil
	}
	for _, b := range about[:min(opt.Keep, len(about))] {
		a.Retrieved = append(a.Retrieved, b.retrieved(!slices.ContainsFunc(found, func(r Retrieved) bool { return r.ID == b.finding.ID && !r.Hop })))
	}
	a.Found = len(about)
	if f.causal {
		a.Notes = append(a.Notes, "The findings are of what goes with what; that one causes the other they do not show, unless it was assigned by chance.")
	}
	if err := lib.write(ctx, a, opt.Mind); err != nil {
		return nil, err
	}
	a.Details = lib.details(a.Retrieved, topics)
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

// nearBest leaves out what is about fewer topics than the best is, or covers less of the question.
func (l *library) nearBest(about []*book, topics [][]int) []*book {
	most, best := 0, 0.0
	for _, b := range about {
		most = max(most, l.met(b, topics))
	}
	about = slices.DeleteFunc(about, func(b *book) bool { return l.met(b, topics) < most })
	for _, b := range about {
		best = math.Max(best, b.coverage)
	}
	return slices.DeleteFunc(about, func(b *book) bool { return b.coverage < best-slack })
}

// counted is the insights that count as about a question's topics: where some are so in its own words, these alone.
func (l *library) counted(about []*book, topics [][]int) []*book {
	literal := slices.DeleteFunc(slices.Clone(about), func(b *book) bool {
		return slices.ContainsFunc(topics, func(t []int) bool {
			return !slices.ContainsFunc(b.core, func(s *subject) bool { return l.literally(s.named, t) })
		})
	})
	if len(literal) > 0 {
		return literal
	}
	return about
}

// contradicting is the insights that contradict each other, pair by pair, about the topics where there are any.
func (l *library) contradicting(topics [][]int) (out []*book) {
	for _, pair := range l.conflicts() {
		for _, b := range pair {
			if (len(topics) == 0 || l.met(pair[0], topics) == len(topics)) && !slices.Contains(out, b) {
				out = append(out, b)
			}
		}
	}
	return out
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
