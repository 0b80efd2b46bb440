package lint

import (
	"strconv"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

var postExposureControl = &Rule{
	Code: "HL101", Name: "post-exposure-control", Level: Warn, Needs: Text,
	Doc: Doc{
		What: "A control is measured after the exposure, by the `measured` of their `var` lines or of the catalog.",
		Why:  "what comes after the exposure may be its consequence; adjusting for it takes away part of the effect, or opens a path that makes one up",
		Example: `var school = S numeric measured 1980
var job = J numeric measured 1990
var pay = P numeric measured 1995
hyp H1: assoc(school, pay) controlling for job expect positive
`,
		Instead: `var school = S numeric measured 1980
var home = H numeric measured 1979
var pay = P numeric measured 1995
hyp H1: assoc(school, pay) controlling for home expect positive
`,
		Fixed: `var school = S numeric measured 1980
var job = J numeric measured 1990
var pay = P numeric measured 1995
hyp H1: assoc(school, pay) expect positive
`,
		Ignore: "the control cannot be changed by the exposure (a birth year that was asked later), or the direct effect beside that path is what the claim is about.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			x, exposure := p.latest(h)
			if x == nil {
				continue
			}
			for i, c := range h.Node.Controls {
				v := p.variable(h.Dataset, c.Text)
				if v.measured == nil || *v.measured <= *x {
					continue
				}
				d := p.at(h.Subject(), c.At, "`%s` is measured after the exposure; adjusting for it may hide or invent an effect", c.Text).
					WithLabel("measured %s; `%s` %s", when(*v.measured), exposure.Text, when(*x)).
					WithFix("delete the control", false, p.deleteControl(h, i))
				p.report(p.declared(d, v))
			}
		}
	},
}

var outcomeFirst = &Rule{
	Code: "HL102", Name: "outcome-first", Level: Error, Needs: Text,
	Doc: Doc{
		What: "The outcome is measured before the exposure.",
		Why:  "a cause comes before its effect: the claim is turned round, or a date is wrong",
		Example: `var school = S numeric measured 1980
var pay = P numeric measured 1970
hyp H1: assoc(school, pay)
`,
		Instead: `var school = S numeric measured 1980
var pay = P numeric measured 1980
hyp H1: assoc(school, pay)
`,
		Ignore: "the exposure was fixed long before it was asked for (sex, place of birth); better, give the year that it is about in `measured`.",
	},
	Run: func(p *Pass) {
		for _, h := range p.Hyps {
			y := p.variable(h.Dataset, h.Outcome.Text)
			if y.measured == nil {
				continue
			}
			for _, n := range h.Tested {
				x := p.variable(h.Dataset, n.Text)
				if x.measured == nil || *x.measured <= *y.measured {
					continue
				}
				d := p.at(h.Subject(), h.Outcome.At, "outcome `%s` is measured before exposure `%s`", h.Outcome.Text, n.Text).
					WithLabel("measured %s; `%s` %s", when(*y.measured), n.Text, when(*x.measured)).
					WithHelp("turn the claim round, or correct `measured`")
				p.report(p.declared(d, y))
				break
			}
		}
	},
}

// latest is when the exposure (of an interaction, its later part) is known, with its name; nil when that is not said.
func (p *Pass) latest(h *Hyp) (at *float64, name ast.Name) {
	for _, n := range h.Tested {
		if m := p.variable(h.Dataset, n.Text).measured; m != nil && (at == nil || *m > *at) {
			at, name = m, n
		}
	}
	return at, name
}

func when(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// declared points at the declaration of a variable.
func (p *Pass) declared(d diag.Diagnostic, v *variable) diag.Diagnostic {
	if v.decl == nil {
		return d
	}
	at := v.at
	if v.decl.Measured != nil {
		at = v.decl.Measured.At
	}
	return d.WithRelated(p.Source, at, "declared here")
}

// deleteControl is the edit that takes one name out of `controlling for`.
func (p *Pass) deleteControl(h *Hyp, i int) diag.Edit {
	names := h.Node.Controls
	switch {
	case i > 0:
		return diag.Edit{Span: source.Span{Start: names[i-1].At.End, End: names[i].At.End}}
	case len(names) > 1:
		return diag.Edit{Span: source.Span{Start: names[0].At.Start, End: names[1].At.Start}}
	}
	// The only control: its clause goes with it, and the space before it.
	start := p.wordBefore(p.wordBefore(names[0].At.Start, "for"), "controlling")
	return diag.Edit{Span: source.Span{Start: p.spaceBefore(start), End: names[0].At.End}}
}

// wordBefore is where a word starts that stands before an offset with nothing but space between; the offset itself when
// another word stands there.
func (s *Study) wordBefore(offset int, word string) int {
	at := s.spaceBefore(offset) - len(word)
	if at < 0 || !equalFold(s.Source.Text[at:at+len(word)], word) {
		return offset
	}
	return at
}

// spaceBefore moves an offset to the left over white space.
func (s *Study) spaceBefore(offset int) int {
	for offset > 0 {
		switch s.Source.Text[offset-1] {
		case ' ', '\t', '\r', '\n':
			offset--
			continue
		}
		break
	}
	return offset
}

func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if a[i]|0x20 != b[i]|0x20 {
			return false
		}
	}
	return true
}
