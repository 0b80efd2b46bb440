package rows

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

// answer is a value of three-valued logic, or a number, or missing.
type answer struct {
	missing bool
	truth   bool
	number  float64
}

// naive evaluates one row from the cells as written, the slow and obvious way.
type naive struct {
	cells map[string][]string
	row   int
}

var missing = answer{missing: true}

func truthOf(b bool) answer { return answer{truth: b} }

func numberOf(x float64) answer {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return missing
	}
	return answer{number: x}
}

func isMissingCode(v *plan.Variable, cell string) bool {
	if cell == "" {
		return true
	}
	x, err := strconv.ParseFloat(cell, 64)
	for _, c := range v.Missing.Codes {
		y, err2 := strconv.ParseFloat(c, 64)
		if c == cell || err == nil && err2 == nil && x == y {
			return true
		}
	}
	for _, r := range v.Missing.Ranges {
		if err == nil && r[0] <= x && x <= r[1] {
			return true
		}
	}
	return false
}

func (n *naive) column(v *plan.Variable) answer {
	if v.Derived != nil {
		a := n.eval(v.Derived)
		if !a.missing && isMissingCode(v, strconv.FormatFloat(a.number, 'g', -1, 64)) {
			return missing
		}
		return a
	}
	cell := n.cells[v.Column][n.row]
	if isMissingCode(v, cell) {
		return missing
	}
	switch v.Type {
	case plan.Binary: // codes 1 and 2 in the test tables
		if cell == v.Ref || v.Ref == "" && cell == "1" {
			return numberOf(0)
		}
		return numberOf(1)
	case plan.Ordinal:
		for i, l := range v.Levels {
			if l.Code == cell || l.Label == cell {
				return numberOf(float64(i + 1))
			}
		}
	}
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		panic(fmt.Sprintf("%s: %q", v.Name, cell))
	}
	return numberOf(x)
}

func (n *naive) eval(e plan.Expr) answer {
	switch e := e.(type) {
	case *plan.And:
		x, y := n.eval(e.X), n.eval(e.Y)
		if !x.missing && !x.truth || !y.missing && !y.truth {
			return truthOf(false)
		}
		if x.missing || y.missing {
			return missing
		}
		return truthOf(true)
	case *plan.Or:
		return n.not(n.eval(&plan.And{X: &plan.Not{X: e.X}, Y: &plan.Not{X: e.Y}}))
	case *plan.Not:
		return n.not(n.eval(e.X))
	case *plan.Compare:
		x, y := n.eval(e.X), n.eval(e.Y)
		if x.missing || y.missing {
			return missing
		}
		if isCondition(e.X) {
			return truthOf((x.truth == y.truth) == (e.Op == "="))
		}
		return truthOf(map[plan.CompareOp]bool{"=": x.number == y.number, "!=": x.number != y.number, "<": x.number < y.number,
			"<=": x.number <= y.number, ">": x.number > y.number, ">=": x.number >= y.number}[e.Op])
	case *plan.LevelIs:
		cell := n.cells[e.Var.Column][n.row]
		if isMissingCode(e.Var, cell) {
			return missing
		}
		for _, l := range e.Var.Levels {
			if cell == l.Label {
				cell = l.Code
			}
		}
		for _, c := range e.Codes {
			x, err := strconv.ParseFloat(c, 64)
			y, err2 := strconv.ParseFloat(cell, 64)
			if c == cell || err == nil && err2 == nil && x == y {
				return truthOf(true)
			}
		}
		return truthOf(false)
	case *plan.InSet:
		x := n.eval(e.X)
		if x.missing {
			return missing
		}
		for _, v := range e.Values {
			if v == x.number {
				return truthOf(true)
			}
		}
		return truthOf(false)
	case *plan.InRange:
		x := n.eval(e.X)
		if x.missing {
			return missing
		}
		return truthOf(e.Low <= x.number && x.number <= e.High)
	case *plan.IsMissing:
		if c, ok := e.X.(*plan.Column); ok && c.Var.Column != "" {
			return truthOf(isMissingCode(c.Var, n.cells[c.Var.Column][n.row]))
		}
		return truthOf(n.eval(e.X).missing)
	case *plan.Arith:
		x, y := n.eval(e.X), n.eval(e.Y)
		if x.missing || y.missing {
			return missing
		}
		switch e.Op {
		case "+":
			return numberOf(x.number + y.number)
		case "-":
			return numberOf(x.number - y.number)
		case "*":
			return numberOf(x.number * y.number)
		}
		if y.number == 0 {
			return missing
		}
		return numberOf(x.number / y.number)
	case *plan.Neg:
		x := n.eval(e.X)
		x.number = -x.number
		return x
	case *plan.Call:
		return n.call(e)
	case *plan.Column:
		return n.column(e.Var)
	case *plan.Number:
		return numberOf(e.Value)
	case *plan.Bool:
		return truthOf(e.Value)
	}
	panic(fmt.Sprintf("%T", e))
}

func (n *naive) not(x answer) answer {
	if x.missing {
		return missing
	}
	return truthOf(!x.truth)
}

func (n *naive) call(e *plan.Call) answer {
	if e.Function == "if" {
		test := n.eval(e.Args[0])
		switch {
		case test.missing:
			return missing
		case test.truth:
			return n.eval(e.Args[1])
		}
		return n.eval(e.Args[2])
	}
	var all []float64
	for _, a := range e.Args {
		x := n.eval(a)
		if x.missing {
			return missing
		}
		all = append(all, x.number)
	}
	x := all[0]
	switch e.Function {
	case "log":
		if x <= 0 {
			return missing
		}
		return numberOf(math.Log(x))
	case "sqrt":
		if x < 0 {
			return missing
		}
		return numberOf(math.Sqrt(x))
	case "exp":
		return numberOf(math.Exp(x))
	case "abs":
		return numberOf(math.Abs(x))
	}
	for _, y := range all[1:] {
		if e.Function == "min" && y < x || e.Function == "max" && y > x {
			x = y
		}
	}
	return numberOf(x)
}

// world is a random table with variables of every kind, and a generator of expressions over them.
type world struct {
	rng     *rand.Rand
	t       *table.Table
	cells   map[string][]string
	numbers []*plan.Variable
	levels  []*plan.Variable
}

func newWorld(t testing.TB, seed uint64) *world {
	rng := rand.New(rand.NewPCG(seed, 11))
	n := 1 + rng.IntN(3000)
	pools := map[string][]string{
		"x": {"", "-9", "95", "1.5", "-2.25", "0", "3", "1e200", "-1e200", "1e-200", "-0.5"},
		"z": {"", "0", "1", "2", "3", "4", "-9.0"},
		"g": {"", "NA", "red", "green", "Blue", "7", "7.0"},
		"b": {"", "1", "2"},
		"o": {"", "low", "mid", "high", "dk", "top"},
	}
	w := &world{rng: rng, cells: map[string][]string{}}
	var columns []*table.Column
	for _, name := range []string{"x", "z", "g", "b", "o"} {
		for range n {
			w.cells[name] = append(w.cells[name], pools[name][rng.IntN(len(pools[name]))])
		}
		if name == "b" { // both levels occur, so that 0 and 1 mean the same to everyone
			w.cells[name][0] = "1"
			w.cells[name][n-1] = "2"
		}
		columns = append(columns, table.CellsColumn(name, w.cells[name]))
	}
	var err error
	if w.t, err = table.New("world", columns...); err != nil {
		t.Fatal(err)
	}
	x := &plan.Variable{Name: "ex", Column: "x", Type: plan.Numeric, Missing: plan.Missing{Codes: []string{"-9"}, Ranges: [][2]float64{{90, 99}}}}
	z := &plan.Variable{Name: "z", Column: "z", Type: plan.Count}
	b := &plan.Variable{Name: "b", Column: "b", Type: plan.Binary, Levels: []plan.Level{{Code: "1", Label: "no"}, {Code: "2", Label: "yes"}}}
	bRef := &plan.Variable{Name: "b2", Column: "b", Type: plan.Binary, Ref: "2"}
	o := &plan.Variable{Name: "o", Column: "o", Type: plan.Ordinal, Missing: plan.Missing{Codes: []string{"dk"}},
		Levels: []plan.Level{{Code: "low"}, {Code: "mid"}, {Code: "high", Label: "top"}}}
	g := &plan.Variable{Name: "g", Column: "g", Type: plan.Categorical, Missing: plan.Missing{Codes: []string{"NA"}}}
	w.numbers = []*plan.Variable{x, z, b, bRef, o}
	w.levels = []*plan.Variable{g, b, o, z}
	if n == 1 {
		w.numbers, w.levels = []*plan.Variable{x, z, o}, []*plan.Variable{g, o, z}
	}
	d := &plan.Variable{Name: "d", Type: plan.Numeric, Derived: w.number(2), Missing: plan.Missing{Codes: []string{"0"}}}
	w.numbers = append(w.numbers, d)
	return w
}

func (w *world) number(depth int) plan.Expr {
	constants := []float64{0, 1, -1, 2.5, 700, 1e-300}
	if depth == 0 || w.rng.IntN(5) == 0 {
		if w.rng.IntN(3) == 0 {
			return &plan.Number{Value: constants[w.rng.IntN(len(constants))]}
		}
		return &plan.Column{Var: w.numbers[w.rng.IntN(len(w.numbers))]}
	}
	depth--
	switch w.rng.IntN(5) {
	case 0:
		return &plan.Neg{X: w.number(depth)}
	case 1:
		return &plan.Call{Function: []string{"log", "exp", "sqrt", "abs"}[w.rng.IntN(4)], Args: []plan.Expr{w.number(depth)}}
	case 2:
		return &plan.Call{Function: []string{"min", "max"}[w.rng.IntN(2)], Args: []plan.Expr{w.number(depth), w.number(depth), w.number(depth)}}
	case 3:
		return &plan.Call{Function: "if", Args: []plan.Expr{w.condition(depth), w.number(depth), w.number(depth)}}
	}
	return &plan.Arith{Op: []string{"+", "-", "*", "/"}[w.rng.IntN(4)], X: w.number(depth), Y: w.number(depth)}
}

func (w *world) condition(depth int) plan.Expr {
	ops := []plan.CompareOp{"=", "!=", "<", "<=", ">", ">="}
	if depth == 0 {
		switch w.rng.IntN(8) {
		case 0:
			return &plan.Bool{Value: w.rng.IntN(2) == 0}
		case 1, 2:
			v := w.levels[w.rng.IntN(len(w.levels))]
			codes := map[string][]string{"g": {"red", "7", "blue"}, "b": {"2", "1.0"}, "o": {"mid", "high"}, "z": {"3", "0"}}[v.Column]
			return &plan.LevelIs{Var: v, Codes: codes[:1+w.rng.IntN(len(codes))]}
		case 3:
			vs := append(append([]*plan.Variable{}, w.numbers...), w.levels...)
			return &plan.IsMissing{X: &plan.Column{Var: vs[w.rng.IntN(len(vs))]}}
		}
		return &plan.Compare{Op: ops[w.rng.IntN(6)], X: w.number(0), Y: w.number(0)}
	}
	depth--
	switch w.rng.IntN(10) {
	case 0, 1:
		return &plan.And{X: w.condition(depth), Y: w.condition(depth)}
	case 2, 3:
		return &plan.Or{X: w.condition(depth), Y: w.condition(depth)}
	case 4:
		return &plan.Not{X: w.condition(depth)}
	case 5:
		return &plan.Compare{Op: ops[w.rng.IntN(2)], X: w.condition(depth), Y: w.condition(depth)}
	case 6:
		return &plan.InSet{X: w.number(depth), Values: []float64{1, 0, 2.5, -9}}
	case 7:
		return &plan.InRange{X: w.number(depth), Low: -1, High: 3}
	case 8:
		if w.rng.IntN(2) == 0 {
			return &plan.IsMissing{X: w.number(depth)}
		}
		return &plan.IsMissing{X: w.condition(depth)}
	}
	return &plan.Call{Function: "if", Args: []plan.Expr{w.condition(depth), w.condition(depth), w.condition(depth)}}
}

// check compares both evaluators on a random condition and a random number.
func (w *world) check(t *testing.T) {
	t.Helper()
	ctx := context.Background()
	e := w.condition(w.rng.IntN(5))
	mask, err := Mask(ctx, w.t, e)
	if err != nil {
		t.Fatalf("%s: %v", plan.Canonical(e), err)
	}
	v := &plan.Variable{Name: "v", Type: plan.Numeric, Derived: w.number(w.rng.IntN(5))}
	if w.rng.IntN(4) == 0 {
		v.Derived = e
	}
	got, err := Numeric(ctx, w.t, v)
	if err != nil {
		t.Fatalf("%s: %v", plan.Canonical(v.Derived), err)
	}
	row := &naive{cells: w.cells}
	for row.row = range w.t.Rows {
		want := row.eval(e)
		if mask.Get(row.row) != (!want.missing && want.truth) {
			t.Fatalf("row %d of %d: %s kept %v, want %+v", row.row, w.t.Rows, plan.Canonical(e), mask.Get(row.row), want)
		}
		x := row.eval(v.Derived)
		if v.Derived == e && x.truth {
			x.number = 1
		}
		if got.Valid.Get(row.row) == x.missing || !x.missing && got.Values[row.row] != x.number {
			t.Fatalf("row %d of %d: %s gave %v (%v), want %+v", row.row, w.t.Rows, plan.Canonical(v.Derived), got.Values[row.row], got.Valid.Get(row.row), x)
		}
		if math.IsNaN(got.Values[row.row]) || math.IsInf(got.Values[row.row], 0) {
			t.Fatalf("row %d: %v came out", row.row, got.Values[row.row])
		}
	}
}

func TestAgainstNaive(t *testing.T) {
	for seed := range uint64(120) {
		w := newWorld(t, seed)
		for range 3 {
			w.check(t)
		}
	}
}

func FuzzAgainstNaive(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { newWorld(t, seed).check(t) })
}
