package plan

// Expr is a checked expression over the columns of one table; contexts and derived variables it uses are expanded in
// place, types are known, levels are resolved to codes. It is one of And, Or, Not, Compare, InSet, InRange, IsMissing,
// Arith, Neg, Call, Column, Number and Bool.
//
// Meaning is SQL's three-valued logic: an operation on a missing value is missing, `and` and `or` follow Kleene, and a row
// is kept only when the condition is true.
type Expr interface{ expr() }

// CompareOp is = != < <= > >=.
type CompareOp string

type (
	// And is true when both are; a false side decides.
	And struct{ X, Y Expr }
	// Or is true when one is; a true side decides.
	Or struct{ X, Y Expr }
	// Not swaps true and false.
	Not struct{ X Expr }
	// Compare compares two numeric expressions, or two truth values with = and !=.
	Compare struct {
		Op   CompareOp
		X, Y Expr
	}
	// LevelIs tells whether a variable read as levels has one of the codes; for = and in on categorical, binary, id and
	// text variables. Codes compare as numbers when both sides are numbers.
	LevelIs struct {
		Var   *Variable
		Codes []string
	}
	// InSet tells whether a numeric expression equals one of the values.
	InSet struct {
		X      Expr
		Values []float64
	}
	// InRange is Low <= X <= High.
	InRange struct {
		X         Expr
		Low, High float64
	}
	// IsMissing is true where X is missing, and never missing itself.
	IsMissing struct{ X Expr }
	// Arith is X op Y with op one of + - * /; division by zero is missing.
	Arith struct {
		Op   string
		X, Y Expr
	}
	// Neg is -X.
	Neg struct{ X Expr }
	// Call is log exp sqrt abs min max if; a value outside the function's domain is missing.
	Call struct {
		Function string
		Args     []Expr
	}
	// Column is a variable's value: a number for numeric-like types (an ordinal's position or recorded number), and for
	// a binary variable 0 for its reference level and 1 for the other.
	Column struct{ Var *Variable }
	// Number is a constant.
	Number struct{ Value float64 }
	// Bool is a constant.
	Bool struct{ Value bool }
)

func (*And) expr()       {}
func (*Or) expr()        {}
func (*Not) expr()       {}
func (*Compare) expr()   {}
func (*LevelIs) expr()   {}
func (*InSet) expr()     {}
func (*InRange) expr()   {}
func (*IsMissing) expr() {}
func (*Arith) expr()     {}
func (*Neg) expr()       {}
func (*Call) expr()      {}
func (*Column) expr()    {}
func (*Number) expr()    {}
func (*Bool) expr()      {}
