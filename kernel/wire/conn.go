package wire

import (
	"context"
	"encoding/json"
	"errors"
)

// Conn is a kernel's side of the five channels. Its methods may be called from any goroutine.
type Conn struct{}

// Listen binds the five channels. ctx bounds the binding only: a port that is still taken, as in a restart, is tried again
// for a while. The heartbeat answers by itself from then on.
func Listen(ctx context.Context, c Connection, opt Options) (*Conn, error) {
	return nil, errors.New("not yet")
}

// Connection is the connection file of what is bound, with the ports that were chosen for 0.
func (c *Conn) Connection() Connection { return Connection{} }

// Session is the id of the kernel's own session, which the headers of its messages carry.
func (c *Conn) Session() string { return "" }

// Incoming delivers the verified messages of Shell, Control or Stdin. While nobody receives, the clients of that channel
// wait, and nobody else. It is closed by Close.
func (c *Conn) Incoming(ch Channel) <-chan *Message { return nil }

// Subscriptions delivers the topic of each subscription to iopub as it begins, for iopub_welcome; the subscriber gets what
// is published from then on. It must be received from. It is closed by Close.
func (c *Conn) Subscriptions() <-chan []byte { return nil }

// Reply sends a message to the client that sent to, on Shell, Control or Stdin, with to's header as parent. An
// input_request is sent so too: on Stdin, to the execute_request. content and metadata are encoded as JSON; nil is {}. A
// client that has gone is an error that wraps ErrGone.
func (c *Conn) Reply(ch Channel, to *Message, msgType string, content, metadata any, buffers ...[]byte) error {
	return errors.New("not yet")
}

// Publish sends a message on iopub to all who subscribed to a beginning of topic. parent is the RawHeader of the request
// that it belongs to; nil is {}. It never waits for a client.
func (c *Conn) Publish(topic string, parent json.RawMessage, msgType string, content, metadata any, buffers ...[]byte) error {
	return errors.New("not yet")
}

// Close lets clients take what is queued for them, for Options.Linger at most, and ends every goroutine and socket.
func (c *Conn) Close() error { return errors.New("not yet") }

// Why a message was refused or not sent.
var (
	ErrSignature = errors.New("wrong signature")
	ErrReplay    = errors.New("message seen before")
	ErrMalformed = errors.New("not a Jupyter message")
	ErrGone      = errors.New("client has gone")
)
