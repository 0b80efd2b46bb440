package lint

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
)

var frozenByContext = &Rule{
	Code: "HL104", Name: "frozen-by-context", Level: Error, Needs: Text | Data,
	Doc: Doc{
		What: "The condition leaves a variable of the claim with one value.",
		Why:  "what does not vary cannot be related to anything; no estimate exists",
		Example: `var sex categorical levels (1 "Male", 2 "Female") ref 1
context women = sex = 2
hyp H1: diff(pay, by=sex) where women
`,
		Instead: `var sex categorical levels (1 "Male", 2 "Female") ref 1
context women = sex = 2
hyp H1: diff(pay, by=region) where women
`,
		Ignore: "never: the hypothesis has no answer. With --data the rows are counted too.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			if h.Node.Where == nil {
				continue
			}
			said := false
			for _, n := range append([]ast.Name{h.Outcome}, h.Tested...) {
				if value, ok := p.frozen(h, n.Text); ok {
					p.report(p.at(h.Subject(), h.Node.Where.Span(), "the context leaves `%s` with one value", n.Text).
						WithLabel("`%s` is %s here", n.Text, value).
						WithRelated(p.Source, n.At, "part of the claim"))
					said = true
				}
			}
			if said || !p.withData {
				continue
			}
			if _, refusal := p.bind(h); refusal != nil && (refusal.Code == engine.ZeroVariance || refusal.Code == engine.SingleGroup) {
				p.report(p.at(h.Subject(), h.Node.Where.Span(), "the context leaves a variable of the claim with one value").
					WithLabel("in these rows").WithHelp("%s", refusal.Message))
			}
		}
	},
}

var selectsOnOutcome = &Rule{
	Code: "HL105", Name: "selects-on-outcome", Level: Warn, Needs: Text,
	Doc: Doc{
		What: "Rows are chosen by the outcome. Asking that it is present (`is not missing`) does not count.",
		Why:  "rows that are chosen by the outcome have less of its variation, and slopes come out too small, or of the wrong sign",
		Example: `hyp H1: assoc(school, pay) where pay > 0
`,
		Instead: `hyp H1: assoc(school, pay) where age > 30 and pay is not missing
`,
		Ignore: "the condition drops values that are no amounts (a code for no answer); better, declare them `missing`.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			if h.Node.Where == nil {
				continue
			}
			y := p.variable(h.Dataset, h.Outcome.Text)
			for _, c := range p.conjuncts(h) {
				if _, presence := c.expr.(*ast.Missing); presence {
					continue
				}
				var by string
				ast.Names(c.expr, func(n ast.Name) {
					for _, column := range p.variable(h.Dataset, n.Text).columns {
						if slices.Contains(y.columns, column) {
							by = n.Text
						}
					}
				})
				if by == "" {
					continue
				}
				if _, one := p.frozen(h, h.Outcome.Text); one {
					break // frozen-by-context says more
				}
				p.report(p.at(h.Subject(), h.Node.Where.Span(), "rows are chosen by the outcome").
					WithLabel("`%s` looks at `%s`", c.text, h.Outcome.Text).
					WithRelated(p.Source, h.Outcome.At, "the outcome"))
				break
			}
		}
	},
}

var redundantControl = &Rule{
	Code: "HL106", Name: "redundant-control", Level: Warn, Needs: Text,
	Doc: Doc{
		What: "A control adds nothing: the condition leaves it one value, or it is a sum or multiple of a variable that is in the model.",
		Why:  "a column that is constant or a copy of another takes no part in the estimate, and a reader believes that something was adjusted for",
		Example: `var sex binary levels (1 "Male", 2 "Female") ref 1
hyp H1: assoc(school, pay) controlling for age, sex where sex = 2
`,
		Instead: `var sex binary levels (1 "Male", 2 "Female") ref 1
hyp H1: assoc(school, pay) controlling for age where sex = 2
`,
		Fixed: `var sex binary levels (1 "Male", 2 "Female") ref 1
hyp H1: assoc(school, pay) controlling for age where sex = 2
`,
		Ignore: "the lines of a series are to have the same controls.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			for i, c := range h.Node.Controls {
				d := p.at(h.Subject(), c.At, "`%s` is already in the model", c.Text).
					WithFix("delete the control", false, p.deleteControl(h, i))
				if value, ok := p.frozen(h, c.Text); ok {
					p.report(d.WithLabel("`where` leaves it one value, %s", value))
				} else if of := p.multipleOf(h, c, i); of != "" {
					p.report(d.WithLabel("a multiple of `%s`", of))
				}
			}
		}
	},
}

// multipleOf finds the variable of the model that a control is a linear function of: `age / 10`, `2 * age + 1`.
func (p *Pass) multipleOf(h *Hyp, c ast.Name, place int) string {
	v := p.variable(h.Dataset, c.Text)
	base := v.column
	if v.decl != nil && v.decl.Expr != nil && v.column == "" {
		base = p.linearIn(h, v.decl.Expr)
	}
	if base == "" {
		return ""
	}
	others := slices.Concat(h.Tested, h.Node.Controls[:place])
	for _, o := range others {
		w := p.variable(h.Dataset, o.Text)
		if o.Text == c.Text || w.column != "" && v.column != "" {
			continue // the same column under two names is an error of the checker
		}
		if w.column == base {
			return o.Text
		}
		if w.column == "" && w.decl != nil && w.decl.Expr != nil && p.linearIn(h, w.decl.Expr) == base {
			return o.Text
		}
	}
	return ""
}

// linearIn is the one column that an expression is a linear function of; empty when it is none.
func (p *Pass) linearIn(h *Hyp, e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ref:
		return p.variable(h.Dataset, e.Name.Text).column
	case *ast.Neg:
		return p.linearIn(h, e.X)
	case *ast.Arith:
		if number(e.Y) {
			return p.linearIn(h, e.X)
		}
		if number(e.X) && e.Op != '/' {
			return p.linearIn(h, e.Y)
		}
	}
	return ""
}

func number(e ast.Expr) bool {
	lit, ok := e.(*ast.Lit)
	return ok && lit.Literal.Kind == ast.NumberLiteral
}

var ignoredWeights = &Rule{
	Code: "HL110", Name: "ignored-weights", Level: Warn, Needs: Text,
	Doc: Doc{
		What: "The data declare weights (`weights` of the data set, or the catalog's), and the claim uses none.",
		Why:  "in a sample with unequal chances of selection, unweighted numbers describe the sample and not the people it stands for",
		Example: `dataset d from "table.csv" weights W
hyp H1: assoc(school, pay)
`,
		Instead: `dataset d from "table.csv" weights W
hyp H1: assoc(school, pay) weights=W
`,
		Fixed: `dataset d from "table.csv" weights W
hyp H1: assoc(school, pay) weights=W
`,
		Ignore: "what decided the selection is controlled for, or the claim is about the sample.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			if h.Node.Weights != nil || h.Dataset == nil {
				continue
			}
			var weights []string
			d := p.at(h.Subject(), h.claimSpan(), "the data declare weights, this claim ignores them")
			if node := h.Dataset.Node; node != nil && node.Weights != nil {
				weights = []string{node.Weights.Text}
				d = d.WithRelated(p.Source, node.Weights.At, "declared here")
			} else if cat := catalogOf(h.Dataset); cat != nil {
				for _, w := range cat.Weights {
					weights = append(weights, w.Name)
				}
			}
			if len(weights) == 0 {
				continue
			}
			one := ast.WriteName(weights[0])
			if len(weights) == 1 {
				d = d.WithLabel("unweighted")
			} else {
				d = d.WithLabel("the catalog has %d weights", len(weights))
			}
			switch using := h.Node.Using; {
			case using != nil && unweightable[plan.Method(using.Text)]:
				d = d.WithHelp("`%s` takes no weights: leave `using` out, and add `weights=%s`", using.Text, one)
			case using == nil && h.Spec != nil && h.Spec.Outcome != nil && h.Spec.Outcome.Type == plan.Binary:
				d = d.WithHelp("a weighted logistic regression is not defined here; `weights=%s using ols` is a weighted linear probability model", one)
			case len(weights) == 1:
				d = d.WithFix("weight the claim", false, diag.Edit{Span: at(p.afterControls(h)), Text: " weights=" + one})
			default:
				d = d.WithHelp("choose one of %s: add `weights=%s`", quotedNames(weights), one)
			}
			p.report(d)
		}
	},
}

// unweightable are the estimators that take no weights: with one of them the checker refuses a weighted claim.
var unweightable = map[plan.Method]bool{
	plan.UsingPearson: true, plan.UsingSpearman: true, plan.UsingWelch: true, plan.UsingMannWhitney: true, plan.UsingKruskal: true,
	plan.UsingANOVA: true, plan.UsingLogit: true,
}

// quotedNames are names in backquotes, at most five of them.
func quotedNames(names []string) string {
	const most = 5
	var out []string
	for i, n := range names {
		if i == most {
			out = append(out, "...")
			break
		}
		out = append(out, "`"+n+"`")
	}
	return strings.Join(out, ", ")
}

// afterControls is the offset behind the claim and its controls.
func (p *Pass) afterControls(h *Hyp) int {
	if n := len(h.Node.Controls); n > 0 {
		return h.Node.Controls[n-1].At.End
	}
	return h.claimSpan().End
}
