package sessiontest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/kernel/session"
)

// Notebook is a notebook file (nbformat 4.5): cells, and below each what it showed.
type Notebook struct {
	whole map[string]any
	cells []map[string]any // that hold code
}

// ReadNotebook reads a file.
func ReadNotebook(path string) (*Notebook, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	n := &Notebook{}
	if err := json.Unmarshal(text, &n.whole); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	cells, _ := n.whole["cells"].([]any)
	for _, c := range cells {
		if cell, ok := c.(map[string]any); ok && cell["cell_type"] == "code" {
			n.cells = append(n.cells, cell)
		}
	}
	if len(n.cells) == 0 {
		return nil, fmt.Errorf("%s: no code cell", path)
	}
	return n, nil
}

// Len is how many code cells there are.
func (n *Notebook) Len() int { return len(n.cells) }

// Code is the text of a code cell.
func (n *Notebook) Code(i int) string { return joined(n.cells[i]["source"]) }

// Run runs the code cells in a session and keeps what they show in place of what they showed. A cell that fails is a fault of the
// test, unless it carries the tag raises-exception, at which nbconvert goes on too.
func (n *Notebook) Run(t testing.TB, s *session.Session) {
	t.Helper()
	for i, c := range n.cells {
		id, _ := c["id"].(string)
		o := &page{count: i + 1}
		err := s.Execute(t.Context(), serve.Cell{Code: n.Code(i), Count: i + 1, ID: id, StoreHistory: true}, o)
		if f := (*serve.Failure)(nil); errors.As(err, &f) {
			o.put(map[string]any{"output_type": "error", "ename": f.Name, "evalue": f.Value, "traceback": f.Traceback})
		}
		if expected := tagged(c, "raises-exception"); (err != nil) != expected {
			t.Errorf("cell %d fails: %v; expected to: %v\n%s", i+1, err, expected, n.Code(i))
		}
		c["execution_count"], c["outputs"] = i+1, slices.DeleteFunc(o.outputs, isProgress)
	}
}

// progressBar is how progress looks as text, and what stands there while data are read.
var progressBar = regexp.MustCompile(`^(\[[#.]{30}\] |reading [^\n]+: \S+ \S+\n?$)`)

// isProgress tells whether an output is the progress of a slow cell, which a faster machine does not show.
func isProgress(output map[string]any) bool {
	data, _ := plain(output["data"]).(map[string]any)
	return progressBar.MatchString(joined(data["text/plain"]))
}

// Shown are the bundles that were displayed, without the progress of a slow cell.
func (o *Recorder) Shown() []serve.Bundle {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(o.Bundles), func(b serve.Bundle) bool {
		return isProgress(map[string]any{"data": b})
	})
}

func tagged(cell map[string]any, tag string) bool {
	metadata, _ := cell["metadata"].(map[string]any)
	tags, _ := metadata["tags"].([]any)
	for _, t := range tags {
		if t == tag {
			return true
		}
	}
	return false
}

// Bytes is the notebook as Jupyter writes it: keys in order, a blank deep, texts as lists of lines.
func (n *Notebook) Bytes() ([]byte, error) {
	for _, c := range n.cells {
		c["outputs"] = n.split(c["outputs"])
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(n.whole); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// split writes the texts of outputs as lists of lines. JSON stays what it is.
func (n *Notebook) split(outputs any) []any {
	list, _ := plain(outputs).([]any)
	for _, o := range list {
		output := o.(map[string]any)
		if text, ok := output["text"].(string); ok {
			output["text"] = lines(text)
		}
		if data, ok := output["data"].(map[string]any); ok {
			for mime, v := range data {
				if text, ok := v.(string); ok && !strings.HasSuffix(mime, "json") {
					data[mime] = lines(text)
				}
			}
		}
	}
	if list == nil {
		list = []any{}
	}
	return list
}

// Outputs is what stands below a code cell, in one form whoever wrote the file: texts in one piece, streams that follow each other
// joined, without execution counts, progress and what else a run leaves that says nothing.
func (n *Notebook) Outputs(i int) []map[string]any {
	list, _ := plain(n.cells[i]["outputs"]).([]any)
	var out []map[string]any
	for _, o := range list {
		output := o.(map[string]any)
		if isProgress(output) {
			continue
		}
		delete(output, "execution_count")
		delete(output, "transient")
		if output["output_type"] == "stream" {
			output["text"] = joined(output["text"])
			if k := len(out) - 1; k >= 0 && out[k]["output_type"] == "stream" && out[k]["name"] == output["name"] {
				out[k]["text"] = out[k]["text"].(string) + output["text"].(string)
				continue
			}
		}
		if data, ok := output["data"].(map[string]any); ok {
			for mime, v := range data {
				if !strings.HasSuffix(mime, "json") {
					data[mime] = joined(v)
				}
			}
		}
		out = append(out, output)
	}
	return out
}

// Differences are the code cells whose outputs are not the same in both, in words.
func (n *Notebook) Differences(other *Notebook) []string {
	if n.Len() != other.Len() {
		return []string{fmt.Sprintf("%d code cells and %d", n.Len(), other.Len())}
	}
	var out []string
	for i := range n.cells {
		a, b := readable(n.Outputs(i)), readable(other.Outputs(i))
		if a != b {
			out = append(out, fmt.Sprintf("cell %d\n%s\n%s", i+1, n.Code(i), firstDifference(a, b)))
		}
	}
	return out
}

// readable is a value as lines to compare.
func readable(v any) string {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(string(text), `\n`, "\n")
}

// joined is a text that may be a list of lines.
func joined(v any) string {
	switch v := plain(v).(type) {
	case string:
		return v
	case []any:
		var b strings.Builder
		for _, line := range v {
			fmt.Fprint(&b, line)
		}
		return b.String()
	}
	return ""
}

func lines(text string) []any {
	out := []any{}
	for line := range strings.Lines(text) {
		out = append(out, line)
	}
	return out
}

// plain is a copy of a value as JSON knows it.
func plain(v any) any {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // outputs are JSON
	}
	var out any
	if err := json.Unmarshal(text, &out); err != nil {
		panic(err)
	}
	return out
}

// page is a serve.Output that keeps outputs as a notebook file has them.
type page struct {
	mu      sync.Mutex
	count   int
	outputs []map[string]any
	ids     map[string]map[string]any // displays that may be updated
	clear   bool                      // before the next output
}

func (o *page) put(output map[string]any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.clear {
		o.outputs, o.clear = nil, false
	}
	if k := len(o.outputs) - 1; k >= 0 && output["output_type"] == "stream" && o.outputs[k]["name"] == output["name"] {
		o.outputs[k]["text"] = o.outputs[k]["text"].(string) + output["text"].(string)
		return
	}
	o.outputs = append(o.outputs, output)
}

func (o *page) Stream(name, text string) {
	o.put(map[string]any{"output_type": "stream", "name": name, "text": text})
}

func (o *page) Display(b serve.Bundle, metadata map[string]any, id string) {
	output := map[string]any{"output_type": "display_data", "data": b, "metadata": orEmpty(metadata)}
	o.put(output)
	if id != "" {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.ids == nil {
			o.ids = map[string]map[string]any{}
		}
		o.ids[id] = output
	}
}

func (o *page) Update(b serve.Bundle, metadata map[string]any, id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if output := o.ids[id]; output != nil {
		output["data"], output["metadata"] = b, orEmpty(metadata)
	}
}

func (o *page) Result(b serve.Bundle, metadata map[string]any) {
	o.put(map[string]any{"output_type": "execute_result", "data": b, "metadata": orEmpty(metadata), "execution_count": o.count})
}

func (o *page) Clear(wait bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.clear = wait; !wait {
		o.outputs = nil
	}
}

func (o *page) Input(context.Context, string, bool) (string, error) { return "", os.ErrInvalid }

func orEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}
