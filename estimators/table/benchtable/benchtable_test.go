package benchtable

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/estimators/table"
)

// TestSame reads what Write wrote and compares with Table, cell by cell.
func TestSame(t *testing.T) {
	const rows = 3000
	var a, b bytes.Buffer
	if err := Write(&a, rows, 7); err != nil {
		t.Fatal(err)
	}
	if err := Write(&b, rows, 7); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Fatal("two runs of one seed differ")
	}
	b.Reset()
	if err := Write(&b, rows, 8); err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Fatal("two seeds give one table")
	}
	got, err := table.Read(context.Background(), "bench", &a, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := Table(rows, 7)
	if len(got.Columns) != 88 || strings.Join(got.Names(), " ") != strings.Join(want.Names(), " ") || got.Rows != want.Rows {
		t.Fatalf("%d x %d: %q", got.Rows, len(got.Columns), got.Names())
	}
	text := func(c *table.Column, i int) string {
		if k := c.Text.At(i); k > 0 {
			return c.Dict[k-1]
		}
		return ""
	}
	for k, g := range got.Columns {
		w := want.Columns[k]
		missing := 0
		for i := range rows {
			if (g.Numbers == nil) != (w.Numbers == nil) {
				t.Fatalf("%s: kinds differ", g.Name)
			}
			if g.Numbers != nil {
				if g.Numbers[i] != w.Numbers[i] || g.IsNumber.Get(i) != w.IsNumber.Get(i) {
					t.Fatalf("%s row %d: %v, want %v", g.Name, i+1, g.Numbers[i], w.Numbers[i])
				}
				if !g.IsNumber.Get(i) {
					missing++
				}
			} else if a, b := text(g, i), text(w, i); a != b {
				t.Fatalf("%s row %d: %q, want %q", g.Name, i+1, a, b)
			} else if a == "" {
				missing++
			}
		}
		if share := float64(missing) / rows; share < 0.01 || share > 0.12 {
			t.Errorf("%s misses %.3f", g.Name, share)
		}
	}
	for name, n := range map[string]int{"c03": 6, "c08": 12, "yes": 2, "o01": 5, "o02": 7, "o03": 11} {
		if f, err := got.Factor(name, table.FactorRule{}); err != nil || len(f.Levels) != n {
			t.Errorf("%s: %d levels, want %d (%v)", name, len(f.Levels), n, err)
		}
	}
	if r := correlation(t, got, "n01", "n02"); r < 0.2 || r > 0.6 {
		t.Errorf("n01 and n02 correlate by %.3f", r)
	}
	if r := correlation(t, got, "n01", "n21"); math.Abs(r) > 0.08 { // 3.5 standard errors below .064 at 3,000 rows
		t.Errorf("n01 and n21 correlate by %.3f", r)
	}
}

func correlation(t *testing.T, tab *table.Table, a, b string) float64 {
	x, err := tab.Numeric(a, table.NumericRule{})
	if err != nil {
		t.Fatal(err)
	}
	y, err := tab.Numeric(b, table.NumericRule{})
	if err != nil {
		t.Fatal(err)
	}
	var n, sx, sy, sxx, syy, sxy float64
	for i := range x.Values {
		if x.Valid.Get(i) && y.Valid.Get(i) {
			u, v := x.Values[i]-x.Center, y.Values[i]-y.Center
			n++
			sx, sy, sxx, syy, sxy = sx+u, sy+v, sxx+u*u, syy+v*v, sxy+u*v
		}
	}
	return (sxy - sx*sy/n) / math.Sqrt((sxx-sx*sx/n)*(syy-sy*sy/n))
}
