package python

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-python/gpython/py"
)

// str is str(v).
func (m *Machine) str(v Value) (string, error) {
	switch v := v.(type) {
	case py.String:
		return string(v), nil
	case *Record:
		if x := v.value(); x != nil {
			return m.str(x)
		}
	case *Instance:
		if v.class == nil {
			break
		}
		if f := v.class.special("__str__"); f != nil {
			return m.textOf(f, v, "__str__")
		}
		if v.exc != nil {
			if f := v.class.special("__repr__"); f != nil && len(v.exc.args) == 0 {
				return "", nil
			}
			switch {
			case v.class.derives(KeyError) && len(v.exc.args) == 1:
				return m.repr(v.exc.args[0])
			case len(v.exc.args) == 0:
				return "", nil
			case len(v.exc.args) == 1:
				return m.str(v.exc.args[0])
			}
			return m.repr(py.Tuple(v.exc.args))
		}
	}
	return m.repr(v)
}

func (m *Machine) textOf(f, v Value, name string) (string, error) {
	if err := m.enter(); err != nil {
		return "", err
	}
	defer func() { m.depth-- }()
	r, err := m.call(f, []Value{v}, nil)
	if err != nil {
		return "", err
	}
	s, ok := r.(py.String)
	if !ok {
		return "", errorf(TypeError, "%s returned non-string (type %s)", name, kind(r))
	}
	return string(s), nil
}

// repr is repr(v).
func (m *Machine) repr(v Value) (string, error) {
	p := printer{m: m}
	if err := p.write(v); err != nil {
		return "", err
	}
	return p.b.String(), nil
}

// printer writes representations; around are the containers it is in.
type printer struct {
	m      *Machine
	b      strings.Builder
	around []Value
}

// inside runs do unless v is already being written, which is written as short.
func (p *printer) inside(v Value, short string, do func() error) error {
	for _, a := range p.around {
		if same(a, v) {
			p.b.WriteString(short)
			return nil
		}
	}
	if err := p.m.enter(); err != nil {
		return err
	}
	defer func() { p.m.depth-- }()
	p.around = append(p.around, v)
	err := do()
	p.around = p.around[:len(p.around)-1]
	return err
}

func (p *printer) list(items []Value) error {
	for i, x := range items {
		if i > 0 {
			p.b.WriteString(", ")
		}
		if err := p.write(x); err != nil {
			return err
		}
	}
	return p.m.room(float64(p.b.Len()))
}

func (p *printer) dict(d *Dict) error {
	first := true
	for _, e := range d.entries {
		if e.dead {
			continue
		}
		if !first {
			p.b.WriteString(", ")
		}
		first = false
		if err := p.write(e.key); err != nil {
			return err
		}
		p.b.WriteString(": ")
		if err := p.write(e.value); err != nil {
			return err
		}
	}
	return p.m.room(float64(p.b.Len()))
}

func (p *printer) write(v Value) error {
	b := &p.b
	switch v := v.(type) {
	case py.String:
		b.WriteString(quote(string(v)))
	case py.Int:
		b.WriteString(strconv.FormatInt(int64(v), 10))
	case *py.BigInt:
		s, err := bigText((*big.Int)(v))
		b.WriteString(s)
		return err
	case py.Bool:
		b.WriteString(map[bool]string{true: "True", false: "False"}[bool(v)])
	case py.Float:
		b.WriteString(floatText(float64(v)))
	case py.Complex:
		b.WriteString(complexText(complex128(v)))
	case py.NoneType:
		b.WriteString("None")
	case py.Bytes:
		b.WriteString(quoteBytes(v))
	case *py.List:
		return p.inside(v, "[...]", func() error {
			b.WriteString("[")
			defer b.WriteString("]")
			return p.list(v.Items)
		})
	case py.Tuple:
		if len(v) == 0 {
			b.WriteString("()")
			return nil
		}
		return p.inside(v, "(...)", func() error {
			b.WriteString("(")
			err := p.list(v)
			if len(v) == 1 {
				b.WriteString(",")
			}
			b.WriteString(")")
			return err
		})
	case *Dict:
		return p.inside(v, "{...}", func() error { return p.writeDict(v) })
	case *Set:
		open, end := "{", "}"
		switch {
		case v.frozen && v.d.live == 0:
			open, end = "frozenset(", ")"
		case v.frozen:
			open, end = "frozenset({", "})"
		case v.d.live == 0:
			open, end = "set(", ")"
		}
		b.WriteString(open)
		err := p.list(v.d.keys())
		b.WriteString(end)
		return err
	case *view:
		b.WriteString("dict_" + v.what + "([")
		var items []Value
		for _, e := range v.d.entries {
			if !e.dead {
				items = append(items, v.pick(e))
			}
		}
		err := p.list(items)
		b.WriteString("])")
		return err
	case *Range:
		fmt.Fprintf(b, "range(%d, %d", v.start, v.stop)
		if v.step != 1 {
			fmt.Fprintf(b, ", %d", v.step)
		}
		b.WriteString(")")
	case *Slice:
		b.WriteString("slice(")
		err := p.list([]Value{v.start, v.stop, v.step})
		b.WriteString(")")
		return err
	case *Class:
		name := v.name
		if q, ok := v.attrs["__qualname__"].(py.String); ok {
			name = string(q)
		}
		if v.module != "" && v.module != "builtins" {
			name = v.module + "." + name
		}
		b.WriteString("<class '" + name + "'>")
	case *Function:
		b.WriteString("<function " + v.qualname + " at " + pointer(v) + ">")
	case *Builtin:
		b.WriteString("<built-in function " + v.name + ">")
	case *Method:
		b.WriteString("<bound method ")
		switch f := v.fn.(type) {
		case *Function:
			b.WriteString(f.qualname)
		case *Builtin:
			b.WriteString(kind(v.self) + "." + f.name)
		}
		b.WriteString(" of ")
		err := p.write(v.self)
		b.WriteString(">")
		return err
	case *Module:
		b.WriteString("<module '" + v.name + "' (built-in)>")
	case *Iterator:
		if v.gen != nil {
			b.WriteString("<generator object " + v.gen.name + " at " + pointer(v) + ">")
			return nil
		}
		b.WriteString("<" + v.class.name + " object>")
	case *Record:
		return p.inside(v, "{...}", func() error { return v.write(p) })
	case *Column:
		return v.write(p)
	case *Instance:
		return p.instance(v)
	default:
		b.WriteString("<" + kind(v) + " object>")
	}
	return nil
}

func (p *printer) writeDict(d *Dict) error {
	b := &p.b
	open, end := "{", "}"
	switch d.class {
	case counterClass:
		if d.live == 0 {
			b.WriteString("Counter()")
			return nil
		}
		open, end = "Counter({", "})"
		sorted, err := p.m.mostCommon(d)
		if err != nil {
			return err
		}
		d = sorted
	case defaultdictClass:
		b.WriteString("defaultdict(")
		if err := p.write(d.factory); err != nil {
			return err
		}
		open, end = ", {", "})"
	case orderedDictClass:
		open, end = "OrderedDict({", "})"
		if d.live == 0 {
			b.WriteString("OrderedDict()")
			return nil
		}
		b.WriteString("OrderedDict([")
		for i, e := range d.copy().entries {
			if i > 0 {
				b.WriteString(", ")
			}
			if err := p.write(py.Tuple{e.key, e.value}); err != nil {
				return err
			}
		}
		b.WriteString("])")
		return nil
	}
	b.WriteString(open)
	err := p.dict(d)
	b.WriteString(end)
	return err
}

func (p *printer) instance(v *Instance) error {
	switch {
	case v == notImplemented:
		p.b.WriteString("NotImplemented")
		return nil
	case v == ellipsis:
		p.b.WriteString("Ellipsis")
		return nil
	}
	if f := v.class.lookup("__repr__"); f != nil && f != objectRepr {
		return p.inside(v, "...", func() error {
			s, err := p.m.textOf(f, v, "__repr__")
			p.b.WriteString(s)
			return err
		})
	}
	if v.exc != nil {
		return p.inside(v, "...", func() error {
			p.b.WriteString(v.class.name + "(")
			err := p.list(v.exc.args)
			p.b.WriteString(")")
			return err
		})
	}
	p.plainInstance(v)
	return nil
}

func (p *printer) plainInstance(v *Instance) {
	name := v.class.name
	if q, ok := v.class.attrs["__qualname__"].(py.String); ok {
		name = string(q)
	}
	if v.class.module != "" && v.class.module != "builtins" {
		name = v.class.module + "." + name
	}
	p.b.WriteString("<" + name + " object at " + pointer(v) + ">")
}

// pointer is what tells values without a value of their own apart.
func pointer(v Value) string { return fmt.Sprintf("%p", v) }

// safeRepr is repr for messages of our own; where it fails it names the class.
func safeRepr(v Value) string {
	s, err := (&Machine{config: Config{Memory: DefaultMemory}}).repr(v)
	if err != nil {
		return "<" + kind(v) + " object>"
	}
	return s
}
