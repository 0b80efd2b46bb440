package table_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/estimators/table"
)

func TestUnreadForm(t *testing.T) {
	for texts, want := range map[string]string{
		"2.730,20|730,20|1.200,00":    "points between thousands and a decimal comma, such as \"2.730,20\"",
		"1.234.567|-2.000.000":        "points between thousands, such as",
		"2,730.20|1,234,567":          "commas between thousands",
		"1,82|1,75|2,00":              "numbers with a comma, such as \"1,82\"",
		"26.04.1994|1.5.1990":         "dates written day.month.year",
		"4/26/1994|1994/04/26":        "dates written with slashes",
		"45 %|3,5%":                   "percentages",
		"1,82|1,75|2,00|1,9|k.A.":     "numbers with a comma",
		"1,82|k.A.|2,00|n":            "",
		"1,2,3|4,5,6":                 "",
		"a|b":                         "",
		"1.2.3.4|10.0.0.1":            "",
		"":                            "",
		"1994-04-26|2001-01-01":       "",
		"26.04.1994|1.82 m|x|1,5|2.0": "",
	} {
		got, ok := table.UnreadForm(strings.Split(texts, "|")...)
		if ok != (want != "") || !strings.Contains(got.String(), want) {
			t.Errorf("%s: %s, want %s", texts, got, want)
		}
	}
}

// A cell in a form that is not read is no missing code: the error says how to write it.
func TestUnreadCells(t *testing.T) {
	tab, err := table.Read(context.Background(), "de.csv", strings.NewReader("income;born\n2.730,20;26.04.1994\n"), table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, rule := range map[string]table.NumericRule{"income": {}, "born": {Time: true}} {
		_, err := tab.Numeric(name, rule)
		var cell *table.CellError
		if !errors.As(err, &cell) || !strings.Contains(cell.Help, map[string]string{"income": "write 2730.20", "born": "write 1994-04-26"}[name]) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
