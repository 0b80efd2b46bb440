package lint

import (
	"context"
	"slices"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"

	"github.com/hyp-lang/hyp/lang/diag"
)

// Study is what rules look at: one study, parsed, checked and indexed. Names are resolved through the study and its
// catalogs alone, so that text rules see the same with and without data.
type Study struct {
	Source *source.File
	File   *ast.File
	Info   *check.Info
	Hyps   []*Hyp

	ctx      context.Context
	settings Settings
	withData bool
	found    []diag.Diagnostic // of the parser and the checker
	vars     map[string]*ast.Var
	contexts map[string]*ast.Context
	byName   map[string]*Hyp
	known    map[varKey]*variable
	used     map[string]int // uses of a name anywhere but in its own declaration
	bad      []string       // the text of statements that did not parse
	rows     map[*check.Dataset]*table.Table
	observed *[]seen
	declared *int            // see lastDeclaration
	given    map[string]bool // new names that fixes were offered
	ignores  *[]*directive
	bound    map[*Hyp]*binding
	rivals   map[string]bool     // names of hypotheses that are rivals of others
	stored   map[string][]Stored // of the graph: parents that are not in the file, by name; nil without a graph
	tested   map[string][]Stored // of the graph: insights by specification
	graphErr error               // the graph could not be read
}

// Hyp is a hypothesis with its claim taken apart.
type Hyp struct {
	*check.Hyp
	Outcome ast.Name
	Tested  []ast.Name // exposure, moderator, groups: whatever the outcome is explained by
	where   []conjunct // the condition as a conjunction, contexts expanded
	whereOK bool
}

// openStudy parses and checks a study; with a graph (nil: none) it also looks up what the rules ask of it.
func openStudy(ctx context.Context, src *source.File, loader check.Loader, set Settings, g Insights) *Study {
	s := &Study{
		Source: src, ctx: ctx, settings: set,
		vars: map[string]*ast.Var{}, contexts: map[string]*ast.Context{}, byName: map[string]*Hyp{},
		known: map[varKey]*variable{}, used: map[string]int{}, rows: map[*check.Dataset]*table.Table{},
	}
	_, dataless := loader.(check.Dataless)
	s.withData = !dataless
	var more []diag.Diagnostic
	s.File, s.found = parse.File(src)
	if g != nil {
		s.stored, s.graphErr = parents(ctx, s.File, g)
		loader = knowing(loader, s.stored)
	}
	s.Info, more = check.Check(ctx, s.File, loader)
	s.found = append(s.found, more...)
	for _, st := range s.File.Statements {
		switch st := st.(type) {
		case *ast.Var:
			if s.vars[st.Name.Text] == nil {
				s.vars[st.Name.Text] = st
			}
			if ref, alias := st.Expr.(*ast.Ref); !alias || ref.Name.Text != st.Name.Text {
				s.countNames(st.Expr, st.Name.Text)
			}
		case *ast.Context:
			if s.contexts[st.Name.Text] == nil {
				s.contexts[st.Name.Text] = st
			}
			s.countNames(st.Expr, st.Name.Text)
		case *ast.Dataset:
			for _, n := range st.Key {
				s.used[n.Text]++
			}
			if st.Weights != nil {
				s.used[st.Weights.Text]++
			}
			if st.Split != nil && st.Split.By != nil {
				s.used[st.Split.By.Text]++
			}
		case *ast.Bad:
			s.bad = append(s.bad, src.Slice(st.At))
		}
	}
	s.Hyps = make([]*Hyp, 0, len(s.Info.Hyps))
	for _, h := range s.Info.Hyps {
		x := &Hyp{Hyp: h}
		switch c := h.Node.Claim.(type) {
		case *ast.Assoc:
			x.Outcome, x.Tested = c.Outcome, []ast.Name{c.Exposure}
		case *ast.Diff:
			x.Outcome, x.Tested = c.Outcome, []ast.Name{c.Groups}
		case *ast.Interact:
			x.Outcome, x.Tested = c.Outcome, []ast.Name{c.Exposure, c.Moderator}
		case *ast.Heterogeneity:
			x.Outcome, x.Tested = c.Outcome, []ast.Name{c.Exposure, c.Groups}
		}
		s.used[x.Outcome.Text]++
		for _, n := range x.Tested {
			s.used[n.Text]++
		}
		for _, n := range h.Node.Controls {
			s.used[n.Text]++
		}
		if h.Node.Weights != nil {
			s.used[h.Node.Weights.Text]++
		}
		s.countNames(h.Node.Where, "")
		if h.Name != "" && s.byName[h.Name] == nil {
			s.byName[h.Name] = x
		}
		s.Hyps = append(s.Hyps, x)
	}
	if g != nil && s.graphErr == nil {
		s.tested, s.graphErr = s.specifications(ctx, g)
	}
	return s
}

// countNames counts the names of an expression; self is the name being declared, which there means the column.
func (s *Study) countNames(e ast.Expr, self string) {
	ast.Names(e, func(n ast.Name) {
		if n.Text != self {
			s.used[n.Text]++
		}
	})
}

// Subject is the name of the hypothesis for fingerprints: its own, else its canonical claim.
func (h *Hyp) Subject() string {
	if h.Name != "" {
		return h.Name
	}
	if h.Claim != "" {
		return h.Claim
	}
	return format.ClaimLine(h.Node)
}

// claimSpan is the claim itself, without its clauses.
func (h *Hyp) claimSpan() source.Span { return h.Node.Claim.Span() }

// variable is what the text says of a name over one data set.
type variable struct {
	name     string
	decl     *ast.Var          // nil: not declared by the study
	entry    *catalog.Variable // of the column, when it is one column with an entry
	columns  []string          // the columns that it is computed from, sorted
	column   string            // the column, when it is one as it stands
	measured *float64          // when it is known, in the study's unit (years, usually)
	at       source.Span       // of the declaration
}

type varKey struct {
	d    *check.Dataset
	name string
}

// variable resolves a name; it is never nil.
func (s *Study) variable(d *check.Dataset, name string) *variable {
	k := varKey{d, name}
	if v := s.known[k]; v != nil {
		return v
	}
	v := &variable{name: name}
	s.known[k] = v // a definition that never ends finds itself, unfinished
	decl := s.vars[name]
	ref, alias := (*ast.Ref)(nil), false
	if decl != nil {
		v.decl, v.at = decl, decl.Name.At
		ref, alias = decl.Expr.(*ast.Ref)
	}
	cat := catalogOf(d)
	switch {
	case decl == nil && s.contexts[name] != nil:
		v.at = s.contexts[name].Name.At
		s.gather(d, v, s.contexts[name].Expr, name)
	case decl == nil || decl.Expr == nil:
		v.column, v.columns, v.entry = name, []string{name}, cat.Variable(name)
	case alias && (ref.Name.Text == name || s.vars[ref.Name.Text] == nil && s.contexts[ref.Name.Text] == nil):
		v.column, v.columns, v.entry = ref.Name.Text, []string{ref.Name.Text}, cat.Variable(ref.Name.Text)
	case alias:
		o := s.variable(d, ref.Name.Text)
		v.column, v.columns, v.entry, v.measured = o.column, o.columns, o.entry, o.measured
	default:
		s.gather(d, v, decl.Expr, name)
	}
	if v.entry != nil {
		if y, ok := v.entry.Time(); ok {
			v.measured = &y
		}
	}
	if decl != nil && decl.Measured != nil {
		v.measured = &decl.Measured.Value
	}
	return v
}

// gather takes in what an expression is computed from. It is known when the last of its parts is, provided that all are
// dated.
func (s *Study) gather(d *check.Dataset, v *variable, e ast.Expr, self string) {
	dated := true
	var latest *float64
	ast.Names(e, func(n ast.Name) {
		if n.Text == self { // the column under the same name
			v.columns = append(v.columns, n.Text)
			if entry := catalogOf(d).Variable(n.Text); entry != nil {
				if y, ok := entry.Time(); ok && (latest == nil || y > *latest) {
					latest = &y
				} else if !ok {
					dated = false
				}
			}
			return
		}
		o := s.variable(d, n.Text)
		v.columns = append(v.columns, o.columns...)
		switch {
		case o.measured == nil:
			dated = false
		case latest == nil || *o.measured > *latest:
			latest = o.measured
		}
	})
	slices.Sort(v.columns)
	v.columns = slices.Compact(v.columns)
	if dated {
		v.measured = latest
	}
}

func catalogOf(d *check.Dataset) *catalog.Catalog {
	if d == nil {
		return nil
	}
	return d.Catalog.Catalog
}

// same tells whether two names are one variable, by column or by definition.
func (s *Study) same(d *check.Dataset, a, b string) bool {
	if a == b {
		return true
	}
	x, y := s.variable(d, a), s.variable(d, b)
	if x.column != "" || y.column != "" {
		return x.column == y.column
	}
	return x.decl != nil && y.decl != nil && x.decl.Expr != nil && y.decl.Expr != nil && format.Expr(x.decl.Expr) == format.Expr(y.decl.Expr)
}

// commentsFrom are the comments that begin at an offset or behind it.
func (s *Study) commentsFrom(offset int) []ast.Comment {
	i, _ := slices.BinarySearchFunc(s.File.Comments, offset, func(c ast.Comment, at int) int { return c.At.Start - at })
	return s.File.Comments[i:]
}
