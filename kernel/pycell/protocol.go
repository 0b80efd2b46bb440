package pycell

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/hyp-lang/hyp/kernel/pycell/python"
)

// request is a line that the parent sends: a cell to run, a reason to stop, or the host's answer to a call.
type request struct {
	Op     string          `json:"op"`             // run, stop, answer
	Name   string          `json:"name,omitempty"` // run: what tracebacks call the cell
	Code   string          `json:"code,omitempty"`
	CPU    int64           `json:"cpu,omitempty"`    // run: seconds of processor time before the system ends the child
	Reason python.Reason   `json:"reason,omitempty"` // stop
	Value  json.RawMessage `json:"value,omitempty"`  // answer
	Error  string          `json:"error,omitempty"`
}

// reply is a line that the child sends: output as it comes, a call to the host, or the end of the cell.
type reply struct {
	Op    string         `json:"op"`             // stream, call, done
	Name  string         `json:"name,omitempty"` // stream: stdout or stderr; call: the host's method
	Text  string         `json:"text,omitempty"` // stream: what is written; call: the argument; done: the value's repr
	Error *python.Error  `json:"error,omitempty"`
	Names []python.Known `json:"names,omitempty"` // done: the variables, for completion
}

// maxLine is the longest line either side reads: a column of MaxColumn texts fits.
const maxLine = 128 << 20

// lines writes and reads JSON lines. Writes may come from several goroutines.
type lines struct {
	mu  sync.Mutex
	out io.Writer
	in  *bufio.Reader
}

func newLines(in io.Reader, out io.Writer) *lines {
	return &lines{in: bufio.NewReaderSize(in, 64<<10), out: out}
}

func (l *lines) send(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err = l.out.Write(append(b, '\n'))
	return err
}

func (l *lines) receive(v any) error {
	var line []byte
	for {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part...)
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		if len(line) > maxLine {
			return errors.New("a message is too long")
		}
	}
	return json.Unmarshal(line, v)
}
