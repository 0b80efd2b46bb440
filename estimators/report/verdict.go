package report

import (
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
)

var verdictTone = map[result.Value]Tone{
	result.Supported: Good, result.Qualified: Doubtful, result.Inconclusive: Doubtful, result.Refuted: Bad, result.None: Bad, result.BlockedYet: Doubtful,
}

// verdict prints the verdict with what it rests on: q, the holdout, the rivals.
func (l *items) verdict(r *result.Record) {
	if r.Verdict == nil {
		return
	}
	l.row("verdict", verdictTone[r.Verdict.Value], string(r.Verdict.Value)+": "+lowerFirst(r.Verdict.Reason))
	if f := r.Family; f != nil && r.Log10Q != nil {
		of := ""
		if r.Expect == "null" || r.Expect == "uniform" { // the test line shows p of the test of no effect, which q is not made of
			of = " of the equivalence test"
		}
		l.row("family", Neutral, fmt.Sprintf("%s: q %s%s, %s over %s at %s", f.Name, Probability(r.Q, r.Log10Q), of, methodNames[f.Method], Plural(f.Tests, "test", "tests"), Number(f.Alpha)))
	}
	if h := r.Holdout; h != nil {
		l.row("holdout", Neutral, essential(h))
	}
	for _, x := range r.Rivals {
		l.row("rival", Neutral, rival(x))
	}
}

var methodNames = map[string]string{"bh": "Benjamini-Hochberg", "by": "Benjamini-Yekutieli", "holm": "Holm", "bonferroni": "Bonferroni"}

// essential says the numbers of a further run in one line.
func essential(s *result.Summary) string {
	if s.Status == result.Refused {
		return "refused, " + s.Refusal.Code + ": " + s.Refusal.Message
	}
	var parts []string
	if s.Estimate != nil {
		parts = append(parts, "estimate "+Triple(*s.Estimate, s.Low, s.High))
	}
	if s.Effect != nil {
		parts = append(parts, measures[s.Effect.Measure]+" "+Triple(s.Effect.Value, s.Effect.Low, s.Effect.High))
	}
	if s.Log10P != nil {
		parts = append(parts, "p "+Probability(s.P, s.Log10P))
	}
	return strings.Join(append(parts, "n = "+Count(s.N)), ", ")
}

func rival(x result.Rival) string {
	if x.Name == "" {
		return x.Text + " (not tested: these data cannot tell the two apart)"
	}
	out := x.Name
	if x.Result != nil {
		out += ": " + essential(x.Result)
	}
	if x.Controlled != nil {
		out += "; the claim with its variables controlled: " + essential(x.Controlled)
	}
	return out
}

// slopes prints the simple slopes of an interaction.
func (l *items) slopes(r *result.Record) {
	s := r.Slopes
	if s == nil {
		return
	}
	line := func(x *result.Slope, of string) string {
		return fmt.Sprintf("%s at %s %s", Triple(x.Slope, &x.Low, &x.High), of, x.At)
	}
	var parts []string
	for _, x := range []*result.Slope{s.Low, s.High} {
		if x != nil {
			parts = append(parts, line(x, r.Moderator))
		}
	}
	for i := range s.Groups {
		parts = append(parts, line(&s.Groups[i], r.Groups))
	}
	l.row("slopes", Neutral, strings.Join(parts, "; "))
}

// marginal prints the average marginal contrasts of a binary outcome.
func (l *items) marginal(r *result.Record) {
	m := r.Marginal
	if m == nil {
		return
	}
	var parts []string
	if m.RD != nil {
		parts = append(parts, "risk difference "+Triple(m.RD.Value, &m.RD.Low, &m.RD.High))
	}
	if m.RR != nil {
		parts = append(parts, "risk ratio "+Triple(m.RR.Value, &m.RR.Low, &m.RR.High))
	}
	l.row("marginal", Neutral, strings.Join(parts, "; ")+"; averaged over the rows")
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
