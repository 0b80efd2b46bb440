package pycell

import (
	"context"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
)

func BenchmarkStart(b *testing.B) {
	for range b.N {
		c := New(nil, Options{})
		if err := c.Run(context.Background(), serve.Cell{Code: "1"}, newPage()); err != nil {
			b.Fatal(err)
		}
		_ = c.Close()
	}
}

func BenchmarkCell(b *testing.B) {
	c := New(nil, Options{})
	defer c.Close()
	for range b.N {
		if err := c.Run(context.Background(), serve.Cell{Code: "1"}, newPage()); err != nil {
			b.Fatal(err)
		}
	}
}
