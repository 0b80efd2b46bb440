package python

import (
	"unicode/utf8"

	"github.com/go-python/gpython/py"
)

// iter is iter(v).
func (m *Machine) iter(v Value) (*Iterator, error) {
	switch v := v.(type) {
	case *Iterator:
		return v, nil
	case *py.List:
		i := 0
		return newIterator(listIteratorClass, func() (Value, error) {
			if i >= len(v.Items) {
				return nil, nil
			}
			i++
			return v.Items[i-1], nil
		}), nil
	case py.Tuple:
		i := 0
		return newIterator(tupleIteratorClass, func() (Value, error) {
			if i >= len(v) {
				return nil, nil
			}
			i++
			return v[i-1], nil
		}), nil
	case *Range:
		i, n := 0, v.len()
		return newIterator(rangeIteratorClass, func() (Value, error) {
			if i >= n {
				return nil, nil
			}
			i++
			return py.Int(v.start + int64(i-1)*v.step), nil
		}), nil
	case py.String:
		rest := string(v)
		return newIterator(strIteratorClass, func() (Value, error) {
			if rest == "" {
				return nil, nil
			}
			_, n := utf8.DecodeRuneInString(rest)
			c := rest[:n]
			rest = rest[n:]
			return text(c), nil
		}), nil
	case py.Bytes:
		i := 0
		return newIterator(tupleIteratorClass, func() (Value, error) {
			if i >= len(v) {
				return nil, nil
			}
			i++
			return py.Int(v[i-1]), nil
		}), nil
	case *Dict:
		return newIterator(dictIteratorClass, v.iterate("dictionary", func(e entry) Value { return e.key })), nil
	case *view:
		return newIterator(dictIteratorClass, v.d.iterate("dictionary", v.pick)), nil
	case *Set:
		return newIterator(setIteratorClass, v.d.iterate("Set", func(e entry) Value { return e.key })), nil
	case *Column:
		return m.iter(py.Tuple(v.values))
	case *Record:
		return m.iter(v.d)
	case *Instance:
		if v.class == nil {
			break
		}
		if f := v.class.lookup("__iter__"); f != nil && f != py.None {
			r, err := m.call(f, []Value{v}, nil)
			if err != nil {
				return nil, err
			}
			if it, ok := r.(*Iterator); ok {
				return it, nil
			}
			next := classOf(r).lookup("__next__")
			if next == nil {
				return nil, errorf(TypeError, "iter() returned non-iterator of type '%s'", kind(r))
			}
			return newIterator(iteratorClass, func() (Value, error) {
				x, err := m.call(next, []Value{r}, nil)
				if raisedClass(err, StopIteration) {
					return nil, nil
				}
				return x, err
			}), nil
		}
		if f := v.class.special("__getitem__"); f != nil {
			i := 0
			return newIterator(iteratorClass, func() (Value, error) {
				x, err := m.call(f, []Value{v, py.Int(i)}, nil)
				if raisedClass(err, IndexError) || raisedClass(err, StopIteration) {
					return nil, nil
				}
				i++
				return x, err
			}), nil
		}
	}
	return nil, errorf(TypeError, "'%s' object is not iterable", kind(v))
}

func newIterator(c *Class, next func() (Value, error)) *Iterator {
	return &Iterator{class: c, next: next}
}

// each calls do with every element of v.
func (m *Machine) each(v Value, do func(Value) error) error {
	it, err := m.iter(v)
	if err != nil {
		return err
	}
	for {
		if err := m.tick(); err != nil {
			return err
		}
		x, err := it.next()
		if err != nil || x == nil {
			return err
		}
		if err := do(x); err != nil {
			return err
		}
	}
}

// sequence is the elements of v in a slice that the caller must not change.
func (m *Machine) sequence(v Value) ([]Value, error) {
	switch v := v.(type) {
	case *py.List:
		return v.Items, nil
	case py.Tuple:
		return v, nil
	case *Column:
		return v.values, nil
	}
	return m.appendAll(nil, v)
}

// appendAll appends the elements of v.
func (m *Machine) appendAll(out []Value, v Value) ([]Value, error) {
	switch v := v.(type) {
	case *py.List:
		return append(out, v.Items...), m.room(16 * float64(len(out)+len(v.Items)))
	case py.Tuple:
		return append(out, v...), nil
	case *Range:
		if err := m.room(24 * float64(v.len())); err != nil {
			return nil, err
		}
	}
	err := m.each(v, func(x Value) error {
		out = append(out, x)
		return nil
	})
	return out, err
}

// length is len(v).
func (m *Machine) length(v Value) (int, error) {
	switch v := v.(type) {
	case py.String:
		return utf8.RuneCountInString(string(v)), nil
	case py.Bytes:
		return len(v), nil
	case *py.List:
		return len(v.Items), nil
	case py.Tuple:
		return len(v), nil
	case *Dict:
		return v.live, nil
	case *view:
		return v.d.live, nil
	case *Set:
		return v.d.live, nil
	case *Range:
		return v.len(), nil
	case *Column:
		return len(v.values), nil
	case *Record:
		return v.d.live, nil
	case *Instance:
		if v.class == nil {
			break
		}
		if f := v.class.lookup("__len__"); f != nil {
			r, err := m.call(f, []Value{v}, nil)
			if err != nil {
				return 0, err
			}
			n, ok := intOf(r)
			if !ok {
				return 0, errorf(TypeError, "'%s' object cannot be interpreted as an integer", kind(r))
			}
			if n < 0 {
				return 0, errorf(ValueError, "__len__() should return >= 0")
			}
			return int(n), nil
		}
	}
	return 0, errorf(TypeError, "object of type '%s' has no len()", kind(v))
}

// truth is bool(v).
func (m *Machine) truth(v Value) (bool, error) {
	switch v := v.(type) {
	case py.Bool:
		return bool(v), nil
	case py.Int:
		return v != 0, nil
	case py.Float:
		return v != 0, nil
	case py.Complex:
		return v != 0, nil
	case py.String:
		return v != "", nil
	case py.NoneType:
		return false, nil
	case *py.BigInt:
		return true, nil
	case *Instance:
		if v.class == nil {
			return true, nil
		}
		if f := v.class.special("__bool__"); f != nil {
			r, err := m.call(f, []Value{v}, nil)
			if err != nil {
				return false, err
			}
			b, ok := r.(py.Bool)
			if !ok {
				return false, errorf(TypeError, "__bool__ should return bool, returned %s", kind(r))
			}
			return bool(b), nil
		}
		if v.class.lookup("__len__") == nil {
			return true, nil
		}
	case *py.List, py.Tuple, py.Bytes, *Dict, *view, *Set, *Range, *Column:
	default:
		return v != py.None, nil
	}
	n, err := m.length(v)
	return n > 0, err
}
