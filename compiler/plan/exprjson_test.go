package plan

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// everyExpr holds every kind once or more.
func everyExpr() Expr {
	age := &Variable{Name: "age", Column: "AGE", Type: Numeric, Range: &[2]float64{0, 120}}
	sex := &Variable{Name: "sex", Column: "SEX", Type: Binary, Levels: []Level{{"1", "Male"}, {"2", "Female"}}, Ref: "2",
		Missing: Missing{Codes: []string{"-9"}, Ranges: [][2]float64{{90, 99}}}}
	logAge := &Variable{Name: "log_age", Type: Numeric, Derived: &Call{"log", []Expr{&Column{age}}}}
	old := &Compare{">=", &Column{age}, &Number{65}}
	return &Or{
		&And{&LevelIs{sex, []string{"1", "2"}}, &Not{&IsMissing{&Column{logAge}}}},
		&And{
			&And{&InSet{&Column{age}, []float64{1, 2.5, -3}}, &InRange{&Column{age}, 0, 17.5}},
			&Or{
				&Compare{"=", old, &Bool{false}},
				&Compare{"<", &Arith{"/", &Neg{&Column{age}}, &Number{0}}, &Call{"if", []Expr{&Bool{true}, &Number{1e-300}, &Number{-2}}}},
			},
		},
	}
}

func TestExprJSON(t *testing.T) {
	for _, want := range []Expr{everyExpr(), &LevelIs{Var: &Variable{Name: "g", Column: "g", Type: Text}, Codes: []string{""}}, &Number{}, &Bool{}} {
		data, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadExpr(data)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if !reflect.DeepEqual(got, want) {
			again, _ := json.Marshal(got)
			t.Errorf("wrote %s\nread %s", data, again)
		}
	}
	data, err := json.Marshal(&Compare{"<=", &Column{&Variable{Name: "age", Column: "AGE", Type: Numeric}}, &Number{65}})
	want := `{"op":"\u003c=","x":{"op":"column","var":{"name":"age","column":"AGE","type":"numeric"}},"y":{"op":"number","value":65}}`
	if err != nil || string(data) != want {
		t.Errorf("got %s (%v), want %s", data, err, want)
	}
}

func TestSpecJSON(t *testing.T) {
	want := &Spec{Name: "H1", Template: Assoc, Where: everyExpr(), Outcome: &Variable{Name: "y", Type: Binary, Derived: &Bool{true}},
		Exposure: &Variable{Name: "x", Column: "x", Type: Numeric}}
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got := new(Spec)
	if err := json.Unmarshal(data, got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		again, _ := json.Marshal(got)
		t.Errorf("wrote %s\nread %s", data, again)
	}
}

func TestReadExprErrors(t *testing.T) {
	for in, want := range map[string]string{
		`{"op":"xor","x":{"op":"bool","value":true}}`: `unknown op "xor"`,
		`{"op":"nand"}`:                                           `unknown op "nand"`,
		`{"x":{"op":"bool","value":true}}`:                        `unknown op ""`,
		`{"op":"and","x":{"op":"bool","value":true}}`:             `"and" has no "y"`,
		`{"op":"not"}`:                                            `"not" has no "x"`,
		`{"op":"column"}`:                                         `"column" has no "var"`,
		`{"op":"number"}`:                                         `"number" has no "value"`,
		`{"op":"number","value":"7"}`:                             `"number" has no "value"`,
		`{"op":"bool","value":null}`:                              `"bool" has no "value"`,
		`{"op":"in_range","x":{"op":"number","value":1},"low":1}`: `has no "low and high"`,
		`{"op":"call","function":"log","args":[null]}`:            `has no "args"`,
		`{"op":"not","x":{"op":"neg","x":{"op":"column","var":{"name":7}}}}`: `cannot unmarshal`,
		`[]`: `cannot unmarshal`,
	} {
		if e, err := ReadExpr([]byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, %v, want an error with %q", in, e, err, want)
		}
	}
	if e, err := ReadExpr([]byte("null")); e != nil || err != nil {
		t.Errorf("null: %v, %v", e, err)
	}
}

func FuzzReadExpr(f *testing.F) {
	data, _ := json.Marshal(everyExpr())
	f.Add(data)
	f.Fuzz(func(t *testing.T, in []byte) {
		e, err := ReadExpr(in)
		if err != nil || e == nil {
			return
		}
		out, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadExpr(out)
		if err != nil {
			t.Fatalf("%s: %v", out, err)
		}
		if second, _ := json.Marshal(again); string(second) != string(out) {
			t.Fatalf("%s became %s", out, second)
		}
	})
}
