package plan

import (
	"encoding/json"
	"fmt"
)

// node is the JSON of every expression: "op" tells the kind, the operators standing for themselves. A variable inside an
// expression carries its whole definition.
//
//	{"op":"and","x":…,"y":…}  or, not (x)          {"op":"=","x":…,"y":…}  != < <= > >=
//	{"op":"level_is","var":…,"codes":[…]}          {"op":"in_set","x":…,"values":[…]}
//	{"op":"in_range","x":…,"low":0,"high":9}       {"op":"is_missing","x":…}
//	{"op":"+","x":…,"y":…}  - * /                  {"op":"neg","x":…}
//	{"op":"call","function":"log","args":[…]}      {"op":"column","var":…}
//	{"op":"number","value":2.5}                    {"op":"bool","value":true}
type node struct {
	Op       string          `json:"op"`
	X        Expr            `json:"x,omitempty"`
	Y        Expr            `json:"y,omitempty"`
	Var      *Variable       `json:"var,omitempty"`
	Codes    *[]string       `json:"codes,omitempty"`
	Values   *[]float64      `json:"values,omitempty"`
	Low      *float64        `json:"low,omitempty"`
	High     *float64        `json:"high,omitempty"`
	Function string          `json:"function,omitempty"`
	Args     *[]Expr         `json:"args,omitempty"`
	Value    json.RawMessage `json:"value,omitempty"`
}

// MarshalJSON writes {"op":"and",...}; the other kinds likewise.
func (e *And) MarshalJSON() ([]byte, error) { return json.Marshal(node{Op: "and", X: e.X, Y: e.Y}) }

// MarshalJSON writes {"op":"or",...}.
func (e *Or) MarshalJSON() ([]byte, error) { return json.Marshal(node{Op: "or", X: e.X, Y: e.Y}) }

// MarshalJSON writes {"op":"not",...}.
func (e *Not) MarshalJSON() ([]byte, error) { return json.Marshal(node{Op: "not", X: e.X}) }

// MarshalJSON writes the operator as "op".
func (e *Compare) MarshalJSON() ([]byte, error) {
	return json.Marshal(node{Op: string(e.Op), X: e.X, Y: e.Y})
}

// MarshalJSON writes {"op":"level_is",...}.
func (e *LevelIs) MarshalJSON() ([]byte, error) {
	return json.Marshal(node{Op: "level_is", Var: e.Var, Codes: listOf(e.Codes)})
}

// MarshalJSON writes {"op":"in_set",...}.
func (e *InSet) MarshalJSON() ([]byte, error) {
	return json.Marshal(node{Op: "in_set", X: e.X, Values: listOf(e.Values)})
}

// MarshalJSON writes {"op":"in_range",...}.
func (e *InRange) MarshalJSON() ([]byte, error) {
	return json.Marshal(node{Op: "in_range", X: e.X, Low: &e.Low, High: &e.High})
}

// MarshalJSON writes {"op":"is_missing",...}.
func (e *IsMissing) MarshalJSON() ([]byte, error) {
	return json.Marshal(node{Op: "is_missing", X: e.X})
}

// MarshalJSON writes the operator as "op".
func (e *Arith) MarshalJSON() ([]byte, error) { return json.Marshal(node{Op: e.Op, X: e.X, Y: e.Y}) }

// MarshalJSON writes {"op":"neg",...}.
func (e *Neg) MarshalJSON() ([]byte, error) { return json.Marshal(node{Op: "neg", X: e.X}) }

// MarshalJSON writes {"op":"call",...}.
func (e *Call) MarshalJSON() ([]byte, error) {
	return json.Marshal(node{Op: "call", Function: e.Function, Args: listOf(e.Args)})
}

// MarshalJSON writes {"op":"column",...}.
func (e *Column) MarshalJSON() ([]byte, error) { return json.Marshal(node{Op: "column", Var: e.Var}) }

// MarshalJSON writes {"op":"number",...}.
func (e *Number) MarshalJSON() ([]byte, error) {
	v, err := json.Marshal(e.Value)
	if err != nil {
		return nil, err
	}
	return json.Marshal(node{Op: "number", Value: v})
}

// MarshalJSON writes {"op":"bool",...}.
func (e *Bool) MarshalJSON() ([]byte, error) {
	v := json.RawMessage("false")
	if e.Value {
		v = json.RawMessage("true")
	}
	return json.Marshal(node{Op: "bool", Value: v})
}

// listOf keeps an empty list apart from an absent one.
func listOf[T any](v []T) *[]T {
	if v == nil {
		v = []T{}
	}
	return &v
}

// incoming is node on the way in, its parts not yet read.
type incoming struct {
	Op       string            `json:"op"`
	X        json.RawMessage   `json:"x"`
	Y        json.RawMessage   `json:"y"`
	Var      *Variable         `json:"var"`
	Codes    []string          `json:"codes"`
	Values   []float64         `json:"values"`
	Low      *float64          `json:"low"`
	High     *float64          `json:"high"`
	Function string            `json:"function"`
	Args     []json.RawMessage `json:"args"`
	Value    json.RawMessage   `json:"value"`
}

// ReadExpr reads an expression as the MarshalJSON methods write it; null and no text at all are nil. An unknown "op" and an
// absent part are errors.
func ReadExpr(data []byte) (Expr, error) {
	if len(data) == 0 || string(data) == "null" {
		return nil, nil
	}
	var in incoming
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, fmt.Errorf("expression: %w", err)
	}
	x, err := ReadExpr(in.X)
	if err != nil {
		return nil, err
	}
	y, err := ReadExpr(in.Y)
	if err != nil {
		return nil, err
	}
	lacks := func(part string) error { return fmt.Errorf("expression %q has no %q", in.Op, part) }
	switch in.Op {
	case "level_is", "column":
		if in.Var == nil {
			return nil, lacks("var")
		}
		if in.Op == "column" {
			return &Column{Var: in.Var}, nil
		}
		return &LevelIs{Var: in.Var, Codes: in.Codes}, nil
	case "call":
		call := &Call{Function: in.Function}
		for _, raw := range in.Args {
			arg, err := ReadExpr(raw)
			if err != nil {
				return nil, err
			}
			if arg == nil {
				return nil, lacks("args")
			}
			call.Args = append(call.Args, arg)
		}
		return call, nil
	case "number":
		var v *float64
		if err := unmarshalValue(in.Value, &v); err != nil || v == nil {
			return nil, lacks("value")
		}
		return &Number{*v}, nil
	case "bool":
		var v *bool
		if err := unmarshalValue(in.Value, &v); err != nil || v == nil {
			return nil, lacks("value")
		}
		return &Bool{*v}, nil
	}
	if x == nil {
		if !operators[in.Op] {
			return nil, fmt.Errorf("expression has an unknown op %q", in.Op)
		}
		return nil, lacks("x")
	}
	switch in.Op {
	case "not":
		return &Not{x}, nil
	case "in_set":
		return &InSet{x, in.Values}, nil
	case "in_range":
		if in.Low == nil || in.High == nil {
			return nil, lacks("low and high")
		}
		return &InRange{x, *in.Low, *in.High}, nil
	case "is_missing":
		return &IsMissing{x}, nil
	case "neg":
		return &Neg{x}, nil
	}
	if !operators[in.Op] {
		return nil, fmt.Errorf("expression has an unknown op %q", in.Op)
	}
	if y == nil {
		return nil, lacks("y")
	}
	switch in.Op {
	case "and":
		return &And{x, y}, nil
	case "or":
		return &Or{x, y}, nil
	case "+", "-", "*", "/":
		return &Arith{in.Op, x, y}, nil
	}
	return &Compare{CompareOp(in.Op), x, y}, nil
}

// operators are the ops whose first part is x.
var operators = map[string]bool{"and": true, "or": true, "not": true, "=": true, "!=": true, "<": true, "<=": true, ">": true,
	">=": true, "+": true, "-": true, "*": true, "/": true, "neg": true, "in_set": true, "in_range": true, "is_missing": true}

func unmarshalValue(data json.RawMessage, v any) error {
	if data == nil {
		return nil
	}
	return json.Unmarshal(data, v)
}

// UnmarshalJSON reads a variable, its expression included.
func (v *Variable) UnmarshalJSON(data []byte) error {
	type plain Variable // drops this method
	in := struct {
		*plain
		Derived json.RawMessage `json:"derived"` // shadows the interface, which encoding/json cannot fill
	}{plain: (*plain)(v)}
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	derived, err := ReadExpr(in.Derived)
	v.Derived = derived
	return err
}

// UnmarshalJSON reads a Spec, its condition included.
func (s *Spec) UnmarshalJSON(data []byte) error {
	type plain Spec
	in := struct {
		*plain
		Where json.RawMessage `json:"where"`
	}{plain: (*plain)(s)}
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	where, err := ReadExpr(in.Where)
	s.Where = where
	return err
}
