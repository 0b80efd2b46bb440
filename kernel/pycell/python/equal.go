package python

import (
	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// same is a is b.
func same(a, b Value) bool {
	switch x := a.(type) {
	case py.Tuple:
		y, ok := b.(py.Tuple)
		return ok && len(x) == len(y) && (len(x) == 0 || &x[0] == &y[0])
	case py.Bytes:
		y, ok := b.(py.Bytes)
		return ok && len(x) == len(y) && (len(x) == 0 || &x[0] == &y[0])
	}
	switch b.(type) {
	case py.Tuple, py.Bytes:
		return false
	}
	return a == b
}

// equal is a == b as a truth.
func (m *Machine) equal(a, b Value) (bool, error) {
	if same(a, b) {
		return true, nil
	}
	if v, err := m.userCompare(ast.Eq, a, b); v != nil || err != nil {
		if err != nil {
			return false, err
		}
		return m.truth(v)
	}
	return m.builtinEqual(a, b)
}

func (m *Machine) builtinEqual(a, b Value) (bool, error) {
	if isReal(a) && isReal(b) {
		order, ok := compareNumbers(a, b)
		return ok && order == 0, nil
	}
	switch x := a.(type) {
	case py.String:
		if y, ok := b.(py.String); ok {
			return x == y, nil
		}
	case py.Bytes:
		y, ok := b.(py.Bytes)
		return ok && string(x) == string(y), nil
	case py.Complex:
		if y, ok := b.(py.Complex); ok {
			return x == y, nil
		}
		f, ok := floatOf(b)
		return ok && x == py.Complex(complex(f, 0)), nil
	case py.Tuple:
		if y, ok := b.(py.Tuple); ok {
			return m.equalItems(x, y)
		}
		return false, nil
	case *py.List:
		y, ok := b.(*py.List)
		if !ok {
			return false, nil
		}
		return m.equalItems(x.Items, y.Items)
	case *Dict:
		if y, ok := b.(*Dict); ok {
			return m.equalDicts(x, y)
		}
		return false, nil
	case *Set:
		y, ok := m.asSet(b)
		if !ok || x.d.live != y.d.live {
			return false, nil
		}
		v, err := m.setOrder(ast.LtE, x, y)
		return v == py.True, err
	case *view:
		s, ok := m.asSet(x)
		if !ok {
			return a == b, nil
		}
		return m.builtinEqual(s, b)
	case *Range:
		y, ok := b.(*Range)
		if !ok {
			return false, nil
		}
		n := x.len()
		return n == y.len() && (n == 0 || x.start == y.start && (n == 1 || x.step == y.step)), nil
	case *Record:
		if y, ok := b.(*Record); ok {
			return m.equalDicts(x.d, y.d)
		}
		if v := x.value(); v != nil {
			return m.equal(v, b)
		}
	case *Method:
		y, ok := b.(*Method)
		return ok && x.fn == y.fn && same(x.self, y.self), nil
	case *Slice:
		y, ok := b.(*Slice)
		if !ok {
			return false, nil
		}
		return m.equalItems([]Value{x.start, x.stop, x.step}, []Value{y.start, y.stop, y.step})
	}
	if y, ok := b.(*Record); ok {
		if v := y.value(); v != nil {
			return m.equal(a, v)
		}
	}
	return same(a, b), nil
}

func (m *Machine) equalItems(x, y []Value) (bool, error) {
	if len(x) != len(y) {
		return false, nil
	}
	if err := m.enter(); err != nil {
		return false, err
	}
	defer func() { m.depth-- }()
	for i := range x {
		if ok, err := m.equal(x[i], y[i]); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

func (m *Machine) equalDicts(x, y *Dict) (bool, error) {
	if x.live != y.live {
		return false, nil
	}
	if err := m.enter(); err != nil {
		return false, err
	}
	defer func() { m.depth-- }()
	for _, e := range x.entries {
		if e.dead {
			continue
		}
		v, err := y.get(m, e.key)
		if err != nil || v == nil {
			return false, err
		}
		if ok, err := m.equal(e.value, v); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}
