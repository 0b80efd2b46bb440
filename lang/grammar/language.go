package grammar

import (
	"slices"
	"strings"
)

// Word explains a word or a phrase of the language.
type Word struct {
	Name     string // assoc, controlling for
	Kind     string // one of Kinds
	Form     string // how it is written
	What     string // what it means
	Example  string // a study, right
	Pitfall  string // what goes wrong often
	Wrong    string // a study that shows the pitfall: it has a diagnostic
	Keywords string // further words of the language that this entry explains
}

// Kinds are the kinds of words, in the order of the reference.
var Kinds = []string{"file", "declaration", "claim", "clause", "declaration clause", "expression", "type", "prediction", "measure", "quantity", "method", "estimator", "function"}

// Language lists every word of the language. The slice is a copy.
func Language() []Word {
	var out []Word
	for _, list := range [][]Word{statementWords, claimClauses, declarationClauses, expressionWords, vocabularyWords} {
		out = append(out, list...)
	}
	return out
}

// Explain finds the entries of a word: its own, then those that explain it on the side. A word can stand in several
// places: `weights` of a data set and of a claim, `by` as a method and in `diff`.
func Explain(word string) []Word {
	word = strings.ToLower(strings.Join(strings.Fields(word), " "))
	var own, side []Word
	for _, w := range Language() {
		switch {
		case w.Name == word || strings.Split(w.Name, " ")[0] == word:
			own = append(own, w)
		case slices.Contains(strings.Fields(w.Keywords), word):
			side = append(side, w)
		}
	}
	if slices.ContainsFunc(own, func(w Word) bool { return w.Name == word }) {
		own = slices.DeleteFunc(own, func(w Word) bool { return w.Name != word })
	}
	return append(own, side...)
}

// Keywords lists every word that Explain knows, sorted.
func Keywords() []string {
	var out []string
	for _, w := range Language() {
		out = append(out, w.Name)
		out = append(out, strings.Fields(w.Keywords)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

var statementWords = []Word{
	{Name: "syntax", Kind: "file", Form: "syntax 1",
		What:    "The version of the language, as the first statement of a file. It may be left out; 1 is the only version.",
		Example: "syntax 1\nassoc(x, y)\n",
		Pitfall: "It stands at the top or nowhere.", Wrong: "assoc(x, y)\nsyntax 1\n"},
	{Name: "dataset", Kind: "declaration", Form: `dataset NAME from "FILE" [clauses]`, Keywords: "from",
		What:    "Names a table: CSV, TSV or Parquet, relative to the folder of the study. A study without one runs on the data given with `--data`.",
		Example: "dataset d from \"d.csv\" weights w label \"Sixty rows\"\nassoc(x, y)\n",
		Pitfall: "With two data sets every hypothesis says which one it is about, with `on`.", Wrong: "dataset d from \"d.csv\"\ndataset e from \"e.csv\"\nassoc(x, y)\n"},
	{Name: "var", Kind: "declaration", Form: "var NAME [= EXPRESSION] TYPE [clauses]",
		What:    "Says what a variable is. Without an expression it is the column of that name, with a name behind `=` another name for a column, and with any other expression a variable computed row by row (missing where a part is missing).",
		Example: "var group = g categorical levels (\"a\" \"first\", \"b\" \"second\", \"c\") ref \"c\"\nvar size = log(x + 1) numeric\ndiff(size, by=group)\n",
		Pitfall: "The type is not optional: it decides which estimator answers a claim.", Wrong: "var size = x\nassoc(x, y)\n"},
	{Name: "context", Kind: "declaration", Form: `context NAME = CONDITION [label "TEXT"]`,
		What:    "Names a condition on rows, for use in `where`. It may stand within larger conditions.",
		Example: "context early = x < 20\nassoc(z, y) where early and g != \"c\"\n",
		Pitfall: "A context is no variable: it cannot stand in a claim. For that declare `var early = x < 20 binary`.", Wrong: "context early = x < 20\ndiff(y, by=early)\n"},
	{Name: "family", Kind: "declaration", Form: "family NAME [alpha NUMBER] [method METHOD]",
		What:    "Declares a set of hypotheses that count as tests of one question, so that their p-values are adjusted together; hypotheses join with `under`. Without clauses: alpha 0.05 and the method bh.",
		Example: "family main alpha 0.05 method holm\nassoc(x, y) under main\nassoc(z, y) under main\n",
		Pitfall: "A family adjusts only what is in it: the hypothesis that failed belongs in it as much as the one that did not."},
	{Name: "hyp", Kind: "declaration", Form: "hyp [NAME:] CLAIM [clauses]",
		What:    "A hypothesis. The name lets others refer to it; a claim alone is a hypothesis without one, known by its line.",
		Example: "hyp H1: assoc(x, y) expect positive\nhyp H2: assoc(x, y) where g = \"a\" narrows H1\n",
		Pitfall: "The colon belongs to the name.", Wrong: "hyp H1 assoc(x, y)\n"},

	{Name: "assoc", Kind: "claim", Form: "assoc(EXPOSURE, OUTCOME)",
		What:    "Two variables go together. The exposure comes first; the estimate is the change of the outcome for one unit of it. With two numbers and no controls it is a correlation, else a regression; a binary outcome makes it logistic.",
		Example: "assoc(x, y) controlling for z\n",
		Pitfall: "This is no formula: names stand between the brackets, and controls behind them.", Wrong: "assoc(y ~ x + z)\n"},
	{Name: "diff", Kind: "claim", Form: "diff(OUTCOME, by=GROUPS[: LEVEL vs LEVEL])", Keywords: "by vs rest",
		What:    "Groups differ in an outcome. `a vs b` is a minus b, and `rest` is everybody else; without a contrast two groups give a difference to the reference, and more of them one test of all.",
		Example: "diff(y, by=g: \"a\" vs rest)\n",
		Pitfall: "Groups are levels. Cut a number first: `var tall = x > 30 binary`.", Wrong: "diff(y, by=x)\n"},
	{Name: "interact", Kind: "claim", Form: "interact(EXPOSURE * MODERATOR -> OUTCOME)",
		What:    "The slope of the outcome on the exposure changes with the moderator. The estimate is the coefficient of the product, with both variables in the model.",
		Example: "interact(x * z -> y) expect positive\n",
		Pitfall: "A moderator needs an order or two groups. For slopes in several groups there is `heterogeneity`."},
	{Name: "heterogeneity", Kind: "claim", Form: "heterogeneity(OUTCOME ~ EXPOSURE | GROUPS)",
		What:    "The slope of the outcome on the exposure is not the same in all groups: one joint test of the products.",
		Example: "heterogeneity(y ~ x | g) expect varies\n",
		Pitfall: "It has no direction: only `varies` or `uniform` can be expected.", Wrong: "heterogeneity(y ~ x | g) expect positive\n"},
}

var claimClauses = []Word{
	{Name: "controlling for", Kind: "clause", Form: "controlling for NAME, NAME, ...", Keywords: "for",
		What:    "Holds variables constant by putting them into the model beside the exposure.",
		Example: "assoc(x, y) controlling for z, g\n",
		Pitfall: "A control that comes after the exposure, or that the exposure shapes, hides a part of the effect (`hyp explain post-exposure-control`)."},
	{Name: "weights", Kind: "clause", Form: "weights=NAME",
		What:    "Weighs rows, as lm(weights=) does in R: the standard errors are those of the model, not of a survey's design. Rows of weight 0 are left out.",
		Example: "assoc(x, y) weights=w\n",
		Pitfall: "Weights of the data set are declared there; a claim is weighted only when it says so."},
	{Name: "on", Kind: "clause", Form: "on DATASET",
		What:    "Which of several data sets the hypothesis is about.",
		Example: "dataset d from \"d.csv\"\ndataset e from \"e.csv\"\nassoc(x, y) on d\n"},
	{Name: "where", Kind: "clause", Form: "where CONDITION",
		What:    "Keeps the rows for which the condition is true. As in SQL, a comparison with a missing value is not true, and neither is its opposite.",
		Example: "assoc(x, y) where z in 1..5 and g != \"c\"\n",
		Pitfall: "Levels match exactly, case included.", Wrong: "assoc(x, y) where g = \"A\"\n"},
	{Name: "expect", Kind: "clause", Form: "expect PREDICTION",
		What:    "The prediction, made before the data are seen. It changes the verdict and never the estimate. Without it any result will agree.",
		Example: "assoc(x, y) expect positive\n",
		Pitfall: "`null` needs a `floor`: a large p-value does not show that nothing is there.", Wrong: "assoc(x, y) expect null\n"},
	{Name: "floor", Kind: "clause", Form: "floor MEASURE >= NUMBER",
		What:    "The smallest effect that would matter. Below it a finding is not supported, however small its p; with `expect null` it is the bound of the equivalence test. Without one it is 0.03 on the scale of |r|.",
		Example: "diff(y, by=h) expect positive floor d >= 0.2\n",
		Pitfall: "The measure must fit the claim.", Wrong: "assoc(x, y) floor odds >= 1.2\n"},
	{Name: "decide", Kind: "clause", Form: "decide QUANTITY OP NUMBER [on PART] [and ...]", Keywords: "train and",
		What:    "The rule by which the hypothesis is judged, in place of p < 0.05: all its criteria must hold. `on holdout` judges on the rows that were set aside, once; `on train` is meant when no part is named. p and q are judged by how small they are; effect, n, coverage, bf and e are sizes, and the direction of an effect is what `expect` says.",
		Example: "dataset d from \"d.csv\" split holdout 0.3 seed 7\nfamily main\nassoc(x, y) expect positive decide q < 0.05 on train and p < 0.05 on holdout under main\n",
		Pitfall: "`q` is adjusted for a family, so the hypothesis must be in one.", Wrong: "assoc(x, y) decide q < 0.05\n"},
	{Name: "under", Kind: "clause", Form: "under FAMILY",
		What:    "Puts the hypothesis into a family, whose method adjusts its p-value to a q-value.",
		Example: "family main\nassoc(x, y) under main\n"},
	{Name: "using", Kind: "clause", Form: "using ESTIMATOR",
		What:    "Asks for an estimator in place of the one that follows from the types. What does not fit is refused, never replaced.",
		Example: "assoc(x, y) using spearman\n",
		Pitfall: "An estimator answers one kind of claim.", Wrong: "assoc(x, y) using welch\n"},
	{Name: "rival", Kind: "clause", Form: "rival HYPOTHESIS or \"TEXT\", ...",
		What:    "A competing explanation: another hypothesis of the study, which is then run beside this one and controlled for, or words for what these data cannot tell apart.",
		Example: "hyp H1: assoc(x, y) rival H2, \"both follow the weather\"\nhyp H2: assoc(z, y)\n"},
	{Name: "deepens", Kind: "clause", Form: "deepens HYPOTHESIS, ...", Keywords: "extends narrows contradicts revises crosses",
		What:    "Where a hypothesis comes from. `deepens` asks how or for whom, `extends` adds a variable or a range, `narrows` restricts the rows, `contradicts` predicts the opposite, `revises` puts another version in its place, `crosses` joins two lines of thought. Several may stand in one hypothesis. The earlier one stands in the study, or in the graph that `--graph` names.",
		Example: "hyp H1: assoc(x, y) expect positive\nhyp H2: interact(x * z -> y) deepens H1\nhyp H3: assoc(x, y) where g = \"a\" narrows H1\n",
		Pitfall: "A line of descent leads back to an end.", Wrong: "hyp H1: assoc(x, y) deepens H2\nhyp H2: assoc(x, z) deepens H1\n"},
	{Name: "needs", Kind: "clause", Form: `needs "TEXT"`,
		What:    "Data or an experiment that do not exist yet. The hypothesis is listed as blocked and nothing is run for it.",
		Example: "assoc(x, y) needs \"a second wave\"\n"},
	{Name: "prior", Kind: "clause", Form: "prior NUMBER",
		What:    "How probable the claim seemed before the data, between 0 and 1.",
		Example: "assoc(x, y) expect positive prior 0.3\n",
		Pitfall: "It is a probability.", Wrong: "assoc(x, y) prior 30\n"},
	{Name: "claim", Kind: "clause", Form: `claim "TEXT"`,
		What:    "The finding in words, as it would stand in a report.",
		Example: "assoc(x, y) expect positive claim \"The more x, the more y.\"\n",
		Pitfall: "Words behind a colon are read as this clause; the formatter writes it out.", Wrong: "assoc(x, y): the more x, the more y\n"},
	{Name: "because", Kind: "clause", Form: `because "TEXT"`,
		What:    "The mechanism: why the claim should hold.",
		Example: "assoc(x, y) because \"x pays for y\"\n"},
}

var declarationClauses = []Word{
	{Name: "catalog", Kind: "declaration clause", Form: `catalog "FILE"`,
		What: "The file that describes the columns. Without it one is looked for beside the data, by name."},
	{Name: "encoding", Kind: "declaration clause", Form: `encoding "NAME"`,
		What:    "How the bytes of a text file stand for letters, such as \"cp1252\" or \"latin-1\". Without it the file is UTF-8, or UTF-16 if a byte-order mark says so; other bytes are an error, since nothing is guessed. A catalog says the same with `format`: {\"encoding\": ...}, and so for the four clauses that follow.",
		Example: "dataset d from \"d.csv\" encoding \"utf-8\"\nassoc(x, y)\n",
		Pitfall: "The names are fixed.", Wrong: "dataset d from \"d.csv\" encoding \"ansi\"\nassoc(x, y)\n"},
	{Name: "delimiter", Kind: "declaration clause", Form: `delimiter "SIGN"`,
		What: "The sign between the columns of a text file, or \"tab\". Without it one of comma, tab, semicolon and bar is found.", Example: "dataset d from \"d.csv\" delimiter \",\"\nassoc(x, y)\n"},
	{Name: "decimal", Kind: "declaration clause", Form: `decimal "." or decimal ","`,
		What: "The decimal mark of every number of a text file. Without it that is the point, and the comma in a column of a file with semicolons between its columns where no cell has a point.", Example: "dataset d from \"d.csv\" decimal \".\"\nassoc(x, y)\n"},
	{Name: "thousands", Kind: "declaration clause", Form: `thousands "." or "," or "'" or " "`,
		What: "The mark between groups of three digits in a text file: 2.730.112 with \".\". Without it numbers have none. Where it is the point or the comma, the other is the decimal mark.", Example: "dataset d from \"d.csv\" decimal \".\" thousands \",\"\nassoc(x, y)\n",
		Pitfall: "It is not the decimal mark as well.", Wrong: "dataset d from \"d.csv\" decimal \",\" thousands \",\"\nassoc(x, y)\n"},
	{Name: "dates", Kind: "declaration clause", Form: `dates "FORM"`,
		What: "How dates are written in a text file: dd, mm and yyyy in their order, with the signs between them, such as \"dd.mm.yyyy\" or \"mm/dd/yyyy\". Cells of this form are read as the ISO date YYYY-MM-DD, which is read without it too; a time of day may follow.", Example: "dataset d from \"d.csv\" dates \"dd.mm.yyyy\"\nassoc(x, y)\n",
		Pitfall: "Years have four digits.", Wrong: "dataset d from \"d.csv\" dates \"dd.mm.yy\"\nassoc(x, y)\n"},
	{Name: "key", Kind: "declaration clause", Form: "key NAME, ...",
		What: "The columns that tell rows apart. A split then depends on them and not on the order of rows.", Example: "dataset d from \"d.csv\" key id\nassoc(x, y)\n"},
	{Name: "weights", Kind: "declaration clause", Form: "weights NAME",
		What: "The column that says how much a row counts. Claims that ignore it get a note, and no claim may be about it.", Example: "dataset d from \"d.csv\" weights w\nassoc(x, y) weights=w\n",
		Pitfall: "It says how many people a row stands for, and is no trait of them.", Wrong: "dataset d from \"d.csv\" weights w\nassoc(w, y)\n"},
	{Name: "missing", Kind: "declaration clause", Form: `missing (VALUE ["MEANING"], ...) or missing LOW..HIGH`,
		What: "Codes that mean no answer, of a variable or of all columns of a data set; they add up with those of the catalog. Empty cells are missing in any case; the text NA is a value unless it stands here.", Example: "var z numeric missing (6 \"refused\")\nassoc(z, y)\n",
		Pitfall: "In conditions one asks with `is missing`, not with `=`."},
	{Name: "split", Kind: "declaration clause", Form: "split holdout SHARE seed NUMBER [by NAME]", Keywords: "holdout seed by",
		What: "Sets a share of the rows aside. Which rows is a matter of the seed and the key alone; `by` keeps the rows of a unit together. Hypotheses then run on the other part, unless a criterion says `on holdout`.", Example: "dataset d from \"d.csv\" split holdout 0.3 seed 20260701 by g\nassoc(x, y)\n"},
	{Name: "levels", Kind: "declaration clause", Form: `levels (CODE ["LABEL"], ...)`,
		What: "The values of a variable, with labels. Their order is that of an ordinal variable, and the first is the reference. Elsewhere a level is written by code or by label.", Example: "var h binary levels (0 \"no\", 1 \"yes\")\ndiff(y, by=h: \"yes\" vs \"no\")\n",
		Pitfall: "Commas are needed, since a label may follow a code.", Wrong: "var g categorical levels (\"a\" 1 \"b\")\n"},
	{Name: "ref", Kind: "declaration clause", Form: "ref LEVEL",
		What: "The level with which the others are compared.", Example: "var g categorical levels (\"a\", \"b\", \"c\") ref \"b\"\ndiff(y, by=g)\n",
		Pitfall: "A number has none.", Wrong: "var x numeric ref 1\nassoc(x, y)\n"},
	{Name: "range", Kind: "declaration clause", Form: "range LOW..HIGH",
		What: "The values that a number can take, both ends included. One outside of it refuses the hypothesis and names the row.", Example: "var x numeric range 0..100\nassoc(x, y)\n"},
	{Name: "unit", Kind: "declaration clause", Form: `unit "TEXT"`, What: "The unit of a number, for reports.", Example: "var x numeric unit \"mm\"\nassoc(x, y)\n"},
	{Name: "module", Kind: "declaration clause", Form: `module "TEXT"`, What: "The part of a questionnaire, or the source, that a variable belongs to.", Example: "var x numeric module \"income\"\nassoc(x, y)\n"},
	{Name: "measured", Kind: "declaration clause", Form: "measured NUMBER", What: "When a variable was measured, as a year or another number that grows with time. `hyp lint` then sees an outcome before its exposure, or a control after it. A catalog says it under `measured`, and `hyp discover` keeps to it.", Example: "var x numeric measured 1979\nvar y numeric measured 1990\nassoc(x, y)\n"},
	{Name: "high means", Kind: "declaration clause", Form: `high means "TEXT"`, What: "What a high value says, for reports.", Example: "var x numeric high means \"more trust\"\nassoc(x, y)\n", Keywords: "means"},
	{Name: "label", Kind: "declaration clause", Form: `label "TEXT"`, What: "A longer name for what is declared, for people.", Example: "context early = x < 20 label \"the first twenty\"\nassoc(x, y) where early\n"},
	{Name: "alpha", Kind: "declaration clause", Form: "alpha NUMBER", What: "The error rate of a family, between 0 and 1.", Example: "family main alpha 0.1\nassoc(x, y) under main\n"},
	{Name: "method", Kind: "declaration clause", Form: "method METHOD", What: "How a family adjusts p-values.", Example: "family main method by\nassoc(x, y) under main\n"},
}

var expressionWords = []Word{
	{Name: "or", Kind: "expression", Form: "CONDITION or CONDITION", What: "True when one side is, even when the other is missing. `and` binds tighter.", Keywords: "and", Example: "assoc(x, y) where g = \"a\" or g = \"b\" and z > 2\n"},
	{Name: "not", Kind: "expression", Form: "not CONDITION", What: "The opposite; of something missing it is missing.", Example: "assoc(x, y) where not (g = \"a\" or z > 2)\n"},
	{Name: "in", Kind: "expression", Form: "NAME [not] in (VALUE, ...) or NAME [not] in LOW..HIGH", What: "One of several values, or within a range with both ends.", Example: "assoc(x, y) where g in (\"a\", \"b\") and z not in 1..3\n",
		Pitfall: "A range is not written with two comparisons in a row.", Wrong: "assoc(x, y) where 1 <= z < 5\n"},
	{Name: "is missing", Kind: "expression", Form: "NAME is [not] missing", What: "Whether a value is absent: the one question about a missing value that has an answer.", Keywords: "is", Example: "assoc(x, y) where z is not missing\n"},
	{Name: "true", Kind: "expression", Form: "true, false", What: "The two truth values, as levels of a variable whose data hold them or that a condition defines.", Keywords: "false", Example: "var low = z < 3 binary\nassoc(x, y) where low = true\n"},
}

// vocabularyWords are the words that the checker knows. Their clause gives the place.
var vocabularyWords = []Word{
	{Name: "numeric", Kind: "type", What: "A number with a meaning to its differences: an age, an income, a score."},
	{Name: "count", Kind: "type", What: "A whole number of things. It is estimated as a number."},
	{Name: "binary", Kind: "type", What: "Two levels. As an outcome it makes every claim a logistic regression."},
	{Name: "ordinal", Kind: "type", What: "Levels with an order. In a model it is a number (its recorded value, or 1, 2, ... for texts), as groups it is a factor."},
	{Name: "categorical", Kind: "type", What: "Levels without an order; `nominal` is read as this.", Keywords: "nominal"},
	{Name: "time", Kind: "type", What: "A date or a moment, estimated as a number."},
	{Name: "id", Kind: "type", What: "A value of its own for every row or unit. No claim is about one."},
	{Name: "text", Kind: "type", What: "Free text. No claim is about it."},

	{Name: "positive", Kind: "prediction", What: "The outcome rises with the exposure; the difference a minus b, or to the reference, is above zero; the slope rises with the moderator."},
	{Name: "negative", Kind: "prediction", What: "The opposite of `positive`."},
	{Name: "nonzero", Kind: "prediction", What: "An effect in either direction."},
	{Name: "null", Kind: "prediction", What: "An effect smaller than the floor, shown by two one-sided tests at once. The floor must be written."},
	{Name: "amplify", Kind: "prediction", What: "Of `interact`: the slope at the moderator's low end grows with the moderator, keeping its sign."},
	{Name: "attenuate", Kind: "prediction", What: "Of `interact`: the slope at the moderator's low end shrinks towards zero."},
	{Name: "reverse", Kind: "prediction", What: "Of `interact`: the slope has another sign at the moderator's high end."},
	{Name: "varies", Kind: "prediction", What: "Of `heterogeneity`: slopes differ across groups."},
	{Name: "uniform", Kind: "prediction", What: "Of `heterogeneity`: slopes are alike across groups, within the floor."},

	{Name: "r", Kind: "measure", What: "The size of any claim on the scale of a correlation."},
	{Name: "beta", Kind: "measure", What: "The coefficient in the units of the variables."},
	{Name: "d", Kind: "measure", What: "A difference of means in standard deviations (Cohen's d)."},
	{Name: "md", Kind: "measure", What: "A difference of means in the units of the outcome."},
	{Name: "odds", Kind: "measure", What: "An odds ratio; 0.5 is as far from none as 2. For a binary outcome."},
	{Name: "rr", Kind: "measure", What: "A ratio of probabilities, averaged over the rows. For a binary outcome."},
	{Name: "rd", Kind: "measure", What: "A difference of probabilities, averaged over the rows. For a binary outcome."},
	{Name: "eta2", Kind: "measure", What: "The share of variance that several groups, or several slopes, explain together."},

	{Name: "p", Kind: "quantity", What: "The p-value of the claim; one-sided where two one-sided tests answer `null`."},
	{Name: "q", Kind: "quantity", What: "The p-value adjusted within the hypothesis's family."},
	{Name: "effect", Kind: "quantity", What: "The size without its sign, on the floor's measure when there is one, else as a magnitude on the scale of |r|."},
	{Name: "bf", Kind: "quantity", What: "A Bayes factor for an effect against none, by the BIC of the two models."},
	{Name: "e", Kind: "quantity", What: "An e-value made from p: 1/(2 sqrt(p)). Those of independent data may be multiplied."},
	{Name: "n", Kind: "quantity", What: "The complete rows."},
	{Name: "coverage", Kind: "quantity", What: "Complete rows over the rows that `where` keeps."},

	{Name: "bh", Kind: "method", What: "Benjamini and Hochberg 1995: the share of false findings, for independent or positively dependent tests. The default."},
	{Name: "by", Kind: "method", What: "Benjamini and Yekutieli 2001: the same share under any dependence."},
	{Name: "holm", Kind: "method", What: "Holm 1979: the chance of any false finding, step by step. Never weaker than bonferroni."},
	{Name: "bonferroni", Kind: "method", What: "The chance of any false finding: p times the number of tests."},
	{Name: "lord", Kind: "method", What: "A rule for tests that come one after another: it is for ledgers, not for families of a study.", Keywords: "saffron alpha_investing elond"},

	{Name: "pearson", Kind: "estimator", What: "Pearson's correlation of two numbers, without controls."},
	{Name: "spearman", Kind: "estimator", What: "The correlation of ranks of two numbers, without controls."},
	{Name: "ols", Kind: "estimator", What: "Least squares. With a binary outcome a linear probability model."},
	{Name: "wls", Kind: "estimator", What: "Least squares with the claim's weights."},
	{Name: "logit", Kind: "estimator", What: "Logistic regression, for a binary outcome."},
	{Name: "welch", Kind: "estimator", What: "Welch's t test of two means, which does not take the spreads as equal."},
	{Name: "mannwhitney", Kind: "estimator", What: "The rank test of two groups, corrected for ties and continuity."},
	{Name: "kruskal", Kind: "estimator", What: "The rank test of several groups, corrected for ties."},
	{Name: "anova", Kind: "estimator", What: "Least squares with one F test of all groups (Type II)."},
	{Name: "ols_hc3", Kind: "estimator", What: "Least squares with standard errors that hold under unequal spread (HC3)."},
	{Name: "ols_cluster", Kind: "estimator", What: "Least squares with standard errors for clusters; the catalog names the column."},

	{Name: "log", Kind: "function", Form: "log(NUMBER)", What: "The natural logarithm; missing at zero and below."},
	{Name: "exp", Kind: "function", Form: "exp(NUMBER)", What: "e to the power of a number."},
	{Name: "sqrt", Kind: "function", Form: "sqrt(NUMBER)", What: "The square root; missing below zero."},
	{Name: "abs", Kind: "function", Form: "abs(NUMBER)", What: "The size without its sign."},
	{Name: "min", Kind: "function", Form: "min(NUMBER, NUMBER, ...)", What: "The smallest of two or more values of a row."},
	{Name: "max", Kind: "function", Form: "max(NUMBER, NUMBER, ...)", What: "The largest of two or more values of a row."},
	{Name: "if", Kind: "function", Form: "if(CONDITION, NUMBER, NUMBER)", What: "The first number where the condition is true, else the second.", Example: "var capped = if(x > 50, 50, x) numeric\nassoc(capped, y)\n"},
}
