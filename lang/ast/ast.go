// Package ast holds the nodes of a study as they were written: no name is resolved and no type is known here.
//
// Every node carries the span of its own text. Clauses are fields, since each may stand once and in any order; the
// canonical order belongs to the printer.
package ast

import "github.com/hyp-lang/hyp/lang/source"

// File is one parsed study. Statements that did not parse are Bad.
type File struct {
	Source     *source.File
	Syntax     *Number // `syntax 1`, nil when absent
	Statements []Statement
	Comments   []Comment // in order of position, every comment of the file
}

// Comment is one `#` comment, without its line ending.
type Comment struct {
	At   source.Span
	Text string // with the leading #
}

// Node is anything with a place in the text.
type Node interface{ Span() source.Span }

// Statement is Dataset, Var, Context, Family, Hyp or Bad.
type Statement interface {
	Node
	statement()
}

// Ident is a plain identifier from the language or the study (never a column).
type Ident struct {
	At   source.Span
	Text string
}

// Name refers to a variable or a column: an identifier or a backquoted name, unescaped.
type Name struct {
	At     source.Span
	Text   string
	Quoted bool
}

// Number is an unsigned or negated number as written and as a float64.
type Number struct {
	At    source.Span
	Text  string
	Value float64
}

// String is a quoted string, unescaped.
type String struct {
	At   source.Span
	Text string
}

// LiteralKind tells what a Literal holds.
type LiteralKind uint8

// The kinds of literal.
const (
	NumberLiteral LiteralKind = iota
	StringLiteral
	BoolLiteral
)

// Literal is a number, a string, or true/false. Text is the number as written (with its minus), the unescaped
// string, or "true"/"false".
type Literal struct {
	At     source.Span
	Kind   LiteralKind
	Text   string
	Number float64
	Bool   bool
}

// Value is a literal of a set, with the label that `levels` and `missing` allow.
type Value struct {
	Literal Literal
	Label   *String
}

// Set is either listed Values or a Range.
type Set struct {
	At     source.Span
	Values []Value
	Range  *Range
}

// Range is low..high, both ends included.
type Range struct {
	At        source.Span
	Low, High Number
}

// Dataset declares a table.
type Dataset struct {
	At      source.Span
	Name    Ident
	From    String
	Catalog *String
	Format  Format
	Key     []Name
	Weights *Name
	Missing *Set
	Split   *Split
	Label   *String
}

// Format says how a text file is written: `encoding "latin-1" decimal "," thousands "." dates "dd.mm.yyyy"`.
type Format struct{ Encoding, Delimiter, Decimal, Thousands, Dates *String }

// Clauses lists the parts of a format with the words that begin them, in the formatter's order; those that are not written are nil.
func (f *Format) Clauses() []FormatClause {
	return []FormatClause{{"encoding", &f.Encoding}, {"delimiter", &f.Delimiter}, {"decimal", &f.Decimal}, {"thousands", &f.Thousands}, {"dates", &f.Dates}}
}

// FormatClause is one part of a format.
type FormatClause struct {
	Word string
	Text **String
}

// Split sets a share of rows aside: `split holdout 0.3 seed 7 by unit`.
type Split struct {
	At      source.Span
	Holdout Number
	Seed    Number
	By      *Name
}

// Var declares a variable: another name for a column, or a derived expression.
type Var struct {
	At        source.Span
	Name      Name
	Expr      Expr // nil: the column of the same name
	Type      Ident
	Levels    []Value
	Ref       *Literal
	Missing   *Set
	Range     *Range
	Unit      *String
	Module    *String
	Measured  *Number
	HighMeans *String
	Label     *String
}

// Context names a condition on rows.
type Context struct {
	At    source.Span
	Name  Ident
	Expr  Expr
	Label *String
}

// Family groups hypotheses for multiplicity.
type Family struct {
	At     source.Span
	Name   Ident
	Alpha  *Number
	Method *Ident
	Label  *String
}

// Hyp is a hypothesis: a claim with its clauses. A bare claim has no Name and Bare set.
type Hyp struct {
	At       source.Span
	Bare     bool // written without `hyp`
	Name     *Ident
	Claim    Claim
	Controls []Name
	Weights  *Name
	On       *Ident
	Where    Expr
	Expect   *Ident
	Floor    *Floor
	Decide   []Criterion
	Under    *Ident
	Using    *Ident
	Rivals   []Rival
	Needs    *String
	Lineage  []Lineage
	Prior    *Number
	Finding  *String // the `claim` clause: the finding in words
	Because  *String
}

// Bad is a statement that did not parse: its bytes are kept. Keyword (lower case, "" for text that begins no statement)
// and Declares (the name it would have declared, "" when unknown) spare a reader messages about names that are there.
type Bad struct {
	At       source.Span
	Keyword  string
	Declares string
}

// Floor is the smallest effect of interest: `floor odds >= 1.2`.
type Floor struct {
	At      source.Span
	Measure Ident
	Value   Number
}

// Criterion is one condition of `decide`; Part is "train", "holdout" or nil.
type Criterion struct {
	At       source.Span
	Quantity Ident
	Op       CompareOp
	Value    Number
	Part     *Ident
}

// Rival is a competing explanation: a hypothesis by name, or words.
type Rival struct {
	At   source.Span
	Name *Ident
	Text *String
}

// Lineage links to earlier hypotheses; Relation is deepens, extends, narrows, contradicts, revises or crosses.
type Lineage struct {
	At       source.Span
	Relation Ident
	Targets  []Ident
}

// Claim is Assoc, Diff, Interact or Heterogeneity.
type Claim interface {
	Node
	Template() string
	claim()
}

// Assoc is assoc(exposure, outcome).
type Assoc struct {
	At                source.Span
	Exposure, Outcome Name
}

// Diff is diff(outcome, by=groups: a vs b). Contrast is nil when all groups are compared.
type Diff struct {
	At              source.Span
	Outcome, Groups Name
	Contrast        *Contrast
}

// Contrast is `a vs b`; B is nil for `a vs rest`.
type Contrast struct {
	At source.Span
	A  Literal
	B  *Literal
}

// Interact is interact(exposure * moderator -> outcome).
type Interact struct {
	At                           source.Span
	Exposure, Moderator, Outcome Name
}

// Heterogeneity is heterogeneity(outcome ~ exposure | groups).
type Heterogeneity struct {
	At                        source.Span
	Outcome, Exposure, Groups Name
}

// Expr is a condition or a formula: Logic, Not, Compare, In, Missing, Arith, Neg, Call, Ref or Lit. Brackets are not kept;
// the tree says what they said.
type Expr interface {
	Node
	expr()
}

// CompareOp is one of = != < <= > >=, in canonical spelling.
type CompareOp string

type (
	// Logic is X and Y, or X or Y; Op is "and" or "or".
	Logic struct {
		At   source.Span
		Op   string
		X, Y Expr
	}
	// Not is not X.
	Not struct {
		At source.Span
		X  Expr
	}
	// Compare is X op Y.
	Compare struct {
		At   source.Span
		Op   CompareOp
		X, Y Expr
	}
	// In is X in set, or X not in set.
	In struct {
		At      source.Span
		X       Expr
		Negated bool
		Set     Set
	}
	// Missing is X is missing, or X is not missing.
	Missing struct {
		At      source.Span
		X       Expr
		Negated bool
	}
	// Arith is X op Y with op + - * or /.
	Arith struct {
		At   source.Span
		Op   byte
		X, Y Expr
	}
	// Neg is -X.
	Neg struct {
		At source.Span
		X  Expr
	}
	// Call is function(args); log exp sqrt abs min max if.
	Call struct {
		At       source.Span
		Function Ident
		Args     []Expr
	}
	// Ref is a variable, a context or a column.
	Ref struct{ Name Name }
	// Lit is a literal.
	Lit struct{ Literal Literal }
)
