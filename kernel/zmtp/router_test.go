package zmtp

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/zmtp/zmtptest"
)

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
