package minilm

import (
	"context"
	"math"

	"github.com/hyp-lang/hyp/graphq/insight"
)

var _ insight.Embedder = (*Model)(nil)

// Name is the embedder's name.
func (m *Model) Name() string { return "all-MiniLM-L6-v2" }

// Duplicate is the similarity from which two findings say the same (AutoKD, section 4: .92 on this model's scale).
func (m *Model) Duplicate() float64 { return 0.92 }

// Related is the similarity of texts that have nothing to do with each other (a right angle), and that from which a question and a label have: of
// labels of nlsy79, ba_degree stands at .68 to schooling and mother_educ at .63, and nothing above .56 to zebra crossings.
func (m *Model) Related() (base, least float64) { return 0.5, 0.6 }

// Similarity is (cosine + 1) / 2 of two texts' vectors, in [0, 1]: the scale of the paper's thresholds.
func (m *Model) Similarity(ctx context.Context, a, b string) (float64, error) {
	v, err := m.Embed(ctx, []string{a, b})
	if err != nil {
		return 0, err
	}
	return similarity(v[0], v[1]), nil
}

func similarity(a, b []float32) float64 {
	dot := 0.0
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
	}
	return math.Max(0, math.Min(1, (dot+1)/2))
}

// Index computes the vectors of texts.
func (m *Model) Index(ctx context.Context, texts []string) (insight.TextIndex, error) {
	v, err := m.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	return &index{m, v}, nil
}

type index struct {
	model   *Model
	vectors [][]float32
}

// Search compares query with every text.
func (x *index) Search(ctx context.Context, query string, above float64) ([]insight.Hit, error) {
	q, err := x.model.Embed(ctx, []string{query})
	if err != nil {
		return nil, err
	}
	var hits []insight.Hit
	for i, v := range x.vectors {
		if s := similarity(q[0], v); s >= above {
			hits = append(hits, insight.Hit{Place: i, Score: s})
		}
	}
	return hits, nil
}
