package judge

import (
	"math"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
)

// rivals records the competing explanations.
func (j *judging) rivals() {
	for _, r := range j.Rivals {
		out := result.Rival{Name: r.Name, Text: r.Text}
		if r.Result != nil {
			out.Result = r.Result.Summary()
		}
		if r.Controlled != nil {
			out.Controlled = r.Controlled.Summary()
			if ratio, ok := relative(j.Record, r.Controlled); ok {
				out.Ratio, out.Changes = &ratio, changes(ratio)
			}
		}
		j.out.Rivals = append(j.out.Rivals, out)
	}
}

// changes names what a ratio of effects means: another sign, at most half the size, or nothing.
func changes(ratio float64) string {
	switch {
	case ratio < 0:
		return "sign"
	case ratio <= 0.5:
		return "halved"
	}
	return ""
}

// relative is another result's effect in units of the claim's. Coefficients are compared when both are coefficients of the same kind of
// model, since they keep their unit when controls change the residual; else effects on the |r| scale with their sign;
// omnibus effects without.
func relative(claim, other *result.Record) (float64, bool) {
	if claim.Status != result.OK || other.Status != result.OK {
		return 0, false
	}
	a, b := 0.0, 0.0
	switch {
	case isOmnibus(claim) || isOmnibus(other):
		if claim.Magnitude == nil || other.Magnitude == nil {
			return 0, false
		}
		a, b = *claim.Magnitude, *other.Magnitude
	case claim.Estimate != nil && other.Estimate != nil && isLogit(claim) == isLogit(other):
		a, b = *claim.Estimate, *other.Estimate
	default:
		var ok1, ok2 bool
		a, ok1 = signedMagnitude(claim)
		b, ok2 = signedMagnitude(other)
		if !ok1 || !ok2 {
			return 0, false
		}
	}
	ratio := b / a
	return ratio, !math.IsNaN(ratio) && !math.IsInf(ratio, 0)
}

func signedMagnitude(rec *result.Record) (float64, bool) {
	s, v := sign(rec)
	if v == nil || rec.Magnitude == nil {
		return 0, false
	}
	return float64(s) * *rec.Magnitude, true
}

// qualify turns supported into qualified when a rival's control, or a moderator of the study whose interaction is significant,
// changes the sign or halves the size.
func (j *judging) qualify() {
	var but []string
	for _, r := range j.out.Rivals {
		switch r.Changes {
		case "sign":
			but = append(but, "with rival `"+r.Name+"` controlled the effect changes its sign"+shift(j.Record, r.Controlled))
		case "halved":
			but = append(but, "with rival `"+r.Name+"` controlled at most half of the effect is left"+shift(j.Record, r.Controlled))
		}
	}
	for _, m := range j.Moderators {
		if says := j.moderated(m); says != "" {
			but = append(but, says)
		}
	}
	if len(but) > 0 {
		reason := strings.TrimSuffix(j.out.Verdict.Reason, ".")
		j.verdict(result.Qualified, reason+"; but "+list(but)+".")
	}
}

// shift says the effect without and with the rival.
func shift(claim *result.Record, with *result.Summary) string {
	switch {
	case claim.Estimate != nil && with.Estimate != nil:
		return " (" + number(*claim.Estimate) + " to " + number(*with.Estimate) + ")"
	case claim.Magnitude != nil && with.Magnitude != nil:
		return " (magnitude " + number(*claim.Magnitude) + " to " + number(*with.Magnitude) + ")"
	}
	return ""
}

// moderated says where a moderator changes the claim's slope, or nothing. It counts when its own test is significant: slopes
// of parts differ by chance alone.
func (j *judging) moderated(m *result.Record) string {
	claim := j.Record
	exposure := claim.Exposure
	if claim.Template == "diff" {
		exposure = claim.Groups
	}
	fits := m.Status == result.OK && m.Slopes != nil && m.Outcome == claim.Outcome && m.Exposure == exposure &&
		(claim.Template == "assoc" || claim.Template == "diff") && claim.Estimate != nil && *claim.Estimate != 0 && !isOmnibus(claim) &&
		isLogit(m) == isLogit(claim)
	if !fits || !judgedP(m).Holds {
		return ""
	}
	name := m.Moderator
	if name == "" {
		name = m.Groups
	}
	ends := append([]result.Slope(nil), m.Slopes.Groups...)
	for _, s := range []*result.Slope{m.Slopes.Low, m.Slopes.High} {
		if s != nil {
			ends = append(ends, *s)
		}
	}
	worst, at := math.Inf(1), result.Slope{}
	for _, s := range ends {
		if ratio := s.Slope / *claim.Estimate; ratio < worst {
			worst, at = ratio, s
		}
	}
	switch changes(worst) {
	case "sign":
		return "where `" + name + "` is " + at.At + " the effect changes its sign (" + number(*claim.Estimate) + " to " + number(at.Slope) + ")"
	case "halved":
		return "where `" + name + "` is " + at.At + " at most half of the effect is left (" + number(*claim.Estimate) + " to " + number(at.Slope) + ")"
	}
	return ""
}
