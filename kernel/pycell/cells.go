package pycell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/hyp-lang/hyp/kernel/pycell/python"
	"github.com/hyp-lang/hyp/kernel/serve"
)

// Options are the limits of Python cells; zero means the default.
type Options struct {
	Time   time.Duration // a cell may run, the host's time not counted; 2 minutes
	Memory int64         // bytes of values that cells may hold; 512 MB
	Grace  time.Duration // from the request to stop to the kill; 700 ms
	// Command starts the child: a program and its arguments. The default is this binary with ChildWord.
	Command []string
	// Env is the child's whole environment, empty by default.
	Env []string
}

func (o Options) withDefaults() Options {
	if o.Time == 0 {
		o.Time = 2 * time.Minute
	}
	if o.Memory == 0 {
		o.Memory = python.DefaultMemory
	}
	if o.Grace == 0 {
		o.Grace = 700 * time.Millisecond
	}
	return o
}

// Cells runs Python cells one after another.
type Cells struct {
	host Host
	opts Options
	run  sync.Mutex // held while a cell runs

	mu    sync.Mutex // guards what follows
	child *process
	names []python.Known
}

// New is ready to run cells; the child starts with the first.
func New(host Host, opts Options) *Cells {
	return &Cells{host: host, opts: opts.withDefaults()}
}

// process is a running child.
type process struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	lines  *lines
	replyc chan reply    // closed when the child's output ends
	gone   chan struct{} // closed when nobody reads replies any more
	stderr *tail
	once   sync.Once
}

// mostGraces is how often the grace period begins again for a child that was not given half of it on a processor.
const mostGraces = 10

// Run runs a cell and writes what it prints and its value to out. It returns soon after ctx ends. A *serve.Failure is the
// cell's own fault or a limit; any other error means that the child cannot be started or talked to.
func (c *Cells) Run(ctx context.Context, cell serve.Cell, out serve.Output) error {
	c.run.Lock()
	defer c.run.Unlock()
	p, err := c.start()
	if err != nil {
		return err
	}
	req := request{Op: "run", Name: fmt.Sprintf("Cell In[%d]", cell.Count), Code: cell.Code, CPU: int64(c.opts.Time/time.Second) + 5}
	if err := p.lines.send(req); err != nil {
		c.drop(p)
		return p.died(c.opts, "")
	}
	end, why := c.converse(ctx, p, out)
	if end == nil {
		c.drop(p)
		return p.died(c.opts, why)
	}
	c.mu.Lock()
	c.names = end.Names
	c.mu.Unlock()
	if end.Error != nil {
		return failure(end.Error)
	}
	if end.Text != "" && !cell.Silent {
		out.Result(serve.Bundle{"text/plain": end.Text}, nil)
	}
	return nil
}

// converse serves the child until the cell's end; nil when the child is gone or had to be killed, and why.
func (c *Cells) converse(ctx context.Context, p *process, out serve.Output) (end *reply, why python.Reason) {
	left := c.opts.Time
	limit := time.NewTimer(left)
	defer limit.Stop()
	began := time.Now()
	var kill <-chan time.Time
	var used time.Duration // of the processor, when the child was asked to stop
	waits := 0
	stop := func(r python.Reason) {
		if why != "" {
			return
		}
		why = r
		used, _ = processorTime(p.cmd.Process.Pid)
		kill = time.After(c.opts.Grace)
		_ = p.lines.send(request{Op: "stop", Reason: r}) // the child always reads
	}
	done := ctx.Done()
	for {
		select {
		case r, ok := <-p.replyc:
			switch {
			case !ok:
				return nil, why
			case r.Op == "stream":
				out.Stream(r.Name, r.Text)
			case r.Op == "call":
				limit.Stop()
				left -= time.Since(began)
				answer := c.call(ctx, out, r)
				if ctx.Err() != nil { // the child shall know before it has the answer
					done = nil
					stop(python.Interrupted)
				}
				if p.lines.send(answer) != nil {
					return nil, why
				}
				began = time.Now()
				limit.Reset(max(left, 0))
			case r.Op == "done":
				return &r, why
			}
		case <-done:
			done = nil
			stop(python.Interrupted)
		case <-limit.C:
			stop(python.OutOfTime)
		case <-kill:
			// A child that a busy machine has not let run cannot have stopped.
			if now, known := processorTime(p.cmd.Process.Pid); known && now-used < c.opts.Grace/2 && waits < mostGraces {
				waits++
				kill = time.After(c.opts.Grace)
				continue
			}
			p.kill()
			return nil, why
		}
	}
}

// start returns the running child, a new one if there is none.
func (c *Cells) start() (*process, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.child != nil {
		return c.child, nil
	}
	command := c.opts.Command
	if len(command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("starting Python cells needs the path of this program: %w", err)
		}
		command = []string{self, ChildWord}
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append([]string{fmt.Sprintf("%s=%d", memoryVariable, c.opts.Memory)}, c.opts.Env...)
	p := &process{cmd: cmd, stderr: &tail{}, replyc: make(chan reply), gone: make(chan struct{})}
	cmd.Stderr = p.stderr
	cmd.WaitDelay = time.Second
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("the process for Python cells does not start: %w", err)
	}
	p.stdin, p.lines = stdin, newLines(stdout, stdin)
	go p.read()
	c.child = p
	return p, nil
}

// read hands on the child's replies until its output ends.
func (p *process) read() {
	defer close(p.replyc)
	for {
		var r reply
		if err := p.lines.receive(&r); err != nil {
			return
		}
		select {
		case p.replyc <- r:
		case <-p.gone:
			return
		}
	}
}

// kill ends the child at once and waits for it.
func (p *process) kill() {
	p.once.Do(func() {
		_ = p.cmd.Process.Kill()
		close(p.gone)
		_ = p.stdin.Close()
		_ = p.cmd.Wait()
	})
}

// drop forgets a child, so that the next cell starts another.
func (c *Cells) drop(p *process) {
	p.kill()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.child == p {
		c.child, c.names = nil, nil
	}
}

// died says why a child is gone.
func (p *process) died(opts Options, why python.Reason) error {
	const gone = " The Python variables are gone; the session's hypotheses and results are not."
	var e python.Error
	switch said := p.stderr.String(); {
	case why == python.Interrupted:
		e.Name, e.Value = "KeyboardInterrupt", "The cell did not stop when asked, so its Python process was ended."+gone
	case why == python.OutOfTime:
		e.Name, e.Value = "TimeoutError", fmt.Sprintf("The cell ran longer than %s and did not stop when asked, so its Python process was ended.", opts.Time)+gone
	case strings.Contains(said, "out of memory") || strings.Contains(said, "cannot allocate memory"):
		e.Name, e.Value = "MemoryError", fmt.Sprintf("The cell needs more than the %d MB that Python cells may use, so its Python process was ended.", opts.Memory>>20)+gone
	case strings.Contains(said, "stack"):
		e.Name, e.Value = "RecursionError", "The cell nests too deeply, so its Python process was ended."+gone
	default:
		e.Name, e.Value = "SystemError", "The Python process ended unexpectedly."+gone
		if first, _, _ := strings.Cut(strings.TrimSpace(said), "\n"); first != "" {
			e.Value += " It said: " + first
		}
	}
	return failure(&e)
}

// Close ends the child. It does not wait for a running cell to stop by itself.
func (c *Cells) Close() error {
	c.mu.Lock()
	p := c.child
	c.child, c.names = nil, nil
	c.mu.Unlock()
	if p != nil {
		p.kill()
	}
	return nil
}

// failure is a Python error as the protocol tells it.
func failure(e *python.Error) *serve.Failure {
	return &serve.Failure{Name: e.Name, Value: e.Value, Traceback: e.Traceback(true)}
}

// Plain is the traceback of a failure without colours.
func Plain(err error) string {
	var f *serve.Failure
	if !errors.As(err, &f) {
		return err.Error()
	}
	return python.Uncoloured(strings.Join(f.Traceback, "\n"))
}

// tail keeps the beginning of what a child says on its standard error: a crash begins with its reason.
type tail struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if room := 4096 - t.b.Len(); room > 0 {
		t.b.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.b.String()
}
