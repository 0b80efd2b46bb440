package check

import (
	"slices"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// Grammar is the vocabulary as the exported grammars take it.
func (w Vocabulary) Grammar() grammar.Vocabulary {
	v := grammar.Vocabulary{Types: w.Types, Measures: w.Measures, Quantities: w.Quantities, Methods: w.Methods,
		Estimators: w.Estimators, Functions: w.Functions, Predictions: map[string][]string{}}
	for template, predictions := range w.Expects {
		v.Predictions[string(template)] = predictions
	}
	return v
}

// Grammar is what the exported grammars know of a variable; weighs tells that it weighs the rows of a data set.
func (k Known) Grammar(weighs bool) grammar.Variable {
	v := grammar.Variable{
		Name:    k.Name,
		Amount:  k.Amount(),
		Grouped: k.Grouped(),
		Ordered: k.Ordered(),
		Weight:  k.Weight || weighs,
		Claimed: k.Claimed() && k.Type != "", // what is not known is not offered to a model
		Outcome: k.Outcome(),
		Slope:   k.Slope(),
	}
	if v.Grouped {
		v.Levels = k.written()
	}
	return v
}

// written lists the levels as a study writes them, by code and by label.
func (k Known) written() (out []string) {
	add := func(level string) {
		if !slices.Contains(out, level) {
			out = append(out, level)
		}
	}
	for _, l := range k.Levels {
		add(grammar.Level(l.Code))
		if l.Label != "" {
			add(ast.Quote(l.Label))
		}
	}
	return out
}
