package diag

// E02: names and vocabularies.
const (
	// UnknownName: no variable, context or column has this name.
	//
	// Why: names match exactly, case included, and never by a part; a near name would be another variable.
	//
	// Example:
	//
	//	assoc(xx, y)
	UnknownName = "E0201" // unknown-name

	// DuplicateName: two declarations have one name.
	//
	// Why: variables and contexts share one set of names, and so do hypotheses, families and data sets each.
	//
	// Example:
	//
	//	var a = x numeric
	//	var a = y numeric
	//	assoc(a, z)
	DuplicateName = "E0202" // duplicate-name

	// UnknownFamily: `under` names no family of this study.
	//
	// Why: a family is declared with `family name`, so that its alpha and method are stated once.
	//
	// Example:
	//
	//	family main
	//	assoc(x, y) under mian
	UnknownFamily = "E0203" // unknown-family

	// UnknownDataset: `on` names no data set of this study.
	//
	// Why: a data set is declared with `dataset name from "file"`.
	//
	// Example:
	//
	//	dataset d from "d.csv"
	//	assoc(x, y) on e
	UnknownDataset = "E0204" // unknown-dataset

	// UnknownType: a variable has a type that does not exist.
	//
	// Why: the types are numeric, count, binary, ordinal, categorical, time, id and text.
	//
	// Example:
	//
	//	var a = x numbers
	//	assoc(a, y)
	UnknownType = "E0205" // unknown-type

	// UnknownPrediction: `expect` takes a word that is no prediction.
	//
	// Why: the predictions are positive, negative, nonzero, null, amplify, attenuate, reverse, varies and uniform.
	//
	// Example:
	//
	//	assoc(x, y) expect positiv
	UnknownPrediction = "E0206" // unknown-prediction

	// UnknownMeasure: `floor` names a measure that does not exist.
	//
	// Why: the measures are r, beta, d, md, odds, rr, rd and eta2.
	//
	// Example:
	//
	//	assoc(x, y) floor oddz >= 1.2
	UnknownMeasure = "E0207" // unknown-measure

	// UnknownMethod: a family names an adjustment that does not exist.
	//
	// Why: the methods are bh, by, holm, bonferroni, lord, saffron, alpha_investing and elond.
	//
	// Example:
	//
	//	family f method bhh
	//	assoc(x, y) under f
	UnknownMethod = "E0208" // unknown-method

	// UnknownEstimator: `using` names an estimator that does not exist.
	//
	// Why: an estimator is named as in the reference, such as ols, logit, spearman or ols_hc3.
	//
	// Example:
	//
	//	assoc(x, y) using olss
	UnknownEstimator = "E0209" // unknown-estimator

	// UnknownQuantity: `decide` names a quantity that does not exist.
	//
	// Why: the quantities are p, q, effect, bf, e, n and coverage.
	//
	// Example:
	//
	//	assoc(x, y) decide pp < 0.05
	UnknownQuantity = "E0210" // unknown-quantity

	// UnknownFunction: an expression calls a function that does not exist.
	//
	// Why: the functions are log, exp, sqrt, abs, min, max and if.
	//
	// Example:
	//
	//	var a = log10(x) numeric
	//	assoc(a, y)
	UnknownFunction = "E0211" // unknown-function

	// UnknownRival: `rival` names no hypothesis of this study.
	//
	// Why: a competing explanation is another hypothesis by its name, or words in quotes.
	//
	// Example:
	//
	//	hyp H1: assoc(x, y) rival H9
	UnknownRival = "E0212" // unknown-rival

	// TakenName: a name that has a fixed meaning is declared.
	//
	// Why: `train` and `holdout` are the two parts of a split, so no data set may be called so.
	//
	// Example:
	//
	//	dataset holdout from "d.csv"
	//	assoc(x, y)
	TakenName = "E0213" // taken-name

	// WhichDataset: a study declares several data sets, and a hypothesis does not say which one it is about.
	//
	// Why: the same name can be a column of both; `on name` says which is meant.
	//
	// Example:
	//
	//	dataset d from "d.csv"
	//	dataset e from "e.csv"
	//	assoc(x, y)
	WhichDataset = "E0214" // which-dataset
)
