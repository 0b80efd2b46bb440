package python

import (
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/go-python/gpython/py"
)

// percent is text % values.
func (m *Machine) percent(s string, v Value) (Value, error) {
	args, isTuple := v.(py.Tuple)
	if !isTuple {
		args = py.Tuple{v}
	}
	var b strings.Builder
	used, named := 0, false
	next := func() (Value, error) {
		if used >= len(args) {
			return nil, errorf(TypeError, "not enough arguments for format string")
		}
		used++
		return args[used-1], nil
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		i++
		var arg Value
		var err error
		if i < len(s) && s[i] == '(' {
			end := strings.IndexByte(s[i:], ')')
			if end < 0 {
				return nil, errorf(ValueError, "incomplete format key")
			}
			if _, ok := v.(*Dict); !ok {
				return nil, errorf(TypeError, "format requires a mapping")
			}
			if arg, err = m.item(v, text(s[i+1:i+end])); err != nil {
				return nil, err
			}
			i += end + 1
			named = true
		}
		f := spec{fill: " ", precision: -1, align: '>'}
	flags:
		for ; i < len(s); i++ {
			switch s[i] {
			case '-':
				f.align = '<'
			case '+', ' ':
				f.sign = s[i]
			case '#':
				f.alternate = true
			case '0':
				if f.align == '>' {
					f.zero, f.fill, f.align = true, "0", '='
				}
			default:
				break flags
			}
		}
		number := func() (int, error) {
			if i < len(s) && s[i] == '*' {
				i++
				w, err := next()
				n, _ := intOf(w)
				return int(n), err
			}
			n := 0
			for ; i < len(s) && s[i] >= '0' && s[i] <= '9'; i++ {
				n = min(n*10+int(s[i]-'0'), 1<<30)
			}
			return n, nil
		}
		if f.width, err = number(); err != nil {
			return nil, err
		}
		if i < len(s) && s[i] == '.' {
			i++
			if f.precision, err = number(); err != nil {
				return nil, err
			}
		}
		if i >= len(s) {
			return nil, errorf(ValueError, "incomplete format")
		}
		if s[i] == '%' {
			b.WriteByte('%')
			continue
		}
		if arg == nil {
			if arg, err = next(); err != nil {
				return nil, err
			}
		}
		if err := m.room(float64(f.width) + float64(max(f.precision, 0))); err != nil {
			return nil, err
		}
		t, err := m.percentOne(f, s[i], arg)
		if err != nil {
			return nil, err
		}
		b.WriteString(t)
	}
	if _, mapping := v.(*Dict); used < len(args) && !named && (isTuple || !mapping) {
		return nil, errorf(TypeError, "not all arguments converted during string formatting")
	}
	return text(b.String()), m.room(float64(b.Len()))
}

func (m *Machine) percentOne(f spec, verb byte, v Value) (string, error) {
	if f.align == '<' {
		f.fill = " "
	}
	switch verb {
	case 's', 'r', 'a':
		t, err := m.str(v)
		if verb != 's' {
			t, err = m.repr(v)
		}
		if f.precision >= 0 && utf8.RuneCountInString(t) > f.precision {
			t = string([]rune(t)[:f.precision])
		}
		if f.align == '=' {
			f.align, f.fill = '>', " "
		}
		return f.pad(t, 0, '>'), err
	case 'c':
		if s, ok := v.(py.String); ok && utf8.RuneCountInString(string(s)) == 1 {
			return f.pad(string(s), 0, '>'), nil
		}
		r, err := runeOf(v)
		return f.pad(string(r), 0, '>'), err
	case 'd', 'i', 'u', 'x', 'X', 'o':
		if !isReal(v) || verb != 'd' && verb != 'i' && verb != 'u' && !isInteger(v) {
			need := "a real number"
			if verb == 'x' || verb == 'X' || verb == 'o' {
				need = "an integer"
			}
			return "", errorf(TypeError, "%%%c format: %s is required, not %s", verb, need, kind(v))
		}
		n, err := m.toInt(v)
		if err != nil {
			return "", err
		}
		if f.verb = verb; verb == 'i' || verb == 'u' {
			f.verb = 'd'
		}
		if f.precision > 0 {
			digits := new(big.Int).Abs(n).String()
			digits = strings.Repeat("0", max(f.precision-len(digits), 0)) + digits
			sign := f.signOf(n.Sign() < 0)
			return f.pad(sign+digits, len(sign), '>'), nil
		}
		return f.integer(n)
	case 'e', 'E', 'f', 'F', 'g', 'G':
		x, ok := floatOf(v)
		if r, isRecord := v.(*Record); isRecord {
			if y := r.value(); y != nil {
				x, ok = floatOf(y)
			}
		}
		if !ok {
			return "", errorf(TypeError, "must be real number, not %s", kind(v))
		}
		f.verb = verb
		return f.float(x), nil
	}
	return "", errorf(ValueError, "unsupported format character '%c' (0x%x)", verb, verb)
}
