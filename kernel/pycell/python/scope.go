package python

import (
	"github.com/go-python/gpython/ast"
)

// scopeKind tells what a scope is the body of.
type scopeKind int

const (
	moduleScope scopeKind = iota
	classScope
	functionScope
	comprehensionScope
)

// scope is what the names of one body mean. Locals of functions have a place in the frame; names of modules and classes are
// looked up by name.
type scope struct {
	kind      scopeKind
	outer     *scope
	places    map[string]int // functionScope and comprehensionScope
	names     []string       // by place
	global    map[string]bool
	nonlocal  map[string]bool
	generator bool
	loops     int // around the statement at hand
	qualname  string
}

func newScope(kind scopeKind, outer *scope, qualname string) *scope {
	return &scope{kind: kind, outer: outer, places: map[string]int{}, global: map[string]bool{}, nonlocal: map[string]bool{}, qualname: qualname}
}

func (s *scope) inner(name string) string {
	switch s.kind {
	case moduleScope:
		return name
	case classScope:
		return s.qualname + "." + name
	}
	return s.qualname + ".<locals>." + name
}

// isFunction tells whether the scope has a frame of its own in the chain of free variables.
func (s *scope) isFunction() bool { return s.kind == functionScope || s.kind == comprehensionScope }

func (s *scope) bind(name string) int {
	if i, ok := s.places[name]; ok {
		return i
	}
	s.places[name] = len(s.names)
	s.names = append(s.names, name)
	return len(s.names) - 1
}

// where tells what a name means in a scope.
type where int

const (
	globalName where = iota
	className        // of the class body, else what encloses it
	localName        // at hops frames outwards
)

func (s *scope) resolve(name string) (w where, hops, place int) {
	if s.global[name] {
		return globalName, 0, 0
	}
	at := s
	if s.kind == classScope {
		if !s.nonlocal[name] {
			_, hops, place, ok := s.enclosing(name)
			if !ok {
				return className, -1, 0
			}
			return className, hops, place
		}
	} else if s.isFunction() {
		if i, ok := at.places[name]; ok {
			return localName, 0, i
		}
	}
	if w, hops, place, ok := s.enclosing(name); ok {
		return w, hops, place
	}
	return globalName, 0, 0
}

// enclosing looks for a name in the functions around a scope.
func (s *scope) enclosing(name string) (w where, hops, place int, ok bool) {
	if s.isFunction() {
		hops = 1
	}
	for o := s.outer; o != nil; o = o.outer {
		if !o.isFunction() {
			continue
		}
		if o.global[name] {
			return 0, 0, 0, false
		}
		if i, found := o.places[name]; found {
			return localName, hops, i, true
		}
		hops++
	}
	return 0, 0, 0, false
}

// collect finds the names that a body binds, and what it declares global or nonlocal.
func (s *scope) collect(body []ast.Stmt) error {
	var failed error
	bind := func(id ast.Identifier) {
		n := string(id)
		if s.kind == functionScope && !s.global[n] && !s.nonlocal[n] {
			s.bind(n)
		}
	}
	// Declarations first: they hold for the whole body.
	for _, st := range body {
		walk(st, func(n ast.Ast) bool {
			switch n := n.(type) {
			case *ast.FunctionDef, *ast.ClassDef, *ast.Lambda:
				return false
			case *ast.Global:
				for _, id := range n.Names {
					s.global[string(id)] = true
				}
			case *ast.Nonlocal:
				for _, id := range n.Names {
					if _, _, _, ok := s.enclosing(string(id)); !ok {
						if s.kind == moduleScope {
							failed = syntaxError(n, "nonlocal declaration not allowed at module level")
						} else {
							failed = syntaxError(n, "no binding for nonlocal '%s' found", id)
						}
					}
					s.nonlocal[string(id)] = true
				}
			}
			return true
		})
	}
	if failed != nil {
		return failed
	}
	var visit func(n ast.Ast) bool
	visit = func(n ast.Ast) bool {
		switch n := n.(type) {
		case *ast.FunctionDef:
			bind(n.Name)
			walkHeader(n.Args, visit)
			walkAll(n.DecoratorList, visit)
			return false
		case *ast.ClassDef:
			bind(n.Name)
			walkAll(n.Bases, visit)
			walkAll(n.DecoratorList, visit)
			return false
		case *ast.Lambda:
			walkHeader(n.Args, visit)
			return false
		case *ast.ListComp, *ast.SetComp, *ast.DictComp, *ast.GeneratorExp:
			// Their targets are their own; an assignment expression inside is ours.
			walk(n, func(k ast.Ast) bool {
				if id, ok := walrusTarget(k); ok {
					bind(id)
				}
				_, lambda := k.(*ast.Lambda)
				return !lambda
			})
			return false
		case *ast.Name:
			if n.Ctx == ast.Store || n.Ctx == ast.Del || n.Ctx == ast.AugStore {
				bind(n.Id)
			}
		case *ast.Call:
			if id, ok := walrusTarget(n); ok {
				bind(id)
			}
		case *ast.ExceptHandler:
			if n.Name != "" {
				bind(n.Name)
			}
		case *ast.Import:
			for _, a := range n.Names {
				bind(importedAs(a))
			}
		case *ast.ImportFrom:
			for _, a := range n.Names {
				if a.Name != "*" {
					bind(importedAs(a))
				}
			}
		case *ast.Yield, *ast.YieldFrom:
			if s.kind != functionScope {
				failed = syntaxError(n, "'yield' outside function")
			}
			s.generator = true
		}
		return true
	}
	for _, st := range body {
		walk(st, visit)
	}
	return failed
}

func importedAs(a *ast.Alias) ast.Identifier {
	if a.AsName != "" {
		return a.AsName
	}
	name := a.Name
	for i, r := range name {
		if r == '.' {
			return name[:i]
		}
	}
	return name
}

// walrusTarget is the name of a rewritten assignment expression.
func walrusTarget(n ast.Ast) (ast.Identifier, bool) {
	c, ok := n.(*ast.Call)
	if !ok || len(c.Args) != 2 {
		return "", false
	}
	if f, ok := c.Func.(*ast.Name); !ok || f.Id != markWalrus {
		return "", false
	}
	target, ok := c.Args[0].(*ast.Name)
	if !ok {
		return "", false
	}
	return target.Id, true
}

func walkHeader(a *ast.Arguments, visit func(ast.Ast) bool) {
	if a == nil {
		return
	}
	walkAll(a.Defaults, visit)
	walkAll(a.KwDefaults, visit)
}

func walkAll(list []ast.Expr, visit func(ast.Ast) bool) {
	for _, e := range list {
		walk(e, visit)
	}
}
