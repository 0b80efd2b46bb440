package space

import (
	"context"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

// Table 8 of the AutoKD paper: total hypothesis counts by the number of controls.
func TestTable8(t *testing.T) {
	published := map[int][6]string{
		22:  {"1.94e4", "3.70e5", "3.34e6", "1.90e7", "7.61e7", "2.29e8"},
		198: {"1.54e7", "3.00e9", "2.91e11", "1.87e13", "8.98e14", "3.43e16"},
		87:  {"1.29e6", "1.08e8", "4.49e9", "1.23e11", "2.48e12", "3.98e13"},
	}
	for n, column := range published {
		for k, want := range column {
			if got := Short(Total(n, k)); got != want {
				t.Errorf("N = %d, k = %d: %s, the paper has %s", n, k, got, want)
			}
		}
	}
}

func TestSmallSpaces(t *testing.T) {
	for _, c := range []struct {
		n, k int
		want int64
	}{{0, 0, 0}, {1, 0, 0}, {2, 0, 4}, {2, 1, 0}, {3, 0, 2*6 + 2*6}, {3, 1, 12}, {4, 1, 2*12*2 + 2*24}, {3, -1, 0}} {
		if got := Total(c.n, c.k); got.Int64() != c.want {
			t.Errorf("N = %d, k = %d: %v, want %d", c.n, c.k, got, c.want)
		}
	}
}

func TestVariables(t *testing.T) {
	const n = 40
	number := func(f func(i int) float64) []float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = f(i)
		}
		return out
	}
	g, words := make([]string, n), make([]string, n)
	for i := range n {
		g[i] = string(rune('a' + i%3))
		words[i] = "an answer in words that is long enough to be read as text " + string(rune('A'+i))
	}
	data, err := table.New("d.csv",
		table.NumbersColumn("row", number(func(i int) float64 { return float64(i + 1) }), nil),
		table.NumbersColumn("x", number(func(i int) float64 { return float64(i * i % 7) }), nil),
		table.NumbersColumn("flat", number(func(int) float64 { return 3 }), nil),
		table.NumbersColumn("gone", number(func(int) float64 { return 0 }), make([]bool, n)),
		table.NumbersColumn("h", number(func(i int) float64 { return float64(i % 2) }), nil),
		table.TextColumn("g", g), table.TextColumn("words", words))
	if err != nil {
		t.Fatal(err)
	}
	loader := check.Memory{Data: "d.csv", Tables: map[string]*table.Table{"d.csv": data}}
	_, all, meanings, found := check.Meanings(context.Background(), nil, loader)
	if len(found) > 0 {
		t.Fatal(found)
	}
	in, out, err := Variables(context.Background(), all, meanings, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range in {
		names = append(names, v.Name)
	}
	if len(in) != 3 || names[0] != "x" || names[1] != "h" || names[2] != "g" {
		t.Errorf("variables %v", names)
	}
	reasons := map[string]Reason{}
	for _, o := range out {
		reasons[o.Name] = o.Reason
	}
	for name, want := range map[string]Reason{"row": Identifier, "flat": Constant, "gone": AllMissing, "words": FreeText} {
		if reasons[name] != want {
			t.Errorf("%s is left out as %q, want %q", name, reasons[name], want)
		}
	}
	// x and h can be outcomes, h and g have groups: x and h by another two each, x by h, x by g, h by g, and so on.
	for template, want := range map[plan.Template]int64{plan.Assoc: 4, plan.Diff: 3, plan.Interact: 4, plan.Heterogeneity: 3} {
		if got := Legal(template, in); got != want {
			t.Errorf("%s: %d legal hypotheses, want %d", template, got, want)
		}
	}
}

// The number of a row is no variable of a part of the rows either, where it has gaps.
func TestRowNumberOfPart(t *testing.T) {
	const n = 60
	number, dates, x := make([]float64, n), make([]float64, n), make([]float64, n)
	part := table.NewBitmap(n, false)
	for i := range n {
		number[i], dates[i], x[i] = float64(i+101), float64(20*i+i%3), float64(i*i%7)
		if i%3 > 0 {
			part.Set(i)
		}
	}
	data, err := table.New("d.csv", table.NumbersColumn("k", number, nil), table.NumbersColumn("dates", dates, nil), table.NumbersColumn("x", x, nil))
	if err != nil {
		t.Fatal(err)
	}
	_, all, meanings, found := check.Meanings(context.Background(), nil, check.Memory{Data: "d.csv", Tables: map[string]*table.Table{"d.csv": data}})
	if len(found) > 0 {
		t.Fatal(found)
	}
	in, out, err := VariablesOf(context.Background(), all, all.Select(part), meanings, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(in) != 2 || len(out) != 1 || out[0].Name != "k" || out[0].Reason != Identifier {
		t.Errorf("variables %v, left out %v", in, out)
	}
}
