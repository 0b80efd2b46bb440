package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// memory is a transport without a network: messages go in by send and come out in order on out.
type memory struct {
	in      map[wire.Channel]chan *wire.Message
	topics  chan []byte
	backlog atomic.Int64
	deaf    atomic.Bool // clients have no stdin
	late    atomic.Bool // the stdin channel of a client is there when it is looked for again
	mu      sync.Mutex
	closed  bool
	out     []event
	more    chan struct{} // closed and replaced at each event
}

// event is a message that the kernel sent.
type event struct {
	channel wire.Channel
	topic   string
	parent  string // message id
	kind    string
	content map[string]any
	meta    map[string]any
}

// String is the message in short: the state of a status, else the type.
func (e event) String() string {
	if e.kind == "status" {
		return e.content["execution_state"].(string)
	}
	return e.kind
}

func newMemory() *memory {
	m := &memory{in: map[wire.Channel]chan *wire.Message{}, topics: make(chan []byte), more: make(chan struct{})}
	for _, ch := range []wire.Channel{wire.Shell, wire.Control, wire.Stdin} {
		m.in[ch] = make(chan *wire.Message)
	}
	return m
}

func (m *memory) Connection() wire.Connection {
	return wire.Connection{ShellPort: 1, IOPubPort: 2, StdinPort: 3, ControlPort: 4, HeartbeatPort: 5}
}
func (m *memory) Session() string                               { return "kernel-session" }
func (m *memory) Incoming(ch wire.Channel) <-chan *wire.Message { return m.in[ch] }
func (m *memory) Subscriptions() <-chan []byte                  { return m.topics }
func (m *memory) Backlog() int64                                { return m.backlog.Load() }

func (m *memory) Reply(ch wire.Channel, to *wire.Message, msgType string, c, meta any, _ ...[]byte) error {
	if ch == wire.Stdin && (m.deaf.Load() || m.late.CompareAndSwap(true, false)) {
		return wire.ErrGone
	}
	return m.put(event{channel: ch, parent: to.Header.ID, kind: msgType}, c, meta)
}

func (m *memory) Publish(topic string, parent json.RawMessage, msgType string, c, meta any, _ ...[]byte) error {
	var h wire.Header
	if parent != nil {
		if err := json.Unmarshal(parent, &h); err != nil {
			return err
		}
	}
	return m.put(event{channel: wire.IOPub, topic: topic, parent: h.ID, kind: msgType}, c, meta)
}

func (m *memory) put(e event, c, meta any) error {
	for into, from := range map[*map[string]any]any{&e.content: c, &e.meta: meta} {
		b, err := json.Marshal(from)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(b, into); err != nil {
			return err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return wire.ErrGone
	}
	m.out = append(m.out, e)
	close(m.more)
	m.more = make(chan struct{})
	return nil
}

func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.closed {
		m.closed = true
		for _, ch := range m.in {
			close(ch)
		}
		close(m.topics)
	}
	return nil
}

// patience is longer than anything takes on the slowest machine: it ends a test that waits in vain, and measures nothing.
const patience = 2 * time.Minute

// bench is a kernel under test with one client.
type bench struct {
	*testing.T
	*memory
	lang   *echo
	k      *kernel
	cancel context.CancelFunc
	ended  chan error
	ids    atomic.Int64
}

func start(t *testing.T) *bench { return startWith(t, newEcho(), Options{}) }

func startWith(t *testing.T, lang *echo, opt Options) *bench {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	b := &bench{T: t, memory: newMemory(), lang: lang, cancel: cancel, ended: make(chan error, 1)}
	b.k = newKernel(lang, opt)
	go func() { b.ended <- b.k.serve(ctx, b.memory) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-b.ended:
			if err != nil {
				t.Errorf("serve: %v", err)
			}
		case <-time.After(patience):
			t.Error("the kernel does not end")
		}
	})
	return b
}

// send sends a request and returns its id.
func (b *bench) send(ch wire.Channel, kind string, c any, change ...func(*wire.Message)) string {
	b.Helper()
	m := &wire.Message{Channel: ch, Header: wire.Header{
		ID: fmt.Sprint("m", b.ids.Add(1)), Session: "client", Type: kind, Version: "5.5",
		Date: time.Now().UTC().Format(time.RFC3339Nano),
	}, Parent: json.RawMessage("{}"), Metadata: json.RawMessage("{}")}
	m.Content, _ = json.Marshal(c)
	for _, f := range change {
		f(m)
	}
	m.RawHeader, _ = json.Marshal(m.Header)
	select {
	case b.in[ch] <- m:
	case <-time.After(patience):
		b.Fatalf("%s is not taken", kind)
	}
	return m.Header.ID
}

// cell is the content of an execute_request; more changes it.
func code(text string, more ...any) map[string]any {
	c := map[string]any{
		"code": text, "silent": false, "store_history": true, "user_expressions": map[string]any{}, "allow_stdin": false,
		"stop_on_error": true,
	}
	for i := 0; i+1 < len(more); i += 2 {
		c[more[i].(string)] = more[i+1]
	}
	return c
}

// of returns what belongs to the request with the id so far.
func (b *bench) of(id string) (events []event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.out {
		if e.parent == id {
			events = append(events, e)
		}
	}
	return events
}

// until waits for an event of the request that want accepts, and returns all of the request so far.
func (b *bench) until(id string, want func(event) bool) []event {
	b.Helper()
	deadline := time.After(patience)
	for {
		b.mu.Lock()
		more := b.more
		b.mu.Unlock()
		events := b.of(id)
		for i, e := range events {
			if want(e) {
				return events[:i+1]
			}
		}
		select {
		case <-more:
		case <-deadline:
			b.Fatalf("waited in vain; so far: %v", events)
		}
	}
}

func (b *bench) idle(id string) []event {
	b.Helper()
	return b.until(id, func(e event) bool { return e.String() == "idle" })
}

// ask sends a request on the shell channel and returns the content of its reply.
func (b *bench) ask(kind string, c any) map[string]any {
	b.Helper()
	return reply(b.T, b.idle(b.send(wire.Shell, kind, c)))
}

// run executes code and returns all that belongs to it.
func (b *bench) run(text string, more ...any) []event {
	b.Helper()
	return b.idle(b.send(wire.Shell, "execute_request", code(text, more...)))
}

// reply is the content of the one message that is not on iopub.
func reply(t *testing.T, events []event) map[string]any {
	t.Helper()
	var found map[string]any
	for _, e := range events {
		if e.channel == wire.Shell || e.channel == wire.Control {
			if found != nil {
				t.Fatalf("two replies: %v", events)
			}
			found = e.content
		}
	}
	if found == nil {
		t.Fatalf("no reply: %v", events)
	}
	return found
}

// only picks the messages of a kind.
func only(events []event, kind string) (found []event) {
	for _, e := range events {
		if e.kind == kind {
			found = append(found, e)
		}
	}
	return found
}
