package python

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// absentNames are builtins of CPython that Python cells do not have, and what to write instead.
var absentNames = map[string]string{
	"open":          "Python cells read no files; hyp.data has the session's columns, and a Python kernel has open",
	"eval":          "Python cells run no text as code; write the expression itself, or json.loads for data",
	"exec":          "Python cells run no text as code; write the code itself",
	"compile":       "Python cells run no text as code; write the code itself",
	"__import__":    "write import, which knows the modules of Python cells",
	"globals":       "dir() lists the names of the session",
	"locals":        "dir() lists the names of the session",
	"breakpoint":    "print the values instead",
	"help":          "Shift-Tab behind the name explains it; dir(x) lists what x has",
	"display":       "the last value of a cell is shown, and print(x) shows more",
	"memoryview":    "bytes are enough in Python cells",
	"bytearray":     "bytes are enough in Python cells",
	"results":       "the session's results are hyp.results",
	"insights":      "the graph of findings is asked with hyp.insights()",
	"data":          "the session's columns are hyp.data[\"name\"]",
	"df":            "the session's columns are hyp.data[\"name\"]",
	"assoc":         "claims are answered by hyp.run(\"assoc(x, y)\"), or in a cell of their own",
	"diff":          "claims are answered by hyp.run(\"diff(y, by=g)\"), or in a cell of their own",
	"interact":      "claims are answered by hyp.run(\"interact(x * z -> y)\"), or in a cell of their own",
	"heterogeneity": "claims are answered by hyp.run(\"heterogeneity(y ~ x | g)\"), or in a cell of their own",
	"pd":            "there is no pandas in Python cells: hyp.data has the session's columns; use a Python kernel for pandas",
	"np":            "there is no numpy in Python cells: columns of hyp.data compute element by element, and math and statistics do the rest",
	"plt":           "there is no matplotlib in Python cells: results draw themselves; use a Python kernel for matplotlib",
}

// isInstance is isinstance(v, c).
func (m *Machine) isInstance(k *Class, c Value, name string) (bool, error) {
	switch c := c.(type) {
	case *Class:
		return k.derives(c), nil
	case py.Tuple:
		for _, x := range c {
			if ok, err := m.isInstance(k, x, name); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	return false, errorf(TypeError, "%s() arg 2 must be a type, a tuple of types, or a union", name)
}

func (m *Machine) print(a []Value) (Value, error) {
	// The parameters in order: sep, end, file, flush, *values.
	sep, end := " ", "\n"
	for i, p := range []*string{&sep, &end} {
		switch v := a[i].(type) {
		case py.String:
			*p = string(v)
		case nil, py.NoneType:
		default:
			return nil, errorf(TypeError, "%s must be None or a string, not %s", []string{"sep", "end"}[i], kind(v))
		}
	}
	stream := "stdout"
	if f, ok := a[2].(*Module); ok && f.name == "stderr" {
		stream = "stderr"
	}
	var b strings.Builder
	for i, v := range a[4].(py.Tuple) {
		if i > 0 {
			b.WriteString(sep)
		}
		s, err := m.str(v)
		if err != nil {
			return nil, err
		}
		b.WriteString(s)
	}
	b.WriteString(end)
	m.config.Write(stream, b.String())
	return py.None, nil
}

func defineFunctions() {
	def := func(all map[string]method) {
		for name, k := range all {
			builtinNames[name] = &Builtin{name: name, sig: parseSignature(k.sig), fn: k.fn}
		}
	}
	builtinNames["NotImplemented"], builtinNames["Ellipsis"], builtinNames["__name__"] = notImplemented, ellipsis, text("__main__")
	builtinNames["__debug__"] = py.True
	def(map[string]method{
		"input": {"prompt='', /", func(m *Machine, a []Value) (Value, error) { return m.input(a[0]) }},
		"print": {"*values, sep=' ', end='\\n', file=None, flush=False", func(m *Machine, a []Value) (Value, error) { return m.print(a) }},
		"len": {"obj, /", func(m *Machine, a []Value) (Value, error) {
			n, err := m.length(a[0])
			return py.Int(n), err
		}},
		"abs":   {"x, /", func(m *Machine, a []Value) (Value, error) { return m.abs(a[0]) }},
		"round": {"number, ndigits=None", func(m *Machine, a []Value) (Value, error) { return m.round(a[0], a[1]) }},
		"sum":   {"iterable, /, start=0", func(m *Machine, a []Value) (Value, error) { return m.sum(a[0], a[1]) }},
		"min":   extreme("min", ast.Lt), "max": extreme("max", ast.Gt), "any": anyAll(true), "all": anyAll(false),
		"bin": inBase(2, "0b"), "oct": inBase(8, "0o"), "hex": inBase(16, "0x"),
		"pow": {"base, exp, mod=None", func(m *Machine, a []Value) (Value, error) { return m.pow(a) }},
		"divmod": {"x, y, /", func(m *Machine, a []Value) (Value, error) {
			q, err := m.binary(ast.FloorDiv, a[0], a[1])
			if err != nil {
				return nil, err
			}
			r, err := m.binary(ast.Modulo, a[0], a[1])
			return py.Tuple{q, r}, err
		}},
		"repr": {"obj, /", func(m *Machine, a []Value) (Value, error) {
			s, err := m.repr(a[0])
			return text(s), err
		}},
		"ascii": {"obj, /", func(m *Machine, a []Value) (Value, error) {
			s, err := m.repr(a[0])
			return text(asciiOnly(s)), err
		}},
		"format": {"value, format_spec='', /", func(m *Machine, a []Value) (Value, error) {
			s, _ := a[1].(py.String)
			t, err := m.formatValue(a[0], string(s))
			return text(t), err
		}},
		"ord": {"c, /", func(m *Machine, a []Value) (Value, error) {
			s, ok := a[0].(py.String)
			if !ok {
				return nil, errorf(TypeError, "ord() expected string of length 1, but %s found", kind(a[0]))
			}
			if n := utf8.RuneCountInString(string(s)); n != 1 {
				return nil, errorf(TypeError, "ord() expected a character, but string of length %d found", n)
			}
			r, _ := utf8.DecodeRuneInString(string(s))
			return py.Int(r), nil
		}},
		"chr": {"i, /", func(m *Machine, a []Value) (Value, error) {
			n, ok := intOf(a[0])
			if !ok {
				return nil, errorf(TypeError, "'%s' object cannot be interpreted as an integer", kind(a[0]))
			}
			if n < 0 || n > 0x10ffff {
				return nil, errorf(ValueError, "chr() arg not in range(0x110000)")
			}
			return text(string(rune(n))), nil
		}},
		"sorted": {"iterable, /, *, key=None, reverse=False", func(m *Machine, a []Value) (Value, error) {
			items, err := m.appendAll(nil, a[0])
			if err != nil {
				return nil, err
			}
			back, err := m.optional(a[2], false)
			if err != nil {
				return nil, err
			}
			return list(items), m.sortValues(items, a[1], back)
		}},
		"isinstance": {"obj, class_or_tuple, /", func(m *Machine, a []Value) (Value, error) {
			ok, err := m.isInstance(classOf(a[0]), a[1], "isinstance")
			return boolean(ok), err
		}},
		"issubclass": {"cls, class_or_tuple, /", func(m *Machine, a []Value) (Value, error) {
			c, ok := a[0].(*Class)
			if !ok {
				return nil, errorf(TypeError, "issubclass() arg 1 must be a class")
			}
			ok, err := m.isInstance(c, a[1], "issubclass")
			return boolean(ok), err
		}},
		"callable": {"obj, /", func(m *Machine, a []Value) (Value, error) {
			switch x := a[0].(type) {
			case *Function, *Builtin, *Method, *Class, *partial:
				return py.True, nil
			case *Instance:
				return boolean(classOf(x).special("__call__") != nil), nil
			}
			return py.False, nil
		}},
		"id": {"obj, /", func(m *Machine, a []Value) (Value, error) {
			n, err := strconv.ParseInt(strings.TrimPrefix(pointer(a[0]), "0x"), 16, 64)
			if err != nil {
				return m.hash(a[0])
			}
			return py.Int(n), nil
		}},
		"hash": {"obj, /", func(m *Machine, a []Value) (Value, error) { return m.hash(a[0]) }},
		"getattr": {"obj, name, default=None, /", func(m *Machine, a []Value) (Value, error) {
			name, ok := a[1].(py.String)
			if !ok {
				return nil, errorf(TypeError, "attribute name must be string, not '%s'", kind(a[1]))
			}
			v, err := m.attribute(a[0], string(name))
			if a[2] != nil && raisedClass(err, AttributeError) {
				return a[2], nil
			}
			return v, err
		}},
		"hasattr": {"obj, name, /", func(m *Machine, a []Value) (Value, error) {
			name, ok := a[1].(py.String)
			if !ok {
				return nil, errorf(TypeError, "attribute name must be string, not '%s'", kind(a[1]))
			}
			_, err := m.attribute(a[0], string(name))
			if raisedClass(err, AttributeError) {
				return py.False, nil
			}
			return boolean(err == nil), err
		}},
		"setattr": {"obj, name, value, /", func(m *Machine, a []Value) (Value, error) {
			name, ok := a[1].(py.String)
			if !ok {
				return nil, errorf(TypeError, "attribute name must be string, not '%s'", kind(a[1]))
			}
			return py.None, m.setAttribute(a[0], string(name), a[2])
		}},
		"delattr": {"obj, name, /", func(m *Machine, a []Value) (Value, error) {
			name, _ := a[1].(py.String)
			return py.None, m.delAttribute(a[0], string(name))
		}},
		"vars": {"obj, /", func(m *Machine, a []Value) (Value, error) {
			v, err := m.attribute(a[0], "__dict__")
			if err != nil {
				return nil, errorf(TypeError, "vars() argument must have __dict__ attribute")
			}
			return v, nil
		}},
		"dir": {"obj=None, /", func(m *Machine, a []Value) (Value, error) {
			names := m.attributeNames(a[0])
			if a[0] == nil {
				names = names[:0]
				for n := range m.globals {
					names = append(names, n)
				}
			}
			sort.Strings(names)
			return textList(names), nil
		}},
		"iter": {"obj, sentinel=None, /", func(m *Machine, a []Value) (Value, error) {
			if a[1] == nil {
				return m.iter(a[0])
			}
			return newIterator(iteratorClass, func() (Value, error) {
				v, err := m.call(a[0], nil, nil)
				if err != nil {
					return nil, err
				}
				if done, err := m.equal(v, a[1]); err != nil || done {
					return nil, err
				}
				return v, nil
			}), nil
		}},
		"next": {"iterator, default=None, /", func(m *Machine, a []Value) (Value, error) {
			var v Value
			var err error
			if it, ok := a[0].(*Iterator); ok {
				v, err = it.advance()
			} else {
				f := classOf(a[0]).lookup("__next__")
				if f == nil {
					return nil, errorf(TypeError, "'%s' object is not an iterator", kind(a[0]))
				}
				v, err = m.call(f, []Value{a[0]}, nil)
			}
			if raisedClass(err, StopIteration) && a[1] != nil {
				return a[1], nil
			}
			return v, err
		}},
	})
	exit := func(m *Machine, a []Value) (Value, error) {
		return nil, errorf(RuntimeError, "exit() does not end a session; close or restart the kernel instead")
	}
	def(map[string]method{"exit": {"code=None", exit}, "quit": {"code=None", exit}})
}
