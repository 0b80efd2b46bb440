package python

import (
	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// asSet is a set or a view of keys or items as a set.
func (m *Machine) asSet(v Value) (*Set, bool) {
	switch v := v.(type) {
	case *Set:
		return v, true
	case *view:
		s := newSet()
		for _, e := range v.d.entries {
			if e.dead {
				continue
			}
			if v.what == "values" || s.add(m, v.pick(e)) != nil {
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
	x, okx := m.asSet(a)
	y, oky := m.asSet(b)
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
