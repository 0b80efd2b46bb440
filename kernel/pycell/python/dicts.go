package python

import (
	"github.com/go-python/gpython/ast"
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

// asSet is a set or a view of keys or items as a set.
func asSet(v Value) (*Set, bool) {
	switch v := v.(type) {
	case *Set:
		return v, true
	case *view:
		s := newSet()
		for _, e := range v.d.entries {
			if e.dead {
				continue
			}
			if v.what == "values" || s.add(&Machine{}, v.pick(e)) != nil {
				return nil, false
			}
		}
		return s, true
	}
	return nil, false
}

// setOf is the elements of any iterable as a set.
func (m *Machine) setOf(v Value) (*Set, error) {
	if s, ok := v.(*Set); ok {
		return s, nil
	}
	s := newSet()
	return s, m.each(v, func(x Value) error { return s.add(m, x) })
}

// setBinary is an operator between sets; nil, nil when a or b is none.
func (m *Machine) setBinary(op ast.OperatorNumber, a, b Value) (Value, error) {
	if x, ok := a.(*Dict); ok {
		if y, ok := b.(*Dict); ok {
			if x.class == counterClass {
				return m.counterBinary(op, x, y)
			}
			if op == ast.BitOr {
				d := x.copy()
				return d, m.updateDict(d, y)
			}
		}
		return nil, nil
	}
	x, okx := asSet(a)
	y, oky := asSet(b)
	if !okx || !oky || op != ast.BitOr && op != ast.BitAnd && op != ast.Sub && op != ast.BitXor {
		return nil, nil
	}
	return m.combine(op, x, y)
}

// combine is union, intersection, difference and symmetric difference.
func (m *Machine) combine(op ast.OperatorNumber, x, y *Set) (*Set, error) {
	out := &Set{d: newDict(), frozen: x.frozen}
	keep := func(from, other *Set, want bool) error {
		for _, k := range from.d.keys() {
			has, err := other.has(m, k)
			if err != nil {
				return err
			}
			if has == want {
				if err := out.add(m, k); err != nil {
					return err
				}
			}
		}
		return nil
	}
	switch op {
	case ast.BitOr:
		out.d = x.d.copy()
		for _, k := range y.d.keys() {
			if err := out.add(m, k); err != nil {
				return nil, err
			}
		}
		return out, nil
	case ast.BitAnd:
		return out, keep(x, y, true)
	case ast.Sub:
		return out, keep(x, y, false)
	case ast.BitXor:
		if err := keep(x, y, false); err != nil {
			return nil, err
		}
		return out, keep(y, x, false)
	}
	return nil, nil
}

// setOrder compares sets by inclusion.
func (m *Machine) setOrder(op ast.CmpOp, x, y *Set) (Value, error) {
	switch op {
	case ast.Gt:
		return m.setOrder(ast.Lt, y, x)
	case ast.GtE:
		return m.setOrder(ast.LtE, y, x)
	case ast.Lt:
		if x.d.live >= y.d.live {
			return py.False, nil
		}
	}
	for _, k := range x.d.keys() {
		if ok, err := y.has(m, k); err != nil || !ok {
			return py.False, err
		}
	}
	return py.True, nil
}

func defineSets() {
	for _, c := range []*Class{setClass, frozensetClass} {
		frozen := c == frozensetClass
		c.constructor("iterable=(), /", func(m *Machine, a []Value) (Value, error) {
			s := newSet()
			s.frozen = frozen
			if a[0] == nil {
				return s, nil
			}
			return s, m.each(a[0], func(x Value) error { return s.add(m, x) })
		})
		fold := func(op ast.OperatorNumber) method {
			return method{"self, *others", func(m *Machine, a []Value) (Value, error) {
				out := &Set{d: a[0].(*Set).d.copy(), frozen: frozen}
				for _, o := range a[1].(py.Tuple) {
					y, err := m.setOf(o)
					if err != nil {
						return nil, err
					}
					if out, err = m.combine(op, out, y); err != nil {
						return nil, err
					}
				}
				return out, nil
			}}
		}
		order := func(f func(m *Machine, x, y *Set) (Value, error)) method {
			return method{"self, other, /", func(m *Machine, a []Value) (Value, error) {
				y, err := m.setOf(a[1])
				if err != nil {
					return nil, err
				}
				return f(m, a[0].(*Set), y)
			}}
		}
		c.methods(map[string]method{
			"union": fold(ast.BitOr), "intersection": fold(ast.BitAnd), "difference": fold(ast.Sub), "symmetric_difference": fold(ast.BitXor),
			"issubset":   order(func(m *Machine, x, y *Set) (Value, error) { return m.setOrder(ast.LtE, x, y) }),
			"issuperset": order(func(m *Machine, x, y *Set) (Value, error) { return m.setOrder(ast.GtE, x, y) }),
			"isdisjoint": order(func(m *Machine, x, y *Set) (Value, error) {
				s, err := m.combine(ast.BitAnd, x, y)
				if err != nil {
					return nil, err
				}
				return boolean(s.d.live == 0), nil
			}),
			"copy": {"self", func(m *Machine, a []Value) (Value, error) {
				return &Set{d: a[0].(*Set).d.copy(), frozen: frozen}, nil
			}},
		})
	}
	inPlace := func(op ast.OperatorNumber) method {
		return method{"self, *others", func(m *Machine, a []Value) (Value, error) {
			s := a[0].(*Set)
			for _, o := range a[1].(py.Tuple) {
				y, err := m.setOf(o)
				if err != nil {
					return nil, err
				}
				out, err := m.combine(op, s, y)
				if err != nil {
					return nil, err
				}
				s.d = out.d
			}
			return py.None, nil
		}}
	}
	setClass.methods(map[string]method{
		"add":    {"self, elem, /", func(m *Machine, a []Value) (Value, error) { return py.None, a[0].(*Set).add(m, a[1]) }},
		"update": inPlace(ast.BitOr), "intersection_update": inPlace(ast.BitAnd), "difference_update": inPlace(ast.Sub),
		"discard": {"self, elem, /", func(m *Machine, a []Value) (Value, error) {
			_, err := a[0].(*Set).d.remove(m, a[1])
			return py.None, err
		}},
		"remove": {"self, elem, /", func(m *Machine, a []Value) (Value, error) {
			v, err := a[0].(*Set).d.remove(m, a[1])
			if err == nil && v == nil {
				err = &raised{newException(KeyError, []Value{a[1]})}
			}
			return py.None, err
		}},
		"pop": {"self", func(m *Machine, a []Value) (Value, error) {
			s := a[0].(*Set)
			for _, e := range s.d.entries {
				if !e.dead {
					_, err := s.d.remove(m, e.key)
					return e.key, err
				}
			}
			return nil, &raised{newException(KeyError, []Value{text("pop from an empty set")})}
		}},
		"clear": {"self", func(m *Machine, a []Value) (Value, error) { a[0].(*Set).d.clear(); return py.None, nil }},
	})
}
