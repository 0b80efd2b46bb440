package session

import (
	"fmt"
	"time"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/kernel/rich"
)

func (s *Session) layout() report.Options { return report.Options{Width: s.cfg.Width} }

// show shows the results of a cell as they come: one by itself, of several the last ones in one place, and all of them there at the end.
type show struct {
	run     *run
	id      string
	alone   bool
	begun   time.Time
	records []*result.Record
	links   []rich.Link
	drawn   time.Time
}

// record takes a result with its links in the graph.
func (w *show) record(rec *result.Record, near []rich.Neighbour) {
	w.records = append(w.records, rec)
	for _, n := range near {
		w.links = append(w.links, rich.Link{Of: rec.Name, Neighbour: n})
	}
	if now := time.Now(); !w.alone && now.Sub(w.drawn) > redraw && now.Sub(w.begun) > patience {
		w.drawn = now
		w.results(false)
	}
}

// results shows what there is: all of it when the run is over, the last ones before.
func (w *show) results(over bool) {
	if len(w.records) == 0 || w.alone && !over {
		return
	}
	b := rich.Latest(w.records)
	if over {
		b = rich.Records(w.records, w.run.s.layout())
	}
	switch {
	case w.alone:
		w.run.value(b)
	case w.id == "":
		w.id = w.run.displayID("results")
		w.run.out.Display(b, nil, w.id)
	default:
		w.run.out.Update(b, nil, w.id)
	}
	if !over {
		return
	}
	if p := rich.Intervals(w.records); p != nil {
		w.run.out.Display(p, nil, "")
	}
	if b := rich.Links(w.links); b != nil {
		w.run.out.Display(b, nil, "")
	}
}

// displayID is an id for output that is updated; it is new for every run of a cell.
func (r *run) displayID(what string) string {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	r.s.displays++
	return fmt.Sprintf("hyp-%s-%d", what, r.s.displays)
}
