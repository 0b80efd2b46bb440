package check

import (
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
)

// lookLevels finds the levels of a variable: the declared ones, else those in the data.
func (c *checker) lookLevels(sc *scope, y *symbol) {
	if y.looked || y.v == nil {
		return
	}
	y.looked = true
	if len(y.v.Levels) > 0 {
		y.levels, y.complete = y.v.Levels, true
		return
	}
	if y.v.Column == "" {
		return // derived: its values are known when it is computed
	}
	t := c.table(sc)
	if t == nil {
		return
	}
	f, err := t.Factor(y.v.Column, table.FactorRule{Missing: table.Missing{Codes: y.v.Missing.Codes, Ranges: y.v.Missing.Ranges}})
	if err != nil {
		return // too many to be levels; the roles refuse it
	}
	for _, l := range f.Levels {
		y.levels = append(y.levels, plan.Level{Code: l.Code})
	}
	y.complete = true
}

// level finds the code of a level that is written by code or, failing that, by label. The match is exact; codes compare as
// numbers when both are.
func (c *checker) level(sc *scope, y *symbol, l ast.Literal) (string, bool) {
	if y.bad {
		return "", false
	}
	if y.v.Type == plan.ID || y.v.Type == plan.Text {
		return l.Text, true
	}
	c.lookLevels(sc, y)
	if code, ok := matchLevel(y.levels, l); ok {
		return code, true
	}
	if !y.complete {
		return l.Text, true
	}
	c.report(c.noLevel(y, l))
	return "", false
}

// otherLevel is level for the second side of a contrast, where `rest` is a word of the language: in quotes it is a level,
// which few variables have.
func (c *checker) otherLevel(sc *scope, y *symbol, l ast.Literal) (string, bool) {
	if l.Kind != ast.StringLiteral || !strings.EqualFold(l.Text, "rest") {
		return c.level(sc, y, l)
	}
	c.lookLevels(sc, y)
	if _, ok := matchLevel(y.levels, l); ok || y.bad || !y.complete {
		return c.level(sc, y, l)
	}
	c.report(c.noLevel(y, l).WithHelp("all other levels together are `rest`, without quotes").
		WithFix("write rest without quotes", true, diag.Edit{Span: l.At, Text: "rest"}))
	return "", false
}

func matchLevel(levels []plan.Level, l ast.Literal) (string, bool) {
	for _, o := range levels {
		if o.Code == l.Text || catalog.SameCode(o.Code, l.Text) {
			return o.Code, true
		}
	}
	for _, o := range levels {
		if o.Label == l.Text && o.Label != "" {
			return o.Code, true
		}
	}
	if l.Kind == ast.BoolLiteral { // true is a word of the language, written TRUE or 1 by others
		for _, o := range levels {
			if strings.EqualFold(o.Code, l.Text) || l.Bool && o.Code == "1" || !l.Bool && o.Code == "0" {
				return o.Code, true
			}
		}
	}
	return "", false
}

// listed bounds how many levels a message lists.
const listed = 12

func (c *checker) noLevel(y *symbol, l ast.Literal) diag.Diagnostic {
	x := c.at(diag.UnknownLevel, l.At, "`%s` has no level %s", y.name, show(l)).WithLabel("no such level")
	if y.where.End > 0 {
		span := y.where
		if y.decl != nil && len(y.decl.Levels) > 0 {
			span = y.decl.Levels[0].Literal.At.Join(y.decl.Levels[len(y.decl.Levels)-1].Literal.At)
		}
		x = x.WithRelated(y.file, span, "declared here")
	}
	var names, all []string
	for _, o := range y.levels {
		names = append(names, o.Code)
		if o.Label != "" {
			names = append(names, o.Label)
		}
		if len(all) < listed {
			all = append(all, writeLevel(o))
		}
	}
	more := ""
	if len(y.levels) > listed {
		more = ", …"
	}
	help := "levels are " + strings.Join(all, ", ") + more
	if len(all) == 0 {
		help = "the data hold no value of it"
	}
	if near := diag.Suggest(l.Text, names); len(near) > 0 {
		text := writeCode(near[0])
		help += "; did you mean " + text + "?"
		x = x.WithFix("replace with "+text, strings.EqualFold(near[0], l.Text), diag.Edit{Span: l.At, Text: text})
	}
	return x.WithHelp("%s", help)
}

// writeCode writes a code or a label as a literal.
func writeCode(s string) string {
	if _, ok := table.ParseNumber(s); ok {
		return s
	}
	return ast.Quote(s)
}

func writeLevel(l plan.Level) string {
	if l.Label == "" || l.Label == l.Code {
		return writeCode(l.Code)
	}
	return writeCode(l.Code) + " " + ast.Quote(l.Label)
}
