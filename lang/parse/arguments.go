package parse

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// This file recognises arguments of a claim that are written as those of a function elsewhere: with names, with columns of a
// table, in another order of signs, with more of them than the claim has.

// roles of an argument by the names that it goes by.
var roles = map[string]string{
	"exposure": "x", "x": "x", "predictor": "x", "treatment": "x", "independent": "x", "iv": "x", "cause": "x", "feature": "x", "a": "x", "var1": "x",
	"outcome": "y", "y": "y", "dependent": "y", "dv": "y", "response": "y", "target": "y", "effect": "y", "b": "y", "var2": "y",
	"by": "g", "group": "g", "groups": "g", "grouping": "g", "group_by": "g", "groupby": "g", "g": "g", "strata": "g", "within": "g",
	"moderator": "z", "z": "z", "mod": "z", "moderated_by": "z",
	"controls": "c", "control": "c", "controlling": "c", "controlling_for": "c", "covariates": "c", "covariate": "c", "adjust": "c", "adjust_for": "c", "adjusting_for": "c", "given": "c", "confounders": "c",
}

// argument is one of a claim: a role or "", and its names.
type argument struct {
	role  string
	names []string
	toks  []lexer.Token
}

// arguments splits what stands in a claim's brackets at its commas; ok is false when one is neither a name, nor a name behind
// another and `=`, nor a list of names in brackets behind it.
func (p *parser) arguments(inside []lexer.Token) (out []argument, ok bool) {
	depth, start := 0, 0
	for i := 0; i <= len(inside); i++ {
		if i < len(inside) {
			switch {
			case isPunct(&inside[i], "(") || isPunct(&inside[i], "["):
				depth++
			case isPunct(&inside[i], ")") || isPunct(&inside[i], "]"):
				depth--
			}
			if depth > 0 || !isPunct(&inside[i], ",") {
				continue
			}
		}
		toks := inside[start:i]
		start = i + 1
		if len(toks) == 0 {
			return nil, false
		}
		a := argument{toks: toks}
		if len(toks) > 2 && toks[0].Type == tokIdent && isPunct(&toks[1], "=") {
			if a.role = roles[strings.ToLower(toks[0].Value)]; a.role == "" {
				return nil, false
			}
			toks = toks[2:]
		}
		text := p.file.Slice(tokensSpan(toks))
		if list := len(toks) > 2 && (isPunct(&toks[0], "[") || isPunct(&toks[0], "(")); list {
			text = text[1 : len(text)-1]
		}
		for _, part := range strings.Split(text, ",") {
			name, plain := plainName(strings.Trim(strings.TrimSpace(part), doubleQuotes+singleQuotes))
			if !plain {
				return nil, false
			}
			a.names = append(a.names, name)
		}
		out = append(out, a)
	}
	return out, true
}

// called explains a claim whose arguments are those of a function: nil when they are as they should be, or not understood.
func (p *parser) called(claim string, inside []lexer.Token, whole source.Span) *diag.Diagnostic {
	args, ok := p.arguments(inside)
	if !ok || len(args) < 2 {
		return nil
	}
	named := slices.ContainsFunc(args, func(a argument) bool { return a.role != "" })
	if claim == "diff" && len(args) == 2 && args[0].role == "" && isWord(&args[1].toks[0], "by") {
		named = false // its own form
	}
	foreign := slices.ContainsFunc(args, func(a argument) bool {
		t := a.toks[len(a.toks)-1]
		return len(a.toks) > 1 && a.role == "" && (isPunct(&t, "]") || isPunct(&t, ")"))
	})
	most := map[string]int{"assoc": 2, "diff": 2, "interact": 3, "heterogeneity": 3}[claim]
	if !named && !foreign && len(args) <= most || !named && !foreign && claim != "assoc" {
		return nil
	}
	got := map[string][]string{}
	place := map[string][]string{"assoc": {"x", "y"}, "diff": {"y", "g"}, "interact": {"x", "z", "y"}, "heterogeneity": {"y", "x", "g"}}[claim]
	for i, a := range args {
		role := a.role
		switch {
		case claim == "diff" && role == "x" || claim == "diff" && role == "z":
			role = "g"
		case claim == "interact" && role == "g":
			role = "z"
		case claim == "heterogeneity" && role == "z":
			role = "g"
		case role == "" && i < len(place):
			role = place[i]
		case role == "":
			role = "c"
		}
		if role != "c" && (len(got[role]) > 0 || len(a.names) > 1) {
			return nil
		}
		got[role] = append(got[role], a.names...)
	}
	one := func(role string) string { return strings.Join(got[role], "") }
	for _, role := range place {
		if one(role) == "" {
			return nil
		}
	}
	if claim == "assoc" && (len(got["g"]) > 0 || len(got["z"]) > 0) {
		return nil
	}
	text := map[string]string{
		"assoc": "assoc(" + one("x") + ", " + one("y") + ")", "diff": "diff(" + one("y") + ", by=" + one("g") + ")",
		"interact": "interact(" + one("x") + " * " + one("z") + " -> " + one("y") + ")", "heterogeneity": "heterogeneity(" + one("y") + " ~ " + one("x") + " | " + one("g") + ")",
	}[claim]
	if len(got["c"]) > 0 {
		text += " controlling for " + strings.Join(got["c"], ", ")
	}
	at := tokensSpan(inside)
	d := diag.New(diag.FormulaHabit, p.file, at, "`%s` takes its names by place", claim)
	switch {
	case !named && foreign:
		d.Message = "`" + claim + "` takes the names of columns, without their table"
	case !named:
		d = diag.New(diag.FormulaHabit, p.file, at, "`assoc` takes two names, found %d", len(args))
	}
	d = d.WithLabel("arguments of a function").WithHelp("write `%s`; what is adjusted for stands in a clause of its own, `controlling for`", forms[claim]).
		WithFix("write `"+text+"`", false, diag.Edit{Span: whole, Text: text})
	return &d
}

// otherSigns explains a claim with the right names and the signs of another: assoc(x -> y), heterogeneity(x, y | g).
func (p *parser) otherSigns(claim string, inside []lexer.Token, whole source.Span) *diag.Diagnostic {
	var shape strings.Builder
	var names []string
	for i := range inside {
		t := &inside[i]
		switch {
		case isName(t) && !(len(names) > 0 && slices.Contains([]string{"and", "vs", "versus", "with", "by", "x", "on", "of"}, strings.ToLower(t.Value)) && i > 0 && isName(&inside[i-1])):
			names = append(names, p.file.Slice(spanOf(*t)))
			shape.WriteByte('n')
		case isName(t):
			shape.WriteByte('w')
		case t.Type == tokPunct:
			shape.WriteString(t.Value)
		default:
			return nil
		}
	}
	text, safe := "", false
	switch s := shape.String(); claim {
	case "assoc":
		if s == "n->n" || s == "nwn" || s == "n*n" || s == "n:n" || s == "n/n" {
			text, safe = "assoc("+names[0]+", "+names[1]+")", s == "n->n"
		}
	case "interact":
		switch s {
		case "n:n->n", "nwn->n", "n*n~n":
			text = "interact(" + names[0] + " * " + names[1] + " -> " + names[2] + ")"
		case "n~n*n", "n~n:n":
			text = "interact(" + names[1] + " * " + names[2] + " -> " + names[0] + ")"
		}
	case "heterogeneity":
		switch s {
		case "n,n|n", "n->n|n", "n,n,n":
			text = "heterogeneity(" + names[1] + " ~ " + names[0] + " | " + names[2] + ")"
		case "n~n,w=n", "n~n,nn", "n~nwn", "n~n,n=n", "n~n,n":
			text = "heterogeneity(" + names[0] + " ~ " + names[1] + " | " + names[len(names)-1] + ")"
		case "n~n*n":
			text = "heterogeneity(" + names[0] + " ~ " + names[1] + " | " + names[2] + ")"
		}
	}
	if text == "" {
		return nil
	}
	d := diag.New(diag.ExpectedToken, p.file, tokensSpan(inside), "`%s` has other signs between its names", claim).
		WithHelp("write `%s`", forms[claim]).WithFix("write `"+text+"`", safe, diag.Edit{Span: whole, Text: text})
	return &d
}

// groupsOf explains the groups of `diff` that are not behind `by=`, and a contrast that is not behind a colon.
func (p *parser) groupsOf(toks []lexer.Token, opening, closing int) *diag.Diagnostic {
	at := tokenAt(toks)
	i := opening + 2 // the comma behind the outcome
	if !isPunct(at(i), ",") || !isName(at(opening+1)) {
		return nil
	}
	if word := at(i + 1); word.Type == tokIdent && !isWord(word, "by") && roles[strings.ToLower(word.Value)] == "g" && isPunct(at(i+2), "=") && isName(at(i+3)) {
		d := diag.New(diag.ExpectedToken, p.file, spanOf(*word), "the groups stand behind `by=`, not behind `%s=`", word.Value).
			WithFix("replace with `by`", true, diag.Edit{Span: spanOf(*word), Text: "by"})
		return &d
	}
	if !isWord(at(i+1), "by") || !isPunct(at(i+2), "=") || !isName(at(i+3)) {
		return nil
	}
	sign := at(i + 4)
	versus := func(j int) bool {
		return isWord(at(j), "vs") || isWord(at(j), "versus") || isWord(at(j), "against") || isWord(at(j), "minus")
	}
	level := func(j int) bool { return at(j).Type == tokString || at(j).Type == tokNumber || at(j).Type == tokIdent }
	switch {
	case (isPunct(sign, ",") || isPunct(sign, "=")) && level(i+5) && versus(i+6):
		d := diag.New(diag.ExpectedToken, p.file, spanOf(*sign), "a contrast stands behind a colon, found `%s`", sign.Value).
			WithHelp("write `%s`", forms["diff"]).WithFix("replace with `:`", true, diag.Edit{Span: spanOf(*sign), Text: ":"})
		return &d
	case (isPunct(sign, "(") || isPunct(sign, "[")) && level(i+5) && versus(i+6):
		end := matching(toks, i+4, sign.Value, map[string]string{"(": ")", "[": "]"}[sign.Value])
		if end < 0 || end >= closing {
			return nil
		}
		d := diag.New(diag.ExpectedToken, p.file, spanOf(*sign), "a contrast stands behind a colon, without brackets").
			WithHelp("write `%s`", forms["diff"]).
			WithFix("write the colon", true, diag.Edit{Span: source.Span{Start: spanOf(*at(i + 3)).End, End: spanOf(*sign).End}, Text: ": "}, diag.Edit{Span: spanOf(toks[end])})
		return &d
	}
	for j := i + 4; j+1 < closing; j++ { // vs.
		if versus(j) && isPunct(at(j+1), ".") {
			d := diag.New(diag.ExpectedToken, p.file, spanOf(*at(j + 1)), "`vs` takes no full stop").
				WithFix("delete it", true, diag.Edit{Span: spanOf(*at(j + 1))})
			return &d
		}
	}
	return nil
}

// withoutBrackets explains a claim whose brackets are missing, or of another kind.
func (p *parser) withoutBrackets(toks []lexer.Token, word int) *diag.Diagnostic {
	at := tokenAt(toks)
	claim := strings.ToLower(toks[word].Value)
	open := at(word + 1)
	if isPunct(open, "[") || open.Type == tokInvalid && open.Value == "{" {
		closing := map[string]string{"[": "]", "{": "}"}[open.Value]
		for j := word + 2; j < len(toks); j++ {
			if toks[j].Value != closing {
				continue
			}
			d := diag.New(diag.ExpectedToken, p.file, spanOf(*open), "expected `(` after `%s`, found `%s`", toks[word].Value, open.Value).
				WithHelp("write `%s`", forms[claim]).
				WithFix("write round brackets", true, diag.Edit{Span: spanOf(*open), Text: "("}, diag.Edit{Span: spanOf(toks[j]), Text: ")"})
			return &d
		}
	}
	if claim == "assoc" && isName(open) && isPunct(at(word+2), ",") && isName(at(word+3)) && (at(word+4).Type == tokEOF || at(word+4).Pos.Line > open.Pos.Line || clauseHead(at, word+4)) {
		begin, end := spanOf(toks[word]).End, spanOf(*at(word + 3)).End
		d := diag.New(diag.ExpectedToken, p.file, spanOf(*open), "expected `(` after `%s`, found %s", toks[word].Value, describe(*open)).
			WithHelp("write `%s`", forms[claim]).
			WithFix("put the names into brackets", false, diag.Edit{Span: source.Span{Start: begin, End: spanOf(*open).Start}, Text: "("}, diag.Edit{Span: source.Span{Start: end, End: end}, Text: ")"})
		return &d
	}
	return nil
}

// escaped explains a name with Markdown's backslashes: bill\_length.
func escaped(text string) (string, bool) {
	plain := strings.ReplaceAll(text, `\_`, "_")
	return plain, plain != text && ast.IsIdent(plain)
}
