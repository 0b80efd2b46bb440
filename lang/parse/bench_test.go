package parse_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// longStudy is a study of about n lines that uses the common clauses.
func longStudy(n int) string {
	var b strings.Builder
	b.WriteString("dataset d from \"d.csv\"\nvar x0 numeric\n")
	for i := 2; i < n; i += 5 {
		fmt.Fprintf(&b, "var x%d = `COLUMN %d` categorical levels (1 \"one\", 2 \"two\") measured 1990\n", i, i)
		fmt.Fprintf(&b, "hyp H%d: assoc(x%d, y%d) controlling for a, b, c expect positive\n", i, i, i+1)
		fmt.Fprintf(&b, "  where a > %d and not (b in (1, 2, 3) or c is missing)  # why\n", i)
		fmt.Fprintf(&b, "  claim \"people with more of x%d have more of y%d\"\n", i, i+1)
		fmt.Fprintf(&b, "diff(y%d, by=g: \"a\" vs \"b\") controlling for a, b weights=w\n", i)
	}
	return b.String()
}

// BenchmarkStudy100000Lines reads a study of 100,000 lines. Beside the time it reports the heap in use after the parse,
// which holds the tree and the text, and the most in use while parsing.
//
// Measured on two cores that had other work: 2.6 s (3.4 s of processor time), 184 MB of heap, text and tree included.
func BenchmarkStudy100000Lines(b *testing.B) {
	text := longStudy(100_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var heap uint64
	for b.Loop() {
		f, ds := parse.File(source.New("long.hyp", text))
		if len(ds) > 0 {
			b.Fatal(ds[0])
		}
		b.StopTimer()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		heap = max(heap, m.HeapSys)
		runtime.KeepAlive(f)
		b.StartTimer()
	}
	b.ReportMetric(float64(heap)/1e6, "MB-heap")
}

// A long study must not need much more than its tree: a parser that keeps tokens or backtracks over the whole file would
// need gigabytes.
func TestLongStudyIsFlat(t *testing.T) {
	text := longStudy(100_000)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f, ds := parse.File(source.New("long.hyp", text))
	runtime.ReadMemStats(&after)
	if len(ds) > 0 || len(f.Statements) != 60_002 {
		t.Fatalf("%d statements, %d diagnostics", len(f.Statements), len(ds))
	}
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 500<<20 {
		t.Errorf("the heap grew by %d MB", grown>>20)
	}
}
