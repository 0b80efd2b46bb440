package python

import (
	"github.com/go-python/gpython/py"
)

// call calls a value.
func (m *Machine) call(fn Value, args []Value, kw []keyword) (Value, error) {
	return m.callFrom(nil, fn, args, kw)
}

// callFrom is call from a frame: what is called can raise again what that frame handles.
func (m *Machine) callFrom(from *frame, fn Value, args []Value, kw []keyword) (Value, error) {
	switch fn := fn.(type) {
	case *Function:
		return m.callFunction(from, fn, args, kw)
	case *Builtin:
		if err := m.tick(); err != nil {
			return nil, err
		}
		if err := fn.exactly(args, kw); err != nil {
			return nil, err
		}
		slots := make([]Value, len(fn.sig.params))
		if err := fn.sig.bind(fn.name, slots, args, kw, nil); err != nil {
			return nil, err
		}
		return fn.fn(m, slots)
	case *Method:
		all := make([]Value, 0, len(args)+1)
		return m.callFrom(from, fn.fn, append(append(all, fn.self), args...), kw)
	case *Class:
		return m.construct(from, fn, args, kw)
	case *partial:
		return fn.call(m, args, kw)
	case *wrapper:
		if fn.class == staticmethodClass {
			return m.callFrom(from, fn.fn, args, kw)
		}
	case *Instance:
		if fn.class != nil {
			if f := fn.class.special("__call__"); f != nil {
				if err := m.enter(); err != nil {
					return nil, err
				}
				defer func() { m.depth-- }()
				return m.callFrom(from, f, append([]Value{fn}, args...), kw)
			}
		}
	}
	return nil, errorf(TypeError, "'%s' object is not callable", kind(fn))
}

// exactly has CPython's words for a wrong number of arguments where a builtin takes none or one.
func (b *Builtin) exactly(args []Value, kw []keyword) error {
	g, name, given := b.sig, b.name, len(args)
	if len(kw) > 0 {
		if name == "print" {
			for _, k := range kw {
				if k.name != "sep" && k.name != "end" && k.name != "file" && k.name != "flush" {
					return errorf(TypeError, "'%s' is an invalid keyword argument for print()", k.name)
				}
			}
		}
		return nil
	}
	n := len(g.params)
	if n > 0 && g.params[0].name == "self" && given > 0 {
		name, n, given = kind(args[0])+"."+name, n-1, given-1
	}
	if n > 1 || given == n || g.star >= 0 || g.dict >= 0 || n > 0 && g.params[len(g.params)-1].optional {
		return nil
	}
	return errorf(TypeError, "%s() takes %s (%d given)", name, [2]string{"no arguments", "exactly one argument"}[n], given)
}

func (m *Machine) callFunction(from *frame, fn *Function, args []Value, kw []keyword) (Value, error) {
	f := &frame{m: m, code: fn.code, vars: make([]Value, len(fn.code.scope.names)), outer: fn.outer, globals: fn.globals, class: fn.class, calls: from}
	sig := fn.sig
	if len(kw) == 0 && len(args) == len(sig.params) && sig.positional == len(args) {
		copy(f.vars, args)
	} else if err := sig.bind(fn.qualname, f.vars[:len(sig.params)], args, kw, fn.defaults); err != nil {
		return nil, err
	}
	if len(sig.params) > 0 {
		f.self = f.vars[0]
	}
	if fn.code.scope.generator {
		return m.newGenerator(fn.qualname, f, func() error {
			_, err := fn.code.body(f)
			return err
		}), nil
	}
	if err := m.enter(); err != nil {
		return nil, err
	}
	_, err := fn.code.body(f)
	m.depth--
	if err != nil {
		if r, ok := err.(*raised); ok {
			r.exc.exc.trace = append(r.exc.exc.trace, fn.code.place(f.line))
		}
		return nil, err
	}
	if f.ret == nil {
		return py.None, nil
	}
	return f.ret, nil
}

// construct makes an instance of a class.
func (m *Machine) construct(from *frame, c *Class, args []Value, kw []keyword) (Value, error) {
	if !c.user {
		if c.make == nil {
			return nil, errorf(TypeError, "cannot create '%s' instances", c.name)
		}
		if err := m.tick(); err != nil {
			return nil, err
		}
		return c.make(m, c, args, kw)
	}
	if missing := abstractMethods(c); len(missing) > 0 {
		return nil, errorf(TypeError, "Can't instantiate abstract class %s with abstract method%s %s", c.name, plural(len(missing)), joinNames(missing))
	}
	var v Value
	if n := c.special("__new__"); n != nil {
		var err error
		if w, ok := n.(*wrapper); ok {
			n = w.fn
		}
		if v, err = m.callFrom(from, n, append([]Value{c}, args...), kw); err != nil {
			return nil, err
		}
		if !classOf(v).derives(c) {
			return v, nil
		}
	} else {
		v = newInstance(c, args)
	}
	init := c.special("__init__")
	if init == nil {
		for _, k := range c.mro {
			if f, ok := k.attrs["__init__"]; ok && k != objectClass && !k.derives(BaseException) {
				init = f
				break
			}
		}
	}
	if init == nil {
		if !c.derives(BaseException) && c.special("__new__") == nil && len(args)+len(kw) > 0 {
			return nil, errorf(TypeError, "%s() takes no arguments", c.name)
		}
		if c.derives(BaseException) && len(kw) > 0 {
			return nil, errorf(TypeError, "%s() takes no keyword arguments", c.name)
		}
		return v, nil
	}
	r, err := m.callFrom(from, init, append([]Value{v}, args...), kw)
	if err == nil && r != py.None {
		err = errorf(TypeError, "__init__() should return None, not '%s'", kind(r))
	}
	return v, err
}

func newInstance(c *Class, args []Value) *Instance {
	i := &Instance{class: c}
	if c.derives(BaseException) {
		i.exc = &exception{args: append([]Value(nil), args...)}
	}
	return i
}

// method finds what x.name(...) calls, and whether x is its first argument.
func (m *Machine) method(x Value, name string) (fn Value, bound bool, err error) {
	switch x := x.(type) {
	case *Instance:
		if x.class == nil {
			break
		}
		if _, own := x.attrs[name]; own {
			break
		}
		if x.class.special("__getattribute__") != nil {
			break
		}
		switch f := x.class.lookup(name).(type) {
		case *Function, *Builtin:
			return f, true, nil
		}
	case *Class, *Module, *super_, *Function, *Record, *Column:
	default:
		if f, ok := classOf(x).lookup(name).(*Builtin); ok {
			return f, true, nil
		}
	}
	fn, err = m.attribute(x, name)
	return fn, false, err
}
