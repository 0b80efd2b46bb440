// Package zmtptest has the side of ZMTP that connects, for tests of what binds. It frames by itself and shares no code with
// package zmtp, so that one mistake is not made twice.
package zmtptest

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"
)

// patience is how long anything may take before a test gives up; no test waits for it to pass.
const patience = 2 * time.Minute

// Peer is a connected socket. It does nothing by itself: it answers no PING and reads only when told.
type Peer struct {
	net.Conn
	tb    testing.TB
	r     *bufio.Reader
	minor byte
}

// Raw connects to endpoint and says nothing.
func Raw(tb testing.TB, endpoint string) *Peer {
	tb.Helper()
	transport, address, _ := strings.Cut(endpoint, "://")
	network := map[string]string{"tcp": "tcp", "ipc": "unix"}[transport]
	c, err := net.DialTimeout(network, address, patience)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(patience))
	return &Peer{Conn: c, tb: tb, r: bufio.NewReader(c)}
}

// Greeting is what a peer of version 3.minor sends first.
func Greeting(minor byte) []byte {
	g := make([]byte, 64)
	copy(g, "\xff\x00\x00\x00\x00\x00\x00\x00\x01\x7f\x03")
	g[11] = minor
	copy(g[12:], "NULL")
	return g
}

// Ready is the READY command with pairs of names and values as properties.
func Ready(properties ...string) []byte {
	var body []byte
	for i := 0; i < len(properties); i += 2 {
		name, value := properties[i], properties[i+1]
		body = append(append(body, byte(len(name))), name...)
		body = append(binary.BigEndian.AppendUint32(body, uint32(len(value))), value...)
	}
	return Command("READY", body)
}

// Command is a command as it goes over the wire.
func Command(name string, body []byte) []byte {
	return Frame(4, append(append([]byte{byte(len(name))}, name...), body...))
}

// Frame is a frame as it goes over the wire; the flag that says that it is long is set by itself.
func Frame(flags byte, body []byte) []byte {
	if len(body) > 255 {
		return append(binary.BigEndian.AppendUint64([]byte{flags | 2}, uint64(len(body))), body...)
	}
	return append([]byte{flags, byte(len(body))}, body...)
}

// Dial connects to endpoint as a socket of a type, of ZMTP 3.minor, and shakes hands.
func Dial(tb testing.TB, endpoint string, minor byte, socketType, identity string) *Peer {
	tb.Helper()
	p := Raw(tb, endpoint)
	p.minor = minor
	p.Put(Greeting(minor))
	greeting := make([]byte, 64)
	if _, err := io.ReadFull(p.r, greeting); err != nil {
		tb.Fatalf("greeting: %v", err)
	}
	if greeting[0] != 0xff || greeting[9] != 0x7f || greeting[10] != 3 || string(greeting[12:17]) != "NULL\x00" {
		tb.Fatalf("greeting %q", greeting)
	}
	p.Put(Ready("Socket-Type", socketType, "Identity", identity))
	name, body, err := p.NextCommand()
	if err != nil || name != "READY" || !strings.Contains(string(body), "Socket-Type") {
		tb.Fatalf("%q %q where READY belongs: %v", name, body, err)
	}
	return p
}

// Put writes bytes as they are.
func (p *Peer) Put(b []byte) {
	p.tb.Helper()
	if _, err := p.Write(b); err != nil {
		p.tb.Fatal(err)
	}
}

// Send sends a message.
func (p *Peer) Send(parts ...[]byte) {
	p.tb.Helper()
	var b []byte
	for i, part := range parts {
		flags := byte(1)
		if i == len(parts)-1 {
			flags = 0
		}
		b = append(b, Frame(flags, part)...)
	}
	p.Put(b)
}

// Subscribe subscribes to a topic or, with on false, no longer, in the way of the peer's version.
func (p *Peer) Subscribe(topic string, on bool) {
	p.tb.Helper()
	switch {
	case p.minor == 0 && on:
		p.Send([]byte("\x01" + topic))
	case p.minor == 0:
		p.Send([]byte("\x00" + topic))
	case on:
		p.Put(Command("SUBSCRIBE", []byte(topic)))
	default:
		p.Put(Command("CANCEL", []byte(topic)))
	}
}

var errKind = errors.New("the other kind of frame")

func (p *Peer) frame() (flags byte, body []byte, err error) {
	if flags, err = p.r.ReadByte(); err != nil {
		return 0, nil, err
	}
	var size uint64
	if flags&2 == 0 {
		b, err := p.r.ReadByte()
		if err != nil {
			return 0, nil, err
		}
		size = uint64(b)
	} else if err := binary.Read(p.r, binary.BigEndian, &size); err != nil {
		return 0, nil, err
	}
	body = make([]byte, size)
	_, err = io.ReadFull(p.r, body)
	return flags, body, err
}

// Next reads a message. Its error is io.EOF when the other side has closed.
func (p *Peer) Next() ([][]byte, error) {
	var parts [][]byte
	for {
		flags, body, err := p.frame()
		if err != nil {
			return parts, err
		}
		if flags&4 != 0 {
			return parts, fmt.Errorf("%w: command %q", errKind, body)
		}
		parts = append(parts, body)
		if flags&1 == 0 {
			return parts, nil
		}
	}
}

// NextCommand reads a command.
func (p *Peer) NextCommand() (name string, body []byte, err error) {
	flags, b, err := p.frame()
	if err != nil {
		return "", nil, err
	}
	if flags&4 == 0 || len(b) == 0 || len(b) < 1+int(b[0]) {
		return "", nil, fmt.Errorf("%w: %q", errKind, b)
	}
	return string(b[1 : 1+b[0]]), b[1+b[0]:], nil
}

// Must reads a message, as strings, or fails the test.
func (p *Peer) Must() []string {
	p.tb.Helper()
	parts, err := p.Next()
	if err != nil {
		p.tb.Fatalf("no message: %v", err)
	}
	texts := make([]string, len(parts))
	for i, part := range parts {
		texts[i] = string(part)
	}
	return texts
}

// Closed reads until the other side closes and returns how many messages came before.
func (p *Peer) Closed() (messages int) {
	p.tb.Helper()
	for {
		_, err := p.Next()
		var timeout net.Error
		switch {
		case errors.As(err, &timeout) && timeout.Timeout():
			p.tb.Fatal("the connection stays open")
		case err != nil:
			return messages
		}
		messages++
	}
}

// Gone waits until the other side closes, whatever it says before.
func (p *Peer) Gone() {
	p.tb.Helper()
	_, err := io.Copy(io.Discard, p.r)
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		p.tb.Fatal("the connection stays open")
	}
}
