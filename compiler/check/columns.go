package check

import (
	"github.com/hyp-lang/hyp/lang/ast"
)

// collectColumns finds out which columns of each data set the study uses, through variables and contexts, so that only
// these are read.
func (c *checker) collectColumns() {
	for _, sc := range c.scopes {
		seen := map[string]bool{}
		used := map[string]bool{}
		walk := func(n string) { c.reach(sc.d, n, seen, used) }
		for _, h := range c.info.Hyps {
			if h.Node.On != nil && h.Node.On.Text != sc.d.Name {
				continue
			}
			for _, n := range claimNames(h.Node.Claim) {
				walk(n.Text)
			}
			for _, n := range h.Node.Controls {
				walk(n.Text)
			}
			if h.Node.Weights != nil {
				walk(h.Node.Weights.Text)
			}
			refs(h.Node.Where, walk)
			if h.Node.Using != nil && sc.d.Catalog.Catalog != nil && sc.d.Has(sc.d.Catalog.Catalog.Cluster) {
				used[sc.d.Catalog.Catalog.Cluster] = true
			}
		}
		for _, s := range c.file.Statements {
			switch s := s.(type) {
			case *ast.Context:
				refs(s.Expr, walk)
			case *ast.Var:
				if _, alias := s.Expr.(*ast.Ref); s.Expr != nil && !alias {
					refs(s.Expr, walk)
				}
			}
		}
		if sc.d.Node != nil && sc.d.Node.Split != nil {
			for _, n := range splitKey(sc.d.Node) {
				walk(n.Text)
			}
		}
		sc.d.Used = []string{} // not nil, which would be all columns
		for _, name := range sc.d.Header {
			if used[name] {
				sc.d.Used = append(sc.d.Used, name)
			}
		}
	}
}

// reach marks the columns that a name leads to.
func (c *checker) reach(d *Dataset, name string, seen, used map[string]bool) {
	if seen[name] {
		if d.Has(name) { // a definition that uses its own name means the column
			if v := c.vars[name]; v == nil || usesSelf(v) {
				used[name] = true
			}
		}
		return
	}
	seen[name] = true
	if v := c.vars[name]; v != nil {
		if v.Expr == nil {
			used[name] = true
			return
		}
		refs(v.Expr, func(n string) { c.reach(d, n, seen, used) })
		return
	}
	if x := c.contexts[name]; x != nil {
		refs(x.Expr, func(n string) { c.reach(d, n, seen, used) })
		return
	}
	used[name] = true
}

func usesSelf(v *ast.Var) (self bool) {
	refs(v.Expr, func(n string) { self = self || n == v.Name.Text })
	return self
}

// claimNames lists the names of a claim in the order of the text.
func claimNames(claim ast.Claim) []ast.Name {
	switch x := claim.(type) {
	case *ast.Assoc:
		return []ast.Name{x.Exposure, x.Outcome}
	case *ast.Diff:
		return []ast.Name{x.Outcome, x.Groups}
	case *ast.Interact:
		return []ast.Name{x.Exposure, x.Moderator, x.Outcome}
	case *ast.Heterogeneity:
		return []ast.Name{x.Outcome, x.Exposure, x.Groups}
	}
	return nil
}

// refs calls f for every name in an expression.
func refs(e ast.Expr, f func(name string)) {
	refNames(e, func(n ast.Name) { f(n.Text) })
}

func refNames(e ast.Expr, f func(ast.Name)) {
	switch e := e.(type) {
	case *ast.Logic:
		refNames(e.X, f)
		refNames(e.Y, f)
	case *ast.Not:
		refNames(e.X, f)
	case *ast.Compare:
		refNames(e.X, f)
		refNames(e.Y, f)
	case *ast.In:
		refNames(e.X, f)
	case *ast.Missing:
		refNames(e.X, f)
	case *ast.Arith:
		refNames(e.X, f)
		refNames(e.Y, f)
	case *ast.Neg:
		refNames(e.X, f)
	case *ast.Call:
		for _, a := range e.Args {
			refNames(a, f)
		}
	case *ast.Ref:
		f(e.Name)
	}
}
