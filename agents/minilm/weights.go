package minilm

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/gomlx/gomlx/pkg/core/tensors"
)

// header is the table of a safetensors file: what its tensors are, and where they lie behind it.
type header map[string]struct {
	Type    string   `json:"dtype"`
	Shape   []int    `json:"shape"`
	Offsets [2]int64 `json:"data_offsets"`
}

// maxHeader is the longest table that the format allows.
const maxHeader = 100 << 20

// readWeights reads the tensors that the encoder needs from a safetensors file: 8 bytes with the length of a JSON table, the
// table, and the numbers, little endian.
func (m *Model) readWeights(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var size [8]byte
	if _, err := io.ReadFull(f, size[:]); err != nil {
		return fmt.Errorf("%s: no safetensors file: %w", path, err)
	}
	n := binary.LittleEndian.Uint64(size[:])
	if n > maxHeader || int64(n)+8 > info.Size() {
		return fmt.Errorf("%s: no safetensors file: its table has %d bytes, the file %d", path, n, info.Size())
	}
	raw := make([]byte, n)
	if _, err := io.ReadFull(f, raw); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return fmt.Errorf("%s: its table: %w", path, err)
	}
	delete(fields, "__metadata__")
	table := header{}
	for name, field := range fields {
		entry := table[name]
		if err := json.Unmarshal(field, &entry); err != nil {
			return fmt.Errorf("%s: its table: %s: %w", path, name, err)
		}
		table[name] = entry
	}
	data := io.NewSectionReader(f, int64(n)+8, info.Size()-int64(n)-8)
	read := func(name string, shape ...int) (out []float32) {
		if err == nil {
			out, err = table.read(data, name, shape)
		}
		return out
	}
	c := m.config
	m.inputs = embeddings{
		words:    read("embeddings.word_embeddings.weight", c.Vocabulary, c.Hidden),
		places:   read("embeddings.position_embeddings.weight", c.Positions, c.Hidden),
		sentence: read("embeddings.token_type_embeddings.weight", 2, c.Hidden),
	}
	for i, name := range c.weightNames() {
		shape := c.shape(i)
		values := read(name, shape...)
		if err != nil {
			break
		}
		m.weights = append(m.weights, tensors.FromFlatDataAndDimensions(values, shape...))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// read reads one tensor of float32.
func (h header) read(data *io.SectionReader, name string, shape []int) ([]float32, error) {
	t, found := h[name]
	n := int64(4)
	for _, d := range shape {
		n *= int64(d)
	}
	switch {
	case !found:
		return nil, fmt.Errorf("the tensor %s is missing", name)
	case t.Type != "F32":
		return nil, fmt.Errorf("the tensor %s is of type %s, and only F32 is read here", name, t.Type)
	case !slices.Equal(t.Shape, shape):
		return nil, fmt.Errorf("the tensor %s has the shape %v, not %v", name, t.Shape, shape)
	case t.Offsets[0] < 0 || t.Offsets[1]-t.Offsets[0] != n || t.Offsets[1] > data.Size():
		return nil, fmt.Errorf("the tensor %s lies at %v, outside of the file's %d bytes or of another length", name, t.Offsets, data.Size())
	}
	raw := make([]byte, n)
	if _, err := data.ReadAt(raw, t.Offsets[0]); err != nil {
		return nil, fmt.Errorf("the tensor %s: %w", name, err)
	}
	out := make([]float32, n/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
	}
	return out, nil
}
