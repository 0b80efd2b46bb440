package loop

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// meaning is an embedder of which a goal in other words than the labels' means variable u, and that keeps what it was told ahead.
type meaning struct {
	embed.Embedder
	ahead []string
	alone []string // texts that it was asked about and not told ahead
}

func (*meaning) Name() string                     { return "meaning" }
func (*meaning) Duplicate() float64               { return 0.92 }
func (*meaning) Related() (base, least float64)   { return 0.5, 0.6 }
func (m *meaning) similarity(a, b string) float64 { return 0.5 + 0.4*map[bool]float64{true: 1}[a == b] }

func (m *meaning) Embed(_ context.Context, texts []string) ([][]float32, error) {
	m.ahead = append(m.ahead, texts...)
	return nil, nil
}

func (m *meaning) Similarity(_ context.Context, a, b string) (float64, error) {
	for _, s := range []string{a, b} {
		if !slices.Contains(m.ahead, s) {
			m.alone = append(m.alone, s)
		}
	}
	return m.similarity(a, b), nil
}

func (m *meaning) Index(_ context.Context, texts []string) (insight.TextIndex, error) {
	return meanings(texts), nil
}

type meanings []string

func (x meanings) Search(_ context.Context, query string, above float64) (hits []insight.Hit, err error) {
	for i, t := range x {
		s := 0.55
		if query == "what nobody calls so" && strings.HasPrefix(t, "u.") {
			s = 0.8
		}
		if s >= above {
			hits = append(hits, insight.Hit{Place: i, Score: s})
		}
	}
	return hits, nil
}

// A discovery with an embedding model finds the variables of its goal by the model, has it read a round's texts at once, and is gone on with by the
// same model only.
func TestEmbedder(t *testing.T) {
	c := constants(t, "default", "loop.max_rounds=3")
	d, m := prepared(t, world(t, 400), c)
	dir := filepath.Join(t.TempDir(), "graph")
	e := &meaning{}
	run := func(opt Options) (*Loop, error) {
		g, err := insight.Open(t.Context(), dir, insight.Options{Write: true})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = g.Close() }()
		l, err := New(t.Context(), d, m, g, opt)
		if err != nil {
			return nil, err
		}
		_, err = l.Run(t.Context())
		return l, err
	}
	opt := Options{Config: c, Seed: 1, Goal: "what nobody calls so", Embedder: e}
	l, err := run(opt)
	if err != nil {
		t.Fatal(err)
	}
	if r := l.Relevant(); len(r) != 1 || r["u"] != 1 {
		t.Errorf("near the goal: %v", r)
	}
	if len(e.ahead) == 0 || len(e.alone) > 0 {
		t.Errorf("%d texts were read ahead, and alone %q", len(e.ahead), e.alone)
	}
	opt.Resume, opt.Embedder = true, embed.Embedder{}
	if _, err := run(opt); err == nil || !strings.Contains(err.Error(), "texts compared by the model meaning, not by their words") {
		t.Errorf("went on with another embedder: %v", err)
	}
	opt.Embedder = &meaning{}
	if _, err := run(opt); err != nil {
		t.Errorf("the same embedder: %v", err)
	}
}
