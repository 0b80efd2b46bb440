package parse

import (
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// converter makes the tree of one statement and keeps the first error.
type converter struct {
	*parser
	err   error
	notes []diag.Diagnostic
	seen  [32]source.Span // the clauses so far, by their place in a list of words
}

func (c *converter) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *converter) string(t lexer.Token) *ast.String {
	s, err := stringOf(t)
	if err != nil {
		c.fail(err)
	}
	return &s
}

func (c *converter) number(t lexer.Token) *ast.Number {
	x, err := numberOf(t)
	if err != nil {
		c.fail(err)
	}
	return &x
}

func (c *converter) ident(t lexer.Token) *ast.Ident { x := identOf(t); return &x }

// term is a word of a fixed vocabulary, which is read in any case.
func (c *converter) term(t lexer.Token) *ast.Ident {
	return &ast.Ident{At: spanOf(t), Text: strings.ToLower(t.Value)}
}

func (c *converter) name(t lexer.Token) *ast.Name { x := nameOf(t); return &x }

// names takes every other token of a list with commas.
func (c *converter) names(toks []lexer.Token) []ast.Name {
	out := make([]ast.Name, 0, (len(toks)+1)/2)
	for i := 0; i < len(toks); i += 2 {
		out = append(out, nameOf(toks[i]))
	}
	return out
}

// tokensSpan is the span from the first token to the last.
func tokensSpan(toks []lexer.Token) source.Span {
	return spanOf(toks[0]).Join(spanOf(toks[len(toks)-1]))
}

// once reports a clause that stands twice and returns its word in lower case.
func (c *converter) once(toks []lexer.Token, words []string) string {
	word := strings.ToLower(toks[0].Value)
	at := tokensSpan(toks)
	for i, w := range words {
		if w != word {
			continue
		}
		if first := c.seen[i]; first.End > 0 {
			f := fail(diag.DuplicateClause, at, "`%s` stands twice in one statement", word).help("keep one of the two")
			f.finish = func(d *diag.Diagnostic) {
				*d = d.WithLabel("a second time").WithRelated(d.File, first, "first here")
				if toks[0].Type != tokExplanation {
					*d = d.WithFix("delete the second `"+word+"`", d.File.Slice(first) == d.File.Slice(at), diag.Edit{Span: at})
				}
			}
			c.fail(f)
		}
		c.seen[i] = at
	}
	return word
}

func (c *converter) statement(g *gStatement, toks []lexer.Token) ast.Statement {
	at := tokensSpan(toks)
	switch {
	case g.Dataset != nil:
		return c.dataset(g.Dataset, at)
	case g.Var != nil:
		return c.variable(g.Var, at)
	case g.Context != nil:
		x := &ast.Context{At: at, Name: identOf(g.Context.Name), Expr: g.Context.Expr.Expr}
		if g.Context.Label.Value != "" {
			x.Label = c.string(g.Context.Label)
		}
		return x
	case g.Family != nil:
		x := &ast.Family{At: at, Name: identOf(g.Family.Name)}
		for _, k := range g.Family.Clauses {
			switch c.once(k.Tokens, clauseWords["family"]) {
			case "alpha":
				x.Alpha = c.number(k.Alpha)
			case "method":
				x.Method = c.term(k.Method)
			case "label":
				x.Label = c.string(k.Label)
			}
		}
		return x
	}
	if g.Bare != nil {
		return c.hyp(&ast.Hyp{At: at, Bare: true, Claim: c.claim(g.Bare.Claim)}, g.Bare.Clauses)
	}
	return c.hyp(&ast.Hyp{At: at, Name: g.Hyp.Name.Name, Claim: c.claim(g.Hyp.Claim)}, g.Hyp.Clauses)
}

func (c *converter) dataset(g *gDataset, at source.Span) ast.Statement {
	x := &ast.Dataset{At: at, Name: identOf(g.Name), From: *c.string(g.From)}
	for _, k := range g.Clauses {
		switch word := c.once(k.Tokens, clauseWords["dataset"]); word {
		case "catalog":
			x.Catalog = c.string(k.Text)
		case "label":
			x.Label = c.string(k.Text)
		case "key":
			x.Key = c.names(k.Names)
		case "weights":
			x.Weights = c.name(k.Name)
		case "missing":
			x.Missing = &k.Missing.Set
		case "split":
			seed, err := wholeNumberOf(k.Seed, "a seed")
			if err != nil {
				c.fail(err)
			}
			x.Split = &ast.Split{At: tokensSpan(k.Tokens), Holdout: *c.number(k.Holdout), Seed: seed}
			if k.By.Value != "" {
				x.Split.By = c.name(k.By)
			}
		default:
			for _, f := range x.Format.Clauses() {
				if f.Word == word {
					*f.Text = c.string(k.Text)
				}
			}
		}
	}
	return x
}

func (c *converter) variable(g *gVar, at source.Span) ast.Statement {
	x := &ast.Var{At: at, Name: nameOf(g.Name), Expr: g.Expr.Expr, Type: *c.term(g.Type)}
	if x.Type.Text == "nominal" {
		x.Type.Text = "categorical"
	}
	for _, k := range g.Clauses {
		switch c.once(k.Tokens, clauseWords["var"]) {
		case "levels":
			x.Levels = k.Levels.Values
		case "ref":
			x.Ref = &k.Ref.Literal
		case "missing":
			x.Missing = &k.Missing.Set
		case "range":
			x.Range = &k.Range.Range
		case "unit":
			x.Unit = c.string(k.Text)
		case "module":
			x.Module = c.string(k.Text)
		case "label":
			x.Label = c.string(k.Text)
		case "measured":
			x.Measured = c.number(k.Measured)
		case "high":
			x.HighMeans = c.string(k.High)
		}
	}
	return x
}

func (c *converter) claim(g *gClaim) ast.Claim {
	at := tokensSpan(g.Tokens)
	switch {
	case g.Assoc != nil:
		return &ast.Assoc{At: at, Exposure: nameOf(g.Assoc.Exposure), Outcome: nameOf(g.Assoc.Outcome)}
	case g.Diff != nil:
		x := &ast.Diff{At: at, Outcome: nameOf(g.Diff.Outcome), Groups: nameOf(g.Diff.Groups), Contrast: g.Diff.Contrast.Of}
		return x
	case g.Interact != nil:
		i := g.Interact
		return &ast.Interact{At: at, Exposure: nameOf(i.Exposure), Moderator: nameOf(i.Moderator), Outcome: nameOf(i.Outcome)}
	}
	h := g.Heterogeneity
	return &ast.Heterogeneity{At: at, Outcome: nameOf(h.Outcome), Exposure: nameOf(h.Exposure), Groups: nameOf(h.Groups)}
}

func (c *converter) hyp(x *ast.Hyp, clauses []*gHypClause) ast.Statement {
	for _, k := range clauses {
		if k.Tokens[0].Type == tokExplanation {
			if k.Explanation.Value != "" {
				c.explanation(x, k.Explanation)
			}
			continue
		}
		switch word := c.once(k.Tokens, hypWords); word {
		case "controlling":
			x.Controls = c.names(k.Controls)
		case "weights":
			x.Weights = c.name(k.Weights)
		case "on":
			x.On = c.ident(k.Word)
		case "where":
			x.Where = k.Where.Expr
		case "expect":
			x.Expect = c.term(k.Word)
		case "floor":
			x.Floor = &ast.Floor{At: tokensSpan(k.Floor.Tokens), Measure: *c.term(k.Floor.Measure), Value: *c.number(k.Floor.Value)}
		case "decide":
			for _, d := range k.Decide {
				x.Decide = append(x.Decide, c.criterion(d))
			}
		case "under":
			x.Under = c.ident(k.Word)
		case "using":
			x.Using = c.term(k.Word)
		case "rival":
			for i := 0; i < len(k.Rivals); i += 2 {
				r := ast.Rival{At: spanOf(k.Rivals[i])}
				if k.Rivals[i].Type == tokString {
					r.Text = c.string(k.Rivals[i])
				} else {
					r.Name = c.ident(k.Rivals[i])
				}
				x.Rivals = append(x.Rivals, r)
			}
		case "needs":
			x.Needs = c.string(k.Text)
		case "prior":
			x.Prior = c.number(k.Prior)
		case "claim":
			x.Finding = c.string(k.Text)
		case "because":
			x.Because = c.string(k.Text)
		default:
			l := ast.Lineage{At: tokensSpan(k.Tokens), Relation: ast.Ident{At: spanOf(k.Tokens[0]), Text: word}}
			for i := 0; i < len(k.Targets); i += 2 {
				l.Targets = append(l.Targets, identOf(k.Targets[i]))
			}
			x.Lineage = append(x.Lineage, l)
		}
	}
	return x
}

func (c *converter) criterion(d *gCriterion) ast.Criterion {
	x := ast.Criterion{At: tokensSpan(d.Tokens), Quantity: *c.term(d.Quantity), Op: ast.CompareOp(d.Op.Value), Value: *c.number(d.Value)}
	if d.Minus.Value != "" {
		v := &x.Value
		v.At, v.Text, v.Value = spanOf(d.Minus).Join(v.At), "-"+v.Text, -v.Value
	}
	if d.Part.Value != "" {
		x.Part = c.term(d.Part)
	}
	return x
}

// explanation takes the words behind a colon as the finding in words.
func (c *converter) explanation(x *ast.Hyp, t lexer.Token) {
	at := spanOf(t)
	if x.Finding != nil {
		c.once([]lexer.Token{{Type: tokExplanation, Value: "claim", Pos: t.Pos}}, hypWords)
		return
	}
	text := t.Value
	if tokens := []rune(text); len(tokens) > 1 && strings.ContainsRune(doubleQuotes, tokens[0]) && strings.ContainsRune(doubleQuotes, tokens[len(tokens)-1]) {
		text = string(tokens[1 : len(tokens)-1])
	}
	x.Finding = &ast.String{At: at, Text: text}
	for i, w := range hypWords {
		if w == "claim" {
			c.seen[i] = at
		}
	}
	before := strings.TrimRight(c.file.Text[:at.Start], " \t")
	colon := len(before)
	for _, sign := range []string{":", "：", "—", "–", "--", "-", "."} {
		if strings.HasSuffix(before, sign) {
			colon = len(before) - len(sign)
			break
		}
	}
	c.notes = append(c.notes, diag.New(diag.ColonExplanation, c.file, at, "the words behind the claim are read as its `claim` clause").
		WithLabel("the finding in words").
		WithFix("write `claim \"...\"`", true, diag.Edit{Span: source.Span{Start: colon, End: at.End}, Text: " claim " + ast.Quote(text)}))
}
