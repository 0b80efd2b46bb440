package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/source"
)

// many makes n cells from a pattern of values.
func many(n int, values ...string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = values[i%len(values)]
	}
	return out
}

func numbered(n int, format string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf(format, i)
	}
	return out
}

// Numbers are never taken for an order or for groups, except two whole values; texts by how many values repeat.
func TestInfer(t *testing.T) {
	long := strings.Repeat("so many words that nobody compares them ", 2)
	tests := []struct {
		name    string
		cells   []string
		missing plan.Missing
		want    plan.Type
		why     string
	}{
		{"zero and one", many(20, "0", "1"), plan.Missing{}, plan.Binary, "two distinct values, 0 and 1"},
		{"one and two with gaps", many(20, "1", "2", ""), plan.Missing{}, plan.Binary, "two distinct values, 1 and 2"},
		{"two fractions", many(20, "0.5", "1.5"), plan.Missing{}, plan.Numeric, "2 distinct values"},
		{"a scale of five", many(50, "1", "2", "3", "4", "5"), plan.Missing{}, plan.Numeric, "5 distinct values, all numbers"},
		{"two and a code", many(30, "0", "1", "-9"), plan.Missing{}, plan.Numeric, "3 distinct values"},
		{"two and a declared code", many(30, "0", "1", "-9"), plan.Missing{Codes: []string{"-9.0"}}, plan.Binary, "0 and 1"},
		{"two and a declared range", many(30, "0", "1", "-9", "-7"), plan.Missing{Ranges: [][2]float64{{-9, -7}}}, plan.Binary, "0 and 1"},
		{"two and a declared word", many(30, "0", "1", "NA"), plan.Missing{Codes: []string{"NA"}}, plan.Binary, "0 and 1"},
		{"one stray text", append(numbered(99, "%d"), "refused"), plan.Missing{}, plan.Numeric, `99 of 100 cells are numbers, 1 are not, such as "refused"`},
		{"yes and no", many(20, "yes", "no"), plan.Missing{}, plan.Binary, `"no" and "yes"`},
		{"three towns", many(30, "a", "b", "c"), plan.Missing{}, plan.Categorical, "3 distinct values of text in 30 cells"},
		{"one text", many(30, "a"), plan.Missing{}, plan.Categorical, "one distinct value"},
		{"sixty towns", many(200, numbered(60, "town %d")...), plan.Missing{}, plan.Categorical, "60 distinct"},
		{"keys", numbered(500, "P%03d"), plan.Missing{}, plan.ID, "too many for groups"},
		{"many groups", many(5000, numbered(150, "g%d")...), plan.Missing{}, plan.ID, "too many for groups"},
		{"words", numbered(50, long+"%d"), plan.Missing{}, plan.Text, "characters or longer"},
		{"dates", numbered(9, "2007-11-0%d"), plan.Missing{}, plan.Time, `dates such as "2007-11-00"`},
		{"mixed keys", many(40, append(numbered(20, "%d"), numbered(20, "K%d")...)...), plan.Missing{}, plan.ID, "40 distinct"},
		{"nothing", many(5, ""), plan.Missing{}, plan.Numeric, "every cell is empty"},
	}
	for _, test := range tests {
		got := catalog.Infer(catalog.Observe(table.CellsColumn("c", test.cells), test.missing))
		if got.Type != test.want || !strings.Contains(got.Why, test.why) {
			t.Errorf("%s: %s because %s", test.name, got.Type, got.Why)
		}
	}
	days := table.NumbersColumn("d", []float64{1, 2, 3}, nil)
	days.Time = true
	if got := catalog.Infer(catalog.Observe(days, plan.Missing{})); got.Type != plan.Time {
		t.Errorf("a typed date is %s", got.Type)
	}
}

// The counts of Observe against cells counted by hand.
func TestObserve(t *testing.T) {
	o := catalog.Observe(table.CellsColumn("c", []string{"3", "1", "", "x", "1", "2.5", "x", "-9"}), plan.Missing{Codes: []string{"-9"}})
	if o.Present != 6 || o.Numbers != 4 || o.Whole || o.Low != 1 || o.High != 3 || o.Distinct != 4 || !o.All {
		t.Errorf("%+v", o)
	}
	var got []string
	for _, v := range o.Values {
		got = append(got, fmt.Sprint(v.Value, "*", v.N))
	}
	if s := strings.Join(got, " "); s != "1*2 2.5*1 3*1 x*2" {
		t.Errorf("values %s", s)
	}
	if o := catalog.Observe(table.CellsColumn("c", numbered(3000, "%d")), plan.Missing{}); o.All || o.Numbers != 3000 {
		t.Errorf("%d distinct, all %v", o.Distinct, o.All)
	}
}

func ExampleParse() {
	c, found := catalog.Parse(source.New("people.catalog.yaml", `
dataset: people
variables:
- name: degree
  type: ordinal
  scale: {values: {2: master, 1: bachelor}, order: [1, 2]}
- name: town
  type: categoricl
`))
	for _, d := range found {
		fmt.Println(d.File.Position(d.Span.Start).Line, d.Message+"; "+d.Help)
	}
	fmt.Println(c.Variable("degree").Levels)
	// Output:
	// 8 `categoricl` is not a type; did you mean `categorical`?
	// [{1 bachelor} {2 master}]
}

func ExampleInfer() {
	column := table.CellsColumn("smokes", []string{"yes", "no", "no", ""})
	i := catalog.Infer(catalog.Observe(column, plan.Missing{}))
	fmt.Println(i.Type, "because of", i.Why)
	// Output: binary because of two distinct values, "no" and "yes"
}
