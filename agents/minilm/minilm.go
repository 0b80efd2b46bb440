// Package minilm places texts by their meaning with all-MiniLM-L6-v2 (Wang et al. 2020; Reimers and Gurevych 2019): a BERT
// encoder of six layers, whose last hidden states are averaged over a text's tokens and scaled to length one. It runs on GoMLX's
// pure Go backend and needs the model's folder, which is read from disk alone: config.json, vocab.txt and model.safetensors as the
// sentence-transformers project publishes them.
//
// Vectors agree with those of sentence-transformers 6.2 to 2e-6 a coordinate (TestReal). A sentence of twenty words takes .2 to .5 s
// alone and 30 ms in a batch of sixteen (two shared cores under load, 2026-11-30, HYP_MINILM=folder go test -tags integration
// -bench . ./agents/minilm): slow beside a native backend, and no library but Go's own. Vectors are remembered, so a text is
// paid for once. A round of discovery, which compares ten hypotheses with what is near them, takes 3 to 5 s more than without the model.
package minilm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/simplego"
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/tensors"
)

// Model is the encoder in memory. Its methods may be called from several goroutines; they take turns.
type Model struct {
	config  config
	tokens  *tokenizer
	inputs  embeddings
	weights []any // the tensors of the layers, in the order of weightNames

	mu   sync.Mutex // of exec, whose backend uses all cores by itself, and of known
	exec *graph.Exec
	// known is the vectors that were computed last: findings are compared again and again.
	known map[string][]float32
}

// config is what of config.json decides the computation.
type config struct {
	Type       string  `json:"model_type"`
	Activation string  `json:"hidden_act"`
	Hidden     int     `json:"hidden_size"`
	Inner      int     `json:"intermediate_size"`
	Heads      int     `json:"num_attention_heads"`
	Layers     int     `json:"num_hidden_layers"`
	Positions  int     `json:"max_position_embeddings"`
	Vocabulary int     `json:"vocab_size"`
	Epsilon    float64 `json:"layer_norm_eps"`
}

// embeddings are the tables that a token's input vector is the sum of: of its word, its place and its sentence, which is
// always the first.
type embeddings struct {
	words, places, sentence []float32
}

// sequential makes the backend run one operation after another (each still on all cores): run side by side, they race in v0.26.
const sequential = "ops_sequential"

// maxTokens is the longest text in tokens, the two marks at its ends included; what is beyond is left out, as
// sentence-transformers does for this model (sentence_bert_config.json).
const maxTokens = 256

// Open reads the model in folder. The error names the file and what is wrong with it.
func Open(folder string) (*Model, error) {
	m := new(Model)
	raw, err := os.ReadFile(filepath.Join(folder, "config.json"))
	if err != nil {
		return nil, fmt.Errorf("embedding model: %w", err)
	}
	if err := json.Unmarshal(raw, &m.config); err != nil {
		return nil, fmt.Errorf("embedding model: %s: %w", filepath.Join(folder, "config.json"), err)
	}
	if err := m.config.check(); err != nil {
		return nil, fmt.Errorf("embedding model: %s: %w", filepath.Join(folder, "config.json"), err)
	}
	if m.tokens, err = readVocabulary(filepath.Join(folder, "vocab.txt"), m.config.Vocabulary); err != nil {
		return nil, fmt.Errorf("embedding model: %w", err)
	}
	if err := m.readWeights(filepath.Join(folder, "model.safetensors")); err != nil {
		return nil, fmt.Errorf("embedding model: %w", err)
	}
	backend, err := guard(func() (backends.Backend, error) { return simplego.New(sequential) })
	if err != nil {
		return nil, fmt.Errorf("embedding model: starting the backend: %w", err)
	}
	m.exec, err = guard(func() (*graph.Exec, error) { return graph.NewExec(backend, m.forward) })
	if err != nil {
		return nil, fmt.Errorf("embedding model: %w", err)
	}
	return m, nil
}

func (c config) check() error {
	switch {
	case c.Type != "bert":
		return fmt.Errorf("model_type is %q, and only bert is known here", c.Type)
	case c.Activation != "gelu":
		return fmt.Errorf("hidden_act is %q, and only gelu is known here", c.Activation)
	case c.Hidden <= 0 || c.Inner <= 0 || c.Heads <= 0 || c.Layers <= 0 || c.Vocabulary <= 0 || c.Epsilon <= 0:
		return errors.New("a size is missing or not positive")
	case c.Hidden%c.Heads != 0:
		return fmt.Errorf("hidden_size %d is not a multiple of %d heads", c.Hidden, c.Heads)
	case c.Positions < maxTokens:
		return fmt.Errorf("max_position_embeddings is %d, at least %d are needed", c.Positions, maxTokens)
	}
	return nil
}

// batch is how many texts go through the encoder at once; a single text goes alone.
const batch = 16

// remembered is how many vectors are kept (1.5 kB each).
const remembered = 1 << 15

// Embed computes the vectors of texts, each of length one; the caller does not change them. A text that was embedded
// before costs nothing. It stops between two batches when ctx ends.
func (m *Model) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var missing []string
	at := map[string][]int{}
	m.mu.Lock()
	for i, t := range texts {
		if out[i] = m.known[t]; out[i] == nil {
			if at[t] == nil {
				missing = append(missing, t)
			}
			at[t] = append(at[t], i)
		}
	}
	m.mu.Unlock()
	for part := range slices.Chunk(missing, batch) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		vectors, err := m.encode(part)
		if err != nil {
			return nil, fmt.Errorf("embedding: %w", err)
		}
		m.mu.Lock()
		if m.known == nil || len(m.known)+len(part) > remembered {
			m.known = map[string][]float32{}
		}
		for k, t := range part {
			m.known[t] = vectors[k]
			for _, i := range at[t] {
				out[i] = vectors[k]
			}
		}
		m.mu.Unlock()
	}
	return out, ctx.Err()
}

// encode runs up to batch texts. Rows and tokens are padded to few shapes, since every shape is compiled once and kept.
func (m *Model) encode(texts []string) ([][]float32, error) {
	ids := make([][]int, len(texts))
	longest := 0
	for i, t := range texts {
		ids[i] = m.tokens.encode(t, maxTokens)
		longest = max(longest, len(ids[i]))
	}
	rows, length := 1, 16
	if len(texts) > 1 {
		rows = batch
	}
	for length < longest {
		length *= 2
	}
	h := m.config.Hidden
	input := make([]float32, rows*length*h)
	mask := make([]float32, rows*length)
	for r := range rows {
		of := []int{m.tokens.pad} // a row of padding attends to its first token, so that no row is empty
		if r < len(ids) {
			of = ids[r]
		}
		for p := range length {
			id := m.tokens.pad
			if p < len(of) {
				id = of[p]
				mask[r*length+p] = 1
			}
			at := input[(r*length+p)*h:][:h]
			word, place := m.inputs.words[id*h:][:h], m.inputs.places[p*h:][:h]
			for k := range at {
				at[k] = word[k] + place[k] + m.inputs.sentence[k]
			}
		}
	}
	args := append([]any{tensors.FromFlatDataAndDimensions(input, rows, length, h),
		tensors.FromFlatDataAndDimensions(mask, rows, length)}, m.weights...)
	m.mu.Lock()
	defer m.mu.Unlock()
	result, err := guard(func() (*tensors.Tensor, error) { return m.exec.Exec1(args...) })
	if err != nil {
		return nil, err
	}
	flat, err := guard(func() ([]float32, error) { return tensors.MustCopyFlatData[float32](result), nil })
	if err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for i := range vectors {
		vectors[i] = flat[i*h : (i+1)*h : (i+1)*h]
	}
	return vectors, nil
}

// guard turns a panic of the library into an error.
func guard[T any](do func() (T, error)) (out T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("GoMLX: %v", p)
		}
	}()
	return do()
}
