package assist

import (
	"slices"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/follow"
)

// declaration is a name that the text of the cell itself declares, with the tokens of its statement.
type declaration struct {
	word   string // dataset, var, context, family or hyp
	name   string
	tokens []follow.Token
}

// declaredIn lists the declarations of a text, finished or not.
func declaredIn(text string) (out []declaration) {
	tokens := follow.Tokens(text)
	for i, t := range tokens {
		if t.Kind != follow.Keyword || i+1 == len(tokens) || tokens[i+1].Kind != follow.Ident && tokens[i+1].Kind != follow.Quoted {
			continue
		}
		end := i + 1
		for end < len(tokens) && tokens[end].Kind != follow.Keyword {
			end++
		}
		switch word := t.Word(); word {
		case "dataset", "var", "context", "family", "hyp":
			out = append(out, declaration{word, nameOf(tokens[i+1]), tokens[i:end]})
		}
	}
	return out
}

// with is the scope with the declarations of a cell in front of its own.
func (s *Scope) with(declarations []declaration) *Scope {
	if len(declarations) == 0 {
		return s
	}
	out := *s
	add := func(list []Named, d declaration) []Named {
		if named(list, d.name) != nil {
			return list
		}
		return append([]Named{{Name: d.name, Note: "declared in this cell"}}, list...)
	}
	for _, d := range declarations {
		switch d.word {
		case "dataset":
			out.Datasets = add(out.Datasets, d)
		case "context":
			out.Contexts = add(out.Contexts, d)
		case "family":
			out.Families = add(out.Families, d)
		case "hyp":
			if out.hypothesis(d.name) == nil {
				out.Hypotheses = append(slices.Clip(out.Hypotheses), Hypothesis{Name: d.name, Claim: "declared in this cell"})
			}
		case "var":
			v := s.declare(d)
			if v.Type == "" {
				continue // it is being written
			}
			out.Variables = append([]Variable{v}, slices.DeleteFunc(slices.Clone(out.Variables), func(o Variable) bool { return o.Name == v.Name })...)
		}
	}
	return &out
}

// declare reads off a `var` statement what it says of its variable; the rest is that of its column.
func (s *Scope) declare(d declaration) Variable {
	v := Variable{Known: check.Known{Name: d.name}, From: "`var` in this cell"}
	statement := follow.Last(d.tokens)
	column := d.name
	levels := false
	expression := 0
	for i, t := range statement.Tokens {
		switch s := of(t); {
		case s == typeName:
			v.Type = plan.Type(t.Word())
			if v.Type == "nominal" {
				v.Type = plan.Categorical
			}
		case stands(t, "Var", "Equal"):
			expression++
			column = nameOf(t)
		case stands(t, "VarClause", "label") && t.Kind == follow.String:
			v.Label = valueOf(t)
		case stands(t, "VarClause", "unit") && t.Kind == follow.String:
			v.Unit = valueOf(t)
		case stands(t, "VarClause", "levels"):
			levels = true
			switch {
			case len(t.Places) > 0 && slices.Contains(t.Places[0].Path, follow.Step{Production: "Value", Before: "Literal"}) && len(v.Levels) > 0:
				v.Levels[len(v.Levels)-1].Label = valueOf(t)
			case t.Kind == follow.String || t.Kind == follow.Number:
				code := valueOf(t)
				if i > 0 && statement.Tokens[i-1].Text == "-" {
					code = "-" + code
				}
				v.Levels = append(v.Levels, plan.Level{Code: code})
			}
		}
	}
	v.Derived = expression > 1
	if from := s.variable(column); from != nil && !v.Derived {
		if !levels {
			v.Levels = from.Levels
		}
		if v.Label == "" {
			v.Label = from.Label
		}
		if v.Unit == "" {
			v.Unit = from.Unit
		}
		v.Weight, v.Dataset, v.Count = from.Weight, from.Dataset, from.Count
	}
	if v.Derived && v.Type == plan.Binary && !levels {
		v.Levels = []plan.Level{{Code: "true"}, {Code: "false"}}
	}
	return v
}

// stands tells whether a token stands in a production behind an item.
func stands(t follow.Token, production, before string) bool {
	return slices.ContainsFunc(t.Places, func(p follow.Place) bool {
		return slices.Contains(p.Path, follow.Step{Production: production, Before: before})
	})
}
