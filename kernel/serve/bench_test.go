package serve

import (
	"context"
	"testing"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// BenchmarkCell is a trivial cell from its request to idle, over TCP, with a client that signs and reads everything.
func BenchmarkCell(b *testing.B) {
	bound := make(chan wire.Connection, 1)
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error)
	go func() {
		c := wire.Connection{Transport: "tcp", IP: "127.0.0.1", Key: "secret", SignatureScheme: "hmac-sha256"}
		ended <- Run(ctx, c, newEcho(), Options{Bound: func(c wire.Connection) { bound <- c }})
	}()
	c := connect(b, <-bound)
	for b.Loop() {
		c.run("value 1")
		c.seen = c.seen[:0]
	}
	cancel()
	if err := <-ended; err != nil {
		b.Fatal(err)
	}
}
