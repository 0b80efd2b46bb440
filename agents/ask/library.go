package ask

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// library is the insights of a graph, laid out for one question.
type library struct {
	view   *insight.View
	words  []word
	weight []float64 // of each word: how rare it is among the variables
	books  []*book
	byID   map[string]*book
	all    map[string]*subject // variables by name
}

// subject is a variable with the words that name it.
type subject struct {
	name, label string
	says        vocabulary
}

// book is one insight.
type book struct {
	node     insight.Node
	finding  mind.Finding
	status   string
	sign     int // of its estimate; 0 when it has none, or is not settled
	says     vocabulary
	coverage float64
	focus    float64 // share of what it is about that the question names
}

// open reads the insights that may be cited: all but the descriptive seeds.
func open(ctx context.Context, g *insight.Graph, words []word) (*library, error) {
	l := &library{view: g.View(), words: words, byID: map[string]*book{}, all: map[string]*subject{}}
	err := g.Items(ctx, func(it *insight.Item) error {
		switch {
		case it.Variable != nil:
			s := &subject{name: it.Variable.Name, label: it.Variable.Label, says: vocabulary{}}
			s.says.add(s.name + " " + s.label)
			l.all[s.name] = s
		case it.Insight != nil && !it.Insight.Seed && it.Insight.Record.Finding != "":
			l.add(it)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, w := range words {
		if err := l.likeness(ctx, w); err != nil {
			return nil, err
		}
		n := 0
		for _, s := range l.all {
			if s.says.has(w) {
				n++
			}
		}
		l.weight = append(l.weight, math.Log(float64(2+len(l.all))/float64(1+n)))
	}
	for _, b := range l.books {
		for _, name := range append(b.finding.Core(), b.finding.Controls...) {
			if s := l.all[name]; s != nil && !slices.Contains(b.finding.Controls, name) {
				for w := range s.says {
					b.says[w] = true
				}
			}
		}
		b.coverage, b.focus = l.cover(b.says), l.focus(b)
	}
	return l, nil
}

// focus is the share of an insight's variables that the question names; controls and a condition on rows count half.
func (l *library) focus(b *book) float64 {
	named, all := 0.0, 0.0
	count := func(weight float64, says vocabulary) {
		all += weight
		if slices.ContainsFunc(l.words, says.has) {
			named += weight
		}
	}
	for _, name := range b.finding.Core() {
		if s := l.all[name]; s != nil {
			count(1, s.says)
		}
	}
	for _, name := range b.finding.Controls {
		if s := l.all[name]; s != nil {
			count(0.5, s.says)
		}
	}
	if b.finding.Where != "" {
		says := vocabulary{}
		says.add(b.finding.Where)
		count(0.5, says)
	}
	if all == 0 {
		return 0
	}
	return named / all
}

// alike is the similarity from which a label means what a word means.
const alike = 0.75

// likeness lets a variable answer to a word that means what its label means, as an embedding model knows: schooling and education.
func (l *library) likeness(ctx context.Context, w word) error {
	near, err := l.view.Similar(ctx, insight.KindVariable, "label", w.text, alike)
	if err != nil {
		return err
	}
	for _, n := range near {
		if s := l.all[strings.TrimPrefix(l.view.ID(n.Node), insight.VariableID(""))]; s != nil {
			s.says[w.stem] = true
		}
	}
	return nil
}

func (l *library) add(it *insight.Item) {
	r := it.Insight.Record
	b := &book{node: l.view.Node(it.ID), says: vocabulary{}, finding: mind.Finding{ID: it.ID, Name: r.Name, Text: r.Finding, Claim: r.Claim,
		Template: r.Template, Outcome: r.Outcome, Exposure: r.Exposure, Moderator: r.Moderator, Groups: r.Groups, Controls: r.Controls,
		Where: r.Where, Estimand: r.Estimand, Modules: it.Insight.Modules, Estimate: r.Estimate, Validity: 0.5}}
	if r.Magnitude != nil {
		b.finding.Magnitude = *r.Magnitude
	}
	if v := it.Insight.Scores.Validity; v != nil {
		b.finding.Validity = *v
	}
	if r.Verdict != nil {
		b.status = string(r.Verdict.Value)
	}
	if r.Estimate != nil && b.status != "inconclusive" {
		b.sign = cmp.Compare(*r.Estimate, 0)
	}
	b.says.add(r.Where)
	for _, level := range r.Levels { // what is compared is a subject too
		b.says.add(level.Value)
	}
	l.books = append(l.books, b)
	l.byID[it.ID] = b
}

// knows tells whether anything in the graph is about a word.
func (l *library) knows(w word) bool {
	for _, s := range l.all {
		if s.says.has(w) {
			return true
		}
	}
	return slices.ContainsFunc(l.books, func(b *book) bool { return b.says.has(w) })
}

// cover is the share of the question's words, by weight, that a vocabulary has.
func (l *library) cover(says vocabulary) float64 {
	covered, all := 0.0, 0.0
	for i, w := range l.words {
		all += l.weight[i]
		if says.has(w) {
			covered += l.weight[i]
		}
	}
	if all == 0 {
		return 0
	}
	return covered / all
}

// topics parts the question's words, by place, into what it is about: the words that one variable's name and label hold together are one
// topic, the largest first, and words that only levels or conditions hold are another. Words that nothing holds are in none.
func (l *library) topics() (out [][]int) {
	left := map[int]bool{}
	for i, w := range l.words {
		if l.knows(w) {
			left[i] = true
		}
	}
	for len(left) > 0 {
		var best []int
		most := 0.0
		for _, name := range slices.Sorted(maps.Keys(l.all)) {
			var has []int
			weight := 0.0
			for i, w := range l.words {
				if left[i] && l.all[name].says.has(w) {
					has = append(has, i)
					weight += l.weight[i]
				}
			}
			if weight > most {
				best, most = has, weight
			}
		}
		if best == nil {
			best = slices.Sorted(maps.Keys(left))
		}
		for _, i := range best {
			delete(left, i)
		}
		out = append(out, best)
	}
	return out
}

// answers tells whether an insight is about what a question is about: most of its words, and two of its topics where it has two.
func (l *library) answers(b *book, topics [][]int) bool {
	known, met := 0, 0
	for _, topic := range topics {
		known += len(topic)
		has, all := 0.0, 0.0
		for _, i := range topic {
			all += l.weight[i]
			if b.says.has(l.words[i]) {
				has += l.weight[i]
			}
		}
		if has > 0 && has >= half*all {
			met++
		}
	}
	if len(topics) == 1 && known < len(l.words) {
		return false // the other side of the question is unknown
	}
	return met >= min(2, len(topics)) && b.coverage >= answers
}

// hops are the relations that retrieval follows, both ways.
var hops = []string{"deepens", "extends", "narrows", "contradicts", "revises", "crosses", "relates"}

// retrieve finds the insights for a question, the best first: the seeds nearest to it by similarity and by its words, and their neighbours.
func (l *library) retrieve(ctx context.Context, question string, seeds int) ([]Retrieved, error) {
	scored, err := l.view.Similar(ctx, insight.KindInsight, "text", question, 0)
	if err != nil {
		return nil, err
	}
	similarity := map[insight.Node]float64{}
	for _, s := range scored {
		similarity[s.Node] = s.Score
	}
	nearest := slices.Clone(l.books)
	rank := func(b *book) float64 { return b.coverage + similarity[b.node] }
	slices.SortStableFunc(nearest, func(a, b *book) int {
		return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(b.finding.Validity, a.finding.Validity), cmp.Compare(a.finding.ID, b.finding.ID))
	})
	take := map[string]bool{}
	var out []Retrieved
	put := func(b *book, hop bool) {
		if b == nil || take[b.finding.ID] {
			return
		}
		take[b.finding.ID] = true
		// The words that a question and an insight share are a similarity too, which knows the variables' labels.
		s := max(similarity[b.node], b.coverage)
		out = append(out, Retrieved{ID: b.finding.ID, Name: b.finding.Name, Text: strings.TrimSpace(b.finding.Text), Similarity: s,
			Validity: b.finding.Validity, Coverage: b.coverage, Score: similarityShare*s + validityShare*b.finding.Validity, Hop: hop})
	}
	for _, b := range nearest[:min(seeds, len(nearest))] {
		put(b, false)
	}
	for _, r := range slices.Clone(out) {
		for _, relation := range hops {
			for _, in := range []bool{false, true} {
				for _, n := range l.view.Neighbours(relation, in).Of(l.byID[r.ID].node) {
					put(l.byID[l.view.ID(n)], true)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Retrieved) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}
