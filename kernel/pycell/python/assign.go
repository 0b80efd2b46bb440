package python

import (
	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// annotated compiles name: annotation, with or without a value. The annotation itself is not kept, but the class body knows
// which names have one.
func (c *compiler) annotated(s *scope, n *ast.Assign, note *ast.Call) stmt {
	assign := stmt(nothing)
	if len(note.Args) == 1 {
		assign = c.stmt(s, &ast.Assign{StmtBase: n.StmtBase, Targets: n.Targets, Value: note.Args[0]}, nil)
	}
	name, ok := n.Targets[0].(*ast.Name)
	if !ok || s.kind != classScope {
		return assign
	}
	return func(f *frame) (flow, error) {
		notes, ok := f.ns.attrs["__annotations__"].(*Dict)
		if !ok {
			notes = newDict()
			f.ns.set("__annotations__", notes)
		}
		notes.putText(string(name.Id), py.None)
		return assign(f)
	}
}

// target compiles what may stand left of =.
func (c *compiler) target(s *scope, n ast.Expr) func(*frame, Value) error {
	switch n := n.(type) {
	case *ast.Name:
		return c.store(s, string(n.Id))
	case *ast.Attribute:
		x, name := c.expr(s, n.Value), string(n.Attr)
		return func(f *frame, v Value) error {
			o, err := x(f)
			if err != nil {
				return err
			}
			return f.m.setAttribute(o, name, v)
		}
	case *ast.Subscript:
		x, key := c.expr(s, n.Value), c.subscript(s, n.Slice)
		return func(f *frame, v Value) error {
			o, err := x(f)
			if err != nil {
				return err
			}
			k, err := key(f)
			if err != nil {
				return err
			}
			return f.m.setItem(o, k, v)
		}
	case *ast.Tuple:
		return c.unpack(s, n, n.Elts)
	case *ast.List:
		return c.unpack(s, n, n.Elts)
	}
	fail(n, "cannot assign to this")
	return nil
}

func (c *compiler) unpack(s *scope, n ast.Ast, elts []ast.Expr) func(*frame, Value) error {
	targets := make([]func(*frame, Value) error, len(elts))
	star := -1
	for i, e := range elts {
		if st, ok := e.(*ast.Starred); ok {
			if star >= 0 {
				fail(n, "multiple starred expressions in assignment")
			}
			star, e = i, st.Value
		}
		targets[i] = c.target(s, e)
	}
	return func(f *frame, v Value) error {
		vs, err := f.m.sequence(v)
		if err != nil {
			if raisedClass(err, TypeError) {
				return errorf(TypeError, "cannot unpack non-iterable %s object", kind(v))
			}
			return err
		}
		switch {
		case star < 0 && len(vs) > len(targets):
			return errorf(ValueError, "too many values to unpack (expected %d)", len(targets))
		case star < 0 && len(vs) < len(targets):
			return errorf(ValueError, "not enough values to unpack (expected %d, got %d)", len(targets), len(vs))
		case star >= 0 && len(vs) < len(targets)-1:
			return errorf(ValueError, "not enough values to unpack (expected at least %d, got %d)", len(targets)-1, len(vs))
		}
		for i, t := range targets {
			var x Value
			switch behind := len(targets) - 1 - i; {
			case star < 0 || i < star:
				x = vs[i]
			case i == star:
				x = list(append([]Value(nil), vs[i:len(vs)-behind]...))
			default:
				x = vs[len(vs)-1-behind]
			}
			if err := t(f, x); err != nil {
				return err
			}
		}
		return nil
	}
}

// augmented compiles x += y, which changes lists, sets and dicts in place.
func (c *compiler) augmented(s *scope, n *ast.AugAssign) stmt {
	y, op := c.expr(s, n.Value), n.Op
	apply := func(f *frame, a Value) (Value, error) {
		b, err := y(f)
		if err != nil {
			return nil, err
		}
		return f.m.inPlace(op, a, b)
	}
	switch t := n.Target.(type) {
	case *ast.Name:
		load, store := c.load(s, string(t.Id)), c.store(s, string(t.Id))
		return func(f *frame) (flow, error) {
			a, err := load(f)
			if err != nil {
				return onwards, err
			}
			v, err := apply(f, a)
			if err != nil {
				return onwards, err
			}
			return onwards, store(f, v)
		}
	case *ast.Attribute:
		x, name := c.expr(s, t.Value), string(t.Attr)
		return func(f *frame) (flow, error) {
			o, err := x(f)
			if err != nil {
				return onwards, err
			}
			a, err := f.m.attribute(o, name)
			if err != nil {
				return onwards, err
			}
			v, err := apply(f, a)
			if err != nil {
				return onwards, err
			}
			return onwards, f.m.setAttribute(o, name, v)
		}
	case *ast.Subscript:
		x, key := c.expr(s, t.Value), c.subscript(s, t.Slice)
		return func(f *frame) (flow, error) {
			o, err := x(f)
			if err != nil {
				return onwards, err
			}
			k, err := key(f)
			if err != nil {
				return onwards, err
			}
			a, err := f.m.item(o, k)
			if err != nil {
				return onwards, err
			}
			v, err := apply(f, a)
			if err != nil {
				return onwards, err
			}
			return onwards, f.m.setItem(o, k, v)
		}
	}
	fail(n, "'%s' is an illegal expression for augmented assignment", "this")
	return nil
}

func (c *compiler) delete(s *scope, n *ast.Delete) stmt {
	var dels []func(*frame) error
	var add func(t ast.Expr)
	add = func(t ast.Expr) {
		switch t := t.(type) {
		case *ast.Name:
			store := c.store(s, string(t.Id))
			dels = append(dels, func(f *frame) error { return store(f, nil) })
		case *ast.Attribute:
			x, name := c.expr(s, t.Value), string(t.Attr)
			dels = append(dels, func(f *frame) error {
				o, err := x(f)
				if err != nil {
					return err
				}
				return f.m.delAttribute(o, name)
			})
		case *ast.Subscript:
			x, key := c.expr(s, t.Value), c.subscript(s, t.Slice)
			dels = append(dels, func(f *frame) error {
				o, err := x(f)
				if err != nil {
					return err
				}
				k, err := key(f)
				if err != nil {
					return err
				}
				return f.m.delItem(o, k)
			})
		case *ast.Tuple:
			for _, e := range t.Elts {
				add(e)
			}
		default:
			fail(n, "cannot delete this")
		}
	}
	for _, t := range n.Targets {
		add(t)
	}
	return func(f *frame) (flow, error) {
		for _, d := range dels {
			if err := d(f); err != nil {
				return onwards, err
			}
		}
		return onwards, nil
	}
}
