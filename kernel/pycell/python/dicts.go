package python

import (
	"github.com/go-python/gpython/py"
)

// updateDict is d.update(v): v is a dict or pairs.
func (m *Machine) updateDict(d *Dict, v Value) error {
	if r, ok := v.(*Record); ok {
		v = r.d
	}
	if src, ok := v.(*Dict); ok {
		for _, e := range src.entries {
			if !e.dead {
				if err := d.put(m, e.key, e.value); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if i, ok := v.(*Instance); ok && classOf(i).lookup("keys") != nil {
		keys, err := m.attribute(v, "keys")
		if err != nil {
			return err
		}
		ks, err := m.call(keys, nil, nil)
		if err != nil {
			return err
		}
		return m.each(ks, func(k Value) error {
			x, err := m.item(v, k)
			if err != nil {
				return err
			}
			return d.put(m, k, x)
		})
	}
	n := 0
	return m.each(v, func(pair Value) error {
		kv, err := m.sequence(pair)
		if err != nil {
			return errorf(TypeError, "cannot convert dictionary update sequence element #%d to a sequence", n)
		}
		if len(kv) != 2 {
			return errorf(ValueError, "dictionary update sequence element #%d has length %d; 2 is required", n, len(kv))
		}
		n++
		return d.put(m, kv[0], kv[1])
	})
}

func defineDicts() {
	dictClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		d := newDict()
		if len(args) > 1 {
			return nil, errorf(TypeError, "dict expected at most 1 argument, got %d", len(args))
		}
		if len(args) == 1 {
			if err := m.updateDict(d, args[0]); err != nil {
				return nil, err
			}
		}
		for _, k := range kw {
			d.putText(k.name, k.value)
		}
		return d, nil
	}
	dictClass.sig = "mapping=(), /, **kwargs"
	viewOf := func(what string) method {
		return method{"self", func(m *Machine, a []Value) (Value, error) { return &view{a[0].(*Dict), what}, nil }}
	}
	dictClass.methods(map[string]method{
		"keys": viewOf("keys"), "values": viewOf("values"), "items": viewOf("items"),
		"get": {"self, key, default=None, /", func(m *Machine, a []Value) (Value, error) {
			v, err := a[0].(*Dict).get(m, a[1])
			if v == nil && err == nil {
				if v = a[2]; v == nil {
					v = py.None
				}
			}
			return v, err
		}},
		"setdefault": {"self, key, default=None, /", func(m *Machine, a []Value) (Value, error) {
			d := a[0].(*Dict)
			v, err := d.get(m, a[1])
			if v != nil || err != nil {
				return v, err
			}
			if v = a[2]; v == nil {
				v = py.None
			}
			return v, d.put(m, a[1], v)
		}},
		"popitem": {"self", func(m *Machine, a []Value) (Value, error) {
			d := a[0].(*Dict)
			for i := len(d.entries) - 1; i >= 0; i-- {
				if e := d.entries[i]; !e.dead {
					_, err := d.remove(m, e.key)
					return py.Tuple{e.key, e.value}, err
				}
			}
			return nil, &raised{newException(KeyError, []Value{text("popitem(): dictionary is empty")})}
		}},
		"update": {"self, other=(), /, **kwargs", func(m *Machine, a []Value) (Value, error) {
			d := a[0].(*Dict)
			if d.class == counterClass {
				if a[1] != nil {
					if err := m.count(d, a[1], 1); err != nil {
						return nil, err
					}
				}
				return py.None, m.count(d, a[2], 1)
			}
			if a[1] != nil {
				if err := m.updateDict(d, a[1]); err != nil {
					return nil, err
				}
			}
			return py.None, m.updateDict(d, a[2])
		}},
		"clear": {"self", func(m *Machine, a []Value) (Value, error) { a[0].(*Dict).clear(); return py.None, nil }},
		"copy":  {"self", func(m *Machine, a []Value) (Value, error) { return a[0].(*Dict).copy(), nil }},
		"pop": {"self, key, default=None, /", func(m *Machine, a []Value) (Value, error) {
			v, err := a[0].(*Dict).remove(m, a[1])
			if err != nil || v != nil {
				return v, err
			}
			if a[2] != nil {
				return a[2], nil
			}
			return nil, &raised{newException(KeyError, []Value{a[1]})}
		}},
	})
	dictClass.set("fromkeys", &wrapper{class: classmethodClass, fn: &Builtin{name: "fromkeys", sig: parseSignature("cls, iterable, value=None, /"),
		fn: func(m *Machine, a []Value) (Value, error) {
			d, v := newDict(), a[2]
			if v == nil {
				v = py.None
			}
			return d, m.each(a[1], func(k Value) error { return d.put(m, k, v) })
		}}})
}
