package python

import (
	"unicode/utf8"

	"github.com/go-python/gpython/py"
)

// bounds are the start, stop and step of a slice of n elements.
func (s *Slice) bounds(m *Machine, n int) (start, stop, step, count int, err error) {
	step = 1
	if s.step != py.None {
		if step, err = m.index(s.step, "slice indices must be integers or None or have an __index__ method"); err != nil {
			return
		}
		if step == 0 {
			err = errorf(ValueError, "slice step cannot be zero")
			return
		}
		step = min(max(step, -1<<62), 1<<62)
	}
	low, high := 0, n
	if step < 0 {
		low, high = -1, n-1
	}
	limit := func(v Value, def int) (int, error) {
		if v == py.None {
			return def, nil
		}
		i, err := m.index(v, "slice indices must be integers or None or have an __index__ method")
		if i < 0 {
			i += n
		}
		return min(max(i, low), high), err
	}
	first, last := low, high
	if step < 0 {
		first, last = high, low
	}
	if start, err = limit(s.start, first); err != nil {
		return
	}
	if stop, err = limit(s.stop, last); err != nil {
		return
	}
	if r := (&Range{int64(start), int64(stop), int64(step)}); true {
		count = r.len()
	}
	return
}

// index is a value as an index; a larger one is the largest that there is.
func (m *Machine) index(v Value, complaint string) (int, error) {
	switch v := v.(type) {
	case py.Int, py.Bool:
		n, _ := intOf(v)
		return int(n), nil
	case *py.BigInt:
		if bigOf(v).Sign() < 0 {
			return -1 << 62, nil
		}
		return 1 << 62, nil
	case *Instance:
		if f := classOf(v).special("__index__"); f != nil {
			r, err := m.call(f, []Value{v}, nil)
			if err != nil {
				return 0, err
			}
			n, ok := intOf(r)
			if !ok {
				return 0, errorf(TypeError, "__index__ returned non-int (type %s)", kind(r))
			}
			return int(n), nil
		}
	}
	return 0, errorf(TypeError, "%s", complaint)
}

// position is an index into n elements of a what.
func (m *Machine) position(v Value, n int, what, outside string) (int, error) {
	complaint := what + " indices must be integers or slices, not " + kind(v)
	if what == "string" {
		complaint = "string indices must be integers, not '" + kind(v) + "'"
	}
	i, err := m.index(v, complaint)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, errorf(IndexError, "%s", outside)
	}
	return i, nil
}

// cut picks the elements of a slice.
func (m *Machine) cut(items []Value, s *Slice) ([]Value, error) {
	start, _, step, count, err := s.bounds(m, len(items))
	if err != nil {
		return nil, err
	}
	if step == 1 {
		return append(make([]Value, 0, count), items[start:start+count]...), m.room(16 * float64(count))
	}
	out := make([]Value, count)
	for i := range out {
		out[i] = items[start+i*step]
	}
	return out, nil
}

// item is v[key].
func (m *Machine) item(v, key Value) (Value, error) {
	switch v := v.(type) {
	case *py.List:
		if s, ok := key.(*Slice); ok {
			items, err := m.cut(v.Items, s)
			return list(items), err
		}
		if name, ok := key.(py.String); ok {
			if v, ok, err := resultCalled(v.Items, string(name)); ok {
				return v, err
			}
		}
		i, err := m.position(key, len(v.Items), "list", "list index out of range")
		if err != nil {
			return nil, err
		}
		return v.Items[i], nil
	case *Dict:
		return m.dictItem(v, key)
	case py.Tuple:
		if s, ok := key.(*Slice); ok {
			items, err := m.cut(v, s)
			return py.Tuple(items), err
		}
		i, err := m.position(key, len(v), "tuple", "tuple index out of range")
		if err != nil {
			return nil, err
		}
		return v[i], nil
	case py.String:
		return m.textItem(string(v), key)
	case py.Bytes:
		i, err := m.position(key, len(v), "byte", "index out of range")
		if err != nil {
			return nil, err
		}
		return py.Int(v[i]), nil
	case *Range:
		if s, ok := key.(*Slice); ok {
			start, stop, step, _, err := s.bounds(m, v.len())
			return &Range{v.start + int64(start)*v.step, v.start + int64(stop)*v.step, v.step * int64(step)}, err
		}
		i, err := m.position(key, v.len(), "range", "range object index out of range")
		if err != nil {
			return nil, err
		}
		return py.Int(v.start + int64(i)*v.step), nil
	case *Column:
		return v.item(m, key)
	case *Record:
		return m.dictItem(v.d, key)
	case *Class:
		if f := v.lookup("__class_getitem__"); f != nil || !v.user {
			return v, nil // list[int] and the like, in what used to be an annotation
		}
	case *Instance:
		if f := classOf(v).lookup("__getitem__"); f != nil {
			return m.call(f, []Value{v, key}, nil)
		}
	}
	return nil, errorf(TypeError, "'%s' object is not subscriptable", kind(v))
}

func (m *Machine) dictItem(d *Dict, key Value) (Value, error) {
	v, err := d.get(m, key)
	if err != nil || v != nil {
		return v, err
	}
	switch {
	case d.class == counterClass:
		return py.Int(0), nil
	case d.class == defaultdictClass && d.factory != py.None:
		if v, err = m.call(d.factory, nil, nil); err != nil {
			return nil, err
		}
		return v, d.put(m, key, v)
	}
	return nil, &raised{newException(KeyError, []Value{key})}
}

func (m *Machine) textItem(s string, key Value) (Value, error) {
	n := utf8.RuneCountInString(s)
	ascii := n == len(s)
	sl, ok := key.(*Slice)
	if !ok {
		i, err := m.position(key, n, "string", "string index out of range")
		if err != nil {
			return nil, err
		}
		if ascii {
			return text(s[i : i+1]), nil
		}
		return text(string([]rune(s)[i])), nil
	}
	start, _, step, count, err := sl.bounds(m, n)
	if err != nil {
		return nil, err
	}
	if ascii && step == 1 {
		return text(s[start : start+count]), nil
	}
	runes, out := []rune(s), make([]rune, count)
	for i := range out {
		out[i] = runes[start+i*step]
	}
	return text(string(out)), nil
}

func (m *Machine) setItem(v, key, x Value) error {
	switch v := v.(type) {
	case *py.List:
		if s, ok := key.(*Slice); ok {
			return m.setSlice(v, s, x)
		}
		i, err := m.position(key, len(v.Items), "list", "list assignment index out of range")
		if err != nil {
			return err
		}
		v.Items[i] = x
		return nil
	case *Dict:
		return v.put(m, key, x)
	case *Instance:
		if f := classOf(v).special("__setitem__"); f != nil {
			_, err := m.call(f, []Value{v, key, x}, nil)
			return err
		}
	case *Record, *Column:
		return errorf(TypeError, "%s objects are the session's record and cannot be changed", kind(v))
	}
	return errorf(TypeError, "'%s' object does not support item assignment", kind(v))
}

func (m *Machine) setSlice(l *py.List, s *Slice, x Value) error {
	items, err := m.sequence(x)
	if err != nil {
		return errorf(TypeError, "can only assign an iterable")
	}
	start, stop, step, count, err := s.bounds(m, len(l.Items))
	if err != nil {
		return err
	}
	if step == 1 {
		stop = max(start, stop)
		out := append(append(make([]Value, 0, len(l.Items)+len(items)), l.Items[:start]...), items...)
		l.Items = append(out, l.Items[stop:]...)
		return nil
	}
	if len(items) != count {
		return errorf(ValueError, "attempt to assign sequence of size %d to extended slice of size %d", len(items), count)
	}
	for i, v := range append([]Value(nil), items...) {
		l.Items[start+i*step] = v
	}
	return nil
}

func (m *Machine) delItem(v, key Value) error {
	switch v := v.(type) {
	case *py.List:
		if s, ok := key.(*Slice); ok {
			start, _, step, count, err := s.bounds(m, len(v.Items))
			if err != nil {
				return err
			}
			gone := make(map[int]bool, count)
			for i := range count {
				gone[start+i*step] = true
			}
			kept := make([]Value, 0, len(v.Items)-count)
			for i, x := range v.Items {
				if !gone[i] {
					kept = append(kept, x)
				}
			}
			v.Items = kept
			return nil
		}
		i, err := m.position(key, len(v.Items), "list", "list assignment index out of range")
		if err != nil {
			return err
		}
		v.Items = append(v.Items[:i], v.Items[i+1:]...)
		return nil
	case *Dict:
		x, err := v.remove(m, key)
		if err == nil && x == nil && v.class != counterClass {
			err = &raised{newException(KeyError, []Value{key})}
		}
		return err
	case *Instance:
		if f := classOf(v).special("__delitem__"); f != nil {
			_, err := m.call(f, []Value{v, key}, nil)
			return err
		}
	}
	return errorf(TypeError, "'%s' object doesn't support item deletion", kind(v))
}
