package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/agents/endpoint"
)

// calls is the log of a model's calls: one JSON object a line in calls.jsonl beside the graph, and the same as events. Prompts stand in it by their
// hash, which names their recording.
type calls struct {
	mu    sync.Mutex
	round int    // that the next call belongs to
	early []call // before there was a graph
	file  *os.File
	event func(call)
	err   error
}

// call is one line.
type call struct {
	Event string `json:"event"` // call
	Round int    `json:"round"`
	endpoint.Call
}

// add logs a call.
func (l *calls) add(c endpoint.Call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := call{"call", l.round, c}
	if l.event == nil {
		l.early = append(l.early, x)
		return
	}
	l.write(x)
}

func (l *calls) write(x call) {
	l.event(x)
	if l.file == nil {
		return
	}
	line, err := json.Marshal(x)
	if err == nil {
		_, err = l.file.Write(append(line, '\n'))
	}
	if l.err == nil {
		l.err = err
	}
}

// open begins to write, into the folder of a graph where it is one.
func (l *calls) open(graph string, event func(call)) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !strings.Contains(graph, "://") {
		f, err := os.OpenFile(filepath.Join(graph, "calls.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return fmt.Errorf("the log of calls: %w", err)
		}
		l.file = f
	}
	l.event = event
	for _, x := range l.early {
		l.write(x)
	}
	l.early = nil
	return nil
}

// at says what round the calls belong to from now on.
func (l *calls) at(round int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.round = round
}

// close ends the log. The error is the first of writing it.
func (l *calls) close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.err
	if l.file != nil {
		if e := l.file.Close(); err == nil {
			err = e
		}
		l.file = nil
	}
	if err != nil {
		return fmt.Errorf("the log of calls: %w", err)
	}
	return nil
}
