package wire

import (
	"strings"
	"testing"
)

// A small request and its reply over tcp, both signed.
func BenchmarkRoundTrip(b *testing.B) {
	w := listen(b, Connection{Key: key}, Options{})
	go func() {
		for m := range w.Incoming(Shell) {
			_ = w.Reply(Shell, m, "x_reply", map[string]string{"status": "ok"}, nil)
		}
	}()
	p := dial(b, w, Shell)
	for b.Loop() {
		p.Send(signed(header("x_request"), `{}`)...)
		p.Must()
	}
}

// Output as a cell writes it, to one front end that reads it over tcp.
func BenchmarkPublish(b *testing.B) {
	for name, size := range map[string]int{"80B": 80, "1MB": 1e6} {
		b.Run(name, func(b *testing.B) {
			w := listen(b, Connection{Key: key}, Options{Queue: 1 << 40})
			p := dial(b, w, IOPub)
			parent := []byte(header("execute_request"))
			content := map[string]string{"name": "stdout", "text": strings.Repeat("x", size)}
			b.SetBytes(int64(size))
			n := 0
			for b.Loop() {
				n++
				if err := w.Publish("stream", parent, "stream", content, nil); err != nil {
					b.Fatal(err)
				}
				if n%64 == 0 { // as a cell is held up that writes faster than is read
					for range 64 {
						if _, err := p.Next(); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
		})
	}
}
