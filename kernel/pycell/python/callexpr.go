package python

import (
	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// marked is the argument of a call that the rewriter made.
func marked(e ast.Expr, mark ast.Identifier) (ast.Expr, bool) {
	call, ok := e.(*ast.Call)
	if !ok || len(call.Args) != 1 {
		return nil, false
	}
	f, ok := call.Func.(*ast.Name)
	return call.Args[0], ok && f.Id == mark
}

// call compiles a call. A method is called without making a bound method first.
func (c *compiler) call(s *scope, n *ast.Call) expr {
	if name, ok := n.Func.(*ast.Name); ok {
		switch {
		case name.Id == markWalrus && len(n.Args) == 2:
			return c.walrus(s, n)
		case name.Id == markFormat:
			return c.fstring(s, n)
		case name.Id == "super" && len(n.Args) == 0 && len(n.Keywords) == 0:
			return c.bareSuper(s)
		}
	}
	args := c.items(s, n.Args)
	simple := len(n.Keywords) == 0 && absent(n.Starargs) && absent(n.Kwargs)
	var star, dict expr
	if !absent(n.Starargs) {
		star = c.expr(s, n.Starargs)
	}
	if !absent(n.Kwargs) {
		dict = c.expr(s, n.Kwargs)
	}
	kws := make([]expr, len(n.Keywords))
	seen := map[string]bool{}
	for i, k := range n.Keywords {
		if k.Arg != markDict && seen[string(k.Arg)] {
			fail(n, "keyword argument repeated: %s", k.Arg)
		}
		seen[string(k.Arg)] = true
		kws[i] = c.expr(s, k.Value)
	}
	arguments := func(f *frame) (vs []Value, kw []keyword, err error) {
		if vs, err = args(f); err != nil || simple {
			return vs, nil, err
		}
		if star != nil {
			v, err := star(f)
			if err != nil {
				return nil, nil, err
			}
			if vs, err = f.m.appendAll(vs, v); err != nil {
				return nil, nil, err
			}
		}
		for i, x := range kws {
			v, err := x(f)
			if err != nil {
				return nil, nil, err
			}
			if n.Keywords[i].Arg == markDict {
				if kw, err = f.m.spread(kw, v); err != nil {
					return nil, nil, err
				}
				continue
			}
			kw = append(kw, keyword{string(n.Keywords[i].Arg), v})
		}
		if dict != nil {
			v, err := dict(f)
			if err != nil {
				return nil, nil, err
			}
			if kw, err = f.m.spread(kw, v); err != nil {
				return nil, nil, err
			}
		}
		return vs, kw, nil
	}
	if at, ok := n.Func.(*ast.Attribute); ok {
		x, name := c.expr(s, at.Value), string(at.Attr)
		return func(f *frame) (Value, error) {
			self, err := x(f)
			if err != nil {
				return nil, err
			}
			fn, bound, err := f.m.method(self, name)
			if err != nil {
				return nil, err
			}
			vs, kw, err := arguments(f)
			if err != nil {
				return nil, err
			}
			if bound {
				vs = append(vs, nil)
				copy(vs[1:], vs)
				vs[0] = self
			}
			return f.m.callFrom(f, fn, vs, kw)
		}
	}
	fn := c.expr(s, n.Func)
	return func(f *frame) (Value, error) {
		g, err := fn(f)
		if err != nil {
			return nil, err
		}
		vs, kw, err := arguments(f)
		if err != nil {
			return nil, err
		}
		return f.m.callFrom(f, g, vs, kw)
	}
}

// spread appends **v.
func (m *Machine) spread(kw []keyword, v Value) ([]keyword, error) {
	d, ok := v.(*Dict)
	if !ok {
		return nil, errorf(TypeError, "argument after ** must be a mapping, not %s", kind(v))
	}
	for _, e := range d.entries {
		if e.dead {
			continue
		}
		name, ok := e.key.(py.String)
		if !ok {
			return nil, errorf(TypeError, "keywords must be strings")
		}
		for _, k := range kw {
			if k.name == string(name) {
				return nil, errorf(TypeError, "got multiple values for keyword argument '%s'", name)
			}
		}
		kw = append(kw, keyword{string(name), e.value})
	}
	return kw, nil
}

func (c *compiler) walrus(s *scope, n *ast.Call) expr {
	target, ok := n.Args[0].(*ast.Name)
	if !ok {
		fail(n, "cannot use assignment expressions with this target")
	}
	at := s
	for at.kind == comprehensionScope {
		if _, taken := at.places[string(target.Id)]; taken {
			fail(n, "assignment expression cannot rebind comprehension iteration variable '%s'", target.Id)
		}
		at = at.outer
	}
	x, store := c.expr(s, n.Args[1]), c.store(s, string(target.Id))
	return func(f *frame) (Value, error) {
		v, err := x(f)
		if err != nil {
			return nil, err
		}
		return v, store(f, v)
	}
}

// fstring compiles a rewritten f-string: its arguments are pieces of text and replacement fields, a field being a tuple of
// expression, conversion and format.
func (c *compiler) fstring(s *scope, n *ast.Call) expr {
	type piece struct {
		literal string
		x, spec expr
		conv    string
	}
	var pieces []piece
	for _, a := range n.Args {
		switch a := a.(type) {
		case *ast.Str:
			pieces = append(pieces, piece{literal: string(a.S)})
		case *ast.Tuple:
			if len(a.Elts) != 3 {
				fail(n, "f-string: invalid syntax")
			}
			conv, _ := a.Elts[1].(*ast.Str)
			p := piece{x: c.expr(s, a.Elts[0]), spec: c.expr(s, a.Elts[2])}
			if conv != nil {
				p.conv = string(conv.S)
			}
			pieces = append(pieces, p)
		default:
			fail(n, "f-string: invalid syntax")
		}
	}
	return func(f *frame) (Value, error) {
		var out []byte
		for _, p := range pieces {
			if p.x == nil {
				out = append(out, p.literal...)
				continue
			}
			v, err := p.x(f)
			if err != nil {
				return nil, err
			}
			spec, err := p.spec(f)
			if err != nil {
				return nil, err
			}
			t, err := f.m.formatField(v, p.conv, string(spec.(py.String)))
			if err != nil {
				return nil, err
			}
			out = append(out, t...)
		}
		return text(string(out)), f.m.room(float64(len(out)))
	}
}

func (c *compiler) bareSuper(s *scope) expr {
	return func(f *frame) (Value, error) {
		g := f
		for g != nil && g.self == nil {
			g = g.outer
		}
		if f.class == nil || f.class.class == nil || g == nil {
			return nil, errorf(RuntimeError, "super(): no arguments")
		}
		return newSuper(f.class.class, g.self)
	}
}
