package lint

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/source"
)

var unusedDeclaration = &Rule{
	Code: "HL301", Name: "unused-declaration", Level: Warn, Needs: Text,
	Doc: Doc{
		What: "A `var`, `context`, `family` or one of several data sets is declared and never used by a study that has hypotheses.",
		Why:  "a declaration without a use is a leftover, or a use is misspelt and means a column instead",
		Example: `var school = S numeric
var pay = P numeric
var home = H numeric
hyp H1: assoc(school, pay)
`,
		Instead: `var school = S numeric
var pay = P numeric
hyp H1: assoc(school, pay)
`,
		Fixed: `var school = S numeric
var pay = P numeric
hyp H1: assoc(school, pay)
`,
		Ignore: "the file is a list of declarations that others copy from.",
	},
	Run: func(p *Pass) {
		if len(p.Hyps) == 0 {
			return
		}
		families, datasets := map[string]bool{}, map[string]bool{}
		for _, h := range p.Hyps {
			if h.Node.Under != nil {
				families[h.Node.Under.Text] = true
			}
			if h.Dataset != nil {
				datasets[h.Dataset.Name] = true
			}
			if h.Node.On != nil {
				datasets[h.Node.On.Text] = true
			}
			if h.Dataset == nil && h.Node.On == nil { // it may be about any of them
				for _, d := range p.Info.Datasets {
					datasets[d.Name] = true
				}
			}
		}
		for _, st := range p.File.Statements {
			var what, name string
			var span source.Span
			used := true
			switch st := st.(type) {
			case *ast.Var:
				what, name, span, used = "variable", st.Name.Text, st.Name.At, p.used[st.Name.Text] > 0
			case *ast.Context:
				what, name, span, used = "context", st.Name.Text, st.Name.At, p.used[st.Name.Text] > 0
			case *ast.Family:
				what, name, span, used = "family", st.Name.Text, st.Name.At, families[st.Name.Text]
			case *ast.Dataset:
				what, name, span, used = "data set", st.Name.Text, st.Name.At, datasets[st.Name.Text] || len(p.Info.Datasets) < 2
			}
			if used || p.inBad(name) {
				continue
			}
			p.report(p.at(name, span, "%s `%s` is declared and never used", what, name).
				WithLabel("no use").
				WithFix("delete the declaration", true, p.deleteStatement(st)))
		}
	},
}

// inBad tells whether a statement that did not parse mentions a name.
func (s *Study) inBad(name string) bool {
	return slices.ContainsFunc(s.bad, func(text string) bool { return strings.Contains(text, name) })
}

// deleteStatement is the edit that takes a statement out, with its line when nothing else is on it. Comments inside of it
// stay.
func (s *Study) deleteStatement(st ast.Statement) diag.Edit {
	span := st.Span()
	var kept []string
	i, _ := slices.BinarySearchFunc(s.File.Comments, span.Start, func(c ast.Comment, at int) int { return c.At.Start - at })
	for ; i < len(s.File.Comments) && s.File.Comments[i].At.Start < span.End; i++ {
		kept = append(kept, s.File.Comments[i].Text)
	}
	text := s.Source.Text
	first := s.Source.LineSpan(s.Source.Position(span.Start).Line)
	last := s.Source.LineSpan(s.Source.Position(span.End).Line)
	if len(kept) == 0 && strings.TrimSpace(text[first.Start:span.Start]) == "" && strings.TrimSpace(text[span.End:last.End]) == "" {
		end := last.End
		if end < len(text) && text[end] == '\r' {
			end++
		}
		if end < len(text) && text[end] == '\n' {
			end++
		}
		return diag.Edit{Span: source.Span{Start: first.Start, End: end}}
	}
	edit := diag.Edit{Span: span, Text: strings.Join(kept, "\n")}
	if len(kept) > 0 && strings.TrimSpace(text[span.End:last.End]) != "" {
		edit.Text += "\n" // what follows would become part of the comment
	}
	return edit
}

var noReference = &Rule{
	Code: "HL305", Name: "no-reference", Level: Info, Needs: Text,
	Doc: Doc{
		What: "A categorical or binary variable of a claim has no `ref`, so that its first level is the reference. Levels 0 and 1 need none.",
		Why:  "differences are taken against the reference: which one it is decides every sign",
		Example: `var race categorical levels (1 "Hispanic", 2 "Black", 3 "White")
hyp H1: diff(pay, by=race)
`,
		Instead: `var race categorical levels (1 "Hispanic", 2 "Black", 3 "White") ref 3
hyp H1: diff(pay, by=race)
`,
		Fixed: `var race categorical levels (1 "Hispanic", 2 "Black", 3 "White") ref 1
hyp H1: diff(pay, by=race)
`,
		Ignore: "only whether groups differ is asked.",
	},
	Run: func(p *Pass) {
		said := map[*ast.Var]bool{}
		for _, h := range p.Hyps {
			if d, ok := h.Node.Claim.(*ast.Diff); ok && d.Contrast != nil {
				continue
			}
			for _, n := range h.Tested {
				decl := p.vars[n.Text]
				if decl == nil || decl.Ref != nil || said[decl] || zeroOne(decl.Levels) {
					continue
				}
				switch strings.ToLower(decl.Type.Text) {
				case "binary", "categorical", "nominal":
				default:
					continue
				}
				said[decl] = true
				d := p.at(n.Text, decl.Name.At, "`%s`: the first level is the reference", n.Text).WithLabel("no `ref`")
				if len(decl.Levels) > 0 {
					first := format.Literal(decl.Levels[0].Literal)
					d = d.WithHelp("say which one: `ref %s`", first).
						WithFix("write the first level as the reference", false, diag.Edit{Span: at(p.afterLevels(decl)), Text: " ref " + first})
				} else {
					d = d.WithHelp("say which one with `ref`")
				}
				p.report(d.WithRelated(p.Source, n.At, "used here"))
			}
		}
	},
}

func zeroOne(levels []ast.Value) bool {
	return len(levels) == 2 && levels[0].Literal.Kind == ast.NumberLiteral && levels[0].Literal.Number == 0 && levels[1].Literal.Number == 1
}

// afterLevels is the offset behind the closing bracket of `levels (…)`.
func (s *Study) afterLevels(v *ast.Var) int {
	last := v.Levels[len(v.Levels)-1]
	end := last.Literal.At.End
	if last.Label != nil {
		end = last.Label.At.End
	}
	if i := strings.IndexByte(s.Source.Text[end:v.At.End], ')'); i >= 0 {
		return end + i + 1
	}
	return end
}

// mostNear bounds how many names are looked for among the known ones.
const mostNear = 300

// near is the declared or described variable that a name may be a slip of; empty when none is near.
func (s *Study) near(d *check.Dataset, name string) string {
	var known []string
	for v := range s.vars {
		known = append(known, v)
	}
	if c := catalogOf(d); c != nil {
		for _, v := range c.Variables {
			known = append(known, v.Name)
		}
	}
	slices.Sort(known)
	if best := diag.Suggest(name, known); len(best) > 0 {
		return best[0]
	}
	return ""
}

var undeclaredVariable = &Rule{
	Code: "HL306", Name: "undeclared-variable", Level: Info, Needs: Text,
	Doc: Doc{
		What: "A column is used that neither a `var` line nor a catalog describes.",
		Why:  "its type is inferred from the rows, so that new rows can change what a claim means, and a code for no answer counts as a value",
		Example: `var pay numeric
hyp H1: assoc(school, pay)
`,
		Instead: `var pay numeric
var school numeric
hyp H1: assoc(school, pay)
`,
		Ignore: "a first look at a table; `hyp init` writes the declarations.",
	},
	Run: func(p *Pass) {
		type key struct {
			d    *check.Dataset
			name string
		}
		said := map[key]bool{}
		look := func(d *check.Dataset, n ast.Name) {
			if p.vars[n.Text] != nil || p.contexts[n.Text] != nil || d == nil || said[key{d, n.Text}] {
				return
			}
			said[key{d, n.Text}] = true
			if catalogOf(d).Variable(n.Text) != nil || !d.Has(n.Text) || d.Node != nil && d.Node.Weights != nil && d.Node.Weights.Text == n.Text {
				return
			}
			x := p.at(n.Text, n.At, "`%s` has no declaration or catalog entry: its type is inferred", n.Text).
				WithLabel("of unknown type").WithHelp("declare it: `var %s numeric`, say", ast.WriteName(n.Text))
			if near := p.near(d, n.Text); near != "" && len(said) < mostNear {
				x = x.WithHelp("did you mean `%s`? if not, declare it: `var %s numeric`, say", near, ast.WriteName(n.Text))
			}
			p.report(x)
		}
		for _, h := range p.Hyps {
			if h.Blocked != "" {
				continue
			}
			look(h.Dataset, h.Outcome)
			for _, n := range h.Tested {
				look(h.Dataset, n)
			}
			for _, n := range h.Node.Controls {
				look(h.Dataset, n)
			}
			if h.Node.Weights != nil {
				look(h.Dataset, *h.Node.Weights)
			}
			ast.Names(h.Node.Where, func(n ast.Name) { look(h.Dataset, n) })
		}
		if len(p.Info.Datasets) != 1 {
			return
		}
		for _, st := range p.File.Statements {
			switch st := st.(type) {
			case *ast.Context:
				ast.Names(st.Expr, func(n ast.Name) { look(p.Info.Datasets[0], n) })
			case *ast.Var:
				if _, alias := st.Expr.(*ast.Ref); !alias {
					ast.Names(st.Expr, func(n ast.Name) {
						if n.Text != st.Name.Text {
							look(p.Info.Datasets[0], n)
						}
					})
				}
			}
		}
	},
}
