package python

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/go-python/gpython/py"
)

// DefaultMemory is how many bytes the values of a machine may take unless its Config says otherwise.
const DefaultMemory = 512 << 20

// maxDepth is how deeply calls nest before a RecursionError, as in CPython.
const maxDepth = 1000

// Reason is why a cell is asked to stop.
type Reason string

// The reasons. The empty one takes a request back.
const (
	Interrupted Reason = "interrupt"
	OutOfTime   Reason = "time"
	outOfMemory Reason = "memory"
)

var reasons = []Reason{"", Interrupted, OutOfTime, outOfMemory}

// Config is what a machine is given.
type Config struct {
	// Write takes what cells print: stream is stdout or stderr.
	Write func(stream, text string)
	// Call answers the module hyp: results, insights, run, columns, column; and input. Without it hyp says that there is no session.
	Call func(method, argument string) (json.RawMessage, error)
	// Memory is how many bytes of values there may be; DefaultMemory when 0.
	Memory int64
}

// Machine runs cells and keeps their variables. Only Stop may be called while a cell runs.
type Machine struct {
	config     Config
	globals    map[string]Value
	modules    map[string]*Module
	stop       atomic.Int32 // index into reasons
	depth      int
	random     *mersenne
	generators int // how many have been made
}

// New makes a machine without variables.
func New(c Config) *Machine {
	prepare()
	if c.Memory == 0 {
		c.Memory = DefaultMemory
	}
	if c.Write == nil {
		c.Write = func(string, string) {}
	}
	m := &Machine{config: c, globals: map[string]Value{}, modules: map[string]*Module{}}
	m.reset()
	return m
}

func (m *Machine) reset() {
	m.globals["__name__"] = text("__main__")
	m.globals["hyp"] = m.hypModule()
}

// Stop asks the running cell to stop. It may be called from any goroutine; the cell notices at its next loop, call or step
// of a builtin. The empty reason takes a request back.
func (m *Machine) Stop(why Reason) {
	for i, r := range reasons {
		if r == why {
			m.stop.Store(int32(i))
		}
	}
}

// tick is asked wherever a cell may go on for long.
func (m *Machine) tick() error {
	if m.stop.Load() == 0 {
		return nil
	}
	return m.stopped()
}

func (m *Machine) stopped() error {
	switch reasons[m.stop.Swap(0)] {
	case Interrupted:
		return errorf(KeyboardInterrupt, "")
	case OutOfTime:
		return errorf(outOfTimeError, "the cell ran longer than a Python cell may")
	case outOfMemory:
		return m.tooLarge()
	}
	return nil
}

func (m *Machine) tooLarge() error {
	return errorf(MemoryError, "this needs more than the %d MB that Python cells may use", m.config.Memory>>20)
}

// room fails when a value of so many bytes would be too large, for itself or beside what is there.
func (m *Machine) room(bytes float64) error {
	limit := m.config.Memory
	if bytes > float64(limit)/2 {
		return m.tooLarge()
	}
	if n := int64(bytes); n > limit/32 {
		if all, _ := heap(); all+n > limit {
			runtime.GC()
			if _, alive := heap(); alive+n > limit {
				return m.tooLarge()
			}
		}
	}
	return m.tick()
}

// grown is asked before something is appended to n elements of so many bytes: when they are many and must move, there has
// to be room for them twice.
func (m *Machine) grown(n, capacity, bytes int) error {
	if n < capacity || n < 1<<16 {
		return nil
	}
	return m.room(float64(n) * 1.25 * float64(bytes))
}

// Run runs a cell. name is what tracebacks call it. The value is the repr of the cell's last expression, empty when there is
// none or it is None.
func (m *Machine) Run(name, source string) (value string, failed *Error) {
	defer func() {
		if p := recover(); p != nil {
			value, failed = "", &Error{Name: "SystemError", Value: fmt.Sprintf("internal error of the Python cells: %v (this is a mistake in hyp; please report it with the cell)", p)}
		}
	}()
	m.depth = 0
	done := m.watch()
	defer done()
	v, err := m.execute(name, source, m.globals)
	if err == nil && v != nil && v != py.None {
		m.globals["_"] = v
		value, err = m.repr(v)
		if len(value) > maxShown {
			value = cutText(value, maxShown) + fmt.Sprintf("… (%d characters in all)", len([]rune(value)))
		}
	}
	if err != nil {
		m.depth = 0
		m.Stop("")
		return "", m.suggest(m.asError(err, 0))
	}
	return value, nil
}

// maxShown is how much of a cell's value is shown.
const maxShown = 1 << 20

// execute runs a cell, or the text of a module, with its global names.
func (m *Machine) execute(name, source string, globals map[string]Value) (Value, error) {
	c, err := compileCell(name, source)
	if err != nil {
		return nil, err
	}
	f := &frame{m: m, code: c, globals: globals}
	_, err = c.body(f)
	if err != nil {
		if r, ok := err.(*raised); ok {
			r.exc.exc.trace = append(r.exc.exc.trace, c.place(f.line))
		}
		return nil, err
	}
	return f.last, nil
}

// watch looks at memory while a cell runs and stops it when what is alive is too much. Garbage is not counted: when there
// is as much of everything, a collection tells what is alive.
func (m *Machine) watch() (done func()) {
	end := make(chan struct{})
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		t := time.NewTicker(10 * time.Millisecond)
		defer t.Stop()
		pause := 0
		for {
			select {
			case <-end:
				return
			case <-t.C:
			}
			all, alive := heap()
			switch {
			case alive > m.config.Memory:
				m.Stop(outOfMemory)
			case all > m.config.Memory && pause <= 0:
				runtime.GC()
				pause = 5
			}
			pause--
		}
	}()
	return func() {
		close(end)
		<-finished
		m.stop.CompareAndSwap(int32(len(reasons)-1), 0) // too late for this cell, and not meant for the next
	}
}

// heap is how many bytes objects take, garbage included, and how many the last collection found alive.
func heap() (all, alive int64) {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64()), int64(s[1].Value.Uint64())
}
