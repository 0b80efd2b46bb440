package insight

import (
	"context"
)

// Scored is a node with a similarity.
type Scored struct {
	Node  Node
	Score float64
}

// count is how many nodes have a text for a property.
func (v *View) count(property, text string) (n int) {
	c := v.Column(property)
	for _, o := range c.of {
		if x := v.value(o); x.Kind == TextValue && x.Text == text {
			n++
		}
	}
	return n
}

// Similar is every node of a kind whose text (of the property) is at least so similar to a text.
func (v *View) Similar(ctx context.Context, kind, property, text string, above float64) ([]Scored, error) {
	x, err := v.textIndex(ctx, kind, property)
	if err != nil {
		return nil, err
	}
	hits, err := x.index.Search(ctx, text, above)
	if err != nil {
		return nil, err
	}
	out := make([]Scored, len(hits))
	for i, h := range hits {
		out[i] = Scored{x.nodes[h.Place], h.Score}
	}
	return out, nil
}

func (v *View) textIndex(ctx context.Context, kind, property string) (textIndex, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	key := kind + " " + property
	if x, there := v.texts[key]; there {
		return x, nil
	}
	var x textIndex
	var texts []string
	c := v.column(property)
	for _, n := range v.nodes(kind) {
		if t := c.At(n); t.Kind == TextValue {
			x.nodes = append(x.nodes, n)
			texts = append(texts, t.Text)
		}
	}
	var err error
	if x.index, err = v.g.embedder().Index(ctx, texts); err != nil {
		return x, err
	}
	v.texts[key] = x
	return x, nil
}

func (g *Graph) embedder() Embedder {
	if g.opt.Embedder == nil {
		return literally{}
	}
	return g.opt.Embedder
}
