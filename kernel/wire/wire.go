// Package wire carries Jupyter messages, protocol 5.5, between a kernel and its clients: the connection file, the five
// channels, framing, signing and verification. It knows no language and no meaning of a message.
package wire

import (
	"encoding/json"
	"time"
)

// Channel names one of the five sockets of a kernel.
type Channel int

const (
	Shell     Channel = iota // requests of code and about code
	Control                  // shutdown, interrupt, subshells: answered while a cell runs
	Stdin                    // the kernel asks the person
	IOPub                    // what happens, to everybody who subscribed
	Heartbeat                // answers by itself
)

func (ch Channel) String() string {
	return [...]string{"shell", "control", "stdin", "iopub", "hb"}[ch]
}

// Version is the version of the messaging protocol in the headers of our messages.
const Version = "5.5"

// Header is the header of a message.
type Header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"` // ISO 8601 with a zone
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
	Subshell string `json:"subshell_id,omitempty"` // of a request to a subshell (JEP 91)
}

// Message is a message that came in and was verified.
type Message struct {
	Channel    Channel
	Identities [][]byte // the route back to the client
	Header     Header
	RawHeader  json.RawMessage // the header's own bytes: the parent_header of everything that answers it
	Parent     json.RawMessage
	Metadata   json.RawMessage
	Content    json.RawMessage
	Buffers    [][]byte
}

// Options are the bounds and hooks of a Conn; the zero value is good.
type Options struct {
	// Refused is told of every incoming message that was dropped and why (ErrSignature, ErrReplay, ErrMalformed, wrapped).
	// It is called from the channel's own goroutine and must not block.
	Refused func(ch Channel, reason error)
	// Lost is told when a client that reads too slowly begins to lose output, and again, with Over set, when it has caught
	// up or gone. It may publish; it must not block.
	Lost func(Loss)
	// MaxMessage is the size in bytes of the largest incoming message; 0 means 256 MiB. A client that announces a larger
	// one is disconnected before anything is allocated.
	MaxMessage int64
	// Queue bounds the bytes of output that wait for one client; 0 means 256 MiB. A single message may be larger.
	Queue int64
	// Linger is how long Close waits for clients to take what is queued; 0 means one second.
	Linger time.Duration
}

// Loss tells what one client did not get because it reads too slowly.
type Loss struct {
	Channel  Channel
	Client   string // its address
	Messages int
	Bytes    int64
	Over     bool // the client has caught up or gone; the numbers are the whole loss
}
