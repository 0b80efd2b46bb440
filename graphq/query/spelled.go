package query

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/diag"
)

// absent tells of `missing`, and of what other languages call it.
func absent(t lexer.Token) bool { return isWord(t, "missing") || isWord(t, "null") }

// unknownWord explains a word between two operands that is neither a comparison nor a relation.
func unknownWord(n name) *failure {
	f := &failure{diag.New(diag.UnknownRelation, nil, n.at, "`%s` is not a relation", clip(n.text))}
	if op := spelledOut[n.text]; op != "" {
		return f.help("write `%s`", op).fix("replace with `"+op+"`", true, n.at, op)
	}
	if best := diag.Suggest(n.text, RelationNames()); len(best) > 0 {
		return f.help("did you mean `%s`?", best[0]).fix("replace with `"+best[0]+"`", true, n.at, best[0])
	}
	return f.help("the relations are %s", strings.Join(RelationNames(), ", "))
}

var spelledOut = map[string]string{"eq": "=", "equals": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "above": ">", "below": "<"}

// spelled explains the operators of other languages that are words.
func (p *condParser) spelled(left operand) *failure {
	t := *p.lex.Peek()
	switch {
	case isWord(t, "between"):
		f := &failure{diag.New(diag.UnknownRelation, nil, spanOf(t), "`between` is not a relation")}
		from := p.lex.MakeCheckpoint()
		defer p.lex.LoadCheckpoint(from)
		p.lex.Next()
		low, err := literalOf(p.lex)
		if between := *p.lex.Peek(); err == nil && (isWord(between, "and") || isPunct(between, "..") || isPunct(between, ",")) {
			p.lex.Next()
			if high, err := literalOf(p.lex); err == nil {
				in := "in " + low.String() + ".." + high.String()
				return f.help("write `%s %s`", left, in).fix("replace with `"+in+"`", true, spanOf(t).Join(high.at), in)
			}
		}
		return f.help("a range with both ends is `%s in 0.1..0.3`", left)
	case isWord(t, "like"), isWord(t, "ilike"), isWord(t, "contains"), isWord(t, "starts"), isWord(t, "matches"), isWord(t, "regexp"), isWord(t, "rlike"):
		f := &failure{diag.New(diag.UnknownRelation, nil, spanOf(t), "`%s` is not a relation", clip(t.Value))}
		return f.help("there are no patterns: `=` and `in ('a', 'b')` find whole texts, `i similar to \"words\" above 0.3` finds a text by its words")
	}
	return nil
}
