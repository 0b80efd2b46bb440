package embed

import (
	"context"
	"math"
	"runtime"
	"sync"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// index is texts as an inverted list: for each place the texts that have a term there, with their normalised weights.
type index struct {
	n     int
	start []uint32 // by place
	text  []uint32
	w     []float32
	idf   []float32
}

// Index weighs the terms of texts by how rare they are among them. Vectors are made on all cores.
func (Embedder) Index(ctx context.Context, texts []string) (insight.TextIndex, error) {
	vectors := make([][]entry, len(texts))
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for k := range workers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := k; i < len(texts) && ctx.Err() == nil; i += workers {
				vectors[i] = vector(texts[i])
			}
		}()
	}
	wait.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	x := &index{n: len(texts), start: make([]uint32, Dimensions+1), idf: make([]float32, Dimensions)}
	for _, v := range vectors {
		for _, e := range v {
			x.start[e.at+1]++
		}
	}
	for at := range x.idf {
		x.idf[at] = float32(math.Log((1+float64(x.n))/(1+float64(x.start[at+1]))) + 1)
		x.start[at+1] += x.start[at]
	}
	total := x.start[Dimensions]
	x.text, x.w = make([]uint32, total), make([]float32, total)
	next := make([]uint32, Dimensions)
	copy(next, x.start)
	for i, v := range vectors {
		for k := range v {
			v[k].w *= float64(x.idf[v[k].at])
		}
		normalise(v)
		for _, e := range v {
			at := next[e.at]
			x.text[at], x.w[at] = uint32(i), float32(e.w)
			next[e.at]++
		}
	}
	return x, nil
}

// Search is the texts at least so similar to a query. Without a lower bound every text is one.
func (x *index) Search(ctx context.Context, query string, above float64) ([]insight.Hit, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v := vector(query)
	for k := range v {
		v[k].w *= float64(x.idf[v[k].at])
	}
	normalise(v)
	scores := make([]float64, x.n)
	for _, e := range v {
		for at := x.start[e.at]; at < x.start[e.at+1]; at++ {
			scores[x.text[at]] += e.w * float64(x.w[at])
		}
	}
	var hits []insight.Hit
	for i, s := range scores {
		if s = clip(s); s >= above {
			hits = append(hits, insight.Hit{Place: i, Score: s})
		}
	}
	return hits, nil
}
