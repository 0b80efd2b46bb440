// Package model is the mind that asks a language model. Prompts are short and plain, for small models; answers are data: claims are
// parsed by the language's own parser, judgements are JSON of a known shape, and what does not fit is sent back, three times at most.
//
// Labels, levels and notes come from files and may be anyone's text. They stand in the prompts in guillemets, in one line and
// shortened, and the model is told that what stands so is data. What it answers can only be claims over the names it was
// given, numbers in a range and sentences that are verified, so that no text of a file can make it do anything else.
package model

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/hyp-lang/hyp/agents/endpoint"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// Mind asks a model. It has no state of its own beside what the client counts.
type Mind struct {
	client *endpoint.Client
	opt    Options
}

// Options say how a model is asked.
type Options struct {
	Private bool  // no level, count or sentence of a finding goes to the model: names, labels, claims without conditions and signs do
	Seed    int64 // for servers that take one
}

var (
	_ mind.Mind     = (*Mind)(nil)
	_ mind.Answerer = (*Mind)(nil)
)

// New makes a mind of a client.
func New(c *endpoint.Client, opt Options) *Mind { return &Mind{c, opt} }

// Name is the model's name.
func (m *Mind) Name() string { return m.client.Model() }

// The temperatures of AutoKD (S2.1): proposals are warmer when a round explores; judges are cold.
const (
	exploring = 0.6
	proposing = 0.45
	deepening = 0.4
	novelty   = 0.2
	judging   = 0
)

func temperature(mode mind.Mode) float64 {
	switch mode {
	case mind.Exploration, mind.Global:
		return exploring
	case mind.Conflict:
		return proposing
	}
	return deepening
}

// How many characters of a label, and of a sentence, a prompt shows.
const (
	longestLabel    = 100
	longestSentence = 400
)

// quote shows a text of the data: in one line, shortened, in guillemets that it cannot close.
func quote(s string) string { return clip(s, longestLabel) }

func clip(s string, longest int) string {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case r == '«' || r == '»' || r == '`':
			return '\''
		case r < ' ' || r == 0x7f || r >= 0x2028 && r <= 0x202e || r >= 0x200b && r <= 0x200f || r >= 0x2066 && r <= 0x2069:
			return ' '
		}
		return r
	}, s)), " ")
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest-1]) + "…"
	}
	return "«" + s + "»"
}

// card is a variable's line in a prompt.
func (m *Mind) card(v mind.Variable) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)", ast.WriteName(v.Name), v.Type)
	if v.Label != "" {
		b.WriteString(" " + quote(v.Label))
	}
	if !m.opt.Private && len(v.Levels) > 0 && len(v.Levels) <= 8 {
		b.WriteString(" levels:")
		for _, l := range v.Levels {
			if !plain(l.Code) {
				continue // it could not be shown as it must be written
			}
			b.WriteString(" " + grammar.Level(l.Code))
			if l.Label != "" {
				b.WriteString(quote(l.Label))
			}
		}
	}
	if v.Measured != nil {
		fmt.Fprintf(&b, " measured %g", *v.Measured)
	}
	return b.String()
}

// finding is an insight's line in a prompt.
func (m *Mind) finding(f *mind.Finding) string {
	if m.opt.Private || f.Text == "" {
		return m.bare(f)
	}
	return fmt.Sprintf("%s: %s", f.Claim, clip(f.Text, longestSentence))
}

// told is the claims that the model may be told: with Private, those without conditions or levels.
func (m *Mind) told(claims []string) []string {
	if !m.opt.Private {
		return claims
	}
	var out []string
	for _, c := range claims {
		if !strings.Contains(c, " where ") && !strings.Contains(c, " vs ") {
			out = append(out, c)
		}
	}
	return out
}

// bare is an insight without any value of the data: its variables, and the sign and the size of the effect.
func (m *Mind) bare(f *mind.Finding) string {
	var names []string
	for _, v := range []string{f.Exposure, f.Moderator, f.Groups} {
		if v != "" {
			names = append(names, ast.WriteName(v))
		}
	}
	sign := ""
	if f.Estimate != nil && f.Template == "assoc" {
		sign = "positive "
		if *f.Estimate < 0 {
			sign = "negative "
		}
	}
	return fmt.Sprintf("%s: %s with %s, %seffect of %.2f", f.Template, ast.WriteName(f.Outcome), strings.Join(names, " and "), sign, f.Magnitude)
}

// seed is what a server draws by: of the round's own stream, so that two rounds with one prompt differ.
func (m *Mind) seed(r *rand.Rand) int {
	if r == nil {
		return int(m.opt.Seed)
	}
	return 1 + int(r.Int32N(1<<30))
}

// structured asks for JSON and checks it, with repairs.
func structured[T any](ctx context.Context, m *Mind, r endpoint.Request, check func(*T) error) (T, error) {
	var out T
	if r.Seed == 0 {
		r.Seed = int(m.opt.Seed)
	}
	err := m.checked(ctx, r, func(text string) error {
		var v T
		if err := endpoint.JSON(text, &v); err != nil {
			return err
		}
		if err := check(&v); err != nil {
			return err
		}
		out = v
		return nil
	})
	return out, err
}

// plain tells whether a text can stand in a prompt outside of quotes: it is short, in one line and cannot be taken for a quote.
func plain(s string) bool { return quote(s) == "«"+s+"»" }

// shown leaves out the variables whose names cannot stand in a prompt.
func shown(cards []mind.Variable) (out []mind.Variable) {
	for _, c := range cards {
		if plain(c.Name) {
			out = append(out, c)
		}
	}
	return out
}

// names are what the grammar lets a model name.
func (m *Mind) names(cards []mind.Variable) grammar.Names {
	var n grammar.Names
	for _, c := range cards {
		k := check.Known{Name: c.Name, Type: c.Type}
		if !m.opt.Private {
			k.Levels = c.Levels
		}
		n.Variables = append(n.Variables, k.Grammar(false))
	}
	return n
}
