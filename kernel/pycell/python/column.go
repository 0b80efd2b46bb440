package python

import (
	"fmt"
	"math"
	"sort"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

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
