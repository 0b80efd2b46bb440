package lint

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/source"
)

// longStudy is a study of about lines lines that uses every clause.
func longStudy(lines int) string {
	const vars = 300
	var b strings.Builder
	b.WriteString("dataset d from \"big.csv\" split holdout 0.3 seed 1\n")
	for i := range vars {
		fmt.Fprintf(&b, "var v%d = C%d numeric unit \"points\" measured %d\n", i, i, 1970+i%40)
	}
	for i := range 100 {
		fmt.Fprintf(&b, "context c%d = v%d > %d and v%d <= %d\n", i, i, i, i+1, 2*i+100)
	}
	for i := range 50 {
		fmt.Fprintf(&b, "family f%d alpha 0.05 method bh\n", i)
	}
	for at, n, r := vars+151, 1, uint32(1); at < lines; n++ {
		next := func() int { r = r*1664525 + 1013904223; return int(r>>8) % vars }
		x, y, z, w := next(), next(), next(), next()
		switch n % 5 {
		case 0:
			fmt.Fprintf(&b, "hyp H%d: assoc(v%d, v%d) controlling for v%d, v%d where c%d\n  expect positive\n  under f%d\n", n, x, y, z, w, n%100, n%50)
			at += 3
		case 1:
			fmt.Fprintf(&b, "hyp H%d: interact(v%d * v%d -> v%d) controlling for v%d where v%d > %d expect amplify floor r >= 0.05\n", n, x, z, y, w, w, n%97)
			at++
		case 2:
			fmt.Fprintf(&b, "hyp H%d: assoc(v%d, v%d) expect negative\n  decide q < 0.05 on train and p < 0.05 on holdout\n  under f%d\n  because \"seen before\"\n", n, x, y, n%50)
			at += 4
		case 3:
			fmt.Fprintf(&b, "assoc(v%d, v%d) controlling for v%d\n", x, y, z)
			at++
		default:
			fmt.Fprintf(&b, "# a remark about the next\nhyp H%d: assoc(v%d, v%d) where v%d in 3..%d expect positive\n", n, x, y, z, n%50+4)
			at += 2
		}
	}
	return b.String()
}

// BenchmarkLong lints a study of 100,000 lines with the text rules.
func BenchmarkLong(b *testing.B) {
	f := []File{{Source: source.New("long.hyp", longStudy(100_000))}}
	b.SetBytes(int64(len(f[0].Source.Text)))
	b.ReportAllocs()
	for b.Loop() {
		rep, err := Run(context.Background(), f, Default(), Options{})
		if err != nil || len(rep.Findings) == 0 {
			b.Fatal(err, rep)
		}
	}
}
