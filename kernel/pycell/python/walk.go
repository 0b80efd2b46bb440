package python

import "github.com/go-python/gpython/ast"

// walk visits a node and, while visit says so, what is in it, in the order of the source. (gpython's own walk stumbles over
// absent children, which are typed nils there.)
func walk(n ast.Ast, visit func(ast.Ast) bool) {
	if absent(n) || !visit(n) {
		return
	}
	stmts := func(l []ast.Stmt) {
		for _, s := range l {
			walk(s, visit)
		}
	}
	exprs := func(l ...ast.Expr) {
		for _, e := range l {
			walk(e, visit)
		}
	}
	generators := func(l []ast.Comprehension) {
		for _, g := range l {
			exprs(g.Iter, g.Target)
			exprs(g.Ifs...)
		}
	}
	arguments := func(a *ast.Arguments) {
		if a != nil {
			exprs(a.Defaults...)
			exprs(a.KwDefaults...)
		}
	}
	keywords := func(l []*ast.Keyword) {
		for _, k := range l {
			exprs(k.Value)
		}
	}
	switch n := n.(type) {
	case *ast.Module:
		stmts(n.Body)
	case *ast.FunctionDef:
		exprs(n.DecoratorList...)
		arguments(n.Args)
		stmts(n.Body)
	case *ast.ClassDef:
		exprs(n.DecoratorList...)
		exprs(n.Bases...)
		keywords(n.Keywords)
		stmts(n.Body)
	case *ast.Return:
		exprs(n.Value)
	case *ast.Delete:
		exprs(n.Targets...)
	case *ast.Assign:
		exprs(n.Value)
		exprs(n.Targets...)
	case *ast.AugAssign:
		exprs(n.Value, n.Target)
	case *ast.For:
		exprs(n.Iter, n.Target)
		stmts(n.Body)
		stmts(n.Orelse)
	case *ast.While:
		exprs(n.Test)
		stmts(n.Body)
		stmts(n.Orelse)
	case *ast.If:
		exprs(n.Test)
		stmts(n.Body)
		stmts(n.Orelse)
	case *ast.With:
		for _, w := range n.Items {
			exprs(w.ContextExpr, w.OptionalVars)
		}
		stmts(n.Body)
	case *ast.Raise:
		exprs(n.Exc, n.Cause)
	case *ast.Try:
		stmts(n.Body)
		for _, h := range n.Handlers {
			walk(h, visit)
		}
		stmts(n.Orelse)
		stmts(n.Finalbody)
	case *ast.ExceptHandler:
		exprs(n.ExprType)
		stmts(n.Body)
	case *ast.Assert:
		exprs(n.Test, n.Msg)
	case *ast.ExprStmt:
		exprs(n.Value)
	case *ast.BoolOp:
		exprs(n.Values...)
	case *ast.BinOp:
		exprs(n.Left, n.Right)
	case *ast.UnaryOp:
		exprs(n.Operand)
	case *ast.Lambda:
		arguments(n.Args)
		exprs(n.Body)
	case *ast.IfExp:
		exprs(n.Test, n.Body, n.Orelse)
	case *ast.Dict:
		for i := range n.Keys {
			exprs(n.Keys[i], n.Values[i])
		}
	case *ast.Set:
		exprs(n.Elts...)
	case *ast.ListComp:
		generators(n.Generators)
		exprs(n.Elt)
	case *ast.SetComp:
		generators(n.Generators)
		exprs(n.Elt)
	case *ast.DictComp:
		generators(n.Generators)
		exprs(n.Key, n.Value)
	case *ast.GeneratorExp:
		generators(n.Generators)
		exprs(n.Elt)
	case *ast.Yield:
		exprs(n.Value)
	case *ast.YieldFrom:
		exprs(n.Value)
	case *ast.Compare:
		exprs(n.Left)
		exprs(n.Comparators...)
	case *ast.Call:
		exprs(n.Func)
		exprs(n.Args...)
		exprs(n.Starargs)
		keywords(n.Keywords)
		exprs(n.Kwargs)
	case *ast.Attribute:
		exprs(n.Value)
	case *ast.Subscript:
		exprs(n.Value)
		walk(n.Slice, visit)
	case *ast.Starred:
		exprs(n.Value)
	case *ast.List:
		exprs(n.Elts...)
	case *ast.Tuple:
		exprs(n.Elts...)
	case *ast.Slice:
		exprs(n.Lower, n.Upper, n.Step)
	case *ast.ExtSlice:
		for _, d := range n.Dims {
			walk(d, visit)
		}
	case *ast.Index:
		exprs(n.Value)
	}
}

// absent tells whether a child is missing.
func absent(n ast.Ast) bool {
	if n == nil {
		return true
	}
	switch n := n.(type) {
	case *ast.Name:
		return n == nil
	case *ast.Tuple:
		return n == nil
	case *ast.Arguments:
		return n == nil
	}
	return false
}
