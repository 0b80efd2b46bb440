package python

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"encoding/json"

	"github.com/go-python/gpython/py"
)

// encoder writes JSON as CPython's json.dumps does.
type encoder struct {
	m          *Machine
	b          strings.Builder
	indent     string // one step; with multi
	multi      bool
	item, pair string // separators
	ascii      bool
	sort       bool
	other      Value // default=
	around     []Value
}

func (e *encoder) text(s string) {
	e.b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			e.b.WriteByte('\\')
			e.b.WriteRune(r)
		case r == '\n':
			e.b.WriteString(`\n`)
		case r == '\r':
			e.b.WriteString(`\r`)
		case r == '\t':
			e.b.WriteString(`\t`)
		case r == '\b':
			e.b.WriteString(`\b`)
		case r == '\f':
			e.b.WriteString(`\f`)
		case r < ' ' || e.ascii && r > 126 && r <= 0xffff:
			fmt.Fprintf(&e.b, `\u%04x`, r)
		case e.ascii && r > 0xffff:
			r -= 0x10000
			fmt.Fprintf(&e.b, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		default:
			e.b.WriteRune(r)
		}
	}
	e.b.WriteByte('"')
}

func jsonFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 0):
		return map[bool]string{true: "Infinity", false: "-Infinity"}[f > 0]
	}
	return floatText(f)
}

// many writes n elements between open and end, one a line when indented.
func (e *encoder) many(v Value, open, end string, n int, one func(i int) error) error {
	if n == 0 {
		e.b.WriteString(open + end)
		return nil
	}
	for _, a := range e.around {
		if same(a, v) {
			return errorf(ValueError, "Circular reference detected")
		}
	}
	if err := e.m.enter(); err != nil {
		return err
	}
	defer func() { e.m.depth-- }()
	e.around = append(e.around, v)
	line := func() {
		if e.multi {
			e.b.WriteString("\n" + strings.Repeat(e.indent, len(e.around)))
		}
	}
	e.b.WriteString(open)
	for i := range n {
		if i > 0 {
			e.b.WriteString(e.item)
		}
		line()
		if err := one(i); err != nil {
			return err
		}
		if err := e.m.room(float64(e.b.Len())); err != nil {
			return err
		}
	}
	e.around = e.around[:len(e.around)-1]
	line()
	e.b.WriteString(end)
	return nil
}

func (e *encoder) write(v Value) error {
	switch x := v.(type) {
	case py.NoneType:
		e.b.WriteString("null")
	case py.Bool:
		e.b.WriteString(map[bool]string{true: "true", false: "false"}[bool(x)])
	case py.Int, *py.BigInt:
		s, err := e.m.repr(x)
		e.b.WriteString(s)
		return err
	case py.Float:
		e.b.WriteString(jsonFloat(float64(x)))
	case py.String:
		e.text(string(x))
	case *py.List:
		return e.many(x, "[", "]", len(x.Items), func(i int) error { return e.write(x.Items[i]) })
	case py.Tuple:
		return e.many(x, "[", "]", len(x), func(i int) error { return e.write(x[i]) })
	case *Column:
		return e.write(py.Tuple(x.values))
	case *Record:
		return e.write(x.d)
	case *Dict:
		d := x.copy()
		if e.sort {
			keys := d.keys()
			if err := e.m.sortValues(keys, nil, false); err != nil {
				return err
			}
			d = newDict()
			for _, k := range keys {
				v, err := x.get(e.m, k)
				if err != nil {
					return err
				}
				if err := d.put(e.m, k, v); err != nil {
					return err
				}
			}
		}
		return e.many(x, "{", "}", len(d.entries), func(i int) error {
			switch k := d.entries[i].key.(type) {
			case py.String:
				e.text(string(k))
			case py.NoneType, py.Bool, py.Int, *py.BigInt, py.Float:
				e.b.WriteByte('"')
				if err := e.write(k); err != nil {
					return err
				}
				e.b.WriteByte('"')
			default:
				return errorf(TypeError, "keys must be str, int, float, bool or None, not %s", kind(k))
			}
			e.b.WriteString(e.pair)
			return e.write(d.entries[i].value)
		})
	default:
		if e.other == nil || e.other == py.None {
			return errorf(TypeError, "Object of type %s is not JSON serializable", kind(v))
		}
		y, err := e.m.call(e.other, []Value{v}, nil)
		if err != nil {
			return err
		}
		return e.write(y)
	}
	return nil
}

func jsonModule(_ *Machine, mod *Module) {
	mod.attrs["JSONDecodeError"] = jsonDecodeError
	mod.functions(map[string]method{
		"dumps": {"obj, *, indent=None, sort_keys=False, ensure_ascii=True, separators=None, default=None", func(m *Machine, a []Value) (Value, error) {
			e := &encoder{m: m, item: ", ", pair: ": ", other: a[5]}
			switch x := a[1].(type) {
			case py.String:
				e.indent, e.multi, e.item = string(x), true, ","
			case py.Int:
				e.indent, e.multi, e.item = strings.Repeat(" ", int(min(max(x, 0), 100))), true, ","
			}
			var err error
			if e.sort, err = m.optional(a[2], false); err != nil {
				return nil, err
			}
			if e.ascii, err = m.optional(a[3], true); err != nil {
				return nil, err
			}
			if t, ok := a[4].(py.Tuple); ok && len(t) == 2 {
				e.item, e.pair = safeStr(t[0]), safeStr(t[1])
			}
			err = e.write(a[0])
			return text(e.b.String()), err
		}},
		"loads": {"s, /", func(m *Machine, a []Value) (Value, error) {
			s, ok := a[0].(py.String)
			if !ok {
				return nil, errorf(TypeError, "the JSON object must be str, bytes or bytearray, not %s", kind(a[0]))
			}
			v, err := decode(m, []byte(s), func(d *Dict) Value { return d })
			if _, ours := err.(*raised); err == nil || ours {
				return v, err
			}
			why := err.Error()
			var syntax *json.SyntaxError
			if errors.As(err, &syntax) {
				why = fmt.Sprintf("%s: char %d", why, max(syntax.Offset-1, 0))
			}
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				why = "the text ends too early"
			}
			return nil, errorf(jsonDecodeError, "%s", why)
		}},
	})
}

// safeStr is the text of a text.
func safeStr(v Value) string {
	s, _ := v.(py.String)
	return string(s)
}
