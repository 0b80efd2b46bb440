package python

import (
	"math"

	"github.com/go-python/gpython/py"
)

// input asks the person at the front end for a line.
func (m *Machine) input(prompt Value) (Value, error) {
	asked := ""
	if prompt != nil {
		var err error
		if asked, err = m.str(prompt); err != nil {
			return nil, err
		}
	}
	line, err := m.ask("input", asked)
	if raisedClass(err, hypError) { // there is nobody to ask, or no more to read
		return nil, errorf(EOFError, "%s", err.(*raised).exc.exc.args[0])
	}
	return line, err
}

// sysModule is what is left of sys where there is no process to reach: the streams that print takes as its file.
func sysModule(m *Machine, mod *Module) {
	for _, name := range []string{"stdout", "stderr"} {
		stream := &Module{name: name, attrs: map[string]Value{}}
		stream.functions(map[string]method{
			"write": {"text, /", func(m *Machine, a []Value) (Value, error) {
				s, ok := a[0].(py.String)
				if !ok {
					return nil, errorf(TypeError, "write() argument must be str, not %s", kind(a[0]))
				}
				m.config.Write(name, string(s))
				return py.Int(len([]rune(string(s)))), nil
			}},
			"flush": {"", func(*Machine, []Value) (Value, error) { return py.None, nil }},
		})
		mod.attrs[name] = stream
	}
	mod.attrs["maxsize"] = py.Int(math.MaxInt64)
}
