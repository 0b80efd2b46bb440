package rich

import (
	"math"
	"strings"

	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

// groups are the panels of one record's groups.
func groups(r *result.Record) (panels []panel) {
	if r.Status != result.OK {
		return nil
	}
	by := r.Groups
	if by == "" {
		by = r.Exposure
	}
	means := panel{title: "mean of " + r.Outcome + " by " + by, low: math.NaN(), high: math.NaN()}
	shares := panel{title: "share of " + event(r) + " by " + by, low: 0, high: 1}
	for _, l := range r.Levels {
		at := row{label: l.Value, note: "n " + report.Count(l.N)}
		if l.Value == r.Reference {
			at.note += ", reference"
		}
		switch {
		case l.Mean != nil:
			at.value = *l.Mean
			at.low, at.high = meanInterval(r, l)
			means.rows = append(means.rows, at)
		case l.Share != nil:
			at.value = *l.Share
			at.low, at.high = wilson(r, *l.Share, l.N)
			shares.rows = append(shares.rows, at)
		}
	}
	for _, p := range []panel{means, shares} {
		if len(p.rows) < 2 || len(p.rows) > mostRows {
			continue
		}
		if len(r.Controls) > 0 {
			p.title += ", without the controls"
		}
		panels = append(panels, p)
	}
	if p := slopes(r); p != nil {
		panels = append(panels, *p)
	}
	return panels
}

func event(r *result.Record) string {
	if r.Event == "" {
		return r.Outcome
	}
	return r.Outcome + " = " + r.Event
}

// meanInterval is mean ± t(0.975, n-1) sd/sqrt(n); none of weighted data, whose spread is another.
func meanInterval(r *result.Record, l result.Level) (low, high *float64) {
	if l.SD == nil || l.N < 2 || r.Weights != "" {
		return nil, nil
	}
	n := float64(l.N)
	half := dist.StudentQuantile(0.975, n-1) * *l.SD / math.Sqrt(n)
	a, b := *l.Mean-half, *l.Mean+half
	return &a, &b
}

// wilson is the score interval of a share of n rows (E. B. Wilson, JASA 22 (1927) 209); none of weighted data.
func wilson(r *result.Record, share float64, rows int64) (low, high *float64) {
	if rows < 1 || r.Weights != "" {
		return nil, nil
	}
	z, n := dist.NormalQuantile(0.975), float64(rows)
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	a, b := max(0, middle-half), min(1, middle+half)
	return &a, &b
}

// slopes are the slopes behind an interaction.
func slopes(r *result.Record) *panel {
	if r.Slopes == nil {
		return nil
	}
	none := 0.0
	by := r.Moderator
	if by == "" {
		by = r.Groups
	}
	p := &panel{title: strings.TrimPrefix(report.Slope(r), "the ") + ", by " + by, none: &none, low: math.NaN(), high: math.NaN()}
	for _, s := range []*result.Slope{r.Slopes.Low, r.Slopes.High} {
		if s != nil {
			p.rows = append(p.rows, slopeRow(*s, r.Moderator+" = "))
		}
	}
	for _, s := range r.Slopes.Groups {
		p.rows = append(p.rows, slopeRow(s, ""))
	}
	if len(p.rows) == 0 || len(p.rows) > mostRows {
		return nil
	}
	return p
}

func slopeRow(s result.Slope, before string) row {
	return row{label: before + s.At, value: s.Slope, low: &s.Low, high: &s.High}
}
