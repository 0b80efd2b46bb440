package query

import (
	"context"
	"slices"
	"time"
)

// Node is a graph's number for one of its nodes: dense (at most a small multiple of the number of nodes) and stable for
// as long as the graph value is open. Numbers that ascend with the ids (natural order, CompareIDs) make ordered results
// cheap, but nothing depends on it.
type Node uint32

// Graph is all that the evaluator reads; the insight graph implements it, and so does the in-memory graph of the tests.
//
// A Graph shows one state for as long as a query runs, and its methods may be called at the same time, also from within
// the function that Neighbours calls. Slices that it
// returns are read, never changed. Every method ends with ctx.Err() once ctx is done: a result that is cut short without
// an error would be a wrong answer. Names of kinds, relations and properties are those of Schema; what is asked for was
// checked against it, and a relation or a property that the graph has nothing of is empty or missing, not an error.
type Graph interface {
	// Stats are the counts that plans are chosen by. They may be somewhat old.
	Stats(ctx context.Context) (Stats, error)

	// Nodes is every node of a kind, each once, in any order.
	Nodes(ctx context.Context, kind Kind) ([]Node, error)

	// Describe writes the identity of of[i] to into[i]; len(into) == len(of).
	Describe(ctx context.Context, of []Node, into []Identity) error

	// Values writes the property of of[i] to into[i], a missing Value where it has none; len(into) == len(of). All nodes
	// are of kinds that have the property. The property `id` is the id as text.
	Values(ctx context.Context, property string, of []Node, into []Value) error

	// Neighbours calls each(i, to) once for every of[i], in order, with the nodes, each once, at the other end of its edges of a
	// stored relation: those it points at (Out), or those that point at it (In). A symmetric relation gives the nodes at
	// both sides whatever the direction, each once. to is only valid during the call. An error of each ends it. Relations
	// that are not stored (about, variable_of) never get here: the evaluator asks for their parts.
	Neighbours(ctx context.Context, relation string, d Direction, of []Node, each func(i int, to []Node) error) error

	// Select is the nodes that pass a filter, each once, in any order. ok is false when no index answers it: the
	// evaluator then scans.
	Select(ctx context.Context, f Filter) (nodes []Node, ok bool, err error)

	// Estimate is about how many nodes Select would return; ok is false when no index answers the filter. It is cheap.
	Estimate(ctx context.Context, f Filter) (n int, ok bool, err error)

	// Lookup is the nodes of a kind that a constant names: by the whole id (`i:H2`), or by its name: the id without its
	// prefix (`H2`) or the node's property `name`. None and several are both answers, not errors.
	Lookup(ctx context.Context, kind Kind, name string) ([]Node, error)

	// Nearest is up to n names of a kind as they would stand behind `@`, for messages and completion: those that begin
	// with name first, then those that are spelled like it. An empty name gives any n. NoKind means every kind.
	Nearest(ctx context.Context, kind Kind, name string, n int) ([]string, error)

	// Similar is every node of a kind whose text is at least so similar to a text, with the similarity in [0, 1]; never
	// a top-k. Kinds without text (Kind.HasText) are not asked for.
	Similar(ctx context.Context, kind Kind, text string, above float64) ([]Scored, error)
}

// Stats are counts for planning.
type Stats struct {
	Nodes map[Kind]int
	Edges map[string]int // by stored relation; a symmetric edge counts once
}

// Identity is what a node is called.
type Identity struct {
	ID   string // i:H2
	Kind Kind
}

// Scored is a node with its similarity.
type Scored struct {
	Node  Node
	Score float64
}

// Direction is the side of an edge to go to.
type Direction bool

// Out goes from an edge's first node to its second, In the other way.
const (
	Out Direction = false
	In  Direction = true
)

// Filter asks for the nodes of a kind by one property: with Equals, those whose value is one of these; otherwise those
// whose number lies between Low and High (infinite where open-ended). A node without the property never passes.
type Filter struct {
	Kind              Kind
	Property          string
	Equals            []Value
	Low, High         float64
	OpenLow, OpenHigh bool // the end itself does not pass
}

// Pass tells whether a value passes the filter.
func (f Filter) Pass(v Value) bool {
	if v.Type == Missing {
		return false
	}
	if f.Equals != nil {
		several := f.Kind.Property(f.Property) != nil && f.Kind.Property(f.Property).several
		for _, e := range f.Equals {
			if e == v || several && slices.Contains(listed(v.Text), e.Text) {
				return true
			}
		}
		return false
	}
	if v.Type != Number && v.Type != Time {
		return false
	}
	return (v.Number > f.Low || !f.OpenLow && v.Number == f.Low) && (v.Number < f.High || !f.OpenHigh && v.Number == f.High)
}

// Type is the type of a property's values.
type Type uint8

// The types. An Enum's values are Text values; Whole numbers are Number values.
const (
	Missing Type = iota // no value
	Number
	Whole
	Text
	Enum
	Bool
	Time
)

// String is the type's name in messages.
func (t Type) String() string {
	return [...]string{"missing", "number", "whole number", "text", "word", "true or false", "time"}[t]
}

// noun is the type with its article.
func (t Type) noun() string {
	if t == Bool {
		return t.String()
	}
	return "a " + t.String()
}

// Value is a property's value; the zero Value is missing. Its Type is Missing, Number, Text, Bool or Time. Two values are
// equal when == says so.
type Value struct {
	Type   Type
	Number float64 // Number; Bool: 1 or 0; Time: microseconds since 1970, which a float64 holds exactly for 285 years
	Text   string
	Log    float64 // of a Number nearer to 0 than the doubles are, whose Number is 0 (with its sign): log10 of its size; else 0
}

// NumberValue is a number.
func NumberValue(x float64) Value { return Value{Type: Number, Number: x} }

// TextValue is a text, or a word of an enumeration.
func TextValue(s string) Value { return Value{Type: Text, Text: s} }

// BoolValue is true or false.
func BoolValue(b bool) Value {
	if b {
		return Value{Type: Bool, Number: 1}
	}
	return Value{Type: Bool}
}

// TimeValue is a moment, to the microsecond.
func TimeValue(t time.Time) Value { return Value{Type: Time, Number: float64(t.UnixMicro())} }

// Time is the moment of a Time value, in UTC.
func (v Value) Time() time.Time { return time.UnixMicro(int64(v.Number)).UTC() }
