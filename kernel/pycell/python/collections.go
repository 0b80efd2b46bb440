package python

import (
	"sort"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// count adds the elements of v, or the counts of a dict, to a Counter, times sign.
func (m *Machine) count(d *Dict, v Value, sign int) error {
	add := func(k, n Value) error {
		old, err := d.get(m, k)
		if err != nil {
			return err
		}
		if old == nil {
			old = py.Int(0)
		}
		op := ast.Add
		if sign < 0 {
			op = ast.Sub
		}
		sum, err := m.binary(op, old, n)
		if err != nil {
			return err
		}
		return d.put(m, k, sum)
	}
	if src, ok := v.(*Dict); ok {
		for _, e := range src.copy().entries {
			if err := add(e.key, e.value); err != nil {
				return err
			}
		}
		return nil
	}
	return m.each(v, func(x Value) error { return add(x, py.Int(1)) })
}

// mostCommon is a Counter in falling order of its counts.
func (m *Machine) mostCommon(d *Dict) (*Dict, error) {
	es := d.copy().entries
	s := &sorter{m: m}
	sort.SliceStable(es, func(i, j int) bool { return s.less(es[j].value, es[i].value) })
	out := &Dict{index: map[any]int{}}
	for _, e := range es {
		out.index[e.hash] = len(out.entries)
		out.entries = append(out.entries, e)
		out.live++
	}
	return out, s.err
}

// counterBinary is an operator between Counters: what is not positive is left out.
func (m *Machine) counterBinary(op ast.OperatorNumber, a, b Value) (Value, error) {
	x, okx := a.(*Dict)
	y, oky := b.(*Dict)
	if !okx || !oky || x.class != counterClass || y.class != counterClass {
		return nil, nil
	}
	out := &Dict{index: map[any]int{}, class: counterClass}
	all := x.copy()
	for _, e := range y.copy().entries {
		if i, _, err := all.find(m, e.key); err != nil || i < 0 {
			if err != nil {
				return nil, err
			}
			if err := all.put(m, e.key, py.Int(0)); err != nil {
				return nil, err
			}
		}
	}
	for _, e := range all.entries {
		n, err := m.dictItem(y, e.key)
		if err != nil {
			return nil, err
		}
		v := e.value
		switch op {
		case ast.Add, ast.Sub:
			v, err = m.binary(op, v, n)
		case ast.BitAnd, ast.BitOr:
			less, e := m.less(v, n)
			if err = e; less == (op == ast.BitOr) {
				v = n
			}
		default:
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if positive, err := m.less(py.Int(0), v); err != nil {
			return nil, err
		} else if positive {
			if err := out.put(m, e.key, v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func defineCollections() {
	counterClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		d := newDict()
		d.class = counterClass
		if len(args) > 1 {
			return nil, errorf(TypeError, "Counter expected at most 1 argument, got %d", len(args))
		}
		if len(args) == 1 && args[0] != py.None {
			if err := m.count(d, args[0], 1); err != nil {
				return nil, err
			}
		}
		for _, k := range kw {
			d.putText(k.name, k.value)
		}
		return d, nil
	}
	defaultdictClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		var factory Value = py.None
		if len(args) > 0 {
			factory, args = args[0], args[1:]
		}
		v, err := dictClass.make(m, dictClass, args, kw)
		if err != nil {
			return nil, err
		}
		d := v.(*Dict)
		d.class, d.factory = defaultdictClass, factory
		return d, nil
	}
	orderedDictClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		v, err := dictClass.make(m, dictClass, args, kw)
		if err != nil {
			return nil, err
		}
		v.(*Dict).class = orderedDictClass
		return v, nil
	}
	counterClass.methods(map[string]method{
		"most_common": {"self, n=None", func(m *Machine, a []Value) (Value, error) {
			d, err := m.mostCommon(a[0].(*Dict))
			if err != nil {
				return nil, err
			}
			es := d.entries
			if n, ok := intOf(a[1]); a[1] != nil && ok {
				es = es[:max(0, min(int(n), len(es)))]
			}
			out := make([]Value, len(es))
			for i, e := range es {
				out[i] = py.Tuple{e.key, e.value}
			}
			return list(out), nil
		}},
		"elements": {"self", func(m *Machine, a []Value) (Value, error) {
			var out py.Tuple
			for _, e := range a[0].(*Dict).copy().entries {
				n, _ := intOf(e.value)
				if err := m.room(16 * float64(n)); err != nil {
					return nil, err
				}
				for range n {
					out = append(out, e.key)
				}
			}
			return m.iter(out)
		}},
		"subtract": {"self, other=(), /", func(m *Machine, a []Value) (Value, error) {
			return py.None, m.count(a[0].(*Dict), a[1], -1)
		}},
		"total": {"self", func(m *Machine, a []Value) (Value, error) { return m.sum(&view{a[0].(*Dict), "values"}, nil) }},
	})
	partialClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		if len(args) == 0 {
			return nil, errorf(TypeError, "type 'partial' takes at least one argument")
		}
		return &partial{fn: args[0], args: args[1:], kw: kw}, nil
	}
	orderedDictClass.methods(map[string]method{
		"move_to_end": {"self, key, last=True", func(m *Machine, a []Value) (Value, error) {
			d := a[0].(*Dict)
			v, err := d.remove(m, a[1])
			if err != nil {
				return nil, err
			}
			if v == nil {
				return nil, &raised{newException(KeyError, []Value{a[1]})}
			}
			last, err := m.optional(a[2], true)
			if err != nil {
				return nil, err
			}
			if last {
				return py.None, d.put(m, a[1], v)
			}
			rest := d.copy()
			d.clear()
			if err := d.put(m, a[1], v); err != nil {
				return nil, err
			}
			return py.None, m.updateDict(d, rest)
		}},
	})
}

func collectionsModule(m *Machine, mod *Module) {
	mod.attrs["Counter"], mod.attrs["defaultdict"], mod.attrs["OrderedDict"] = counterClass, defaultdictClass, orderedDictClass
}

func functoolsModule(m *Machine, mod *Module) {
	mod.attrs["partial"], mod.attrs["cached_property"] = partialClass, cachedPropertyClass
	cached := func(f Value, size int) Value {
		p := &partial{fn: f, cache: newDict(), size: size, attrs: map[string]Value{"__wrapped__": f}}
		if g, ok := f.(*Function); ok {
			p.attrs["__name__"], p.attrs["__doc__"] = text(g.name), g.doc
		}
		p.attrs["cache_clear"] = &Builtin{name: "cache_clear", sig: parseSignature(""), fn: func(m *Machine, a []Value) (Value, error) {
			p.cache.clear()
			p.hits = 0
			return py.None, nil
		}}
		return p
	}
	mod.functions(map[string]method{
		"lru_cache": {"maxsize=128, typed=False", func(m *Machine, a []Value) (Value, error) {
			switch x := a[0].(type) {
			case *Function:
				return cached(x, 128), nil
			case py.NoneType:
				return cacheDecorator(cached, 0), nil
			case py.Int:
				return cacheDecorator(cached, int(x)), nil
			}
			return cacheDecorator(cached, 128), nil
		}},
		"cache": {"function, /", func(m *Machine, a []Value) (Value, error) { return cached(a[0], 0), nil }},
	})
}

func cacheDecorator(cached func(Value, int) Value, size int) Value {
	return &Builtin{name: "lru_cache", sig: parseSignature("function, /"), fn: func(m *Machine, a []Value) (Value, error) { return cached(a[0], size), nil }}
}
