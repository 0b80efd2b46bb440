package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// Options of a kernel; the zero value is good.
type Options struct {
	// Log is told what the kernel does; nil logs nothing. It must not write to the terminal of the front end.
	Log *slog.Logger
	// History is the file that keeps the cells of earlier sessions; empty keeps those of this one, in memory.
	History string
	// Bound is told where the kernel listens, with the ports that were chosen for 0.
	Bound func(wire.Connection)
}

// Run serves lang on the five channels of c until a shutdown_request, the end of ctx, SIGTERM or SIGHUP, or the end of the
// process that started the kernel; it interrupts the running cell on SIGINT. It returns nil after each of these, and an
// error when the channels cannot be bound.
func Run(ctx context.Context, c wire.Connection, lang Language, opt Options) error {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()

	k := newKernel(lang, opt)
	conn, err := wire.Listen(ctx, c, wire.Options{Lost: k.lost, Refused: func(ch wire.Channel, reason error) {
		k.log.Warn("message refused", "channel", ch, "reason", reason)
	}})
	if err != nil {
		return errors.Join(err, lang.Close())
	}
	if opt.Bound != nil {
		opt.Bound(conn.Connection())
	}
	go watchParent(ctx, func() {
		k.log.Info("the process that started the kernel is gone")
		stop()
	})
	go func() {
		for {
			select {
			case <-interrupts:
				_, _ = k.interrupt(nil)
			case <-ctx.Done():
				return
			}
		}
	}()
	return k.serve(ctx, conn)
}

// transport is the part of a wire.Conn that a kernel uses.
type transport interface {
	Connection() wire.Connection
	Session() string
	Incoming(ch wire.Channel) <-chan *wire.Message
	Subscriptions() <-chan []byte
	Reply(ch wire.Channel, to *wire.Message, msgType string, content, metadata any, buffers ...[]byte) error
	Publish(topic string, parent json.RawMessage, msgType string, content, metadata any, buffers ...[]byte) error
	Backlog() int64
	Close() error
}

type content = map[string]any

// handler does a request and returns the content of its reply; nil content and no error is no reply.
type handler func(m *wire.Message) (content, error)

// kernel is the state of a session. Each channel has a goroutine that reads it and never waits for the language: cells run
// in the goroutine of their shell, requests about code in that of their lane.
type kernel struct {
	lang    Language
	name    string // of the implementation, for messages about our own faults
	log     *slog.Logger
	history *history
	conn    transport
	ctx     context.Context // of everything the language does; ends with the kernel
	cancel  context.CancelCauseFunc
	quit    chan *wire.Message           // the shutdown_request
	latest  atomic.Pointer[wire.Message] // the cell begun last
	main    *shell

	mu        sync.Mutex
	count     int // cells counted so far
	subshells []*shell
	questions []*question
	ending    bool
}

func newKernel(lang Language, opt Options) *kernel {
	k := &kernel{lang: lang, log: opt.Log, name: "the kernel", quit: make(chan *wire.Message, 1), main: newShell("")}
	if k.log == nil {
		k.log = slog.New(slog.DiscardHandler)
	}
	_ = guard(k.log, "Info", func() error {
		k.name = lang.Info().Implementation
		return nil
	})
	k.history = openHistory(opt.History, k.log)
	k.ctx, k.cancel = context.WithCancelCause(context.Background())
	return k
}

// endTime is how long a kernel that shuts down waits for a cell to notice. Front ends kill one that lives on for some
// seconds.
const endTime = 1500 * time.Millisecond

// serve answers on conn until it is to end, and closes it.
func (k *kernel) serve(ctx context.Context, conn transport) error {
	k.conn = conn
	k.publish(nil, "status", content{"execution_state": "starting"})
	var readers sync.WaitGroup
	readers.Go(k.readShell)
	readers.Go(k.readControl)
	readers.Go(func() {
		for m := range conn.Incoming(wire.Stdin) {
			k.answered(m)
		}
	})
	readers.Go(func() {
		for topic := range conn.Subscriptions() {
			k.welcome(topic)
		}
	})
	var asked *wire.Message
	select {
	case asked = <-k.quit:
	case <-ctx.Done():
	}
	err := k.end()
	if asked != nil {
		k.goodbye(asked, err)
	}
	if err := conn.Close(); err != nil { // a client that does not read: no failure of ours
		k.log.Warn("closing the channels", "error", err)
	}
	readers.Wait()
	return err
}

// end interrupts what runs, waits until it has been answered, and closes the language.
func (k *kernel) end() error {
	k.mu.Lock()
	k.ending = true
	k.mu.Unlock()
	shells := k.shells()
	for _, s := range shells {
		s.end(errShutdown)
	}
	k.cancel(errShutdown)
	deadline := time.After(endTime)
	for _, s := range shells {
		select {
		case <-s.lane.done:
		case <-deadline:
			k.log.Warn("a cell runs on at shutdown")
			deadline = time.After(0)
		}
	}
	err := guard(k.log, "Close", k.lang.Close)
	if err != nil {
		k.log.Error("closing the language", "error", err)
		err = fmt.Errorf("closing %s: %w", k.name, err)
	}
	k.history.close()
	return err
}

// goodbye answers the shutdown_request, to its sender and to everybody.
func (k *kernel) goodbye(m *wire.Message, err error) {
	var q struct {
		Restart bool `json:"restart"`
	}
	_ = json.Unmarshal(m.Content, &q) // as a final shutdown
	c := content{"status": "ok", "restart": q.Restart}
	if err != nil {
		c = fail(context.Background(), k.name, err).reply()
		c["restart"] = q.Restart
	}
	k.reply(m, "shutdown_reply", c, nil)
	k.publish(m, "shutdown_reply", c)
	k.status(m, "idle")
}

// readShell gives each request to the shell or the lane where it belongs.
func (k *kernel) readShell() {
	about := map[string]handler{
		"kernel_info_request": k.kernelInfo,
		"complete_request":    k.complete,
		"inspect_request":     k.inspect,
		"is_complete_request": k.isComplete,
		"history_request":     k.pastCells,
		"comm_info_request":   k.commInfo,
		"comm_open":           k.commOpen,
		"connect_request":     k.connect,
	}
	lanes := map[string]*lane{}
	for msgType := range about {
		lanes[msgType] = newLane()
	}
	other := newLane()
	for m := range k.conn.Incoming(wire.Shell) {
		s, err := k.shell(m.Header.Subshell)
		l, do := lanes[m.Header.Type], about[m.Header.Type]
		switch {
		case m.Header.Type == "shutdown_request": // deprecated here since 5.4
			k.shutdown(m)
			continue
		case err != nil:
			l, do = other, func(*wire.Message) (content, error) { return nil, err }
		case m.Header.Type == "execute_request":
			if s.add(&cell{Message: m, arrived: time.Now()}, func(c *cell) { k.execute(s, c) }) {
				continue
			}
			l, do = other, func(*wire.Message) (content, error) { return k.dropped(), nil }
		case do == nil:
			l = other
		}
		l.add(func() { k.answer(m, do) })
	}
	other.close()
	for _, l := range lanes {
		l.close()
	}
}

// readControl answers in the order of the requests; none waits for the language.
func (k *kernel) readControl() {
	about := map[string]handler{
		"kernel_info_request":     k.kernelInfo,
		"interrupt_request":       k.interrupt,
		"debug_request":           k.debug,
		"create_subshell_request": k.createSubshell,
		"delete_subshell_request": k.deleteSubshell,
		"list_subshell_request":   k.listSubshells,
		"comm_info_request":       k.commInfo,
		"connect_request":         k.connect,
	}
	for m := range k.conn.Incoming(wire.Control) {
		if m.Header.Type == "shutdown_request" {
			k.shutdown(m)
			continue
		}
		k.answer(m, about[m.Header.Type])
	}
}

func (k *kernel) shutdown(m *wire.Message) {
	k.status(m, "busy")
	select {
	case k.quit <- m:
	default: // a second one, while the first is done
		k.status(m, "idle")
	}
}

// answer does one request between busy and idle. A request that is not known has no reply, as the protocol wants it.
func (k *kernel) answer(m *wire.Message, do handler) {
	k.status(m, "busy")
	defer k.status(m, "idle")
	if do == nil {
		k.log.Info("a message of unknown type is ignored", "channel", m.Channel, "type", m.Header.Type)
		return
	}
	c, err := do(m)
	if err != nil {
		f := fail(k.ctx, k.name, err)
		c = f.reply()
	}
	if c == nil {
		return
	}
	if c["status"] == nil && m.Header.Type != "debug_request" {
		c["status"] = "ok"
	}
	k.reply(m, strings.TrimSuffix(m.Header.Type, "_request")+"_reply", c, nil)
}

func (k *kernel) reply(m *wire.Message, msgType string, c, metadata content) {
	if err := k.conn.Reply(m.Channel, m, msgType, c, metadata); err != nil {
		k.log.Info("not answered", "type", msgType, "error", err)
	}
}

func (k *kernel) status(m *wire.Message, state string) {
	k.publish(m, "status", content{"execution_state": state})
}

// publish sends a message on iopub as an effect of the request m; nil is no request.
func (k *kernel) publish(m *wire.Message, msgType string, c content) {
	var parent json.RawMessage
	if m != nil {
		parent = m.RawHeader
	}
	topic := "kernel." + k.conn.Session() + "." + msgType
	if name, ok := c["name"].(string); ok && msgType == "stream" {
		topic = "stream." + name
	}
	if err := k.conn.Publish(topic, parent, msgType, c, nil); err != nil {
		k.log.Info("not published", "type", msgType, "error", err)
	}
}

// welcome tells a client that its subscription has begun, under the topic that it subscribed to.
func (k *kernel) welcome(topic []byte) {
	if err := k.conn.Publish(string(topic), nil, "iopub_welcome", content{"subscription": string(topic)}, nil); err != nil {
		k.log.Info("not published", "type", "iopub_welcome", "error", err)
	}
}
