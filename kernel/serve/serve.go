package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
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

// kernel is the state of a session. Each channel has a goroutine that reads it and never waits for the language: cells run
// in the goroutine of their shell, requests about code in that of their lane.
type kernel struct {
	lang    Language
	info    Info   // asked once, so that kernel_info is answered whatever the language does
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
	if guard(k.log, "Info", func() error { k.info = lang.Info(); return nil }) == nil && k.info.Implementation != "" {
		k.name = k.info.Implementation
	}
	k.history = openHistory(opt.History, k.log)
	k.ctx, k.cancel = context.WithCancelCause(context.Background())
	return k
}

// How long a kernel that shuts down waits for a cell to notice, and for the language to close. Front ends kill one that lives
// on for some seconds; nobody does when they are gone themselves.
const (
	endTime   = 1500 * time.Millisecond
	closeTime = 5 * time.Second
)

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
	closed := make(chan error, 1)
	go func() { closed <- guard(k.log, "Close", k.lang.Close) }()
	var err error
	select {
	case err = <-closed:
	case <-time.After(closeTime):
		err = fmt.Errorf("not done after %v", closeTime)
	}
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
