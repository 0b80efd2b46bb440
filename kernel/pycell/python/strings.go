package python

import (
	"strings"
	"unicode"

	"github.com/go-python/gpython/py"
)

func defineText() {
	strClass.constructor("object='', encoding=None, errors=None", func(m *Machine, a []Value) (Value, error) {
		if a[0] == nil {
			return text(""), nil
		}
		if b, ok := a[0].(py.Bytes); ok && a[1] != nil {
			return text(string(b)), nil
		}
		s, err := m.str(a[0])
		return text(s), err
	})
	bytesClass.constructor("source=b'', encoding=None", func(m *Machine, a []Value) (Value, error) {
		switch x := a[0].(type) {
		case nil:
			return py.Bytes{}, nil
		case py.String:
			return py.Bytes(x), nil
		case py.Bytes:
			return x, nil
		}
		return nil, withHelp(errorf(TypeError, "Python cells make bytes from text only"), "write b'...', or '...'.encode()")
	})
	strClass.methods(map[string]method{
		"upper": onText(upper), "lower": onText(lower), "casefold": onText(fold),
		"title": onText(title), "capitalize": onText(capitalize), "swapcase": onText(swapCase),
		"strip": stripper(true, true), "lstrip": stripper(true, false), "rstrip": stripper(false, true),
		"ljust": justifier('<'), "rjust": justifier('>'), "center": justifier('^'),
		"find": finder("find", strings.Index, false), "rfind": finder("rfind", strings.LastIndex, false),
		"index": finder("index", strings.Index, true), "rindex": finder("rindex", strings.LastIndex, true),
		"startswith": affix("startswith", strings.HasPrefix), "endswith": affix("endswith", strings.HasSuffix),
		"split": splitter(false), "rsplit": splitter(true),
		"partition": partitioner(strings.Index, false), "rpartition": partitioner(strings.LastIndex, true),
		"isdigit": isText(unicode.IsDigit), "isdecimal": isText(unicode.IsDigit), "isnumeric": isText(unicode.IsNumber),
		"isalpha": isText(unicode.IsLetter), "isspace": isText(unicode.IsSpace),
		"isalnum": isText(func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }),
		"isupper": cased(unicode.IsUpper, unicode.IsLower), "islower": cased(unicode.IsLower, unicode.IsUpper),
		"istitle": {"self", func(m *Machine, a []Value) (Value, error) {
			s := string(a[0].(py.String))
			return boolean(s == title(s) && strings.IndexFunc(s, unicode.IsLetter) >= 0), nil
		}},
		"isascii": {"self", func(m *Machine, a []Value) (Value, error) {
			s := string(a[0].(py.String))
			return boolean(strings.IndexFunc(s, func(r rune) bool { return r > 127 }) < 0), nil
		}},
		"isidentifier": {"self", func(m *Machine, a []Value) (Value, error) {
			return boolean(isIdentifier(string(a[0].(py.String)))), nil
		}},
		"isprintable": {"self", func(m *Machine, a []Value) (Value, error) {
			s := string(a[0].(py.String))
			return boolean(strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0), nil
		}},
		"join": {"self, iterable, /", func(m *Machine, a []Value) (Value, error) { return m.join(string(a[0].(py.String)), a[1]) }},
		"format": {"self, *args, **kwargs", func(m *Machine, a []Value) (Value, error) {
			s, err := m.format(string(a[0].(py.String)), a[1].(py.Tuple), a[2].(*Dict))
			return text(s), err
		}},
		"format_map": {"self, mapping, /", func(m *Machine, a []Value) (Value, error) {
			d, ok := a[1].(*Dict)
			if !ok {
				return nil, errorf(TypeError, "format_map() needs a dict")
			}
			s, err := m.format(string(a[0].(py.String)), nil, d)
			return text(s), err
		}},
		"replace": {"self, old, new, count=-1, /", func(m *Machine, a []Value) (Value, error) {
			t, err := texts("replace", a[0], a[1], a[2])
			if err != nil {
				return nil, err
			}
			n := -1
			if a[3] != nil {
				if n, err = m.index(a[3], "'"+kind(a[3])+"' object cannot be interpreted as an integer"); err != nil {
					return nil, err
				}
			}
			if grow := len(t[2]) - len(t[1]); grow > 0 {
				if err := m.room(float64(len(t[0])) + float64(grow)*float64(strings.Count(t[0], t[1]))); err != nil {
					return nil, err
				}
			}
			return text(strings.Replace(t[0], t[1], t[2], n)), nil
		}},
		"count": {"self, sub, start=None, end=None, /", func(m *Machine, a []Value) (Value, error) {
			t, err := texts("count", a[0], a[1])
			if err != nil {
				return nil, err
			}
			part, _, ok, err := m.within(t[0], a[2], a[3])
			if err != nil || !ok {
				return py.Int(0), err
			}
			return py.Int(strings.Count(part, t[1])), nil
		}},
		"splitlines": {"self, keepends=False", func(m *Machine, a []Value) (Value, error) {
			keep := false
			if a[1] != nil {
				keep, _ = m.truth(a[1])
			}
			return textList(splitLines(string(a[0].(py.String)), keep)), nil
		}},
		"zfill": {"self, width, /", func(m *Machine, a []Value) (Value, error) {
			width, err := m.index(a[1], "'"+kind(a[1])+"' object cannot be interpreted as an integer")
			if err != nil {
				return nil, err
			}
			s, sign := string(a[0].(py.String)), 0
			if s != "" && (s[0] == '-' || s[0] == '+') {
				sign = 1
			}
			if err := m.room(float64(width)); err != nil {
				return nil, err
			}
			return text(spec{fill: "0", width: width, align: '='}.pad(s, sign, '=')), nil
		}},
		"expandtabs": {"self, tabsize=8", func(m *Machine, a []Value) (Value, error) {
			size := 8
			if a[1] != nil {
				n, _ := intOf(a[1])
				size = int(min(max(n, 0), 1000))
			}
			var b strings.Builder
			col := 0
			for _, r := range string(a[0].(py.String)) {
				switch {
				case r == '\t' && size > 0:
					n := size - col%size
					b.WriteString(strings.Repeat(" ", n))
					col += n
				case r == '\t':
				default:
					b.WriteRune(r)
					if col++; r == '\n' || r == '\r' {
						col = 0
					}
				}
			}
			return text(b.String()), m.room(float64(b.Len()))
		}},
		"removeprefix": {"self, prefix, /", func(m *Machine, a []Value) (Value, error) {
			t, err := texts("removeprefix", a[0], a[1])
			if err != nil {
				return nil, err
			}
			return text(strings.TrimPrefix(t[0], t[1])), nil
		}},
		"removesuffix": {"self, suffix, /", func(m *Machine, a []Value) (Value, error) {
			t, err := texts("removesuffix", a[0], a[1])
			if err != nil {
				return nil, err
			}
			return text(strings.TrimSuffix(t[0], t[1])), nil
		}},
		"encode": {"self, encoding='utf-8', errors='strict'", func(m *Machine, a []Value) (Value, error) { return py.Bytes(a[0].(py.String)), nil }},
		"translate": {"self, table, /", func(m *Machine, a []Value) (Value, error) {
			var b strings.Builder
			for _, r := range string(a[0].(py.String)) {
				v, err := m.item(a[1], py.Int(r))
				switch {
				case raisedClass(err, LookupError):
					b.WriteRune(r)
				case err != nil:
					return nil, err
				case v == py.None:
				default:
					if n, ok := intOf(v); ok {
						b.WriteRune(rune(n))
					} else if s, ok := v.(py.String); ok {
						b.WriteString(string(s))
					}
				}
			}
			return text(b.String()), m.room(float64(b.Len()))
		}},
	})
	strClass.set("maketrans", &wrapper{class: staticmethodClass, fn: &Builtin{name: "maketrans", sig: parseSignature("x, y=None, z=None, /"), fn: makeTrans}})
}
