package rich

import (
	"math"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/estimators/effect"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
)

// mostRows of a plot: more cannot be read.
const mostRows = 60

// mostNamed records without a number are named under a plot.
const mostNamed = 20

// Intervals is a plot of the sizes of records with their 95% intervals (a forest plot), as Vega-Lite, SVG and text. Sizes of
// different kinds, and odds ratios per unit of different things, have each an axis of their own; ratios have a logarithmic
// one. A band marks what is smaller than a record's floor. A single record's groups or slopes follow below. Nil when no record
// has a size.
func Intervals(rs []*result.Record) Bundle {
	panels, notes := sizes(rs)
	if len(rs) == 1 {
		panels = append(panels, groups(rs[0])...)
	}
	return plot(panels, notes)
}

// Groups is a plot of what a record knows of its groups: the outcome's means or shares with 95% intervals, its slopes, or the
// terms of a joint test. Nil when it knows nothing of them.
func Groups(r *result.Record) Bundle { return plot(groups(r), nil) }

func plot(panels []panel, notes []string) Bundle {
	if len(panels) == 0 {
		return nil
	}
	return Bundle{Vega: vegaLite(panels, notes), SVG: picture(panels, notes), Plain: sketch(panels, notes)}
}

// sizes sorts records into panels, in the order in which the kinds come; notes tell what is not drawn.
func sizes(rs []*result.Record) (panels []panel, notes []string) {
	place := map[string]int{}
	var without []string
	shown, more := 0, 0
	for _, r := range rs {
		s, ok := report.SizeOf(r)
		if !ok || r.Status != result.OK || math.IsNaN(s.Value) || math.IsInf(s.Value, 0) || s.Ratio && s.Value <= 0 {
			without = append(without, calls(r)+" ("+outcomeWord(r)+")")
			continue
		}
		if shown++; shown > mostRows {
			more++
			continue
		}
		p := kind(r, s)
		i, known := place[p.title]
		if !known {
			i = len(panels)
			place[p.title] = i
			panels = append(panels, p)
		}
		panels[i].rows = append(panels[i].rows, sizeRow(r, s))
	}
	for i := range panels {
		panels[i].nameMeasures()
	}
	if more > 0 {
		notes = append(notes, report.Count(int64(more))+" more are not drawn.")
	}
	if over := len(without) - mostNamed; over > 0 {
		without = append(without[:mostNamed], report.Count(int64(over))+" more")
	}
	if len(without) > 0 {
		notes = append(notes, "Without a number: "+strings.Join(without, ", ")+".")
	}
	return panels, notes
}

// calls is what a note calls a record.
func calls(r *result.Record) string {
	if r.Name != "" {
		return r.Name
	}
	return cut(r.Claim, 40)
}

// kind is the empty panel that a size stands in. Pearson's r and a partial r share one, both being correlations of two numeric
// things, so that a claim can be seen beside itself with controls.
func kind(r *result.Record, s report.Size) panel {
	none := 0.0
	p := panel{none: &none, low: math.NaN(), high: math.NaN()}
	p.title, _, _ = strings.Cut(s.Name, ",")
	if s.Ratio {
		none, p.log, p.low = 1, true, 0
		if r.Contrast == "" && r.Exposure != "" {
			p.title += " per unit of " + r.Exposure
			if r.Template == "interact" {
				p.title += " and " + r.Moderator
			}
		}
		p.title += ", log scale"
		return p
	}
	switch effect.Measure(r.Effect.Measure) {
	case effect.MeasurePearsonR, effect.MeasurePartialR:
		p.title, p.low, p.high = "correlation", -1, 1
	case effect.MeasureRankBiserial:
		p.low, p.high = -1, 1
	case effect.MeasurePartialEta2, effect.MeasureWaldEta2, effect.MeasureEpsilon2:
		p.low, p.high = 0, 1
	default:
		if r.Effect.Measure == "spearman_r" {
			p.low, p.high = -1, 1
		}
	}
	return p
}

// nameMeasures titles a panel of correlations by its measures, and says each row's own where there are two.
func (p *panel) nameMeasures() {
	var all []string
	for i := range p.rows {
		if m := p.rows[i].measure; !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	if p.title == "correlation" {
		p.title = strings.Join(all, " and ")
	}
	if len(all) > 1 {
		for i := range p.rows {
			p.rows[i].note = p.rows[i].measure + " · " + p.rows[i].note
		}
	}
}

func sizeRow(r *result.Record, s report.Size) row {
	word := outcomeWord(r)
	out := row{name: r.Name, label: r.Claim, value: s.Value, low: s.Low, high: s.High, verdict: word, note: word + " · n " + report.Count(r.N)}
	out.measure, _, _ = strings.Cut(s.Name, ",")
	if e := r.Equivalence; e != nil && comparable(r, s, e.Measure) && e.Floor > 0 {
		switch {
		case s.Ratio:
			f := max(e.Floor, 1/e.Floor)
			out.band = &[2]float64{1 / f, f}
		case e.Measure == "eta2":
			out.band = &[2]float64{0, e.Floor}
		default:
			out.band = &[2]float64{-e.Floor, e.Floor}
		}
		if r.Expect == "null" || r.Expect == "uniform" {
			out.ninety = &[2]float64{e.Low90, e.High90}
		}
	}
	return out
}

// comparable tells whether a floor's measure is the one that is drawn.
func comparable(r *result.Record, s report.Size, measure string) bool {
	if s.Ratio {
		return measure == "odds"
	}
	switch effect.Measure(r.Effect.Measure) {
	case effect.MeasurePearsonR, effect.MeasurePartialR, effect.MeasureRankBiserial, "spearman_r":
		return measure == "r"
	case effect.MeasureCohensD:
		return measure == "d"
	case effect.MeasurePartialEta2, effect.MeasureWaldEta2, effect.MeasureEpsilon2:
		return measure == "eta2"
	}
	return false
}
