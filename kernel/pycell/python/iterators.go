package python

import (
	"github.com/go-python/gpython/py"
)

// iters is iter of every argument.
func (m *Machine) iters(vs []Value) ([]*Iterator, error) {
	its := make([]*Iterator, len(vs))
	for i, v := range vs {
		var err error
		if its[i], err = m.iter(v); err != nil {
			return nil, err
		}
	}
	return its, nil
}

// row takes one element of each iterator; nil when one has ended, and which.
func row(its []*Iterator) (py.Tuple, int, error) {
	out := make(py.Tuple, len(its))
	for i, it := range its {
		v, err := it.next()
		if err != nil || v == nil {
			return nil, i, err
		}
		out[i] = v
	}
	return out, 0, nil
}

func defineIterators() {
	for _, c := range []*Class{enumerateClass, zipClass, mapClass, filterClass, reversedClass, generatorClass, iteratorClass} {
		c.methods(map[string]method{
			"__next__": {"self", func(m *Machine, a []Value) (Value, error) { return a[0].(*Iterator).advance() }},
			"__iter__": {"self", func(m *Machine, a []Value) (Value, error) { return a[0], nil }},
		})
	}
	enumerateClass.constructor("iterable, start=0", func(m *Machine, a []Value) (Value, error) {
		it, err := m.iter(a[0])
		if err != nil {
			return nil, err
		}
		n := int64(0)
		if a[1] != nil {
			var ok bool
			if n, ok = intOf(a[1]); !ok {
				return nil, errorf(TypeError, "'%s' object cannot be interpreted as an integer", kind(a[1]))
			}
		}
		return newIterator(enumerateClass, func() (Value, error) {
			v, err := it.next()
			if err != nil || v == nil {
				return nil, err
			}
			n++
			return py.Tuple{py.Int(n - 1), v}, nil
		}), nil
	})
	zipClass.constructor("*iterables, strict=False", func(m *Machine, a []Value) (Value, error) {
		strict, err := m.optional(a[0], false)
		if err != nil {
			return nil, err
		}
		its, err := m.iters(a[1].(py.Tuple))
		if err != nil {
			return nil, err
		}
		return newIterator(zipClass, func() (Value, error) {
			if len(its) == 0 {
				return nil, nil
			}
			r, short, err := row(its)
			if err != nil {
				return nil, err
			}
			if r != nil {
				return r, nil
			}
			if !strict {
				return nil, nil
			}
			if short > 0 {
				return nil, errorf(ValueError, "zip() argument %d is shorter than argument%s", short+1, upTo(short))
			}
			for i, it := range its[1:] {
				if v, err := it.next(); v != nil || err != nil {
					if err == nil {
						err = errorf(ValueError, "zip() argument %d is longer than argument%s", i+2, upTo(i+1))
					}
					return nil, err
				}
			}
			return nil, nil
		}), nil
	})
	mapClass.constructor("function, iterable, /, *iterables", func(m *Machine, a []Value) (Value, error) {
		its, err := m.iters(append([]Value{a[1]}, a[2].(py.Tuple)...))
		if err != nil {
			return nil, err
		}
		return newIterator(mapClass, func() (Value, error) {
			r, _, err := row(its)
			if err != nil || r == nil {
				return nil, err
			}
			return m.call(a[0], r, nil)
		}), nil
	})
	filterClass.constructor("function, iterable, /", func(m *Machine, a []Value) (Value, error) {
		it, err := m.iter(a[1])
		if err != nil {
			return nil, err
		}
		return newIterator(filterClass, func() (Value, error) {
			for {
				if err := m.tick(); err != nil {
					return nil, err
				}
				v, err := it.next()
				if err != nil || v == nil {
					return nil, err
				}
				k := v
				if a[0] != py.None {
					if k, err = m.call(a[0], []Value{v}, nil); err != nil {
						return nil, err
					}
				}
				if ok, err := m.truth(k); err != nil || ok {
					return v, err
				}
			}
		}), nil
	})
	reversedClass.constructor("sequence, /", func(m *Machine, a []Value) (Value, error) {
		switch x := a[0].(type) {
		case *Range:
			n := int64(x.len())
			return m.iter(&Range{x.start + (n-1)*x.step, x.start - x.step, -x.step})
		case *Instance:
			if f := classOf(x).special("__reversed__"); f != nil {
				return m.call(f, []Value{x}, nil)
			}
			if f := classOf(x).special("__getitem__"); f != nil {
				n, err := m.length(x)
				if err != nil {
					return nil, err
				}
				return newIterator(reversedClass, func() (Value, error) {
					if n--; n < 0 {
						return nil, nil
					}
					return m.call(f, []Value{x, py.Int(n)}, nil)
				}), nil
			}
		case *Iterator, *Set:
			return nil, errorf(TypeError, "'%s' object is not reversible", kind(x))
		}
		items, err := m.sequence(a[0])
		if err != nil {
			return nil, errorf(TypeError, "'%s' object is not reversible", kind(a[0]))
		}
		i := len(items)
		return newIterator(reversedClass, func() (Value, error) {
			if i--; i < 0 || i >= len(items) {
				return nil, nil
			}
			return items[i], nil
		}), nil
	})
}

func upTo(n int) string {
	if n == 1 {
		return " 1"
	}
	return "s 1-" + string(rune('0'+n%10))
}
