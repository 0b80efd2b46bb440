package python

import (
	"github.com/go-python/gpython/py"
)

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
	def(&EOFError, "EOFError", Exception)
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
