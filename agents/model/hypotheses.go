package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/endpoint"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/grammar"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// teaching is the language in as few words as a small model needs.
const teaching = `You write hypotheses about a table, one a line, and nothing else. The four forms:
assoc(exposure, outcome)
diff(outcome, by=groups)
interact(exposure * moderator -> outcome)
heterogeneity(outcome ~ exposure | groups)
A line may end with: controlling for a, b
and then with: because "the mechanism in a few words"
Use only the names of the list of variables. groups must have levels.`

// An exchange that the model is shown before it is asked: a small model answers in a form that it has just used, and hardly ever in one that it
// was only told of: of 29 lines that SmolLM2-135M wrote in eight answers without a grammar none began as a claim, and 18 of 29 with the exchange.
const (
	exampleQuestion = `This round: explore what lies at the edge of what is known
Variables:
- water (numeric) «litres a week»
- height_cm (numeric)
- soil (categorical) levels: sand clay peat
- shaded (binary) levels: no yes
Write 3 different hypotheses, one a line.`
	exampleAnswer = `assoc(water, height_cm) controlling for shaded because "plants grow by water"
diff(height_cm, by=soil) because "soils hold different food"
interact(water * shaded -> height_cm) because "sun makes more of water"`
)

// Hypotheses asks for claims. Lines that are none, or that name what the model was not given, are left out; when none is left the
// model is told why.
func (m *Mind) Hypotheses(ctx context.Context, q mind.Question) ([]mind.Proposal, error) {
	cards := shown(q.Cards)
	if q.Want <= 0 || len(cards) == 0 {
		return nil, ctx.Err()
	}
	var b strings.Builder
	if q.Goal != "" {
		fmt.Fprintf(&b, "Goal: %s\n", quote(q.Goal))
	}
	fmt.Fprintf(&b, "This round: %s\n", modes[q.Mode])
	if q.Theme.Question != "" {
		fmt.Fprintf(&b, "Question: %s\n", quote(q.Theme.Question))
	}
	if q.Theme.Angle != "" {
		fmt.Fprintf(&b, "It would surprise: %s\n", quote(q.Theme.Angle))
	}
	if len(q.Theme.Confounders) > 0 {
		fmt.Fprintf(&b, "May confound: %s\n", quote(strings.Join(q.Theme.Confounders, ", ")))
	}
	list(&b, "Variables", len(cards), func(i int) string { return m.card(cards[i]) })
	list(&b, "Begin from these findings", len(q.Anchors), func(i int) string { return m.finding(&q.Anchors[i]) })
	list(&b, "Known already, not to be repeated", min(len(q.Context), 10), func(i int) string { return m.finding(&q.Context[i]) })
	var retries []string
	for _, r := range q.Retries {
		retries = append(retries, r.Claim+" "+quote(r.Hint))
	}
	retries, rejected := m.told(retries), m.told(q.Rejected)
	list(&b, "Almost found, to be tried in another form", len(retries), func(i int) string { return retries[i] })
	list(&b, "Rejected before", min(len(rejected), 10), func(i int) string { return rejected[len(rejected)-1-i] })
	if len(q.Resting) > 0 {
		fmt.Fprintf(&b, "Leave out for now: %s\n", strings.Join(q.Resting, ", "))
	}
	fmt.Fprintf(&b, "Write %d different hypotheses, one a line.", q.Want)
	request := endpoint.Request{Purpose: "hypotheses", System: teaching + data, User: exampleQuestion,
		Turns: []endpoint.Turn{{Model: true, Text: exampleAnswer}, {Text: b.String()}}, Temperature: temperature(q.Mode),
		MaxTokens: 80 * q.Want, Seed: m.seed(q.Random)}
	if form, err := grammar.Lines(check.Words().Grammar(), m.names(cards)); err == nil {
		request.Grammar = form.GBNF()
	}
	var found []mind.Proposal
	err := m.checked(ctx, request, func(text string) error {
		var why error
		found, why = proposals(text, cards, func(h *ast.Hyp, claim string) bool {
			if slices.ContainsFunc(q.Rejected, func(r string) bool { return strings.HasPrefix(r, claim+": ") }) {
				return true
			}
			if q.Known == nil || len(h.Controls) > 0 || h.Where != nil {
				return false
			}
			retried := slices.ContainsFunc(q.Retries, func(r mind.Retry) bool { return r.Claim == claim })
			return !retried && q.Known.Tried(keyOf(h.Claim))
		})
		if len(found) == 0 {
			return why
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return found[:min(len(found), q.Want)], nil
}

// proposals reads claims out of an answer. Where it is not all in the language its lines are read one by one too, so that a sentence before a claim costs
// nothing. A question that was put before is none, unless rows or controls are new. The error says what was wrong with the first line that is none.
func proposals(text string, cards []mind.Variable, tried func(h *ast.Hyp, claim string) bool) (out []mind.Proposal, why error) {
	given := map[string]bool{}
	for _, c := range cards {
		given[c.Name] = true
	}
	seen := map[string]bool{}
	read := func(text string, line int) (whole bool) {
		answer := source.New("answer", text)
		file, diagnostics := parse.File(answer)
		whole = true
		for _, d := range diagnostics {
			if d.Severity == diag.Error {
				whole = false
				if why == nil {
					why = fmt.Errorf("line %d: %s", line+answer.Position(d.Span.Start).Line, hint(d))
				}
			}
		}
		for _, s := range file.Statements {
			h, ok := s.(*ast.Hyp)
			if !ok || h.Claim == nil {
				continue
			}
			if unknown := ungiven(h, given); unknown != "" {
				if why == nil {
					why = fmt.Errorf("%s is none of the variables, which are %s", quote(unknown), some(cards))
				}
				continue
			}
			if v := twice(h); v != "" {
				if why == nil {
					why = fmt.Errorf("a hypothesis is about different variables, and one of yours has %s twice", quote(v))
				}
				continue
			}
			p := mind.Proposal{Claim: format.ClaimLine(h)}
			if tried(h, p.Claim) {
				if why == nil {
					why = fmt.Errorf("%s was tested before; write about other variables", quote(p.Claim))
				}
				continue
			}
			if h.Because != nil {
				p.Mechanism = oneLine(h.Because.Text)
			}
			if !seen[p.Claim] {
				seen[p.Claim] = true
				out = append(out, p)
			}
		}
		return whole
	}
	if !read(text, 0) {
		for i, line := range strings.SplitN(text, "\n", mostLines+1) {
			if i < mostLines && len(line) <= longestLine && strings.ContainsRune(line, '(') {
				read(line, i)
			}
		}
	}
	if len(out) == 0 && why == nil {
		why = errors.New("it holds no hypothesis")
	}
	return out, why
}

// How many lines of an answer, and of what length, are read one by one.
const (
	mostLines   = 200
	longestLine = 1000
)

// hint is a diagnostic in the words that a model can mend its answer by.
func hint(d diag.Diagnostic) string {
	switch {
	case d.Name == "not-a-statement":
		return d.Message + "; write lines such as assoc(exposure, outcome)"
	case d.Help != "":
		return d.Message + "; " + d.Help
	}
	return d.Message
}

// some is the first names of variables.
func some(cards []mind.Variable) string {
	var names []string
	for _, c := range cards[:min(len(cards), 12)] {
		names = append(names, ast.WriteName(c.Name))
	}
	return strings.Join(names, ", ")
}

// twice is a variable that a claim and its controls name more than once; empty when there is none.
func twice(h *ast.Hyp) string {
	names := slices.Concat(ast.ClaimNames(h.Claim), h.Controls)
	for i, n := range names {
		for _, o := range names[:i] {
			if o.Text == n.Text {
				return n.Text
			}
		}
	}
	return ""
}

// keyOf is the question that a claim puts.
func keyOf(claim ast.Claim) mind.Key {
	switch c := claim.(type) {
	case *ast.Assoc:
		return mind.KeyOf("assoc", c.Outcome.Text, c.Exposure.Text, "", "")
	case *ast.Diff:
		k := mind.KeyOf("diff", c.Outcome.Text, "", "", c.Groups.Text)
		if c.Contrast != nil { // of two groups among others
			k.Template += " of two"
		}
		return k
	case *ast.Interact:
		return mind.KeyOf("interact", c.Outcome.Text, c.Exposure.Text, c.Moderator.Text, "")
	case *ast.Heterogeneity:
		return mind.KeyOf("heterogeneity", c.Outcome.Text, c.Exposure.Text, "", c.Groups.Text)
	}
	return mind.Key{}
}

// ungiven is the first name of a claim that is none of the given variables; empty when there is none.
func ungiven(h *ast.Hyp, given map[string]bool) (unknown string) {
	look := func(n ast.Name) {
		if unknown == "" && !given[n.Text] {
			unknown = n.Text
		}
	}
	for _, n := range ast.ClaimNames(h.Claim) {
		look(n)
	}
	for _, n := range h.Controls {
		look(n)
	}
	ast.Names(h.Where, look)
	return unknown
}
