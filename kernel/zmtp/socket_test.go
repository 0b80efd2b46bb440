package zmtp

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/zmtp/zmtptest"
)

// newRouter is a router that echoes what comes, and is closed at the end of the test.
func newRouter(t testing.TB, endpoint string, opt Options) *Router {
	t.Helper()
	r, err := ListenRouter(t.Context(), endpoint, opt)
	if err != nil {
		t.Fatal(err)
	}
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
	t.Cleanup(func() { closeSoon(t, r) })
	return r
}

func closeSoon(t testing.TB, s interface{ Close(context.Context) error }) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := s.Close(ctx); err != nil {
		t.Error(err)
	}
}

const local = "tcp://127.0.0.1:0"

func equal(t testing.TB, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "|") != strings.Join(want, "|") || len(got) != len(want) {
		t.Fatalf("got %.200q, want %.200q", got, want)
	}
}

func TestRouterAnswersEachClient(t *testing.T) {
	for _, endpoint := range []string{local, "ipc://" + filepath.Join(t.TempDir(), "s")} {
		r := newRouter(t, endpoint, Options{})
		a := zmtptest.Dial(t, r.Endpoint(), 0, "DEALER", "a")
		b := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "b")
		c := zmtptest.Dial(t, r.Endpoint(), 1, "REQ", "") // no identity: one is given
		d := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "")
		for i := range 3 {
			for _, p := range []*zmtptest.Peer{a, b, c, d} {
				p.Send([]byte{}, fmt.Appendf(nil, "%p", p), bytes.Repeat([]byte("x"), 100*i), bytes.Repeat([]byte("y"), 70_000*i))
			}
		}
		for i := range 3 {
			for _, p := range []*zmtptest.Peer{d, c, b, a} {
				equal(t, p.Must(), "", fmt.Sprintf("%p", p), strings.Repeat("x", 100*i), strings.Repeat("y", 70_000*i))
			}
		}
	}
}

func TestRouterGoneClient(t *testing.T) {
	r := newRouter(t, local, Options{})
	if err := r.Send([]byte("nobody"), []byte("x")); err != ErrGone {
		t.Fatalf("error %v", err)
	}
}

// An older connection of one identity gets nothing once a newer one has come, and its place again when that goes.
func TestRouterTakeover(t *testing.T) {
	r := newRouter(t, local, Options{})
	old := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "me")
	old.Send([]byte("1"))
	equal(t, old.Must(), "1")
	fresh := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "me")
	fresh.Send([]byte("2"))
	equal(t, fresh.Must(), "2")
	old.Send([]byte("3")) // sent before its client gave it up, say: it is heard
	equal(t, fresh.Must(), "3")
	_ = fresh.Close()
	for { // until the router has seen that
		old.Send([]byte("4"))
		if err := old.SetReadDeadline(time.Now().Add(20 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if parts, err := old.Next(); err == nil {
			equal(t, []string{string(parts[0])}, "4") // not 2, nor 3
			return
		}
	}
}

// What waits for a connection that its client has given up goes to the one that takes its place.
func TestRouterTakeoverOfQueue(t *testing.T) {
	r, err := ListenRouter(t.Context(), local, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeSoon(t, r)
	old := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "me")
	old.Send([]byte("hello"))
	m := <-r.Incoming()
	big := bytes.Repeat([]byte("x"), 32<<20) // more than a socket holds: old does not read, so that what follows waits
	for _, part := range [][]byte{big, []byte("1"), []byte("2")} {
		if err := r.Send(m.Identity, part); err != nil {
			t.Fatal(err)
		}
	}
	for r.routes["me"][0].waiting() != 2 {
		time.Sleep(time.Millisecond)
	}
	fresh := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "me")
	equal(t, fresh.Must(), "1")
	equal(t, fresh.Must(), "2")
	_ = old.Close()
}

func (c *conn) waiting() int {
	c.out.mu.Lock()
	defer c.out.mu.Unlock()
	return len(c.out.messages)
}

func TestXPubTopics(t *testing.T) {
	x, err := ListenXPub(t.Context(), local, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeSoon(t, x)
	subscribed := func(p *zmtptest.Peer, topic string) {
		t.Helper()
		p.Subscribe(topic, true)
		if got := <-x.Subscriptions(); string(got) != topic {
			t.Fatalf("subscribed to %q, told %q", topic, got)
		}
	}
	everything := zmtptest.Dial(t, x.Endpoint(), 0, "SUB", "")
	subscribed(everything, "")
	status := zmtptest.Dial(t, x.Endpoint(), 1, "SUB", "")
	subscribed(status, "stat")
	other := zmtptest.Dial(t, x.Endpoint(), 1, "XSUB", "")
	subscribed(other, "") // also a topic that others have
	none := zmtptest.Dial(t, x.Endpoint(), 1, "SUB", "")
	x.Send(false, []byte("status"), []byte("busy"))
	x.Send(false, []byte("stream"), []byte("text"))
	equal(t, everything.Must(), "status", "busy")
	equal(t, everything.Must(), "stream", "text")
	equal(t, status.Must(), "status", "busy")
	equal(t, other.Must(), "status", "busy")
	everything.Subscribe("", false)
	everything.Subscribe("x", true)
	<-x.Subscriptions()
	x.Send(false, []byte("status"), []byte("idle"))
	x.Send(false, []byte("x"))
	equal(t, everything.Must(), "x")
	equal(t, status.Must(), "status", "idle")
	closeSoon(t, x)
	if n := none.Closed(); n > 0 {
		t.Errorf("who did not subscribe got %d messages", n)
	}
}

func TestRepEchoes(t *testing.T) {
	r, err := ListenRep(t.Context(), local, Options{}, func(beat [][]byte) [][]byte { return beat })
	if err != nil {
		t.Fatal(err)
	}
	defer closeSoon(t, r)
	req := zmtptest.Dial(t, r.Endpoint(), 0, "REQ", "")
	dealer := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "d")
	dealer.Send([]byte("no envelope"))
	dealer.Send([]byte("hop"), nil, []byte("a"), []byte("b"))
	req.Send(nil, []byte("ping"))
	equal(t, dealer.Must(), "hop", "", "a", "b")
	equal(t, req.Must(), "", "ping")
}

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

// Whoever speaks no ZMTP, or none that we take, is disconnected, alone, and before memory is taken for what it announces.
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

// A connection that says too little is closed by the handshake's deadline.
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

// Silent connections, connections that stop in the middle and connections that are cut, all at once, harm nobody.
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

// A large announcement takes memory only as its bytes come.
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

// A client that does not read loses its own output, and nobody else's; it is told, and gets what is essential.
func TestSlowSubscriber(t *testing.T) {
	losses := make(chan Loss, 10)
	x, err := ListenXPub(t.Context(), local, Options{Queue: 8 << 20, Lost: func(l Loss) { losses <- l }})
	if err != nil {
		t.Fatal(err)
	}
	slow, quick := zmtptest.Dial(t, x.Endpoint(), 1, "SUB", ""), zmtptest.Dial(t, x.Endpoint(), 1, "SUB", "")
	for _, p := range []*zmtptest.Peer{slow, quick} {
		p.Subscribe("", true)
		<-x.Subscriptions()
	}
	const n, size = 64, 1 << 20
	body := make([]byte, size)
	for i := range n {
		x.Send(false, []byte("stream"), []byte{byte(i)}, body)
		if got := quick.Must(); got[1][0] != byte(i) || len(got[2]) != size { // keeps up
			t.Fatal("message", i)
		}
	}
	x.Send(true, []byte("status"), []byte("idle"))
	equal(t, quick.Must(), "status", "idle")
	begin := <-losses
	if begin.Over || begin.Messages != 1 || begin.Peer != slow.LocalAddr().String() {
		t.Errorf("told first: %+v", begin)
	}
	got := 0
	for {
		m := slow.Must()
		if m[0] == "status" {
			break
		}
		if int(m[1][0]) != got {
			t.Fatalf("message %d where %d belongs: the loss is not in one piece", m[1][0], got)
		}
		got++
	}
	end := <-losses
	if !end.Over || end.Messages != n-got || end.Bytes < int64(n-got)*size {
		t.Errorf("%d of %d came, told: %+v", got, n, end)
	}
	x.Send(false, []byte("stream"), []byte("again"))
	equal(t, slow.Must(), "stream", "again")
	closeSoon(t, x)
}

// A message larger than the queue goes through while there is room at all, and what is essential after it.
func TestMessageLargerThanQueue(t *testing.T) {
	r := newRouter(t, local, Options{Queue: 1 << 20})
	p := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "")
	big := strings.Repeat("z", 20<<20)
	go p.Send([]byte("small"))
	equal(t, p.Must(), "small")
	go func() {
		p.Send([]byte("1"))
		p.Send([]byte(big))
		p.Send([]byte("3"))
	}()
	equal(t, p.Must(), "1")
	if got := p.Must(); len(got) != 1 || got[0] != big {
		t.Fatal("not the same")
	}
	equal(t, p.Must(), "3")
}

// What is essential has a reserve, which is bounded too.
func TestQueueReserve(t *testing.T) {
	q := newQueue(1000)
	message := func(size int64) packet { return packet{[][]byte{make([]byte, size)}, size} }
	for _, c := range []struct {
		size      int64
		essential bool
		want      sent
	}{
		{400, false, queued},
		{5000, false, queued}, // less than the limit waits
		{1, false, fellBehind},
		{500, true, queued},
		{1, false, behind},
		{reserve, true, behind}, // too much for what is left of it
		{reserve - 500, true, queued},
		{1, true, behind},
	} {
		if got := q.put(message(c.size), c.essential); got != c.want {
			t.Fatalf("%+v: %d", c, got)
		}
	}
	for range 4 {
		batch, recovered, ok := q.next()
		if !ok || recovered.Messages > 0 {
			t.Fatal(ok, recovered)
		}
		for _, p := range batch {
			q.wrote(p.size)
		}
		if q.bytes == 0 {
			break
		}
	}
	if _, recovered, ok := q.next(); !ok || recovered.Messages != 4 || recovered.Bytes != 3+reserve {
		t.Errorf("recovered %+v", recovered)
	}
	if got := q.put(message(1), false); got != queued {
		t.Errorf("after it: %d", got)
	}
}

func TestBacklogCountsWhoReads(t *testing.T) {
	x, err := ListenXPub(t.Context(), local, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := zmtptest.Dial(t, x.Endpoint(), 1, "SUB", "")
	p.Subscribe("", true)
	<-x.Subscriptions()
	x.Send(false, make([]byte, 32<<20))
	if x.Backlog() == 0 {
		t.Error("no backlog while a client reads")
	}
	for x.Backlog() > 0 { // until the client counts as one that does not read
		time.Sleep(time.Millisecond)
	}
	if _, err := p.Next(); err != nil {
		t.Fatal(err)
	}
	closeSoon(t, x)
}

// What is queued arrives before the end, all of it.
func TestCloseFlushes(t *testing.T) {
	x, err := ListenXPub(t.Context(), local, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := zmtptest.Dial(t, x.Endpoint(), 1, "SUB", "")
	p.Subscribe("", true)
	<-x.Subscriptions()
	const n = 20_000
	for i := range n {
		x.Send(false, fmt.Appendf(nil, "%d %s", i, strings.Repeat("x", 1000)))
	}
	p.Subscribe("more", true) // bytes that are unread at the end must not cut what is under way
	closed := make(chan error)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		closed <- x.Close(ctx)
	}()
	if got := p.Closed(); got != n {
		t.Errorf("%d of %d messages arrived", got, n)
	}
	_ = p.Close()
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

// Close ends by its deadline whatever clients do, and leaves no goroutine.
func TestCloseLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	r, err := ListenRouter(t.Context(), local, Options{})
	if err != nil {
		t.Fatal(err)
	}
	stuck := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "stuck")
	stuck.Send([]byte("x")) // which nobody takes before the end
	idle := zmtptest.Dial(t, r.Endpoint(), 1, "DEALER", "idle")
	silent := zmtptest.Raw(t, r.Endpoint())
	for r.Send([]byte("stuck"), make([]byte, 64<<20)) != nil || r.Send([]byte("idle"), nil) != nil {
		time.Sleep(time.Millisecond)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if err := r.Close(ctx); err == nil {
		t.Error("64 MiB that nobody read are said to have gone out")
	}
	if err := r.Close(context.Background()); err != nil {
		t.Error("closed twice:", err)
	}
	if err := r.Send([]byte("idle"), nil); err != ErrGone {
		t.Errorf("sent after the end: %v", err)
	}
	for _, p := range []*zmtptest.Peer{stuck, idle, silent} {
		_ = p.Close()
	}
	deadline := time.Now().Add(10 * time.Second)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			var b [1 << 16]byte
			t.Fatalf("%d goroutines, before %d\n%s", runtime.NumGoroutine(), before, b[:runtime.Stack(b[:], true)])
		}
		time.Sleep(time.Millisecond)
	}
}

func TestEndpoints(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "sock")
	// A socket that a killed process left behind is no hindrance.
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	_ = l.Close()
	r := newRouter(t, "ipc://"+path, Options{})
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket's mode is %v, %v", info.Mode(), err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, endpoint := range []string{"ipc://" + path, "ipc://" + file, r.Endpoint(), "tcp://127.0.0.1", "tcp://127.0.0.1:99999", "udp://127.0.0.1:1", "127.0.0.1:1", "ipc://", "ipc://" + dir + "/" + strings.Repeat("x", 200)} {
		if r, err := ListenRouter(t.Context(), endpoint, Options{}); err == nil {
			closeSoon(t, r)
			t.Errorf("%s was bound", endpoint)
		}
	}
	if b, err := os.ReadFile(file); err != nil || string(b) != "precious" {
		t.Error("a file was lost that is no socket")
	}
	closeSoon(t, r)
	if _, err := os.Stat(path); err == nil {
		t.Error("the socket is left behind")
	}
	for _, endpoint := range []string{"tcp://*:0", "tcp://localhost:0", "tcp://0.0.0.0:0"} {
		r := newRouter(t, endpoint, Options{})
		port := r.Endpoint()[strings.LastIndexByte(r.Endpoint(), ':'):]
		zmtptest.Dial(t, "tcp://127.0.0.1"+port, 1, "DEALER", "")
	}
}
