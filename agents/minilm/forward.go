package minilm

import (
	"fmt"
	"math"

	"github.com/gomlx/gomlx/pkg/core/graph"
)

// weightNames lists the tensors of the layers in the order in which forward takes them, as BERT's checkpoints call them.
func (c config) weightNames() []string {
	names := []string{"embeddings.LayerNorm.weight", "embeddings.LayerNorm.bias"}
	for l := range c.Layers {
		for _, part := range []string{"attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense",
			"attention.output.LayerNorm", "intermediate.dense", "output.dense", "output.LayerNorm"} {
			for _, kind := range []string{"weight", "bias"} {
				names = append(names, fmt.Sprintf("encoder.layer.%d.%s.%s", l, part, kind))
			}
		}
	}
	return names
}

// shape is the shape of a tensor of the layers by its place in weightNames.
func (c config) shape(i int) []int {
	h := c.Hidden
	if i < 2 {
		return []int{h}
	}
	weight := i%2 == 0
	switch part := (i - 2) % 16 / 2; {
	case part < 4 && weight:
		return []int{h, h}
	case part == 5 && weight:
		return []int{c.Inner, h}
	case part == 5:
		return []int{c.Inner}
	case part == 6 && weight:
		return []int{h, c.Inner}
	default:
		return []int{h}
	}
}

// forward is the encoder: args are the summed embeddings (rows, tokens, hidden), the mask (rows, tokens) that is 1 where a
// text is, and the weights. The result is (rows, hidden), every row of length one.
//
// It is BERT as Devlin et al. 2019 define it: attention of scaled products (Vaswani et al. 2017, eq. 1), then two dense steps with the exact GELU
// between them, each followed by a normalised sum with its input; the last states are averaged under the mask and scaled as
// sentence-transformers' Pooling and Normalize modules do.
func (m *Model) forward(args []*graph.Node) *graph.Node {
	c := m.config
	x, mask, weights := args[0], args[1], args[2:]
	next := func() (w *graph.Node) { w, weights = weights[0], weights[1:]; return w }
	normal := func(x *graph.Node) *graph.Node {
		scale, shift := next(), next()
		mean := graph.ReduceAndKeep(x, graph.ReduceMean, -1)
		d := graph.Sub(x, mean)
		variance := graph.ReduceAndKeep(graph.Mul(d, d), graph.ReduceMean, -1)
		d = graph.Mul(d, graph.Rsqrt(graph.AddScalar(variance, c.Epsilon)))
		return graph.Add(graph.Mul(d, graph.ExpandAxes(scale, 0, 1)), graph.ExpandAxes(shift, 0, 1))
	}
	dense := func(x *graph.Node) *graph.Node { // weights are (out, in), as PyTorch keeps them
		w, b := next(), next()
		return graph.Add(graph.Einsum("rti,oi->rto", x, w), graph.ExpandAxes(b, 0, 1))
	}
	rows, length := x.Shape().Dimensions[0], x.Shape().Dimensions[1]
	heads := func(x *graph.Node) *graph.Node { return graph.Reshape(x, rows, length, c.Heads, c.Hidden/c.Heads) }
	// Tokens beyond a text get no attention: their logits are lowered out of reach.
	beyond := graph.ExpandAxes(graph.MulScalar(graph.AddScalar(mask, -1.0), 1e9), 1, 2)

	x = normal(x)
	for range c.Layers {
		query, key, value := heads(dense(x)), heads(dense(x)), heads(dense(x))
		logits := graph.MulScalar(graph.Einsum("rqhd,rkhd->rhqk", query, key), 1/math.Sqrt(float64(c.Hidden/c.Heads)))
		attention := graph.Softmax(graph.Add(logits, beyond), -1)
		mixed := graph.Reshape(graph.Einsum("rhqk,rkhd->rqhd", attention, value), rows, length, c.Hidden)
		x = normal(graph.Add(dense(mixed), x))
		inner := dense(x)
		gelu := graph.MulScalar(graph.Mul(inner, graph.AddScalar(graph.Erf(graph.MulScalar(inner, 1/math.Sqrt2)), 1.0)), 0.5)
		x = normal(graph.Add(dense(gelu), x))
	}
	of := graph.ExpandAxes(mask, -1)
	sum := graph.ReduceSum(graph.Mul(x, of), 1)
	mean := graph.Div(sum, graph.ReduceSum(of, 1))
	return graph.Mul(mean, graph.Rsqrt(graph.ReduceAndKeep(graph.Mul(mean, mean), graph.ReduceSum, -1)))
}
