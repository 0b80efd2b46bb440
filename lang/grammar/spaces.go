package grammar

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/exp/ebnf"
)

// ends is the set of tokens that an expression can begin or end with: words and signs as they are, tokens with a content
// by their names.
type ends map[string]bool

func union(a, b ends) ends {
	out := maps.Clone(a)
	if out == nil {
		out = ends{}
	}
	maps.Copy(out, b)
	return out
}

// possible tells whether any text matches an expression: a vocabulary without a word makes what needs it impossible.
func (b *builder) possible(e ebnf.Expression) bool {
	switch e := e.(type) {
	case *ebnf.Bad:
		return false
	case *ebnf.Name:
		return isToken(e.String) || len(b.order[e.String]) > 0 || b.can[e.String]
	case ebnf.Sequence:
		for _, x := range e {
			if !b.possible(x) {
				return false
			}
		}
	case ebnf.Alternative:
		return slices.ContainsFunc(e, b.possible)
	case *ebnf.Group:
		return b.possible(e.Body)
	}
	return true
}

// findPossible finds the productions that some text matches, as a fixed point from none. Slots are filled before.
func (b *builder) findPossible() {
	for name, p := range b.from {
		p.Expr = b.fill(p.Expr, name, "")
	}
	b.can = map[string]bool{}
	for changed := true; changed; {
		changed = false
		for name, p := range b.from {
			if !b.can[name] && b.possible(p.Expr) {
				b.can[name], changed = true, true
			}
		}
	}
}

// fill puts vocabularies and names into the places that the grammar calls ident and Name. before is the item in front.
func (b *builder) fill(e ebnf.Expression, production, before string) ebnf.Expression {
	if isToken(production) {
		return e
	}
	switch e := e.(type) {
	case *ebnf.Name:
		of := production
		if b.origin[of] != "" {
			of = b.origin[of]
		}
		if e.String == "Equal" {
			return &ebnf.Token{String: "="}
		}
		if to := b.slots[of+"|"+before+"|"+e.String]; to != "" {
			return &ebnf.Name{String: to}
		}
	case ebnf.Sequence:
		var out ebnf.Sequence
		for i, x := range e {
			at := ""
			if i > 0 {
				at = lastItem(e[i-1])
			}
			out = append(out, b.fill(x, production, at))
		}
		return out
	case ebnf.Alternative:
		var out ebnf.Alternative
		for _, x := range e {
			out = append(out, b.fill(x, production, before))
		}
		return out
	case *ebnf.Group:
		return &ebnf.Group{Body: b.fill(e.Body, production, before)}
	case *ebnf.Option:
		return &ebnf.Option{Body: b.fill(e.Body, production, before)}
	case *ebnf.Repetition:
		return &ebnf.Repetition{Body: b.fill(e.Body, production, before)}
	}
	return e
}

func lastItem(e ebnf.Expression) string {
	switch e := e.(type) {
	case *ebnf.Token:
		return e.String
	case *ebnf.Name:
		return e.String
	}
	return ""
}

// first and last are the tokens at the two ends of an expression.
func (b *builder) first(e ebnf.Expression) ends { return b.edge(e, true) }
func (b *builder) last(e ebnf.Expression) ends  { return b.edge(e, false) }

func (b *builder) edge(e ebnf.Expression, front bool) ends {
	switch e := e.(type) {
	case *ebnf.Token:
		return ends{e.String: true}
	case *ebnf.Name:
		if isToken(e.String) {
			return ends{e.String: true}
		}
		if p := b.from[e.String]; p != nil {
			return b.edge(p.Expr, front)
		}
		return nil
	case ebnf.Alternative:
		var out ends
		for _, x := range e {
			if b.possible(x) {
				out = union(out, b.edge(x, front))
			}
		}
		return out
	case ebnf.Sequence:
		var out ends
		for i := range e {
			x := e[i]
			if !front {
				x = e[len(e)-1-i]
			}
			if !b.possible(x) {
				continue
			}
			out = union(out, b.edge(x, front))
			if !optional(x) {
				break
			}
		}
		return out
	}
	if ps := parts(e); len(ps) == 1 && b.possible(ps[0]) {
		return b.edge(ps[0], front)
	}
	return nil
}

func optional(e ebnf.Expression) bool {
	switch e := e.(type) {
	case *ebnf.Option, *ebnf.Repetition:
		return true
	case *ebnf.Group:
		return optional(e.Body)
	}
	return false
}

// space is what the formatter writes between two tokens of a production.
func space(production, left, right string) string {
	claim := strings.Contains(" Assoc Diff Interact Heterogeneity Call ", " "+production+" ")
	signed := strings.Contains(" Unary Literal Range Criterion NumberList ", " "+production+" ")
	switch {
	case right == ")" || right == "," || right == ":" || left == "(",
		left == ".." || right == "..",
		claim && right == "(" && left != ",",
		(production == "Diff" || production == "HypClause") && (left == "=" || right == "="),
		signed && left == "-":
		return ""
	}
	return " "
}

// gap is the space between what may stand on the left and what may follow; all must agree.
func (b *builder) gap(production string, left, right ends) ebnf.Expression {
	if b.origin[production] != "" {
		production = b.origin[production]
	}
	found := map[string]bool{}
	for l := range left {
		for r := range right {
			found[space(production, l, r)] = true
		}
	}
	if len(found) > 1 {
		b.fail("%s: a space between %v and %v depends on which it is", production, slices.Sorted(maps.Keys(left)), slices.Sorted(maps.Keys(right)))
	}
	if found[" "] {
		return &ebnf.Token{String: " "}
	}
	return nil
}

// compile writes an expression with its spaces, the leading one included when something stands before it. It returns what
// the text can end with.
func (b *builder) compile(e ebnf.Expression, production string, before ends) (ebnf.Expression, ends) {
	if production == "study" || production == "lines" {
		return e, nil // written with its spaces
	}
	switch e := e.(type) {
	case ebnf.Sequence:
		return b.sequence(e, production, before)
	case ebnf.Alternative:
		gap := b.gap(production, before, b.first(e))
		var out ebnf.Alternative
		for _, x := range e {
			if b.possible(x) {
				x, _ := b.compile(x, production, nil)
				out = append(out, x)
			}
		}
		return join(gap, out), b.last(e)
	case *ebnf.Group:
		x, last := b.compile(e.Body, production, before)
		return x, last
	case *ebnf.Option:
		x, last := b.compile(e.Body, production, before)
		return &ebnf.Option{Body: x}, last
	case *ebnf.Repetition:
		if n, ok := e.Body.(*ebnf.Name); ok && len(b.order[n.String]) > 0 {
			return b.list(n.String), nil
		}
		x, last := b.compile(e.Body, production, union(before, b.last(e.Body)))
		return &ebnf.Repetition{Body: x}, last
	}
	return join(b.gap(production, before, b.first(e)), e), b.last(e)
}

func (b *builder) sequence(e ebnf.Sequence, production string, before ends) (ebnf.Expression, ends) {
	var out ebnf.Sequence
	for i := 0; i < len(e); i++ {
		x, rest := e[i], e[i+1:]
		body := parts(x)
		switch {
		case optional(x) && !b.possible(body[0]):
			continue
		case optional(x) && len(rest) > 0 && !optional(rest[0]):
			// The space behind an option belongs to it.
			out = append(out, b.gap(production, before, union(b.first(body[0]), b.first(rest[0]))))
			inner, last := b.compile(body[0], production, nil)
			inner = join(inner, b.gap(production, last, union(b.first(body[0]), b.first(rest[0]))))
			if _, many := x.(*ebnf.Repetition); many {
				out = append(out, &ebnf.Repetition{Body: inner})
			} else {
				out = append(out, &ebnf.Option{Body: inner})
			}
			next, last := b.compile(rest[0], production, nil)
			out = append(out, next)
			before = last
			i++
		default:
			written, last := b.compile(x, production, before)
			out = append(out, written)
			if optional(x) {
				last = union(before, last)
			}
			before = last
		}
	}
	return join(out...), before
}

// list is the clauses of a statement: each on its line or behind a space, in the formatter's order.
func (b *builder) list(of string) ebnf.Expression {
	var out ebnf.Sequence
	for _, name := range b.order[of] {
		if !b.can[name] {
			continue
		}
		body := ebnf.Sequence{&ebnf.Name{String: "break"}, &ebnf.Name{String: name}}
		if several[name] {
			out = append(out, &ebnf.Repetition{Body: body})
		} else {
			out = append(out, &ebnf.Option{Body: body})
		}
	}
	return out
}

// join is a sequence of what is there.
func join(es ...ebnf.Expression) ebnf.Expression {
	var out ebnf.Sequence
	for _, e := range es {
		if e == nil {
			continue
		}
		if s, ok := e.(ebnf.Sequence); ok {
			out = append(out, s...)
			continue
		}
		out = append(out, e)
	}
	if len(out) == 1 {
		return out[0]
	}
	return out
}

// simplify joins neighbouring tokens, and opens groups and alternatives that hold one thing.
func simplify(e ebnf.Expression) ebnf.Expression {
	switch e := e.(type) {
	case ebnf.Sequence:
		var flat []ebnf.Expression
		for _, x := range e {
			if s, ok := simplify(x).(ebnf.Sequence); ok {
				flat = append(flat, s...)
			} else {
				flat = append(flat, simplify(x))
			}
		}
		var out ebnf.Sequence
		for _, x := range flat {
			if t, ok := x.(*ebnf.Token); ok && len(out) > 0 {
				if before, ok := out[len(out)-1].(*ebnf.Token); ok {
					out[len(out)-1] = &ebnf.Token{String: before.String + t.String}
					continue
				}
			}
			out = append(out, x)
		}
		if len(out) == 1 {
			return out[0]
		}
		return out
	case ebnf.Alternative:
		var out ebnf.Alternative
		for _, x := range e {
			out = append(out, simplify(x))
		}
		if len(out) == 1 {
			return out[0]
		}
		return out
	case *ebnf.Group:
		return simplify(e.Body)
	case *ebnf.Option:
		return &ebnf.Option{Body: simplify(e.Body)}
	case *ebnf.Repetition:
		return &ebnf.Repetition{Body: simplify(e.Body)}
	}
	return e
}
