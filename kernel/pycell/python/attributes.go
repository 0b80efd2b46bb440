package python

import (
	"github.com/go-python/gpython/py"
)

// attribute is x.name.
func (m *Machine) attribute(x Value, name string) (Value, error) {
	c := classOf(x)
	switch x := x.(type) {
	case *Instance:
		if c.user {
			if g := c.special("__getattribute__"); g != nil {
				return m.call(g, []Value{x, text(name)}, nil)
			}
		}
		found := c.lookup(name)
		if w, ok := found.(*wrapper); ok && w.class == propertyClass {
			return m.bind(found, x, c)
		}
		if v, ok := x.attrs[name]; ok {
			return v, nil
		}
		if v, ok := m.excAttribute(x, name); ok {
			return v, nil
		}
		if found != nil {
			if w, ok := found.(*wrapper); ok && w.class == cachedPropertyClass {
				v, err := m.bind(found, x, c)
				if err == nil {
					x.set(name, v)
				}
				return v, err
			}
			return m.bind(found, x, c)
		}
		if name == "__dict__" {
			d := newDict()
			for _, k := range x.order {
				if v, ok := x.attrs[k]; ok {
					d.putText(k, v)
				}
			}
			return d, nil
		}
		if g := c.special("__getattr__"); g != nil {
			return m.call(g, []Value{x, text(name)}, nil)
		}
	case *Class:
		if found := x.lookup(name); found != nil {
			if w, ok := found.(*wrapper); ok && w.class != propertyClass {
				return m.bind(found, nil, x)
			}
			return found, nil
		}
		if v := x.own(name); v != nil {
			return v, nil
		}
		if found := typeClass.lookup(name); found != nil {
			return m.bind(found, x, typeClass)
		}
		return nil, errorf(AttributeError, "type object '%s' has no attribute '%s'", x.name, name)
	case *Module:
		if v, ok := x.attrs[name]; ok {
			return v, nil
		}
		if x.name == "hyp" {
			if v, err := m.hypAttribute(name); v != nil || err != nil {
				return v, err
			}
		}
		switch name {
		case "__name__":
			return text(x.name), nil
		case "__dict__":
			d := newDict()
			for k, v := range x.attrs {
				d.putText(k, v)
			}
			return d, nil
		}
		missing := errorf(AttributeError, "module '%s' has no attribute '%s'", x.name, name)
		if x.name == "hyp" {
			missing = withHelp(missing, "hyp.results has the results, hyp.data the columns, hyp.insights() what the graph holds, and hyp.run(text) answers claims")
		}
		return nil, missing
	case *super_:
		return m.superAttribute(x, name)
	case *Function:
		if v, ok := x.attrs[name]; ok {
			return v, nil
		}
		switch name {
		case "__name__":
			return text(x.name), nil
		case "__qualname__":
			return text(x.qualname), nil
		case "__doc__":
			return x.doc, nil
		case "__module__":
			return text("__main__"), nil
		case "__dict__":
			d := newDict()
			for k, v := range x.attrs {
				d.putText(k, v)
			}
			return d, nil
		case "__defaults__":
			var t py.Tuple
			for _, v := range x.defaults {
				if v != nil {
					t = append(t, v)
				}
			}
			if t == nil {
				return py.None, nil
			}
			return t, nil
		}
	case *Builtin:
		switch name {
		case "__name__", "__qualname__":
			return text(x.name), nil
		case "__doc__":
			return py.None, nil
		}
	case *Method:
		switch name {
		case "__self__":
			return x.self, nil
		case "__func__":
			return x.fn, nil
		}
		if name != "__class__" {
			return m.attribute(x.fn, name)
		}
	case *Record:
		if v, ok := x.attribute(name); ok {
			return v, nil
		}
	case *Column:
		if name == "name" {
			return text(x.name), nil
		}
	case *wrapper:
		if x.class == propertyClass {
			if name == "fget" {
				return x.fn, nil
			}
		} else if name == "__func__" || name == "__wrapped__" {
			return x.fn, nil
		}
	case *Range:
		switch name {
		case "start":
			return py.Int(x.start), nil
		case "stop":
			return py.Int(x.stop), nil
		case "step":
			return py.Int(x.step), nil
		}
	case *Slice:
		switch name {
		case "start":
			return x.start, nil
		case "stop":
			return x.stop, nil
		case "step":
			return x.step, nil
		}
	case *Dict:
		if name == "default_factory" && x.class == defaultdictClass {
			return x.factory, nil
		}
	case *partial:
		switch name {
		case "func":
			return x.fn, nil
		case "args":
			return py.Tuple(x.args), nil
		}
		if v, ok := x.attrs[name]; ok {
			return v, nil
		}
	case py.Complex:
		switch name {
		case "real":
			return py.Float(real(x)), nil
		case "imag":
			return py.Float(imag(x)), nil
		}
	case py.Int, *py.BigInt, py.Bool, py.Float:
		switch name {
		case "real":
			return x, nil
		case "imag":
			return py.Int(0), nil
		}
	}
	if name == "__class__" {
		return c, nil
	}
	if found := c.lookup(name); found != nil {
		return m.bind(found, x, c)
	}
	if name == "__doc__" {
		return py.None, nil
	}
	return nil, withHelp(errorf(AttributeError, "'%s' object has no attribute '%s'", c.name, name), m.instead(c, name))
}

// own are the attributes that every class has.
func (c *Class) own(name string) Value {
	switch name {
	case "__name__":
		return text(c.name)
	case "__qualname__":
		if v, ok := c.attrs["__qualname__"]; ok {
			return v
		}
		return text(c.name)
	case "__module__":
		if c.module == "" {
			return text("builtins")
		}
		return text(c.module)
	case "__doc__":
		return py.None
	case "__class__":
		return typeClass
	case "__bases__":
		t := py.Tuple{}
		for _, b := range c.bases {
			t = append(t, b)
		}
		return t
	case "__mro__":
		t := py.Tuple{}
		for _, b := range c.mro {
			t = append(t, b)
		}
		return t
	case "__dict__":
		d := newDict()
		for _, k := range c.order {
			if v, ok := c.attrs[k]; ok {
				d.putText(k, v)
			}
		}
		return d
	}
	return nil
}

// bind is what an attribute found in class c is when read from x, which is nil when read from the class itself.
func (m *Machine) bind(found, x Value, c *Class) (Value, error) {
	switch w := found.(type) {
	case *Function, *Builtin:
		if x == nil {
			return found, nil
		}
		return &Method{self: x, fn: found}, nil
	case *wrapper:
		switch w.class {
		case staticmethodClass:
			return w.fn, nil
		case classmethodClass:
			return &Method{self: c, fn: w.fn}, nil
		case propertyClass, cachedPropertyClass:
			if x == nil {
				return found, nil
			}
			if w.fn == nil {
				return nil, errorf(AttributeError, "unreadable attribute")
			}
			return m.call(w.fn, []Value{x}, nil)
		}
	case *partial:
		if w.cache != nil && x != nil {
			return &Method{self: x, fn: found}, nil
		}
	}
	return found, nil
}

func (m *Machine) setAttribute(x Value, name string, v Value) error {
	switch x := x.(type) {
	case *Instance:
		if x.class == nil {
			break
		}
		if w, ok := x.class.lookup(name).(*wrapper); ok && w.class == propertyClass {
			if w.setter == nil {
				return errorf(AttributeError, "property '%s' of '%s' object has no setter", name, x.class.name)
			}
			_, err := m.call(w.setter, []Value{x, v}, nil)
			return err
		}
		if f := x.class.special("__setattr__"); f != nil {
			_, err := m.call(f, []Value{x, text(name), v}, nil)
			return err
		}
		return m.setOwn(x, name, v)
	case *Class:
		if !x.user {
			return errorf(TypeError, "cannot set '%s' attribute of immutable type '%s'", name, x.name)
		}
		x.set(name, v)
		return nil
	case *Function:
		if name == "__name__" || name == "__qualname__" {
			s, ok := v.(py.String)
			if !ok {
				return errorf(TypeError, "%s must be set to a string object", name)
			}
			if name == "__name__" {
				x.name = string(s)
			} else {
				x.qualname = string(s)
			}
			return nil
		}
		if name == "__doc__" {
			x.doc = v
			return nil
		}
		if x.attrs == nil {
			x.attrs = map[string]Value{}
		}
		x.attrs[name] = v
		return nil
	case *partial:
		if x.attrs == nil {
			x.attrs = map[string]Value{}
		}
		x.attrs[name] = v
		return nil
	case *Module:
		return errorf(AttributeError, "the module %s cannot be changed", x.name)
	case *Dict:
		if name == "default_factory" && x.class == defaultdictClass {
			x.factory = v
			return nil
		}
	case *Record, *Column:
		return errorf(AttributeError, "%s objects are the session's record and cannot be changed", kind(x))
	}
	if classOf(x).lookup(name) != nil {
		return errorf(AttributeError, "'%s' object attribute '%s' is read-only", kind(x), name)
	}
	return errorf(AttributeError, "'%s' object has no attribute '%s'", kind(x), name)
}

// setOwn sets an attribute of an instance without asking its class; what slots or a frozen data class forbid it forbids.
func (m *Machine) setOwn(x *Instance, name string, v Value) error {
	if x.class.lookup("__frozen__") != nil {
		return errorf(frozenInstanceError, "cannot assign to field '%s'", name)
	}
	if x.exc != nil {
		switch name {
		case "args":
			args, err := m.sequence(v)
			x.exc.args = append([]Value(nil), args...)
			return err
		case "__cause__":
			e, _ := v.(*Instance)
			x.exc.cause, x.exc.quiet = e, true
			return nil
		}
	}
	x.set(name, v)
	return nil
}

func (m *Machine) delAttribute(x Value, name string) error {
	switch x := x.(type) {
	case *Instance:
		if w, ok := classOf(x).lookup(name).(*wrapper); ok && w.dele != nil {
			_, err := m.call(w.dele, []Value{x}, nil)
			return err
		}
		if f := classOf(x).special("__delattr__"); f != nil {
			_, err := m.call(f, []Value{x, text(name)}, nil)
			return err
		}
		if _, ok := x.attrs[name]; ok {
			delete(x.attrs, name)
			for i, n := range x.order {
				if n == name {
					x.order = append(x.order[:i:i], x.order[i+1:]...)
					break
				}
			}
			return nil
		}
	case *Class:
		if _, ok := x.attrs[name]; ok && x.user {
			delete(x.attrs, name)
			return nil
		}
	}
	return errorf(AttributeError, "'%s' object has no attribute '%s'", kind(x), name)
}

func newSuper(c *Class, self Value) (Value, error) {
	of := classOf(self)
	if k, ok := self.(*Class); ok && k.derives(c) {
		of = k
	}
	if !of.derives(c) {
		return nil, errorf(TypeError, "super(type, obj): obj must be an instance or subtype of type")
	}
	return &super_{self: self, after: c, of: of}, nil
}

func (m *Machine) superAttribute(s *super_, name string) (Value, error) {
	past := false
	for _, k := range s.of.mro {
		if k == s.after {
			past = true
			continue
		}
		if v, ok := k.attrs[name]; past && ok {
			x := s.self
			if _, class := x.(*Class); class && s.of == x {
				x = nil
			}
			if name == "__new__" {
				return v, nil
			}
			return m.bind(v, x, s.of)
		}
	}
	return nil, errorf(AttributeError, "'super' object has no attribute '%s'", name)
}

// excAttribute are the attributes that exceptions have.
func (m *Machine) excAttribute(x *Instance, name string) (Value, bool) {
	if x.exc == nil {
		return nil, false
	}
	opt := func(e *Instance) Value {
		if e == nil {
			return py.None
		}
		return e
	}
	switch name {
	case "args":
		return py.Tuple(x.exc.args), true
	case "__cause__":
		return opt(x.exc.cause), true
	case "__context__":
		return opt(x.exc.context), true
	case "value":
		if x.class.derives(StopIteration) {
			if len(x.exc.args) > 0 {
				return x.exc.args[0], true
			}
			return py.None, true
		}
	}
	return nil, false
}
