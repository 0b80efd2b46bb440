package pycell

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
)

// page collects what a cell writes.
type page struct {
	mu       sync.Mutex
	out, err strings.Builder
	value    string
	wrote    chan struct{} // gets a signal with every write
}

func newPage() *page { return &page{wrote: make(chan struct{}, 1)} }

func (p *page) Stream(name, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if name == "stderr" {
		p.err.WriteString(text)
	} else {
		p.out.WriteString(text)
	}
	select {
	case p.wrote <- struct{}{}:
	default:
	}
}
func (p *page) Display(serve.Bundle, map[string]any, string) {}
func (p *page) Update(serve.Bundle, map[string]any, string)  {}
func (p *page) Result(b serve.Bundle, _ map[string]any)      { p.value, _ = b["text/plain"].(string) }
func (p *page) Clear(bool)                                   {}
func (p *page) Input(context.Context, string, bool) (string, error) {
	return "", errors.New("no input")
}

// session is a Host with one result and two columns.
type session struct{ ran []string }

const record = `{"schema":1,"id":"r1","name":"h1","claim":"assoc(hours, score)","status":"ok","n":120,"estimate":0.5,"low":0.25,"high":0.75,"p":0.001,
"effect":{"measure":"r","value":0.31,"low":0.2,"high":0.4},"verdict":{"value":"supported","reason":"p < .05"},"finding":"Hours go with score."}`

func (s *session) Results(context.Context) ([]json.RawMessage, error) {
	return []json.RawMessage{json.RawMessage(record)}, nil
}
func (s *session) Insights(_ context.Context, q string) ([]json.RawMessage, error) {
	if q == "find nothing" {
		return nil, nil
	}
	if !strings.HasPrefix(q, "find") {
		return nil, fmt.Errorf("1:1: a query begins with find, not %q", q)
	}
	return []json.RawMessage{json.RawMessage(`{"claim":"assoc(a, b)","q":0.03}`)}, nil
}
func (s *session) Run(ctx context.Context, statement string) (json.RawMessage, error) {
	if statement == "wait" {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	s.ran = append(s.ran, statement)
	return json.RawMessage(record), nil
}
func (s *session) Columns(context.Context) ([]string, error) { return []string{"hours", "name"}, nil }
func (s *session) Column(_ context.Context, name string) (json.RawMessage, error) {
	switch name {
	case "hours":
		return json.RawMessage(`[1, 2, null, 4.5]`), nil
	case "name":
		return json.RawMessage(`["a", null, "b", "a"]`), nil
	}
	return nil, fmt.Errorf("there is no column %s; there are hours and name", name)
}

func run(t *testing.T, c *Cells, code string) (*page, error) {
	t.Helper()
	p := newPage()
	err := c.Run(context.Background(), serve.Cell{Code: code, Count: 1}, p)
	return p, err
}

func start(t *testing.T, o Options) (*Cells, *session) {
	t.Helper()
	s := &session{}
	c := New(s, o)
	t.Cleanup(func() { _ = c.Close() })
	return c, s
}

func TestVariablesLiveBetweenCells(t *testing.T) {
	c, _ := start(t, Options{})
	if _, err := run(t, c, "x = [1, 2]\ndef f(y): return y + x"); err != nil {
		t.Fatal(err)
	}
	p, err := run(t, c, "print('now'); import sys_\n") // fails, and changes nothing
	if err == nil || p.out.String() != "now\n" {
		t.Fatalf("got %q, %v", p.out.String(), err)
	}
	p, err = run(t, c, "x.append(3)\nf([0])")
	if err != nil || p.value != "[0, 1, 2, 3]" {
		t.Fatalf("got %q, %v", p.value, err)
	}
}
