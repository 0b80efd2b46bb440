package table_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/estimators/table/benchtable"
)

// BenchmarkRead reads the 500,000 x 88 table from a file: all columns, and five of them.
func BenchmarkRead(b *testing.B) {
	path := filepath.Join(b.TempDir(), "bench.csv")
	f, err := os.Create(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := benchtable.Write(f, 500_000, 1); err != nil {
		b.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	run := func(name string, opt table.Options) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(info.Size())
			for b.Loop() {
				t, err := table.Open(context.Background(), path, opt)
				if err != nil {
					b.Fatal(err)
				}
				if t.Rows != 500_000 {
					b.Fatal(t.Rows)
				}
			}
		})
	}
	run("all", table.Options{})
	run("five", table.Options{Columns: []string{"n01", "n02", "o01", "yes", "c08"}})
}
