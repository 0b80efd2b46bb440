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

// otherWords are what other programs, and people, call a word of a vocabulary.
var otherWords = map[string]map[string]string{
	diag.UnknownPrediction: {
		"increase": "positive", "increases": "positive", "increasing": "positive", "up": "positive", "higher": "positive", "greater": "positive", "more": "positive", "plus": "positive",
		"decrease": "negative", "decreases": "negative", "decreasing": "negative", "down": "negative", "lower": "negative", "less": "negative", "fewer": "negative", "minus": "negative", "inverse": "negative",
		"none": "null", "zero": "null", "no": "null", "nothing": "null", "equal": "null", "equivalent": "null",
		"any": "nonzero", "some": "nonzero", "effect": "nonzero", "significant": "nonzero", "different": "nonzero", "two_sided": "nonzero",
		"stronger": "amplify", "strengthen": "amplify", "strengthens": "amplify", "amplifies": "amplify", "weaker": "attenuate", "weaken": "attenuate", "weakens": "attenuate", "buffer": "attenuate",
		"buffers": "attenuate", "attenuates": "attenuate", "flips": "reverse", "reverses": "reverse", "differs": "varies", "heterogeneous": "varies", "same": "uniform", "homogeneous": "uniform",
	},
	diag.UnknownEstimator: {
		"linear": "ols", "linear_regression": "ols", "regression": "ols", "lm": "ols", "least_squares": "ols", "logistic": "logit", "logistic_regression": "logit", "glm": "logit", "binomial": "logit",
		"t_test": "welch", "ttest": "welch", "welch_t": "welch", "t": "welch", "correlation": "pearson", "pearsonr": "pearson", "corr": "pearson", "rank": "spearman", "spearmanr": "spearman",
		"mann_whitney": "mannwhitney", "mann_whitney_u": "mannwhitney", "wilcoxon": "mannwhitney", "kruskal_wallis": "kruskal", "f_test": "anova", "aov": "anova", "weighted": "wls",
		"robust": "ols_hc3", "hc3": "ols_hc3", "cluster": "ols_cluster", "clustered": "ols_cluster",
	},
	diag.UnknownMeasure: {
		"correlation": "r", "cor": "r", "pearson": "r", "pearson_r": "r", "effect": "r", "b": "beta", "coefficient": "beta", "coef": "beta", "slope": "beta", "estimate": "beta", "cohens_d": "d", "cohen_d": "d", "smd": "d",
		"mean_difference": "md", "odds_ratio": "odds", "or": "odds", "risk_ratio": "rr", "relative_risk": "rr", "risk_difference": "rd", "eta_squared": "eta2", "etasq": "eta2",
	},
	diag.UnknownQuantity: {"pvalue": "p", "p_value": "p", "pval": "p", "alpha": "p", "qvalue": "q", "q_value": "q", "fdr": "q", "r": "effect", "d": "effect", "effect_size": "effect", "bayes_factor": "bf", "bf10": "bf", "evalue": "e"},
	diag.UnknownMethod:   {"fdr": "bh", "benjamini_hochberg": "bh", "fdr_bh": "bh", "fdr_by": "by", "benjamini_yekutieli": "by"},
	diag.UnknownType: {
		"float": "numeric", "double": "numeric", "number": "numeric", "continuous": "numeric", "real": "numeric", "int": "numeric", "integer": "numeric", "interval": "numeric", "ratio": "numeric",
		"bool": "binary", "boolean": "binary", "logical": "binary", "dummy": "binary", "dichotomous": "binary", "category": "categorical", "factor": "categorical", "enum": "categorical", "group": "categorical",
		"string": "text", "str": "text", "char": "text", "character": "text", "ordered": "ordinal", "likert": "ordinal", "rank": "ordinal", "date": "time", "datetime": "time", "timestamp": "time", "year": "time", "identifier": "id", "key": "id",
	},
}

// vocabulary reports a word that is none of a vocabulary.
func (c *checker) vocabulary(code string, word ast.Ident, what string, words []string) {
	x := c.at(code, word.At, "`%s` is not %s", word.Text, what).WithLabel("unknown word")
	if other := otherWords[code][strings.ToLower(word.Text)]; other != "" {
		x = x.WithHelp("did you mean `%s`?", other).WithFix("replace with `"+other+"`", false, diag.Edit{Span: word.At, Text: other})
	} else if near := diag.Suggest(word.Text, words); len(near) > 0 {
		x = x.WithHelp("did you mean `%s`?", near[0]).
			WithFix("replace with `"+near[0]+"`", strings.EqualFold(near[0], word.Text), diag.Edit{Span: word.At, Text: near[0]})
	} else if len(words) > 0 {
		x = x.WithHelp("one of %s", strings.Join(words, ", "))
	} else {
		x = x.WithHelp("%s", map[string]string{
			diag.UnknownFamily:  "a family is declared first: write `family " + word.Text + "` above",
			diag.UnknownDataset: "the study declares no data set; write `dataset " + word.Text + " from \"file.csv\"` above",
		}[code])
		if x.Help == "" {
			x = x.WithHelp("no hypothesis of the study has a name; it is given as in `hyp %s: assoc(x, y)`", word.Text)
		}
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
