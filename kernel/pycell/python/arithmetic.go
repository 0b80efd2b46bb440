package python

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// hash is hash(v).
func (m *Machine) hash(v Value) (Value, error) {
	h, err := hashKey(m, v)
	if err != nil {
		return nil, err
	}
	switch h := h.(type) {
	case int64:
		if h == -1 {
			h = -2
		}
		return py.Int(h), nil
	case userHash:
		n, err := strconv.ParseInt(h.hash, 10, 64)
		if err != nil {
			return nil, errorf(TypeError, "__hash__ method should return an integer")
		}
		return py.Int(n), nil
	}
	var b strings.Builder
	encodeKey(&b, h)
	sum := uint64(14695981039346656037) // FNV-1a
	for _, c := range []byte(b.String()) {
		sum = (sum ^ uint64(c)) * 1099511628211
	}
	return py.Int(int64(sum >> 1)), nil
}

// extreme is min and max.
func extreme(name string, op ast.CmpOp) method {
	return method{"*args, key=None, default=None", func(m *Machine, a []Value) (Value, error) {
		// The parameters in order: key, default, *args.
		key, def, args := a[0], a[1], a[2].(py.Tuple)
		var over Value = args
		switch {
		case len(args) == 0:
			return nil, errorf(TypeError, "%s expected at least 1 argument, got 0", name)
		case len(args) == 1:
			over = args[0]
		}
		var best, bestKey Value
		err := m.each(over, func(x Value) error {
			k := x
			if key != nil && key != py.None {
				var err error
				if k, err = m.call(key, []Value{x}, nil); err != nil {
					return err
				}
			}
			if best == nil {
				best, bestKey = x, k
				return nil
			}
			v, err := m.compare(op, k, bestKey)
			if err != nil {
				return err
			}
			better, err := m.truth(v)
			if better {
				best, bestKey = x, k
			}
			return err
		})
		if err == nil && best == nil {
			if def == nil {
				return nil, errorf(ValueError, "%s() arg is an empty sequence", name)
			}
			best = def
		}
		return best, err
	}}
}

// anyAll is any and all: it ends at the first element whose truth is stop.
func anyAll(stop bool) method {
	return method{"iterable, /", func(m *Machine, a []Value) (Value, error) {
		found := false
		err := m.each(a[0], func(x Value) error {
			t, err := m.truth(x)
			if err == nil && t == stop {
				found = true
				return errFound
			}
			return err
		})
		if found {
			return boolean(stop), nil
		}
		return boolean(!stop), err
	}}
}

// inBase is bin, oct and hex.
func inBase(base int, prefix string) method {
	return method{"number, /", func(m *Machine, a []Value) (Value, error) {
		b := bigOf(a[0])
		if b == nil {
			return nil, errorf(TypeError, "'%s' object cannot be interpreted as an integer", kind(a[0]))
		}
		sign := ""
		if b.Sign() < 0 {
			sign = "-"
		}
		return text(sign + prefix + new(big.Int).Abs(b).Text(base)), nil
	}}
}

// sum is sum(v, start), floats added as CPython 3.11 does: plainly, from left to right.
func (m *Machine) sum(v, start Value) (Value, error) {
	total := start
	if total == nil {
		total = py.Int(0)
	}
	if _, ok := total.(py.String); ok {
		return nil, errorf(TypeError, "sum() can't sum strings [use ''.join(seq) instead]")
	}
	err := m.each(v, func(x Value) (err error) {
		total, err = m.binary(ast.Add, total, x)
		return err
	})
	return total, err
}

// round is round(v, digits): to even, from the shortest decimal text that is the number.
func (m *Machine) round(v, digits Value) (Value, error) {
	if r, ok := v.(*Record); ok && r.value() != nil {
		v = r.value()
	}
	if digits == py.None {
		digits = nil
	}
	var n int
	if digits != nil {
		var err error
		if n, err = m.index(digits, "'"+kind(digits)+"' object cannot be interpreted as an integer"); err != nil {
			return nil, err
		}
	}
	switch x := v.(type) {
	case py.Int, py.Bool, *py.BigInt:
		b := bigOf(x)
		if n >= 0 {
			return integer(b), nil
		}
		if -n > maxDigits {
			return py.Int(0), nil
		}
		unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-n)), nil)
		q, r := new(big.Int).DivMod(b, unit, new(big.Int))
		switch twice := new(big.Int).Lsh(r, 1).Cmp(unit); {
		case twice > 0, twice == 0 && q.Bit(0) == 1:
			q.Add(q, big.NewInt(1))
		}
		return integer(q.Mul(q, unit)), nil
	case py.Float:
		f := float64(x)
		if digits == nil {
			b, err := m.toInt(py.Float(math.RoundToEven(f)))
			if err != nil {
				return nil, err
			}
			return integer(b), nil
		}
		if math.IsNaN(f) || math.IsInf(f, 0) || n > 400 {
			return x, nil
		}
		if n < -400 {
			return py.Float(math.Copysign(0, f)), nil
		}
		if n >= 0 {
			r, err := strconv.ParseFloat(strconv.FormatFloat(f, 'f', n, 64), 64)
			if err != nil {
				return nil, errorf(OverflowError, "rounded value too large to represent")
			}
			return py.Float(r), nil
		}
		unit := math.Pow(10, float64(-n))
		return py.Float(math.RoundToEven(f/unit) * unit), nil
	case *Instance:
		if f := classOf(x).special("__round__"); f != nil {
			if digits == nil {
				return m.call(f, []Value{x}, nil)
			}
			return m.call(f, []Value{x, digits}, nil)
		}
	case *Column:
		return x.mapped(func(y Value) (Value, error) { return m.round(y, digits) })
	}
	return nil, errorf(TypeError, "type %s doesn't define __round__ method", kind(v))
}

func (m *Machine) abs(v Value) (Value, error) {
	if r, ok := v.(*Record); ok && r.value() != nil {
		v = r.value()
	}
	switch x := v.(type) {
	case py.Int, py.Bool, *py.BigInt:
		return integer(new(big.Int).Abs(bigOf(x))), nil
	case py.Float:
		return py.Float(math.Abs(float64(x))), nil
	case py.Complex:
		return py.Float(math.Hypot(real(x), imag(x))), nil
	case *Column:
		return x.mapped(m.abs)
	case *Instance:
		if f := classOf(x).special("__abs__"); f != nil {
			return m.call(f, []Value{x}, nil)
		}
	}
	return nil, errorf(TypeError, "bad operand type for abs(): '%s'", kind(v))
}

// pow is pow(base, exp, mod).
func (m *Machine) pow(a []Value) (Value, error) {
	if a[2] == nil || a[2] == py.None {
		return m.binary(ast.Pow, a[0], a[1])
	}
	x, y, z := bigOf(a[0]), bigOf(a[1]), bigOf(a[2])
	switch {
	case x == nil || y == nil || z == nil:
		return nil, errorf(TypeError, "pow() 3rd argument not allowed unless all arguments are integers")
	case z.Sign() == 0:
		return nil, errorf(ValueError, "pow() 3rd argument cannot be 0")
	case x.BitLen()+y.BitLen()+z.BitLen() > 1<<13:
		return nil, tooManyBits()
	}
	abs := new(big.Int).Abs(z)
	r := new(big.Int).Exp(x, y, abs)
	if r == nil {
		return nil, errorf(ValueError, "base is not invertible for the given modulus")
	}
	if r.Mod(r, abs); z.Sign() < 0 && r.Sign() != 0 {
		r.Add(r, z)
	}
	return integer(r), nil
}
