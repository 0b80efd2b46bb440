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
	latest  time.Time               // when a cell came in last
}

// cell is an execute_request on its way.
type cell struct {
	*wire.Message
	arrived time.Time
	dropped bool // an earlier cell failed, or the person interrupted
}

// Front ends send all cells of a notebook at once, and the first may fail before the last has come in. What comes in before
// the reply was sent without knowing of the failure, so the reply of a cell that fails at once waits until no more come.
// (Variables, for tests on machines that are slow.)
var (
	quietTime = 20 * time.Millisecond  // since the latest cell came in
	burstTime = 250 * time.Millisecond // since the failed cell did
)

func newShell(id string) *shell {
	return &shell{id: id, lane: newLane(), waiting: map[*cell]bool{}}
}

// add puts a cell in the queue; false when the shell was closed.
func (s *shell) add(c *cell, run func(*cell)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.latest = c.arrived
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

// stopAfter drops what was sent together with c, which failed.
func (s *shell) stopAfter(ctx context.Context, c *cell) {
	end := c.arrived.Add(burstTime)
	for ctx.Err() == nil && time.Now().Before(end) {
		s.mu.Lock()
		quiet := time.Until(s.latest.Add(quietTime))
		s.mu.Unlock()
		if quiet <= 0 {
			break
		}
		select {
		case <-time.After(quiet):
		case <-ctx.Done():
		}
	}
	s.drop()
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
