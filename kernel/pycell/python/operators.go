package python

import (
	"math/big"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// operator is a binary operator: its sign and the methods of user classes that do it.
type operator struct{ sign, method string }

var operators = map[ast.OperatorNumber]operator{
	ast.Add: {"+", "add"}, ast.Sub: {"-", "sub"}, ast.Mult: {"*", "mul"}, ast.Div: {"/", "truediv"},
	ast.Modulo: {"%", "mod"}, ast.Pow: {"** or pow()", "pow"}, ast.LShift: {"<<", "lshift"}, ast.RShift: {">>", "rshift"},
	ast.BitOr: {"|", "or"}, ast.BitXor: {"^", "xor"}, ast.BitAnd: {"&", "and"}, ast.FloorDiv: {"//", "floordiv"},
}

// binary is a op b.
func (m *Machine) binary(op ast.OperatorNumber, a, b Value) (Value, error) {
	switch x := a.(type) {
	case py.Int:
		if y, ok := b.(py.Int); ok {
			if v, done, err := smallBinary(op, int64(x), int64(y)); done {
				return v, err
			}
			return m.bigBinary(op, big.NewInt(int64(x)), big.NewInt(int64(y)))
		}
	case py.Float:
		if y, ok := b.(py.Float); ok {
			if v, done, err := floatBinary(op, float64(x), float64(y)); done {
				return v, err
			}
		}
	}
	if isInteger(a) && isInteger(b) {
		if x, ok := a.(py.Bool); ok {
			if y, ok := b.(py.Bool); ok {
				switch op {
				case ast.BitAnd:
					return x && y, nil
				case ast.BitOr:
					return x || y, nil
				case ast.BitXor:
					return py.Bool(x != y), nil
				}
			}
		}
		return m.intBinary(op, a, b)
	}
	if isReal(a) && isReal(b) {
		x, _ := floatOf(a)
		y, _ := floatOf(b)
		if v, done, err := floatBinary(op, x, y); done {
			return v, err
		}
		return nil, m.unsupported(op, a, b)
	}
	if v, err := m.reflect(op, a, b); v != nil || err != nil {
		return v, err
	}
	var v Value
	var err error
	switch op {
	case ast.Add:
		v, err = m.concatenate(a, b)
	case ast.Mult:
		if v, err = m.repeat(a, b); v == nil && err == nil {
			v, err = m.repeat(b, a)
		}
	case ast.Modulo:
		if s, ok := a.(py.String); ok {
			return m.percent(string(s), b)
		}
	case ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor:
		v, err = m.setBinary(op, a, b)
	}
	if v == nil && err == nil {
		v, err = m.complexBinary(op, a, b)
	}
	if v == nil && err == nil {
		v, err = m.columnBinary(op, a, b)
	}
	if v != nil || err != nil {
		return v, err
	}
	return nil, m.unsupported(op, a, b)
}

func (m *Machine) unsupported(op ast.OperatorNumber, a, b Value) error {
	switch a.(type) {
	case py.String:
		if op == ast.Add {
			e := errorf(TypeError, `can only concatenate str (not "%s") to str`, kind(b))
			if isReal(b) {
				return withHelp(e, "write str(...) around the number, or an f-string")
			}
			return e
		}
	case *py.List:
		if op == ast.Add {
			return errorf(TypeError, `can only concatenate list (not "%s") to list`, kind(b))
		}
	case py.Tuple:
		if op == ast.Add {
			return errorf(TypeError, `can only concatenate tuple (not "%s") to tuple`, kind(b))
		}
	}
	if op == ast.Mult && (isSequence(a) || isSequence(b)) {
		other := b
		if !isSequence(a) {
			other = a
		}
		return errorf(TypeError, "can't multiply sequence by non-int of type '%s'", kind(other))
	}
	return errorf(TypeError, "unsupported operand type(s) for %s: '%s' and '%s'", operators[op].sign, kind(a), kind(b))
}

func isSequence(v Value) bool {
	switch v.(type) {
	case py.String, *py.List, py.Tuple, py.Bytes:
		return true
	}
	return false
}

// reflect asks the classes of users for an operator; nil, nil when they have none.
func (m *Machine) reflect(op ast.OperatorNumber, a, b Value) (Value, error) {
	ca, cb := classOf(a), classOf(b)
	if !ca.user && !cb.user {
		return nil, nil
	}
	name := operators[op].method
	try := func(c *Class, name string, x, y Value) (Value, error) {
		f := c.special(name)
		if f == nil {
			return nil, nil
		}
		r, err := m.call(f, []Value{x, y}, nil)
		if r == notImplemented {
			return nil, nil
		}
		return r, err
	}
	right := ca != cb && cb.derives(ca) && cb.special("__r"+name+"__") != nil
	if right {
		if v, err := try(cb, "__r"+name+"__", b, a); v != nil || err != nil {
			return v, err
		}
	}
	if v, err := try(ca, "__"+name+"__", a, b); v != nil || err != nil {
		return v, err
	}
	if !right && ca != cb {
		return try(cb, "__r"+name+"__", b, a)
	}
	return nil, nil
}

// inPlace is a op= b.
func (m *Machine) inPlace(op ast.OperatorNumber, a, b Value) (Value, error) {
	switch x := a.(type) {
	case *py.List:
		switch op {
		case ast.Add:
			items, err := m.appendAll(x.Items, b)
			if err == nil {
				x.Items = items
			}
			return x, err
		case ast.Mult:
			v, err := m.repeat(x, b)
			if v != nil {
				x.Items = v.(*py.List).Items
				return x, nil
			}
			if err != nil {
				return nil, err
			}
		}
	case *Set:
		if y, ok := b.(*Set); ok && !x.frozen {
			v, err := m.setBinary(op, x, y)
			if v != nil {
				x.d = v.(*Set).d
				return x, nil
			}
			if err != nil {
				return nil, err
			}
		}
	case *Dict:
		if op == ast.BitOr && x.class == nil {
			return x, m.updateDict(x, b)
		}
	case *Instance:
		if f := classOf(x).special("__i" + operators[op].method + "__"); f != nil {
			r, err := m.call(f, []Value{x, b}, nil)
			if r != notImplemented {
				return r, err
			}
		}
	}
	v, err := m.binary(op, a, b)
	if r, ok := err.(*raised); ok && r.exc.class == TypeError && len(r.exc.exc.args) == 1 {
		if s, ok := r.exc.exc.args[0].(py.String); ok {
			sign := operators[op].sign
			r.exc.exc.args[0] = text(strings.Replace(string(s), "for "+sign+":", "for "+strings.Fields(sign)[0]+"=:", 1))
		}
	}
	return v, err
}

func (m *Machine) concatenate(a, b Value) (Value, error) {
	switch x := a.(type) {
	case py.String:
		if y, ok := b.(py.String); ok {
			if len(x)+len(y) > 1<<16 {
				if err := m.room(float64(len(x) + len(y))); err != nil {
					return nil, err
				}
			}
			return x + y, nil
		}
	case py.Bytes:
		if y, ok := b.(py.Bytes); ok {
			return append(append(py.Bytes{}, x...), y...), nil
		}
	case *py.List:
		if y, ok := b.(*py.List); ok {
			if err := m.room(16 * float64(len(x.Items)+len(y.Items))); err != nil {
				return nil, err
			}
			return list(append(append(make([]Value, 0, len(x.Items)+len(y.Items)), x.Items...), y.Items...)), nil
		}
	case py.Tuple:
		if y, ok := b.(py.Tuple); ok {
			if err := m.room(16 * float64(len(x)+len(y))); err != nil {
				return nil, err
			}
			return append(append(make(py.Tuple, 0, len(x)+len(y)), x...), y...), nil
		}
	case *Dict:
		return m.counterBinary(ast.Add, a, b)
	}
	return nil, nil
}

// repeat is a sequence times an integer.
func (m *Machine) repeat(a, b Value) (Value, error) {
	var n int64
	switch v := b.(type) {
	case py.Int, py.Bool:
		n, _ = intOf(v)
	case *py.BigInt:
		if !isSequence(a) {
			return nil, nil
		}
		return nil, errorf(OverflowError, "cannot fit 'int' into an index-sized integer")
	default:
		return nil, nil
	}
	n = max(n, 0)
	var items []Value
	switch x := a.(type) {
	case py.String:
		if err := m.room(float64(len(x)) * float64(n)); err != nil {
			return nil, err
		}
		return text(strings.Repeat(string(x), int(n))), nil
	case py.Bytes:
		if err := m.room(float64(len(x)) * float64(n)); err != nil {
			return nil, err
		}
		return py.Bytes(strings.Repeat(string(x), int(n))), nil
	case *py.List:
		items = x.Items
	case py.Tuple:
		items = x
	default:
		return nil, nil
	}
	if err := m.room(16 * float64(len(items)) * float64(n)); err != nil {
		return nil, err
	}
	if len(items) == 0 {
		n = 0
	}
	out := make([]Value, 0, len(items)*int(n))
	for range n {
		out = append(out, items...)
	}
	if _, ok := a.(py.Tuple); ok {
		return py.Tuple(out), nil
	}
	return list(out), nil
}

func (m *Machine) complexBinary(op ast.OperatorNumber, a, b Value) (Value, error) {
	_, ca := a.(py.Complex)
	_, cb := b.(py.Complex)
	if !(ca || cb) || !(ca || isReal(a)) || !(cb || isReal(b)) {
		return nil, nil
	}
	to := func(v Value) py.Complex {
		if c, ok := v.(py.Complex); ok {
			return c
		}
		f, _ := floatOf(v)
		return py.Complex(complex(f, 0))
	}
	x, y := to(a), to(b)
	switch op {
	case ast.Add:
		return x + y, nil
	case ast.Sub:
		return x - y, nil
	case ast.Mult:
		return x * y, nil
	case ast.Div:
		if y == 0 {
			return nil, errorf(ZeroDivisionError, "complex division by zero")
		}
		return x / y, nil
	case ast.Pow:
		if n := real(y); imag(y) == 0 && n == float64(int(n)) && n > -100 && n < 100 {
			// CPython multiplies for whole exponents, which is exact more often.
			z, square := complex128(1), complex128(x)
			for k := int(max(n, -n)); k > 0; k >>= 1 {
				if k&1 == 1 {
					z *= square
				}
				square *= square
			}
			if n < 0 {
				if z == 0 {
					return nil, errorf(ZeroDivisionError, "0.0 to a negative or complex power")
				}
				z = 1 / z
			}
			return py.Complex(z), nil
		}
		v, err := py.Pow(x, y, py.None)
		if err != nil {
			return nil, fromGpython(err)
		}
		return v, nil
	}
	return nil, nil
}

// unary is op v.
func (m *Machine) unary(op ast.UnaryOpNumber, v Value) (Value, error) {
	if op == ast.Not {
		t, err := m.truth(v)
		return boolean(!t), err
	}
	name, sign := "__neg__", "-"
	switch op {
	case ast.UAdd:
		name, sign = "__pos__", "+"
	case ast.Invert:
		name, sign = "__invert__", "~"
	}
	switch x := v.(type) {
	case py.Float:
		switch op {
		case ast.USub:
			return -x, nil
		case ast.UAdd:
			return x, nil
		}
	case py.Complex:
		switch op {
		case ast.USub:
			return -x, nil
		case ast.UAdd:
			return x, nil
		}
	case py.Int, py.Bool, *py.BigInt:
		b := bigOf(x)
		switch op {
		case ast.USub:
			return integer(new(big.Int).Neg(b)), nil
		case ast.Invert:
			return integer(new(big.Int).Not(b)), nil
		}
		return integer(b), nil
	case *Instance:
		if f := classOf(x).special(name); f != nil {
			return m.call(f, []Value{x}, nil)
		}
	case *Column:
		if op == ast.USub {
			return m.columnBinary(ast.Mult, x, py.Int(-1))
		}
		if op == ast.Invert {
			return x.not(m)
		}
	}
	return nil, errorf(TypeError, "bad operand type for unary %s: '%s'", sign, kind(v))
}
