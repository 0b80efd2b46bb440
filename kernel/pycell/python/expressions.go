package python

import (
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// exprs compiles several expressions.
func (c *compiler) exprs(s *scope, list []ast.Expr) []expr {
	out := make([]expr, len(list))
	for i, e := range list {
		out[i] = c.expr(s, e)
	}
	return out
}

// expr compiles an expression.
func (c *compiler) expr(s *scope, n ast.Expr) expr {
	switch n := n.(type) {
	case *ast.Num:
		return constant(n.N)
	case *ast.Str:
		return constant(n.S)
	case *ast.Bytes:
		return constant(n.S)
	case *ast.NameConstant:
		return constant(n.Value)
	case *ast.Ellipsis:
		return constant(ellipsis)
	case *ast.Name:
		if n.Id == markStar || n.Id == markDict || n.Id == markWalrus {
			fail(n, "invalid syntax")
		}
		// The parser leaves the dots of a decorator's name in it.
		first, rest, dotted := strings.Cut(string(n.Id), ".")
		x := c.load(s, first)
		for dotted {
			var name string
			name, rest, dotted = strings.Cut(rest, ".")
			of := x
			x = func(f *frame) (Value, error) {
				v, err := of(f)
				if err != nil {
					return nil, err
				}
				return f.m.attribute(v, name)
			}
		}
		return x
	case *ast.BoolOp:
		return c.boolOp(s, n)
	case *ast.BinOp:
		left, right, op := c.expr(s, n.Left), c.expr(s, n.Right), n.Op
		return func(f *frame) (Value, error) {
			a, err := left(f)
			if err != nil {
				return nil, err
			}
			b, err := right(f)
			if err != nil {
				return nil, err
			}
			return f.m.binary(op, a, b)
		}
	case *ast.UnaryOp:
		x, op := c.expr(s, n.Operand), n.Op
		return func(f *frame) (Value, error) {
			v, err := x(f)
			if err != nil {
				return nil, err
			}
			return f.m.unary(op, v)
		}
	case *ast.Lambda:
		return c.function(s, "<lambda>", n.Args, nil, n.Body)
	case *ast.IfExp:
		test, yes, no := c.expr(s, n.Test), c.expr(s, n.Body), c.expr(s, n.Orelse)
		return func(f *frame) (Value, error) {
			ok, err := f.m.test(f, test)
			if err != nil {
				return nil, err
			}
			if ok {
				return yes(f)
			}
			return no(f)
		}
	case *ast.Dict:
		return c.dictDisplay(s, n)
	case *ast.Set:
		items := c.items(s, n.Elts)
		return func(f *frame) (Value, error) {
			vs, err := items(f)
			if err != nil {
				return nil, err
			}
			set := newSet()
			for _, v := range vs {
				if err := set.add(f.m, v); err != nil {
					return nil, err
				}
			}
			return set, nil
		}
	case *ast.List:
		items := c.items(s, n.Elts)
		return func(f *frame) (Value, error) {
			vs, err := items(f)
			if err != nil {
				return nil, err
			}
			return list(vs), nil
		}
	case *ast.Tuple:
		items := c.items(s, n.Elts)
		return func(f *frame) (Value, error) {
			vs, err := items(f)
			if err != nil {
				return nil, err
			}
			return py.Tuple(vs), nil
		}
	case *ast.ListComp, *ast.SetComp, *ast.DictComp, *ast.GeneratorExp:
		return c.comprehension(s, n)
	case *ast.Yield:
		return c.yield(s, n)
	case *ast.YieldFrom:
		return c.yieldFrom(s, n)
	case *ast.Compare:
		return c.compare(s, n)
	case *ast.Call:
		return c.call(s, n)
	case *ast.Attribute:
		x, name := c.expr(s, n.Value), string(n.Attr)
		return func(f *frame) (Value, error) {
			v, err := x(f)
			if err != nil {
				return nil, err
			}
			return f.m.attribute(v, name)
		}
	case *ast.Subscript:
		x, key := c.expr(s, n.Value), c.subscript(s, n.Slice)
		return func(f *frame) (Value, error) {
			v, err := x(f)
			if err != nil {
				return nil, err
			}
			k, err := key(f)
			if err != nil {
				return nil, err
			}
			return f.m.item(v, k)
		}
	case *ast.Starred:
		fail(n, "can't use starred expression here")
	}
	fail(n, "invalid syntax")
	return nil
}

func constant(v Value) expr { return func(*frame) (Value, error) { return v, nil } }

// items compiles the elements of a display, of which some may be starred.
func (c *compiler) items(s *scope, list []ast.Expr) func(f *frame) ([]Value, error) {
	xs := make([]expr, len(list))
	starred := make([]bool, len(list))
	for i, e := range list {
		switch e := e.(type) {
		case *ast.Starred:
			xs[i], starred[i] = c.expr(s, e.Value), true
		case *ast.Call:
			if x, ok := marked(e, markStar); ok {
				xs[i], starred[i] = c.expr(s, x), true
				break
			}
			xs[i] = c.expr(s, e)
		default:
			xs[i] = c.expr(s, e)
		}
	}
	return func(f *frame) ([]Value, error) {
		out := make([]Value, 0, len(xs))
		for i, x := range xs {
			v, err := x(f)
			if err != nil {
				return nil, err
			}
			if !starred[i] {
				out = append(out, v)
				continue
			}
			if out, err = f.m.appendAll(out, v); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
}

// marked is the argument of a call that the rewriter made.
func marked(e ast.Expr, mark ast.Identifier) (ast.Expr, bool) {
	call, ok := e.(*ast.Call)
	if !ok || len(call.Args) != 1 {
		return nil, false
	}
	f, ok := call.Func.(*ast.Name)
	return call.Args[0], ok && f.Id == mark
}

func (c *compiler) dictDisplay(s *scope, n *ast.Dict) expr {
	keys, values := make([]expr, len(n.Keys)), c.exprs(s, n.Values)
	for i, k := range n.Keys {
		if name, ok := k.(*ast.Name); ok && name.Id == markDict {
			continue
		}
		keys[i] = c.expr(s, k)
	}
	return func(f *frame) (Value, error) {
		d := newDict()
		for i, key := range keys {
			if key == nil {
				v, err := values[i](f)
				if err != nil {
					return nil, err
				}
				if classOf(v) != dictClass && !isDict(v) {
					return nil, errorf(TypeError, "'%s' object is not a mapping", kind(v))
				}
				if err := f.m.updateDict(d, v); err != nil {
					return nil, err
				}
				continue
			}
			k, err := key(f)
			if err != nil {
				return nil, err
			}
			v, err := values[i](f)
			if err != nil {
				return nil, err
			}
			if err := d.put(f.m, k, v); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
}

func isDict(v Value) bool { _, ok := v.(*Dict); return ok }

func (c *compiler) boolOp(s *scope, n *ast.BoolOp) expr {
	xs, until := c.exprs(s, n.Values), n.Op == ast.Or
	return func(f *frame) (v Value, err error) {
		for i, x := range xs {
			if v, err = x(f); err != nil || i == len(xs)-1 {
				return v, err
			}
			ok, err := f.m.truth(v)
			if err != nil || ok == until {
				return v, err
			}
		}
		return v, nil
	}
}

// test is the truth of a compiled expression.
func (m *Machine) test(f *frame, x expr) (bool, error) {
	v, err := x(f)
	if err != nil {
		return false, err
	}
	if b, ok := v.(py.Bool); ok {
		return bool(b), nil
	}
	return m.truth(v)
}

func (c *compiler) compare(s *scope, n *ast.Compare) expr {
	left, rest, ops := c.expr(s, n.Left), c.exprs(s, n.Comparators), n.Ops
	return func(f *frame) (Value, error) {
		a, err := left(f)
		if err != nil {
			return nil, err
		}
		for i, x := range rest {
			b, err := x(f)
			if err != nil {
				return nil, err
			}
			r, err := f.m.compare(ops[i], a, b)
			if err != nil || i == len(rest)-1 {
				return r, err
			}
			if ok, err := f.m.truth(r); err != nil || !ok {
				return r, err
			}
			a = b
		}
		return nil, nil
	}
}

// subscript compiles what stands between brackets.
func (c *compiler) subscript(s *scope, n ast.Slicer) expr {
	switch n := n.(type) {
	case *ast.Index:
		return c.expr(s, n.Value)
	case *ast.Slice:
		part := func(e ast.Expr) expr {
			if absent(e) {
				return constant(py.None)
			}
			return c.expr(s, e)
		}
		parts := []expr{part(n.Lower), part(n.Upper), part(n.Step)}
		return func(f *frame) (Value, error) {
			var v [3]Value
			for i, p := range parts {
				var err error
				if v[i], err = p(f); err != nil {
					return nil, err
				}
			}
			return &Slice{v[0], v[1], v[2]}, nil
		}
	case *ast.ExtSlice:
		dims := make([]expr, len(n.Dims))
		for i, d := range n.Dims {
			dims[i] = c.subscript(s, d)
		}
		return func(f *frame) (Value, error) {
			out := make(py.Tuple, len(dims))
			for i, d := range dims {
				var err error
				if out[i], err = d(f); err != nil {
					return nil, err
				}
			}
			return out, nil
		}
	}
	fail(n, "invalid syntax")
	return nil
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
