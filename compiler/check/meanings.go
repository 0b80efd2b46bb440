package check

import (
	"context"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Meaning is what a name means over the data, for what goes through all names: surveys, counts, discovery.
type Meaning struct {
	Name    string
	Numbers *plan.Variable // as an exposure, outcome, moderator or control: the codes off an ordinal scale are missing here
	Groups  *plan.Variable // as groups, where every level counts; nil for a type without groups
	Role    catalog.Role
	Entry   *catalog.Variable // nil when no catalog knows it
}

// Meanings resolves every variable of a study and every other column of its first data set, in the order in which they stand; f may
// be nil for data without a study. The table holds every column. A name whose declaration has an error is left out: the diagnostics
// say why. The Dataset is nil when there are no data, the table when they cannot be read.
func Meanings(ctx context.Context, f *ast.File, loader Loader) (*Dataset, *table.Table, []Meaning, []diag.Diagnostic) {
	if f == nil {
		f = &ast.File{}
	}
	c := newChecker(ctx, f, loader)
	c.declare()
	c.openDatasets()
	c.cycles()
	if len(c.scopes) == 0 {
		return nil, nil, nil, c.found
	}
	sc := c.scopes[0]
	if sc.d.Header == nil { // that was said, or nothing is read at all
		return sc.d, nil, nil, c.found
	}
	sc.d.Used = nil // every column
	t := c.table(sc)
	if t == nil {
		return sc.d, nil, nil, c.found
	}
	var names []string
	seen := map[string]bool{}
	for _, s := range f.Statements {
		if v, ok := s.(*ast.Var); ok && !seen[v.Name.Text] {
			seen[v.Name.Text] = true
			names = append(names, v.Name.Text)
		}
	}
	for _, name := range sc.d.Header {
		if !seen[name] {
			names = append(names, name)
		}
	}
	var out []Meaning
	for _, name := range names {
		if ctx.Err() != nil {
			break
		}
		y := c.resolve(sc, ast.Name{Text: name})
		if y.bad || y.v == nil {
			continue
		}
		m := Meaning{Name: name, Numbers: y.forNumbers(), Role: y.role, Entry: y.entry}
		switch y.v.Type {
		case plan.Binary, plan.Categorical, plan.Ordinal:
			m.Groups = y.v
		}
		out = append(out, m)
	}
	return sc.d, t, out, c.found
}
