package serve

import (
	"context"
	"sync"
	"time"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// shell runs cells one after another: the main shell, or a subshell (JEP 91) that runs beside it.
type shell struct {
	id   string // empty for the main shell
	lane *lane

	mu      sync.Mutex
	waiting map[*cell]bool
	running context.CancelCauseFunc // ends the cell that runs
	ending  error                   // why no cell is run any more
	failed  stopped
}

// cell is an execute_request on its way.
type cell struct {
	*wire.Message
	arrived time.Time
	dropped bool // an earlier cell failed, or the person interrupted
}

// stopped is the latest failure that stops the cells behind it.
type stopped struct {
	session string
	offset  time.Duration // how much later than it was dated the failed request came in: difference of clocks and way
	replied time.Time
}

// lateFor is how long after a failure requests may come in that were sent before it was known.
const lateFor = 2 * time.Second

func newShell(id string) *shell {
	return &shell{id: id, lane: newLane(), waiting: map[*cell]bool{}}
}

// add puts a cell in the queue; false when the shell was closed. Front ends send all cells of a notebook at once, and the
// first may fail before the last has come in: what its sender sent before it can have known of the failure is dropped as if
// it had been waiting.
func (s *shell) add(c *cell, run func(*cell)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.failed; f.session != "" && f.session == c.Header.Session && c.arrived.Sub(f.replied) < lateFor {
		if sent, err := time.Parse(time.RFC3339, c.Header.Date); err == nil && sent.Add(f.offset).Before(f.replied) {
			c.dropped = true
		}
	}
	s.waiting[c] = true
	return s.lane.add(func() { run(c) })
}

// begin tells that c runs now; nil when it is not to be run.
func (s *shell) begin(ctx context.Context, c *cell) (context.Context, func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.waiting, c)
	if c.dropped || s.ending != nil {
		return nil, nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	s.running = cancel
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.running = nil
		cancel(nil)
	}
}

// drop keeps the cells that wait from being run.
func (s *shell) drop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.waiting {
		c.dropped = true
	}
}

// stopAfter drops what waits, and what was sent before c's failure, told now, can have been known.
func (s *shell) stopAfter(c *cell) {
	s.drop()
	s.mu.Lock()
	defer s.mu.Unlock()
	if sent, err := time.Parse(time.RFC3339, c.Header.Date); err == nil {
		s.failed = stopped{session: c.Header.Session, offset: c.arrived.Sub(sent), replied: time.Now()}
	}
}

// interrupt ends the cell that runs and drops those behind it.
func (s *shell) interrupt(cause error) {
	s.drop()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != nil {
		s.running(cause)
	}
}

// end interrupts and takes no more cells.
func (s *shell) end(cause error) {
	s.mu.Lock()
	s.ending = cause
	s.mu.Unlock()
	s.interrupt(cause)
	s.lane.close()
}
