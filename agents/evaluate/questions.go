package evaluate

import (
	"context"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/ask"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// Question is a question in words with what an answer to it must be about.
type Question struct {
	Text      string `json:"question"`
	Y         string `json:"y"`
	X         string `json:"x"`
	Moderator string `json:"moderator"`
	Direction string `json:"direction"` // positive or negative on the coded values; empty: any
	Absent    bool   `json:"absent"`    // it asks for what the data do not have: the answer is "not known"
}

// ReadQuestions reads questions, a JSON object a line. Errors name the line.
func ReadQuestions(path string) ([]Question, error) { return readLines[Question](path) }

// Match compares a finding with what a question asks for, as a published finding is compared. A finding on a part of the rows covers only a question
// that names the part.
func (q *Question) Match(r *result.Record) Match {
	g := Gold{Y: q.Y, X: q.X, Moderator: q.Moderator, Coded: q.Direction}
	if r.Where != "" && !strings.Contains(strings.ToLower(q.Text), strings.ToLower(r.Where)) {
		return min(Partial, g.Match(r))
	}
	return g.Match(r)
}

// Judged is an answer and what it is worth.
type Judged struct {
	Question
	Graph    Match // the best that the graph holds
	Answer   Match // the best that the answer cites
	First    Match // that of the first sentence
	Known    bool
	Faithful bool // every sentence is word for word that of the insight that it cites, and the answer calls itself faithful
	Text     string
}

// Judge asks questions of a graph and judges the answers without trusting them: what a sentence cites is read from the graph again.
func Judge(ctx context.Context, g *insight.Graph, questions []Question, opt ask.Options) ([]Judged, error) {
	growth, err := GrowthOf(ctx, g)
	if err != nil {
		return nil, err
	}
	var out []Judged
	for _, q := range questions {
		a, err := ask.Ask(ctx, g, q.Text, opt)
		if err != nil {
			return nil, err
		}
		j := Judged{Question: q, Known: a.Known, Text: a.String(), Faithful: !a.Known || a.Faithfulness != nil && *a.Faithfulness == 1}
		if !q.Absent {
			for _, r := range growth.Findings {
				j.Graph = max(j.Graph, q.Match(r))
			}
		}
		said, err := citations(ctx, g, a, func(sentence int, r *result.Record) {
			if q.Absent {
				return
			}
			m := q.Match(r)
			j.Answer = max(j.Answer, m)
			if sentence == 0 {
				j.First = max(j.First, m)
			}
		})
		if err != nil {
			return nil, err
		}
		j.Faithful = j.Faithful && said
		out = append(out, j)
	}
	return out, nil
}

// citations calls found with every finding that a sentence of an answer cites, as the graph has it, and tells whether every sentence is word
// for word that of a finding that it cites.
func citations(ctx context.Context, g *insight.Graph, a *ask.Answer, found func(sentence int, r *result.Record)) (said bool, err error) {
	said = true
	for i, s := range a.Sentences {
		says := false
		for _, id := range s.Cites {
			it, err := g.Item(ctx, id)
			if err != nil {
				return false, err
			}
			if it == nil || it.Insight == nil {
				continue
			}
			says = says || strings.TrimSpace(it.Insight.Record.Finding) == s.Text
			found(i, &it.Insight.Record)
		}
		said = said && says
	}
	return said, nil
}

// Marks sums judged answers up.
type Marks struct {
	Asked     int // about what the data have
	InGraph   int // of Asked: the graph holds a finding that covers it
	Covered   int // of InGraph: the answer cites one
	First     int // of Covered: in its first sentence
	Beside    int // of Asked, not InGraph: answered all the same, with what is near
	Absent    int // about what the data do not have
	NotKnown  int // of Absent: answered so
	Answers   int // answers of at least a sentence
	Faithfuls int // of Answers
}

// MarksOf counts.
func MarksOf(all []Judged) (m Marks) {
	for i := range all {
		j := &all[i]
		if j.Known {
			m.Answers++
			if j.Faithful {
				m.Faithfuls++
			}
		}
		switch {
		case j.Absent:
			m.Absent++
			if !j.Known {
				m.NotKnown++
			}
		default:
			m.Asked++
			switch {
			case j.Graph == Covered:
				m.InGraph++
				if j.Answer == Covered {
					m.Covered++
				}
				if j.First == Covered {
					m.First++
				}
			case j.Known:
				m.Beside++
			}
		}
	}
	return m
}

// Missed are the answers that do not cite what the graph holds, and those to absent questions that are known.
func Missed(all []Judged) []Judged {
	return slices.DeleteFunc(slices.Clone(all), func(j Judged) bool {
		return !(j.Absent && j.Known || !j.Absent && j.Graph == Covered && j.Answer != Covered)
	})
}
