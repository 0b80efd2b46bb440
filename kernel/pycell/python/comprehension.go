package python

import (
	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// comprehension compiles a list, set, dict comprehension or generator expression. The iterable of its first for belongs to
// the scope around it, everything else to its own.
func (c *compiler) comprehension(s *scope, n ast.Expr) expr {
	var gens []ast.Comprehension
	var elt, value ast.Expr
	name := "<listcomp>"
	switch n := n.(type) {
	case *ast.ListComp:
		gens, elt = n.Generators, n.Elt
	case *ast.SetComp:
		gens, elt, name = n.Generators, n.Elt, "<setcomp>"
	case *ast.DictComp:
		gens, elt, value, name = n.Generators, n.Key, n.Value, "<dictcomp>"
	case *ast.GeneratorExp:
		gens, elt, name = n.Generators, n.Elt, "<genexpr>"
	}
	in := newScope(comprehensionScope, s, s.inner(name))
	for _, g := range gens {
		walk(g.Target, func(k ast.Ast) bool {
			if t, ok := k.(*ast.Name); ok && t.Ctx == ast.Store {
				in.bind(string(t.Id))
			}
			return true
		})
	}
	first := c.expr(s, gens[0].Iter)
	e := c.expr(in, elt)
	var v expr
	if value != nil {
		v = c.expr(in, value)
	}
	// clauses runs the loops from the i-th on and calls each for every element.
	type clause struct {
		iter  expr
		store func(*frame, Value) error
		ifs   []expr
	}
	clauses := make([]clause, len(gens))
	for i, g := range gens {
		k := clause{store: c.target(in, g.Target), ifs: c.exprs(in, g.Ifs)}
		if i > 0 {
			k.iter = c.expr(in, g.Iter)
		}
		clauses[i] = k
	}
	var loop func(f *frame, i int, over Value, each func() error) error
	loop = func(f *frame, i int, over Value, each func() error) error {
		k := clauses[i]
		return f.m.each(over, func(x Value) error {
			if err := k.store(f, x); err != nil {
				return err
			}
			for _, cond := range k.ifs {
				if ok, err := f.m.test(f, cond); err != nil || !ok {
					return err
				}
			}
			if i+1 == len(clauses) {
				return each()
			}
			next, err := clauses[i+1].iter(f)
			if err != nil {
				return err
			}
			return loop(f, i+1, next, each)
		})
	}
	code := &code{name: name, cell: c.cell, source: c.source, scope: in}
	enter := func(f *frame) *frame {
		return &frame{m: f.m, code: code, vars: make([]Value, len(in.names)), outer: f.enclosing(), globals: f.globals, class: f.class, line: f.line, exc: f.exc, calls: f}
	}
	switch n.(type) {
	case *ast.ListComp:
		return func(f *frame) (Value, error) {
			over, err := first(f)
			if err != nil {
				return nil, err
			}
			g, out := enter(f), []Value{}
			err = loop(g, 0, over, func() error {
				x, err := e(g)
				out = append(out, x)
				return err
			})
			return list(out), err
		}
	case *ast.SetComp:
		return func(f *frame) (Value, error) {
			over, err := first(f)
			if err != nil {
				return nil, err
			}
			g, out := enter(f), newSet()
			err = loop(g, 0, over, func() error {
				x, err := e(g)
				if err != nil {
					return err
				}
				return out.add(f.m, x)
			})
			return out, err
		}
	case *ast.DictComp:
		return func(f *frame) (Value, error) {
			over, err := first(f)
			if err != nil {
				return nil, err
			}
			g, out := enter(f), newDict()
			err = loop(g, 0, over, func() error {
				x, err := e(g)
				if err != nil {
					return err
				}
				y, err := v(g)
				if err != nil {
					return err
				}
				return out.put(f.m, x, y)
			})
			return out, err
		}
	}
	return func(f *frame) (Value, error) {
		over, err := first(f)
		if err != nil {
			return nil, err
		}
		it, err := f.m.iter(over)
		if err != nil {
			return nil, err
		}
		g := enter(f)
		return f.m.newGenerator(name, g, func() error {
			return loop(g, 0, it, func() error {
				x, err := e(g)
				if err != nil {
					return err
				}
				_, err = g.gen.yield(x)
				return err
			})
		}), nil
	}
}

func (c *compiler) yield(s *scope, n *ast.Yield) expr {
	if s.kind != functionScope {
		fail(n, "'yield' outside function")
	}
	x := constant(py.None)
	if !absent(n.Value) {
		x = c.expr(s, n.Value)
	}
	return func(f *frame) (Value, error) {
		v, err := x(f)
		if err != nil {
			return nil, err
		}
		return f.gen.yield(v)
	}
}

func (c *compiler) yieldFrom(s *scope, n *ast.YieldFrom) expr {
	if s.kind != functionScope {
		fail(n, "'yield from' outside function")
	}
	x := c.expr(s, n.Value)
	return func(f *frame) (Value, error) {
		v, err := x(f)
		if err != nil {
			return nil, err
		}
		it, err := f.m.iter(v)
		if err != nil {
			return nil, err
		}
		for {
			v, err := it.next()
			if err != nil {
				return nil, err
			}
			if v == nil {
				if it.gen != nil && it.gen.result != nil {
					return it.gen.result, nil
				}
				return py.None, nil
			}
			sent, err := f.gen.yield(v)
			if err != nil {
				return nil, err
			}
			if it.gen != nil && sent != py.None {
				it.gen.sent = sent
			}
		}
	}
}
