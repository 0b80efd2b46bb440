package loop

import (
	"context"

	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// related is an embedder whose similarity does not begin at 0: unrelated texts have base, and from least a text and a label have to do with each
// other.
type related interface {
	Related() (base, least float64)
}

// batched is an embedder that takes many texts in less time than one after another, and remembers them.
type batched interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// embedder is the name that a discovery keeps of its embedder; empty for the built-in one.
func (o *Options) embedder() string {
	if o.Embedder == nil || o.Embedder.Name() == (embed.Embedder{}).Name() {
		return ""
	}
	return o.Embedder.Name()
}

func embedderName(kept string) string {
	if kept == "" {
		return "their words"
	}
	return "the model " + kept
}

// cardsNear are the variables' cards that a text is near, by number, with a nearness in (0, 1] that is 0 for what has nothing to do with it. Least
// is where an embedder begins that says nothing else of itself.
func (l *Loop) cardsNear(ctx context.Context, text string, least float64) ([]insight.Hit, error) {
	base := 0.0
	if e, ok := l.opt.Embedder.(related); ok {
		base, least = e.Related()
	}
	hits, err := l.cardIndex.Search(ctx, text, least)
	for i := range hits {
		hits[i].Score = (hits[i].Score - base) / (1 - base)
	}
	return hits, err
}

// ahead has a model read at once what the critic will compare: the cores of a round's hypotheses and of the findings around them.
func (l *Loop) ahead(ctx context.Context, hypotheses []Compiled) error {
	e, ok := l.opt.Embedder.(batched)
	if !ok {
		return nil
	}
	var texts []string
	for i := range hypotheses {
		if c := &hypotheses[i]; c.Spec != nil {
			names := core(c.Spec)
			texts = append(texts, l.data.words(names))
			for _, f := range l.neighbours(names) {
				texts = append(texts, l.data.words(f.Core()))
			}
		}
	}
	_, err := e.Embed(ctx, texts)
	return err
}
