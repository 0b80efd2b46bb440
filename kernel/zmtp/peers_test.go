package zmtp

import (
	"encoding/binary"
	"errors"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/zmtp/zmtptest"
)

func TestPing(t *testing.T) {
	r := newRouter(t, local, Options{})
	p := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "p")
	p.Put(zmtptest.Command("PING", []byte("\x00\x00context")))
	if name, body, err := p.NextCommand(); name != "PONG" || string(body) != "context" || err != nil {
		t.Fatalf("%s %q %v", name, body, err)
	}
	p.Put(zmtptest.Command("PONG", nil))
	p.Put(zmtptest.Command("UNHEARD", []byte("of")))
	p.Send([]byte("x"))
	equal(t, p.Must(), "x") // no command reaches the application
	// A peer that says to be taken for dead after 100 ms of silence is.
	p.Put(zmtptest.Command("PING", []byte("\x00\x01")))
	p.Gone()
}

func TestBadPeers(t *testing.T) {
	good := string(zmtptest.Greeting(0))
	ready := string(zmtptest.Ready("Socket-Type", "DEALER"))
	long := func(flags byte, size uint64) string {
		return string(binary.BigEndian.AppendUint64([]byte{flags}, size))
	}
	bad := map[string]string{
		"HTTP":                       "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"zeros":                      strings.Repeat("\x00", 64),
		"ZMTP 1":                     "\x01\x00",
		"ZMTP 2":                     "\xff\x00\x00\x00\x00\x00\x00\x00\x01\x7f\x01\x05\x00\x00",
		"CURVE":                      good[:12] + "CURVE" + good[17:],
		"PLAIN":                      good[:12] + "PLAIN" + good[17:],
		"no READY":                   good + "\x04\x05\x04PING",
		"message before READY":       good + "\x00\x01x",
		"wrong socket type":          good + string(zmtptest.Ready("Socket-Type", "SUB")),
		"no socket type":             good + string(zmtptest.Ready("Identity", "x")),
		"identity as ours":           good + string(zmtptest.Ready("Socket-Type", "DEALER", "Identity", "\x00\x00\x00\x00\x01")),
		"identity of 256 bytes":      good + string(zmtptest.Ready("Socket-Type", "DEALER", "Identity", strings.Repeat("i", 256))),
		"properties cut":             good + string(zmtptest.Command("READY", []byte("\x0bSocket-Type\x00\x00\x00\xffDEALER"))),
		"READY of 2^50 bytes":        good + long(6, 1<<50),
		"ERROR":                      good + string(zmtptest.Command("ERROR", []byte("\x02no"))),
		"frame of 2^50 bytes":        good + ready + long(2, 1<<50),
		"frame of 2^63 bytes":        good + ready + long(2, 1<<63),
		"frame of 2^64-1 bytes":      good + ready + long(3, 1<<64-1),
		"frames that are too much":   good + ready + long(3, 600_000) + strings.Repeat("x", 600_000) + long(2, 600_000),
		"reserved flags":             good + ready + "\x08\x01x",
		"too many parts":             good + ready + strings.Repeat("\x01\x00", 1025),
		"command inside a message":   good + ready + "\x01\x01x\x04\x05\x04PONG",
		"command with more":          good + ready + "\x05\x05\x04PONG",
		"command without a name":     good + ready + "\x04\x00",
		"command's name cut":         good + ready + "\x04\x02\x09P",
		"PING without time":          good + ready + "\x04\x05\x04PING",
		"PING with a long context":   good + ready + string(zmtptest.Command("PING", make([]byte, 19))),
		"long command, 2^40 bytes":   good + ready + long(6, 1<<40),
		"ERROR after the handshake":  good + ready + string(zmtptest.Command("ERROR", []byte("\x02no"))),
		"second identity is invalid": good + string(zmtptest.Ready("socket-type", "DEALER", "identity", "\x00")),
	}
	var mu sync.Mutex
	reasons := 0
	r := newRouter(t, local, Options{MaxMessage: 1 << 20, Closed: func(_ string, reason error) {
		mu.Lock()
		defer mu.Unlock()
		reasons++
	}})
	friend := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "friend")
	for name, bytes := range bad {
		t.Run(name, func(t *testing.T) {
			p := zmtptest.Raw(t, r.Endpoint())
			p.Put([]byte(bytes))
			p.Gone()
			friend.Send([]byte(name))
			equal(t, friend.Must(), name)
		})
	}
	for { // the hook comes after the end
		mu.Lock()
		n := reasons
		mu.Unlock()
		if n == len(bad) {
			break
		}
		time.Sleep(time.Millisecond)
	}
}

func TestHandshakeDeadline(t *testing.T) {
	reasons := make(chan error, 2)
	r := newRouter(t, local, Options{Handshake: 20 * time.Millisecond, Closed: func(_ string, reason error) { reasons <- reason }})
	for _, said := range []string{"", string(zmtptest.Greeting(1))} {
		p := zmtptest.Raw(t, r.Endpoint())
		p.Put([]byte(said))
		p.Gone()
		if reason := <-reasons; !errors.Is(reason, os.ErrDeadlineExceeded) {
			t.Errorf("closed for %v", reason)
		}
	}
}

func TestHalfOpenConnections(t *testing.T) {
	r := newRouter(t, local, Options{})
	whole := string(zmtptest.Greeting(1)) + string(zmtptest.Ready("Socket-Type", "DEALER")) + "\x03\x00\x00\x00\x00\x00\x01\x00\x00" + strings.Repeat("x", 100)
	var stuck []*zmtptest.Peer
	for n := 0; n < len(whole); n += 7 {
		p := zmtptest.Raw(t, r.Endpoint())
		p.Put([]byte(whole[:n]))
		stuck = append(stuck, p)
	}
	p := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "")
	p.Send([]byte("x"))
	equal(t, p.Must(), "x")
	for i, p := range stuck {
		tcp := p.Conn.(*net.TCPConn)
		switch i % 3 {
		case 0:
			_ = tcp.CloseWrite()
			p.Gone()
		case 1:
			_ = tcp.SetLinger(0) // a reset
			_ = p.Close()
		}
	}
	p.Send([]byte("y"))
	equal(t, p.Must(), "y")
}

func TestAnnouncementsAreFree(t *testing.T) {
	r := newRouter(t, local, Options{MaxMessage: 1 << 30})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range 50 {
		p := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "")
		p.Put(binary.BigEndian.AppendUint64([]byte{2}, 1<<30))
		p.Put([]byte("x"))
	}
	p := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "")
	p.Send([]byte("x"))
	equal(t, p.Must(), "x")
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 200<<20 {
		t.Errorf("50 announcements of 1 GiB took %d MiB", took>>20)
	}
}
