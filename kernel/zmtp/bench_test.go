package zmtp

import (
	"testing"

	"github.com/hyp-lang/hyp/kernel/zmtp/zmtptest"
)

// A message of one small part to the router and back, over tcp.
func BenchmarkRoundTrip(b *testing.B) {
	r := newRouter(b, local, Options{})
	p := zmtptest.Dial(b, r.Endpoint(), 1, "DEALER", "")
	for b.Loop() {
		p.Send([]byte("ping"))
		p.Must()
	}
}

// Messages of a part of 1 MB from an XPub to one subscriber, over tcp.
func BenchmarkPublish1MB(b *testing.B) {
	x, err := ListenXPub(b.Context(), local, Options{Queue: 1 << 40})
	if err != nil {
		b.Fatal(err)
	}
	defer closeSoon(b, x)
	p := zmtptest.Dial(b, x.Endpoint(), 1, "SUB", "")
	defer p.Close() // before the socket, which else lets it read what is left
	p.Subscribe("", true)
	<-x.Subscriptions()
	part := make([]byte, 1e6)
	b.SetBytes(1e6)
	n := 0
	for b.Loop() {
		n++
		x.Send(false, []byte("stream"), part)
		if n%64 == 0 {
			for range 64 {
				if _, err := p.Next(); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}
