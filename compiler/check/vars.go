package check

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// context is the symbol of a `context` line.
func (c *checker) context(sc *scope, x *ast.Context) *symbol {
	y := &symbol{name: x.Name.Text, where: x.Name.At, file: c.src}
	y.truth = c.sized(c.condition(sc, x.Expr, x.Name.Text, "`context`"), x.Name.Text, x.Name.At)
	y.bad = y.truth == nil
	return y
}

// declared is the symbol of a `var` line: the column or expression it names, with the catalog's meaning under its own.
func (c *checker) declared(sc *scope, decl *ast.Var) *symbol {
	y := &symbol{name: decl.Name.Text, decl: decl, where: decl.Name.At, file: c.src}
	typ, ok := c.varType(decl)
	alias, isRef := decl.Expr.(*ast.Ref)
	switch {
	case decl.Expr == nil:
		c.columnFor(sc, y, decl.Name)
	case isRef && (alias.Name.Text == decl.Name.Text || c.vars[alias.Name.Text] == nil && c.contexts[alias.Name.Text] == nil):
		c.columnFor(sc, y, alias.Name)
	default:
		c.derived(sc, y, isRef)
	}
	if y.v == nil || !ok {
		y.bad = true
		if y.v == nil {
			return y
		}
	}
	y.v.Type = typ
	if y.role == catalog.ID { // the study says otherwise, and wins
		y.role = catalog.Plain
	}
	c.clauses(sc, y)
	return y
}

// columnFor reads a `var` that is another name for a column.
func (c *checker) columnFor(sc *scope, y *symbol, n ast.Name) {
	switch {
	case sc.d.Header == nil:
		y.bad = true
	case sc.d.Has(n.Text):
		c.base(sc, y, n.Text)
		y.where, y.file = y.decl.Name.At, c.src
	default:
		y.bad, c.failed = true, true
		if !c.mute {
			c.noteUnknown(sc.d, n)
		}
	}
}

// derived reads a `var` with an expression; a mere name of another variable inherits its meaning.
func (c *checker) derived(sc *scope, y *symbol, isRef bool) {
	if isRef {
		other := c.resolve(sc, y.decl.Expr.(*ast.Ref).Name)
		if other.bad {
			return
		}
		if other.v != nil {
			v := *other.v
			v.Name, v.Inferred = y.name, false
			y.v, y.entry, y.role, y.offScale, y.truth = &v, other.entry, other.role, other.offScale, other.truth
			return
		}
	}
	x := c.expr(sc, y.decl.Expr, y.name)
	if x.truth != nil && c.sized(x.truth, y.name, y.decl.Name.At) == nil || x.truth == nil && x.num != nil && c.sized(x.num, y.name, y.decl.Name.At) == nil {
		x = badValue
	}
	y.v = &plan.Variable{Name: y.name}
	switch {
	case x.bad:
		y.bad = true
	case x.truth != nil:
		y.truth = x.truth
		y.v.Derived = &plan.Call{Function: "if", Args: []plan.Expr{x.truth, &plan.Number{Value: 1}, &plan.Number{Value: 0}}}
		y.v.Levels = []plan.Level{{Code: "0", Label: "false"}, {Code: "1", Label: "true"}}
	case x.num != nil:
		y.v.Derived = x.num
	default:
		y.bad = true
		c.report(c.at(diag.NotNumeric, y.decl.Expr.Span(), "`%s` is computed from something that is neither a number nor a condition", y.name).
			WithLabel("this is %s", x.describe()).
			WithHelp("compare levels to get a condition, for example `var %s = race = 2 binary`", ast.WriteName(y.name)))
	}
}

// varType is the type of a `var` line.
func (c *checker) varType(decl *ast.Var) (plan.Type, bool) {
	word := strings.ToLower(decl.Type.Text)
	switch t := plan.Type(word); t {
	case plan.Numeric, plan.Count, plan.Binary, plan.Ordinal, plan.Categorical, plan.Time, plan.ID, plan.Text:
		return t, true
	case "nominal":
		return plan.Categorical, true
	}
	if decl.Type.Text == "" { // did not parse
		return "", false
	}
	c.vocabulary(diag.UnknownType, decl.Type, "a type", typeWords)
	return "", false
}

// clauses merges the clauses of a `var` line over what the catalog says.
func (c *checker) clauses(sc *scope, y *symbol) {
	decl, v := y.decl, y.v
	leveled := v.Type == plan.Binary || v.Type == plan.Ordinal || v.Type == plan.Categorical
	if decl.Label != nil {
		v.Label = decl.Label.Text
	}
	if decl.Unit != nil {
		v.Unit = decl.Unit.Text
	}
	if decl.Missing != nil {
		// The codes add up with those of the catalog and of the data set: an answer that was no answer there is none here.
		v.Missing.Codes, v.Missing.Ranges = slices.Clone(v.Missing.Codes), slices.Clone(v.Missing.Ranges)
		addMissing(&v.Missing, decl.Missing)
		c.emptyRange(decl.Missing.Range)
	}
	if decl.Range != nil {
		if leveled && v.Type != plan.Ordinal || v.Type == plan.ID || v.Type == plan.Text {
			c.mismatch(decl.Range.At, "range", y)
		} else if c.emptyRange(decl.Range) {
			v.Range = &[2]float64{decl.Range.Low.Value, decl.Range.High.Value}
		}
	}
	if len(decl.Levels) > 0 {
		y.offScale = nil
		if leveled {
			v.Levels = c.declaredLevels(y)
		} else {
			c.mismatch(decl.Levels[0].Literal.At, "levels", y)
		}
	}
	if !leveled {
		v.Levels = nil
	}
	if v.Type != plan.Ordinal {
		y.offScale = nil
	}
	if v.Type == plan.Binary && len(v.Levels) > 2 && len(decl.Levels) == 0 && y.entry != nil {
		v.Levels = nil // the catalog's levels are those of another type; the data decide
	}
	if decl.Ref != nil {
		if !leveled {
			c.mismatch(decl.Ref.At, "ref", y)
		} else if code, ok := c.level(sc, y, *decl.Ref); ok {
			v.Ref = code
		}
	}
}

func (c *checker) emptyRange(r *ast.Range) bool {
	if r == nil || r.Low.Value <= r.High.Value {
		return true
	}
	c.report(c.at(diag.EmptyRange, r.At, "the range %s..%s is empty", r.Low.Text, r.High.Text).
		WithLabel("low is above high").
		WithFix("swap the ends", false, diag.Edit{Span: r.At, Text: r.High.Text + ".." + r.Low.Text}))
	return false
}

func (c *checker) mismatch(span source.Span, clause string, y *symbol) {
	c.report(c.at(diag.ClauseMismatch, span, "`%s` does not fit the %s variable `%s`", clause, y.v.Type, y.name).
		WithLabel("not of a %s variable", y.v.Type))
}

// declaredLevels reads `levels`, each code once.
func (c *checker) declaredLevels(y *symbol) []plan.Level {
	var out []plan.Level
	twice := false
	for i, l := range y.decl.Levels {
		level := plan.Level{Code: l.Literal.Text}
		if y.truth != nil && l.Literal.Kind == ast.BoolLiteral { // a condition has the values 0 and 1
			level = plan.Level{Code: map[bool]string{true: "1", false: "0"}[l.Literal.Bool], Label: l.Literal.Text}
		}
		if l.Label != nil {
			level.Label = l.Label.Text
		}
		k := slices.IndexFunc(out, func(o plan.Level) bool { return catalog.SameCode(o.Code, level.Code) })
		if k >= 0 {
			twice = true
			c.report(c.at(diag.DuplicateLevel, l.Literal.At, "`%s` lists the level %s twice", y.name, show(l.Literal)).
				WithLabel("again here").
				WithRelated(c.src, y.decl.Levels[min(k, i)].Literal.At, "first here"))
			continue
		}
		if level.Label == "" && y.entry != nil { // a level named only by its code keeps the catalog's label
			for _, o := range y.entry.Levels {
				if catalog.SameCode(o.Code, level.Code) {
					level.Label = o.Label
				}
			}
		}
		out = append(out, level)
	}
	if y.v.Type == plan.Binary && len(out) != 2 && !twice {
		c.report(c.at(diag.LevelCount, y.decl.Type.At, "a binary variable has two levels, `%s` lists %d", y.name, len(out)).
			WithLabel("binary").
			WithHelp("make it categorical or ordinal"))
	}
	return out
}

// show writes a literal as the study has it.
func show(l ast.Literal) string {
	if l.Kind == ast.StringLiteral {
		return ast.Quote(l.Text)
	}
	return l.Text
}

// forNumbers is the variable for use as numbers: codes of an ordinal that lie off its scale are missing there.
func (y *symbol) forNumbers() *plan.Variable {
	if len(y.offScale) == 0 || y.v == nil {
		return y.v
	}
	if y.number == nil {
		v := *y.v
		v.Missing.Codes = slices.Clone(v.Missing.Codes)
		v.Missing.Codes = append(v.Missing.Codes, y.offScale...)
		v.Levels = slices.DeleteFunc(slices.Clone(v.Levels), func(l plan.Level) bool {
			return slices.ContainsFunc(y.offScale, func(o string) bool { return catalog.SameCode(o, l.Code) })
		})
		y.number = &v
	}
	return y.number
}
