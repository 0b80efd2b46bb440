package python

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/go-python/gpython/py"
)

// Dict is a dict: it keeps the order of insertion and takes every hashable key. A class of its own makes it a Counter or a
// defaultdict.
type Dict struct {
	index   map[any]int
	entries []entry
	live    int
	chained int // the longest chain of keys with one user-made hash
	class   *Class
	factory Value // of a defaultdict
}

type entry struct {
	key, value Value
	hash       any
	dead       bool
}

func (*Dict) Type() *py.Type { return foreign }

func newDict() *Dict { return &Dict{index: map[any]int{}} }

// userHash is a key whose class says what equals it: n counts keys of the same hash.
type userHash struct {
	hash string
	n    int
}

type bigKey string
type tupleKey string

// hashKey is a Go value that is equal for equal keys; of a user's class it is a userHash and needs Eq besides.
func hashKey(m *Machine, v Value) (any, error) {
	switch v := v.(type) {
	case py.String:
		return string(v), nil
	case py.Int:
		return int64(v), nil
	case py.Bool:
		if v {
			return int64(1), nil
		}
		return int64(0), nil
	case py.Float:
		f := float64(v)
		if f == math.Trunc(f) {
			if math.Abs(f) < 1<<63 {
				return int64(f), nil
			}
			if !math.IsInf(f, 0) {
				b, _ := big.NewFloat(f).Int(nil)
				return keyOfBig(b), nil
			}
		}
		return f, nil
	case *py.BigInt:
		return keyOfBig((*big.Int)(v)), nil
	case py.Tuple:
		var b strings.Builder
		for _, x := range v {
			k, err := hashKey(m, x)
			if err != nil {
				return nil, err
			}
			encodeKey(&b, k)
		}
		return tupleKey(b.String()), nil
	case py.Bytes:
		return tupleKey("b" + string(v)), nil
	case *py.List, *Dict, *Column:
		return nil, errorf(TypeError, "unhashable type: '%s'", kind(v))
	case *Set:
		if !v.frozen {
			return nil, errorf(TypeError, "unhashable type: 'set'")
		}
		return tupleKey("frozenset" + strconv.Itoa(v.d.live)), nil
	case *Method:
		return tupleKey("m" + pointer(v.self) + pointer(v.fn)), nil
	case *Instance:
		if h := v.class.special("__hash__"); h != nil && h != py.None {
			r, err := m.call(h, []Value{v}, nil)
			if err != nil {
				return nil, err
			}
			return userHash{hash: safeRepr(r)}, nil
		}
		if v.class.special("__eq__") != nil {
			return nil, errorf(TypeError, "unhashable type: '%s'", v.class.name)
		}
		return v, nil
	}
	return v, nil
}

func keyOfBig(b *big.Int) bigKey {
	if b.Sign() < 0 {
		return bigKey("-" + string(b.Bytes()))
	}
	return bigKey("+" + string(b.Bytes()))
}

func encodeKey(b *strings.Builder, k any) {
	switch k := k.(type) {
	case string:
		b.WriteString("s" + strconv.Itoa(len(k)) + ":" + k)
	case int64:
		b.WriteString("i" + strconv.FormatInt(k, 10) + ";")
	case float64:
		b.WriteString("f" + strconv.FormatFloat(k, 'x', -1, 64) + ";")
	case bigKey:
		b.WriteString("I" + strconv.Itoa(len(k)) + ":" + string(k))
	case tupleKey:
		b.WriteString("t" + strconv.Itoa(len(k)) + ":" + string(k))
	case userHash:
		b.WriteString("u" + k.hash + ";")
	case Value:
		b.WriteString("p" + pointer(k) + ";")
	}
}

// find is the position of a key's entry or -1, and the hash under which to insert it.
func (d *Dict) find(m *Machine, key Value) (int, any, error) {
	h, err := hashKey(m, key)
	if err != nil {
		return -1, nil, err
	}
	u, chained := h.(userHash)
	if s, ok := key.(*Set); ok {
		u, chained = userHash{hash: "frozenset" + strconv.Itoa(s.d.live)}, true
	}
	if !chained {
		if i, ok := d.index[h]; ok {
			return i, h, nil
		}
		return -1, h, nil
	}
	free := -1
	for n := 0; n <= d.chained; n++ {
		u.n = n
		i, ok := d.index[u]
		if !ok {
			if free < 0 {
				free = n
			}
			continue
		}
		same, err := m.equal(d.entries[i].key, key)
		if err != nil {
			return -1, nil, err
		}
		if same {
			return i, u, nil
		}
	}
	if free < 0 {
		d.chained++
		free = d.chained
	}
	u.n = free
	return -1, u, nil
}

func (d *Dict) get(m *Machine, key Value) (Value, error) {
	i, _, err := d.find(m, key)
	if err != nil || i < 0 {
		return nil, err
	}
	return d.entries[i].value, nil
}

func (d *Dict) put(m *Machine, key, value Value) error {
	i, h, err := d.find(m, key)
	if err != nil {
		return err
	}
	if i >= 0 {
		d.entries[i].value = value
		return nil
	}
	if err := m.grown(len(d.entries), cap(d.entries), 120); err != nil { // an entry, and its place in the index
		return err
	}
	d.index[h] = len(d.entries)
	d.entries = append(d.entries, entry{key: key, value: value, hash: h})
	d.live++
	return nil
}

// putText is put for a text, which cannot fail.
func (d *Dict) putText(key string, value Value) {
	if i, ok := d.index[key]; ok {
		d.entries[i].value = value
		return
	}
	d.index[key] = len(d.entries)
	d.entries = append(d.entries, entry{key: text(key), value: value, hash: key})
	d.live++
}

// remove takes a key out and returns its value; nil when it was not there.
func (d *Dict) remove(m *Machine, key Value) (Value, error) {
	i, _, err := d.find(m, key)
	if err != nil || i < 0 {
		return nil, err
	}
	v := d.entries[i].value
	delete(d.index, d.entries[i].hash)
	d.entries[i] = entry{dead: true}
	d.live--
	if len(d.entries) > 32 && d.live < len(d.entries)/2 {
		d.compact()
	}
	return v, nil
}

func (d *Dict) compact() {
	kept := make([]entry, 0, d.live)
	for _, e := range d.entries {
		if !e.dead {
			d.index[e.hash] = len(kept)
			kept = append(kept, e)
		}
	}
	d.entries = kept
}

func (d *Dict) clear() { d.index, d.entries, d.live, d.chained = map[any]int{}, nil, 0, 0 }

func (d *Dict) copy() *Dict {
	c := &Dict{index: make(map[any]int, len(d.index)), live: d.live, chained: d.chained, class: d.class, factory: d.factory}
	c.entries = make([]entry, 0, d.live)
	for _, e := range d.entries {
		if !e.dead {
			c.index[e.hash] = len(c.entries)
			c.entries = append(c.entries, e)
		}
	}
	return c
}

func (d *Dict) keys() []Value {
	out := make([]Value, 0, d.live)
	for _, e := range d.entries {
		if !e.dead {
			out = append(out, e.key)
		}
	}
	return out
}

// iterate walks the live entries and notices a change of size, as Python does.
func (d *Dict) iterate(what string, pick func(entry) Value) func() (Value, error) {
	i, size := 0, d.live
	return func() (Value, error) {
		if d.live != size {
			return nil, errorf(RuntimeError, "%s changed size during iteration", what)
		}
		for i < len(d.entries) {
			e := d.entries[i]
			i++
			if !e.dead {
				return pick(e), nil
			}
		}
		return nil, nil
	}
}

// Set is a set or frozenset in order of insertion.
type Set struct {
	d      *Dict
	frozen bool
}

func (*Set) Type() *py.Type { return foreign }

func newSet() *Set { return &Set{d: newDict()} }

func (s *Set) add(m *Machine, v Value) error { return s.d.put(m, v, py.None) }

func (s *Set) has(m *Machine, v Value) (bool, error) {
	i, _, err := s.d.find(m, v)
	return i >= 0, err
}

// view is d.keys(), d.values() or d.items().
type view struct {
	d    *Dict
	what string
}

func (*view) Type() *py.Type { return foreign }

func (v *view) class() *Class {
	switch v.what {
	case "keys":
		return dictKeysClass
	case "values":
		return dictValuesClass
	}
	return dictItemsClass
}

func (v *view) pick(e entry) Value {
	switch v.what {
	case "keys":
		return e.key
	case "values":
		return e.value
	}
	return py.Tuple{e.key, e.value}
}
