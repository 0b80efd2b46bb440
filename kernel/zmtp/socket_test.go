package zmtp

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
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
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
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

// An older connection of one identity gets nothing once a newer one has come, and its place again when that goes.

// What waits for a connection that its client has given up goes to the one that takes its place.

// Whoever speaks no ZMTP, or none that we take, is disconnected, alone, and before memory is taken for what it announces.

// A connection that says too little is closed by the handshake's deadline.

// Silent connections, connections that stop in the middle and connections that are cut, all at once, harm nobody.

// A large announcement takes memory only as its bytes come.

// A client that does not read loses its own output, and nobody else's; it is told, and gets what is essential.

// A message larger than the queue goes through while there is room at all, and what is essential after it.

// What is essential has a reserve, which is bounded too.

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
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
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
	deadline := time.Now().Add(2 * time.Minute)
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
