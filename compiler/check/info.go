// Package check gives the names of a study their meaning: it finds columns, merges what the catalog and the `var` lines
// say of them, types conditions, and holds every claim against the rules of the language.
//
// All errors come back at once, and none because of another: a name that is unknown is reported once, and what depends
// on it stays silent.
package check

import (
	"context"
	"fmt"
	"slices"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/source"
)

// Info is what a study means. It is complete for every statement without an error.
type Info struct {
	File     *ast.File
	Datasets []*Dataset
	Contexts map[string]*Context
	Families map[string]*ast.Family
	Hyps     []*Hyp // in the order of the file
}

// Hyp is one hypothesis.
type Hyp struct {
	Node    *ast.Hyp
	Span    source.Span
	Name    string     // empty when it has none
	Display string     // its name, else "line 12"
	Claim   string     // the canonical claim line
	Spec    *plan.Spec // nil when it has an error, or is blocked and its data do not exist
	Blocked string     // what it needs: data or an experiment that does not exist yet
	Dataset *Dataset   // nil when that is an error
	Family  *ast.Family
	Failed  bool // it has an error
}

// Context is a named condition with its names resolved.
type Context struct {
	Node *ast.Context
	Expr plan.Expr // of the first data set where it resolves; nil when there is an error
}

// Dataset is a table that a study is about.
type Dataset struct {
	Node    *ast.Dataset // nil for data given from outside (`--data`)
	Name    string       // as the study calls it
	Path    string       // as it is opened
	ID      string       // what the ids call it: the catalog's name for the data, else the file's
	Catalog catalog.Found
	Format  table.Format // of the file, as the study and the catalog say
	Header  []string     // all columns of the file; nil when it cannot be read
	Used    []string     // the columns that the study uses, in the order of the file

	loader  Loader
	opened  bool
	doubted bool // Doubts were reported
	table   *table.Table
	err     error
	lost    bool // there is a catalog, and it cannot be read: what it says is unknown
	column  map[string]bool
	any     bool // the columns are not known: every name is one
}

// Has tells whether the data have a column of this name.
func (d *Dataset) Has(column string) bool { return d.any || d.column[column] }

// Table reads the columns that the study uses, once; further calls return the same table. The error names the file.
func (d *Dataset) Table(ctx context.Context) (*table.Table, error) {
	if !d.opened {
		d.table, d.err = d.loader.Table(ctx, d.Path, d.Format, d.Used)
		d.opened = ctx.Err() == nil // an interrupted read may be tried again
	}
	return d.table, d.err
}

// Specs lists the specs that can run, in the order of the file.
func (i *Info) Specs() []*plan.Spec {
	var out []*plan.Spec
	for _, h := range i.Hyps {
		if h.Spec != nil && h.Blocked == "" {
			out = append(out, h.Spec)
		}
	}
	return out
}

// Dataset is the data set of that name; nil when there is none.
func (i *Info) Dataset(name string) *Dataset {
	k := slices.IndexFunc(i.Datasets, func(d *Dataset) bool { return d.Name == name })
	if k < 0 {
		return nil
	}
	return i.Datasets[k]
}

// Describe says in words where the data and its catalog were found.
func (d *Dataset) Describe() string {
	if d.Catalog.Path == "" {
		return fmt.Sprintf("%s, no catalog: types are read off the data", d.Path)
	}
	return fmt.Sprintf("%s, catalog %s (%s)", d.Path, d.Catalog.Path, d.Catalog.How)
}
