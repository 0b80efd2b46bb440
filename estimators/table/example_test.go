package table_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/estimators/table"
)

const survey = "id,age,region,income\n1,34,north,1200.50\n2,-9,south,\n3,51,north,refused\n"

// A column is read by a rule: here -9 is declared missing.
func ExampleTable_Numeric() {
	t, err := table.Read(context.Background(), "survey.csv", strings.NewReader(survey), table.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	age, err := t.Numeric("age", table.NumericRule{Missing: table.Missing{Codes: []string{"-9"}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(age.Valid.Count(t.Rows), "of", t.Rows, "rows; the missing one holds", age.Center)

	_, err = t.Numeric("income", table.NumericRule{})
	fmt.Println(err)
	var cell *table.CellError
	fmt.Println(errors.As(err, &cell), cell.Row, cell.Line, cell.Value)
	// Output:
	// 2 of 3 rows; the missing one holds 42.5
	// survey.csv: column "income", row 3 (line 4): "refused" is not a number and not declared missing
	// true 3 4 refused
}

// Declared levels come first, then those found in the data.
func ExampleTable_Factor() {
	t, err := table.Read(context.Background(), "survey.csv", strings.NewReader(survey), table.Options{Columns: []string{"region"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	region, err := t.Factor("region", table.FactorRule{Levels: []table.Level{table.NewLevel("south", "the South")}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i := range t.Rows {
		fmt.Print(region.Levels[region.Codes.At(i)].Code, " ")
	}
	fmt.Println(len(region.Levels))
	// Output: north south north 2
}

func ExampleTable_Summary() {
	t, err := table.Read(context.Background(), "survey.csv", strings.NewReader(survey), table.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := t.Summary("income")
	fmt.Println(s.Numbers, s.Texts, s.Missing, s.Examples[0].Value, s.Examples[0].Line)
	// Output: 1 1 1 refused 4
}

func ExampleNew() {
	t, err := table.New("made", table.NumbersColumn("x", []float64{1, 2, 0}, []bool{true, true, false}), table.TextColumn("g", []string{"a", "", "b"}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Rows, t.Column("x").IsNumber.Get(2), t.Column("g").Dict)
	// Output: 3 false [a b]
}
