package lint

import (
	"fmt"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// at is the empty span at an offset.
func at(offset int) source.Span { return source.Span{Start: offset, End: offset} }

var noFamily = &Rule{
	Code: "HL201", Name: "no-family", Level: Warn, Needs: Text,
	Doc: Doc{
		What: "Several hypotheses (three by default) share an outcome, and one of them is in no family.",
		Why:  "of many tests some come out significant by chance; a family adjusts for how many there were",
		Example: `hyp H1: assoc(a, y)
hyp H2: assoc(b, y)
hyp H3: assoc(c, y)
`,
		Instead: `family f
hyp H1: assoc(a, y) under f
hyp H2: assoc(b, y) under f
hyp H3: assoc(c, y) under f
`,
		Ignore:   "the hypothesis was fixed before the others were thought of.",
		Settings: "`family-size`: from how many hypotheses on (3)",
	},
	Run: func(p *Pass) {
		type key struct {
			d       *check.Dataset
			outcome string
		}
		groups := map[key][]*Hyp{}
		var order []key
		for _, h := range p.Hyps {
			v := p.variable(h.Dataset, h.Outcome.Text)
			k := key{h.Dataset, v.column}
			if v.column == "" {
				k.outcome = "\x00" + h.Outcome.Text
			}
			if groups[k] == nil {
				order = append(order, k)
			}
			groups[k] = append(groups[k], h)
		}
		for _, k := range order {
			all := groups[k]
			if len(all) < p.settings.FamilySize {
				continue
			}
			message := map[string]string{} // by what the study calls the outcome
			for _, h := range all {
				if h.Node.Under == nil {
					name := h.Outcome.Text
					if message[name] == "" {
						message[name] = fmt.Sprintf("%d hypotheses share outcome `%s`, and this one is in no family", len(all), name)
					}
					d := p.at(h.Subject(), h.claimSpan(), "in no family")
					d.Message = message[name]
					p.report(d.WithLabel("unadjusted").WithHelp("declare `family name` and add `under name`"))
				}
			}
		}
	},
}

var noDirection = &Rule{
	Code: "HL202", Name: "no-direction", Level: Info, Needs: Text,
	Doc: Doc{
		What:    "A hypothesis makes no prediction.",
		Why:     "without `expect` any result agrees with the hypothesis, so that none can refute it",
		Example: "hyp H1: assoc(school, pay)\n",
		Instead: "hyp H1: assoc(school, pay) expect positive\n",
		Ignore:  "the line explores; its finding is then not a test.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			if h.Node.Expect == nil {
				word := "positive"
				if _, ok := h.Node.Claim.(*ast.Heterogeneity); ok {
					word = "varies"
				}
				p.report(p.at(h.Subject(), h.claimSpan(), "no `expect`: any result will agree").
					WithLabel("which way?").WithHelp("add a prediction, such as `expect %s`", word))
			}
		}
	},
}

var noFloor = &Rule{
	Code: "HL203", Name: "no-floor", Level: Info, Needs: Text,
	Doc: Doc{
		What:    "A hypothesis names no smallest effect that would matter.",
		Why:     "with enough rows every difference is significant; a floor says which ones count",
		Example: "hyp H1: assoc(school, pay)\n",
		Instead: "hyp H1: assoc(school, pay) floor r >= 0.1\n",
		Ignore:  "the default floor, 0.03 on the scale of r, is the one that is meant.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			if h.Node.Floor != nil || expectsAbsence(h) { // null-without-floor
				continue
			}
			d := p.at(h.Subject(), h.claimSpan(), "no `floor`: a trivial effect can be significant")
			if p.withData {
				if b, _ := p.bind(h); b != nil {
					d.Message = countText("no `floor`: with %s rows a trivial effect can be significant", b.Rows.Complete)
				}
			}
			p.report(d.WithLabel("how large must it be?").WithHelp("add the smallest effect of interest, such as `floor r >= 0.1`"))
		}
	},
}

var unadjustedCriterion = &Rule{
	Code: "HL205", Name: "unadjusted-criterion", Level: Warn, Needs: Text,
	Doc: Doc{
		What: "A hypothesis of a family decides by `p` and never by `q`.",
		Why:  "`p` ignores the other tests of the family; `q` is the same number adjusted for them",
		Example: `family f
hyp H1: assoc(a, y) decide p < 0.05 under f
hyp H2: assoc(b, y) decide q < 0.05 under f
`,
		Instead: `family f
hyp H1: assoc(a, y) decide q < 0.05 on train and p < 0.05 on train under f
hyp H2: assoc(b, y) decide q < 0.05 under f
`,
		Fixed: `family f
hyp H1: assoc(a, y) decide q < 0.05 under f
hyp H2: assoc(b, y) decide q < 0.05 under f
`,
		Ignore: "the family is a list for reading, not for adjusting.",
	},
	Run: func(p *Pass) {
		size := map[string]int{}
		for _, h := range p.Hyps {
			if h.Node.Under != nil {
				size[h.Node.Under.Text]++
			}
		}
		for _, h := range p.Hyps {
			if h.Node.Under == nil || size[h.Node.Under.Text] < 2 {
				continue
			}
			var unadjusted *ast.Criterion
			adjusted := false
			for i, c := range h.Node.Decide {
				switch {
				case c.Quantity.Text == "q":
					adjusted = true
				case c.Quantity.Text == "p" && unadjusted == nil:
					unadjusted = &h.Node.Decide[i]
				}
			}
			if unadjusted != nil && !adjusted {
				p.report(p.at(h.Subject(), unadjusted.Quantity.At, "`p` is not adjusted for family of %d", size[h.Node.Under.Text]).
					WithLabel("of family `%s`", h.Node.Under.Text).
					WithFix("replace with `q`", false, diag.Edit{Span: unadjusted.Quantity.At, Text: "q"}))
			}
		}
	},
}

var unusedHoldout = &Rule{
	Code: "HL206", Name: "unused-holdout", Level: Info, Needs: Text,
	Doc: Doc{
		What: "The data set keeps rows back as a holdout, and no criterion looks at them.",
		Why:  "rows that are set aside and never used only make the sample smaller",
		Example: `dataset d from "table.csv" split holdout 0.3 seed 1
hyp H1: assoc(a, y) decide p < 0.05
`,
		Instead: `dataset d from "table.csv" split holdout 0.3 seed 1
hyp H1: assoc(a, y) decide p < 0.05 on train and p < 0.05 on holdout
`,
		Ignore: "the holdout waits for a later study.",
	},
	Run: func(p *Pass) {
		for _, d := range p.Info.Datasets {
			if d.Node == nil || d.Node.Split == nil {
				continue
			}
			about, uses := 0, false
			for _, h := range p.Hyps {
				if h.Dataset != d {
					continue
				}
				about++
				for _, c := range h.Node.Decide {
					uses = uses || c.Part != nil && c.Part.Text == "holdout"
				}
			}
			if about > 0 && !uses {
				p.report(p.at(d.Name, d.Node.Split.At, "the data have a holdout, and no criterion uses it").
					WithLabel("set aside").WithHelp("decide on both: `decide p < 0.05 on train and p < 0.05 on holdout`"))
			}
		}
	},
}

var nullWithoutFloor = &Rule{
	Code: "HL207", Name: "null-without-floor", Level: Error, Needs: Text,
	Doc: Doc{
		What:    "`expect null`, or `expect uniform`, without a `floor`. The checker refuses it too, as E0407.",
		Why:     "absence of evidence is no evidence of absence: that there is nothing is shown by an interval inside a floor (two one-sided tests), never by a large p",
		Example: "hyp H1: assoc(moon, pay) expect null\n",
		Instead: "hyp H1: assoc(moon, pay) expect null floor r >= 0.05\n",
		Ignore:  "never: without a floor there is no test.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			if expectsAbsence(h) && h.Node.Floor == nil {
				p.report(p.at(h.Subject(), h.Node.Expect.At, "a large p-value does not show absence").
					WithLabel("how small is none?").WithHelp("add the smallest effect that would matter, such as `floor r >= 0.05`"))
			}
		}
	},
}

// expectsAbsence tells whether h predicts that there is nothing: no effect, or slopes that are the same.
func expectsAbsence(h *Hyp) bool {
	return h.Node.Expect != nil && (h.Node.Expect.Text == "null" || h.Node.Expect.Text == "uniform")
}

var noRival = &Rule{
	Code: "HL210", Name: "no-rival", Level: Info, Needs: Text,
	Doc: Doc{
		What:    "A hypothesis with a prediction names no other explanation.",
		Why:     "what could explain the result as well is easier to write down before the result is known",
		Example: "hyp H1: assoc(school, pay) expect positive\n",
		Instead: "hyp H1: assoc(school, pay) expect positive rival \"able children stay in school\"\n",
		Ignore:  "the exposure was assigned at random.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			if h.Node.Expect != nil && len(h.Node.Rivals) == 0 && !p.isRival(h) {
				p.report(p.at(h.Subject(), h.claimSpan(), "no alternative explanation is named").
					WithLabel("what else would explain it?").WithHelp("add `rival` and a hypothesis or words"))
			}
		}
	},
}

// isRival tells whether h is itself the rival of another.
func (s *Study) isRival(h *Hyp) bool {
	if s.rivals == nil {
		s.rivals = map[string]bool{}
		for _, o := range s.Hyps {
			for _, r := range o.Node.Rivals {
				if r.Name != nil {
					s.rivals[r.Name.Text] = true
				}
			}
		}
	}
	return h.Name != "" && s.rivals[h.Name]
}
