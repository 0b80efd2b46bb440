package python

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-python/gpython/py"
)

// formatValue is format(v, spec).
func (m *Machine) formatValue(v Value, s string) (string, error) {
	if i, ok := v.(*Instance); ok && i.class != nil {
		if f := i.class.special("__format__"); f != nil {
			r, err := m.call(f, []Value{v, text(s)}, nil)
			if err != nil {
				return "", err
			}
			t, ok := r.(py.String)
			if !ok {
				return "", errorf(TypeError, "__format__ must return a str, not %s", kind(r))
			}
			return string(t), nil
		}
	}
	if r, ok := v.(*Record); ok && r.value() != nil {
		v = r.value()
	}
	if s == "" {
		return m.str(v)
	}
	f, ok := parseSpec(s)
	if !ok {
		return "", errorf(ValueError, "Invalid format specifier '%s' for object of type '%s'", s, kind(v))
	}
	if err := m.room(float64(f.width) + float64(max(f.precision, 0))); err != nil {
		return "", err
	}
	unknown := func() error {
		return errorf(ValueError, "Unknown format code '%c' for object of type '%s'", f.verb, kind(v))
	}
	switch x := v.(type) {
	case py.String:
		switch {
		case f.verb != 0 && f.verb != 's':
			return "", unknown()
		case f.sign != 0:
			return "", errorf(ValueError, "Sign not allowed in string format specifier")
		case f.align == '=' && !f.zero:
			return "", errorf(ValueError, "'=' alignment not allowed in string format specifier")
		case f.group != 0:
			return "", errorf(ValueError, "Cannot specify '%c' with 's'.", f.group)
		}
		if f.align == '=' {
			f.align = '<'
		}
		t := string(x)
		if f.precision >= 0 && utf8.RuneCountInString(t) > f.precision {
			t = string([]rune(t)[:f.precision])
		}
		return f.pad(t, 0, '<'), nil
	case py.Bool, py.Int, *py.BigInt:
		if b, ok := x.(py.Bool); ok && f.verb == 0 && f.width == 0 && f.precision < 0 && f.group == 0 {
			return m.str(b)
		}
		switch f.verb {
		case 0, 'd', 'n', 'b', 'o', 'x', 'X':
			if f.precision >= 0 {
				return "", errorf(ValueError, "Precision not allowed in integer format specifier")
			}
			return f.integer(bigOf(x))
		case 'c':
			r, err := runeOf(x)
			return f.pad(string(r), 0, '<'), err
		case 'e', 'E', 'f', 'F', 'g', 'G', '%':
			n, _ := floatOf(x)
			return f.float(n), nil
		}
		return "", unknown()
	case py.Float:
		switch f.verb {
		case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%':
			return f.float(float64(x)), nil
		}
		return "", unknown()
	case py.Complex:
		part := f
		part.width, part.fill, part.align = 0, " ", 0
		im := part
		im.sign = '+'
		return f.pad(part.float(real(x))+im.float(imag(x))+"j", 0, '>'), nil
	}
	return "", withHelp(errorf(TypeError, "unsupported format string passed to %s.__format__", kind(v)), "write str(...) around it, or {...!s:"+s+"}")
}

func runeOf(v Value) (rune, error) {
	n, ok := intOf(v)
	if !ok || n < 0 || n > 0x10ffff {
		return 0, errorf(OverflowError, "%%c arg not in range(0x110000)")
	}
	return rune(n), nil
}

// formatField is one replacement field of an f-string or of str.format.
func (m *Machine) formatField(v Value, conversion, s string) (string, error) {
	var err error
	var t string
	switch conversion {
	case "":
		return m.formatValue(v, s)
	case "r":
		t, err = m.repr(v)
	case "a":
		if t, err = m.repr(v); err == nil {
			t = asciiOnly(t)
		}
	case "s":
		t, err = m.str(v)
	default:
		return "", errorf(ValueError, "Unknown conversion specifier %s", conversion)
	}
	if err != nil {
		return "", err
	}
	return m.formatValue(text(t), s)
}

func asciiOnly(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r < 0x80:
			b.WriteRune(r)
		case r <= 0xff:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r <= 0xffff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// format is str.format.
func (m *Machine) format(s string, args []Value, kw *Dict) (string, error) {
	auto := 0
	return m.formatDeep(s, args, kw, &auto, 2)
}

func (m *Machine) formatDeep(s string, args []Value, kw *Dict, auto *int, depth int) (string, error) {
	if depth == 0 {
		return "", errorf(ValueError, "Max string recursion exceeded")
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '{' && i+1 < len(s) && s[i+1] == '{', c == '}' && i+1 < len(s) && s[i+1] == '}':
			b.WriteByte(c)
			i++
		case c == '}':
			return "", errorf(ValueError, "Single '}' encountered in format string")
		case c == '{':
			end := fieldEnd(s[i+1:])
			if end < 0 {
				if i+1 == len(s) {
					return "", errorf(ValueError, "Single '{' encountered in format string")
				}
				return "", errorf(ValueError, "expected '}' before end of string")
			}
			t, err := m.formatOne(s[i+1:i+1+end], args, kw, auto, depth)
			if err != nil {
				return "", err
			}
			b.WriteString(t)
			i += end + 1
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), m.room(float64(b.Len()))
}

// fieldEnd is where the brace closes that was open before s.
func fieldEnd(s string) int {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

func (m *Machine) formatOne(field string, args []Value, kw *Dict, auto *int, depth int) (string, error) {
	name, sp, hasSpec := field, "", false
	bracket := 0
	for i := range len(field) {
		switch field[i] {
		case '[':
			bracket++
		case ']':
			bracket--
		}
		if field[i] == ':' && bracket <= 0 {
			name, sp, hasSpec = field[:i], field[i+1:], true
			break
		}
	}
	conversion := ""
	if i := strings.LastIndexByte(name, '!'); i >= 0 {
		name, conversion = name[:i], name[i+1:]
	}
	v, err := m.formatLookup(name, args, kw, auto)
	if err != nil {
		return "", err
	}
	if hasSpec && strings.Contains(sp, "{") {
		if sp, err = m.formatDeep(sp, args, kw, auto, depth-1); err != nil {
			return "", err
		}
	}
	return m.formatField(v, conversion, sp)
}

// formatLookup finds what the name of a field means: 0, name, name.attribute, name[item].
func (m *Machine) formatLookup(name string, args []Value, kw *Dict, auto *int) (Value, error) {
	i := strings.IndexAny(name, ".[")
	if i < 0 {
		i = len(name)
	}
	first, rest := name[:i], name[i:]
	var v Value
	if n, err := strconv.Atoi(first); err == nil || first == "" {
		if first == "" {
			if *auto < 0 {
				return nil, errorf(ValueError, "cannot switch from manual field specification to automatic field numbering")
			}
			n = *auto
			*auto++
		} else if *auto > 0 {
			return nil, errorf(ValueError, "cannot switch from automatic field numbering to manual field specification")
		} else {
			*auto = -1
		}
		if n < 0 || n >= len(args) {
			return nil, errorf(IndexError, "Replacement index %d out of range for positional args tuple", n)
		}
		v = args[n]
	} else {
		var err error
		if v, err = m.dictItem(kw, text(first)); err != nil {
			return nil, err
		}
	}
	for rest != "" {
		var err error
		if rest[0] == '.' {
			end := strings.IndexAny(rest[1:], ".[") + 1
			if end == 0 {
				end = len(rest)
			}
			v, err = m.attribute(v, rest[1:end])
			rest = rest[end:]
		} else {
			end := strings.IndexByte(rest, ']')
			if end < 0 {
				return nil, errorf(ValueError, "expected '}' before end of string")
			}
			key := Value(text(rest[1:end]))
			if n, e := strconv.Atoi(rest[1:end]); e == nil {
				key = py.Int(n)
			}
			v, err = m.item(v, key)
			rest = rest[end+1:]
		}
		if err != nil {
			return nil, err
		}
	}
	return v, nil
}
