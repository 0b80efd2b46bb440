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
			for _, n := range ast.ClaimNames(h.Node.Claim) {
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

// refs calls f for the text of every name in an expression.
func refs(e ast.Expr, f func(name string)) {
	ast.Names(e, func(n ast.Name) { f(n.Text) })
}
