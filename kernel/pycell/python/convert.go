package python

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-python/gpython/py"
)

// toInt is int(v) of a number.
func (m *Machine) toInt(v Value) (*big.Int, error) {
	if b := bigOf(v); b != nil {
		return b, nil
	}
	switch x := v.(type) {
	case py.Float:
		f := float64(x)
		if math.IsNaN(f) {
			return nil, errorf(ValueError, "cannot convert float NaN to integer")
		}
		if math.IsInf(f, 0) {
			return nil, errorf(OverflowError, "cannot convert float infinity to integer")
		}
		b, _ := big.NewFloat(f).Int(nil)
		return b, nil
	case *Record:
		if y := x.value(); y != nil {
			return m.toInt(y)
		}
	case *Instance:
		for _, name := range []string{"__int__", "__index__", "__trunc__"} {
			if f := classOf(x).special(name); f != nil {
				r, err := m.call(f, []Value{x}, nil)
				if err != nil {
					return nil, err
				}
				if b := bigOf(r); b != nil {
					return b, nil
				}
				return nil, errorf(TypeError, "%s returned non-int (type %s)", name, kind(r))
			}
		}
	}
	return nil, errorf(TypeError, "int() argument must be a string, a bytes-like object or a real number, not '%s'", kind(v))
}

// toFloat is float(v).
func (m *Machine) toFloat(v Value) (float64, error) {
	if f, ok := floatOf(v); ok {
		if math.IsInf(f, 0) {
			if _, big := v.(*py.BigInt); big {
				return 0, errorf(OverflowError, "int too large to convert to float")
			}
		}
		return f, nil
	}
	switch x := v.(type) {
	case py.String:
		s := strings.TrimFunc(string(x), unicode.IsSpace)
		f, err := strconv.ParseFloat(strings.ToLower(s), 64)
		bad := strings.ContainsAny(s, "xXpP") || strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_")
		if strings.Contains(s, "_") && !bad {
			f, err = strconv.ParseFloat(strings.ReplaceAll(strings.ToLower(s), "_", ""), 64)
		}
		if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange {
			err = nil // 1e999 is inf
		}
		if err != nil || bad {
			return 0, errorf(ValueError, "could not convert string to float: %s", quote(string(x)))
		}
		return f, nil
	case *Record:
		if y := x.value(); y != nil {
			return m.toFloat(y)
		}
	case *Instance:
		for _, name := range []string{"__float__", "__index__"} {
			if f := classOf(x).special(name); f != nil {
				r, err := m.call(f, []Value{x}, nil)
				if err != nil {
					return 0, err
				}
				if f, ok := floatOf(r); ok {
					return f, nil
				}
				return 0, errorf(TypeError, "%s.%s returned non-float (type %s)", kind(x), name, kind(r))
			}
		}
	}
	return 0, errorf(TypeError, "float() argument must be a string or a real number, not '%s'", kind(v))
}

// parseInt is int(text, base).
func parseInt(s string, base int) (Value, error) {
	t := strings.ToLower(strings.TrimFunc(s, unicode.IsSpace))
	sign := ""
	if t != "" && (t[0] == '-' || t[0] == '+') {
		sign, t = strings.TrimPrefix(t[:1], "+"), t[1:]
	}
	b := base
	for p, pb := range map[string]int{"0x": 16, "0o": 8, "0b": 2} {
		if strings.HasPrefix(t, p) && (base == pb || base == 0) {
			b, t = pb, strings.TrimPrefix(t[2:], "_")
		}
	}
	if b == 0 {
		b = 10
	}
	digits := strings.ReplaceAll(t, "_", "")
	bad := digits == "" || strings.HasPrefix(t, "_") || strings.HasSuffix(t, "_") || strings.Contains(t, "__") || digits[0] == '-' || digits[0] == '+'
	if !bad && b&(b-1) != 0 && len(digits) > maxDigits { // bases of powers of two are read in no time
		return nil, errorf(ValueError, "Exceeds the limit (%d digits) for integer string conversion: value has %d digits", maxDigits, len(digits))
	}
	n, ok := new(big.Int).SetString(sign+digits, b)
	if bad || !ok {
		return nil, errorf(ValueError, "invalid literal for int() with base %d: %s", base, quote(s))
	}
	return integer(n), nil
}

func defineNumbers() {
	intClass.constructor("x=0, /, base=10", func(m *Machine, a []Value) (Value, error) {
		switch x := a[0].(type) {
		case nil:
			return py.Int(0), nil
		case py.String:
			base := int64(10)
			if a[1] != nil {
				base, _ = intOf(a[1])
				if base != 0 && (base < 2 || base > 36) {
					return nil, errorf(ValueError, "int() base must be >= 2 and <= 36, or 0")
				}
			}
			return parseInt(string(x), int(base))
		}
		if a[1] != nil {
			return nil, errorf(TypeError, "int() can't convert non-string with explicit base")
		}
		b, err := m.toInt(a[0])
		if err != nil {
			return nil, err
		}
		return integer(b), nil
	})
	floatClass.constructor("x=0, /", func(m *Machine, a []Value) (Value, error) {
		if a[0] == nil {
			return py.Float(0), nil
		}
		f, err := m.toFloat(a[0])
		return py.Float(f), err
	})
	boolClass.constructor("x=False, /", func(m *Machine, a []Value) (Value, error) {
		if a[0] == nil {
			return py.False, nil
		}
		t, err := m.truth(a[0])
		return boolean(t), err
	})
	complexClass.constructor("real=0, imag=0", func(m *Machine, a []Value) (Value, error) {
		var c [2]complex128
		for i := range c {
			switch x := a[i].(type) {
			case nil:
			case py.Complex:
				c[i] = complex128(x)
			default:
				f, err := m.toFloat(x)
				if err != nil {
					return nil, err
				}
				c[i] = complex(f, 0)
			}
		}
		return py.Complex(c[0] + c[1]*1i), nil
	})
	intClass.methods(map[string]method{
		"bit_length": {"self", func(m *Machine, a []Value) (Value, error) { return py.Int(bigOf(a[0]).BitLen()), nil }},
		"bit_count": {"self", func(m *Machine, a []Value) (Value, error) {
			return py.Int(strings.Count(bigOf(a[0]).Text(2), "1")), nil
		}},
		"conjugate": {"self", func(m *Machine, a []Value) (Value, error) { return integer(bigOf(a[0])), nil }},
	})
	floatClass.methods(map[string]method{
		"is_integer": {"self", func(m *Machine, a []Value) (Value, error) {
			f := float64(a[0].(py.Float))
			return boolean(f == math.Trunc(f) && !math.IsInf(f, 0)), nil
		}},
		"as_integer_ratio": {"self", func(m *Machine, a []Value) (Value, error) {
			r := new(big.Rat)
			if r.SetFloat64(float64(a[0].(py.Float))) == nil {
				return nil, errorf(OverflowError, "cannot convert Infinity to integer ratio")
			}
			return py.Tuple{integer(new(big.Int).Set(r.Num())), integer(new(big.Int).Set(r.Denom()))}, nil
		}},
		"conjugate": {"self", func(m *Machine, a []Value) (Value, error) { return a[0], nil }},
	})
	complexClass.methods(map[string]method{
		"conjugate": {"self", func(m *Machine, a []Value) (Value, error) {
			c := complex128(a[0].(py.Complex))
			return py.Complex(complex(real(c), -imag(c))), nil
		}},
	})
	bytesClass.methods(map[string]method{
		"decode": {"self, encoding='utf-8', errors='strict'", func(m *Machine, a []Value) (Value, error) { return text(string(a[0].(py.Bytes))), nil }},
		"hex": {"self", func(m *Machine, a []Value) (Value, error) {
			var b strings.Builder
			for _, c := range a[0].(py.Bytes) {
				b.WriteString(strconv.FormatInt(int64(c)+256, 16)[1:])
			}
			return text(b.String()), nil
		}},
	})
}
