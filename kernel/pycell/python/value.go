package python

import (
	"math/big"

	"github.com/go-python/gpython/py"
)

// Value is any Python value. Numbers, texts, tuples and lists are gpython's own types; the rest are this package's.
type Value = py.Object

// foreign is the gpython type of values that gpython does not know.
var foreign = py.NewType("object", "")

// Class is a class: one of the language's or a user's.
type Class struct {
	name   string
	module string
	bases  []*Class
	mro    []*Class
	attrs  map[string]Value
	order  []string // names of attrs as they were made
	user   bool
	make   func(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) // what calling it does, unless user
	sig    string                                                                // shown by completion
}

func (*Class) Type() *py.Type { return py.TypeType }

// set defines an attribute.
func (c *Class) set(name string, v Value) {
	if _, old := c.attrs[name]; !old {
		c.order = append(c.order, name)
	}
	c.attrs[name] = v
}

// lookup finds an attribute in the class or its bases.
func (c *Class) lookup(name string) Value {
	for _, k := range c.mro {
		if v, ok := k.attrs[name]; ok {
			return v
		}
	}
	return nil
}

// special is lookup for a user's method: nil for what the language itself defines.
func (c *Class) special(name string) Value {
	for _, k := range c.mro {
		if !k.user {
			continue
		}
		if v, ok := k.attrs[name]; ok {
			return v
		}
	}
	return nil
}

// derives tells whether c is d or derived from it.
func (c *Class) derives(d *Class) bool {
	for _, k := range c.mro {
		if k == d {
			return true
		}
	}
	return false
}

// newClass makes a class with the linearisation C3 of its bases (Python's method resolution order).
func newClass(name string, bases []*Class) (*Class, error) {
	c := &Class{name: name, bases: bases, attrs: map[string]Value{}}
	lists := make([][]*Class, 0, len(bases)+1)
	for _, b := range bases {
		lists = append(lists, append([]*Class(nil), b.mro...))
	}
	lists = append(lists, append([]*Class(nil), bases...))
	c.mro = []*Class{c}
	for {
		var next *Class
		empty := true
		for _, l := range lists {
			if len(l) == 0 {
				continue
			}
			empty = false
			if good := l[0]; !inTail(lists, good) {
				next = good
				break
			}
		}
		if empty {
			return c, nil
		}
		if next == nil {
			return nil, errorf(TypeError, "Cannot create a consistent method resolution order (MRO) for bases")
		}
		c.mro = append(c.mro, next)
		for i, l := range lists {
			if len(l) > 0 && l[0] == next {
				lists[i] = l[1:]
			}
		}
	}
}

func inTail(lists [][]*Class, c *Class) bool {
	for _, l := range lists {
		for i := 1; i < len(l); i++ {
			if l[i] == c {
				return true
			}
		}
	}
	return false
}

// Instance is an object of a user's class, or an exception.
type Instance struct {
	class *Class
	attrs map[string]Value
	order []string
	exc   *exception // of exceptions
}

func (*Instance) Type() *py.Type { return foreign }

func (i *Instance) set(name string, v Value) {
	if i.attrs == nil {
		i.attrs = map[string]Value{}
	}
	if _, old := i.attrs[name]; !old {
		i.order = append(i.order, name)
	}
	i.attrs[name] = v
}

// Builtin is a function of the language. The self of a method is its first argument.
type Builtin struct {
	name string
	sig  *signature
	fn   func(m *Machine, a []Value) (Value, error)
}

func (*Builtin) Type() *py.Type { return foreign }

// Function is a user's function.
type Function struct {
	name, qualname string
	doc            Value
	code           *code
	sig            *signature
	defaults       []Value // by parameter; nil: none
	outer          *frame  // where it was defined, for free variables
	globals        map[string]Value
	class          *classRef
	attrs          map[string]Value
}

func (*Function) Type() *py.Type { return foreign }

// classRef is the class in whose body a function was defined: what super() without arguments means. The class is known only
// when its body has run.
type classRef struct{ class *Class }

// Method is a function bound to its first argument.
type Method struct {
	self Value
	fn   Value
}

func (*Method) Type() *py.Type { return foreign }

// Module is a module.
type Module struct {
	name  string
	attrs map[string]Value
}

func (*Module) Type() *py.Type { return foreign }

// wrapper is a staticmethod, classmethod or property.
type wrapper struct {
	class            *Class
	fn, setter, dele Value
}

func (*wrapper) Type() *py.Type { return foreign }

// super_ is what super() returns.
type super_ struct {
	self  Value
	after *Class // look only behind this class in the order of self's class
	of    *Class
}

func (*super_) Type() *py.Type { return foreign }

// Slice is the a:b:c of a subscript.
type Slice struct{ start, stop, step Value }

func (*Slice) Type() *py.Type { return foreign }

// Range is range(...).
type Range struct{ start, stop, step int64 }

func (*Range) Type() *py.Type { return foreign }

func (r *Range) len() int {
	switch {
	case r.step > 0 && r.start < r.stop:
		return int((uint64(r.stop)-uint64(r.start)-1)/uint64(r.step) + 1)
	case r.step < 0 && r.start > r.stop:
		return int((uint64(r.start)-uint64(r.stop)-1)/uint64(-r.step) + 1)
	}
	return 0
}

// Iterator is a lazy sequence: next returns nil, nil at its end.
type Iterator struct {
	class *Class
	next  func() (Value, error)
	gen   *generator // of generators
}

func (*Iterator) Type() *py.Type { return foreign }

var notImplemented = &Instance{}
var ellipsis = &Instance{}

// classOf is the class of a value.
func classOf(v Value) *Class {
	switch v := v.(type) {
	case py.Bool:
		return boolClass
	case py.Int, *py.BigInt:
		return intClass
	case py.Float:
		return floatClass
	case py.Complex:
		return complexClass
	case py.String:
		return strClass
	case py.Bytes:
		return bytesClass
	case py.Tuple:
		return tupleClass
	case *py.List:
		return listClass
	case *Dict:
		if v.class != nil {
			return v.class
		}
		return dictClass
	case *Set:
		if v.frozen {
			return frozensetClass
		}
		return setClass
	case *Instance:
		if v.class == nil {
			return objectClass
		}
		return v.class
	case *Class:
		return typeClass
	case *Function:
		return functionClass
	case *Builtin:
		return builtinClass
	case *Method:
		return methodClass
	case *Module:
		return moduleClass
	case *wrapper:
		return v.class
	case *super_:
		return superClass
	case *Slice:
		return sliceClass
	case *Range:
		return rangeClass
	case *Iterator:
		return v.class
	case *view:
		return v.class()
	case *Record:
		return recordClass
	case *Column:
		return columnClass
	case *partial:
		return partialClass
	}
	if v == py.None {
		return noneClass
	}
	return objectClass
}

// kind is the name of a value's class.
func kind(v Value) string { return classOf(v).name }

func boolean(b bool) Value { return py.NewBool(b) }

func list(items []Value) *py.List { return &py.List{Items: items} }

func text(s string) Value { return py.String(s) }

// integer is a big integer as the smallest kind of value that holds it.
func integer(b *big.Int) Value {
	if b.IsInt64() {
		return py.Int(b.Int64())
	}
	return (*py.BigInt)(b)
}

// bigOf is an integer's value; nil when v is none.
func bigOf(v Value) *big.Int {
	switch v := v.(type) {
	case py.Int:
		return big.NewInt(int64(v))
	case *py.BigInt:
		return (*big.Int)(v)
	case py.Bool:
		if v {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	return nil
}

// intOf is an integer that fits an int64.
func intOf(v Value) (int64, bool) {
	switch v := v.(type) {
	case py.Int:
		return int64(v), true
	case py.Bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// floatOf is a real number as a float.
func floatOf(v Value) (float64, bool) {
	switch v := v.(type) {
	case py.Float:
		return float64(v), true
	case py.Int:
		return float64(v), true
	case py.Bool:
		if v {
			return 1, true
		}
		return 0, true
	case *py.BigInt:
		f, _ := new(big.Float).SetInt((*big.Int)(v)).Float64()
		return f, true
	}
	return 0, false
}
