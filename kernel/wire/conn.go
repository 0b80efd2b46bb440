package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
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
