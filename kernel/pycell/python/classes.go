package python

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/go-python/gpython/py"
)

// The classes of the language.
var (
	objectClass, typeClass, noneClass, boolClass, intClass, floatClass, complexClass, strClass, bytesClass, tupleClass, listClass,
	dictClass, setClass, frozensetClass, rangeClass, sliceClass, functionClass, builtinClass, methodClass, moduleClass,
	superClass, staticmethodClass, classmethodClass, propertyClass, cachedPropertyClass, partialClass, recordClass, columnClass,
	dictKeysClass, dictValuesClass, dictItemsClass, counterClass, defaultdictClass, orderedDictClass, namedTupleBase,
	iteratorClass, generatorClass, listIteratorClass, tupleIteratorClass, rangeIteratorClass, strIteratorClass,
	dictIteratorClass, setIteratorClass, enumerateClass, zipClass, mapClass, filterClass, reversedClass *Class
)

// The exceptions.
var (
	BaseException, Exception, KeyboardInterrupt, SystemExit, GeneratorExit, StopIteration, ArithmeticError, ZeroDivisionError,
	OverflowError, AssertionError, AttributeError, ImportError, ModuleNotFoundError, LookupError, IndexError, KeyError,
	MemoryError, NameError, UnboundLocalError, RuntimeError, NotImplementedError, RecursionError, SyntaxError,
	TypeError, ValueError, UnicodeError, TimeoutError, OSError, outOfTimeError, hypError, statisticsError, frozenInstanceError,
	jsonDecodeError *Class
)

// builtinNames are the names that every cell knows.
var builtinNames = map[string]Value{}

// method is a builtin method or function: its signature and what it does.
type method struct {
	sig string
	fn  func(m *Machine, a []Value) (Value, error)
}

func (c *Class) methods(all map[string]method) {
	for name, k := range all {
		c.set(name, &Builtin{name: name, sig: parseSignature(k.sig), fn: k.fn})
	}
}

// constructor makes a class callable.
func (c *Class) constructor(sig string, fn func(m *Machine, a []Value) (Value, error)) {
	g := parseSignature(sig)
	c.sig = sig
	c.make = func(m *Machine, k *Class, args []Value, kw []keyword) (Value, error) {
		slots := make([]Value, len(g.params))
		if err := g.bind(c.name, slots, args, kw, nil); err != nil {
			return nil, err
		}
		return fn(m, slots)
	}
}

var objectRepr Value

var once sync.Once

// prepare makes the classes and builtins when the first machine needs them, so that a program that runs no Python cell does
// not pay for them when it starts.
func prepare() { once.Do(define) }

func define() {
	plain := func(c **Class, name string, base ...*Class) {
		if len(base) == 0 && objectClass != nil {
			base = []*Class{objectClass}
		}
		*c, _ = newClass(name, base)
		(*c).module = "builtins"
	}
	public := func(c **Class, name string, base ...*Class) {
		plain(c, name, base...)
		builtinNames[name] = *c
	}
	public(&objectClass, "object")
	public(&typeClass, "type")
	public(&intClass, "int")
	public(&boolClass, "bool", intClass)
	for name, c := range map[string]**Class{"float": &floatClass, "complex": &complexClass, "str": &strClass, "bytes": &bytesClass,
		"tuple": &tupleClass, "list": &listClass, "dict": &dictClass, "set": &setClass, "frozenset": &frozensetClass,
		"range": &rangeClass, "slice": &sliceClass, "super": &superClass, "staticmethod": &staticmethodClass,
		"classmethod": &classmethodClass, "property": &propertyClass, "enumerate": &enumerateClass, "zip": &zipClass,
		"map": &mapClass, "filter": &filterClass, "reversed": &reversedClass} {
		public(c, name)
	}
	for name, c := range map[string]**Class{"NoneType": &noneClass, "function": &functionClass, "builtin_function_or_method": &builtinClass,
		"method": &methodClass, "module": &moduleClass, "cached_property": &cachedPropertyClass, "partial": &partialClass,
		"Result": &recordClass, "Column": &columnClass, "dict_keys": &dictKeysClass, "dict_values": &dictValuesClass,
		"dict_items": &dictItemsClass, "iterator": &iteratorClass, "generator": &generatorClass,
		"list_iterator": &listIteratorClass, "tuple_iterator": &tupleIteratorClass, "range_iterator": &rangeIteratorClass,
		"str_iterator": &strIteratorClass, "dict_iterator": &dictIteratorClass, "set_iterator": &setIteratorClass,
		"NamedTuple": &namedTupleBase} {
		plain(c, name)
	}
	plain(&counterClass, "Counter", dictClass)
	plain(&defaultdictClass, "defaultdict", dictClass)
	plain(&orderedDictClass, "OrderedDict", dictClass)
	counterClass.module, defaultdictClass.module, orderedDictClass.module = "collections", "collections", "collections"
	recordClass.module, columnClass.module = "hyp", "hyp"

	defineExceptions()
	defineObject()
	defineNumbers()
	defineText()
	defineLists()
	defineDicts()
	defineSets()
	defineFunctions()
	defineIterators()
	defineGenerators()
	defineWrappers()
	defineCollections()
	defineHost()
	defineModules()
}

func defineExceptions() {
	def := func(c **Class, name string, base *Class) {
		*c, _ = newClass(name, []*Class{base})
		(*c).module, (*c).make = "builtins", makeException
		builtinNames[name] = *c
	}
	def(&BaseException, "BaseException", objectClass)
	def(&Exception, "Exception", BaseException)
	def(&KeyboardInterrupt, "KeyboardInterrupt", BaseException)
	def(&SystemExit, "SystemExit", BaseException)
	def(&GeneratorExit, "GeneratorExit", BaseException)
	def(&StopIteration, "StopIteration", Exception)
	def(&ArithmeticError, "ArithmeticError", Exception)
	def(&ZeroDivisionError, "ZeroDivisionError", ArithmeticError)
	def(&OverflowError, "OverflowError", ArithmeticError)
	def(&AssertionError, "AssertionError", Exception)
	def(&AttributeError, "AttributeError", Exception)
	def(&ImportError, "ImportError", Exception)
	def(&ModuleNotFoundError, "ModuleNotFoundError", ImportError)
	def(&LookupError, "LookupError", Exception)
	def(&IndexError, "IndexError", LookupError)
	def(&KeyError, "KeyError", LookupError)
	def(&MemoryError, "MemoryError", Exception)
	def(&NameError, "NameError", Exception)
	def(&UnboundLocalError, "UnboundLocalError", NameError)
	def(&RuntimeError, "RuntimeError", Exception)
	def(&NotImplementedError, "NotImplementedError", RuntimeError)
	def(&RecursionError, "RecursionError", RuntimeError)
	def(&SyntaxError, "SyntaxError", Exception)
	def(&TypeError, "TypeError", Exception)
	def(&ValueError, "ValueError", Exception)
	def(&UnicodeError, "UnicodeError", ValueError)
	def(&OSError, "OSError", Exception)
	def(&TimeoutError, "TimeoutError", OSError)
	var warning, other *Class
	def(&warning, "Warning", Exception)
	for _, name := range []string{"UserWarning", "DeprecationWarning", "RuntimeWarning", "FutureWarning"} {
		def(&other, name, warning)
	}
	for _, name := range []string{"FileNotFoundError", "PermissionError", "FileExistsError", "ConnectionError"} {
		def(&other, name, OSError)
	}
	def(&other, "UnicodeDecodeError", UnicodeError)
	def(&other, "UnicodeEncodeError", UnicodeError)
	def(&other, "FloatingPointError", ArithmeticError)
	def(&other, "EOFError", Exception)
	def(&other, "IndentationError", SyntaxError)
	builtinNames["IOError"] = OSError
	// What ends a cell out of time is no Exception, so that "except Exception" cannot hold it up.
	hidden := func(c **Class, name, module string, base *Class) {
		*c, _ = newClass(name, []*Class{base})
		(*c).module, (*c).make = module, makeException
	}
	hidden(&outOfTimeError, "TimeoutError", "builtins", BaseException)
	hidden(&hypError, "Error", "hyp", Exception)
	hidden(&statisticsError, "StatisticsError", "statistics", ValueError)
	hidden(&frozenInstanceError, "FrozenInstanceError", "dataclasses", AttributeError)
	hidden(&jsonDecodeError, "JSONDecodeError", "json.decoder", ValueError)
	BaseException.methods(map[string]method{
		"__init__": {"self, *args", func(m *Machine, a []Value) (Value, error) {
			if e, ok := a[0].(*Instance); ok && e.exc != nil {
				e.exc.args = a[1].(py.Tuple)
			}
			return py.None, nil
		}},
		"__str__": {"self", func(m *Machine, a []Value) (Value, error) {
			e := a[0].(*Instance)
			s, err := m.str(&Instance{class: KeyError, exc: &exception{args: e.exc.args}})
			if !e.class.derives(KeyError) {
				s, err = m.str(&Instance{class: Exception, exc: &exception{args: e.exc.args}})
			}
			return text(s), err
		}},
		"with_traceback": {"self, tb, /", func(m *Machine, a []Value) (Value, error) { return a[0], nil }},
		"add_note":       {"self, note, /", func(m *Machine, a []Value) (Value, error) { return py.None, nil }},
	})
}

func defineObject() {
	objectClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		if len(args)+len(kw) > 0 {
			return nil, errorf(TypeError, "object() takes no arguments")
		}
		return &Instance{class: objectClass}, nil
	}
	objectClass.methods(map[string]method{
		"__repr__": {"self", func(m *Machine, a []Value) (Value, error) {
			if i, ok := a[0].(*Instance); ok && i.class != nil {
				p := printer{m: m}
				p.plainInstance(i)
				return text(p.b.String()), nil
			}
			s, err := m.repr(a[0])
			return text(s), err
		}},
		"__str__": {"self", func(m *Machine, a []Value) (Value, error) {
			s, err := m.str(a[0])
			return text(s), err
		}},
		"__init__": {"self, *args, **kwargs", func(m *Machine, a []Value) (Value, error) { return py.None, nil }},
		"__new__": {"cls, *args, **kwargs", func(m *Machine, a []Value) (Value, error) {
			c, ok := a[0].(*Class)
			if !ok {
				return nil, errorf(TypeError, "object.__new__(X): X is not a type object (%s)", kind(a[0]))
			}
			return newInstance(c, a[1].(py.Tuple)), nil
		}},
		"__eq__": {"self, other, /", func(m *Machine, a []Value) (Value, error) {
			if classOf(a[0]).user {
				if same(a[0], a[1]) {
					return py.True, nil
				}
				return notImplemented, nil
			}
			ok, err := m.equal(a[0], a[1])
			return boolean(ok), err
		}},
		"__hash__": {"self", func(m *Machine, a []Value) (Value, error) { return m.hash(a[0]) }},
		"__setattr__": {"self, name, value, /", func(m *Machine, a []Value) (Value, error) {
			i, ok := a[0].(*Instance)
			name, ok2 := a[1].(py.String)
			if !ok || !ok2 {
				return nil, errorf(TypeError, "attribute name must be string, not '%s'", kind(a[1]))
			}
			i.set(string(name), a[2]) // also of frozen data classes, as object.__setattr__ does
			return py.None, nil
		}},
		"__getattribute__": {"self, name, /", func(m *Machine, a []Value) (Value, error) {
			name, ok := a[1].(py.String)
			i, isInstance := a[0].(*Instance)
			if !ok || !isInstance {
				return nil, errorf(TypeError, "attribute name must be string, not '%s'", kind(a[1]))
			}
			if v, ok := i.attrs[string(name)]; ok {
				return v, nil
			}
			if f := i.class.lookup(string(name)); f != nil {
				return m.bind(f, i, i.class)
			}
			return nil, errorf(AttributeError, "'%s' object has no attribute '%s'", kind(i), name)
		}},
		"__format__": {"self, spec, /", func(m *Machine, a []Value) (Value, error) {
			s, err := m.str(a[0])
			return text(s), err
		}},
	})
	objectClass.set("__init_subclass__", &wrapper{class: classmethodClass, fn: &Builtin{name: "__init_subclass__", sig: parseSignature("cls"),
		fn: func(m *Machine, a []Value) (Value, error) { return py.None, nil }}})
	objectRepr = objectClass.attrs["__repr__"]
	typeClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		switch len(args) {
		case 1:
			return classOf(args[0]), nil
		case 3:
			name, ok := args[0].(py.String)
			d, ok2 := args[2].(*Dict)
			if !ok || !ok2 {
				break
			}
			bases, err := m.sequence(args[1])
			if err != nil {
				return nil, err
			}
			k, err := m.deriveClass(string(name), bases)
			if err != nil {
				return nil, err
			}
			for _, e := range d.entries {
				if s, ok := e.key.(py.String); ok {
					k.set(string(s), e.value)
				}
			}
			return k, nil
		}
		return nil, errorf(TypeError, "type() takes 1 or 3 arguments")
	}
	typeClass.methods(map[string]method{
		"mro": {"self", func(m *Machine, a []Value) (Value, error) {
			t := a[0].(*Class).own("__mro__").(py.Tuple)
			return list(t), nil
		}},
	})
	superClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		if len(args) != 2 {
			return nil, errorf(TypeError, "super() takes no argument or a class and an object")
		}
		k, ok := args[0].(*Class)
		if !ok {
			return nil, errorf(TypeError, "super() argument 1 must be a type, not %s", kind(args[0]))
		}
		return newSuper(k, args[1])
	}
	sliceClass.make = func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
		s := &Slice{py.None, py.None, py.None}
		switch len(args) {
		case 1:
			s.stop = args[0]
		case 2:
			s.start, s.stop = args[0], args[1]
		case 3:
			s.start, s.stop, s.step = args[0], args[1], args[2]
		default:
			return nil, errorf(TypeError, "slice expected 1 to 3 arguments, got %d", len(args))
		}
		return s, nil
	}
}

// toInt is int(v) of a number.
func (m *Machine) toInt(v Value) (*big.Int, error) {
	if b := bigOf(v); b != nil {
		return b, nil
	}
	switch x := v.(type) {
	case py.Float:
		f := float64(x)
		if math.IsNaN(f) {
			return nil, errorf(ValueError, "cannot convert float NaN to integer")
		}
		if math.IsInf(f, 0) {
			return nil, errorf(OverflowError, "cannot convert float infinity to integer")
		}
		b, _ := big.NewFloat(f).Int(nil)
		return b, nil
	case *Record:
		if y := x.value(); y != nil {
			return m.toInt(y)
		}
	case *Instance:
		for _, name := range []string{"__int__", "__index__", "__trunc__"} {
			if f := classOf(x).special(name); f != nil {
				r, err := m.call(f, []Value{x}, nil)
				if err != nil {
					return nil, err
				}
				if b := bigOf(r); b != nil {
					return b, nil
				}
				return nil, errorf(TypeError, "%s returned non-int (type %s)", name, kind(r))
			}
		}
	}
	return nil, errorf(TypeError, "int() argument must be a string, a bytes-like object or a real number, not '%s'", kind(v))
}

// toFloat is float(v).
func (m *Machine) toFloat(v Value) (float64, error) {
	if f, ok := floatOf(v); ok {
		if math.IsInf(f, 0) {
			if _, big := v.(*py.BigInt); big {
				return 0, errorf(OverflowError, "int too large to convert to float")
			}
		}
		return f, nil
	}
	switch x := v.(type) {
	case py.String:
		s := strings.TrimFunc(string(x), unicode.IsSpace)
		f, err := strconv.ParseFloat(strings.ToLower(s), 64)
		bad := strings.ContainsAny(s, "xXpP") || strings.HasPrefix(s, "_") || strings.HasSuffix(s, "_")
		if strings.Contains(s, "_") && !bad {
			f, err = strconv.ParseFloat(strings.ReplaceAll(strings.ToLower(s), "_", ""), 64)
		}
		if e, ok := err.(*strconv.NumError); ok && e.Err == strconv.ErrRange {
			err = nil // 1e999 is inf
		}
		if err != nil || bad {
			return 0, errorf(ValueError, "could not convert string to float: %s", quote(string(x)))
		}
		return f, nil
	case *Record:
		if y := x.value(); y != nil {
			return m.toFloat(y)
		}
	case *Instance:
		for _, name := range []string{"__float__", "__index__"} {
			if f := classOf(x).special(name); f != nil {
				r, err := m.call(f, []Value{x}, nil)
				if err != nil {
					return 0, err
				}
				if f, ok := floatOf(r); ok {
					return f, nil
				}
				return 0, errorf(TypeError, "%s.%s returned non-float (type %s)", kind(x), name, kind(r))
			}
		}
	}
	return 0, errorf(TypeError, "float() argument must be a string or a real number, not '%s'", kind(v))
}

// parseInt is int(text, base).
func parseInt(s string, base int) (Value, error) {
	t := strings.ToLower(strings.TrimFunc(s, unicode.IsSpace))
	sign := ""
	if t != "" && (t[0] == '-' || t[0] == '+') {
		sign, t = strings.TrimPrefix(t[:1], "+"), t[1:]
	}
	b := base
	for p, pb := range map[string]int{"0x": 16, "0o": 8, "0b": 2} {
		if strings.HasPrefix(t, p) && (base == pb || base == 0) {
			b, t = pb, strings.TrimPrefix(t[2:], "_")
		}
	}
	if b == 0 {
		b = 10
	}
	digits := strings.ReplaceAll(t, "_", "")
	bad := digits == "" || strings.HasPrefix(t, "_") || strings.HasSuffix(t, "_") || strings.Contains(t, "__") || digits[0] == '-' || digits[0] == '+'
	if !bad && b == 10 && len(digits) > maxDigits {
		return nil, errorf(ValueError, "Exceeds the limit (%d digits) for integer string conversion: value has %d digits", maxDigits, len(digits))
	}
	n, ok := new(big.Int).SetString(sign+digits, b)
	if bad || !ok {
		return nil, errorf(ValueError, "invalid literal for int() with base %d: %s", base, quote(s))
	}
	return integer(n), nil
}

func defineNumbers() {
	intClass.constructor("x=0, /, base=10", func(m *Machine, a []Value) (Value, error) {
		switch x := a[0].(type) {
		case nil:
			return py.Int(0), nil
		case py.String:
			base := int64(10)
			if a[1] != nil {
				base, _ = intOf(a[1])
				if base != 0 && (base < 2 || base > 36) {
					return nil, errorf(ValueError, "int() base must be >= 2 and <= 36, or 0")
				}
			}
			return parseInt(string(x), int(base))
		}
		if a[1] != nil {
			return nil, errorf(TypeError, "int() can't convert non-string with explicit base")
		}
		b, err := m.toInt(a[0])
		if err != nil {
			return nil, err
		}
		return integer(b), nil
	})
	floatClass.constructor("x=0, /", func(m *Machine, a []Value) (Value, error) {
		if a[0] == nil {
			return py.Float(0), nil
		}
		f, err := m.toFloat(a[0])
		return py.Float(f), err
	})
	boolClass.constructor("x=False, /", func(m *Machine, a []Value) (Value, error) {
		if a[0] == nil {
			return py.False, nil
		}
		t, err := m.truth(a[0])
		return boolean(t), err
	})
	complexClass.constructor("real=0, imag=0", func(m *Machine, a []Value) (Value, error) {
		var c [2]complex128
		for i := range c {
			switch x := a[i].(type) {
			case nil:
			case py.Complex:
				c[i] = complex128(x)
			default:
				f, err := m.toFloat(x)
				if err != nil {
					return nil, err
				}
				c[i] = complex(f, 0)
			}
		}
		return py.Complex(c[0] + c[1]*1i), nil
	})
	intClass.methods(map[string]method{
		"bit_length": {"self", func(m *Machine, a []Value) (Value, error) { return py.Int(bigOf(a[0]).BitLen()), nil }},
		"bit_count": {"self", func(m *Machine, a []Value) (Value, error) {
			return py.Int(strings.Count(bigOf(a[0]).Text(2), "1")), nil
		}},
		"conjugate": {"self", func(m *Machine, a []Value) (Value, error) { return integer(bigOf(a[0])), nil }},
	})
	floatClass.methods(map[string]method{
		"is_integer": {"self", func(m *Machine, a []Value) (Value, error) {
			f := float64(a[0].(py.Float))
			return boolean(f == math.Trunc(f) && !math.IsInf(f, 0)), nil
		}},
		"as_integer_ratio": {"self", func(m *Machine, a []Value) (Value, error) {
			r := new(big.Rat)
			if r.SetFloat64(float64(a[0].(py.Float))) == nil {
				return nil, errorf(OverflowError, "cannot convert Infinity to integer ratio")
			}
			return py.Tuple{integer(new(big.Int).Set(r.Num())), integer(new(big.Int).Set(r.Denom()))}, nil
		}},
		"conjugate": {"self", func(m *Machine, a []Value) (Value, error) { return a[0], nil }},
	})
	complexClass.methods(map[string]method{
		"conjugate": {"self", func(m *Machine, a []Value) (Value, error) {
			c := complex128(a[0].(py.Complex))
			return py.Complex(complex(real(c), -imag(c))), nil
		}},
	})
	bytesClass.methods(map[string]method{
		"decode": {"self, encoding='utf-8', errors='strict'", func(m *Machine, a []Value) (Value, error) { return text(string(a[0].(py.Bytes))), nil }},
		"hex": {"self", func(m *Machine, a []Value) (Value, error) {
			var b strings.Builder
			for _, c := range a[0].(py.Bytes) {
				b.WriteString(strconv.FormatInt(int64(c)+256, 16)[1:])
			}
			return text(b.String()), nil
		}},
	})
}
