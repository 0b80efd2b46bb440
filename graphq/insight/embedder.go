package insight

import "context"

// Embedder places texts by their meaning. agents/embed has the built-in one; a model can stand in its place.
type Embedder interface {
	// Name tells embedders apart, since thresholds belong to one.
	Name() string
	// Similarity is that of two texts by themselves, in [0, 1].
	Similarity(ctx context.Context, a, b string) (float64, error)
	// Index prepares texts for search.
	Index(ctx context.Context, texts []string) (TextIndex, error)
	// Duplicate is the similarity from which two findings say the same: what .92 is on the paper's scale.
	Duplicate() float64
}

// duplicate is the similarity of a duplicate on the paper's scale (AutoKD, Table 7).
const duplicate = 0.92

// Calibrated is a similarity as e measures it on the paper's scale: what Duplicate is to e is .92 there, equal texts are 1, and between
// and below them the scale is straight.
func Calibrated(e Embedder, similarity float64) float64 {
	if d := e.Duplicate(); d < 1 {
		return 1 - (1-similarity)*(1-duplicate)/(1-d)
	}
	return similarity
}

// threshold is the other way: what e measures where the paper's scale has x; e's own Duplicate for 0.
func threshold(e Embedder, x float64) float64 {
	d := e.Duplicate()
	if x == 0 || x == duplicate || d >= 1 {
		return d
	}
	return 1 - (1-x)*(1-d)/(1-duplicate)
}

// TextIndex is texts that can be searched, by many goroutines at once.
type TextIndex interface {
	// Search is every text that is at least so similar to query, in the order of the texts.
	Search(ctx context.Context, query string, above float64) ([]Hit, error)
}

// Hit is a text by its place, and its similarity in [0, 1].
type Hit struct {
	Place int
	Score float64
}

// literally is the embedder where none was given: equal texts are alike, others are not.
type literally struct{}

func (literally) Name() string       { return "literal" }
func (literally) Duplicate() float64 { return 1 }
func (literally) Similarity(_ context.Context, a, b string) (float64, error) {
	if a == b {
		return 1, nil
	}
	return 0, nil
}
func (literally) Index(_ context.Context, texts []string) (TextIndex, error) {
	return literalIndex(texts), nil
}

type literalIndex []string

func (x literalIndex) Search(_ context.Context, query string, above float64) (hits []Hit, err error) {
	for i, t := range x {
		if t == query {
			hits = append(hits, Hit{i, 1})
		} else if above <= 0 {
			hits = append(hits, Hit{i, 0})
		}
	}
	return hits, nil
}
