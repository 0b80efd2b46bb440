package python

import (
	"github.com/go-python/gpython/py"
)

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
