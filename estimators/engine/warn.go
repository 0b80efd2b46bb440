package engine

import (
	"fmt"
	"math"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/moments"
	"github.com/hyp-lang/hyp/estimators/result"
)

// The grades of a warning: review asks for a look, material says that the number may well mislead.
const (
	review   = "review"
	material = "material"
)

func (e *run) warn(code, severity, format string, args ...any) {
	e.warnings = append(e.warnings, result.Warning{Code: code, Severity: severity, Message: fmt.Sprintf(format, args...)})
}

const (
	nearCollinear = 0.1 // 1 - R^2 of the tested column on the others: a variance inflation of ten
	veryCollinear = 1e-4
	fewEvents     = 10  // events (or non-events, the fewer) a coefficient (Peduzzi et al. 1996)
	fewClusters   = 40  // Cameron and Miller (Journal of Human Resources 50, 2015) call 20 to 50 few
	unevenSplit   = 0.1 // of all rows, by which a part may differ from the share that was asked for
	spreadRatio   = 2   // ratio of the groups' standard deviations
)

func (e *run) linearWarnings(p *plan.LeastSquares, y *outcome, m *moments.Model, s *moments.Solution, rec *result.Record) error {
	e.collinearWarning(s)
	parts := p.Terms[len(p.Terms)-1].Components
	if len(parts) != 1 || !parts[0].Factor {
		return nil
	}
	f := e.factors[parts[0].Variable]
	g := s.Groups(m, m.Terms[len(m.Terms)-1].Factors[0])
	if g == nil {
		var err error
		if g, err = moments.Groups(e.ctx, e.t.Rows, e.rows, y.number, f.model()); err != nil {
			return err
		}
	}
	stats := groupsOf(g)
	rec.Levels = nil
	setLevels(rec, f, stats, rec.Event != "")
	if rec.Event == "" && p.Errors == plan.ModelErrors {
		e.spreadWarning(f, stats)
	}
	return nil
}

func (e *run) collinearWarning(s *moments.Solution) {
	switch {
	case s.Tolerance < veryCollinear:
		e.warn("near-collinear", material, "the other variables take %.4f%% of the tested term's variance: its estimate rests on very little", 100*(1-s.Tolerance))
	case s.Tolerance < nearCollinear && s.DF1 == 1:
		e.warn("near-collinear", review, "the other variables take %.1f%% of the tested term's variance", 100*(1-s.Tolerance))
	}
}

func (e *run) logitWarnings(s *moments.Logit) {
	e.collinearWarning(&s.Solution)
	rare := min(s.Events, s.N-s.Events)
	if rare < int64(fewEvents*(s.Rank-1)) {
		severity := review
		if rare < int64(fewEvents/2*(s.Rank-1)) {
			severity = material
		}
		e.warn("few-events", severity, "%d rows of the rarer outcome for %d coefficients; fewer than %d each makes odds ratios unstable", rare, s.Rank-1, fewEvents)
	}
}

func (e *run) clusterWarning(name string, clusters int) {
	if clusters >= fewClusters {
		return
	}
	severity := review
	if clusters < fewClusters/4 {
		severity = material
	}
	e.warn("few-clusters", severity, "`%s` makes %d clusters of the rows; with fewer than %d a cluster-robust standard error is unstable and mostly too small", name, clusters, fewClusters)
}

// splitWarning compares the share of a part with the declared one: where whole units go to a part, few of them miss it by far.
func (e *run) splitWarning(rows int) {
	s := e.spec.Split
	if len(s.Key) == 0 || e.t.Rows == 0 || rows == 0 {
		return
	}
	asked := s.Holdout
	if e.spec.Part != plan.Holdout {
		asked = 1 - asked
	}
	if share := float64(rows) / float64(e.t.Rows); math.Abs(share-asked) > unevenSplit {
		e.warn("uneven-split", review, "the %s part has %.0f%% of the rows, and %.0f%% were asked for: all rows of one `%s` go to the same part, and there are few of them",
			e.spec.Part, 100*share, 100*asked, s.Key[0].Name)
	}
}

// spreadWarning compares the groups' standard deviations, where groups have at least five rows.
func (e *run) spreadWarning(f *factor, g []group) {
	low, high := -1, -1
	for i := range g {
		if g[i].n < 5 {
			continue
		}
		if low < 0 || g[i].sd() < g[low].sd() {
			low = i
		}
		if high < 0 || g[i].sd() > g[high].sd() {
			high = i
		}
	}
	if low >= 0 && g[high].sd() > spreadRatio*g[low].sd() {
		e.warn("unequal-spread", review, "the outcome's standard deviation is %.3g in %s and %.3g in %s of `%s`", g[high].sd(), f.names[high], g[low].sd(), f.names[low], f.v.Name)
	}
}
