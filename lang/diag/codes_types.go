package diag

// E03: types.
const (
	// NotAGroup: a variable that has no levels stands where groups are needed.
	//
	// Why: groups come from a binary, categorical or ordinal variable; a numeric one has as many groups as values.
	//
	// Example:
	//
	//	diff(y, by=x)
	NotAGroup = "E0301" // not-a-group

	// UnknownLevel: a variable does not have the level.
	//
	// Why: levels are compared exactly, case included; an unknown level would select no rows.
	//
	// Example:
	//
	//	diff(y, by=g: "A" vs "b")
	UnknownLevel = "E0302" // unknown-level

	// PredictionMismatch: a prediction that this claim cannot make.
	//
	// Why: a slope can rise or fall, slopes across groups can vary or not; each claim has its own predictions.
	//
	// Example:
	//
	//	assoc(x, y) expect varies
	PredictionMismatch = "E0303" // prediction-mismatch

	// MeasureMismatch: a floor on a measure that this claim does not have.
	//
	// Why: odds belong to a binary outcome, d to a numeric outcome with groups, eta2 to several groups at once.
	//
	// Example:
	//
	//	assoc(x, y) floor odds >= 1.2
	MeasureMismatch = "E0304" // measure-mismatch

	// CompareTypes: two things of different types are compared.
	//
	// Why: a number is never equal to a text, so the comparison would select no rows.
	//
	// Example:
	//
	//	assoc(x, y) where z = "high"
	CompareTypes = "E0305" // compare-types

	// IDOrTextInClaim: an identifier or a free text stands in a claim.
	//
	// Why: a column with a value of its own in every row says nothing about groups or slopes.
	//
	// Example:
	//
	//	var id id
	//	assoc(id, y)
	IDOrTextInClaim = "E0306" // id-or-text-in-claim

	// WeightAsVariable: the weight of the data stands in a claim.
	//
	// Why: a weight says how many people a row stands for; it is not a trait of them.
	//
	// Example:
	//
	//	dataset d from "d.csv" weights w
	//	assoc(w, y)
	WeightAsVariable = "E0307" // weight-as-variable

	// NotACondition: an expression that is neither true nor false stands where a condition is needed.
	//
	// Why: `where` and `context` keep the rows for which a condition is true.
	//
	// Example:
	//
	//	assoc(x, y) where z + 1
	NotACondition = "E0308" // not-a-condition

	// NotNumeric: arithmetic with something that is not a number.
	//
	// Why: levels have no sum; compare them instead.
	//
	// Example:
	//
	//	var a = g + 1 numeric
	//	assoc(a, y)
	NotNumeric = "E0309" // not-numeric

	// WrongArguments: a function has the wrong number or kind of arguments.
	//
	// Why: log, exp, sqrt and abs take one, min and max two or more, and if takes a condition and two values.
	//
	// Example:
	//
	//	var a = log(x, y) numeric
	//	assoc(a, z)
	WrongArguments = "E0310" // wrong-arguments

	// EmptyRange: a range whose low end is above its high end.
	//
	// Why: `low..high` holds the values from low to high, so this one holds none.
	//
	// Example:
	//
	//	assoc(x, y) where z in 5..1
	EmptyRange = "E0311" // empty-range

	// WeightNotNumeric: the weights are not numbers.
	//
	// Why: a weight multiplies the row it belongs to.
	//
	// Example:
	//
	//	assoc(x, y) weights=g
	WeightNotNumeric = "E0312" // weight-not-numeric

	// EstimatorMismatch: an estimator that does not fit the claim or its variables.
	//
	// Why: each estimator answers one kind of question; a t test needs two groups, a logit a binary outcome.
	//
	// Example:
	//
	//	assoc(x, y) using welch
	EstimatorMismatch = "E0313" // estimator-mismatch

	// OutcomeType: an outcome of a type for which there is no estimator.
	//
	// Why: an outcome is numeric, count, ordinal or binary; for several unordered levels compare one with the rest.
	//
	// Example:
	//
	//	assoc(x, g)
	OutcomeType = "E0314" // outcome-type

	// DuplicateLevel: a level is listed twice.
	//
	// Why: a value belongs to one level; codes that are equal as numbers are the same code.
	//
	// Example:
	//
	//	var a = h binary levels (0 "no", 0.0 "yes")
	//	assoc(x, a)
	DuplicateLevel = "E0315" // duplicate-level

	// OutOfBounds: a number outside of what it can mean.
	//
	// Why: alpha, prior, holdout, p, q and coverage lie between 0 and 1, an odds ratio is above 0, and sizes are not negative: the direction
	// of an effect is what `expect` says.
	//
	// Example:
	//
	//	assoc(x, y) prior 1.5
	OutOfBounds = "E0316" // out-of-bounds

	// LevelCount: a variable has a number of levels that its type does not allow.
	//
	// Why: a binary variable has two levels.
	//
	// Example:
	//
	//	var a = g binary levels ("a", "b", "c")
	//	diff(y, by=a)
	LevelCount = "E0317" // level-count

	// RoleType: a variable of a type that this place of a claim cannot take.
	//
	// Why: a moderator and an exposure of an interaction need an order, or two groups, for a slope to be defined.
	RoleType = "E0318" // role-type

	// ClauseMismatch: a clause that does not fit the type of the variable.
	//
	// Why: levels and a reference belong to binary, ordinal and categorical variables, a range to numbers.
	//
	// Example:
	//
	//	var a = x numeric ref 1
	//	assoc(a, y)
	ClauseMismatch = "E0319" // clause-mismatch

	// BadFormat: a clause about the form of a text file says what cannot be read.
	//
	// Why: `encoding`, `delimiter`, `decimal`, `thousands` and `dates` say how cells are written, each in a few known ways; another
	// way would be read wrong or not at all.
	//
	// Example:
	//
	//	dataset d from "data.csv" dates "dd.mm.yy"
	//	assoc(x, y)
	BadFormat = "E0320" // bad-format
)
