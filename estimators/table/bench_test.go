package table_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
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

// BenchmarkViews makes views of 500,000 rows, none of them cached.
func BenchmarkViews(b *testing.B) {
	t := benchtable.Table(500_000, 1)
	n := 0
	missing := func() table.Missing {
		n++
		return table.Missing{Codes: []string{strconv.Itoa(-1_000_000 - n)}}
	}
	for _, name := range []string{"o01", "c08"} {
		b.Run("factor/"+name, func(b *testing.B) {
			for b.Loop() {
				if _, err := t.Factor(name, table.FactorRule{Missing: missing()}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("numeric/n01", func(b *testing.B) {
		for b.Loop() {
			if _, err := t.Numeric("n01", table.NumericRule{Missing: missing()}); err != nil {
				b.Fatal(err)
			}
		}
	})
}
