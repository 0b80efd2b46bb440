package table

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// wantCell is a cell as a peer read it.
type wantCell struct {
	Text *string `json:"text"`
	Hex  string  `json:"hex"`
}

type wantColumn struct {
	Name  string      `json:"name"`
	Cells []*wantCell `json:"cells"`
}

// cell shows cell i of a column: "" empty, #bits a number, "text" a text.
func cell(c *Column, i int) string {
	isNum := c.Numbers != nil && c.IsNumber.Get(i)
	if c.Text.Len() > 0 {
		if k := c.Text.At(i); k != 0 {
			if isNum {
				return "both number and text"
			}
			return strconv.Quote(c.Dict[k-1])
		}
	}
	if isNum {
		return fmt.Sprintf("#%x", math.Float64bits(c.Numbers[i]))
	}
	if c.Numbers != nil && c.Numbers[i] != c.Fill {
		return fmt.Sprintf("empty cell holds %v, not the fill %v", c.Numbers[i], c.Fill)
	}
	return ""
}

func (w *wantCell) show(t *testing.T) string {
	switch {
	case w == nil:
		return ""
	case w.Text != nil:
		return strconv.Quote(*w.Text)
	}
	v, err := strconv.ParseFloat(w.Hex, 64)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("#%x", math.Float64bits(v))
}

// dump shows all of a table but its hash and line marks.
func dump(tab *Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d rows, notes %q\n", tab.Rows, tab.Notes)
	for _, c := range tab.Columns {
		fmt.Fprintf(&b, "%q time=%t dict=%q len=%d:", c.Name, c.Time, c.Dict, c.Len())
		for i := range tab.Rows {
			fmt.Fprintf(&b, " [%d]%s", tab.Line(i), cell(c, i))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// parse reads a text as a file called in.csv would be.
func parse(text string, opt Options) (*Table, error) {
	return Read(context.Background(), "in.csv", strings.NewReader(text), opt)
}

func compare(t *testing.T, tab *Table, want []wantColumn) {
	t.Helper()
	if len(tab.Columns) != len(want) {
		t.Fatalf("columns %q, want %d", tab.Names(), len(want))
	}
	for k, w := range want {
		c := tab.Columns[k]
		if c.Name != w.Name {
			t.Errorf("column %d is %q, want %q", k, c.Name, w.Name)
		}
		if tab.Rows != len(w.Cells) {
			t.Fatalf("%d rows, want %d", tab.Rows, len(w.Cells))
		}
		for i, x := range w.Cells {
			if got, want := cell(c, i), x.show(t); got != want {
				t.Errorf("column %q row %d: %s, want %s", c.Name, i+1, got, want)
			}
		}
	}
}

// TestPandas compares with what pandas 3.1.1 read (testdata/pandas_cases.py), bit for bit.
func TestPandas(t *testing.T) {
	raw, err := os.ReadFile("testdata/pandas.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			Name, Text string
			Columns    []wantColumn
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) < 20 {
		t.Fatalf("only %d cases", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.Name, func(t *testing.T) {
			tab, err := parse(c.Text, Options{})
			if err != nil {
				t.Fatal(err)
			}
			compare(t, tab, c.Columns)
		})
	}
}
