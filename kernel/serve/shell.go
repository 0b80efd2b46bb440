package serve

import (
	"context"
	"strings"
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
	failed  stopped
}

// cell is an execute_request on its way.
type cell struct {
	*wire.Message
	arrived time.Time
	dropped bool // an earlier cell failed, or the person interrupted
}

// Front ends send all cells of a notebook at once, and the first may fail before the last has come in. What was sent before
// its sender can have known of the failure is dropped like what waits: the reply of a cell that fails at once is held back
// until no more come in, and of what comes in later that which is dated earlier than the reply is dropped.
// (The first two are variables for tests on machines that are slow.)
var (
	quietTime = 20 * time.Millisecond  // since the latest cell came in
	burstTime = 250 * time.Millisecond // since the failed cell did
)

const lateTime = 10 * time.Second // since the reply

// stopped is the latest failure that stops the cells behind it.
type stopped struct {
	session string        // of the client that sent the failed cell
	delay   time.Duration // from the date of that cell to when it came in: its way, and the difference of the clocks
	replied time.Time
}

// before tells whether c was on its way before the client knew of the failure. A client that answers the reply dates its
// cell so that date and delay come to later than the reply, whatever its clock shows.
func (f stopped) before(c *cell) bool {
	if c.Header.Session != f.session || c.arrived.Sub(f.replied) > lateTime {
		return false
	}
	sent, ok := dated(c)
	return ok && sent.Add(f.delay+time.Millisecond).Before(f.replied) // JavaScript's dates are whole milliseconds
}

// dated is the date of a cell, if it is told more finely than in seconds.
func dated(c *cell) (time.Time, bool) {
	at, err := time.Parse(time.RFC3339, c.Header.Date)
	return at, err == nil && strings.Contains(c.Header.Date, ".")
}

func newShell(id string) *shell {
	return &shell{id: id, lane: newLane(), waiting: map[*cell]bool{}}
}

// add puts a cell in the queue; false when the shell was closed.
func (s *shell) add(c *cell, run func(*cell)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.latest = c.arrived
	c.dropped = s.failed.before(c)
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
	if sent, ok := dated(c); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.failed = stopped{session: c.Header.Session, delay: c.arrived.Sub(sent), replied: time.Now()}
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
