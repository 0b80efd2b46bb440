package diag

// This file is the one list of diagnostic codes. It is embedded and read back by Registry, so that a comment here is
// what `hyp explain` prints: the first paragraph says what, `Why:` gives the rule in the user's terms, and `Example:`
// holds a study that yields exactly this code (tests run it). The comment behind a value holds the name and, when the
// code is not an error, its severity. An example is checked against a table with the columns id (text, unique), x, y, z
// (numeric), g (categorical: a, b, c), h (binary: 0, 1) and w (numeric weight); a code without an example is about
// files and data, which a study cannot show.

// E01: syntax.
const (
	// ExpectedToken: something is missing or stands in the wrong place.
	//
	// Why: a claim has a fixed shape, and each clause begins with its word; what does not fit is never guessed.
	//
	// Example:
	//
	//	assoc(x, y)) controlling for z
	ExpectedToken = "E0101" // expected-token

	// FormulaHabit: a formula of R stands where a claim takes names.
	//
	// Why: `assoc(exposure, outcome)` names the exposure first, and controls are a clause of their own.
	//
	// Example:
	//
	//	assoc(y ~ x + z)
	FormulaHabit = "E0102" // formula-habit

	// BareColumn: a column name that is not an identifier stands without backquotes.
	//
	// Why: a name with spaces, or one that begins with a digit, needs backquotes, otherwise its end cannot be known.
	//
	// Example:
	//
	//	assoc(bill length, y)
	BareColumn = "E0103" // bare-column

	// UnknownClause: a word that begins no clause of this statement.
	//
	// Why: after a claim or a declaration only its own clauses may follow, each begun by its word.
	//
	// Example:
	//
	//	assoc(x, y) expects positive
	UnknownClause = "E0104" // unknown-clause

	// DuplicateClause: a clause stands twice in one statement.
	//
	// Why: clauses come in any order, but each once; two of a kind would leave open which one counts.
	//
	// Example:
	//
	//	assoc(x, y) expect positive expect null
	DuplicateClause = "E0105" // duplicate-clause

	// ReservedWord: a word of the language stands where a name is expected.
	//
	// Why: dataset, var, context, family, hyp, assoc, diff, interact and heterogeneity begin statements, and in
	// expressions and, or, not, in, is, missing, true and false have a meaning; a column so called takes backquotes.
	//
	// Example:
	//
	//	assoc(diff, y)
	ReservedWord = "E0106" // reserved-word

	// UnclosedString: a string has no closing quote on its line.
	//
	// Why: a string ends on the line where it begins, so that a forgotten quote does not swallow the rest of the file.
	//
	// Example:
	//
	//	assoc(x, y) claim "the more, the better
	UnclosedString = "E0107" // unclosed-string

	// UnclosedName: a backquoted name has no closing backquote on its line.
	//
	// Why: a name ends on the line where it begins; a backquote inside it is doubled.
	//
	// Example:
	//
	//	assoc(`x, y)
	UnclosedName = "E0108" // unclosed-name

	// UnclosedBracket: a bracket is never closed.
	//
	// Why: the parts of a claim and the members of a set stand between a pair of brackets.
	//
	// Example:
	//
	//	assoc(x, y
	UnclosedBracket = "E0109" // unclosed-bracket

	// BadNumber: a number that cannot be read, or a fraction where a whole number is needed.
	//
	// Why: a number is digits with an optional fraction and exponent, within the range of a double; hex, Inf and NaN are
	// none.
	//
	// Example:
	//
	//	assoc(x, y) where z > 1e999
	BadNumber = "E0110" // bad-number

	// BadEscape: a backslash in a string is followed by something that means nothing.
	//
	// Why: strings take \n, \t, \", \', \\ and \u{...} with a code point in hexadecimal.
	//
	// Example:
	//
	//	assoc(x, y) claim "a \q b"
	BadEscape = "E0111" // bad-escape

	// StrayCharacter: a character that has no meaning in the language.
	//
	// Why: the name of a column that holds such a character takes backquotes, a text takes quotes.
	//
	// Example:
	//
	//	assoc(x, y) where z > 5 %
	StrayCharacter = "E0112" // stray-character

	// ChainedComparison: two comparisons share an operand.
	//
	// Why: a comparison has two sides; a range is written `age in 18..64`, or as two comparisons joined by `and`.
	//
	// Example:
	//
	//	assoc(x, y) where 1 <= z < 5
	ChainedComparison = "E0113" // chained-comparison

	// NotAStatement: text that begins no statement.
	//
	// Why: a statement begins with dataset, var, context, family, hyp, or with a claim; other text is a comment and
	// takes a #.
	//
	// Example:
	//
	//	Here are my hypotheses
	NotAStatement = "E0114" // not-a-statement

	// ConditioningBar: a bar inside `assoc` or `diff`.
	//
	// Why: `| g` can mean "adjusted for g" or "separately in each group of g", which are two different claims.
	//
	// Example:
	//
	//	assoc(x, y | g)
	ConditioningBar = "E0115" // conditioning-bar

	// ColonExplanation: words after a colon behind a claim are taken as the finding in words.
	//
	// Why: a claim in words is the clause `claim "..."`; a colon behind a claim is read as one, so nothing is lost.
	//
	// Example:
	//
	//	assoc(x, y): the more x, the more y
	ColonExplanation = "E0116" // colon-explanation, info

	// TypographicPunctuation: typographic quotes, full-width or mathematical signs are read as their plain forms.
	//
	// Why: text that went through a word processor or a model holds such signs; the formatter writes the plain ones.
	//
	// Example:
	//
	//	assoc(x， y) claim “the more, the better”
	TypographicPunctuation = "E0117" // typographic-punctuation, info

	// CodeFence: a line with a Markdown code fence is passed over.
	//
	// Why: a model likes to put its answer into a fence; the fence is not a part of the study.
	//
	// Example:
	//
	//	```hyp
	//	assoc(x, y)
	//	```
	CodeFence = "E0118" // code-fence, info

	// LooseDiff: the groups of `diff` are named without `, by=`.
	//
	// Why: `diff(y by g)` can mean only one thing, so it is read; the formatter writes `diff(y, by=g)`.
	//
	// Example:
	//
	//	diff(y by g)
	LooseDiff = "E0119" // loose-diff, info

	// SyntaxVersion: a version of the language that this program does not know, or `syntax` not at the top.
	//
	// Why: `syntax 1` is the first statement of a file or absent, and 1 is the only version.
	//
	// Example:
	//
	//	syntax 7
	SyntaxVersion = "E0120" // syntax-version

	// NestedTooDeep: an expression with more than 200 levels of brackets and negations, or more than 10,000 operators.
	//
	// Why: nobody writes such an expression, and the limit keeps a broken generator from exhausting the machine.
	NestedTooDeep = "E0121" // nested-too-deep

	// StudyNotUTF8: the study is not UTF-8 text.
	//
	// Why: a study is UTF-8; bytes of another encoding would turn names into other names without a word.
	StudyNotUTF8 = "E0122" // study-not-utf8

	// NulByte: the study holds a NUL byte.
	//
	// Why: text has no NUL bytes; the file is binary, damaged, or UTF-16.
	NulByte = "E0123" // nul-byte

	// MissingComma: two members of a list stand without a comma between them.
	//
	// Why: commas are required in a set, since a label may follow a level: `levels (1 "no", 2 "yes")`.
	//
	// Example:
	//
	//	var a = g categorical levels ("a" 1 "b")
	MissingComma = "E0124" // missing-comma

	// QuotedName: a name stands in quotes where a column is expected.
	//
	// Why: quotes hold values and texts, backquotes hold names: `g` is a column, "a" a level.
	//
	// Example:
	//
	//	assoc("x", y)
	QuotedName = "E0125" // quoted-name
)

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
	// Why: alpha, prior, holdout, p and q lie between 0 and 1, and an odds ratio is above 0.
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

// E04: design.
const (
	// SelfClaim: a variable is related to itself.
	//
	// Why: a variable goes with itself perfectly; this is true of any data.
	//
	// Example:
	//
	//	assoc(x, x)
	SelfClaim = "E0401" // self-claim

	// NoHoldout: a criterion is about the holdout, and the data have none.
	//
	// Why: a holdout is set aside by `split holdout 0.3 seed 7` of the data set, before anything is seen.
	//
	// Example:
	//
	//	assoc(x, y) decide p < 0.05 on holdout
	NoHoldout = "E0402" // no-holdout

	// DefinitionCycle: a variable is defined by itself.
	//
	// Why: a derived variable is computed from others, which must come to an end at columns.
	//
	// Example:
	//
	//	var a = b + 1 numeric
	//	var b = a - 1 numeric
	//	assoc(a, y)
	DefinitionCycle = "E0403" // definition-cycle

	// ControlIsCore: a variable of the claim is also controlled for.
	//
	// Why: with the exposure or the outcome held constant nothing is left to estimate.
	//
	// Example:
	//
	//	assoc(x, y) controlling for x
	ControlIsCore = "E0404" // control-is-core

	// SelfContrast: a level is compared with itself.
	//
	// Why: a difference needs two groups.
	//
	// Example:
	//
	//	diff(y, by=g: "a" vs "a")
	SelfContrast = "E0405" // self-contrast

	// AdjustedWithoutFamily: a criterion on q for a hypothesis in no family.
	//
	// Why: q is p adjusted for the other members of a family; without one there is nothing to adjust for.
	//
	// Example:
	//
	//	assoc(x, y) decide q < 0.05
	AdjustedWithoutFamily = "E0406" // adjusted-without-family

	// NullWithoutFloor: a predicted absence without the smallest effect that would matter.
	//
	// Why: a large p-value does not show absence; the floor says what is small enough to be called none.
	//
	// Example:
	//
	//	assoc(x, y) expect null
	NullWithoutFloor = "E0407" // null-without-floor

	// NoDataset: a study that names no data, and none are given.
	//
	// Why: a claim is about a table; declare it with `dataset name from "file"`, or give it on the command line.
	NoDataset = "E0408" // no-dataset

	// DuplicateControl: a variable stands twice among the controls.
	//
	// Why: the second one changes nothing; most likely another variable was meant.
	//
	// Example:
	//
	//	assoc(x, y) controlling for z, z
	DuplicateControl = "E0409" // duplicate-control

	// OnlineMethod: a family of a study names a rule for tests that come one after another.
	//
	// Why: such rules decide each test before the next is known, in the order of a ledger; a study has all its tests at hand.
	//
	// Example:
	//
	//	family f method lord
	//	assoc(x, y) under f
	OnlineMethod = "E0410" // online-method
)

// E05: lineage.
const (
	// UnknownParent: a lineage clause names no hypothesis of this study.
	//
	// Why: deepens, extends, narrows, contradicts, revises and crosses lead to a hypothesis by its name.
	//
	// Example:
	//
	//	hyp H1: assoc(x, y) deepens H9
	UnknownParent = "E0501" // unknown-parent

	// LineageCycle: a hypothesis is among its own ancestors.
	//
	// Why: a hypothesis comes from earlier ones.
	//
	// Example:
	//
	//	hyp H1: assoc(x, y) deepens H2
	//	hyp H2: assoc(x, z) deepens H1
	LineageCycle = "E0502" // lineage-cycle
)

// E06: data and catalogs. No study text alone shows these.
const (
	// MissingFile: a file does not exist.
	//
	// Why: paths are relative to the folder of the study.
	MissingFile = "E0601" // missing-file

	// BadCatalog: a catalog cannot be read.
	//
	// Why: a catalog is JSON or YAML that describes the columns of a table.
	BadCatalog = "E0602" // bad-catalog

	// EmptyFile: a file holds nothing.
	//
	// Why: a table has a header line with the names of its columns, and rows.
	EmptyFile = "E0603" // empty-file

	// NotUTF8: a data file is not UTF-8 text.
	//
	// Why: bytes of another encoding would change names and levels without a word, so the study says which it is, or the file is
	// converted.
	NotUTF8 = "E0604" // not-utf8

	// RaggedRow: a row has more or fewer cells than the header.
	//
	// Why: a shifted cell would land in another column.
	RaggedRow = "E0605" // ragged-row

	// DuplicateColumn: two columns have one name.
	//
	// Why: a name leads to one column.
	DuplicateColumn = "E0606" // duplicate-column

	// BadCell: a cell of a numeric column holds no number.
	//
	// Why: a text in a numeric column is a missing code, a wrong type or damage; none of these is guessed.
	BadCell = "E0607" // bad-cell

	// UnreadableFile: a file exists but cannot be read.
	//
	// Why: it is a folder, it is damaged, or there is no permission.
	UnreadableFile = "E0608" // unreadable-file

	// UnknownFormat: a data file of a kind that is not supported.
	//
	// Why: tables are read from CSV, TSV and Parquet.
	UnknownFormat = "E0609" // unknown-format

	// CatalogMismatch: the catalog and the data disagree.
	//
	// Why: a catalog that describes other columns or codes describes other data.
	CatalogMismatch = "E0610" // catalog-mismatch

	// NoRows: a table has a header and no rows.
	//
	// Why: there is nothing to estimate from.
	NoRows = "E0611" // no-rows

	// BadWeight: a weight is negative, or no weight is positive.
	//
	// Why: a weight says how many people a row stands for.
	BadWeight = "E0612" // bad-weight

	// DataLevelMismatch: the data hold a value that is not a declared level.
	//
	// Why: such rows would belong to no group; list the value under `levels` or under `missing`.
	DataLevelMismatch = "E0613" // data-level-mismatch

	// UnreadForm: a column of texts that look like numbers or dates in a form that is not read.
	//
	// Why: 1,234 is a thousand here and one and a bit there; numbers are read with a decimal point (or comma, between
	// semicolons) and without separators, dates as YYYY-MM-DD.
	UnreadForm = "E0614" // unread-form, warning

	// TwoReadings: every number of a column with a mark in it could have that mark between its thousands, as 2.730 has.
	//
	// Why: in a file with semicolons or tabs between its columns 2.730 may be 2.73 or 2730, a thousand times as much. It is read as
	// the decimal number until the data set says `decimal` or `thousands`.
	TwoReadings = "E0615" // two-readings, warning
)

// E07: queries of the insight graph. Their examples are queries (tests run them against a small graph with the insights H1
// to H12, the variables ses and ba, and a context ses), not studies.
const (
	// QuerySyntax: something is missing in a query or stands in the wrong place.
	//
	// Why: a query is `find` with what to show, then `where`, `order by`, `limit` and `as`, each once and in this order.
	//
	// Example:
	//
	//	find i where i.effect >
	QuerySyntax = "E0701" // query-syntax

	// UnknownRelation: a word between two things that names no relation.
	//
	// Why: the relations of the graph are a closed list, so that a slip of the pen cannot silently find nothing.
	//
	// Example:
	//
	//	find i where i abuot @ses
	UnknownRelation = "E0702" // unknown-relation

	// UnknownProperty: a property that this kind of node does not have.
	//
	// Why: each kind has a fixed set of properties; another name would be missing everywhere.
	//
	// Example:
	//
	//	find i where i.efect > 0.2
	UnknownProperty = "E0703" // unknown-property

	// UnknownConstant: a constant that names nothing in the graph.
	//
	// Why: `@name` stands for one node that exists, of the kind that its place asks for.
	//
	// Example:
	//
	//	find i where i about @sess
	UnknownConstant = "E0704" // unknown-constant

	// AmbiguousConstant: a constant that names several nodes.
	//
	// Why: `@name` stands for exactly one node; where its place does not say which, the whole id does.
	//
	// Example:
	//
	//	find i where i about|within @ses
	AmbiguousConstant = "E0705" // ambiguous-constant

	// UnknownKind: a kind that does not exist, or a variable whose kind stays open.
	//
	// Why: every variable of a query ranges over nodes of one kind, which its tests or a `:kind` must tell.
	//
	// Example:
	//
	//	find v:varible where not i about v
	UnknownKind = "E0706" // unknown-kind

	// WrongEnd: a variable or constant is forced into two kinds.
	//
	// Why: a relation goes from one kind to another; a node of another kind at its end can never match.
	//
	// Example:
	//
	//	find v:variable where v about @ses
	WrongEnd = "E0707" // wrong-end

	// UnsafeVariable: no condition says which nodes a variable stands for.
	//
	// Why: `not` only takes away, and a branch of `or` may leave a variable open, so it could stand for anything.
	//
	// Example:
	//
	//	find v where not i about v
	UnsafeVariable = "E0708" // unsafe-variable

	// EnumValue: a word that is none of a property's values.
	//
	// Why: such a property takes a few fixed words, so a comparison with another one could never hold.
	//
	// Example:
	//
	//	find i where i.status = 'suported'
	EnumValue = "E0709" // enum-value

	// NotTransitive: a quantifier on a relation that cannot be followed again and again.
	//
	// Why: only a relation that leads from insight to insight, and in one direction, has steps to repeat.
	//
	// Example:
	//
	//	find i where i about+ @ses
	NotTransitive = "E0710" // not-transitive

	// CompareValues: two things are compared that have no common type or no order.
	//
	// Why: a number is never equal to a text, and a node is equal to a node, not to a value.
	//
	// Example:
	//
	//	find i where i.effect > 'high'
	CompareValues = "E0711" // compare-values

	// AggregatePlace: an aggregate where there are no groups.
	//
	// Why: count, min, max, mean, median and sum are of the groups that the other items make: they stand among the items,
	// and in `order by` of such a query.
	//
	// Example:
	//
	//	find v where i about v and count(i) > 3
	AggregatePlace = "E0712" // aggregate-place

	// NotSimilar: a similarity that is not there.
	//
	// Why: `similar to` compares texts, so it needs a kind that has one; similarity(i) is the score of exactly one such test
	// that holds for every row.
	//
	// Example:
	//
	//	find i, similarity(i) where i about @ses
	NotSimilar = "E0713" // not-similar

	// OrderScope: rows are ordered by something that they do not hold.
	//
	// Why: rows are distinct, so what is not an item, or a property of one, may have several values in one row.
	//
	// Example:
	//
	//	find i.status where i about @ses order by i.effect
	OrderScope = "E0714" // order-scope

	// RangeEmpty: a range that holds nothing.
	//
	// Why: `low..high` holds what lies from low to high.
	//
	// Example:
	//
	//	find i where i.round in 5..3
	RangeEmpty = "E0715" // range-empty

	// Product: variables that no test connects.
	//
	// Why: each row of the one is then joined with every row of the other, which is rarely meant and grows fast.
	//
	// Example:
	//
	//	find i, j where i about @ses and j about @ba
	Product = "E0716" // product, warning

	// AlwaysFalse: a condition that never holds.
	//
	// Why: whatever is in the graph, no value satisfies it.
	//
	// Example:
	//
	//	find i where i.p > 2
	AlwaysFalse = "E0717" // always-false, warning

	// AlwaysTrue: a condition that always holds.
	//
	// Why: it takes nothing away, at most what has no value; most likely another one was meant.
	//
	// Example:
	//
	//	find i where i.p <= 1
	AlwaysTrue = "E0718" // always-true, warning

	// FloatEquality: a computed number is compared for equality.
	//
	// Why: an effect of 0.3 is stored as 0.29999... or 0.30000...1; a range finds both.
	//
	// Example:
	//
	//	find i where i.effect = 0.3
	FloatEquality = "E0719" // float-equality, warning

	// DepthCapped: a chain of relations was followed to the cap of 32 steps and goes on.
	//
	// Why: chains of findings are short; the cap keeps a query from walking in circles.
	//
	// Example:
	//
	//	find i where i deepens{1..40} @H1
	DepthCapped = "E0720" // depth-capped, warning

	// BareConstant: a variable of a query that is used once has the name of something in the graph.
	//
	// Why: without `@` a name stands for anything, so that the test would hold for every node; `@name` is the one of that name.
	//
	// Example:
	//
	//	find i where i about ses
	BareConstant = "E0721" // bare-constant

	// LoneVariable: a variable of a query that is used once and reads like a name.
	//
	// Why: it stands for anything, and the test for "there is one". Where one thing was meant, `@name` names it; where any was meant,
	// a single letter says so, as in `i deepens j`.
	//
	// Example:
	//
	//	find i where i about income
	LoneVariable = "E0722" // lone-variable, warning
)
