package check

import (
	"context"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
)

// Vocabulary is the words that the grammar leaves to the checker, in the order in which messages list them.
type Vocabulary struct {
	Types       []string // nominal, which is read as categorical, is not among them
	Predictions []string
	Expects     map[plan.Template][]string // the predictions that each claim can make
	Measures    []string
	Quantities  []string
	Methods     []string // of families of studies
	Online      []string // methods for tests that come one after another; a study cannot name them
	Estimators  []string
	Functions   []string
}

// Words is the vocabulary. The caller owns it.
func Words() Vocabulary {
	not := func(words, without []string) []string {
		return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(without, w) })
	}
	v := Vocabulary{
		Types: not(typeWords, []string{"nominal"}), Predictions: slices.Clone(predictionWords), Expects: map[plan.Template][]string{},
		Measures: slices.Clone(measureWords), Quantities: slices.Clone(quantityWords), Methods: not(methodWords, onlineWords),
		Online: slices.Clone(onlineWords), Estimators: slices.Clone(estimatorWords), Functions: slices.Clone(functionWords),
	}
	for t, words := range predictions {
		v.Expects[t] = slices.Clone(words)
	}
	return v
}

// Known is a variable or a column that hypotheses of a study can name.
type Known struct {
	Name    string
	Type    plan.Type // empty when it is not known
	Levels  []plan.Level
	Weight  bool // a weight, which no claim is about
	Derived bool
}

// Known lists what hypotheses can name, the variables of the study first and then the other columns of its data. What
// neither a `var` line nor a catalog says of a column is read off its values. An error is the reader's.
func (i *Info) Known(ctx context.Context) ([]Known, error) {
	var out []Known
	seen := map[string]bool{}
	for _, s := range i.File.Statements {
		v, ok := s.(*ast.Var)
		if !ok || seen[v.Name.Text] {
			continue
		}
		seen[v.Name.Text] = true
		k := Known{Name: v.Name.Text, Type: plan.Type(strings.ToLower(v.Type.Text)), Derived: v.Expr != nil}
		if k.Type == "nominal" {
			k.Type = plan.Categorical
		}
		for _, l := range v.Levels {
			level := plan.Level{Code: l.Literal.Text}
			if l.Label != nil {
				level.Label = l.Label.Text
			}
			k.Levels = append(k.Levels, level)
		}
		column := v.Name.Text
		if ref, ok := v.Expr.(*ast.Ref); ok {
			column = ref.Name.Text
			k.Derived = i.isVar(column)
		}
		switch v.Expr.(type) {
		case *ast.Compare, *ast.Logic, *ast.Not, *ast.In, *ast.Missing:
			if len(k.Levels) == 0 {
				k.Levels = []plan.Level{{Code: "0"}, {Code: "1"}, {Code: "false"}, {Code: "true"}}
			}
		}
		for _, d := range i.Datasets {
			entry := d.Catalog.Catalog.Variable(column)
			if entry != nil && len(k.Levels) == 0 && !k.Derived && grouped(k.Type) {
				k.Levels = slices.DeleteFunc(slices.Clone(entry.Levels), func(l plan.Level) bool {
					return v.Missing != nil || slices.ContainsFunc(entry.Missing, func(m catalog.Code) bool { return catalog.SameCode(m.Code, l.Code) })
				})
			}
			k.Weight = k.Weight || d.weighs(column) || entry != nil && entry.Role == catalog.Weight
		}
		out = append(out, k)
	}
	for _, d := range i.Datasets {
		var unknown []string
		for _, name := range d.Header {
			if seen[name] {
				continue
			}
			entry := d.Catalog.Catalog.Variable(name)
			if entry == nil || entry.Type == "" && entry.Role != catalog.Weight {
				unknown = append(unknown, name)
			}
		}
		var t *table.Table
		if len(unknown) > 0 {
			var err error
			if t, err = d.loader.Table(ctx, d.Path, d.Format, unknown); err != nil {
				return nil, err
			}
		}
		for _, name := range d.Header {
			if seen[name] {
				continue
			}
			seen[name] = true
			k := Known{Name: name, Weight: d.weighs(name)}
			if entry := d.Catalog.Catalog.Variable(name); entry != nil {
				k.Type, k.Weight = entry.Type, k.Weight || entry.Role == catalog.Weight
				if grouped(k.Type) {
					k.Levels = slices.DeleteFunc(slices.Clone(entry.Levels), func(l plan.Level) bool {
						return slices.ContainsFunc(entry.Missing, func(m catalog.Code) bool { return catalog.SameCode(m.Code, l.Code) })
					})
				}
			}
			if slices.Contains(unknown, name) {
				if c := t.Column(name); c != nil {
					seen := catalog.Observe(c, plan.Missing{})
					k.Type = catalog.Infer(seen).Type
					if grouped(k.Type) && seen.All {
						for _, v := range seen.Values {
							k.Levels = append(k.Levels, plan.Level{Code: v.Value})
						}
					}
				}
			}
			out = append(out, k)
		}
	}
	return out, nil
}

func (i *Info) isVar(name string) bool {
	return slices.ContainsFunc(i.File.Statements, func(s ast.Statement) bool {
		v, ok := s.(*ast.Var)
		return ok && v.Name.Text == name
	})
}

func grouped(t plan.Type) bool {
	return t == plan.Binary || t == plan.Ordinal || t == plan.Categorical
}

// weighs tells whether the data set names a column as its weight.
func (d *Dataset) weighs(column string) bool {
	return d.Node != nil && d.Node.Weights != nil && d.Node.Weights.Text == column
}
