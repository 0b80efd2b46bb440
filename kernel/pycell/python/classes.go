package python

import (
	"sync"
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
	MemoryError, EOFError, NameError, UnboundLocalError, RuntimeError, NotImplementedError, RecursionError, SyntaxError,
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
