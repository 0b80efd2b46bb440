package check_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
)

// What looks like numbers or dates, and is none, is said to: neither is it groups nor an identifier.
func TestUnreadForms(t *testing.T) {
	var heights, incomes, born, x []string
	for i := range 120 {
		heights = append(heights, fmt.Sprintf("1,%02d", 50+i%47))
		incomes = append(incomes, fmt.Sprintf("%d.%03d,50", 1+i%9, i))
		born = append(born, fmt.Sprintf("%02d.%02d.%d", 1+i%28, 1+i%12, 1880+i))
		x = append(x, fmt.Sprint(i))
	}
	tab, err := table.New("de.csv", table.CellsColumn("height", heights), table.CellsColumn("income", incomes), table.CellsColumn("born", born), table.CellsColumn("x", x))
	if err != nil {
		t.Fatal(err)
	}
	data := check.Memory{Data: "de.csv", Tables: map[string]*table.Table{"de.csv": tab}}
	for claim, want := range map[string][]string{
		"assoc(height, x)\nassoc(x, height)": {diag.UnreadForm, "look like numbers with a comma", "write 1.82 for 1,82"},
		"assoc(income, x)":                   {diag.IDOrTextInClaim, "points between thousands", "write 2730.20 for 2.730,20"},
		"assoc(x, born)":                     {diag.IDOrTextInClaim, "dates written day.month.year", "read as YYYY-MM-DD"},
	} {
		_, found := run(t, claim, data)
		seen := 0
		for _, d := range found {
			if d.Code != want[0] {
				continue
			}
			seen++
			text := fmt.Sprintf("%s %s %s", d.Message, d.Why, d.Help)
			if !strings.Contains(text, want[1]) || !strings.Contains(text, want[2]) || strings.Contains(text, "categorical") {
				t.Errorf("%s: %s", claim, text)
			}
		}
		if seen != 1 {
			t.Errorf("%s: said %d times: %v", claim, seen, found)
		}
	}
}
