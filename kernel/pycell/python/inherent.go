package python

import (
	"github.com/go-python/gpython/py"
)

// inherent are the attributes that functions and values of the built-in types have by themselves; nil for any other name.
func inherent(x Value, name string) Value {
	switch x := x.(type) {
	case *Function:
		if v, ok := x.attrs[name]; ok {
			return v
		}
		switch name {
		case "__name__":
			return text(x.name)
		case "__qualname__":
			return text(x.qualname)
		case "__doc__":
			return x.doc
		case "__module__":
			return text("__main__")
		case "__dict__":
			d := newDict()
			for k, v := range x.attrs {
				d.putText(k, v)
			}
			return d
		case "__defaults__":
			var t py.Tuple
			for _, v := range x.defaults {
				if v != nil {
					t = append(t, v)
				}
			}
			if t == nil {
				return py.None
			}
			return t
		}
	case *Builtin:
		switch name {
		case "__name__", "__qualname__":
			return text(x.name)
		case "__doc__":
			return py.None
		}
	case *Record:
		if v, ok := x.attribute(name); ok {
			return v
		}
	case *Column:
		if name == "name" {
			return text(x.name)
		}
	case *wrapper:
		if x.class == propertyClass {
			if name == "fget" {
				return x.fn
			}
		} else if name == "__func__" || name == "__wrapped__" {
			return x.fn
		}
	case *Range:
		switch name {
		case "start":
			return py.Int(x.start)
		case "stop":
			return py.Int(x.stop)
		case "step":
			return py.Int(x.step)
		}
	case *Slice:
		switch name {
		case "start":
			return x.start
		case "stop":
			return x.stop
		case "step":
			return x.step
		}
	case *Dict:
		if name == "default_factory" && x.class == defaultdictClass {
			return x.factory
		}
	case *partial:
		switch name {
		case "func":
			return x.fn
		case "args":
			return py.Tuple(x.args)
		}
		if v, ok := x.attrs[name]; ok {
			return v
		}
	case py.Complex:
		switch name {
		case "real":
			return py.Float(real(x))
		case "imag":
			return py.Float(imag(x))
		}
	case py.Int, *py.BigInt, py.Bool, py.Float:
		switch name {
		case "real":
			return x
		case "imag":
			return py.Int(0)
		}
	}
	return nil
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
