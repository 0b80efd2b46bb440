package session

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
)

// outdated finds the earlier results that no longer say what their hypotheses ask: a declaration that they rest on is another one now, or
// their family is, which changes q. It says which are so since this cell.
func (r *run) outdated(o *opened, added []*statement) []string {
	latest := map[string]*result.Record{}
	r.s.mu.Lock()
	for _, rec := range slices.Concat(r.s.results, r.results) {
		latest[rec.Name] = rec
	}
	r.s.mu.Unlock()
	fresh := make(map[*statement]bool, len(added))
	for _, st := range added {
		fresh[st] = true
	}
	mine := func(h *check.Hyp) bool {
		p := o.composed.piece(h.Span.Start)
		return p != nil && fresh[p.st]
	}
	joined := map[string]bool{}
	for _, h := range o.study.Info.Hyps {
		if h.Spec != nil && h.Spec.Decision.Family != "" && mine(h) && latest[o.study.Name(h)] == nil {
			joined[h.Spec.Decision.Family] = true
		}
	}
	now := families(o.study)
	stale := map[string]string{}
	var other, larger, family []string
	note := func(names *[]string, name, why string) {
		if stale[name] = why; r.stale[name] != why {
			*names = append(*names, name)
		}
	}
	for _, h := range o.study.Info.Hyps {
		name := o.study.Name(h)
		rec := latest[name]
		switch {
		case h.Spec == nil || rec == nil || mine(h):
		case rec.Specification != h.Spec.Specification:
			note(&other, name, "declarations have changed since")
		case joined[h.Spec.Decision.Family]:
			note(&larger, name, "its family has changed since")
			if !slices.Contains(larger, name) { // a further member is said each time
				larger = append(larger, name)
			}
		case r.family[name] != now[name]:
			note(&family, name, "its family has changed since")
		}
	}
	r.stale = stale
	var notes []string
	for _, n := range []struct {
		what  string
		names []string
	}{{"earlier answers were to another question, by the declarations of then: %s", other}, {"the family has more members now, so that q is another one for %s", larger},
		{"earlier answers were to another question, by the family of then, so that q is another one: %s", family}} {
		if len(n.names) > 0 {
			notes = append(notes, fmt.Sprintf(n.what, strings.Join(n.names, ", "))+"; %run "+strings.Join(n.names, " ")+" answers again")
		}
	}
	return notes
}

// families tells, of every hypothesis in a family, all that its q depends on: the family's method and level, and what its members ask.
func families(s *study.Study) map[string]string {
	members := map[string][]string{}
	for _, h := range s.Info.Hyps {
		if h.Spec != nil && h.Spec.Decision.Family != "" {
			d := h.Spec.Decision
			members[d.Family] = append(members[d.Family], h.Spec.Specification+" "+string(d.Expect))
		}
	}
	out := map[string]string{}
	for _, h := range s.Info.Hyps {
		if h.Spec == nil || h.Spec.Decision.Family == "" {
			continue
		}
		name := h.Spec.Decision.Family
		text := name
		if f := s.Info.Families[name]; f != nil {
			known := check.PlanFamily(f)
			text += fmt.Sprintf(" %s %g", known.Method, known.Alpha)
		}
		slices.Sort(members[name])
		out[s.Name(h)] = text + "\n" + strings.Join(members[name], "\n")
	}
	return out
}
