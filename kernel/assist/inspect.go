package assist

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/compiler/explain"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/lang/follow"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// Inspect explains what stands at the byte offset cursor of a cell: a variable, a hypothesis with its last result, a word at its
// place, a code of a diagnostic or a rule, a name of the query language, a magic. Within brackets and behind a clause where
// nothing stands yet it explains the claim or the clause. It is nil when nothing is known there.
func Inspect(s *Scope, code string, cursor int, detail bool) serve.Bundle {
	cursor = at(code, cursor)
	r := regionAt(s, code, cursor)
	var cards []card
	switch r.language {
	case studies:
		cards = s.inspectStudy(r.text, cursor, detail)
	case queries:
		cards = s.inspectQuery(r.text, cursor, detail)
	case commands:
		cards = s.inspectCommand(r, cursor, detail)
	}
	return bundle(cards)
}

func (s *Scope) inspectStudy(code string, cursor int, detail bool) []card {
	tokens := follow.Tokens(code)
	i := slices.IndexFunc(tokens, func(t follow.Token) bool { return t.At.Start <= cursor && cursor <= t.At.End })
	if i >= 0 && i+1 < len(tokens) && tokens[i+1].At.Start == cursor && tokens[i].At.End == cursor && tokens[i+1].Kind != follow.Sign {
		i++ // between two tokens the second counts, as under a text cursor
	}
	with := s.with(declaredIn(code))
	if i >= 0 && tokens[i].Kind == follow.Comment {
		return topics(wordAt(code, cursor), nil, detail)
	}
	if i >= 0 && tokens[i].Kind != follow.Sign {
		statement := follow.Last(tokens[:i+1])
		if n := len(statement.Tokens); n > 0 {
			last := statement.Tokens[n-1]
			if cards := with.explain(last, detail); cards != nil {
				return cards
			}
			before := place{Scope: with, statement: follow.Statement{Tokens: statement.Tokens[:n-1]}}
			if v := before.withLevels(of(last)); v != nil {
				return []card{v.card()}
			}
		}
		if tokens[i].Kind == follow.Ident || tokens[i].Kind == follow.Keyword {
			if cards := topics(tokens[i].Text, nil, detail); cards != nil {
				return cards
			}
		}
		if tokens[i].Kind == follow.Ident || tokens[i].Kind == follow.Quoted { // a name by itself, where no statement has begun
			return with.named(nameOf(tokens[i]), free)
		}
	}
	return with.around(tokens, cursor, detail)
}

// explain makes the cards of a token at its place in a statement.
func (s *Scope) explain(t follow.Token, detail bool) []card {
	for _, n := range t.Places {
		if n.Literal != "" {
			if cards := topics(n.Literal, kindsAt(n), detail); cards != nil {
				return cards
			}
			continue
		}
		sl := slotOf(n)
		if kind := vocabularies[sl]; kind != "" {
			if sl == function && s.variable(nameOf(t)) != nil && len(t.Places) > 1 {
				continue // a name that is not called
			}
			if cards := topics(t.Word(), []string{kind}, detail); cards != nil {
				return cards
			}
			continue
		}
		if cards := s.named(nameOf(t), sl); cards != nil && (t.Kind == follow.Ident || t.Kind == follow.Quoted) {
			return cards
		}
	}
	return nil
}

// around explains the claim, or the clause, that a cursor on no word is in.
func (s *Scope) around(tokens []follow.Token, cursor int, detail bool) []card {
	before := tokens[:0:0]
	for _, t := range tokens {
		if t.At.Start < cursor && t.Kind != follow.Comment {
			before = append(before, t)
		}
	}
	statement := follow.Last(before)
	for i := len(statement.Tokens) - 1; i >= 0; i-- {
		t := statement.Tokens[i]
		for _, n := range t.Places {
			if n.Literal == "" || n.Literal[0] < 'a' || n.Literal[0] > 'z' {
				continue
			}
			switch kinds := kindsAt(n); kinds[0] {
			case "clause", "declaration clause", "claim", "declaration":
				if cards := topics(n.Literal, kinds, detail); cards != nil {
					return cards
				}
			}
		}
	}
	return nil
}

// topics makes cards of the explanations of a word, those of the kinds when there are any.
func topics(word string, kinds []string, detail bool) (out []card) {
	if word == "" {
		return nil
	}
	found := explain.Find(word)
	for _, kind := range kinds {
		if of := slices.DeleteFunc(slices.Clone(found), func(t explain.Topic) bool { return t.Kind != kind }); len(of) > 0 {
			found = of
			break
		}
	}
	for _, t := range found {
		out = append(out, cardOf(t, detail))
	}
	return out
}

// named makes the card of a name of the study; the slot tells apart what may bear one name.
func (s *Scope) named(name string, sl slot) []card {
	is := func(slots ...slot) bool { return slices.Contains(slots, sl) }
	switch {
	case is(rival, ancestor):
		if h := s.hypothesis(name); h != nil {
			return []card{h.card()}
		}
	case is(family):
		if n := named(s.Families, name); n != nil {
			return []card{n.card("family")}
		}
	case is(dataset):
		if n := named(s.Datasets, name); n != nil {
			return []card{n.card("data set")}
		}
	default:
		if n := named(s.Contexts, name); n != nil && s.variable(name) == nil {
			return []card{n.card("context")}
		}
		if v := s.variable(name); v != nil {
			return []card{v.card()}
		}
		if sl != free {
			return nil
		}
		if h := s.hypothesis(name); h != nil { // where it is declared
			return []card{h.card()}
		}
		if n := named(s.Families, name); n != nil {
			return []card{n.card("family")}
		}
		if n := named(s.Datasets, name); n != nil {
			return []card{n.card("data set")}
		}
	}
	return nil
}

func (n *Named) card(kind string) card {
	c := card{name: n.Name, kind: kind}
	if !strings.Contains(n.Facts, n.Note) {
		c.say(n.Note)
	}
	c.say(n.Facts)
	if kind == "data set" {
		c.say("`%data` shows its columns: their types, values and what is missing.")
	}
	return c
}

func (h *Hypothesis) card() card {
	c := card{name: h.Name, kind: "hypothesis"}
	c.show("Claim", h.Claim)
	switch {
	case h.Finding != "":
		c.say(h.Finding)
	case h.Verdict == "":
		c.say("It has not been run.")
	}
	if h.Verdict != "" {
		c.parts = append(c.parts, part{title: "Verdict", text: h.Verdict})
	}
	return c
}

// card is what is known of a variable.
func (v *Variable) card() card {
	kind := "variable"
	if v.Type != "" {
		kind = string(v.Type) + " variable"
	}
	if v.Weight {
		kind += ", a weight"
	}
	if v.Unit != "" {
		kind += ", in " + v.Unit
	}
	c := card{name: v.Name, kind: kind}
	c.say(v.Label)
	const most = 30
	var rows [][2]string
	levels := v.Levels
	if truth(levels) {
		levels, rows = nil, [][2]string{{"false", "also written 0"}, {"true", "also written 1"}}
	}
	for i, l := range levels {
		if i == most {
			rows = append(rows, [2]string{"...", strconv.Itoa(len(v.Levels)-most) + " more"})
			break
		}
		label := l.Label
		if label == l.Code {
			label = ""
		}
		rows = append(rows, [2]string{grammar.Level(l.Code), label})
	}
	if rows != nil {
		c.parts = append(c.parts, part{text: "Levels:"}, part{rows: rows})
	}
	if v.Count != nil {
		rows, missing := v.Count()
		text := strconv.Itoa(rows) + " rows, none missing"
		if missing > 0 {
			text = strconv.Itoa(rows) + " rows, " + strconv.Itoa(missing) + " missing (" + strconv.FormatFloat(100*float64(missing)/float64(max(rows, 1)), 'f', 1, 64) + "%)"
		}
		c.say(text)
	}
	if v.Dataset != "" {
		c.parts = append(c.parts, part{title: "Data set", text: v.Dataset})
	}
	if v.From != "" {
		c.parts = append(c.parts, part{title: "Described by", text: v.From})
	}
	return c
}

// truth tells whether levels are the ways to write the two values of a condition.
func truth(levels []plan.Level) bool {
	ways := []string{"0", "1", "false", "true"}
	return slices.EqualFunc(levels, ways, func(l plan.Level, way string) bool { return l.Code == way })
}

// inspectQuery explains a name of the query language, or a constant.
func (s *Scope) inspectQuery(code string, cursor int, detail bool) []card {
	start, end := wordBounds(code, cursor)
	word := code[start:end]
	before := ""
	if start > 0 {
		before = code[start-1 : start]
	}
	if before == "@" {
		if h := s.hypothesis(word); h != nil {
			return []card{h.card()}
		}
		return s.named(word, operand)
	}
	if before == "." {
		return propertyCards(word)
	}
	lower := strings.ToLower(word)
	if r := query.LookupRelation(lower); r != nil {
		c := card{name: r.Name, kind: "relation"}
		c.say(r.Doc)
		c.say("from " + kindList(r.From) + " to " + kindList(r.To))
		return []card{c}
	}
	if k := query.LookupKind(lower).Schema(); k != nil {
		c := card{name: k.Name, kind: "kind of node"}
		c.say(k.Doc)
		var rows [][2]string
		for i := range k.Properties {
			rows = append(rows, [2]string{k.Properties[i].Name, k.Properties[i].Doc})
		}
		c.parts = append(c.parts, part{text: "Properties:"}, part{rows: rows})
		return []card{c}
	}
	return topics(wordAt(code, cursor), nil, detail)
}

func propertyCards(name string) []card {
	var order []query.Property
	of := map[string][]string{}
	for i := range query.Kinds {
		if p := query.Kinds[i].Kind.Property(strings.ToLower(name)); p != nil {
			if of[p.Doc] == nil {
				order = append(order, *p)
			}
			of[p.Doc] = append(of[p.Doc], query.Kinds[i].Name)
		}
	}
	var out []card
	for _, p := range order {
		c := card{name: p.Name, kind: p.Type.String() + " of " + strings.Join(of[p.Doc], ", ")}
		c.say(p.Doc)
		if p.Values != nil {
			c.say("one of " + strings.Join(p.Values, ", "))
		}
		out = append(out, c)
	}
	return out
}

func kindList(kinds []query.Kind) string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.String())
	}
	return strings.Join(names, " or ")
}

// inspectCommand explains a magic, or what stands behind it.
func (s *Scope) inspectCommand(r region, cursor int, detail bool) []card {
	name, rest := magicName(r.text[r.start:])
	if cursor >= r.start+rest && r.start+rest < len(r.text) {
		word := wordAt(r.text, cursor)
		if cards := s.named(word, free); cards != nil {
			return cards
		}
		if m := find(s.Magics, func(m Magic) bool { return m.Name == word }); m != nil {
			return []card{m.card()}
		}
		if cards := topics(word, nil, detail); cards != nil {
			return cards
		}
	}
	if r.magic == nil || name == "" {
		return nil
	}
	return []card{r.magic.card()}
}

func (m *Magic) card() card {
	c := card{name: "%" + m.Name, kind: "magic"}
	if m.Cell {
		c.name = "%" + c.name
	}
	c.say(m.What)
	c.show("Form", m.Form)
	if len(m.Words) > 0 {
		c.parts = append(c.parts, part{title: "Options", text: strings.Join(m.Words, " ")})
	}
	return c
}

// wordBounds is where a word of letters, digits, _ and - around a cursor begins and ends.
func wordBounds(code string, cursor int) (start, end int) {
	in := func(b byte) bool {
		return b == '_' || b == '-' || b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z' || b >= 0x80
	}
	start, end = cursor, cursor
	for start > 0 && in(code[start-1]) {
		start--
	}
	for end < len(code) && in(code[end]) {
		end++
	}
	return start, end
}

func wordAt(code string, cursor int) string {
	start, end := wordBounds(code, cursor)
	return strings.Trim(code[start:end], "-")
}
