package python

import (
	"errors"
	"fmt"
	"strings"

	"github.com/go-python/gpython/py"
)

// exception is what an Instance of BaseException has besides its attributes.
type exception struct {
	args           []Value
	cause, context *Instance
	quiet          bool // raise ... from None
	trace          []Place
	where          *Place // of a SyntaxError
}

// Place is a line of a traceback.
type Place struct {
	Cell   string `json:"cell"`
	Line   int    `json:"line"`
	Name   string `json:"name"` // of the function; <module> outside of one
	Source string `json:"source"`
	Column int    `json:"column,omitempty"` // of a syntax error: the character to point at, from 1
}

// raised is an exception on its way.
type raised struct{ exc *Instance }

func (r *raised) Error() string { return r.exc.class.name + safeRepr(py.Tuple(r.exc.exc.args)) }

// errAbandoned unwinds a generator that nobody reads any more, past every except and finally.
var errAbandoned = errors.New("abandoned")

// errFound ends a search that each makes.
var errFound = errors.New("found")

func makeException(m *Machine, c *Class, args []Value, kw []keyword) (Value, error) {
	if len(kw) > 0 {
		return nil, errorf(TypeError, "%s() takes no keyword arguments", c.name)
	}
	return newException(c, args), nil
}

func newException(c *Class, args []Value) *Instance {
	return &Instance{class: c, exc: &exception{args: args}}
}

// errorf is a raised exception.
func errorf(c *Class, format string, a ...any) error {
	msg := format
	if len(a) > 0 {
		msg = fmt.Sprintf(format, a...)
	}
	return &raised{newException(c, []Value{text(msg)})}
}

// raisedClass tells whether an error is an exception of a class.
func raisedClass(err error, c *Class) bool {
	r, ok := err.(*raised)
	return ok && r.exc.class.derives(c)
}

// fromGpython turns an error of a gpython function into ours.
func fromGpython(err error) error {
	var e *py.Exception
	if !errors.As(err, &e) {
		return err
	}
	c, ok := builtinNames[e.Base.Name].(*Class)
	if !ok {
		c = RuntimeError
	}
	args, _ := e.Args.(py.Tuple)
	return &raised{newException(c, args)}
}

// Error is a failed cell as a person reads it.
type Error struct {
	Name   string  `json:"name"`
	Value  string  `json:"value"`
	Places []Place `json:"places,omitempty"` // outermost first
	Cause  *Error  `json:"cause,omitempty"`  // what it came from or was raised while handling
	Direct bool    `json:"direct,omitempty"` // raise ... from the cause
	Syntax bool    `json:"syntax,omitempty"`
	Help   string  `json:"help,omitempty"` // what to write instead
}

func (e *Error) Error() string {
	if e.Value == "" {
		return e.Name
	}
	return e.Name + ": " + e.Value
}

// The colours of a traceback, as IPython has them.
const (
	red, green, cyan, bold, plain = "\x1b[0;31m", "\x1b[0;32m", "\x1b[0;36m", "\x1b[1m", "\x1b[0m"
)

// Traceback is the error in lines as Python prints it.
func (e *Error) Traceback(colour bool) []string {
	paint := func(c, s string) string {
		if !colour {
			return s
		}
		return c + s + plain
	}
	var out []string
	if e.Cause != nil {
		out = append(out, e.Cause.Traceback(colour)...)
		why := "During handling of the above exception, another exception occurred:"
		if e.Direct {
			why = "The above exception was the direct cause of the following exception:"
		}
		out = append(out, "", why, "")
	}
	if len(e.Places) > 0 && !e.Syntax {
		out = append(out, "Traceback (most recent call last):")
	}
	for i := 0; i < len(e.Places); i++ {
		p := e.Places[i]
		where := fmt.Sprintf("  %s, line %s", paint(green, p.Cell), paint(green, fmt.Sprint(p.Line)))
		if !e.Syntax {
			where += ", in " + paint(cyan, p.Name)
		}
		out = append(out, where)
		if src := strings.TrimSpace(p.Source); src != "" {
			out = append(out, "    "+src)
			if p.Column > 0 {
				lead := len([]rune(p.Source)) - len([]rune(strings.TrimLeft(p.Source, " \t")))
				out = append(out, "    "+strings.Repeat(" ", max(p.Column-1-lead, 0))+paint(red, "^"))
			}
		}
		repeat := 0
		for i+1 < len(e.Places) && e.Places[i+1] == p {
			i, repeat = i+1, repeat+1
		}
		if repeat > 0 {
			out = append(out, fmt.Sprintf("  [Previous line repeated %d more times]", repeat))
		}
	}
	last := paint(red, e.Name)
	if e.Value != "" {
		last += ": " + e.Value
	}
	out = append(out, last)
	if e.Help != "" {
		out = append(out, paint(bold, "help")+": "+e.Help)
	}
	return out
}

// Uncoloured is a text without its colour codes.
func Uncoloured(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "\x1b[")
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		j := strings.IndexByte(s[i:], 'm')
		if j < 0 {
			return b.String()
		}
		s = s[i+j+1:]
	}
}

// asError is an exception as a person reads it.
func (m *Machine) asError(err error, deep int) *Error {
	r, ok := err.(*raised)
	if !ok {
		return &Error{Name: "SystemError", Value: err.Error()}
	}
	x := r.exc
	e := &Error{Name: x.class.name}
	if e.Value, err = m.str(x); err != nil {
		e.Value = "<exception str() failed>"
	}
	if x.class.module != "" && x.class.module != "builtins" && x.class.module != "__main__" {
		e.Name = x.class.module + "." + e.Name
	}
	if x.exc.where != nil {
		e.Syntax, e.Places = true, []Place{*x.exc.where}
	} else {
		for i := len(x.exc.trace) - 1; i >= 0; i-- {
			e.Places = append(e.Places, x.exc.trace[i])
		}
	}
	if h, ok := x.attrs["__help__"].(py.String); ok {
		e.Help = string(h)
	}
	switch {
	case deep > 8:
	case x.exc.cause != nil:
		e.Cause, e.Direct = m.asError(&raised{x.exc.cause}, deep+1), true
	case x.exc.context != nil && !x.exc.quiet:
		e.Cause = m.asError(&raised{x.exc.context}, deep+1)
	}
	return e
}

// withHelp adds what to write instead to an error of ours.
func withHelp(err error, help string) error {
	if r, ok := err.(*raised); ok && help != "" {
		r.exc.set("__help__", text(help))
	}
	return err
}
