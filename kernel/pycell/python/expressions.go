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
