package python

import (
	"sort"

	"github.com/go-python/gpython/py"
)

// sortValues sorts in place by key, keeping the order of equals, as list.sort does.
func (m *Machine) sortValues(items []Value, key Value, reverse bool) error {
	old := append([]Value(nil), items...)
	keys := old
	if key != nil && key != py.None {
		keys = make([]Value, len(old))
		for i, x := range old {
			k, err := m.call(key, []Value{x}, nil)
			if err != nil {
				return err
			}
			keys[i] = k
		}
	}
	s := &sorter{m: m}
	order := make([]int, len(old))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool {
		a, b := keys[order[i]], keys[order[j]]
		if reverse {
			a, b = b, a
		}
		return s.less(a, b)
	})
	if s.err != nil {
		return s.err
	}
	for i, j := range order[:min(len(order), len(items))] {
		items[i] = old[j]
	}
	return nil
}

// sorter remembers the first error of a comparison.
type sorter struct {
	m   *Machine
	err error
}

func (s *sorter) less(a, b Value) bool {
	if s.err != nil {
		return false
	}
	if s.err = s.m.tick(); s.err != nil {
		return false
	}
	less, err := s.m.less(a, b)
	if err != nil {
		s.err = err
	}
	return less
}

// optional is an optional truth of an argument.
func (m *Machine) optional(v Value, def bool) (bool, error) {
	if v == nil {
		return def, nil
	}
	return m.truth(v)
}

// search is where a value first stands in items between two optional indices; -1: nowhere.
func (m *Machine) search(items []Value, x, start, end Value) (int, error) {
	from, to := 0, len(items)
	if start != nil || end != nil {
		s := &Slice{py.None, py.None, py.None}
		if start != nil {
			s.start = start
		}
		if end != nil {
			s.stop = end
		}
		var err error
		if from, to, _, _, err = s.bounds(m, len(items)); err != nil {
			return -1, err
		}
	}
	for i := from; i < to && i < len(items); i++ {
		ok, err := m.equal(items[i], x)
		if err != nil {
			return -1, err
		}
		if ok {
			return i, nil
		}
	}
	return -1, nil
}

func (m *Machine) countIn(items []Value, x Value) (Value, error) {
	n := 0
	for _, v := range items {
		ok, err := m.equal(v, x)
		if err != nil {
			return nil, err
		}
		if ok {
			n++
		}
	}
	return py.Int(n), nil
}

func defineLists() {
	listClass.constructor("iterable=(), /", func(m *Machine, a []Value) (Value, error) {
		if a[0] == nil {
			return list(nil), nil
		}
		items, err := m.appendAll(nil, a[0])
		return list(items), err
	})
	tupleClass.constructor("iterable=(), /", func(m *Machine, a []Value) (Value, error) {
		switch x := a[0].(type) {
		case nil:
			return py.Tuple{}, nil
		case py.Tuple:
			return x, nil
		}
		items, err := m.appendAll(py.Tuple{}, a[0])
		return py.Tuple(items), err
	})
	rangeClass.constructor("start, stop=None, step=1, /", func(m *Machine, a []Value) (Value, error) {
		var n [3]int64
		for i, v := range a {
			if v == nil {
				continue
			}
			x, ok := intOf(v)
			if !ok {
				if bigOf(v) != nil {
					return nil, errorf(OverflowError, "a range of Python cells goes to 2**63-1")
				}
				return nil, errorf(TypeError, "'%s' object cannot be interpreted as an integer", kind(v))
			}
			n[i] = x
		}
		if a[1] == nil {
			n[0], n[1] = 0, n[0]
		}
		if a[2] == nil {
			n[2] = 1
		}
		if n[2] == 0 {
			return nil, errorf(ValueError, "range() arg 3 must not be zero")
		}
		return &Range{n[0], n[1], n[2]}, nil
	})
	listClass.methods(map[string]method{
		"append": {"self, object, /", func(m *Machine, a []Value) (Value, error) {
			l := a[0].(*py.List)
			if err := m.grown(len(l.Items), cap(l.Items), 16); err != nil {
				return nil, err
			}
			l.Items = append(l.Items, a[1])
			return py.None, nil
		}},
		"extend": {"self, iterable, /", func(m *Machine, a []Value) (Value, error) {
			l := a[0].(*py.List)
			items, err := m.appendAll(l.Items, a[1])
			if err == nil {
				l.Items = items
			}
			return py.None, err
		}},
		"insert": {"self, index, object, /", func(m *Machine, a []Value) (Value, error) {
			l := a[0].(*py.List)
			i, err := m.index(a[1], "'"+kind(a[1])+"' object cannot be interpreted as an integer")
			if err != nil {
				return nil, err
			}
			if i < 0 {
				i += len(l.Items)
			}
			i = min(max(i, 0), len(l.Items))
			l.Items = append(l.Items, nil)
			copy(l.Items[i+1:], l.Items[i:])
			l.Items[i] = a[2]
			return py.None, nil
		}},
		"pop": {"self, index=-1, /", func(m *Machine, a []Value) (Value, error) {
			l := a[0].(*py.List)
			if len(l.Items) == 0 {
				return nil, errorf(IndexError, "pop from empty list")
			}
			i := len(l.Items) - 1
			if a[1] != nil {
				var err error
				if i, err = m.position(a[1], len(l.Items), "list", "pop index out of range"); err != nil {
					return nil, err
				}
			}
			v := l.Items[i]
			copy(l.Items[i:], l.Items[i+1:])
			l.Items[len(l.Items)-1] = nil
			l.Items = l.Items[:len(l.Items)-1]
			return v, nil
		}},
		"remove": {"self, value, /", func(m *Machine, a []Value) (Value, error) {
			l := a[0].(*py.List)
			i, err := m.search(l.Items, a[1], nil, nil)
			if err != nil {
				return nil, err
			}
			if i < 0 {
				return nil, errorf(ValueError, "list.remove(x): x not in list")
			}
			l.Items = append(l.Items[:i], l.Items[i+1:]...)
			return py.None, nil
		}},
		"index": {"self, value, start=None, stop=None, /", func(m *Machine, a []Value) (Value, error) {
			i, err := m.search(a[0].(*py.List).Items, a[1], a[2], a[3])
			if err != nil {
				return nil, err
			}
			if i < 0 {
				s, err := m.repr(a[1])
				if err != nil {
					return nil, err
				}
				return nil, errorf(ValueError, "%s is not in list", s)
			}
			return py.Int(i), nil
		}},
		"count": {"self, value, /", func(m *Machine, a []Value) (Value, error) { return m.countIn(a[0].(*py.List).Items, a[1]) }},
		"copy": {"self", func(m *Machine, a []Value) (Value, error) {
			return list(append([]Value(nil), a[0].(*py.List).Items...)), nil
		}},
		"clear":   {"self", func(m *Machine, a []Value) (Value, error) { a[0].(*py.List).Items = nil; return py.None, nil }},
		"reverse": {"self", func(m *Machine, a []Value) (Value, error) { reverse(a[0].(*py.List).Items); return py.None, nil }},
		"sort": {"self, *, key=None, reverse=False", func(m *Machine, a []Value) (Value, error) {
			back, err := m.optional(a[2], false)
			if err != nil {
				return nil, err
			}
			return py.None, m.sortValues(a[0].(*py.List).Items, a[1], back)
		}},
	})
	tupleClass.methods(map[string]method{
		"index": {"self, value, start=None, stop=None, /", func(m *Machine, a []Value) (Value, error) {
			i, err := m.search(a[0].(py.Tuple), a[1], a[2], a[3])
			if err == nil && i < 0 {
				err = errorf(ValueError, "tuple.index(x): x not in tuple")
			}
			return py.Int(i), err
		}},
		"count": {"self, value, /", func(m *Machine, a []Value) (Value, error) { return m.countIn(a[0].(py.Tuple), a[1]) }},
	})
	rangeClass.methods(map[string]method{
		"index": {"self, value, /", func(m *Machine, a []Value) (Value, error) {
			r := a[0].(*Range)
			ok, err := m.contains(r, a[1])
			if err == nil && !ok {
				err = errorf(ValueError, "%s is not in range", safeRepr(a[1]))
			}
			if err != nil {
				return nil, err
			}
			n, _ := intOf(a[1])
			return py.Int((n - r.start) / r.step), nil
		}},
		"count": {"self, value, /", func(m *Machine, a []Value) (Value, error) {
			ok, err := m.contains(a[0], a[1])
			if ok {
				return py.Int(1), err
			}
			return py.Int(0), err
		}},
	})
}

func reverse(items []Value) {
	for i, j := 0, len(items)-1; i < j; i, j = i+1, j-1 {
		items[i], items[j] = items[j], items[i]
	}
}
