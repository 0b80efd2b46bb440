package query

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/source"
)

// place is a token of a query that cannot be read, among the others.
type place struct {
	tokens []lexer.Token
	i      int
}

// at is the token k places on; an EOF outside.
func (p place) at(k int) lexer.Token {
	if i := p.i + k; i >= 0 && i < len(p.tokens) {
		return p.tokens[i]
	}
	return lexer.Token{Type: tokEOF}
}

func (p place) word(k int, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return isWord(p.at(k), w) })
}

func (p place) punct(k int, texts ...string) bool {
	t := p.at(k)
	return (t.Type == tokPunct || t.Type == tokInvalid) && slices.Contains(texts, t.Value)
}

// span is the tokens from k to l.
func (p place) span(k, l int) source.Span { return spanOf(p.at(k)).Join(spanOf(p.at(l))) }

// clause is the word that begins the clause of the token: find, where, by, limit, in, ...
func (p place) clause() string {
	for k := -1; p.at(k).Type != tokEOF; k-- {
		if p.word(k, "find", "where", "by", "limit", "as", "of", "from", "via") {
			return strings.ToLower(p.at(k).Value)
		}
	}
	return ""
}

// idiom explains what other query languages write at the place of an error, nil where it is nothing known.
func idiom(tokens []lexer.Token, offset int) *failure {
	i := slices.IndexFunc(tokens, func(t lexer.Token) bool { return t.Pos.Offset >= offset })
	if i < 0 {
		i = len(tokens)
	}
	p := place{tokens, i}
	for _, of := range []func(place) *failure{foreignBeginning, foreignItem, foreignClauseWord, foreignOperator, foreignValue, foreignTest} {
		if f := of(p); f != nil {
			return f
		}
	}
	return nil
}

// foreignBeginning is of words that begin no query.
func foreignBeginning(p place) *failure {
	if p.i > 0 {
		return nil
	}
	t := p.at(0)
	f := fail(spanOf(t), "%s begins no query", describe(t))
	switch {
	case p.word(0, "select"):
		return f.help("the language is not SQL: `select x from insight i where ...` is `find x where i is insight and ...`, and properties are those of a variable: `i.p`").
			fix("replace with `find`", false, spanOf(t), "find")
	case p.word(0, "match"):
		return f.help("the language is not Cypher: `match (i)-[:deepens]->(j) return i` is `find i where i deepens j`").fix("replace with `find`", false, spanOf(t), "find")
	case p.word(0, "show", "describe", "desc", "help", "tables", "schema", "pragma") || p.punct(0, `\`, "?"):
		return f.help("`hyp query --schema` lists the kinds with their properties, and the relations; a query is `find i where i about @ses`")
	case p.word(0, "insert", "update", "delete", "create", "drop", "merge", "set", "alter"):
		return f.help("a graph is only asked: it grows by `hyp run STUDY --graph DIR` and `hyp discover`")
	}
	return nil
}

// foreignItem is of what stands among the items.
func foreignItem(p place) *failure {
	t := p.at(0)
	switch {
	case p.punct(0, "*") && p.word(-1, "find", "distinct"):
		return fail(spanOf(t), "`*` shows nothing").help("name what to show: `find i, i.name, i.effect, i.p where ...`; `hyp query --schema` lists the properties")
	case p.punct(0, "*") && p.punct(-1, "."):
		return fail(spanOf(t), "`*` is no property").help("name what to show: `%s.name, %s.effect, %s.p`", p.at(-2).Value, p.at(-2).Value, p.at(-2).Value)
	case p.punct(0, "*") && p.punct(-1, "(") && p.word(-2, "count"):
		return fail(spanOf(t), "`count` is of a variable, or of the rows").help("rows are counted by `count()`").fix("leave out `*`", true, spanOf(t), "")
	case p.word(-1, "distinct") && (p.word(-2, "find") || p.punct(-2, "(")):
		next := p.at(0).Pos.Offset
		return fail(spanOf(p.at(-1)), "`distinct` does not belong here").help("rows are distinct in any case, and `count(i)` counts each node once").
			fix("leave it out", true, source.Span{Start: p.at(-1).Pos.Offset, End: next}, "")
	case p.word(-1, "top", "first") && t.Type == tokNumber:
		return fail(p.span(-1, 0), "`%s %s` does not belong here", p.at(-1).Value, t.Value).help("the number of rows stands at the end: `order by i.p limit %s`", t.Value)
	case p.word(-2, "as") && p.at(-1).Type == tokIdent && (p.punct(0, ",") || p.word(0, "where", "order", "limit", "from")) && !slices.Contains(Formats, strings.ToLower(p.at(-1).Value)):
		return fail(p.span(-2, -1), "an item has no second name").help("write the item itself again, as in `order by count(i)`")
	case p.word(0, "from") && p.clause() == "find":
		return fail(spanOf(t), "`from` does not belong here").help("a variable says itself what it stands for: `find i:insight`, `find v:variable`")
	}
	return nil
}

// foreignClauseWord is of the clauses of other languages.
func foreignClauseWord(p place) *failure {
	t := p.at(0)
	here := func() *failure { return fail(spanOf(t), "%s does not belong here", describe(t)) }
	switch {
	case p.word(0, "having"):
		return here().help("groups are not filtered: `order by count(i) desc limit 10` shows the largest")
	case p.word(0, "group"):
		return here().help("leave it out: an aggregate groups by the other items: `find v, count(i) where i about v`")
	case p.word(0, "union", "intersect", "except", "minus"):
		return here().help("join the conditions with `or`, `and` or `and not`, or ask two queries with a semicolon between them")
	case p.word(0, "offset"):
		return here().help("`offset` stands behind `limit`: `limit 10 offset 20`")
	case p.word(0, "nulls"):
		return here().help("leave it out: what is missing comes last, in either order")
	case p.punct(0, "-") && p.clause() == "by" && (p.word(-1, "by") || p.punct(-1, ",")):
		return fail(spanOf(t), "an order is not turned by `-`").help("write `desc` behind it: `order by i.effect desc`")
	case p.punct(0, ",") && p.word(-2, "limit") && p.at(1).Type == tokNumber:
		return fail(p.span(-1, 1), "`limit` is one number").help("write `limit %s offset %s`", p.at(1).Value, p.at(-1).Value).
			fix("replace with `"+p.at(1).Value+" offset "+p.at(-1).Value+"`", false, p.span(-1, 1), p.at(1).Value+" offset "+p.at(-1).Value)
	case p.word(-1, "limit") && (p.punct(0, "-") || p.word(0, "all", "none")):
		return expected("a whole number", t).help("without `limit` every row is shown")
	case p.punct(0, "-") && p.punct(1, "-") || p.punct(0, "/") && p.punct(1, "/", "*"):
		return fail(p.span(0, 1), "`%s%s` begins no comment", t.Value, p.at(1).Value).help("a comment goes from `#` to the end of the line")
	}
	return nil
}

// operators are those of other languages and what they are here.
var operators = map[string]string{"&&": "and", "||": "or", "!": "not", "=<": "<=", "=>": ">=", "≤": "<=", "≥": ">=", "≠": "!=", "&": "and", "∧": "and", "∨": "or", "¬": "not"}

// foreignOperator is of operators.
func foreignOperator(p place) *failure {
	from, to := 0, 0
	text := p.at(0).Value
	adjacent := func(k int) bool { return spanOf(p.at(k)).End == spanOf(p.at(k+1)).Start }
	if p.at(0).Type != tokPunct && p.at(0).Type != tokInvalid {
		return nil
	}
	switch pair := text + p.at(1).Value; {
	case adjacent(0) && operators[pair] != "":
		text, to = pair, 1
	case adjacent(-1) && operators[p.at(-1).Value+text] != "":
		text, from = p.at(-1).Value+text, -1
	case adjacent(0) && pair == "->" || p.punct(0, "-") && p.punct(1, "["):
		return fail(p.span(0, 1), "`%s` has no meaning in a query", pair).help("a relation stands between two variables or constants: `i deepens j`, `i about @ses`")
	}
	op := operators[text]
	if op == "" {
		return nil
	}
	at := p.span(from, to)
	f := fail(at, "`%s` has no meaning in a query", text).help("write `%s`", op)
	if op == "and" || op == "or" || op == "not" {
		op = " " + op + " "
	}
	return f.fix("replace with `"+strings.TrimSpace(op)+"`", true, at, op)
}

// foreignValue is of values, lists and ranges.
func foreignValue(p place) *failure {
	t := p.at(0)
	switch {
	case p.punct(0, "%") && p.at(-1).Type == tokNumber:
		return fail(p.span(-1, 0), "there are no percentages").help("a share is a number from 0 to 1, such as 0.05")
	case p.punct(0, ",") && p.at(-1).Type == tokNumber && p.at(1).Type == tokNumber && len(p.at(1).Value) == 3 && p.clause() == "where":
		return fail(p.span(-1, 1), "`%s,%s` is no number", p.at(-1).Value, p.at(1).Value).help("a number has no separators: `%s%s`", p.at(-1).Value, p.at(1).Value).
			fix("leave out the comma", false, spanOf(t), "")
	case p.punct(0, "[") && p.word(-1, "in"):
		return fail(spanOf(t), "a list stands in round brackets").help("a list is `in (3, 4, 5)`, a range with both ends `in 3..5`")
	case p.word(0, "find", "select", "match") && p.punct(-1, "("):
		return fail(spanOf(t), "there are no queries inside queries").help("name what it is about by a second variable and test that: `i deepens j and j.p < 0.1`")
	case p.word(-1, "in") && (t.Type == tokIdent || t.Type == tokConstant) || t.Type == tokConstant && p.punct(-1, "(") && p.word(-2, "in"):
		return fail(spanOf(t), "expected a list or a range behind `in`, found %s", describe(t)).help("nodes are joined by a relation: `i about v`; a list is of values: `i.status in ('supported', 'refuted')`")
	case p.punct(-2, "(") && p.word(-3, "exists") || p.punct(-1, "(") && p.word(-2, "exists"):
		return fail(spanOf(t), "`exists` does not belong here").help("a variable that only the conditions name is looked for: `j deepens i`; that there is none: `not j deepens i`")
	}
	return nil
}

// foreignTest is of conditions that leave something out, or join too much.
func foreignTest(p place) *failure {
	t, before := p.at(0), p.at(-1)
	relation := func(k int) string {
		if r := LookupRelation(strings.ToLower(p.at(k).Value)); r != nil && p.at(k).Type == tokIdent {
			return r.Name
		}
		return ""
	}
	subject, joins := "i", "..."
	for k := -1; p.at(k).Type != tokEOF; k-- {
		if relation(k) != "" || isCompare(p.at(k)) {
			if subject = p.at(k - 1).Value; p.punct(k-2, ".") {
				subject = p.at(k-3).Value + "." + subject
			}
			if joins = p.at(k).Value; isCompare(p.at(k)) {
				joins = "..."
			}
			break
		}
	}
	switch {
	case t.Type == tokString && relation(-1) != "":
		name, err := unquote(t.Value, spanOf(t))
		if err != nil {
			return nil
		}
		return fail(spanOf(t), "expected a variable or a constant behind `%s`, found %s", relation(-1), describe(t)).help("a node is named with `@`, a text is a value").
			fix("replace with `@"+constantText(name)+"`", true, spanOf(t), "@"+constantText(name))
	case relation(-1) != "" && p.punct(0, "("):
		return fail(spanOf(t), "a relation leads to one variable or constant").help("repeat the test: `(%s %s @a or %s %s @b)`", subject, relation(-1), subject, relation(-1))
	case relation(-1) != "" && t.Type == tokConstant && (p.word(-2, "not", "where", "and", "or") || p.punct(-2, "(")):
		return fail(p.span(-1, 0), "`%s` stands between two nodes", relation(-1)).help("say what it is of: `i %s %s`", relation(-1), t.Value)
	case p.punct(0, "|", ",") && before.Type == tokConstant && relation(-2) != "":
		return fail(spanOf(t), "a relation leads to one variable or constant").help("repeat the test: `(%s %s %s or %s %s @b)`", p.at(-3).Value, relation(-2), before.Value, p.at(-3).Value, relation(-2))
	case before.Type == tokConstant && p.word(-2, "and", "or"):
		return fail(spanOf(before), "`%s` alone is no test", before.Value).help("repeat the test: `%s %s %s %s`", p.at(-2).Value, subject, joins, before.Value)
	case isCompare(t) && p.word(-1, "and", "or", "not"):
		return fail(spanOf(t), "what is compared is missing before `%s`", t.Value).help("repeat it: `%s %s %s ...`", p.at(-1).Value, subject, t.Value)
	case before.Type == tokIdent && p.punct(-2, ".") && !isCompare(t) && flagNamed(before.Value):
		return fail(p.span(-3, -1), "`%s.%s` alone is no test", p.at(-3).Value, before.Value).help("write `%s.%s = true`", p.at(-3).Value, before.Value)
	}
	return nil
}

// flagNamed tells whether a property that is true or false has a name.
func flagNamed(name string) bool {
	return slices.ContainsFunc(Kinds, func(k KindSchema) bool { p := k.Kind.Property(name); return p != nil && p.Type == Bool })
}
