// Package wire carries Jupyter messages, protocol 5.5, between a kernel and its clients: the connection file, the five
// channels, framing, signing and verification (https://jupyter-client.readthedocs.io/en/stable/messaging.html). It knows no
// language and no meaning of a message.
//
// Nothing that is unsigned, or seen before, comes through where there is a key: it is dropped, Options.Refused is told, and
// all goes on. The bytes that are signed are the bytes that are sent, and a request's header goes back as the bytes that
// came.
//
// A front end that does not read holds up nobody: what waits for it is bounded by Options.Queue, then it loses its own
// output. Backlog lets a cell that writes faster than front ends read wait for those that do.
//
// Speed over tcp on two shared, busy cores, 2026-11-30 (go test -bench . ./kernel/wire): a signed request and its signed
// reply 50 us, a line of output 8 to 20 us, output in messages of 1 MB 75 to 155 MB/s, most of it encoding JSON and signing.
package wire

import "time"

// Version is the version of the messaging protocol in the headers of our messages.
const Version = "5.5"

// Channel names one of the five sockets of a kernel.
type Channel int

const (
	Shell     Channel = iota // requests of code and about code
	Control                  // shutdown, interrupt, subshells: answered while a cell runs
	Stdin                    // the kernel asks the person
	IOPub                    // what happens, to everybody who subscribed
	Heartbeat                // answers by itself

	channels
)

// String is the channel's name in a connection file, before _port.
func (ch Channel) String() string {
	return [...]string{"shell", "control", "stdin", "iopub", "hb"}[ch]
}

// Options are the bounds and hooks of a Conn; the zero value is good. Hooks are called from several goroutines and must not
// block.
type Options struct {
	// Refused is told of every incoming message that was dropped and why (an error that wraps ErrSignature, ErrReplay or
	// ErrMalformed), and of every connection that was closed for what it sent (any other error).
	Refused func(ch Channel, reason error)
	// Lost is told when a client that reads too slowly begins to lose output, and again, with Over set, when it has caught
	// up or gone. It may publish.
	Lost func(Loss)
	// MaxMessage is the size in bytes of the largest incoming message; 0 means 256 MiB. A client that announces a larger
	// one is disconnected before anything is allocated.
	MaxMessage int64
	// Queue bounds the bytes of output that wait for one client; 0 means 256 MiB. A single message may be larger.
	Queue int64
	// Linger is how long Close waits for clients to take what is queued; 0 means one second.
	Linger time.Duration
	// Patience is how long Listen tries to bind a port that is taken; 0 means two seconds.
	Patience time.Duration
}

// Loss tells what one client did not get because it reads too slowly.
type Loss struct {
	Channel  Channel
	Client   string // its address
	Messages int
	Bytes    int64
	Over     bool // the client has caught up or gone; the numbers are the whole loss
}
