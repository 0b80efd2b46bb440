package ask

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// likeness is a similarity by the words that a question and an insight share, which knows the variables' labels: the harmonic mean of how much of the
// question the insight covers and how much of the insight the question names.
func (b *book) likeness() float64 {
	if b.coverage+b.focus == 0 {
		return 0
	}
	return 2 * b.coverage * b.focus / (b.coverage + b.focus)
}

// hops are the relations that retrieval follows, both ways.
var hops = []string{"deepens", "extends", "narrows", "contradicts", "revises", "crosses", "relates"}

// retrieve finds the insights near a question, the best first: the seeds nearest to it by similarity and by its words, and their neighbours.
func (l *library) retrieve(ctx context.Context, question string, seeds int) ([]Retrieved, error) {
	scored, err := l.view.Similar(ctx, insight.KindInsight, "text", question, 0)
	if err != nil {
		return nil, err
	}
	similarity := map[insight.Node]float64{}
	for _, s := range scored {
		similarity[s.Node] = s.Score
	}
	for _, b := range l.books {
		b.similar = max(similarity[b.node], b.likeness())
	}
	nearest := slices.Clone(l.books)
	slices.SortStableFunc(nearest, func(a, b *book) int {
		return cmp.Or(cmp.Compare(b.coverage+b.similar, a.coverage+a.similar), cmp.Compare(b.finding.Validity, a.finding.Validity),
			cmp.Compare(a.finding.ID, b.finding.ID))
	})
	take := map[string]bool{}
	var out []Retrieved
	put := func(b *book, hop bool) {
		if b == nil || take[b.finding.ID] {
			return
		}
		take[b.finding.ID] = true
		out = append(out, b.retrieved(hop))
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

// score is AutoKD's, of similarity and validity.
func (b *book) score() float64 { return similarityShare*b.similar + validityShare*b.finding.Validity }

func (b *book) retrieved(hop bool) Retrieved {
	return Retrieved{ID: b.finding.ID, Name: b.finding.Name, Text: strings.TrimSpace(b.finding.Text), Similarity: b.similar, Validity: b.finding.Validity,
		Coverage: b.coverage, Score: b.score(), Hop: hop}
}

// conflicts are the pairs of insights that contradict each other, the stronger pairs first.
func (l *library) conflicts() (out [][2]*book) {
	for _, b := range l.books {
		for _, n := range l.view.Neighbours("contradicts", false).Of(b.node) {
			if o := l.byID[l.view.ID(n)]; o != nil {
				out = append(out, [2]*book{b, o})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y [2]*book) int {
		return cmp.Or(cmp.Compare(y[0].finding.Magnitude+y[1].finding.Magnitude, x[0].finding.Magnitude+x[1].finding.Magnitude),
			cmp.Compare(x[0].finding.ID, y[0].finding.ID), cmp.Compare(x[1].finding.ID, y[1].finding.ID))
	})
	return out
}
