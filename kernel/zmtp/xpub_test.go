package zmtp

import (
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/zmtp/zmtptest"
)

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

func TestBacklogCountsWhoReads(t *testing.T) {
	x, err := ListenXPub(t.Context(), local, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := zmtptest.Dial(t, x.Endpoint(), 1, "SUB", "")
	p.Subscribe("", true)
	<-x.Subscriptions()
	began := time.Now()
	x.Send(false, make([]byte, 32<<20))
	if x.Backlog() == 0 && time.Since(began) < stall { // a test that was put off for so long cannot tell
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
