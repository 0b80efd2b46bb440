package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"sort"
	"strconv"
	"strings"
)

// Identify sets the two ids of s, each the first 16 hexadecimal digits of a SHA-256 over canonical JSON of meaning. Columns go
// in by their name in the data and derived variables as their expression, so aliases, labels, comments and layout change
// nothing.
//
// The estimand is the question: template, data set, the pair (unordered where the template's effect is symmetric:
// {exposure, outcome} for assoc and heterogeneity, {exposure, moderator} for interact), moderator or groups, contrast. The
// specification is the exact test: every role in order with the type it is read as, contrast, controls as a set, weights,
// condition and estimator override.
func Identify(s *Spec) {
	s.Estimand = hash(s.estimand())
	s.Specification = hash(s.specification())
}

func hash(canonical string) string {
	sum := sha256.Sum256([]byte(canonical))
	return hex.EncodeToString(sum[:8])
}

func (s *Spec) estimand() string {
	var b object
	b.add("template", quote(string(s.Template)))
	b.add("data", quote(s.DataID))
	switch s.Template {
	case Assoc, Heterogeneity:
		b.add("pair", set(identity(s.Exposure), identity(s.Outcome)))
	case Interact:
		b.add("pair", set(identity(s.Exposure), identity(s.Moderator)))
		b.add("outcome", identity(s.Outcome))
	case Diff:
		b.add("outcome", identity(s.Outcome))
	}
	if s.Groups != nil {
		b.add("groups", identity(s.Groups))
	}
	b.add("contrast", s.Contrast.canonical())
	return b.String()
}

func (s *Spec) specification() string {
	var b object
	b.add("template", quote(string(s.Template)))
	b.add("data", quote(s.DataID))
	for _, r := range []struct {
		role string
		v    *Variable
	}{{"outcome", s.Outcome}, {"exposure", s.Exposure}, {"moderator", s.Moderator}, {"groups", s.Groups}, {"weights", s.Weights}} {
		if r.v != nil {
			b.add(r.role, reading(r.v))
		}
	}
	b.add("contrast", s.Contrast.canonical())
	if len(s.Controls) > 0 {
		all := make([]string, len(s.Controls))
		for i, c := range s.Controls {
			all[i] = reading(c)
		}
		b.add("controls", set(all...))
	}
	if s.Where != nil {
		b.add("where", Canonical(s.Where))
	}
	if s.Split != nil {
		b.add("part", quote(string(s.Part)))
		b.add("split", s.Split.canonical())
	}
	if s.Using != "" {
		b.add("using", quote(string(s.Using)))
	}
	return b.String()
}

func (s *Split) canonical() string {
	key := make([]string, len(s.Key))
	for i, v := range s.Key {
		key[i] = identity(v)
	}
	return list(number(s.Holdout), strconv.FormatInt(s.Seed, 10), list(key...))
}

func (c *Contrast) canonical() string {
	switch {
	case c == nil:
		return ""
	case c.Rest:
		return list(quote(code(c.A)))
	}
	return list(quote(code(c.A)), quote(code(c.B)))
}

// identity names a variable by what it is computed from.
func identity(v *Variable) string {
	if v.Derived != nil {
		return Canonical(v.Derived)
	}
	return quote(v.Column)
}

// reading is identity with everything that changes the numbers: type, missing codes, reference, and the order of the
// levels where they are positions of a scale.
func reading(v *Variable) string {
	var b object
	b.add("is", identity(v))
	b.add("type", quote(string(v.Type)))
	if len(v.Missing.Codes) > 0 {
		all := make([]string, len(v.Missing.Codes))
		for i, c := range v.Missing.Codes {
			all[i] = quote(code(c))
		}
		b.add("missing", set(all...))
	}
	if len(v.Missing.Ranges) > 0 {
		all := make([]string, len(v.Missing.Ranges))
		for i, r := range v.Missing.Ranges {
			all[i] = list(number(r[0]), number(r[1]))
		}
		b.add("gaps", set(all...))
	}
	if v.Ref != "" {
		b.add("ref", quote(code(v.Ref)))
	}
	if v.Type == Ordinal {
		all := make([]string, len(v.Levels))
		for i, l := range v.Levels {
			all[i] = quote(code(l.Code))
		}
		b.add("levels", list(all...))
	}
	return b.String()
}

// Canonical writes an expression so that equal meaning of the plain kinds gives equal text: `and` and `or` are flattened and
// their sides sorted, = and != and + and * have their sides sorted, > turns into <, sets are sets.
func Canonical(e Expr) string {
	switch e := e.(type) {
	case *And:
		return list(quote("and"), set(flatten(e, true)...))
	case *Or:
		return list(quote("or"), set(flatten(e, false)...))
	case *Not:
		return list(quote("not"), Canonical(e.X))
	case *Compare:
		op, x, y := e.Op, Canonical(e.X), Canonical(e.Y)
		switch op {
		case ">":
			op, x, y = "<", y, x
		case ">=":
			op, x, y = "<=", y, x
		case "=", "!=":
			if y < x {
				x, y = y, x
			}
		}
		return list(quote(string(op)), x, y)
	case *LevelIs:
		all := make([]string, len(e.Codes))
		for i, c := range e.Codes {
			all[i] = quote(code(c))
		}
		return list(quote("level"), identity(e.Var), set(all...))
	case *InSet:
		all := make([]string, len(e.Values))
		for i, x := range e.Values {
			all[i] = number(x)
		}
		return list(quote("in"), Canonical(e.X), set(all...))
	case *InRange:
		return list(quote("range"), Canonical(e.X), number(e.Low), number(e.High))
	case *IsMissing:
		return list(quote("missing"), Canonical(e.X))
	case *Arith:
		x, y := Canonical(e.X), Canonical(e.Y)
		if (e.Op == "+" || e.Op == "*") && y < x {
			x, y = y, x
		}
		return list(quote(e.Op), x, y)
	case *Neg:
		return list(quote("neg"), Canonical(e.X))
	case *Call:
		all := make([]string, 0, len(e.Args)+1)
		all = append(all, quote(e.Function))
		for _, a := range e.Args {
			all = append(all, Canonical(a))
		}
		if e.Function == "min" || e.Function == "max" {
			sort.Strings(all[1:])
		}
		return list(quote("call"), list(all...))
	case *Column:
		return list(quote("column"), identity(e.Var))
	case *Number:
		return number(e.Value)
	case *Bool:
		return strconv.FormatBool(e.Value)
	}
	return "null"
}

// flatten lists the sides of nested ands (or ors).
func flatten(e Expr, and bool) []string {
	switch e := e.(type) {
	case *And:
		if and {
			return append(flatten(e.X, and), flatten(e.Y, and)...)
		}
	case *Or:
		if !and {
			return append(flatten(e.X, and), flatten(e.Y, and)...)
		}
	}
	return []string{Canonical(e)}
}

// code writes a code that is a number in one way, so that 0.0 and 0 are one level.
func code(s string) string {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return s
	}
	return number(x)
}

func number(x float64) string {
	if x == 0 {
		x = 0 // -0
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// object writes a JSON object; keys go in in the order of the calls, which is fixed.
type object struct{ strings.Builder }

func (o *object) add(key, value string) {
	if value == "" {
		return
	}
	if o.Len() == 0 {
		o.Grow(256)
		o.WriteByte('{')
	} else {
		o.WriteByte(',')
	}
	o.WriteByte('"')
	o.WriteString(key)
	o.WriteString(`":`)
	o.WriteString(value)
}

func (o *object) String() string { return o.Builder.String() + "}" }

func list(items ...string) string { return "[" + strings.Join(items, ",") + "]" }

// set sorts its items and drops repeats.
func set(items ...string) string {
	sort.Strings(items)
	kept := items[:0]
	for i, s := range items {
		if i == 0 || s != items[i-1] {
			kept = append(kept, s)
		}
	}
	return list(kept...)
}

// quote writes a JSON string: the two characters and the controls that JSON wants escaped, all else as it is.
func quote(s string) string {
	const hexDigits = "0123456789abcdef"
	plain := true
	for i := 0; i < len(s); i++ {
		plain = plain && s[i] >= 0x20 && s[i] != '"' && s[i] != '\\'
	}
	if plain {
		return `"` + s + `"`
	}
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x20:
			b.WriteString(`\u00`)
			b.WriteByte(hexDigits[c>>4])
			b.WriteByte(hexDigits[c&15])
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Same tells whether two variables are computed from the same thing, whatever they are called and read as.
func Same(a, b *Variable) bool {
	if a == nil || b == nil {
		return false
	}
	return a == b || a.Derived == nil && b.Derived == nil && a.Column == b.Column ||
		a.Derived != nil && b.Derived != nil && Canonical(a.Derived) == Canonical(b.Derived)
}
