package rows

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

var ctx = context.Background()

func tableOf(t testing.TB, columns ...*table.Column) *table.Table {
	t.Helper()
	out, err := table.New("birds.csv", columns...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// shown writes a numeric view with - for missing rows.
func shown(n *table.Numeric) string {
	var b strings.Builder
	for i, v := range n.Values {
		if n.Valid.Get(i) {
			fmt.Fprintf(&b, "%g ", v)
		} else {
			b.WriteString("- ")
		}
	}
	return strings.TrimSpace(b.String())
}

func codesOf(f *table.Factor) string {
	var b strings.Builder
	for i := range f.Codes.Len() {
		if f.Valid.Get(i) {
			b.WriteString(f.Levels[f.Codes.At(i)].Code + " ")
		} else {
			b.WriteString("- ")
		}
	}
	return strings.TrimSpace(b.String())
}

func names(f *table.Factor) (out []string) {
	for _, l := range f.Levels {
		out = append(out, strings.TrimSuffix(l.Code+" "+l.Label, " "))
	}
	return out
}

func TestNumericBinary(t *testing.T) {
	data := tableOf(t, table.CellsColumn("sex", []string{"2", "1", "", "2", "1"}), table.CellsColumn("ill", []string{"yes", "no", "no", "", "yes"}))
	for _, c := range []struct {
		v    plan.Variable
		want string
	}{
		{plan.Variable{Column: "sex"}, "1 0 - 1 0"},
		{plan.Variable{Column: "sex", Ref: "2"}, "0 1 - 0 1"},
		{plan.Variable{Column: "sex", Ref: "2.0"}, "0 1 - 0 1"},
		{plan.Variable{Column: "sex", Levels: []plan.Level{{Code: "2"}, {Code: "1"}}}, "0 1 - 0 1"},
		{plan.Variable{Column: "sex", Levels: []plan.Level{{Code: "0"}, {Code: "1"}, {Code: "2"}}}, "1 0 - 1 0"},
		{plan.Variable{Column: "sex", Missing: plan.Missing{Codes: []string{"1"}}, Ref: "1"}, "1 - - 1 -"},
		{plan.Variable{Column: "ill"}, "1 0 0 - 1"},
		{plan.Variable{Column: "ill", Ref: "yes"}, "0 1 1 - 0"},
	} {
		c.v.Name, c.v.Type = "v", plan.Binary
		n, err := Numeric(ctx, data, &c.v)
		if err != nil || shown(n) != c.want {
			t.Errorf("%+v: got %v (%v), want %s", c.v, n, err, c.want)
		}
	}
}

func TestNumericOrdinalAndTime(t *testing.T) {
	data := tableOf(t, table.CellsColumn("grade", []string{"high", "low", "", "mid"}), table.CellsColumn("likert", []string{"5", "1", "3", ""}),
		table.CellsColumn("day", []string{"1970-01-03", "", "1969-12-31", "1970-01-01"}))
	for _, c := range []struct {
		v    plan.Variable
		want string
	}{
		{plan.Variable{Type: plan.Ordinal, Column: "grade", Levels: []plan.Level{{Code: "low"}, {Code: "mid"}, {Code: "high"}}}, "3 1 - 2"},
		{plan.Variable{Type: plan.Ordinal, Column: "likert", Levels: []plan.Level{{Code: "1"}, {Code: "3"}, {Code: "5"}}}, "5 1 3 -"},
		{plan.Variable{Type: plan.Time, Column: "day"}, "2 - -1 0"},
	} {
		n, err := Numeric(ctx, data, &c.v)
		if err != nil || shown(n) != c.want {
			t.Errorf("%+v: got %v (%v), want %s", c.v, n, err, c.want)
		}
	}
}

func TestDerived(t *testing.T) {
	data := tableOf(t, table.CellsColumn("x", []string{"10", "-2", "", "0", "10"}), table.CellsColumn("g", []string{"a", "b", "a", "", "b"}))
	x := &plan.Column{Var: &plan.Variable{Name: "x", Column: "x", Type: plan.Numeric}}
	positive := &plan.Compare{Op: ">", X: x, Y: &plan.Number{}}
	isA := &plan.LevelIs{Var: &plan.Variable{Name: "g", Column: "g", Type: plan.Categorical}, Codes: []string{"a"}}
	for _, c := range []struct {
		v       plan.Variable
		numbers string
		levels  string
		rows    string
	}{
		{plan.Variable{Type: plan.Numeric, Derived: &plan.Call{Function: "log", Args: []plan.Expr{x}}}, "2.302585092994046 - - - 2.302585092994046",
			"[2.302585092994046]", "2.302585092994046 - - - 2.302585092994046"},
		{plan.Variable{Type: plan.Numeric, Derived: &plan.Arith{Op: "-", X: &plan.Number{Value: 1}, Y: x}}, "-9 3 - 1 -9", "[-9 1 3]", "-9 3 - 1 -9"},
		{plan.Variable{Type: plan.Binary, Derived: positive}, "1 0 - 0 1", "[0 false 1 true]", "1 0 - 0 1"},
		{plan.Variable{Type: plan.Binary, Derived: positive, Ref: "1"}, "0 1 - 1 0", "[0 false 1 true]", "1 0 - 0 1"},
		{plan.Variable{Type: plan.Binary, Derived: isA, Levels: []plan.Level{{Code: "1", Label: "a"}, {Code: "0", Label: "other"}}}, "0 1 0 - 1", "[1 a 0 other]", "1 0 1 - 0"},
		{plan.Variable{Type: plan.Ordinal, Derived: &plan.Arith{Op: "/", X: x, Y: &plan.Number{Value: 2}}, Missing: plan.Missing{Ranges: [][2]float64{{-1, -1}}}},
			"5 - - 0 5", "[0 5]", "5 - - 0 5"},
	} {
		c.v.Name = "v"
		n, err := Numeric(ctx, data, &c.v)
		if err != nil || shown(n) != c.numbers {
			t.Errorf("%s: numbers %v (%v), want %s", plan.Canonical(c.v.Derived), n, err, c.numbers)
		}
		f, err := Factor(ctx, data, &c.v)
		if err != nil || fmt.Sprint(names(f)) != c.levels || codesOf(f) != c.rows {
			t.Errorf("%s: levels %v of %v (%v), want %s of %s", plan.Canonical(c.v.Derived), codesOf(f), names(f), err, c.rows, c.levels)
		}
	}
}

func TestErrors(t *testing.T) {
	data := tableOf(t, table.CellsColumn("x", []string{"1", "7", "oops"}), table.CellsColumn("g", []string{"a", "b", "c"}))
	x := &plan.Variable{Name: "x", Column: "x", Type: plan.Numeric}
	g := &plan.Variable{Name: "g", Column: "g", Type: plan.Categorical}
	var cell *table.CellError
	if _, err := Numeric(ctx, data, x); !errors.As(err, &cell) || cell.Row != 3 || cell.Value != "oops" {
		t.Errorf("text in a numeric column: %v", err)
	}
	if _, err := Mask(ctx, data, &plan.Compare{Op: ">", X: &plan.Column{Var: x}, Y: &plan.Number{}}); !errors.As(err, &cell) {
		t.Errorf("the same in a condition: %v", err)
	}
	var unknown *table.UnknownColumnError
	for _, typ := range []plan.Type{plan.Numeric, plan.Text} {
		if _, err := Mask(ctx, data, &plan.IsMissing{X: &plan.Column{Var: &plan.Variable{Name: "q", Column: "q", Type: typ}}}); !errors.As(err, &unknown) {
			t.Errorf("unknown column: %v", err)
		}
	}
	ranged := &plan.Variable{Name: "v", Type: plan.Numeric, Range: &[2]float64{0, 5}, Derived: &plan.Call{Function: "if", Args: []plan.Expr{
		&plan.LevelIs{Var: g, Codes: []string{"b"}}, &plan.Number{Value: 6}, &plan.Number{Value: 1}}}}
	if _, err := Numeric(ctx, data, ranged); !errors.As(err, &cell) || cell.Row != 2 || cell.Value != "6" {
		t.Errorf("value outside the range: %v", err)
	}
	if _, err := Factor(ctx, data, ranged); !errors.As(err, &cell) {
		t.Errorf("level outside the range: %v", err)
	}
	for want, f := range map[string]func() error{
		"has 3 levels in the data: a, b, c": func() error {
			_, err := Numeric(ctx, data, &plan.Variable{Name: "g", Column: "g", Type: plan.Binary})
			return err
		},
		"is categorical and has no numbers": func() error { _, err := Numeric(ctx, data, g); return err },
		"a number stands where a condition": func() error { _, err := Mask(ctx, data, &plan.Number{Value: 1}); return err },
		"a condition stands where a number": func() error {
			_, err := Mask(ctx, data, &plan.Compare{Op: "<", X: &plan.Number{}, Y: &plan.Bool{}})
			return err
		},
		"is absent": func() error { _, err := Mask(ctx, data, &plan.Not{}); return err },
		`no function "sin" of 1 arguments`: func() error {
			_, err := Mask(ctx, data, &plan.IsMissing{X: &plan.Call{Function: "sin", Args: []plan.Expr{&plan.Number{}}}})
			return err
		},
		"variable `v`": func() error {
			_, err := Numeric(ctx, data, &plan.Variable{Name: "v", Type: plan.Numeric, Derived: &plan.Column{Var: g}})
			return err
		},
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	e := &plan.LevelIs{Var: g, Codes: []string{"a"}}
	if _, err := Mask(gone, data, e); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if m, err := Mask(ctx, data, e); err != nil || m[0] != 1 {
		t.Errorf("after a cancelled call: %v %v", m, err)
	}
}

// A column of names has more distinct values than a factor may have; conditions on it work cell by cell.
func TestManyLevels(t *testing.T) {
	n := table.MaxLevels + 10
	cells := make([]string, n)
	for i := range cells {
		cells[i] = fmt.Sprintf("id%d", i)
	}
	cells[5], cells[6], cells[7], cells[8] = "", "12.0", "none", "12"
	data := tableOf(t, table.CellsColumn("id", cells))
	id := &plan.Variable{Name: "id", Column: "id", Type: plan.ID, Missing: plan.Missing{Codes: []string{"none"}}}
	m, err := Mask(ctx, data, &plan.LevelIs{Var: id, Codes: []string{"id3", "12"}})
	if err != nil || m.Count(n) != 3 || m[0] != 1<<3|1<<6|1<<8 {
		t.Errorf("level: %b (%v)", m[0], err)
	}
	m, err = Mask(ctx, data, &plan.Not{X: &plan.LevelIs{Var: id, Codes: []string{"id3"}}})
	if err != nil || m.Count(n) != n-3 || m.Get(5) || m.Get(7) {
		t.Errorf("not level: %d of %d (%v)", m.Count(n), n, err)
	}
	m, err = Mask(ctx, data, &plan.IsMissing{X: &plan.Column{Var: id}})
	if err != nil || m.Count(n) != 2 || !m.Get(5) || !m.Get(7) {
		t.Errorf("missing: %d (%v)", m.Count(n), err)
	}
	var many *table.TooManyLevels
	if _, err := Factor(ctx, data, id); !errors.As(err, &many) {
		t.Errorf("factor: %v", err)
	}
}

func TestCache(t *testing.T) {
	data := tableOf(t, table.NumbersColumn("x", []float64{1, 2, 3}, nil))
	condition := func() plan.Expr {
		return &plan.Compare{Op: ">", X: &plan.Column{Var: &plan.Variable{Name: "x", Column: "x", Type: plan.Numeric}}, Y: &plan.Number{Value: 1}}
	}
	v := func() *plan.Variable {
		return &plan.Variable{Name: "v", Type: plan.Numeric, Derived: &plan.Neg{X: &plan.Column{Var: &plan.Variable{Name: "x", Column: "x", Type: plan.Numeric}}}}
	}
	var wg sync.WaitGroup
	masks, numbers := make([]table.Bitmap, 8), make([]*table.Numeric, 8)
	for i := range masks {
		wg.Go(func() {
			masks[i], _ = Mask(ctx, data, condition())
			numbers[i], _ = Numeric(ctx, data, v())
		})
	}
	wg.Wait()
	for i := range masks {
		if len(masks[i]) == 0 || &masks[i][0] != &masks[0][0] || numbers[i] == nil || numbers[i] != numbers[0] {
			t.Fatal("equal expressions were computed twice")
		}
	}
	c := cacheOf(data)
	big := &entry{done: true, bytes: cacheBytes}
	c.entries["big"] = big
	c.keep("big", big)
	if len(c.entries) != 1 || len(c.order) != 1 || c.bytes != cacheBytes {
		t.Errorf("%d entries of %d bytes are kept over the bound", len(c.entries), c.bytes)
	}
	if m, err := Mask(ctx, data, condition()); err != nil || !reflect.DeepEqual(m, masks[0]) {
		t.Errorf("after eviction: %v %v", m, err)
	}
	if len(c.entries) != 1 {
		t.Errorf("%d entries, want the newest alone", len(c.entries))
	}
}

func TestEmpty(t *testing.T) {
	data := tableOf(t, table.NumbersColumn("x", nil, nil))
	if m, err := Mask(ctx, data, &plan.Bool{Value: true}); err != nil || len(m) != 0 {
		t.Errorf("no rows: %v %v", m, err)
	}
	if m, err := Mask(ctx, data, nil); err != nil || m != nil {
		t.Errorf("no condition: %v %v", m, err)
	}
	n, err := Numeric(ctx, data, &plan.Variable{Name: "v", Type: plan.Numeric, Derived: &plan.Number{Value: math.Pi}})
	if err != nil || len(n.Values) != 0 {
		t.Errorf("no rows: %v %v", n, err)
	}
}

// Tables that spread over several workers, with ends that are no multiple of a block.
func TestManyBlocks(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, n := range []int{63, 64, blockRows, blockRows + 1, 5*stretchRows + 65} {
		values, valid := make([]float64, n), make([]bool, n)
		for i := range values {
			values[i], valid[i] = float64(i%7), i%5 != 0
		}
		data := tableOf(t, table.NumbersColumn("x", values, valid))
		x := &plan.Column{Var: &plan.Variable{Name: "x", Column: "x", Type: plan.Numeric}}
		m, err := Mask(ctx, data, &plan.Or{X: &plan.IsMissing{X: x}, Y: &plan.Compare{Op: ">=", X: x, Y: &plan.Number{Value: 4}}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if want := i%5 == 0 || i%7 >= 4; m.Get(i) != want {
				t.Fatalf("%d rows: row %d is %v", n, i, !want)
			}
		}
		if len(m) != (n+63)/64 || n%64 != 0 && m[len(m)-1]>>(n%64) != 0 {
			t.Errorf("%d rows: bits past the end", n)
		}
	}
}
