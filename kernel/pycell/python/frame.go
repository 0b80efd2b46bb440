package python

import (
	"fmt"

	"github.com/go-python/gpython/ast"
)

// code is a compiled body: a cell, function, class or comprehension.
type code struct {
	name   string
	cell   string
	source []string // the cell's lines
	scope  *scope
	body   stmt
}

func (c *code) place(line int) Place {
	p := Place{Cell: c.cell, Line: line, Name: c.name}
	if line >= 1 && line <= len(c.source) {
		p.Source = c.source[line-1]
	}
	return p
}

// frame is a running body.
type frame struct {
	m       *Machine
	code    *code
	vars    []Value // of functions and comprehensions, by place
	outer   *frame  // the frame of the enclosing function
	globals map[string]Value
	ns      *Class // of a class body: what it makes
	class   *classRef
	self    Value // the first argument, for super()
	line    int
	ret     Value
	last    Value // of a cell: its last expression
	gen     *generator
	exc     *Instance // what is being handled, for a bare raise
	calls   *frame    // who called, to find what is being handled
}

// expr is a compiled expression, stmt a compiled statement.
type (
	expr func(f *frame) (Value, error)
	stmt func(f *frame) (flow, error)
)

// flow is how a statement ended.
type flow int

const (
	onwards flow = iota
	breaks
	continues
	returns
)

func (f *frame) at(hops int) *frame {
	for ; hops > 0; hops-- {
		f = f.outer
	}
	return f
}

// enclosing is the frame that a function defined here finds its free variables in.
func (f *frame) enclosing() *frame {
	if f.code.scope.isFunction() {
		return f
	}
	return f.outer
}

// compiler compiles one cell.
type compiler struct {
	cell   string
	source []string
	line   int // of the statement at hand: some nodes of the tree do not know theirs
}

// compileCell parses and compiles a cell.
func compileCell(name, source string) (*code, error) {
	mod, lines, err := parse(name, source)
	if err != nil {
		return nil, err
	}
	c := &compiler{cell: name, source: lines}
	s := newScope(moduleScope, nil, "")
	code, err := c.protect(func() (*code, error) {
		if err := s.collect(mod.Body); err != nil {
			return nil, err
		}
		// The last expression is the value of the cell, unless a semicolon ends it.
		var last *ast.ExprStmt
		if n := len(mod.Body); n > 0 && !endsInSemicolon(lines) {
			last, _ = mod.Body[n-1].(*ast.ExprStmt)
		}
		body := c.block(s, mod.Body, last)
		return &code{name: "<module>", cell: name, source: lines, scope: s, body: body}, nil
	})
	if err != nil {
		return nil, c.locate(err)
	}
	return code, nil
}

// protect turns the panic of a compile error into an error.
func (c *compiler) protect(f func() (*code, error)) (k *code, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *raised:
			err = p
		default:
			panic(p)
		}
	}()
	return f()
}

// locate gives a syntax error its line.
func (c *compiler) locate(err error) error {
	r, ok := err.(*raised)
	if !ok || r.exc.exc.where == nil {
		return err
	}
	w := r.exc.exc.where
	w.Cell = c.cell
	if w.Line == 0 {
		w.Line = c.line
	}
	if w.Line >= 1 && w.Line <= len(c.source) {
		w.Source = c.source[w.Line-1]
	}
	w.Column = 0 // the tree's columns are those of the rewritten text
	return err
}

// syntaxError is a SyntaxError at a node.
func syntaxError(n ast.Ast, format string, a ...any) error {
	e := newException(SyntaxError, []Value{text(fmt.Sprintf(format, a...))})
	e.exc.where = &Place{Line: n.GetLineno()}
	return &raised{e}
}

// fail ends compiling.
func fail(n ast.Ast, format string, a ...any) { panic(syntaxError(n, format, a...)) }

// load compiles the reading of a name.
func (c *compiler) load(s *scope, name string) expr {
	w, hops, place := s.resolve(name)
	switch w {
	case localName:
		if hops == 0 {
			return func(f *frame) (Value, error) {
				if v := f.vars[place]; v != nil {
					return v, nil
				}
				return nil, errorf(UnboundLocalError, "cannot access local variable '%s' where it is not associated with a value", name)
			}
		}
		return func(f *frame) (Value, error) {
			if v := f.at(hops).vars[place]; v != nil {
				return v, nil
			}
			return nil, errorf(NameError, "cannot access free variable '%s' where it is not associated with a value in enclosing scope", name)
		}
	case className:
		return func(f *frame) (Value, error) {
			if v, ok := f.ns.attrs[name]; ok {
				return v, nil
			}
			if hops >= 0 {
				if v := f.outer.at(hops).vars[place]; v != nil {
					return v, nil
				}
			}
			return f.global(name)
		}
	}
	return func(f *frame) (Value, error) { return f.global(name) }
}

func (f *frame) global(name string) (Value, error) {
	if v, ok := f.globals[name]; ok {
		return v, nil
	}
	if v, ok := builtinNames[name]; ok {
		return v, nil
	}
	if help, ok := absentNames[name]; ok {
		return nil, withHelp(errorf(NameError, "name '%s' is not defined", name), help)
	}
	return nil, errorf(NameError, "name '%s' is not defined", name)
}

// store compiles the binding of a name; a nil value unbinds it.
func (c *compiler) store(s *scope, name string) func(f *frame, v Value) error {
	w, hops, place := s.resolve(name)
	switch {
	case w == localName && hops == 0:
		return func(f *frame, v Value) error {
			if v == nil && f.vars[place] == nil {
				return errorf(UnboundLocalError, "cannot access local variable '%s' where it is not associated with a value", name)
			}
			f.vars[place] = v
			return nil
		}
	case w == localName:
		return func(f *frame, v Value) error { f.at(hops).vars[place] = v; return nil }
	case w == className && s.nonlocal[name]:
		return func(f *frame, v Value) error { f.outer.at(hops).vars[place] = v; return nil }
	case w == className:
		return func(f *frame, v Value) error {
			if v == nil {
				delete(f.ns.attrs, name)
				return nil
			}
			f.ns.set(name, v)
			return nil
		}
	}
	return func(f *frame, v Value) error {
		if v == nil {
			if _, ok := f.globals[name]; !ok {
				return errorf(NameError, "name '%s' is not defined", name)
			}
			delete(f.globals, name)
			return nil
		}
		f.globals[name] = v
		return nil
	}
}
