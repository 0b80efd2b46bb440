package check

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// checker is the state of one check.
type checker struct {
	ctx    context.Context
	src    *source.File
	file   *ast.File
	loader Loader
	info   *Info
	found  []diag.Diagnostic

	vars     map[string]*ast.Var
	contexts map[string]*ast.Context
	hyps     map[string]*Hyp
	broken   map[string]bool // what statements that do not parse would have declared: "var ba", "hyp H1"; uses of it need no message
	cyclic   map[string]bool // names whose definition never ends
	scopes   []*scope        // one for each data set
	unknown  map[unknownKey]*unknownName
	order    []*unknownName

	failed    bool // the hypothesis at hand has an error
	mute      bool // it is blocked: its names need not exist
	catbad    map[string]bool
	noDataset bool                   // the study names no data, and that was said
	dataless  bool                   // the loader is a Dataless
	known     func(name string) bool // of an Ancestry; nil: none
}

// Check resolves and types the study f. The Info is never nil; a hypothesis with an error has no Spec. The data are opened
// only as far as the check needs them: the header, and the rows when a type or a level is declared nowhere.
func Check(ctx context.Context, f *ast.File, loader Loader) (*Info, []diag.Diagnostic) {
	c := newChecker(ctx, f, loader)
	c.declare()
	c.openDatasets()
	c.cycles()
	c.collectColumns()
	for _, h := range c.info.Hyps {
		if h.Blocked == "" && ctx.Err() == nil {
			c.hypothesis(h)
		}
	}
	c.declarations()
	for _, h := range c.info.Hyps { // last: the names that a blocked hypothesis alone uses need not exist
		if h.Blocked != "" && ctx.Err() == nil {
			c.hypothesis(h)
		}
	}
	c.lineage()
	c.reportUnknown()
	slices.SortStableFunc(c.found, func(a, b diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(fileName(a.File), fileName(b.File)), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return c.info, c.found
}

// fileName orders the study's own diagnostics before those of catalogs.
func fileName(f *source.File) string {
	if f == nil {
		return ""
	}
	if strings.HasSuffix(f.Name, ".json") || strings.HasSuffix(f.Name, ".yaml") || strings.HasSuffix(f.Name, ".yml") {
		return "\xff" + f.Name
	}
	return f.Name
}

// newChecker is a checker of f at the start.
func newChecker(ctx context.Context, f *ast.File, loader Loader) *checker {
	c := &checker{
		ctx: ctx, src: f.Source, file: f, loader: loader,
		info:     &Info{File: f, Contexts: map[string]*Context{}, Families: map[string]*ast.Family{}},
		vars:     map[string]*ast.Var{},
		contexts: map[string]*ast.Context{},
		hyps:     map[string]*Hyp{},
		cyclic:   map[string]bool{},
		unknown:  map[unknownKey]*unknownName{},
		catbad:   map[string]bool{},
	}
	if a, ok := loader.(Ancestry); ok {
		c.known, c.loader = a.Known, a.Loader
	}
	_, c.dataless = c.loader.(Dataless)
	return c
}

func (c *checker) report(d diag.Diagnostic) {
	if d.Severity == diag.Error {
		c.failed = true
	}
	c.found = append(c.found, d)
}

// at starts a diagnostic about a place of the study.
func (c *checker) at(code string, span source.Span, format string, args ...any) diag.Diagnostic {
	return diag.New(code, c.src, span, format, args...)
}

// declare takes in every declaration and reports names that are taken.
func (c *checker) declare() {
	datasets := map[string]source.Span{}
	names := map[string]source.Span{}
	taken := func(in map[string]source.Span, what, name string, span source.Span) bool {
		first, ok := in[name]
		if !ok {
			in[name] = span
			return false
		}
		c.report(c.at(diag.DuplicateName, span, "%s `%s` is declared twice", what, name).
			WithLabel("again here").
			WithRelated(c.src, first, "first declared here").
			WithHelp("rename or delete one of the two"))
		return true
	}
	hyps := map[string]source.Span{}
	families := map[string]source.Span{}
	for _, s := range c.file.Statements {
		switch s := s.(type) {
		case *ast.Dataset:
			if taken(datasets, "data set", s.Name.Text, s.Name.At) {
				continue
			}
			if s.Name.Text == "train" || s.Name.Text == "holdout" {
				c.report(c.at(diag.TakenName, s.Name.At, "a data set cannot be called `%s`", s.Name.Text).
					WithLabel("has a fixed meaning").WithHelp("choose another name"))
			}
			c.datasetClauses(s)
			c.info.Datasets = append(c.info.Datasets, &Dataset{Node: s, Name: s.Name.Text})
		case *ast.Var:
			if !taken(names, "the name", s.Name.Text, s.Name.At) {
				c.vars[s.Name.Text] = s
			}
		case *ast.Context:
			if !taken(names, "the name", s.Name.Text, s.Name.At) {
				c.contexts[s.Name.Text] = s
				c.info.Contexts[s.Name.Text] = &Context{Node: s}
			}
		case *ast.Bad:
			if s.Declares != "" {
				if c.broken == nil {
					c.broken = map[string]bool{}
				}
				c.broken[s.Keyword+" "+s.Declares] = true
			}
		case *ast.Family:
			if !taken(families, "family", s.Name.Text, s.Name.At) {
				c.info.Families[s.Name.Text] = s
			}
			c.familyClauses(s)
		case *ast.Hyp:
			h := &Hyp{Node: s, Span: s.At}
			if s.Name != nil {
				h.Name = s.Name.Text
				if !taken(hyps, "hypothesis", h.Name, s.Name.At) {
					c.hyps[h.Name] = h
				}
			}
			h.Display = h.Name
			if h.Display == "" {
				h.Display = "line " + strconv.Itoa(c.src.Position(s.At.Start).Line)
			}
			if s.Needs != nil {
				h.Blocked = s.Needs.Text
			}
			c.info.Hyps = append(c.info.Hyps, h)
		}
	}
}

// declarations checks what no hypothesis has touched, so that an unused line is no hiding place for a mistake.
func (c *checker) declarations() {
	for _, s := range c.file.Statements {
		switch s := s.(type) {
		case *ast.Var:
			if c.vars[s.Name.Text] == s {
				c.everywhere(s.Name)
			}
		case *ast.Context:
			if c.contexts[s.Name.Text] != s {
				continue
			}
			c.everywhere(ast.Name{At: s.Name.At, Text: s.Name.Text})
			for _, sc := range c.scopes {
				if y := sc.known[s.Name.Text]; y != nil && y.truth != nil {
					c.info.Contexts[s.Name.Text].Expr = y.truth
					break
				}
			}
		}
	}
}

// everywhere resolves a declared name once in some data set. With several data sets a variable need not be in all of
// them: an error counts only when it holds for each.
func (c *checker) everywhere(name ast.Name) {
	for _, sc := range c.scopes {
		if sc.known[name.Text] != nil {
			return
		}
	}
	if len(c.scopes) == 1 {
		c.resolve(c.scopes[0], name)
		return
	}
	var first []diag.Diagnostic
	for i, sc := range c.scopes {
		before, order := len(c.found), len(c.order)
		y := c.resolve(sc, name)
		if !y.bad {
			c.found, c.order = c.found[:before], c.order[:order]
			return
		}
		if i == 0 {
			first = slices.Clone(c.found[before:])
		}
		c.found = c.found[:before]
		if i > 0 {
			c.order = c.order[:min(order, len(c.order))]
		}
	}
	c.found = append(c.found, first...)
}
