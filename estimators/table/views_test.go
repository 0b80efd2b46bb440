package table

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
)

func mustNew(t *testing.T, cols ...*Column) *Table {
	t.Helper()
	tab, err := New("t", cols...)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// show writes values with - where a row is missing.
func show(n *Numeric) string {
	var out []string
	for i, v := range n.Values {
		if !n.Valid.Get(i) {
			if v != n.Center {
				return fmt.Sprintf("row %d is missing and holds %v, not the center %v", i, v, n.Center)
			}
			out = append(out, "-")
			continue
		}
		out = append(out, fmt.Sprint(v))
	}
	return strings.Join(out, " ")
}

func ptr(v float64) *float64 { return &v }

func TestNumeric(t *testing.T) {
	cells := func(s string) *Column { return CellsColumn("x", strings.Split(s, "|")) }
	ordinal := []string{"low", "mid", "high"}
	for _, c := range []struct {
		name  string
		col   *Column
		rule  NumericRule
		want  string
		error string
	}{
		{"plain", cells("1|2.5||-3"), NumericRule{}, "1 2.5 - -3", ""},
		{"codes compare as numbers", cells("1|-9.0|99|-9"), NumericRule{Missing: Missing{Codes: []string{"-9", "99.00"}}}, "1 - - -", ""},
		{"text codes are exact", cells("1|NA|2"), NumericRule{Missing: Missing{Codes: []string{"NA"}}}, "1 - 2", ""},
		{"case counts", cells("1|na|2"), NumericRule{Missing: Missing{Codes: []string{"NA"}}}, "", `t: column "x", row 2: "na" is not a number and not declared missing`},
		{"ranges", cells("1|-1|-5|-6|7"), NumericRule{Missing: Missing{Ranges: [][2]float64{{-5, -1}}}}, "1 - - -6 7", ""},
		{"undeclared text", cells("1|refused|2"), NumericRule{}, "", `row 2: "refused"`},
		{"infinity", cells("1|Inf"), NumericRule{}, "", `"Inf" is not a finite number`},
		{"hexadecimal", cells("0x1F"), NumericRule{}, "", "hexadecimal"},
		{"thousands", cells("1|1,234"), NumericRule{}, "", "commas are not read"},
		{"ordinal texts", cells("mid|low|high||low"), NumericRule{Levels: ordinal}, "2 1 3 - 1", ""},
		{"ordinal unknown", cells("mid|middle"), NumericRule{Levels: ordinal}, "", `row 2: "middle" is not one of the declared levels`},
		{"ordinal texts, numbers keep their value", cells("mid|7"), NumericRule{Levels: ordinal}, "2 7", ""},
		{"numeric levels keep their value", cells("10|30|20"), NumericRule{Levels: []string{"30", "10", "20"}}, "10 30 20", ""},
		{"labels of numeric levels", cells("10|much|20"), NumericRule{Levels: []string{"30", "10", "20"}, Labels: []string{"much", "", ""}}, "10 30 20", ""},
		{"labels of text levels", cells("m|High"), NumericRule{Levels: []string{"l", "m", "h"}, Labels: []string{"Low", "Mid", "High"}}, "2 3", ""},
		{"code wins over label", cells("a|b"), NumericRule{Levels: []string{"a", "b"}, Labels: []string{"b", "a"}}, "1 2", ""},
		{"time", cells("1970-01-02|1969-12-31T12:00:00|2000-03-01 06:00||2024-02-29T00:00:00+02:00"), NumericRule{Time: true}, "1 -0.5 11017.25 - 19781.916666666668", ""},
		{"impossible date", cells("2023-02-30"), NumericRule{Time: true}, "", "is not an ISO date"},
		{"range holds", cells("1|5"), NumericRule{Low: ptr(1), High: ptr(5)}, "1 5", ""},
		{"above", cells("1|5.5"), NumericRule{Low: ptr(1), High: ptr(5)}, "", `row 2: "5.5" is outside the declared range 1..5`},
		{"below", cells("0.5|2"), NumericRule{Low: ptr(1)}, "", "outside the declared range 1 and above"},
		{"missing before range", cells("99|2"), NumericRule{High: ptr(5), Missing: Missing{Codes: []string{"99"}}}, "- 2", ""},
		{"all missing", cells("||"), NumericRule{}, "- - -", ""},
		{"numbers as text", TextColumn("x", []string{"1", "", "2.50", "-9"}), NumericRule{Missing: Missing{Codes: []string{"-9"}}}, "1 - 2.5 -", ""},
		{"NaN is empty in memory", NumbersColumn("x", []float64{1, math.NaN(), math.Inf(1), 4}, []bool{true, true, true, false}), NumericRule{}, "1 - - -", ""},
	} {
		n, err := mustNew(t, c.col).Numeric("x", c.rule)
		if c.error != "" {
			var e *CellError
			if !errors.As(err, &e) || !strings.Contains(err.Error(), c.error) {
				t.Errorf("%s: %v, want %s", c.name, err, c.error)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := show(n); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	tab := mustNew(t, cells("1|2"))
	_, err := tab.Numeric("y", NumericRule{})
	var unknown *UnknownColumnError
	if !errors.As(err, &unknown) || unknown.Column != "y" {
		t.Error(err)
	}
}

func TestNumericShares(t *testing.T) {
	tab := mustNew(t, NumbersColumn("x", []float64{1, 2, 3, 4}, []bool{true, false, true, true}))
	a, err := tab.Numeric("x", NumericRule{})
	if err != nil || &a.Values[0] != &tab.Columns[0].Numbers[0] {
		t.Error("the column is copied", err)
	}
	b, err := tab.Numeric("x", NumericRule{Missing: Missing{Codes: []string{"-1"}}})
	if err != nil || &b.Values[0] != &a.Values[0] {
		t.Error("the column is copied for a code that it does not hold", err)
	}
	c, err := tab.Numeric("x", NumericRule{Missing: Missing{Codes: []string{"4"}}})
	if err != nil || show(c) != "1 - 3 -" || show(a) != "1 - 3 4" {
		t.Errorf("%s; %s; %v", show(c), show(a), err)
	}
	again, err := tab.Numeric("x", NumericRule{Missing: Missing{Codes: []string{"4"}}})
	if err != nil || again != c {
		t.Error("not cached", err)
	}
}

func TestCenter(t *testing.T) {
	huge := []float64{math.MaxFloat64, -math.MaxFloat64, math.MaxFloat64, math.MaxFloat64, 0}
	n := NewNumeric("x", huge, nil)
	if math.IsNaN(n.Center) || math.IsInf(n.Center, 0) {
		t.Errorf("center %v", n.Center)
	}
	offset := make([]float64, 10_000)
	for i := range offset {
		offset[i] = 1e9 + float64(i%10)
	}
	valid := NewBitmap(len(offset), true)
	for i := range 5000 { // the first rows are missing: the center comes from those that are there
		valid.Clear(i)
	}
	n = NewNumeric("x", offset, valid)
	if math.Abs(n.Center-1e9-4.5) > 0.1 || n.Values[0] != n.Center {
		t.Errorf("center %v", n.Center)
	}
	mask := NewBitmap(3, true)
	n = NewNumeric("x", []float64{1, math.NaN(), 3}, mask)
	if show(n) != "1 - 3" || mask.Count(3) != 3 {
		t.Errorf("%s; the argument has %d rows", show(n), mask.Count(3))
	}
}

func factorText(f *Factor) string {
	var levels, codes []string
	for _, l := range f.Levels {
		levels = append(levels, l.Code)
	}
	for i := range f.Codes.Len() {
		if !f.Valid.Get(i) {
			codes = append(codes, "-")
			if f.Codes.At(i) != 0 {
				codes = append(codes, "code of a missing row is not 0")
			}
			continue
		}
		codes = append(codes, f.Levels[f.Codes.At(i)].Code)
	}
	return strings.Join(levels, ",") + " / " + strings.Join(codes, " ")
}

func TestFactor(t *testing.T) {
	cells := func(s string) *Column { return CellsColumn("g", strings.Split(s, "|")) }
	for _, c := range []struct {
		name string
		col  *Column
		rule FactorRule
		want string
	}{
		{"numbers by value", cells("10|9||-1|10"), FactorRule{}, "-1,9,10 / 10 9 - -1 10"},
		{"texts by byte order", cells("b|B|a|é"), FactorRule{}, "B,a,b,é / b B a é"},
		{"mixed by text", cells("10|9|x"), FactorRule{}, "10,9,x / 10 9 x"},
		{"declared first, even unobserved", cells("b|a|z"), FactorRule{Levels: []Level{{Code: "c"}, {Code: "b"}}}, "c,b,a,z / b a z"},
		{"codes compare as numbers", cells("0.0|1.0|2"), FactorRule{Levels: []Level{NewLevel("1", "yes"), NewLevel("0", "no")}}, "1,0,2 / 0 1 2"},
		{"declared 1.0 is 1", cells("1|0"), FactorRule{Levels: []Level{NewLevel("0.0", ""), NewLevel("1.0", "")}}, "0.0,1.0 / 1.0 0.0"},
		{"labels", cells("yes|0|no|1"), FactorRule{Levels: []Level{NewLevel("1", "yes"), NewLevel("0", "no")}}, "1,0 / 1 0 0 1"},
		{"code wins over label", cells("2|1"), FactorRule{Levels: []Level{NewLevel("1", "2"), NewLevel("2", "1")}}, "1,2 / 2 1"},
		{"numeric label", cells("5|1"), FactorRule{Levels: []Level{NewLevel("a", "5")}}, "a,1 / a 1"},
		{"missing", cells("1|-9|NA|x|2"), FactorRule{Missing: Missing{Codes: []string{"-9.0", "NA"}, Ranges: [][2]float64{{2, 3}}}}, "1,x / 1 - - x -"},
		{"both zeros are one", NumbersColumn("g", []float64{0, math.Copysign(0, -1), 1}, nil), FactorRule{}, "0,1 / 0 0 1"},
		{"numbers as text", TextColumn("g", []string{"10", "9", "9.0"}), FactorRule{}, "9,10 / 10 9 9"},
		{"fractions and large", cells("0.5|1e21|123456789|0.5"), FactorRule{}, "0.5,123456789,1e+21 / 0.5 1e+21 123456789 0.5"},
		{"all missing", cells("||"), FactorRule{}, " / - - -"},
	} {
		f, err := mustNew(t, c.col).Factor("g", c.rule)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if got := factorText(f); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestFactorWidths(t *testing.T) {
	for _, k := range []int{2, 256, 257, 65536, 65537, MaxLevels, MaxLevels + 1} {
		v := make([]float64, k+10)
		texts := make([]string, k+10)
		for i := range v {
			v[i] = float64(i%k)*1.5 - 700
			texts[i] = fmt.Sprintf("t%d", i%k)
		}
		tab := mustNew(t, NumbersColumn("n", v, nil), TextColumn("t", texts))
		for _, name := range []string{"n", "t"} {
			f, err := tab.Factor(name, FactorRule{})
			if k > MaxLevels {
				var e *TooManyLevels
				if !errors.As(err, &e) || e.Column != name {
					t.Errorf("%d levels: %v", k, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			width := map[bool]string{true: "8"}[f.Codes.U8 != nil] + map[bool]string{true: "16"}[f.Codes.U16 != nil] + map[bool]string{true: "32"}[f.Codes.U32 != nil]
			want := "8"
			if k > 65536 {
				want = "32"
			} else if k > 256 {
				want = "16"
			}
			if width != want || len(f.Levels) != k || f.Valid != nil {
				t.Errorf("%d levels: width %s, %d levels", k, width, len(f.Levels))
			}
			for i := range v {
				if l := f.Levels[f.Codes.At(i)]; name == "n" && l.Number != v[i] || name == "t" && l.Code != texts[i] {
					t.Fatalf("row %d: %v", i, l)
				}
			}
		}
	}
}

// TestViewsTogether asks for the same views from many goroutines: one computation each (and -race has its say).
func TestViewsTogether(t *testing.T) {
	tab := mustNew(t, CellsColumn("x", strings.Split("1|2||4|2", "|")), CellsColumn("bad", strings.Split("1|2||4|z", "|")))
	var wg sync.WaitGroup
	views := make([]*Numeric, 16)
	factors := make([]*Factor, 16)
	for k := range views {
		wg.Add(1)
		go func() {
			defer wg.Done()
			views[k], _ = tab.Numeric("x", NumericRule{Missing: Missing{Codes: []string{"4"}}})
			factors[k], _ = tab.Factor("x", FactorRule{})
			if _, err := tab.Numeric("bad", NumericRule{}); err == nil {
				t.Error("no error")
			}
			_ = tab.Summary("x")
		}()
	}
	wg.Wait()
	for k := range views {
		if views[k] == nil || views[k] != views[0] || factors[k] != factors[0] {
			t.Fatal("views differ")
		}
	}
}

func TestSummary(t *testing.T) {
	tab, err := parse("x,d,t\n1,2020-01-01,a\n-9,2021-05-05T10:00:00,b\n,,a\n2.5,2020-01-01,7\n-9,2020-01-01,\n", Options{})
	if err != nil {
		t.Fatal(err)
	}
	x := tab.Summary("x")
	if x.Rows != 5 || x.Missing != 1 || x.Numbers != 4 || x.Texts != 0 || x.Whole || x.Min != -9 || x.Max != 2.5 || x.Distinct != 3 || x.More {
		t.Errorf("%+v", x)
	}
	if x.Top[0] != (ValueCount{Value: "-9", Number: -9, IsNumber: true, Count: 2}) || x.Values[2].Value != "2.5" {
		t.Errorf("%+v", x.Top)
	}
	d := tab.Summary("d")
	if !d.Dates || d.Texts != 4 || d.Distinct != 2 || d.Numbers != 0 {
		t.Errorf("%+v", d)
	}
	g := tab.Summary("t")
	if g.Dates || g.Texts != 3 || g.Numbers != 1 || !g.Whole || g.Values[0].Value != "7" || g.Values[1].Value != "a" || g.Missing != 1 {
		t.Errorf("%+v", g)
	}
	if len(g.Examples) != 2 || g.Examples[1] != (Example{Value: "b", Row: 2, Line: 3}) {
		t.Errorf("%+v", g.Examples)
	}
	if z := tab.Summary("no"); z.Name != "" || z.Rows != 0 {
		t.Errorf("%+v", z)
	}
	many := make([]float64, SummaryLimit+5)
	for i := range many {
		many[i] = float64(i)
	}
	if m := mustNew(t, NumbersColumn("m", many, nil)).Summary("m"); !m.More || m.Distinct != SummaryLimit || len(m.Top) != 20 || m.Max != SummaryLimit+4 {
		t.Errorf("%t %d %v", m.More, m.Distinct, m.Max)
	}
}

func TestNew(t *testing.T) {
	a := NumbersColumn("a", []float64{1, 2}, nil)
	for _, c := range []struct {
		cols []*Column
		want string
	}{
		{[]*Column{a, NumbersColumn("a", []float64{1, 2}, nil)}, `"a" occurs twice, in columns 1 and 2`},
		{[]*Column{a, NumbersColumn("b", []float64{1}, nil)}, `column "b" has 1 rows, column "a" has 2`},
		{[]*Column{a, NumbersColumn("", []float64{1, 2}, nil)}, "column 2 has no name"},
	} {
		if _, err := New("t", c.cols...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	tab := mustNew(t, a, TextColumn("b", []string{"x", ""}))
	if tab.Rows != 2 || tab.Column("b") == nil || tab.Column("B") != nil || tab.Line(1) != 0 {
		t.Error("lookup")
	}
	if tab := mustNew(t); tab.Rows != 0 {
		t.Error("no columns")
	}
}

// A table read in two turns is the one read at once: the same rows, hash and lines.
func TestWith(t *testing.T) {
	const text = "a,b,c\n1,\"x\ny\",3\n\n4,z,6\n"
	read := func(columns ...string) *Table {
		out, err := Read(t.Context(), "t.csv", strings.NewReader(text), Options{Columns: columns})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	whole := read("a", "b", "c")
	got, err := read("a").With(read("b", "c").Columns...)
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows != 2 || got.Hash != whole.Hash || got.Line(1) != whole.Line(1) || got.Column("c").Numbers[1] != 6 || got.Column("b").Dict[0] != "x\ny" {
		t.Errorf("%+v", got)
	}
	if _, err := got.With(read("a").Columns...); err == nil {
		t.Error("a column stands there twice")
	}
}
