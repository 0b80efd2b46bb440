package check

import (
	"maps"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
)

// The vocabularies of the language, in the order in which messages list them.
var (
	typeWords       = []string{"numeric", "count", "binary", "ordinal", "categorical", "nominal", "time", "id", "text"}
	predictionWords = []string{"positive", "negative", "nonzero", "null", "amplify", "attenuate", "reverse", "varies", "uniform"}
	measureWords    = []string{"r", "beta", "d", "md", "odds", "rr", "rd", "eta2"}
	quantityWords   = []string{"p", "q", "effect", "bf", "e", "n", "coverage"}
	onlineWords     = []string{"lord", "saffron", "alpha_investing", "elond"}
	methodWords     = []string{"bh", "by", "holm", "bonferroni", "lord", "saffron", "alpha_investing", "elond"}
	estimatorWords  = []string{"pearson", "spearman", "ols", "wls", "logit", "welch", "mannwhitney", "kruskal", "anova", "ols_hc3", "ols_cluster"}
	functionWords   = []string{"log", "exp", "sqrt", "abs", "min", "max", "if"}
)

// functions maps a function to the least and the most arguments it takes; 0 is no limit.
var functions = map[string][2]int{"log": {1, 1}, "exp": {1, 1}, "sqrt": {1, 1}, "abs": {1, 1}, "min": {2, 0}, "max": {2, 0}, "if": {3, 3}}

// predictions lists what each claim may expect.
var predictions = map[plan.Template][]string{
	plan.Assoc:         {"positive", "negative", "nonzero", "null"},
	plan.Diff:          {"positive", "negative", "nonzero", "null"},
	plan.Interact:      {"positive", "negative", "nonzero", "null", "amplify", "attenuate", "reverse"},
	plan.Heterogeneity: {"varies", "uniform"},
}

// vocabulary reports a word that is none of a vocabulary.
func (c *checker) vocabulary(code string, word ast.Ident, what string, words []string) {
	x := c.at(code, word.At, "`%s` is not %s", word.Text, what).WithLabel("unknown word")
	if near := diag.Suggest(word.Text, words); len(near) > 0 {
		x = x.WithHelp("did you mean `%s`?", near[0]).
			WithFix("replace with `"+near[0]+"`", strings.EqualFold(near[0], word.Text), diag.Edit{Span: word.At, Text: near[0]})
	} else {
		x = x.WithHelp("one of %s", strings.Join(words, ", "))
	}
	c.report(x)
}

func has(words []string, word string) bool { return slices.Contains(words, word) }

// keys lists the keys of a map, sorted.
func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// join writes a list in words.
func join(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:len(items)-1], ", ") + " and " + items[len(items)-1]
}

func pronoun(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}
