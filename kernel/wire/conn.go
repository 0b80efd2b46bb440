package wire

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/hyp-lang/hyp/kernel/zmtp"
)

// Conn is a kernel's side of the five channels. Its methods may be called from any goroutine.
type Conn struct {
	connection Connection
	opt        Options
	signer     *signer
	session    string
	username   string
	sent       atomic.Uint64 // messages, for their ids

	routers   [3]*zmtp.Router // Shell, Control, Stdin
	iopub     *zmtp.XPub
	heartbeat *zmtp.Rep

	incoming      [3]chan *Message
	subscriptions chan []byte
	closing       chan struct{}
	once          sync.Once
	running       sync.WaitGroup
	closed        error
}

// Listen binds the five channels. ctx bounds the binding only. A port that is still taken, as in a restart, is tried again
// for Options.Patience. The heartbeat answers by itself from then on.
func Listen(ctx context.Context, c Connection, opt Options) (*Conn, error) {
	c, err := c.normal()
	if err != nil {
		return nil, fmt.Errorf("connection: %w", err)
	}
	if opt.Linger == 0 {
		opt.Linger = time.Second
	}
	if opt.Patience == 0 {
		opt.Patience = 2 * time.Second
	}
	w := &Conn{connection: c, opt: opt, session: newSession(), username: username(), closing: make(chan struct{}), subscriptions: make(chan []byte)}
	if w.signer, err = newSigner(c.SignatureScheme, c.Key); err != nil {
		return nil, fmt.Errorf("connection: %w", err)
	}
	for ch := range w.incoming {
		w.incoming[ch] = make(chan *Message)
	}
	if err := w.bind(ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	for ch, r := range w.routers {
		w.running.Go(func() { w.receive(Channel(ch), r) })
	}
	w.running.Go(w.relay)
	return w, nil
}

// bind opens the sockets: those whose port is given first, so that none of the others takes it.
func (c *Conn) bind(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.opt.Patience)
	defer cancel()
	for _, given := range []bool{true, false} {
		for ch := range channels {
			port := c.connection.port(ch)
			if given != (*port > 0) || c.isOpen(ch) {
				continue
			}
			if c.connection.Transport == "ipc" && !given { // the first name that is free
				*port = 1
			}
			err := c.open(ctx, ch)
			for errors.Is(err, syscall.EADDRINUSE) && ctx.Err() == nil {
				if given {
					pause(ctx, 20*time.Millisecond)
				} else {
					*port++
				}
				err = c.open(ctx, ch)
			}
			if err != nil {
				return fmt.Errorf("%s channel: %w", ch, err)
			}
		}
	}
	return nil
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (c *Conn) isOpen(ch Channel) bool {
	switch ch {
	case IOPub:
		return c.iopub != nil
	case Heartbeat:
		return c.heartbeat != nil
	default:
		return c.routers[ch] != nil
	}
}

// open opens the socket of one channel.
func (c *Conn) open(ctx context.Context, ch Channel) (err error) {
	opt := zmtp.Options{MaxMessage: c.opt.MaxMessage, Queue: c.opt.Queue}
	if lost := c.opt.Lost; lost != nil {
		opt.Lost = func(l zmtp.Loss) { lost(Loss{ch, l.Peer, l.Messages, l.Bytes, l.Over}) }
	}
	opt.Closed = func(peer string, reason error) { c.refuse(ch, fmt.Errorf("connection from %s: %w", peer, reason)) }
	endpoint := c.connection.endpoint(ch)
	switch ch {
	case IOPub:
		if c.iopub, err = zmtp.ListenXPub(ctx, endpoint, opt); err == nil {
			endpoint = c.iopub.Endpoint()
		}
	case Heartbeat:
		opt.MaxMessage = 1 << 20
		if c.heartbeat, err = zmtp.ListenRep(ctx, endpoint, opt, func(beat [][]byte) [][]byte { return beat }); err == nil {
			endpoint = c.heartbeat.Endpoint()
		}
	default:
		if c.routers[ch], err = zmtp.ListenRouter(ctx, endpoint, opt); err == nil {
			endpoint = c.routers[ch].Endpoint()
		}
	}
	if err == nil && *c.connection.port(ch) == 0 {
		*c.connection.port(ch), err = strconv.Atoi(endpoint[strings.LastIndexByte(endpoint, ':')+1:])
	}
	return err
}

// Connection is the connection file of what is bound, with the ports that were chosen for 0.
func (c *Conn) Connection() Connection { return c.connection }

// Session is the id of the kernel's own session, which the headers of its messages carry.
func (c *Conn) Session() string { return c.session }

// Incoming delivers the verified messages of Shell, Control or Stdin, those of one client in its order. While nobody
// receives, the clients of that channel wait, and nobody else. It is closed by Close.
func (c *Conn) Incoming(ch Channel) <-chan *Message { return c.incoming[ch] }

// Subscriptions delivers the topic of each subscription to iopub as it begins, for iopub_welcome; the subscriber gets what
// is published from then on. It must be received from, or new subscribers wait. It is closed by Close.
func (c *Conn) Subscriptions() <-chan []byte { return c.subscriptions }

// receive verifies what comes in on a channel.
func (c *Conn) receive(ch Channel, r *zmtp.Router) {
	defer close(c.incoming[ch])
	for {
		select {
		case in := <-r.Incoming():
			m, err := decode(in.Identity, in.Parts, c.signer)
			if err != nil {
				c.refuse(ch, err)
				continue
			}
			m.Channel = ch
			select {
			case c.incoming[ch] <- m:
			case <-c.closing:
				return
			}
		case <-c.closing:
			return
		}
	}
}

func (c *Conn) relay() {
	defer close(c.subscriptions)
	for {
		select {
		case topic := <-c.iopub.Subscriptions():
			select {
			case c.subscriptions <- topic:
			case <-c.closing:
				return
			}
		case <-c.closing:
			return
		}
	}
}

func (c *Conn) refuse(ch Channel, reason error) {
	if c.opt.Refused != nil {
		c.opt.Refused(ch, reason)
	}
}

// header begins a message of ours.
func (c *Conn) header(msgType string) Header {
	return Header{
		ID: fmt.Sprintf("%s_%d", c.session, c.sent.Add(1)), Session: c.session, Username: c.username,
		Date: time.Now().UTC().Format("2006-01-02T15:04:05.000000Z07:00"), Type: msgType, Version: Version,
	}
}

// Reply sends a message to the client that sent to, on Shell, Control or Stdin, with to's header as parent. An
// input_request is sent so too: on Stdin, to the execute_request. content and metadata are encoded as JSON objects; nil is
// {}. It never waits for the client. An error that wraps ErrGone or ErrSlow tells that the client will not get it.
func (c *Conn) Reply(ch Channel, to *Message, msgType string, content, metadata any, buffers ...[]byte) error {
	parts, err := encode(c.signer, c.header(msgType), to.RawHeader, metadata, content, buffers)
	if err != nil {
		return err
	}
	if len(to.Identities) == 0 {
		return fmt.Errorf("%s on %s: %w", msgType, ch, ErrGone)
	}
	switch err = c.routers[ch].Send(to.Identities[0], slices.Concat(to.Identities[1:], parts)...); {
	case errors.Is(err, zmtp.ErrGone):
		return fmt.Errorf("%s on %s: %w", msgType, ch, ErrGone)
	case errors.Is(err, zmtp.ErrSlow):
		return fmt.Errorf("%s on %s: %w", msgType, ch, ErrSlow)
	}
	return err
}

// Publish sends a message on iopub to all who subscribed to a beginning of topic. parent is the RawHeader of the request
// that it belongs to; nil is {}. It never waits for a client; one that reads too slowly, which Options.Lost tells, loses
// status messages last. An error tells that content or metadata is no JSON object.
func (c *Conn) Publish(topic string, parent json.RawMessage, msgType string, content, metadata any, buffers ...[]byte) error {
	parts, err := encode(c.signer, c.header(msgType), parent, metadata, content, buffers)
	if err != nil {
		return err
	}
	c.iopub.Send(msgType == "status", append([][]byte{[]byte(topic)}, parts...)...)
	return nil
}

// Backlog is how many bytes of what was published wait for the client that is furthest behind, of those that read at all: a
// client that has taken nothing for a second does not count. A cell that waits until it falls costs no client its output.
func (c *Conn) Backlog() int64 { return c.iopub.Backlog() }

// Close takes no more messages, lets clients take what is queued for them, for Options.Linger at most, and ends every
// goroutine and socket. An error tells that output was left.
func (c *Conn) Close() error {
	c.once.Do(func() {
		close(c.closing)
		ctx, cancel := context.WithTimeout(context.Background(), c.opt.Linger)
		defer cancel()
		var open []interface{ Close(context.Context) error }
		for _, r := range c.routers {
			if r != nil {
				open = append(open, r)
			}
		}
		if c.iopub != nil {
			open = append(open, c.iopub)
		}
		if c.heartbeat != nil {
			open = append(open, c.heartbeat)
		}
		ended := make(chan error)
		for _, s := range open {
			go func() { ended <- s.Close(ctx) }()
		}
		for range open {
			c.closed = errors.Join(c.closed, <-ended)
		}
		c.running.Wait()
	})
	return c.closed
}

// newSession makes a random id, a UUID of version 4 (RFC 9562).
func newSession() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func username() string {
	for _, name := range []string{"LOGNAME", "USER", "USERNAME"} {
		if u := os.Getenv(name); u != "" {
			return u
		}
	}
	return "kernel"
}
