package python

import (
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// function compiles a def or a lambda, whose body is one expression.
func (c *compiler) function(s *scope, name string, args *ast.Arguments, body []ast.Stmt, value ast.Expr) expr {
	in := newScope(functionScope, s, s.inner(name))
	sig := &signature{star: -1, dict: -1}
	var defaults []expr
	add := func(a *ast.Arg, def expr) {
		if _, taken := in.places[string(a.Arg)]; taken {
			fail(a, "duplicate argument '%s' in function definition", a.Arg)
		}
		in.bind(string(a.Arg))
		sig.params = append(sig.params, param{name: string(a.Arg), byName: true})
		defaults = append(defaults, def)
	}
	if args != nil {
		for i, a := range args.Args {
			var def expr
			if j := i - (len(args.Args) - len(args.Defaults)); j >= 0 {
				def = c.expr(s, args.Defaults[j])
			}
			add(a, def)
		}
		sig.positional = len(sig.params)
		for i, a := range args.Kwonlyargs {
			var def expr
			if i >= len(args.KwDefaults) {
				fail(a, "invalid syntax")
			}
			if name, ok := args.KwDefaults[i].(*ast.Name); !ok || name.Id != markNeeded {
				def = c.expr(s, args.KwDefaults[i])
			}
			add(a, def)
		}
		if args.Vararg != nil {
			sig.star = len(sig.params)
			add(args.Vararg, nil)
			sig.params[sig.star].byName = false
		}
		if args.Kwarg != nil {
			sig.dict = len(sig.params)
			add(args.Kwarg, nil)
			sig.params[sig.dict].byName = false
		}
	}
	k := &code{name: name, cell: c.cell, source: c.source, scope: in}
	var doc Value = py.None
	if value != nil {
		k.body = c.lambdaBody(in, value)
	} else {
		if err := in.collect(body); err != nil {
			panic(err)
		}
		if e, ok := body[0].(*ast.ExprStmt); ok {
			if t, ok := e.Value.(*ast.Str); ok {
				doc = t.S
			}
		}
		k.body = c.block(in, body, nil)
	}
	return func(f *frame) (Value, error) {
		fn := &Function{name: name, qualname: in.qualname, doc: doc, code: k, sig: sig, outer: f.enclosing(), globals: f.globals, class: f.class}
		for i, d := range defaults {
			if d == nil {
				continue
			}
			v, err := d(f)
			if err != nil {
				return nil, err
			}
			if fn.defaults == nil {
				fn.defaults = make([]Value, len(defaults))
			}
			fn.defaults[i] = v
		}
		return fn, nil
	}
}

func (c *compiler) lambdaBody(in *scope, value ast.Expr) stmt {
	// A lambda has no statements, so only assignment expressions bind names in it.
	if err := in.collect([]ast.Stmt{&ast.ExprStmt{Value: value}}); err != nil {
		panic(err)
	}
	x, line := c.expr(in, value), value.GetLineno()
	return func(f *frame) (flow, error) {
		f.line = line
		v, err := x(f)
		f.ret = v
		return returns, err
	}
}

// decorated compiles the decorators around a function or class and binds its name.
func (c *compiler) decorated(s *scope, x expr, decorators []ast.Expr, name string) stmt {
	ds, store := c.exprs(s, decorators), c.store(s, name)
	return func(f *frame) (flow, error) {
		fs := make([]Value, len(ds))
		for i, d := range ds {
			var err error
			if fs[i], err = d(f); err != nil {
				return onwards, err
			}
		}
		v, err := x(f)
		for i := len(fs) - 1; i >= 0 && err == nil; i-- {
			v, err = f.m.callFrom(f, fs[i], []Value{v}, nil)
		}
		if err != nil {
			return onwards, err
		}
		return onwards, store(f, v)
	}
}

// class compiles a class body.
func (c *compiler) class(s *scope, n *ast.ClassDef) expr {
	if len(n.Keywords) > 0 || !absent(n.Kwargs) {
		fail(n, "class keyword arguments (metaclass=...) do not exist in Python cells")
	}
	in := newScope(classScope, s, s.inner(string(n.Name)))
	if err := in.collect(n.Body); err != nil {
		panic(err)
	}
	bases := c.items(s, n.Bases)
	k := &code{name: string(n.Name), cell: c.cell, source: c.source, scope: in}
	k.body = c.block(in, n.Body, nil)
	return func(f *frame) (Value, error) {
		vs, err := bases(f)
		if err != nil {
			return nil, err
		}
		cl, err := f.m.deriveClass(string(n.Name), vs)
		if err != nil {
			return nil, err
		}
		if module, ok := f.globals["__name__"].(py.String); ok {
			cl.module = string(module)
		}
		cl.set("__qualname__", text(in.qualname))
		if e, ok := n.Body[0].(*ast.ExprStmt); ok {
			if t, ok := e.Value.(*ast.Str); ok {
				cl.set("__doc__", t.S)
			}
		}
		ref := &classRef{}
		g := &frame{m: f.m, code: k, outer: f.enclosing(), globals: f.globals, ns: cl, class: ref, calls: f}
		if _, err := k.body(g); err != nil {
			if r, ok := err.(*raised); ok {
				r.exc.exc.trace = append(r.exc.exc.trace, k.place(g.line))
			}
			return nil, err
		}
		ref.class = cl
		for _, b := range cl.bases {
			if hook := b.lookup("__init_subclass__"); hook != nil {
				if w, ok := hook.(*wrapper); ok {
					hook = w.fn
				}
				if _, err := f.m.call(hook, []Value{cl}, nil); err != nil {
					return nil, err
				}
				break
			}
		}
		return cl, nil
	}
}

// deriveClass makes a user's class.
func (m *Machine) deriveClass(name string, bases []Value) (*Class, error) {
	var cs []*Class
	for _, b := range bases {
		k, ok := b.(*Class)
		if !ok {
			return nil, errorf(TypeError, "a class can only be derived from classes, not from a value of '%s'", kind(b))
		}
		if !k.user && k != objectClass && !k.derives(BaseException) && k != namedTupleBase {
			return nil, withHelp(errorf(TypeError, "Python cells cannot derive from '%s'", k.name),
				"keep a "+k.name+" in an attribute, or write the code in a Python kernel")
		}
		cs = append(cs, k)
	}
	if len(cs) == 0 {
		cs = []*Class{objectClass}
	}
	c, err := newClass(name, cs)
	if err != nil {
		return nil, err
	}
	c.user, c.module = true, "__main__"
	return c, nil
}

func (c *compiler) imports(s *scope, n *ast.Import) stmt {
	type one struct {
		name  string
		store func(*frame, Value) error
	}
	var all []one
	for _, a := range n.Names {
		all = append(all, one{string(a.Name), c.store(s, string(importedAs(a)))})
	}
	return func(f *frame) (flow, error) {
		for _, o := range all {
			mod, err := f.m.module(o.name)
			if err != nil {
				return onwards, err
			}
			if err := o.store(f, mod); err != nil {
				return onwards, err
			}
		}
		return onwards, nil
	}
}

func (c *compiler) importFrom(s *scope, n *ast.ImportFrom) stmt {
	type one struct {
		name  string
		store func(*frame, Value) error
	}
	var all []one
	for _, a := range n.Names {
		if a.Name == "*" {
			if s.kind != moduleScope {
				fail(n, "import * only allowed at module level")
			}
			continue
		}
		all = append(all, one{string(a.Name), c.store(s, string(importedAs(a)))})
	}
	everything := len(all) == 0
	return func(f *frame) (flow, error) {
		if n.Level > 0 {
			return onwards, errorf(ImportError, "attempted relative import with no known parent package")
		}
		if n.Module == "__future__" {
			return onwards, nil
		}
		mod, err := f.m.module(string(n.Module))
		if err != nil {
			return onwards, err
		}
		if everything {
			for k, v := range mod.attrs {
				if !strings.HasPrefix(k, "_") {
					f.globals[k] = v
				}
			}
		}
		for _, o := range all {
			v := mod.attrs[o.name]
			if v == nil && mod.name == "hyp" {
				if v, err = f.m.hypAttribute(o.name); err != nil {
					return onwards, err
				}
			}
			if v == nil {
				return onwards, errorf(ImportError, "cannot import name '%s' from '%s'", o.name, mod.name)
			}
			if err := o.store(f, v); err != nil {
				return onwards, err
			}
		}
		return onwards, nil
	}
}
