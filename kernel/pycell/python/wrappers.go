package python

import (
	"strings"

	"github.com/go-python/gpython/py"
)

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func joinNames(names []string) string { return strings.Join(names, ", ") }

// abstractMethods are the methods of a class that abc.abstractmethod marks and nothing overrides.
func abstractMethods(c *Class) []string {
	var out []string
	seen := map[string]bool{}
	for _, k := range c.mro {
		for _, name := range k.order {
			if seen[name] {
				continue
			}
			seen[name] = true
			v := k.attrs[name]
			if w, ok := v.(*wrapper); ok {
				v = w.fn
			}
			if f, ok := v.(*Function); ok && f.attrs["__isabstractmethod__"] != nil {
				out = append(out, name)
			}
		}
	}
	return out
}

func defineWrappers() {
	for _, c := range []*Class{staticmethodClass, classmethodClass, cachedPropertyClass} {
		c.constructor("function, /", func(m *Machine, a []Value) (Value, error) { return &wrapper{class: c, fn: a[0]}, nil })
	}
	propertyClass.constructor("fget=None, fset=None, fdel=None, doc=None", func(m *Machine, a []Value) (Value, error) {
		w := &wrapper{class: propertyClass}
		for i, p := range []*Value{&w.fn, &w.setter, &w.dele} {
			if a[i] != py.None {
				*p = a[i]
			}
		}
		return w, nil
	})
	with := func(set func(w *wrapper, f Value)) method {
		return method{"self, function, /", func(m *Machine, a []Value) (Value, error) {
			w := *a[0].(*wrapper)
			set(&w, a[1])
			return &w, nil
		}}
	}
	propertyClass.methods(map[string]method{
		"getter":  with(func(w *wrapper, f Value) { w.fn = f }),
		"setter":  with(func(w *wrapper, f Value) { w.setter = f }),
		"deleter": with(func(w *wrapper, f Value) { w.dele = f }),
	})
}

// partial is functools.partial, and with a cache functools.lru_cache.
type partial struct {
	fn    Value
	args  []Value
	kw    []keyword
	cache *Dict
	attrs map[string]Value
	hits  int
	size  int // of the cache; 0: no limit
}

func (*partial) Type() *py.Type { return foreign }

func (p *partial) call(m *Machine, args []Value, kw []keyword) (Value, error) {
	if p.cache == nil {
		all := append(append([]Value(nil), p.args...), args...)
		merged := append([]keyword(nil), p.kw...)
	next:
		for _, k := range kw {
			for i := range merged {
				if merged[i].name == k.name {
					merged[i].value = k.value
					continue next
				}
			}
			merged = append(merged, k)
		}
		return m.call(p.fn, all, merged)
	}
	key := append(py.Tuple(nil), args...)
	for _, k := range kw {
		key = append(key, text(k.name), k.value)
	}
	v, err := p.cache.get(m, key)
	if err != nil || v != nil {
		p.hits++
		return v, err
	}
	if v, err = m.call(p.fn, args, kw); err != nil {
		return nil, err
	}
	if p.size > 0 && p.cache.live >= p.size {
		for _, e := range p.cache.entries {
			if !e.dead {
				if _, err := p.cache.remove(m, e.key); err != nil {
					return nil, err
				}
				break
			}
		}
	}
	return v, p.cache.put(m, key, v)
}
