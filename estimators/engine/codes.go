package engine

import (
	"slices"
	"strings"
)

// Kind tells what a code is about.
type Kind string

// The kinds: a refusal stands in the place of a number, a warning beside it.
const (
	RefusalKind Kind = "refusal"
	WarningKind Kind = "warning"
)

// Reason explains a code of a refusal or a warning. The example is a study about the table of the reference page; it
// yields the code.
type Reason struct {
	Code    string
	Kind    Kind
	What    string // what was found
	Why     string // why there is no number, or why it may mislead
	Do      string // what to do about it
	Example string // empty for what no small table shows
}

// Reasons lists every code, refusals first, as the engine meets them. The slice is a copy.
func Reasons() []Reason { return slices.Clone(reasons) }

// FindReason finds a code, in any case.
func FindReason(code string) (Reason, bool) {
	k := slices.IndexFunc(reasons, func(r Reason) bool { return strings.EqualFold(r.Code, code) })
	if k < 0 {
		return Reason{}, false
	}
	return reasons[k], true
}

var reasons = []Reason{
	{NoRows, RefusalKind, "no complete row is left",
		"a row counts when every variable of the hypothesis has a value in it; the message tells which condition or which variable takes the rows away",
		"loosen `where`, or leave out the control that is missing most often",
		"assoc(x, y) where x > 1000000\n"},
	{TooFewRows, RefusalKind, "too few complete rows, or too few that the model leaves free",
		"with under 10 rows, or under 5 residual degrees of freedom, an estimate follows single rows",
		"use fewer controls, merge levels, or get more data",
		"assoc(x, y) where row <= 6\n"},
	{ZeroVariance, RefusalKind, "the outcome, the exposure or the moderator has one value in the rows that are left",
		"what does not vary cannot go with anything",
		"look at the condition: it may fix the variable that the claim is about",
		"assoc(flat, y)\n"},
	{SingleGroup, RefusalKind, "only one group is left in the complete rows",
		"a difference needs two groups",
		"look at the condition and at the missing values of the outcome, which may go together with the groups",
		"diff(y, by=g) where g = \"a\"\n"},
	{SmallGroup, RefusalKind, "a group has too few rows for its test",
		"a group of one has no spread, and with under 5 rows a t or rank test leans on its assumptions alone; for robust errors a row that alone decides a coefficient is such a group, and so is a level that lies in one cluster",
		"merge the group with another one by a derived variable, or compare it with `rest`",
		"diff(y, by=pair)\n"},
	{TooManyLevels, RefusalKind, "a factor has more levels than a model takes: 80 in a regression, 100 groups in a rank test",
		"so many groups are most often a code or a number that was taken as categories",
		"declare the variable as numeric, or merge its levels",
		"assoc(x, y) controlling for village\n"},
	{SameVariable, RefusalKind, "two places of the claim hold one variable, a copy of it, or the same values under other names",
		"a variable explains itself perfectly, whatever the data",
		"leave one of the two out",
		"assoc(x, y) controlling for twin\n"},
	{CollinearTarget, RefusalKind, "the controls determine the variable that is tested",
		"nothing of it varies when they are held constant, so it has no effect of its own to estimate",
		"leave out a control of which it is computed",
		"assoc(total, y) controlling for x, z\n"},
	{SeparationCode, RefusalKind, "some combination of the variables predicts the binary outcome without an error",
		"the odds ratio grows without end, and what a program prints is where it stopped counting",
		"leave out or merge the level that predicts perfectly, or say `using ols` for a difference of shares",
		"assoc(x, late)\n"},
	{RankDeficientTerm, RefusalKind, "the tested term has no degree of freedom beside the other variables",
		"the groups of the term are made of the groups of a control, or the rows of an interaction lie in one level",
		"leave out the finer of the two variables; for an interaction, look at the table of the two",
		"assoc(region, y) controlling for district\n"},
	{CategoricalOutcome, RefusalKind, "the outcome has more than two levels without an order",
		"there is no number that rises or falls",
		"derive a binary variable from it, such as `var is_a = g = \"a\" binary`",
		""},
	{NegativeWeight, RefusalKind, "a weight is negative",
		"a weight says how much a row counts, and no row counts less than not at all",
		"correct the column, or declare the value as missing; a row of weight zero is left out",
		"assoc(x, y) weights=bad_weight\n"},
	{WeightsBinary, RefusalKind, "a binary outcome in a weighted claim",
		"a logistic regression with survey weights needs standard errors of the design, which are not made here",
		"leave the weights out, or say `using ols` for a weighted difference of shares",
		"assoc(x, h) weights=w\n"},
	{LevelMismatch, RefusalKind, "a row holds a value that is none of the levels declared for its variable",
		"as a group or a number of its own it would count for an answer that nobody described, and mostly it is a missing code",
		"list it under `levels`, or under `missing`",
		"var g categorical levels (\"a\", \"b\")\ndiff(y, by=g)\n"},
	{NonNumericCell, RefusalKind, "a cell of a numeric variable holds a text, or a number outside of its declared range",
		"such a cell is a missing code, a wrong type or damage, and which of these it is cannot be guessed",
		"declare it under `missing`, or correct the data",
		"var dose numeric\nassoc(dose, y)\n"},
	{Overflow, RefusalKind, "the numbers leave the range of a double, even after rescaling",
		"units that differ by more than a factor of 10^300 leave no digit",
		"rescale one of the variables",
		"assoc(huge, tiny)\n"},
	{NotConverged, RefusalKind, "the likelihood of a logistic regression was not maximised in the steps allowed",
		"this happens next to separation or to collinearity, where the maximum is flat",
		"use fewer controls, or merge sparse levels",
		""},
	{PerfectFit, RefusalKind, "the model explains the outcome without any rest",
		"without a rest there is nothing to judge an effect by: every standard error is zero",
		"look for a control or an exposure of which the outcome is computed",
		"assoc(x, total) controlling for z\n"},
	{MethodMismatch, RefusalKind, "`using` names an estimator that the rows of this claim cannot take",
		"whether it fits can depend on the data: on the number of groups that are left, or on a cluster column in the catalog",
		"leave `using` out, and the estimator follows from the types",
		""},
	{"near-collinear", WarningKind, "the other variables take most of the tested variable's variance",
		"the estimate rests on the little that is left: its interval is wide, and a few rows can turn its sign (graded material when less than 0.01% is left, review below 10%)",
		"ask whether the controls measure the same thing; the interval says how much is known",
		"assoc(x, y) controlling for near\n"},
	{"partly-estimable", WarningKind, "the data leave a test of several levels fewer degrees of freedom than it has",
		"in some level the exposure does not vary, or some combination of levels has no rows; the test is of what is left (the models with and without the term, compared), and says nothing of the rest",
		"read the finding as one about the levels that are named with an estimate, or leave the others out with `where`",
		"var still = if(g = \"c\", 0, z) numeric\nheterogeneity(y ~ still | g)\n"},
	{"few-events", WarningKind, "the rarer outcome has fewer than 10 rows for each coefficient",
		"odds ratios are then biased away from 1 and their intervals too narrow (graded material below 5 rows)",
		"use fewer controls",
		"assoc(z, rare) controlling for y, h\n"},
	{"few-clusters", WarningKind, "cluster-robust standard errors rest on fewer than 40 clusters",
		"what varies between clusters is seen only once in each, so few of them say little about it (graded material below 10)",
		"look whether the codes of the cluster column start again in every stratum or place; a column of both together then names the clusters",
		""},
	{"uneven-split", WarningKind, "a part of the split has far more or fewer rows than its share",
		"a split `by` a column keeps all rows of one value together, so that few values cannot be divided as asked",
		"split by a column with more values, such as the key; another seed divides them otherwise",
		""},
	{"left-out", WarningKind, "rows with a code that has no place in the order of a scale are left out where the variable is read as numbers",
		"a catalog lists such a code (\"other\", say) among the values and not in their order; counted as a number it would be the highest of all",
		"declare the levels in the study to decide otherwise; as groups such rows stay",
		""},
	{"unequal-spread", WarningKind, "the outcome's standard deviation in one group is more than twice that in another",
		"a regression takes the spread as one, so its standard error is off; Welch's test does not",
		"say `using ols_hc3`",
		"diff(uneven, by=h) controlling for z\n"},
}
