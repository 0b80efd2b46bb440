package python

import (
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

type comparison struct{ sign, method, mirrored string }

var comparisons = map[ast.CmpOp]comparison{
	ast.Eq: {"==", "__eq__", "__eq__"}, ast.NotEq: {"!=", "__ne__", "__ne__"}, ast.Lt: {"<", "__lt__", "__gt__"},
	ast.LtE: {"<=", "__le__", "__ge__"}, ast.Gt: {">", "__gt__", "__lt__"}, ast.GtE: {">=", "__ge__", "__le__"},
}

// compare is a op b.
func (m *Machine) compare(op ast.CmpOp, a, b Value) (Value, error) {
	if x, ok := a.(py.Int); ok {
		if y, ok := b.(py.Int); ok && op <= ast.GtE {
			return boolean(holds(op, x < y, x > y)), nil
		}
	}
	switch op {
	case ast.Is:
		return boolean(same(a, b)), nil
	case ast.IsNot:
		return boolean(!same(a, b)), nil
	case ast.In, ast.NotIn:
		ok, err := m.contains(b, a)
		return boolean(ok == (op == ast.In)), err
	}
	if _, ok := a.(*Column); ok {
		return m.columnCompare(op, a, b)
	}
	if _, ok := b.(*Column); ok {
		return m.columnCompare(op, a, b)
	}
	if v, err := m.userCompare(op, a, b); v != nil || err != nil {
		return v, err
	}
	if op == ast.Eq || op == ast.NotEq {
		ok, err := m.builtinEqual(a, b)
		return boolean(ok == (op == ast.Eq)), err
	}
	if x, ok := a.(*Set); ok {
		if y, ok := m.asSet(b); ok {
			return m.setOrder(op, x, y)
		}
	}
	order, ok, err := m.order(a, b)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errorf(TypeError, "'%s' not supported between instances of '%s' and '%s'", comparisons[op].sign, kind(a), kind(b))
	}
	if order == unordered {
		return py.False, nil
	}
	return boolean(holds(op, order < 0, order > 0)), nil
}

func holds(op ast.CmpOp, less, more bool) bool {
	switch op {
	case ast.Eq:
		return !less && !more
	case ast.NotEq:
		return less || more
	case ast.Lt:
		return less
	case ast.LtE:
		return !more
	case ast.Gt:
		return more
	}
	return !less
}

// userCompare asks the classes of users; nil, nil when they have nothing to say.
func (m *Machine) userCompare(op ast.CmpOp, a, b Value) (Value, error) {
	ca, cb := classOf(a), classOf(b)
	if !ca.user && !cb.user {
		return nil, nil
	}
	try := func(c *Class, name string, x, y Value) (Value, error) {
		f := c.special(name)
		if f == nil {
			return nil, nil
		}
		if err := m.enter(); err != nil {
			return nil, err
		}
		defer func() { m.depth-- }()
		r, err := m.call(f, []Value{x, y}, nil)
		if r == notImplemented {
			return nil, nil
		}
		return r, err
	}
	c := comparisons[op]
	first, second := func() (Value, error) { return try(ca, c.method, a, b) }, func() (Value, error) { return try(cb, c.mirrored, b, a) }
	if ca != cb && cb.derives(ca) {
		first, second = second, first
	}
	if v, err := first(); v != nil || err != nil {
		return v, err
	}
	if v, err := second(); v != nil || err != nil {
		return v, err
	}
	if op == ast.NotEq {
		v, err := m.userCompare(ast.Eq, a, b)
		if v == nil || err != nil {
			return v, err
		}
		t, err := m.truth(v)
		return boolean(!t), err
	}
	return nil, nil
}

// unordered is the order of numbers of which one is NaN.
const unordered = 2

// order is the order of two values of the language; ok is false when they have none.
func (m *Machine) order(a, b Value) (order int, ok bool, err error) {
	if isReal(a) && isReal(b) {
		order, ok := compareNumbers(a, b)
		if !ok {
			return unordered, true, nil
		}
		return order, true, nil
	}
	switch x := a.(type) {
	case py.String:
		if y, ok := b.(py.String); ok {
			return strings.Compare(string(x), string(y)), true, nil // UTF-8 sorts as its code points do
		}
	case py.Bytes:
		if y, ok := b.(py.Bytes); ok {
			return strings.Compare(string(x), string(y)), true, nil
		}
	case *py.List:
		if y, ok := b.(*py.List); ok {
			return m.orderItems(x.Items, y.Items)
		}
	case py.Tuple:
		if y, ok := b.(py.Tuple); ok {
			return m.orderItems(x, y)
		}
	case *Record:
		if v := x.value(); v != nil {
			return m.order(v, b)
		}
	}
	if y, ok := b.(*Record); ok {
		if v := y.value(); v != nil {
			return m.order(a, v)
		}
	}
	return 0, false, nil
}

func (m *Machine) orderItems(x, y []Value) (int, bool, error) {
	if err := m.enter(); err != nil {
		return 0, false, err
	}
	defer func() { m.depth-- }()
	for i := range min(len(x), len(y)) {
		same, err := m.equal(x[i], y[i])
		if err != nil {
			return 0, false, err
		}
		if same {
			continue
		}
		less, err := m.less(x[i], y[i])
		if err != nil {
			return 0, false, err
		}
		if less {
			return -1, true, nil
		}
		more, err := m.less(y[i], x[i])
		if err != nil || !more {
			return unordered, true, err
		}
		return 1, true, nil
	}
	return len(x) - len(y), true, nil
}

// less is a < b as a truth.
func (m *Machine) less(a, b Value) (bool, error) {
	v, err := m.compare(ast.Lt, a, b)
	if err != nil {
		return false, err
	}
	return m.truth(v)
}

// contains is x in v.
func (m *Machine) contains(v, x Value) (bool, error) {
	switch v := v.(type) {
	case py.String:
		s, ok := x.(py.String)
		if !ok {
			return false, errorf(TypeError, "'in <string>' requires string as left operand, not %s", kind(x))
		}
		return strings.Contains(string(v), string(s)), nil
	case *Dict:
		i, _, err := v.find(m, x)
		return i >= 0, err
	case *Set:
		return v.has(m, x)
	case *Record:
		return m.contains(v.d, x)
	case *view:
		if v.what == "keys" {
			return m.contains(v.d, x)
		}
	case *Range:
		if n, ok := intOf(x); ok {
			if v.step > 0 {
				return n >= v.start && n < v.stop && (n-v.start)%v.step == 0, nil
			}
			return n <= v.start && n > v.stop && (v.start-n)%-v.step == 0, nil
		}
	case *Instance:
		if v.class == nil {
			break
		}
		if f := v.class.special("__contains__"); f != nil {
			r, err := m.call(f, []Value{v, x}, nil)
			if err != nil {
				return false, err
			}
			return m.truth(r)
		}
	}
	it, err := m.iter(v)
	if err != nil {
		return false, errorf(TypeError, "argument of type '%s' is not iterable", kind(v))
	}
	found := false
	err = m.each(it, func(y Value) error {
		ok, err := m.equal(y, x)
		if ok {
			found = true
			return errFound
		}
		return err
	})
	if found {
		return true, nil
	}
	return false, err
}
