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

// looped compiles the body of a loop.
func (c *compiler) looped(s *scope, body []ast.Stmt) stmt {
	s.loops++
	defer func() { s.loops-- }()
	return c.block(s, body, nil)
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
		if s.loops == 0 {
			fail(n, "'break' outside loop")
		}
		return func(*frame) (flow, error) { return breaks, nil }
	case *ast.Continue:
		if s.loops == 0 {
			fail(n, "'continue' not properly in loop")
		}
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

func (c *compiler) while(s *scope, n *ast.While) stmt {
	test, body, orelse := c.expr(s, n.Test), c.looped(s, n.Body), stmt(nothing)
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
	over, store, body, orelse := c.expr(s, n.Iter), c.target(s, n.Target), c.looped(s, n.Body), stmt(nothing)
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
