package format

import (
	"strings"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/source"
)

// piece is a part of a statement that keeps to one line: its head, or a clause. At is where its contents stood in the
// text, which tells the comments that belong to it.
type piece struct {
	text string
	at   source.Span
}

type pieces []piece

func (p *pieces) add(at source.Span, text string) { *p = append(*p, piece{text, at}) }

func (p *pieces) string(word string, s *ast.String) {
	if s != nil {
		p.add(s.At, word+" "+ast.Quote(s.Text))
	}
}

func (p *pieces) ident(word string, id *ast.Ident) {
	if id != nil {
		p.add(id.At, word+" "+id.Text)
	}
}

func (p *pieces) number(word string, n *ast.Number) {
	if n != nil {
		p.add(n.At, word+" "+number(*n))
	}
}

func spanOfNames(ns []ast.Name) source.Span { return ns[0].At.Join(ns[len(ns)-1].At) }

func spanOfValues(vs []ast.Value) source.Span {
	last := vs[len(vs)-1]
	at := vs[0].Literal.At.Join(last.Literal.At)
	if last.Label != nil {
		at = at.Join(last.Label.At)
	}
	return at
}

// split takes a statement apart: its head first, then its clauses in canonical order.
func split(s ast.Statement) pieces {
	var p pieces
	switch s := s.(type) {
	case *ast.Dataset:
		p.add(s.Name.At.Join(s.From.At), "dataset "+s.Name.Text+" from "+ast.Quote(s.From.Text))
		p.string("catalog", s.Catalog)
		for _, f := range s.Format.Clauses() {
			p.string(f.Word, *f.Text)
		}
		if len(s.Key) > 0 {
			p.add(spanOfNames(s.Key), "key "+names(s.Key))
		}
		if s.Weights != nil {
			p.add(s.Weights.At, "weights "+name(*s.Weights))
		}
		if s.Missing != nil {
			p.add(s.Missing.At, "missing "+Set(*s.Missing))
		}
		if s.Split != nil {
			text := "split holdout " + number(s.Split.Holdout) + " seed " + number(s.Split.Seed)
			if s.Split.By != nil {
				text += " by " + name(*s.Split.By)
			}
			p.add(s.Split.At, text)
		}
		p.string("label", s.Label)
	case *ast.Var:
		text := "var " + name(s.Name)
		if s.Expr != nil {
			text += " = " + Expr(s.Expr)
		}
		p.add(s.Name.At.Join(s.Type.At), text+" "+s.Type.Text)
		if len(s.Levels) > 0 {
			p.add(spanOfValues(s.Levels), "levels "+values(s.Levels))
		}
		if s.Ref != nil {
			p.add(s.Ref.At, "ref "+Literal(*s.Ref))
		}
		if s.Missing != nil {
			p.add(s.Missing.At, "missing "+Set(*s.Missing))
		}
		if s.Range != nil {
			p.add(s.Range.At, "range "+Set(ast.Set{Range: s.Range}))
		}
		p.string("unit", s.Unit)
		p.string("module", s.Module)
		p.number("measured", s.Measured)
		p.string("high means", s.HighMeans)
		p.string("label", s.Label)
	case *ast.Context:
		p.add(s.Name.At.Join(s.Expr.Span()), "context "+s.Name.Text+" = "+Expr(s.Expr))
		p.string("label", s.Label)
	case *ast.Family:
		p.add(s.Name.At, "family "+s.Name.Text)
		p.number("alpha", s.Alpha)
		p.ident("method", s.Method)
		p.string("label", s.Label)
	case *ast.Hyp:
		return splitHyp(s)
	}
	return p
}

func splitHyp(s *ast.Hyp) pieces {
	var p pieces
	head, at := Claim(s.Claim), s.Claim.Span()
	if !s.Bare {
		if s.Name != nil {
			head, at = s.Name.Text+": "+head, at.Join(s.Name.At)
		}
		head = "hyp " + head
	}
	p.add(at, head)
	p.conditions(s, true)
	p.ident("expect", s.Expect)
	if s.Floor != nil {
		p.add(s.Floor.At, "floor "+s.Floor.Measure.Text+" >= "+number(s.Floor.Value))
	}
	if len(s.Decide) > 0 {
		var text []string
		for _, c := range s.Decide {
			one := c.Quantity.Text + " " + string(c.Op) + " " + number(c.Value)
			if c.Part != nil {
				one += " on " + c.Part.Text
			}
			text = append(text, one)
		}
		p.add(s.Decide[0].At.Join(s.Decide[len(s.Decide)-1].At), "decide "+strings.Join(text, " and "))
	}
	p.ident("under", s.Under)
	p.ident("using", s.Using)
	if len(s.Rivals) > 0 {
		var text []string
		for _, r := range s.Rivals {
			if r.Text != nil {
				text = append(text, ast.Quote(r.Text.Text))
			} else {
				text = append(text, r.Name.Text)
			}
		}
		p.add(s.Rivals[0].At.Join(s.Rivals[len(s.Rivals)-1].At), "rival "+strings.Join(text, ", "))
	}
	for _, l := range s.Lineage {
		p.add(l.At, l.Relation.Text+" "+idents(l.Targets))
	}
	p.string("needs", s.Needs)
	p.number("prior", s.Prior)
	p.string("claim", s.Finding)
	p.string("because", s.Because)
	return p
}

// conditions adds the clauses that change the estimate, and `on` between them when it is wanted.
func (p *pieces) conditions(s *ast.Hyp, on bool) {
	if len(s.Controls) > 0 {
		p.add(spanOfNames(s.Controls), "controlling for "+names(s.Controls))
	}
	if s.Weights != nil {
		p.add(s.Weights.At, "weights="+name(*s.Weights))
	}
	if on {
		p.ident("on", s.On)
	}
	if s.Where != nil {
		p.add(s.Where.Span(), "where "+Expr(s.Where))
	}
}

// Claim is a claim in canonical form: assoc(x, y), diff(y, by=g: "a" vs rest), interact(x * m -> y),
// heterogeneity(y ~ x | g).
func Claim(c ast.Claim) string {
	switch c := c.(type) {
	case *ast.Assoc:
		return "assoc(" + name(c.Exposure) + ", " + name(c.Outcome) + ")"
	case *ast.Diff:
		text := "diff(" + name(c.Outcome) + ", by=" + name(c.Groups)
		if c.Contrast != nil {
			text += ": " + Literal(c.Contrast.A) + " vs "
			if c.Contrast.B != nil {
				text += Literal(*c.Contrast.B)
			} else {
				text += "rest"
			}
		}
		return text + ")"
	case *ast.Interact:
		return "interact(" + name(c.Exposure) + " * " + name(c.Moderator) + " -> " + name(c.Outcome) + ")"
	case *ast.Heterogeneity:
		return "heterogeneity(" + name(c.Outcome) + " ~ " + name(c.Exposure) + " | " + name(c.Groups) + ")"
	}
	return ""
}

// ClaimLine is the canonical claim line of a hypothesis, all that its estimate depends on within one data set: the claim,
// then controlling, weights and where. It is one line of any length, and itself a statement.
func ClaimLine(h *ast.Hyp) string {
	p := pieces{{text: Claim(h.Claim)}}
	p.conditions(h, false)
	text := p[0].text
	for _, c := range p[1:] {
		text += " " + c.text
	}
	return text
}
