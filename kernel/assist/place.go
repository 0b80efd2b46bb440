package assist

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/follow"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// place is a cursor in a statement, with what is known around it.
type place struct {
	*Scope
	statement follow.Statement
	typed     typed
	behind    []follow.Token // of the same statement, behind the cursor
	fresh     bool           // at the start of a line
	first     bool           // nothing stands before it in the cell
	sources   map[slot]bool  // slots that are filled already: a name can be an ident or quoted
}

// vocabulary is the checker's words.
var vocabulary = check.Words()

// fill lists what can stand at one place of the grammar.
func (p *place) fill(n follow.Place) []candidate {
	slot := slotOf(n)
	names := n.Class == "ident" && p.typed.quote == "" || n.Class == "quoted" && (p.typed.quote == "`" || p.typed.quote == "")
	texts := n.Class == "string" && p.typed.quote != "`"
	switch slot {
	case contrast, compared, reference:
		switch {
		case texts && p.once(slot):
			return p.levels(slot)
		case names && slot == compared && p.once(amount):
			return p.comparedNames()
		}
		return nil
	case dataFile, catalogFile:
		if texts && p.once(slot) {
			return p.files(slot)
		}
		return nil
	}
	if !names || !p.once(slot) {
		return nil
	}
	switch slot {
	case exposure, outcome, moderator, groups, control, weight, column, declared, operand, amount:
		return p.variables(slot)
	case function, typeName, prediction, measure, quantity, method, estimator:
		return p.vocabulary(slot)
	case dataset:
		out := listed(p.Datasets, "dataset")
		for i := range out {
			out[i].poor = len(out) < 2 // there is nothing to tell apart
		}
		return out
	case family:
		return listed(p.Families, "family")
	case rival:
		return p.hypotheses(p.Hypotheses)
	case ancestor:
		return p.hypotheses(append(slices.Clone(p.Hypotheses), p.Insights...))
	}
	return nil
}

func (p *place) once(s slot) bool {
	done := p.sources[s]
	p.sources[s] = true
	return !done
}

// template is the claim of the statement; empty when it has none.
func (p *place) template() plan.Template {
	for _, t := range p.statement.Tokens {
		if t.Kind == follow.Keyword {
			if _, found := vocabulary.Expects[plan.Template(t.Word())]; found {
				return plan.Template(t.Word())
			}
		}
	}
	return ""
}

// at lists the names that stand in a slot of the statement.
func (p *place) at(slots ...slot) (names []string) {
	for _, t := range p.statement.Tokens {
		if (t.Kind == follow.Ident || t.Kind == follow.Quoted) && slices.Contains(slots, of(t)) {
			names = append(names, nameOf(t))
		}
	}
	return names
}

// filled is the variable in a slot of the claim; nil when it is not there or not known.
func (p *place) filled(s slot) *Variable {
	if names := p.at(s); len(names) > 0 {
		return p.variable(names[0])
	}
	return nil
}

// variables lists names, those that fit the slot first.
func (p *place) variables(slot slot) []candidate {
	used := p.at(exposure, outcome, moderator, groups)
	if slot == control {
		used = append(used, p.at(control)...)
		for _, t := range p.behind {
			if t.Kind == follow.Ident || t.Kind == follow.Quoted {
				used = append(used, nameOf(t))
			}
		}
	}
	template := p.template()
	unweighted := !slices.ContainsFunc(p.Variables, func(v Variable) bool { return v.Weight })
	fits := func(v *Variable) bool {
		switch slot {
		case exposure:
			return v.Claimed() && (template != plan.Interact || v.Slope()) && !slices.Contains(used, v.Name)
		case moderator:
			return v.Claimed() && v.Slope() && !slices.Contains(used, v.Name)
		case outcome:
			return v.Claimed() && v.Outcome() && !slices.Contains(used, v.Name)
		case groups:
			return v.Claimed() && (v.Grouped() || v.Type == "") && !slices.Contains(used, v.Name)
		case control:
			return v.Claimed() && !slices.Contains(used, v.Name)
		case weight:
			return v.Weight || unweighted && v.Type == plan.Numeric
		case amount:
			return v.Amount() || v.Type == plan.Ordinal || v.Type == ""
		case column, declared:
			return !v.Derived
		}
		return true
	}
	var out []candidate
	for i := range p.Variables {
		v := &p.Variables[i]
		if strings.ContainsAny(v.Name, "\r\n\x00") { // nothing can name it
			continue
		}
		out = append(out, candidate{name: v.Name, text: p.typed.write(v.Name), kind: v.kind(), note: v.Label, also: v.Label, poor: !fits(v)})
	}
	if slot == operand && p.typed.quote == "" {
		for _, c := range p.Contexts {
			out = append(out, candidate{name: c.Name, text: ast.WriteName(c.Name), kind: "context", note: c.Note, also: c.Note})
		}
	}
	return out
}

// kind is the variable's type, which says more in a front end's list than that it is a variable.
func (v *Variable) kind() string {
	switch {
	case v.Weight:
		return "weight"
	case v.Type != "":
		return string(v.Type)
	}
	return "variable"
}

// vocabulary lists the words of a slot that fit the claim.
func (p *place) vocabulary(s slot) []candidate {
	var words []string
	switch s {
	case function:
		words = vocabulary.Functions
	case typeName:
		words = vocabulary.Types
	case quantity:
		words = vocabulary.Quantities
	case method:
		words = vocabulary.Methods
	case measure:
		words = vocabulary.Measures
	case estimator:
		words = vocabulary.Estimators
	case prediction:
		if words = vocabulary.Expects[p.template()]; words == nil {
			words = vocabulary.Predictions
		}
	}
	var out []candidate
	for _, w := range words {
		poor := !p.suits(s, w) || s == function && p.leveled() != nil
		out = append(out, candidate{name: w, text: w, kind: vocabularies[s], note: explained(w, vocabularies[s]), poor: poor})
	}
	return out
}

// suits tells whether a measure or an estimator fits the claim as far as names and types say. The checker decides.
func (p *place) suits(s slot, word string) bool {
	template, y := p.template(), p.filled(outcome)
	binary := y == nil || y.Type == "" || y.Type == plan.Binary || y.Type == plan.Categorical
	numeric := y == nil || y.Type != plan.Binary && y.Type != plan.Categorical
	grouped := template == plan.Diff
	if x := p.filled(exposure); x != nil && x.Type == plan.Binary {
		grouped = true
	}
	bare := len(p.at(control, weight)) == 0
	switch {
	case s == measure && (word == "odds" || word == "rr" || word == "rd"):
		return binary
	case s == measure && word == "md":
		return numeric && grouped
	case s == measure && word == "d":
		return grouped || binary
	case s == measure && word == "eta2":
		return template != plan.Interact && len(p.at(groups)) > 0
	case s != estimator:
		return true
	}
	switch plan.Method(word) {
	case plan.UsingPearson, plan.UsingSpearman:
		return template == plan.Assoc && bare && (y == nil || y.Type != plan.Categorical)
	case plan.UsingWelch, plan.UsingMannWhitney, plan.UsingKruskal, plan.UsingANOVA:
		return template == plan.Diff && bare
	case plan.UsingWLS:
		return len(p.at(weight)) > 0
	case plan.UsingLogit:
		return binary && len(p.at(weight)) == 0
	}
	return true
}

// explained is the first sentence of the language reference about a word of a kind.
func explained(word string, kind string) string { return notes()[[2]string{kind, word}] }

var notes = sync.OnceValue(func() map[[2]string]string {
	out := map[[2]string]string{}
	for _, w := range grammar.Language() {
		first, _, _ := strings.Cut(w.What, ". ")
		first = strings.TrimSuffix(first, ".")
		names := append([]string{w.Name, strings.Fields(w.Name)[0]}, strings.Fields(w.Keywords)...)
		for _, name := range names {
			if key := [2]string{w.Kind, name}; out[key] == "" {
				out[key] = first
			}
		}
	}
	return out
})

func listed(list []Named, kind string) (out []candidate) {
	for _, n := range list {
		out = append(out, candidate{name: n.Name, text: n.Name, kind: kind, note: n.Note, also: n.Note})
	}
	return out
}

// hypotheses lists names but the statement's own.
func (p *place) hypotheses(list []Hypothesis) (out []candidate) {
	own := ""
	if t := p.statement.Tokens; len(t) > 1 && t[0].Word() == "hyp" {
		own = t[1].Text
	}
	for _, h := range list {
		if h.Name == own || !ast.IsIdent(h.Name) {
			continue
		}
		note := h.Claim
		if h.Verdict != "" {
			note = h.Verdict + ": " + note
		}
		out = append(out, candidate{name: h.Name, text: h.Name, kind: "hypothesis", note: note, also: h.Claim})
	}
	return out
}

// keywords lists the words that may follow. A word that begins a statement is offered where a line begins; a clause stands once.
func (p *place) keywords() []candidate {
	var begins, goesOn, last []candidate
	used := map[string]bool{}
	for _, t := range p.behind {
		if t.Kind == follow.Ident {
			used[t.Word()] = true
		}
	}
	for _, t := range p.statement.Tokens {
		for _, n := range t.Places {
			if n.Literal != "" && clausal[n.Path[0].Production] {
				used[n.Literal] = true
			}
		}
	}
	for _, n := range p.statement.Next {
		word := n.Literal
		first, _, _ := strings.Cut(word, " ")
		if word == "" || word[0] < 'a' || word[0] > 'z' || first == "true" || first == "false" { // these are levels
			continue
		}
		c := candidate{name: word, text: word, kind: "keyword", note: p.about(first, n)}
		switch in := n.Path[0]; {
		case beginsStatement(n):
			if len(p.statement.Tokens) == 0 || p.fresh {
				begins = append(begins, c)
			}
			continue
		case word == "syntax":
			last = append(last, c)
			continue
		case clausal[in.Production] && used[first]:
			continue
		case in.Production == "HypClause" && word == "on" && len(p.Datasets) < 2:
			continue
		case in.Production == "HypClause" && word == "weights", in.Production == "Diff" && word == "by":
			c.text, c.name = word+"=", word+"="
		}
		goesOn = append(goesOn, c)
	}
	if p.first {
		_, verbs := query.Complete(context.Background(), nil, "", 0)
		for _, v := range verbs {
			last = append(last, candidate{name: v, text: v, kind: "keyword", note: "a query of the insight graph"})
		}
	}
	if p.fresh {
		return slices.Concat(begins, goesOn, last)
	}
	return slices.Concat(goesOn, begins, last)
}

// beginsStatement tells whether a word at a place begins a statement.
func beginsStatement(n follow.Place) bool {
	for _, step := range n.Path {
		if step.Before != "" {
			return false
		}
		if step.Production == "Statement" {
			return true
		}
	}
	return false
}

// clausal are the productions of which a statement takes each word once.
var clausal = map[string]bool{"HypClause": true, "DatasetClause": true, "VarClause": true, "Family": true, "Context": true}

// about is what the reference says of a word at a place.
func (p *place) about(word string, n follow.Place) string {
	for _, kind := range kindsAt(n) {
		if text := explained(word, kind); text != "" {
			return text
		}
	}
	return ""
}

// kindsAt lists the kinds of words, in the language reference, that a word at a place can be of.
func kindsAt(n follow.Place) []string {
	switch in := n.Path[0].Production; in {
	case "HypClause", "Lineage", "Criterion":
		return []string{"clause"}
	case "DatasetClause", "VarClause", "Family", "Context":
		return []string{"declaration clause", "declaration"}
	case "Assoc", "Diff", "Interact", "Heterogeneity":
		return []string{"claim"}
	case "File":
		return []string{"file"}
	case "Dataset", "Var", "Hyp":
		return []string{"declaration"}
	}
	return []string{"expression"}
}
