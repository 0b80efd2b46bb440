package diag

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
