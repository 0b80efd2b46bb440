package python

import (
	"github.com/go-python/gpython/py"
)

func defineObject() {
	objectClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		if len(args)+len(kw) > 0 {
			return nil, errorf(TypeError, "object() takes no arguments")
		}
		return &Instance{class: objectClass}, nil
	}
	objectClass.methods(map[string]method{
		"__repr__": {"self", func(m *Machine, a []Value) (Value, error) {
			if i, ok := a[0].(*Instance); ok && i.class != nil {
				p := printer{m: m}
				p.plainInstance(i)
				return text(p.b.String()), nil
			}
			s, err := m.repr(a[0])
			return text(s), err
		}},
		"__str__": {"self", func(m *Machine, a []Value) (Value, error) {
			s, err := m.str(a[0])
			return text(s), err
		}},
		"__init__": {"self, *args, **kwargs", func(m *Machine, a []Value) (Value, error) { return py.None, nil }},
		"__new__": {"cls, *args, **kwargs", func(m *Machine, a []Value) (Value, error) {
			c, ok := a[0].(*Class)
			if !ok {
				return nil, errorf(TypeError, "object.__new__(X): X is not a type object (%s)", kind(a[0]))
			}
			return newInstance(c, a[1].(py.Tuple)), nil
		}},
		"__eq__": {"self, other, /", func(m *Machine, a []Value) (Value, error) {
			if classOf(a[0]).user {
				if same(a[0], a[1]) {
					return py.True, nil
				}
				return notImplemented, nil
			}
			ok, err := m.equal(a[0], a[1])
			return boolean(ok), err
		}},
		"__hash__": {"self", func(m *Machine, a []Value) (Value, error) { return m.hash(a[0]) }},
		"__setattr__": {"self, name, value, /", func(m *Machine, a []Value) (Value, error) {
			i, ok := a[0].(*Instance)
			name, ok2 := a[1].(py.String)
			if !ok || !ok2 {
				return nil, errorf(TypeError, "attribute name must be string, not '%s'", kind(a[1]))
			}
			i.set(string(name), a[2]) // also of frozen data classes, as object.__setattr__ does
			return py.None, nil
		}},
		"__getattribute__": {"self, name, /", func(m *Machine, a []Value) (Value, error) {
			name, ok := a[1].(py.String)
			i, isInstance := a[0].(*Instance)
			if !ok || !isInstance {
				return nil, errorf(TypeError, "attribute name must be string, not '%s'", kind(a[1]))
			}
			if v, ok := i.attrs[string(name)]; ok {
				return v, nil
			}
			if f := i.class.lookup(string(name)); f != nil {
				return m.bind(f, i, i.class)
			}
			return nil, errorf(AttributeError, "'%s' object has no attribute '%s'", kind(i), name)
		}},
		"__format__": {"self, spec, /", func(m *Machine, a []Value) (Value, error) {
			s, err := m.str(a[0])
			return text(s), err
		}},
	})
	objectClass.set("__init_subclass__", &wrapper{class: classmethodClass, fn: &Builtin{name: "__init_subclass__", sig: parseSignature("cls"),
		fn: func(m *Machine, a []Value) (Value, error) { return py.None, nil }}})
	objectRepr = objectClass.attrs["__repr__"]
	typeClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		switch len(args) {
		case 1:
			return classOf(args[0]), nil
		case 3:
			name, ok := args[0].(py.String)
			d, ok2 := args[2].(*Dict)
			if !ok || !ok2 {
				break
			}
			bases, err := m.sequence(args[1])
			if err != nil {
				return nil, err
			}
			k, err := m.deriveClass(string(name), bases)
			if err != nil {
				return nil, err
			}
			for _, e := range d.entries {
				if s, ok := e.key.(py.String); ok {
					k.set(string(s), e.value)
				}
			}
			return k, nil
		}
		return nil, errorf(TypeError, "type() takes 1 or 3 arguments")
	}
	typeClass.methods(map[string]method{
		"mro": {"self", func(m *Machine, a []Value) (Value, error) {
			t := a[0].(*Class).own("__mro__").(py.Tuple)
			return list(t), nil
		}},
	})
	superClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		if len(args) != 2 {
			return nil, errorf(TypeError, "super() takes no argument or a class and an object")
		}
		k, ok := args[0].(*Class)
		if !ok {
			return nil, errorf(TypeError, "super() argument 1 must be a type, not %s", kind(args[0]))
		}
		return newSuper(k, args[1])
	}
	sliceClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		s := &Slice{py.None, py.None, py.None}
		switch len(args) {
		case 1:
			s.stop = args[0]
		case 2:
			s.start, s.stop = args[0], args[1]
		case 3:
			s.start, s.stop, s.step = args[0], args[1], args[2]
		default:
			return nil, errorf(TypeError, "slice expected 1 to 3 arguments, got %d", len(args))
		}
		return s, nil
	}
}
