package check

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
)

// cycles finds variables and contexts that are defined by themselves, reports each cycle once, and marks its members.
func (c *checker) cycles() {
	const (
		fresh = iota
		open
		done
	)
	state := map[string]int{}
	var path []string
	var visit func(name string)
	visit = func(name string) {
		state[name] = open
		path = append(path, name)
		for _, next := range c.definedBy(name) {
			switch state[next.Text] {
			case open:
				c.cycle(path[slices.Index(path, next.Text):])
			case fresh:
				visit(next.Text)
			}
		}
		path = path[:len(path)-1]
		state[name] = done
	}
	for _, s := range c.file.Statements {
		switch s := s.(type) {
		case *ast.Var:
			if state[s.Name.Text] == fresh {
				visit(s.Name.Text)
			}
		case *ast.Context:
			if state[s.Name.Text] == fresh {
				visit(s.Name.Text)
			}
		}
	}
}

// definedBy lists the declared names in a definition. A definition's own name means the column, if there is one; a mere
// `var x = x` means it in any case.
func (c *checker) definedBy(name string) []ast.Name {
	var e ast.Expr
	if v := c.vars[name]; v != nil {
		e = v.Expr
	} else if x := c.contexts[name]; x != nil {
		e = x.Expr
	}
	_, alias := e.(*ast.Ref)
	var out []ast.Name
	ast.Names(e, func(n ast.Name) {
		if n.Text == name && (alias || c.isColumn(name)) {
			return
		}
		if c.vars[n.Text] != nil || c.contexts[n.Text] != nil {
			out = append(out, n)
		}
	})
	return out
}

// isColumn tells whether some data set has the column, or might have it because its header cannot be read.
func (c *checker) isColumn(name string) bool {
	return slices.ContainsFunc(c.info.Datasets, func(d *Dataset) bool { return d.Header == nil || d.Has(name) })
}

func (c *checker) cycle(names []string) {
	for _, n := range names {
		if c.cyclic[n] {
			return // part of a cycle that is reported
		}
	}
	for _, n := range names {
		c.cyclic[n] = true
	}
	name := c.nameOf(names[0])
	x := c.at(diag.DefinitionCycle, name.At, "`%s` is defined by itself", names[0]).WithLabel("defined here")
	for i, n := range names {
		next := names[(i+1)%len(names)]
		for _, use := range c.definedBy(n) {
			if use.Text == next {
				x = x.WithRelated(c.src, use.At, "`%s` needs `%s`", n, next)
				break
			}
		}
	}
	if len(names) > 1 {
		x = x.WithHelp("the circle is %s", strings.Join(append(slices.Clone(names), names[0]), ", then "))
	} else {
		x = x.WithHelp("the data have no column `%s`; define it by a column", names[0])
	}
	c.report(x)
}

func (c *checker) nameOf(n string) ast.Name {
	if v := c.vars[n]; v != nil {
		return v.Name
	}
	x := c.contexts[n]
	return ast.Name{At: x.Name.At, Text: x.Name.Text}
}
