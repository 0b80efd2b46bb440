package table

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
)

const german = "when;amount;count;height;name\n26.04.1994;2.730,20;1.234.567;1,82;Jürgen\n1.2.2003;-12,5;98;1,70;Zoë\n" +
	"31.12.1969 14:30;+1.000,00;2.730;1,65;Ana\n;;;;\n"

// What read_csv(sep=";", decimal=",", thousands=".", encoding="cp1252", dayfirst=True) of pandas 3.1.1 makes of the file, and
// R 4.2.2 with read.csv2 and as.Date(when, "%d.%m.%Y").
func TestFormat(t *testing.T) {
	cp, err := charmap.Windows1252.NewEncoder().String(german)
	if err != nil {
		t.Fatal(err)
	}
	tab, err := parse(cp, Options{Format: Format{Encoding: "CP1252", Decimal: ",", Thousands: ".", Dates: "dd.mm.yyyy"}})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]float64{
		"when": {8881, 12084, -1 + 14.5/24}, "amount": {2730.2, -12.5, 1000}, "count": {1234567, 98, 2730}, "height": {1.82, 1.7, 1.65},
	} {
		n, err := tab.Numeric(name, NumericRule{Time: name == "when"})
		if err != nil || !same(n.Values[:3], want) || n.Valid.Get(3) || !n.Valid.Get(2) {
			t.Errorf("%s: %v, %v", name, n, err)
		}
	}
	if d := tab.Column("name").Dict; !slices.Equal(d, []string{"Jürgen", "Zoë", "Ana"}) {
		t.Errorf("%q", d)
	}
	notes := strings.Join(tab.Notes, "\n")
	for _, want := range []string{"read as cp1252", `"." between thousands in amount, count`, "dates written dd.mm.yyyy in when"} {
		if !strings.Contains(notes, want) {
			t.Errorf("no %q in %s", want, notes)
		}
	}
	if want := (Format{Encoding: "CP1252", Delimiter: ";", Decimal: ",", Thousands: ".", Dates: "dd.mm.yyyy"}); tab.Format != want {
		t.Errorf("%+v", tab.Format)
	}
	if len(tab.Doubts) > 0 {
		t.Error(tab.Doubts)
	}
}

func same(got, want []float64) bool {
	return slices.EqualFunc(got, want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
}

// Every kind of mark, in files parted by commas too, and what is no number so written stays text.
func TestThousands(t *testing.T) {
	for _, c := range []struct {
		thousands, cell string
		want            float64 // 0: stays text
	}{
		{",", "1,234", 1234}, {",", "-1,234,567.5", -1234567.5}, {",", "12", 12}, {",", "1234.5", 1234.5}, {",", "1,234e3", 1234000},
		{",", "1,23", 0}, {",", "1,2345", 0}, {",", "1234,567", 0}, {",", "0,123", 0}, {",", ",123", 0}, {",", "1,234,56", 0}, {",", "1.5,000", 0},
		{".", "1.234", 1234}, {".", "1.234,5", 1234.5}, {".", "12.34", 0}, {".", "1.5", 0}, {".", "0.730", 0},
		{"'", "1'234.5", 1234.5}, {"'", "1’234", 1234}, {"'", "1.234", 1.234},
		{" ", "1 234", 1234}, {" ", "1\u00a0234\u00a0567", 1234567}, {" ", "1\u202f234", 1234}, {" ", "1 2", 0}, {" ", " 7 ", 7},
		{"", "1,234", 0},
	} {
		tab, err := parse(fmt.Sprintf("x,y\n\"%s\",1\n", c.cell), Options{Format: Format{Delimiter: ",", Thousands: c.thousands}})
		if err != nil {
			t.Fatal(err)
		}
		x := tab.Column("x")
		if c.want == 0 && !slices.Equal(x.Dict, []string{c.cell}) || c.want != 0 && (x.Numbers == nil || x.Numbers[0] != c.want || len(x.Dict) > 0) {
			t.Errorf("%q with %q: %v %q, want %v", c.cell, c.thousands, x.Numbers, x.Dict, c.want)
		}
	}
	// Where a decimal comma is declared, a point is no part of a number.
	tab, err := parse("x;y\n2.730;1\n", Options{Format: Format{Decimal: ","}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tab.Numeric("x", NumericRule{}); err == nil || !strings.Contains(fmt.Sprint(err), "2.730") {
		t.Errorf("%v", err)
	}
	if u, ok := UnreadForm(tab.Column("x").Dict...); !ok || !strings.Contains(u.Advice, "thousands") {
		t.Errorf("%v", u)
	}
}

func TestDateForms(t *testing.T) {
	for _, c := range [][3]string{
		{"dd.mm.yyyy", "26.04.1994", "1994-04-26"}, {"dd.mm.yyyy", "6.4.1994", "1994-04-06"}, {"DD.MM.YYYY", "06.04.1994 07:05:30", "1994-04-06 07:05:30"},
		{"mm/dd/yyyy", "04/26/1994", "1994-04-26"}, {"mm/dd/yyyy", "26/04/1994", ""}, {"d/m/yyyy", "26/04/1994", "1994-04-26"}, {"yyyy/mm/dd", "1994/04/26", "1994-04-26"},
		{"dd. mm. yyyy", "26. 04. 1994", "1994-04-26"}, {"dd-mm-yyyy", "31-02-1994", ""}, {"dd.mm.yyyy", "26.04.94", ""}, {"dd.mm.yyyy", "26.04.19940", ""},
		{"dd.mm.yyyy", "126.04.1994", ""}, {"dd.mm.yyyy", "26.04.1994 noon", ""}, {"dd.mm.yyyy", "29.02.2023", ""}, {"dd.mm.yyyy", "29.02.2024", "2024-02-29"},
	} {
		f, err := dateFormOf(c[0])
		if err != nil {
			t.Fatal(err)
		}
		got, ok := f.iso([]byte(c[1]))
		if ok != (c[2] != "") || ok && got != c[2] {
			t.Errorf("%s as %s: %q %t, want %q", c[1], c[0], got, ok, c[2])
		}
	}
}

func TestFormatErrors(t *testing.T) {
	for _, c := range []struct {
		format Format
		want   string
	}{
		{Format{Encoding: "ansi"}, `encoding "ansi" is not known; there are utf-8, cp1252`},
		{Format{Delimiter: ";;"}, "it is one character"},
		{Format{Decimal: ";"}, `it is "." or ","`},
		{Format{Decimal: ",", Thousands: ","}, "is the decimal mark as well"},
		{Format{Thousands: "_"}, "no mark between thousands"},
		{Format{Dates: "dd.mm.yy"}, "two digits, whose century is not known"},
		{Format{Dates: "%d.%m.%Y"}, `write "dd.mm.yyyy"`},
		{Format{Dates: "ddmmyyyy"}, "nothing between its parts"},
		{Format{Dates: "dd.mm"}, "has no year"},
		{Format{Dates: "dd.dd.yyyy"}, "names the day twice"},
		{Format{Dates: "dd.mm.yyyy hh:mm"}, "a time of day"},
		{Format{Dates: "iso"}, "no form of a date"},
	} {
		if _, err := parse("a,b\n1,2\n", Options{Format: c.format}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.format, err, c.want)
		}
	}
	if _, err := Open(t.Context(), "testdata/types.parquet", Options{Format: Format{Decimal: ","}}); err == nil || !strings.Contains(err.Error(), "Parquet file, whose columns have types") {
		t.Error(err)
	}
}

// A file with semicolons or tabs whose numbers all look like 2.730 has two readings, which is said; a single number that has
// but one settles it.
func TestDoubts(t *testing.T) {
	for _, c := range []struct {
		text string
		want string // column and example
	}{
		{"a;b\n2.730;1\n1.250;2\n", "a 2.730"},
		{"a\tb\n2.730\t1\n-12.500\t2\n", "a 2.730"},
		{"a;b\n2,730;1\n;2\n", "a 2,730"},
		{"a,b\n2.730,1\n1.250,2\n", ""}, // the point is no mark of thousands where commas part columns
		{"a;b\n2.730;1\n1.25;2\n", ""},  // no three digits
		{"a;b\n2.730;1\n1250;2\n", ""},  // no mark between thousands
		{"a;b\n2.730;1\n0.250;2\n", ""}, // no thousands begin with 0
		{"a;b\n2.730;1\n1234.250;2\n", ""},
		{"a;b\n\"2.730\";1\n1.2e3;2\n", ""},
		{"a;b\n12;1\n999;2\n", ""},
		{"a;b\n\"2.730\";1\n 1.250 ;2\n7;3\n", "a 2.730"},
	} {
		for _, o := range []Options{{}, {head: 10, block: 8, workers: 3}} {
			tab, err := parse(c.text, o)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, d := range tab.Doubts {
				got += d.Column + " " + d.Example
				if !strings.Contains(strings.Join(tab.Notes, "\n"), "thousands") {
					t.Errorf("no note: %q", tab.Notes)
				}
			}
			if got != c.want {
				t.Errorf("%q: %q, want %q", c.text, got, c.want)
			}
		}
		for _, f := range []Format{{Decimal: "."}, {Decimal: ","}, {Thousands: "."}} {
			if tab, err := parse(c.text, Options{Format: f}); err != nil || len(tab.Doubts) > 0 {
				t.Errorf("%+v: %v %v", f, tab, err)
			}
		}
	}
}
