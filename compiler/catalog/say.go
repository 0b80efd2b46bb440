package catalog

import (
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
)

// This file holds the wording of what can be wrong inside a catalog.

func (d *decoder) report(x diag.Diagnostic) { d.found = append(d.found, x) }

func (d *decoder) syntax(e *syntaxError) {
	d.report(diag.New(diag.BadCatalog, d.file, e.span, "the catalog cannot be read: %s", strings.TrimSuffix(e.message, ".")).
		WithLabel("here"))
}

func (d *decoder) wrongType(n *node, what, want string) {
	d.report(diag.New(diag.BadCatalog, d.file, n.span, "%s must be %s", what, want).
		WithLabel("this is %s", describe(n)))
}

func (d *decoder) duplicateKey(k key, first key, what string) {
	d.report(diag.New(diag.BadCatalog, d.file, k.span, "`%s` stands twice in %s", k.text, what).
		WithLabel("again here").
		WithRelated(d.file, first.span, "first here").
		WithWhy("of two equal keys one would be dropped, and which one depends on the reader").
		WithHelp("keep one of the two"))
}

func (d *decoder) missingName(n *node) {
	x := n.span
	x.End = min(x.End, x.Start+1)
	d.report(diag.New(diag.BadCatalog, d.file, x, "a variable has no `name`").
		WithLabel("this object").
		WithHelp("add \"name\" with the name of its column"))
}

func (d *decoder) duplicateVariable(v, first *Variable) {
	d.report(diag.New(diag.BadCatalog, d.file, v.At, "the catalog describes `%s` twice", v.Name).
		WithLabel("again here").
		WithRelated(d.file, first.At, "first here").
		WithHelp("keep one of the two entries"))
}

func (d *decoder) unknownType(n *node, written string) {
	x := diag.New(diag.BadCatalog, d.file, n.span, "`%s` is not a type", written).
		WithLabel("no such type").
		WithWhy("the types of a catalog are " + strings.Join(TypeNames(), ", "))
	if near := diag.Suggest(written, TypeNames()); len(near) > 0 {
		x = x.WithHelp("did you mean `%s`?", near[0])
	}
	d.report(x)
}

func (d *decoder) unknownOrder(n *node, v *Variable) {
	x := diag.New(diag.BadCatalog, d.file, n.span, "`order` of `%s` names %q, which is not among its values", v.Name, n.text).
		WithLabel("no such value")
	var codes []string
	for _, l := range v.Levels {
		codes = append(codes, l.Code)
	}
	if len(codes) <= 20 {
		x = x.WithHelp("the values are %s", strings.Join(codes, ", "))
	}
	d.report(x)
}

func (d *decoder) duplicateLevel(k key, first key, what string) {
	d.report(diag.New(diag.BadCatalog, d.file, k.span, "%s lists the code `%s` twice", what, k.text).
		WithLabel("the same code").
		WithRelated(d.file, first.span, "first here").
		WithWhy("codes that are equal as numbers are the same code"))
}
