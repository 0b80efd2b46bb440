package parse

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// claimAt returns the indexes of a statement's claim word, of its opening bracket and of the closing one (-1 when it is
// missing). word is -1 when the statement has no claim.
func claimAt(toks []lexer.Token) (word, opening, closing int) {
	word, opening, closing = -1, -1, -1
	for i := 0; i < len(toks) && i < 4; i++ {
		if isClaimWord(&toks[i]) {
			word = i
			break
		}
	}
	if word < 0 || word+1 >= len(toks) || !isPunct(&toks[word+1], "(") {
		return word, -1, -1
	}
	opening = word + 1
	depth := 0
	for i := opening; i < len(toks); i++ {
		switch {
		case isPunct(&toks[i], "("):
			depth++
		case isPunct(&toks[i], ")"):
			if depth--; depth == 0 {
				return word, opening, i
			}
		}
	}
	return word, opening, -1
}

func inserted(sign string, offset int) lexer.Token {
	return lexer.Token{Type: tokInserted, Value: sign, Pos: lexer.Position{Offset: offset}}
}

// read rewrites what a model is used to write into what the grammar knows: the tail copied into the claim's brackets or
// put into brackets of its own, a comma before a clause, `diff(y by g)`. Notes tell of a reading that might surprise; an
// error is a form that has several meanings, or that is better mended in the text.
func (p *parser) read(toks []lexer.Token) ([]lexer.Token, []diag.Diagnostic, *diag.Diagnostic) {
	at := func(i int) *lexer.Token {
		if i < 0 || i >= len(toks) {
			return &lexer.Token{Type: tokEOF}
		}
		return &toks[i]
	}
	var notes []diag.Diagnostic
	word, opening, closing := claimAt(toks)
	if word < 0 {
		return dropCommas(toks, at), nil, nil
	}
	if opening < 0 {
		return toks, nil, p.withoutBrackets(toks, word)
	}
	if d := p.habit(toks, word, opening, closing); d != nil {
		return toks, nil, d
	}
	if closing > opening+1 {
		claim, inside := strings.ToLower(toks[word].Value), toks[opening+1:closing]
		whole := source.Span{Start: toks[word].Pos.Offset, End: spanOf(toks[closing]).End}
		if claim == "diff" {
			if d := p.groupsOf(toks, opening, closing); d != nil {
				return toks, nil, d
			}
		}
		if !slices.ContainsFunc(inside, func(t lexer.Token) bool { return t.Type == tokIdent && isClauseWord(t.Value) }) || claim != "diff" && !hasTail(toks, opening, closing) {
			if d := p.called(claim, inside, whole); d != nil {
				return toks, nil, d
			}
			if d := p.otherSigns(claim, inside, whole); d != nil {
				return toks, nil, d
			}
		}
	}
	// diff(y by g), diff(y, by g), diff(y by=g)
	if strings.EqualFold(toks[word].Value, "diff") && isName(at(opening+1)) {
		by := opening + 2
		if isPunct(at(by), ",") {
			by++
		}
		comma, equals := by == opening+3, isPunct(at(by+1), "=")
		if isWord(at(by), "by") && (!comma || !equals) && (equals || isName(at(by+1))) {
			y, b := spanOf(toks[opening+1]), spanOf(toks[by])
			var edits []diag.Edit
			if !equals {
				after := source.Span{Start: b.End, End: spanOf(*at(by + 1)).Start}
				edits = append(edits, diag.Edit{Span: after, Text: "="})
				toks = insert(toks, by+1, inserted("=", b.End))
			}
			if !comma {
				edits = append([]diag.Edit{{Span: source.Span{Start: y.End, End: y.End}, Text: ","}}, edits...)
				toks = insert(toks, by, inserted(",", y.End))
			}
			notes = append(notes, diag.New(diag.LooseDiff, p.file, b, "`diff` is read as if it had `, by=`").
				WithFix("write `, by=`", true, edits...))
			_, _, closing = claimAt(toks)
		}
	}
	// assoc(x, y, controlling for z), assoc(x, y [controlling for z])
	if closing >= 0 {
		depth := 0
		for i := opening + 3; i < closing; i++ {
			switch {
			case isPunct(at(i), "("):
				depth++
			case isPunct(at(i), ")"):
				depth--
			}
			if depth == 0 && clauseHead(at, i) {
				j := i
				for j > opening && (isPunct(at(j-1), ",") || isPunct(at(j-1), "[")) {
					j--
				}
				end := inserted(")", spanOf(toks[j-1]).End)
				dropBracket := -1
				if isPunct(at(i-1), "[") {
					if c := matching(toks, i-1, "[", "]"); c >= 0 && c < closing {
						dropBracket = c
					}
				}
				out := make([]lexer.Token, 0, len(toks))
				out = append(append(out, toks[:j]...), end)
				for k := i; k < len(toks); k++ {
					if k != closing && k != dropBracket {
						out = append(out, toks[k])
					}
				}
				toks, closing = out, j
				break
			}
		}
	}
	// [controlling for z] [weights=w], (controlling for z)
	const most = 64 // a statement has fewer clauses
	var drop []int
	for i := closing + 1; closing >= 0 && i < len(toks) && len(drop) < 2*most; i++ {
		a, b := "[", "]"
		if isPunct(at(i), "(") && i == closing+1 {
			a, b = "(", ")"
		}
		if isPunct(at(i), a) && clauseHead(at, i+1) {
			c := matching(toks, i, a, b)
			if c < 0 {
				break
			}
			drop = append(drop, i, c)
		}
	}
	if len(drop) > 0 {
		slices.Sort(drop)
		out := make([]lexer.Token, 0, len(toks))
		for i, t := range toks {
			if len(drop) > 0 && i == drop[0] {
				drop = drop[1:]
				continue
			}
			out = append(out, t)
		}
		toks = out
	}
	return dropCommas(toks, at), notes, nil
}

// hasTail tells whether a clause was copied into the brackets of a claim.
func hasTail(toks []lexer.Token, opening, closing int) bool {
	at := tokenAt(toks)
	for i := opening + 2; i < closing; i++ {
		if clauseHead(at, i) {
			return true
		}
	}
	return false
}

// dropCommas takes away commas in front of a clause.
func dropCommas(toks []lexer.Token, at func(int) *lexer.Token) []lexer.Token {
	for i := 1; i < len(toks); i++ {
		if isPunct(&toks[i], ",") && clauseHead(at, i+1) && (toks[i-1].Type != tokPunct || isPunct(&toks[i-1], ")")) {
			return dropCommasFrom(toks, i)
		}
	}
	return toks
}

func dropCommasFrom(toks []lexer.Token, from int) []lexer.Token {
	out, depth := make([]lexer.Token, 0, len(toks)), 0
	at := func(i int) *lexer.Token {
		if i >= len(toks) {
			return &lexer.Token{Type: tokEOF}
		}
		return &toks[i]
	}
	for i := range toks {
		switch {
		case isPunct(&toks[i], "("):
			depth++
		case isPunct(&toks[i], ")"):
			depth--
		case i >= from && depth == 0 && isPunct(&toks[i], ",") && clauseHead(at, i+1):
			continue
		}
		out = append(out, toks[i])
	}
	return out
}

func insert(toks []lexer.Token, i int, t lexer.Token) []lexer.Token {
	out := make([]lexer.Token, 0, len(toks)+1)
	return append(append(append(out, toks[:i]...), t), toks[i:]...)
}

// matching is the index of the bracket that closes the one at i, or -1.
func matching(toks []lexer.Token, i int, opening, closing string) int {
	depth := 0
	for ; i < len(toks); i++ {
		switch {
		case isPunct(&toks[i], opening):
			depth++
		case isPunct(&toks[i], closing):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// habit recognises formulas and bars inside of `assoc` and `diff`, which are errors with a fix.
func (p *parser) habit(toks []lexer.Token, word, opening, closing int) *diag.Diagnostic {
	claim := strings.ToLower(toks[word].Value)
	if closing < 0 || claim != "assoc" && claim != "diff" {
		return nil
	}
	inside := toks[opening+1 : closing]
	whole := source.Span{Start: toks[word].Pos.Offset, End: spanOf(toks[closing]).End}
	names := func(toks []lexer.Token, separators ...string) []string { // name sep name sep ...
		var out []string
		for i := range toks {
			switch {
			case i%2 == 0 && isName(&toks[i]):
				out = append(out, p.file.Slice(spanOf(toks[i])))
			case i%2 == 1 && (isPunct(&toks[i], separators[0]) || isPunct(&toks[i], separators[len(separators)-1])):
			default:
				return nil
			}
		}
		if len(toks)%2 == 0 {
			return nil
		}
		return out
	}
	if len(inside) > 2 && isName(&inside[0]) && isPunct(&inside[1], "~") {
		y := p.file.Slice(spanOf(inside[0]))
		terms := names(inside[2:], "+")
		d := diag.New(diag.FormulaHabit, p.file, source.Span{Start: inside[0].Pos.Offset, End: spanOf(inside[len(inside)-1]).End},
			"`%s` takes names, not a formula", claim).WithLabel("a formula")
		switch {
		case claim == "diff" && len(terms) == 1:
			d = d.WithHelp("write the outcome, then the groups").
				WithFix("write `diff("+y+", by="+terms[0]+")`", true, diag.Edit{Span: whole, Text: "diff(" + y + ", by=" + terms[0] + ")"})
		case claim == "assoc" && len(terms) > 0:
			text := "assoc(" + terms[0] + ", " + y + ")"
			if len(terms) > 1 {
				text += " controlling for " + strings.Join(terms[1:], ", ")
			}
			d = d.WithHelp("write the exposure, then the outcome, then `controlling for` and the rest").
				WithFix("write `"+text+"`", len(terms) == 1, diag.Edit{Span: whole, Text: text})
		case claim == "assoc" && len(inside) == 5 && isPunct(&inside[3], "*") && isName(&inside[2]) && isName(&inside[4]):
			text := "interact(" + p.file.Slice(spanOf(inside[2])) + " * " + p.file.Slice(spanOf(inside[4])) + " -> " + y + ")"
			d = d.WithHelp("a product of two variables is an interaction").
				WithFix("write `"+text+"`", false, diag.Edit{Span: whole, Text: text})
		case claim == "assoc" && len(inside) == 5 && isPunct(&inside[3], "|") && isName(&inside[2]) && isName(&inside[4]):
			text := "heterogeneity(" + p.file.Slice(whole)[strings.IndexByte(p.file.Slice(whole), '(')+1:]
			d = d.WithHelp("slopes that differ across groups are a claim of their own").
				WithFix("write `"+text+"`", false, diag.Edit{Span: whole, Text: text})
		default:
			d = d.WithHelp("write `assoc(exposure, outcome) controlling for a, b`, with `var` for a term that is computed")
		}
		return &d
	}
	for i := range inside {
		if !isPunct(&inside[i], "|") || i+1 >= len(inside) {
			continue
		}
		groups := names(inside[i+1:], ",", "+")
		if i == 0 || groups == nil {
			return nil
		}
		at := source.Span{Start: inside[i].Pos.Offset, End: spanOf(inside[len(inside)-1]).End}
		head := strings.TrimRight(p.file.Slice(source.Span{Start: whole.Start, End: inside[i].Pos.Offset}), " \t\r\n")
		d := diag.New(diag.ConditioningBar, p.file, at, "`| %s` inside `%s` has two meanings", strings.Join(groups, ", "), claim).
			WithLabel("adjusted for, or separately within").
			WithHelp("to adjust, write `controlling for`; to compare slopes across groups, write `heterogeneity(outcome ~ exposure | groups)`").
			WithFix("adjust for it", false, diag.Edit{Span: whole, Text: head + ") controlling for " + strings.Join(groups, ", ")})
		if x := names(inside[:i], ","); claim == "assoc" && len(x) == 2 && len(groups) == 1 {
			text := "heterogeneity(" + x[1] + " ~ " + x[0] + " | " + groups[0] + ")"
			d = d.WithFix("compare across groups: `"+text+"`", false, diag.Edit{Span: whole, Text: text})
		}
		return &d
	}
	return nil
}

// typographicNote tells once a file of the signs that were read as plain ones.
func (p *parser) typographicNote(toks []lexer.Token) diag.Diagnostic {
	edits := make([]diag.Edit, 0, len(toks))
	for _, t := range toks {
		text := t.Value
		if t.Type == tokString {
			s, err := stringOf(t)
			if err != nil {
				continue
			}
			text = ast.Quote(s.Text)
		}
		if text == "—" {
			continue
		}
		edits = append(edits, diag.Edit{Span: spanOf(t), Text: text})
	}
	d := diag.New(diag.TypographicPunctuation, p.file, spanOf(toks[0]), "typographic signs are read as plain ones")
	if len(toks) > 1 {
		d = d.WithLabel("and %d more", len(toks)-1)
	}
	if len(edits) > 0 {
		d = d.WithFix("write plain signs", true, edits...)
	}
	return d
}
