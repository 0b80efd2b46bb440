package pycell

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"github.com/hyp-lang/hyp/kernel/pycell/python"
)

// ChildWord is the hidden first argument that makes this binary a child for Python cells.
const ChildWord = "__python-cells__"

// memoryVariable tells the child how many bytes its values may take.
const memoryVariable = "HYP_PYTHON_MEMORY"

// IsChild tells whether the process was started as a child; main asks it before anything else.
func IsChild(args []string) bool { return len(args) > 1 && args[1] == ChildWord }

// Child serves a parent over in and out until in ends, and returns the exit code of the process. It limits the process it
// runs in, so only a process of its own may call it.
func Child(in io.Reader, out io.Writer) int {
	memory, err := strconv.ParseInt(os.Getenv(memoryVariable), 10, 64)
	if err != nil || memory <= 0 {
		memory = python.DefaultMemory
	}
	confine(memory)
	debug.SetMemoryLimit(memory + memory/4) // collect more often when there is much
	c := &child{lines: newLines(in, out), runs: make(chan request), answers: make(chan request, 1)}
	c.machine = python.New(python.Config{Write: c.write, Call: c.call, Memory: memory})
	go c.listen()
	go func() {
		for range time.Tick(50 * time.Millisecond) {
			c.flush()
		}
	}()
	for r := range c.runs {
		limitCPU(r.CPU)
		value, failed := c.machine.Run(r.Name, r.Code)
		c.flush()
		if c.lines.send(reply{Op: "done", Text: value, Error: failed, Names: c.machine.Names()}) != nil {
			return 1
		}
	}
	return 0
}

// child is the other end of Cells.
type child struct {
	machine *python.Machine
	lines   *lines
	runs    chan request
	answers chan request

	mu      sync.Mutex // guards what is written but not yet sent
	name    string
	pending []byte
}

// listen takes the parent's requests. When the parent is gone the process ends, whatever runs.
func (c *child) listen() {
	for {
		var r request
		if err := c.lines.receive(&r); err != nil {
			os.Exit(0)
		}
		switch r.Op {
		case "run":
			c.machine.Stop("") // a request to stop that came too late for the last cell
			c.runs <- r
		case "stop":
			c.machine.Stop(r.Reason)
		case "answer":
			c.answers <- r
		}
	}
}

// chunk is how much output is held back before it is sent.
const chunk = 16 << 10

// write collects output; it is sent when there is much of it, soon, or before anything else is said.
func (c *child) write(name, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if name != c.name {
		c.send()
		c.name = name
	}
	for len(text) > 0 {
		n := min(len(text), chunk)
		for n < len(text) && text[n]&0xc0 == 0x80 { // do not cut a character
			n++
		}
		c.pending = append(c.pending, text[:n]...)
		text = text[n:]
		if len(c.pending) >= chunk {
			c.send()
		}
	}
}

func (c *child) flush() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.send()
}

// send sends what is pending; the lock is held.
func (c *child) send() {
	if len(c.pending) > 0 {
		_ = c.lines.send(reply{Op: "stream", Name: c.name, Text: string(c.pending)})
		c.pending = c.pending[:0]
	}
}

// call asks the host.
func (c *child) call(method, argument string) (json.RawMessage, error) {
	c.flush()
	if err := c.lines.send(reply{Op: "call", Name: method, Text: argument}); err != nil {
		return nil, err
	}
	r := <-c.answers
	if r.Error != "" {
		return nil, errors.New(r.Error)
	}
	return r.Value, nil
}
