package serve

import (
	"context"
	"encoding/json"
	"io"
	"sync"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// output is the Output of one cell: what is written goes out on iopub in the order it was written, with the cell's request
// as parent, until the cell has ended. A silent cell's goes nowhere.
type output struct {
	k      *kernel
	ctx    context.Context // of the cell
	parent *wire.Message
	count  int
	silent bool
	stdin  bool // the front end can be asked for input

	mu     sync.Mutex
	ended  bool
	stream stream
	result string // the plain text of the result, for the history
}

func (k *kernel) newOutput(ctx context.Context, m *wire.Message, count int, silent, stdin bool) *output {
	o := &output{k: k, ctx: ctx, parent: m, count: count, silent: silent, stdin: stdin}
	o.stream.send = func(name, text string) {
		o.publish("stream", content{"name": name, "text": text})
	}
	o.stream.late = func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if !o.ended {
			o.stream.elapsed()
		}
	}
	return o
}

// end sends the text that waits; nothing that is written later is sent.
func (o *output) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stream.stop()
	o.ended = true
}

// Stream writes text; a name that is not stderr is stdout.
func (o *output) Stream(name, text string) {
	if name != "stderr" {
		name = "stdout"
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ended && !o.silent {
		o.stream.write(name, text)
	}
}

// put publishes a message behind the text written before it.
func (o *output) put(msgType string, c content) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended || o.silent {
		return
	}
	o.stream.flush()
	o.publish(msgType, c)
}

func (o *output) publish(msgType string, c content) {
	pace(o.ctx, o.k.conn.Backlog)
	o.k.publish(o.parent, msgType, c)
}

func (o *output) Display(b Bundle, metadata map[string]any, id string) {
	o.put("display_data", o.k.display(b, metadata, id))
}

func (o *output) Update(b Bundle, metadata map[string]any, id string) {
	o.put("update_display_data", o.k.display(b, metadata, id))
}

func (o *output) Result(b Bundle, metadata map[string]any) {
	c := o.k.display(b, metadata, "")
	c["execution_count"] = o.count
	o.put("execute_result", c)
	if text, ok := b["text/plain"].(string); ok {
		o.mu.Lock()
		o.result = text
		o.mu.Unlock()
	}
}

func (o *output) Clear(wait bool) { o.put("clear_output", content{"wait": wait}) }

// Input asks for a line on the stdin channel of the client that sent the cell. It ends with an error when the client said
// that it cannot be asked, has gone, or ended the input (io.EOF), and with ctx.
func (o *output) Input(ctx context.Context, prompt string, password bool) (string, error) {
	if !o.stdin {
		return "", refusal("StdinNotImplementedError", "the cell asks for input, and this front end cannot give any")
	}
	o.mu.Lock()
	o.stream.flush()
	o.mu.Unlock()
	line, err := o.k.ask(ctx, o.parent, prompt, password)
	if err == nil && line == "\x04" {
		err = io.EOF
	}
	return line, err
}

// display is the content of a display_data. What cannot be encoded, as NaN cannot in JSON, leaves the other types to show.
func (k *kernel) display(b Bundle, metadata map[string]any, id string) content {
	transient := content{}
	if id != "" {
		transient["display_id"] = id
	}
	if metadata == nil {
		metadata = map[string]any{}
	}
	if _, err := json.Marshal(metadata); err != nil {
		k.log.Error("metadata of a display is not JSON", "error", err)
		metadata = map[string]any{}
	}
	return content{"data": k.encode(b), "metadata": metadata, "transient": transient}
}

func (k *kernel) encode(b Bundle) content {
	data := content{"text/plain": ""}
	for mime, v := range b {
		if _, isText := v.(string); !isText {
			raw, err := json.Marshal(v)
			if err != nil {
				k.log.Error("a display is not JSON", "type", mime, "error", err)
				continue
			}
			v = json.RawMessage(raw)
		}
		data[mime] = v
	}
	return data
}
