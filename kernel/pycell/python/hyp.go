package python

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"sort"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// Record is a result or insight of the session: a JSON object whose members are attributes and items. A record with a
// member "value", as verdict and effect of a result are, stands for that value in comparisons, arithmetic and text.
type Record struct{ d *Dict }

func (*Record) Type() *py.Type { return foreign }

// absentMembers are members of results that are left out when there is nothing to say: reading them gives None.
var absentMembers = map[string]bool{"name": true, "p": true, "q": true, "log10_p": true, "log10_q": true, "low": true, "high": true,
	"estimate": true, "std_error": true, "effect": true, "magnitude": true, "verdict": true, "finding": true, "exposure": true,
	"moderator": true, "groups": true, "weights": true, "where": true, "part": true, "needs": true, "estimator": true, "test": true,
	"why": true, "coverage": true, "statistic": true, "odds_ratio": true, "reference": true, "event": true, "contrast": true,
	"levels": true, "coefficients": true, "warnings": true, "family": true, "holdout": true, "rivals": true, "refusal": true,
	"equivalence": true, "detectable": true, "statement": true, "because": true, "expect": true, "prior": true, "lineage": true}

func (r *Record) get(name string) Value {
	if i, ok := r.d.index[name]; ok {
		return r.d.entries[i].value
	}
	return nil
}

// value is the member "value".
func (r *Record) value() Value { return r.get("value") }

// isResult tells a result of a hypothesis from other records.
func (r *Record) isResult() bool { return r.get("claim") != nil && r.get("status") != nil }

func (r *Record) attribute(name string) (Value, bool) {
	if v := r.get(name); v != nil {
		return v, true
	}
	if name == "ci" {
		low, high := r.get("low"), r.get("high")
		if low != nil && high != nil {
			return py.Tuple{low, high}, true
		}
		if r.isResult() {
			return py.None, true
		}
	}
	if r.isResult() && absentMembers[name] {
		return py.None, true
	}
	return nil, false
}

func (r *Record) write(p *printer) error {
	if !r.isResult() {
		return p.braces(r.d)
	}
	p.b.WriteString("<Result ")
	if n := r.get("name"); n != nil {
		if err := p.write(n); err != nil {
			return err
		}
		p.b.WriteString(" ")
	}
	s, err := p.m.str(r.get("claim"))
	if err != nil {
		return err
	}
	p.b.WriteString(s)
	if v := r.get("verdict"); v != nil {
		if s, err = p.m.str(v); err != nil {
			return err
		}
		p.b.WriteString(": " + s)
	}
	p.b.WriteString(">")
	return nil
}

func (p *printer) braces(d *Dict) error {
	p.b.WriteString("{")
	err := p.dict(d)
	p.b.WriteString("}")
	return err
}

// decode turns JSON into values; objects become what object makes of them.
func decode(m *Machine, raw []byte, object func(*Dict) Value) (Value, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	v, err := decodeNext(m, d, object, 0)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err == nil {
		return nil, fmt.Errorf("extra data")
	}
	return v, nil
}

func decodeNext(m *Machine, d *json.Decoder, object func(*Dict) Value, depth int) (Value, error) {
	if depth > maxDepth {
		return nil, errorf(RecursionError, "maximum recursion depth exceeded while decoding a JSON document")
	}
	if err := m.tick(); err != nil {
		return nil, err
	}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			l := list(nil)
			for d.More() {
				v, err := decodeNext(m, d, object, depth+1)
				if err != nil {
					return nil, err
				}
				l.Items = append(l.Items, v)
			}
			_, err := d.Token()
			return l, err
		}
		o := newDict()
		for d.More() {
			k, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := decodeNext(m, d, object, depth+1)
			if err != nil {
				return nil, err
			}
			o.putText(k.(string), v)
		}
		if _, err := d.Token(); err != nil {
			return nil, err
		}
		return object(o), nil
	case json.Number:
		if !strings.ContainsAny(t.String(), ".eE") {
			return parseInt(t.String(), 10)
		}
		f, err := t.Float64()
		if err != nil && math.IsInf(f, 0) {
			err = nil
		}
		return py.Float(f), err
	case string:
		return text(t), nil
	case bool:
		return boolean(t), nil
	}
	return py.None, nil
}

// ask calls the host and reads its answer.
func (m *Machine) ask(method, argument string) (Value, error) {
	if m.config.Call == nil {
		return nil, errorf(hypError, "there is no session here")
	}
	raw, err := m.config.Call(method, argument)
	if e := m.tick(); e != nil {
		return nil, e
	}
	if err != nil {
		return nil, errorf(hypError, "%s", err)
	}
	v, err := decode(m, raw, func(d *Dict) Value { return &Record{d} })
	if err != nil {
		return nil, errorf(hypError, "the session answered what is no JSON: %s", err)
	}
	return v, nil
}

// hypModule is the module hyp, which every cell has without import.
func (m *Machine) hypModule() *Module {
	h := &Module{name: "hyp", attrs: map[string]Value{"Error": hypError, "Result": recordClass, "Column": columnClass}}
	for name, k := range map[string]method{
		"run":      {"statement, /", func(m *Machine, a []Value) (Value, error) { return m.askText("run", a[0]) }},
		"insights": {"query='find insights', /", func(m *Machine, a []Value) (Value, error) { return m.askText("insights", a[0]) }},
		"column":   {"name, /", func(m *Machine, a []Value) (Value, error) { return m.column(a[0]) }},
	} {
		h.attrs[name] = &Builtin{name: name, sig: parseSignature(k.sig), fn: k.fn}
	}
	h.attrs["data"] = &dataFrame
	m.modules["hyp"] = h
	return h
}

func (m *Machine) askText(method string, v Value) (Value, error) {
	if v == nil {
		v = text("find insights")
	}
	s, ok := v.(py.String)
	if !ok {
		return nil, errorf(TypeError, "hyp.%s() needs a text, not %s", method, kind(v))
	}
	v, err := m.ask(method, string(s))
	if err == nil && v == py.None {
		v = list(nil)
	}
	return v, err
}

// hypAttribute are the attributes of hyp that are asked for anew each time.
func (m *Machine) hypAttribute(name string) (Value, error) {
	if name != "results" {
		return nil, nil
	}
	v, err := m.ask("results", "")
	if err == nil && v == py.None {
		v = list(nil)
	}
	return v, err
}

// dataFrame is hyp.data: columns by name.
var dataFrame Instance

// column reads a column of the session's data.
func (m *Machine) column(name Value) (Value, error) {
	s, ok := name.(py.String)
	if !ok {
		return nil, errorf(TypeError, "columns have names: hyp.data['name'], not %s", kind(name))
	}
	v, err := m.ask("column", string(s))
	if err != nil {
		return nil, err
	}
	items, err := m.sequence(v)
	return &Column{name: string(s), values: items}, err
}

func (m *Machine) columnNames() ([]string, error) {
	v, err := m.ask("columns", "")
	if err != nil || v == py.None {
		return nil, err
	}
	items, err := m.sequence(v)
	var out []string
	for _, x := range items {
		if s, ok := x.(py.String); ok {
			out = append(out, string(s))
		}
	}
	return out, err
}

func defineHost() {
	data, _ := newClass("Data", []*Class{objectClass})
	data.module, data.user = "hyp", true // its methods are found as a user's are
	dataFrame.class = data
	data.methods(map[string]method{
		"__getitem__": {"self, name, /", func(m *Machine, a []Value) (Value, error) { return m.column(a[1]) }},
		"__getattr__": {"self, name, /", func(m *Machine, a []Value) (Value, error) {
			v, err := m.column(a[1])
			if raisedClass(err, hypError) {
				return nil, errorf(AttributeError, "%s", err.(*raised).exc.exc.args[0])
			}
			return v, err
		}},
		"__iter__": {"self", func(m *Machine, a []Value) (Value, error) {
			names, err := m.columnNames()
			if err != nil {
				return nil, err
			}
			return m.iter(textList(names))
		}},
		"__len__": {"self", func(m *Machine, a []Value) (Value, error) {
			names, err := m.columnNames()
			return py.Int(len(names)), err
		}},
		"__contains__": {"self, name, /", func(m *Machine, a []Value) (Value, error) {
			names, err := m.columnNames()
			if err != nil {
				return nil, err
			}
			ok, err := m.contains(textList(names), a[1])
			return boolean(ok), err
		}},
		"__repr__": {"self", func(m *Machine, a []Value) (Value, error) {
			names, err := m.columnNames()
			return text(fmt.Sprintf("<hyp.data: %d columns: %s>", len(names), cutText(strings.Join(names, ", "), 500))), err
		}},
	})
	data.set("columns", &wrapper{class: propertyClass, fn: &Builtin{name: "columns", sig: parseSignature("self"), fn: func(m *Machine, a []Value) (Value, error) {
		names, err := m.columnNames()
		return textList(names), err
	}}})
	keys := func(what string) method {
		return method{"self", func(m *Machine, a []Value) (Value, error) { return &view{a[0].(*Record).d, what}, nil }}
	}
	recordClass.methods(map[string]method{
		"keys": keys("keys"), "values": keys("values"), "items": keys("items"),
		"get": {"self, name, default=None, /", func(m *Machine, a []Value) (Value, error) {
			v, err := a[0].(*Record).d.get(m, a[1])
			if v == nil && err == nil {
				if v = a[2]; v == nil {
					v = py.None
				}
			}
			return v, err
		}},
	})
	defineColumns()
}

// Column is a column of the session's data. Arithmetic and comparison go element by element; a missing value is None and
// stays missing. Statistics leave missing values out.
type Column struct {
	name   string
	values []Value
}

func (*Column) Type() *py.Type { return foreign }

func (c *Column) write(p *printer) error {
	fmt.Fprintf(&p.b, "<Column %s: %d values: ", c.name, len(c.values))
	for i, v := range c.values {
		if i == 5 {
			p.b.WriteString(", …")
			break
		}
		if i > 0 {
			p.b.WriteString(", ")
		}
		if err := p.write(v); err != nil {
			return err
		}
	}
	p.b.WriteString(">")
	return nil
}

// mapped applies f to every value that is there.
func (c *Column) mapped(f func(Value) (Value, error)) (Value, error) {
	out := make([]Value, len(c.values))
	for i, v := range c.values {
		if v == py.None {
			out[i] = v
			continue
		}
		var err error
		if out[i], err = f(v); err != nil {
			return nil, err
		}
	}
	return &Column{name: c.name, values: out}, nil
}

func (c *Column) not(m *Machine) (Value, error) {
	return c.mapped(func(v Value) (Value, error) {
		t, err := m.truth(v)
		return boolean(!t), err
	})
}

// item is column[i], column[a:b] or column[truths].
func (c *Column) item(m *Machine, key Value) (Value, error) {
	switch k := key.(type) {
	case *Slice:
		items, err := m.cut(c.values, k)
		return &Column{name: c.name, values: items}, err
	case *Column, *py.List:
		mask, err := m.sequence(k)
		if err != nil {
			return nil, err
		}
		if len(mask) != len(c.values) {
			return nil, errorf(ValueError, "a selection of %d rows does not fit the %d rows of %s", len(mask), len(c.values), c.name)
		}
		out := &Column{name: c.name}
		for i, v := range c.values {
			if ok, err := m.truth(mask[i]); err != nil {
				return nil, err
			} else if ok {
				out.values = append(out.values, v)
			}
		}
		return out, nil
	}
	i, err := m.position(key, len(c.values), "column", "column index out of range")
	if err != nil {
		return nil, err
	}
	return c.values[i], nil
}

// pairwise applies f to the elements of two columns, or of a column and a value.
func (m *Machine) pairwise(a, b Value, f func(x, y Value) (Value, error)) (Value, error) {
	x, okx := a.(*Column)
	y, oky := b.(*Column)
	if okx && oky && len(x.values) != len(y.values) {
		return nil, errorf(ValueError, "%s has %d rows and %s has %d", x.name, len(x.values), y.name, len(y.values))
	}
	shape := x
	if !okx {
		shape = y
	}
	out := &Column{name: shape.name, values: make([]Value, len(shape.values))}
	for i := range out.values {
		p, q := a, b
		if okx {
			p = x.values[i]
		}
		if oky {
			q = y.values[i]
		}
		if p == py.None || q == py.None {
			out.values[i] = py.None
			continue
		}
		if err := m.tick(); err != nil {
			return nil, err
		}
		var err error
		if out.values[i], err = f(p, q); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (m *Machine) columnBinary(op ast.OperatorNumber, a, b Value) (Value, error) {
	if r, ok := a.(*Record); ok && r.value() != nil {
		return m.binary(op, r.value(), b)
	}
	if r, ok := b.(*Record); ok && r.value() != nil {
		return m.binary(op, a, r.value())
	}
	_, okx := a.(*Column)
	_, oky := b.(*Column)
	if !okx && !oky {
		return nil, nil
	}
	return m.pairwise(a, b, func(x, y Value) (Value, error) { return m.binary(op, x, y) })
}

func (m *Machine) columnCompare(op ast.CmpOp, a, b Value) (Value, error) {
	return m.pairwise(a, b, func(x, y Value) (Value, error) { return m.compare(op, x, y) })
}

// numbers are the values of a column that are there; an error when one is no number.
func (c *Column) numbers() ([]float64, error) {
	var out []float64
	for _, v := range c.values {
		if v == py.None {
			continue
		}
		f, ok := floatOf(v)
		if !ok {
			return nil, errorf(TypeError, "%s is text: %s is no number", c.name, safeRepr(v))
		}
		out = append(out, f)
	}
	return out, nil
}

func defineColumns() {
	stat := func(f func(m *Machine, x []float64) (Value, error)) method {
		return method{"self", func(m *Machine, a []Value) (Value, error) {
			x, err := a[0].(*Column).numbers()
			if err != nil {
				return nil, err
			}
			return f(m, x)
		}}
	}
	float := func(f func([]float64) float64) method {
		return stat(func(m *Machine, x []float64) (Value, error) {
			if len(x) == 0 {
				return py.None, nil
			}
			return py.Float(f(x)), nil
		})
	}
	pick := func(op ast.CmpOp) method {
		return method{"self", func(m *Machine, a []Value) (Value, error) {
			var best Value = py.None
			for _, v := range a[0].(*Column).values {
				if v == py.None {
					continue
				}
				if best == py.None {
					best = v
					continue
				}
				r, err := m.compare(op, v, best)
				if err != nil {
					return nil, err
				}
				if r == py.True {
					best = v
				}
			}
			return best, nil
		}}
	}
	columnClass.methods(map[string]method{
		"min": pick(ast.Lt), "max": pick(ast.Gt),
		"sum":  float(sumFloats),
		"mean": float(func(x []float64) float64 { return sumFloats(x) / float64(len(x)) }),
		"std": stat(func(m *Machine, x []float64) (Value, error) {
			if len(x) < 2 {
				return py.None, nil
			}
			return py.Float(math.Sqrt(squares(x) / float64(len(x)-1))), nil
		}),
		"median": float(func(x []float64) float64 {
			sort.Float64s(x)
			if n := len(x); n%2 == 0 {
				return (x[n/2-1] + x[n/2]) / 2
			}
			return x[len(x)/2]
		}),
		"count": {"self", func(m *Machine, a []Value) (Value, error) {
			n := 0
			for _, v := range a[0].(*Column).values {
				if v != py.None {
					n++
				}
			}
			return py.Int(n), nil
		}},
		"missing": {"self", func(m *Machine, a []Value) (Value, error) {
			return a[0].(*Column).missing(), nil
		}},
		"tolist": {"self", func(m *Machine, a []Value) (Value, error) {
			return list(append([]Value(nil), a[0].(*Column).values...)), nil
		}},
		"unique": {"self", func(m *Machine, a []Value) (Value, error) {
			d := newDict()
			for _, v := range a[0].(*Column).values {
				if v != py.None {
					if err := d.put(m, v, py.None); err != nil {
						return nil, err
					}
				}
			}
			return list(d.keys()), nil
		}},
		"map": {"self, function, /", func(m *Machine, a []Value) (Value, error) {
			return a[0].(*Column).mapped(func(v Value) (Value, error) { return m.call(a[1], []Value{v}, nil) })
		}},
	})
}

// missing is a column of truths: which values are missing.
func (c *Column) missing() Value {
	out := &Column{name: c.name, values: make([]Value, len(c.values))}
	for i, v := range c.values {
		out.values[i] = boolean(v == py.None)
	}
	return out
}

func sumFloats(x []float64) float64 {
	var s, c float64 // Neumaier's compensated sum
	for _, v := range x {
		t := s + v
		if math.Abs(s) >= math.Abs(v) {
			c += s - t + v
		} else {
			c += v - t + s
		}
		s = t
	}
	return s + c
}

func squares(x []float64) float64 {
	mean, s := sumFloats(x)/float64(len(x)), 0.0
	for _, v := range x {
		s += (v - mean) * (v - mean)
	}
	return s
}
