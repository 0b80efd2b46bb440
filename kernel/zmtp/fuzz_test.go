package zmtp

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/kernel/zmtp/zmtptest"
)

// FuzzDecoder: whatever comes, reading ends, takes no more than came, and what was read can be written and read again.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte("\x00\x01x\x01\x00\x00\x02yz\x04\x05\x04PING"))
	f.Add([]byte("\x03\x00\x00\x00\x00\x00\x00\x00\x02xy\x00\x00"))
	f.Add([]byte("\x02\x00\x04\x00\x00\x00\x00\x00\x00"))
	f.Add(bytes.Repeat([]byte("\x01\x00"), 40))
	f.Fuzz(func(t *testing.T, in []byte) {
		d := decoder{bufio.NewReader(bytes.NewReader(in)), 1 << 10, 32}
		total := 0
		for {
			parts, cmd, err := d.next()
			if err != nil {
				return
			}
			if (parts == nil) == (cmd == nil) {
				t.Fatal("neither or both of message and command")
			}
			total += len(cmd)
			size := 0
			for _, p := range parts {
				size += len(p)
			}
			if total += size; size > 1<<10 || len(parts) > 32 || total > len(in) {
				t.Fatalf("%d bytes in %d parts of %d bytes", size, len(parts), len(in))
			}
			if cmd != nil {
				if name, body, err := parseCommand(cmd); err == nil {
					_, _ = parseReady(body)
					_, _, _ = parsePing(body)
					if again := command(name, body); !bytes.HasSuffix(again.pieces[0], cmd) {
						t.Fatalf("%q became %q", cmd, again.pieces[0])
					}
				}
				continue
			}
			p := encode(parts)
			if got := bytes.Join(p.pieces, nil); int64(len(got)) != p.size {
				t.Fatalf("%d bytes that say to be %d", len(got), p.size)
			}
			again, _, err := (&decoder{bufio.NewReader(bytes.NewReader(bytes.Join(p.pieces, nil))), 1 << 10, 32}).next()
			if err != nil || !slices.EqualFunc(again, parts, bytes.Equal) {
				t.Fatalf("%q became %q, %v", parts, again, err)
			}
		}
	})
}

// FuzzPeer: whatever a connection says from its first byte on, a socket of each type lives, closes it when it ends, and
// serves the next one.
func FuzzPeer(f *testing.F) {
	good := string(zmtptest.Greeting(1))
	for kind, more := range map[string]string{
		"DEALER": "\x01\x01x\x00\x01y", "REQ": "\x01\x00\x00\x01y", "SUB": "\x00\x01\x01\x04\x0a\x09SUBSCRIBE\x04\x07\x06CANCEL\x00\x02\x00x",
		"XSUB": "\x04\x07\x04PING\x00\x01", "ROUTER": "",
	} {
		f.Add([]byte(good + string(zmtptest.Ready("Socket-Type", kind, "Identity", "id")) + more))
	}
	f.Add([]byte("GET / HTTP/1.0\r\n\r\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, s := range inMemory() {
			client, server := net.Pipe()
			s.start(server)
			go io.Copy(io.Discard, client)
			_, _ = io.Copy(client, bytes.NewReader(in))
			_ = client.Close()
			if err := s.Close(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// inMemory makes a socket of each type whose application takes all that comes.
func inMemory() []*Socket {
	r := &Router{incoming: make(chan Message), routes: map[string][]*conn{}}
	x := &XPub{begun: make(chan []byte), conns: map[*conn]struct{}{}}
	e := &Rep{answer: func(beat [][]byte) [][]byte { return beat }}
	r.open("ROUTER", []string{"DEALER", "REQ", "ROUTER"}, Options{MaxMessage: 1 << 10}, r, noListener{}, "")
	x.open("XPUB", []string{"SUB", "XSUB"}, Options{MaxMessage: 1 << 10}, x, noListener{}, "")
	e.open("REP", []string{"REQ", "DEALER"}, Options{MaxMessage: 1 << 10}, e, noListener{}, "")
	go func() {
		for {
			select {
			case m := <-r.Incoming():
				_ = r.Send(m.Identity, m.Parts...)
			case <-r.closing:
				return
			}
		}
	}()
	go func() {
		for {
			select {
			case topic := <-x.Subscriptions():
				x.Send(false, topic, []byte(strings.Repeat("x", 5000)))
			case <-x.closing:
				return
			}
		}
	}()
	return []*Socket{&r.Socket, &x.Socket, &e.Socket}
}

// noListener listens to nobody.
type noListener struct{ net.Listener }

func (noListener) Accept() (net.Conn, error) { return nil, net.ErrClosed }
func (noListener) Close() error              { return nil }
