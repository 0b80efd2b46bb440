package python

import (
	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// exceptionOf is the exception that raising v raises.
func (m *Machine) exceptionOf(v Value) (*Instance, error) {
	switch v := v.(type) {
	case *Class:
		if v.derives(BaseException) {
			x, err := m.call(v, nil, nil)
			if err != nil {
				return nil, err
			}
			if e, ok := x.(*Instance); ok && e.exc != nil {
				return e, nil
			}
		}
	case *Instance:
		if v.exc != nil {
			return v, nil
		}
	}
	return nil, errorf(TypeError, "exceptions must derive from BaseException")
}

// handling is the exception that is being handled in f or in what called it.
func (f *frame) handling() *Instance {
	for g := f; g != nil; g = g.calls {
		if g.exc != nil {
			return g.exc
		}
	}
	return nil
}

func (c *compiler) raise(s *scope, n *ast.Raise) stmt {
	if absent(n.Exc) {
		return func(f *frame) (flow, error) {
			if e := f.handling(); e != nil {
				return onwards, &raised{e}
			}
			return onwards, errorf(RuntimeError, "No active exception to reraise")
		}
	}
	x, cause := c.expr(s, n.Exc), expr(nil)
	if !absent(n.Cause) {
		cause = c.expr(s, n.Cause)
	}
	return func(f *frame) (flow, error) {
		v, err := x(f)
		if err != nil {
			return onwards, err
		}
		e, err := f.m.exceptionOf(v)
		if err != nil {
			return onwards, err
		}
		if cause != nil {
			v, err := cause(f)
			if err != nil {
				return onwards, err
			}
			e.exc.quiet = true
			if v != py.None {
				if e.exc.cause, err = f.m.exceptionOf(v); err != nil {
					return onwards, errorf(TypeError, "exception causes must derive from BaseException")
				}
			}
		}
		return onwards, &raised{e}
	}
}

// matches tells whether an except clause takes an exception.
func (m *Machine) matches(e *Instance, v Value) (bool, error) {
	switch v := v.(type) {
	case *Class:
		if !v.derives(BaseException) {
			break
		}
		return e.class.derives(v), nil
	case py.Tuple:
		for _, x := range v {
			if ok, err := m.matches(e, x); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	return false, errorf(TypeError, "catching classes that do not inherit from BaseException is not allowed")
}

func (c *compiler) try(s *scope, n *ast.Try, last *ast.ExprStmt) stmt {
	type handler struct {
		class expr
		store func(*frame, Value) error
		body  stmt
	}
	body := c.block(s, n.Body, nil)
	handlers := make([]handler, len(n.Handlers))
	for i, h := range n.Handlers {
		if !absent(h.ExprType) {
			handlers[i].class = c.expr(s, h.ExprType)
		} else if i < len(n.Handlers)-1 {
			fail(h, "default 'except:' must be last")
		}
		if h.Name != "" {
			handlers[i].store = c.store(s, string(h.Name))
		}
		handlers[i].body = c.block(s, h.Body, nil)
	}
	var orelse, final stmt
	if len(n.Orelse) > 0 {
		orelse = c.block(s, n.Orelse, nil)
	}
	if len(n.Finalbody) > 0 {
		final = c.block(s, n.Finalbody, nil)
	}
	handle := func(f *frame, err error) (flow, error) {
		r, ok := err.(*raised)
		if !ok {
			return onwards, err
		}
		for _, h := range handlers {
			if h.class != nil {
				v, e := h.class(f)
				if e != nil {
					return onwards, e
				}
				if ok, e := f.m.matches(r.exc, v); e != nil || !ok {
					if e != nil {
						return onwards, e
					}
					continue
				}
			}
			if h.store != nil {
				if e := h.store(f, r.exc); e != nil {
					return onwards, e
				}
			}
			before, line := f.exc, f.line
			f.exc = r.exc
			r.exc.exc.trace = append(r.exc.exc.trace, f.code.place(f.line))
			how, e := h.body(f)
			f.exc = before
			if e == nil {
				r.exc.exc.trace = nil
			} else if raisedAgain(e, r.exc) && len(r.exc.exc.trace) > 0 {
				// Its way goes on from the line it came from.
				r.exc.exc.trace = r.exc.exc.trace[:len(r.exc.exc.trace)-1]
				f.line = line
			}
			inContext(e, r.exc)
			if h.store != nil {
				_ = h.store(f, nil) // the name is unbound after the clause; it may have been deleted in it
			}
			return how, e
		}
		return onwards, err
	}
	return func(f *frame) (flow, error) {
		how, err := body(f)
		if err != nil {
			how, err = handle(f, err)
		} else if how == onwards && orelse != nil {
			how, err = orelse(f)
		}
		if final != nil && err != errAbandoned {
			ret := f.ret
			before := f.exc
			r, _ := err.(*raised)
			if r != nil {
				f.exc = r.exc
			}
			line := f.line
			h, e := final(f)
			f.exc = before
			if e != nil || h != onwards {
				if e != nil && r != nil {
					inContext(e, r.exc)
				}
				return h, e
			}
			f.ret, f.line = ret, line
		}
		return how, err
	}
}

func raisedAgain(err error, e *Instance) bool {
	r, ok := err.(*raised)
	return ok && r.exc == e
}

// inContext notes that an exception was raised while another was handled.
func inContext(err error, handled *Instance) {
	if r, ok := err.(*raised); ok && r.exc != handled && r.exc.exc.context == nil {
		for c := handled; c != nil; c = c.exc.context {
			if c == r.exc {
				return
			}
		}
		r.exc.exc.context = handled
	}
}

func (c *compiler) with(s *scope, n *ast.With, last *ast.ExprStmt) stmt {
	body := c.block(s, n.Body, nil)
	for i := len(n.Items) - 1; i >= 0; i-- {
		item := n.Items[i]
		x, store, inner := c.expr(s, item.ContextExpr), (func(*frame, Value) error)(nil), body
		if !absent(item.OptionalVars) {
			store = c.target(s, item.OptionalVars)
		}
		body = func(f *frame) (flow, error) {
			manager, err := x(f)
			if err != nil {
				return onwards, err
			}
			enter, exit := classOf(manager).lookup("__enter__"), classOf(manager).lookup("__exit__")
			if enter == nil || exit == nil {
				return onwards, errorf(TypeError, "'%s' object does not support the context manager protocol", kind(manager))
			}
			v, err := f.m.call(enter, []Value{manager}, nil)
			if err != nil {
				return onwards, err
			}
			if store != nil {
				err = store(f, v)
			}
			how := onwards
			if err == nil {
				how, err = inner(f)
			}
			if err == errAbandoned {
				return how, err
			}
			args := []Value{manager, py.None, py.None, py.None}
			r, ok := err.(*raised)
			if ok {
				args[1], args[2] = r.exc.class, r.exc
			}
			swallow, e := f.m.call(exit, args, nil)
			if e != nil {
				if ok {
					inContext(e, r.exc)
				}
				return onwards, e
			}
			if ok {
				if t, e := f.m.truth(swallow); e != nil || t {
					return onwards, e
				}
			}
			return how, err
		}
	}
	return body
}
