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
	default:
		if v := inherent(x, name); v != nil {
			return v, nil
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
