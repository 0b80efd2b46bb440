package table

import (
	"slices"
	"testing"
)

func TestSelect(t *testing.T) {
	all, err := New("t", CellsColumn("x", []string{"1", "refused", "", "4", "5"}), TextColumn("g", []string{"a", "b", "", "b", "c"}))
	if err != nil {
		t.Fatal(err)
	}
	rows := NewBitmap(5, false)
	for _, i := range []int{1, 2, 3} {
		rows.Set(i)
	}
	part := all.Select(rows)
	if part.Rows != 3 || all.Select(nil) != all {
		t.Fatalf("%d rows", part.Rows)
	}
	f, err := part.Factor("g", FactorRule{})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Levels) != 1 || f.Levels[0].Code != "b" || f.Valid.Count(3) != 2 {
		t.Errorf("levels %v, %d present", f.Levels, f.Valid.Count(3))
	}
	x, err := part.Numeric("x", NumericRule{Missing: Missing{Codes: []string{"refused"}}})
	if err != nil {
		t.Fatal(err)
	}
	if x.Valid.Count(3) != 1 || x.Values[2] != 4 {
		t.Errorf("x is %v, %d present", x.Values, x.Valid.Count(3))
	}
	if whole, _ := all.Numeric("x", NumericRule{Missing: Missing{Codes: []string{"refused"}}}); !slices.Equal(whole.Values[3:], []float64{4, 5}) {
		t.Errorf("the table itself changed: %v", whole.Values)
	}
}
