package python

import (
	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"
)

// block compiles statements. last is the expression whose value the cell shows, or nil.
func (c *compiler) block(s *scope, body []ast.Stmt, last *ast.ExprStmt) stmt {
	stmts := make([]stmt, len(body))
	lines := make([]int, len(body))
	for i, st := range body {
		stmts[i], lines[i] = c.stmt(s, st, last), st.GetLineno()
	}
	if len(stmts) == 1 {
		one, line := stmts[0], lines[0]
		return func(f *frame) (flow, error) {
			f.line = line
			return one(f)
		}
	}
	return func(f *frame) (flow, error) {
		for i, st := range stmts {
			f.line = lines[i]
			if how, err := st(f); err != nil || how != onwards {
				return how, err
			}
		}
		return onwards, nil
	}
}

func nothing(*frame) (flow, error) { return onwards, nil }

// stmt compiles a statement.
func (c *compiler) stmt(s *scope, n ast.Stmt, last *ast.ExprStmt) stmt {
	c.line = n.GetLineno()
	switch n := n.(type) {
	case *ast.ExprStmt:
		x := c.expr(s, n.Value)
		if n == last {
			return func(f *frame) (flow, error) {
				v, err := x(f)
				f.last = v
				return onwards, err
			}
		}
		return func(f *frame) (flow, error) {
			_, err := x(f)
			return onwards, err
		}
	case *ast.Assign:
		if note, ok := n.Value.(*ast.Call); ok {
			if f, ok := note.Func.(*ast.Name); ok && f.Id == markNote {
				return c.annotated(s, n, note)
			}
		}
		x := c.expr(s, n.Value)
		targets := make([]func(*frame, Value) error, len(n.Targets))
		for i, t := range n.Targets {
			targets[i] = c.target(s, t)
		}
		return func(f *frame) (flow, error) {
			v, err := x(f)
			if err != nil {
				return onwards, err
			}
			for _, t := range targets {
				if err := t(f, v); err != nil {
					return onwards, err
				}
			}
			return onwards, nil
		}
	case *ast.AugAssign:
		return c.augmented(s, n)
	case *ast.If:
		test, yes, no := c.expr(s, n.Test), c.block(s, n.Body, last), stmt(nothing)
		if len(n.Orelse) > 0 {
			no = c.block(s, n.Orelse, last)
		}
		return func(f *frame) (flow, error) {
			ok, err := f.m.test(f, test)
			if err != nil {
				return onwards, err
			}
			if ok {
				return yes(f)
			}
			return no(f)
		}
	case *ast.While:
		return c.while(s, n)
	case *ast.For:
		return c.forLoop(s, n)
	case *ast.Return:
		if s.kind != functionScope {
			fail(n, "'return' outside function")
		}
		x := constant(py.None)
		if !absent(n.Value) {
			x = c.expr(s, n.Value)
		}
		return func(f *frame) (flow, error) {
			v, err := x(f)
			f.ret = v
			return returns, err
		}
	case *ast.Pass, *ast.Global, *ast.Nonlocal:
		return nothing
	case *ast.Break:
		return func(*frame) (flow, error) { return breaks, nil }
	case *ast.Continue:
		return func(*frame) (flow, error) { return continues, nil }
	case *ast.FunctionDef:
		fn := c.function(s, string(n.Name), n.Args, n.Body, nil)
		return c.decorated(s, fn, n.DecoratorList, string(n.Name))
	case *ast.ClassDef:
		return c.decorated(s, c.class(s, n), n.DecoratorList, string(n.Name))
	case *ast.Delete:
		return c.delete(s, n)
	case *ast.Assert:
		test, msg := c.expr(s, n.Test), expr(nil)
		if !absent(n.Msg) {
			msg = c.expr(s, n.Msg)
		}
		return func(f *frame) (flow, error) {
			ok, err := f.m.test(f, test)
			if err != nil || ok {
				return onwards, err
			}
			var args []Value
			if msg != nil {
				v, err := msg(f)
				if err != nil {
					return onwards, err
				}
				args = []Value{v}
			}
			return onwards, &raised{newException(AssertionError, args)}
		}
	case *ast.Raise:
		return c.raise(s, n)
	case *ast.Try:
		return c.try(s, n, last)
	case *ast.With:
		return c.with(s, n, last)
	case *ast.Import:
		return c.imports(s, n)
	case *ast.ImportFrom:
		return c.importFrom(s, n)
	}
	fail(n, "invalid syntax")
	return nil
}

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

func (c *compiler) while(s *scope, n *ast.While) stmt {
	test, body, orelse := c.expr(s, n.Test), c.block(s, n.Body, nil), stmt(nothing)
	if len(n.Orelse) > 0 {
		orelse = c.block(s, n.Orelse, nil)
	}
	line := n.Lineno
	return func(f *frame) (flow, error) {
		for {
			if err := f.m.tick(); err != nil {
				return onwards, err
			}
			f.line = line
			ok, err := f.m.test(f, test)
			if err != nil {
				return onwards, err
			}
			if !ok {
				return orelse(f)
			}
			switch how, err := body(f); {
			case err != nil || how == returns:
				return how, err
			case how == breaks:
				return onwards, nil
			}
		}
	}
}

func (c *compiler) forLoop(s *scope, n *ast.For) stmt {
	over, store, body, orelse := c.expr(s, n.Iter), c.target(s, n.Target), c.block(s, n.Body, nil), stmt(nothing)
	if len(n.Orelse) > 0 {
		orelse = c.block(s, n.Orelse, nil)
	}
	line := n.Lineno
	return func(f *frame) (flow, error) {
		before := f.m.generators
		v, err := over(f)
		if err != nil {
			return onwards, err
		}
		it, err := f.m.iter(v)
		if err != nil {
			return onwards, err
		}
		how, err := f.loop(it, line, store, body, orelse)
		if it.gen != nil && it.gen.serial > before && err != errAbandoned {
			// A generator made for this loop ends with it, as CPython's count of references would have it.
			if e := it.gen.close(); e != nil && err == nil {
				err = e
			}
		}
		return how, err
	}
}

// loop runs the body of a for statement for every element.
func (f *frame) loop(it *Iterator, line int, store func(*frame, Value) error, body, orelse stmt) (flow, error) {
	for {
		if err := f.m.tick(); err != nil {
			return onwards, err
		}
		f.line = line
		x, err := it.next()
		if err != nil {
			return onwards, err
		}
		if x == nil {
			return orelse(f)
		}
		if err := store(f, x); err != nil {
			return onwards, err
		}
		switch how, err := body(f); {
		case err != nil || how == returns:
			return how, err
		case how == breaks:
			return onwards, nil
		}
	}
}
