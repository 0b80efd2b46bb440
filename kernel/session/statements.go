package session

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/intake"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

func newCell(in serve.Cell) *cell {
	label := fmt.Sprintf("[%d]", in.Count)
	return &cell{file: source.New("Cell "+label, in.Code), label: label, id: in.ID}
}

// statements takes over the declarations of a part and answers its hypotheses.
func (r *run) statements(ctx context.Context, p part) error {
	added, ds := r.parse(p)
	if diag.HasErrors(ds) && len(added) == 0 {
		if b := r.s.card(ctx, strings.TrimSpace(r.in.Code[p.at.Start:p.at.End])); b != nil { // a name alone: people look at values so
			r.value(b)
			return nil
		}
		return studyError(ds)
	}
	next, notes := r.all.accept(r.cell, added)
	loader := r.s.data.Loader(r.s.cfg.Folder, nil)
	opened, err := r.open(ctx, next, added, added, ds, loader)
	if err != nil {
		return err
	}
	defer opened.progress.end(finished)
	if changed := loader.Changed(); len(changed) > 0 {
		notes = append(notes, strings.TrimSuffix(changedNote(changed), "\n"))
	}
	for _, n := range append(notes, opened.aside...) {
		r.say(n)
	}
	r.declared(opened, added)
	for _, n := range r.outdated(opened, added) {
		r.say(n)
	}
	r.warn(opened.warnings)
	r.take(opened)
	r.cell = r.all.cell(r.cell)
	if opened.only == 0 {
		return nil
	}
	return r.answer(ctx, opened)
}

// parse reads a part by itself: its statements must be whole without what other cells say.
func (r *run) parse(p part) ([]*statement, []diag.Diagnostic) {
	text := source.New(r.cell.file.Name, only(r.in.Code, p.at))
	file, ds := parse.File(text)
	for i := range ds {
		ds[i].File = r.cell.file
		for k := range ds[i].Related {
			ds[i].Related[k].File = r.cell.file
		}
		ds[i] = habit(ds[i])
	}
	return collect(file, r.cell.label), ds
}

// accept is the book with further statements of a cell, and what is said of those that they replace. A claim without a name is
// replaced by the same words wherever they are run again, and by the next run of its cell where the front end names cells. A cell that
// is run again keeps its place.
func (b book) accept(c *cell, added []*statement) (book, []string) {
	var notes []string
	replaced := map[*statement]bool{}
	place := -1 // of the cell that is run again, where the new one stands then
	for _, st := range added {
		old, was := b.find(st.key)
		if was == nil {
			continue
		}
		replaced[was] = true
		again := old.id != "" && old.id == c.id || was.text(old) == st.text(c)
		if i := slices.Index(b, old); again && (place < 0 || i < place) {
			place = i
		}
		if !st.bare && !again {
			note := fmt.Sprintf("%s replaces the one of cell %s", st.what, old.label)
			if was.what != st.what {
				note = fmt.Sprintf("%s replaces the %s of cell %s", st.what, was.what, old.label)
			}
			notes = append(notes, note)
		}
	}
	b.bind(c, added)
	gone := func(old *cell, st *statement) bool {
		return replaced[st] || st.bare && old.id != "" && old.id == c.id && old.file != c.file
	}
	out := b.without(gone)
	i := slices.IndexFunc(out, func(o *cell) bool { return o.file == c.file })
	if i < 0 {
		at := len(out)
		if place >= 0 {
			at = len(b[:place].without(gone))
		}
		return slices.Insert(out, at, &cell{c.file, c.label, c.id, added}), notes
	}
	out = slices.Clone(out)
	out[i] = &cell{c.file, c.label, c.id, append(slices.Clone(out[i].statements), added...)}
	return out, notes
}

// bind says of new hypotheses which data set they are about where they do not: the only one of the session; where a hypothesis is run again
// as it was, the one that it was about.
func (b book) bind(c *cell, added []*statement) {
	sets := append(b.dataSets(), book{&cell{statements: added}}.dataSets()...)
	slices.Sort(sets)
	sets = slices.Compact(sets)
	for _, st := range added {
		if st.open < 0 {
			continue
		}
		old, was := b.find(st.key)
		switch {
		case was != nil && slices.Contains(sets, was.on) && was.text(old) == st.text(c):
			st.on = was.on
		case len(sets) == 1:
			st.on = sets[0]
		}
	}
}

// names are those of the hypotheses.
func (b book) names() map[string]bool {
	out := map[string]bool{}
	for _, c := range b {
		for _, st := range c.statements {
			if st.name != "" {
				out[st.name] = true
			}
		}
	}
	return out
}

// has tells whether a hypothesis of that name holds.
func (b book) has(name string) bool {
	return slices.ContainsFunc(b, func(c *cell) bool {
		return slices.ContainsFunc(c.statements, func(st *statement) bool { return st.name == name })
	})
}

// cell is the book's version of a cell.
func (b book) cell(c *cell) *cell {
	for _, o := range b {
		if o.file == c.file {
			return o
		}
	}
	return c
}

// opened is a book that was checked and may run.
type opened struct {
	all      book                  // that was to be opened
	book     book                  // what of it holds
	why      map[*statement]string // what does not, and why
	study    *study.Study
	composed *composed
	only     int      // how many hypotheses are to be answered
	aside    []string // what is said of statements that hold no longer, or again
	warnings []diag.Diagnostic
	tested   *func(*result.Record, string) error
	progress *progress
}

// open checks a book and makes it ready to answer the hypotheses among some statements. An error of added, those of the cell at hand, is
// the cell's failure, with every other one of them and with found, those of the parser. Earlier statements that do not fit are set aside: the person may have to mend them one cell after the other. Each time those
// that were set aside before are tried again. A data set is not set aside, since its file may come back.
func (r *run) open(ctx context.Context, b book, added, asked []*statement, found []diag.Diagnostic, loader *Loader) (out *opened, err error) {
	o := &opened{all: b, book: b, why: map[*statement]string{}, progress: r.progress()}
	defer func() {
		if err != nil {
			o.progress.end(abandoned)
		}
	}()
	loader.progress = o.progress.show
	var names []string
	mine := map[*statement]bool{}
	for _, st := range added {
		mine[st] = true
	}
	for _, st := range asked {
		if st.name != "" {
			names = append(names, st.name)
		}
	}
	o.only = len(names)
	var tested func(*result.Record, string) error
	o.tested = &tested
	for {
		o.composed = o.book.compose(r.s.cfg.Name, r.s.cfg.Folder)
		studies := study.Open(ctx, []study.Text{o.composed.text}, study.Options{Only: names, Loader: loader, Progress: o.progress.show,
			Tested: func(rec *result.Record, purpose string) error {
				if tested == nil {
					return nil
				}
				return tested(rec, purpose)
			}})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o.study = studies[0]
		all := o.composed.place(o.study.Diagnostics)
		own := slices.Clone(found)
		broken := map[*statement]diag.Diagnostic{}
		var outside []diag.Diagnostic
		o.warnings = nil
		for _, d := range all {
			d.Diagnostic = habit(d.Diagnostic)
			switch {
			case d.Severity == diag.Warning:
				o.warnings = append(o.warnings, d.Diagnostic)
			case d.Severity == diag.Info:
			case d.piece == nil || !mine[d.piece.st] && strings.HasPrefix(d.piece.st.key, "dataset "):
				outside = append(outside, d.Diagnostic)
			case mine[d.piece.st]:
				if !slices.ContainsFunc(own, func(x diag.Diagnostic) bool { return x.Code == d.Code && x.Span == d.Span }) {
					own = append(own, d.Diagnostic)
				}
			default:
				if _, there := broken[d.piece.st]; !there {
					broken[d.piece.st] = d.Diagnostic
				}
			}
		}
		drop := func(which map[*statement]string) {
			maps.Copy(o.why, which)
			o.book = o.book.without(func(_ *cell, st *statement) bool { _, is := which[st]; return is })
			names = slices.DeleteFunc(names, func(name string) bool { return !o.book.has(name) })
			o.only = len(names)
		}
		switch {
		case (diag.HasErrors(own) || len(outside) > 0) && len(without(r.aside, o.why)) > 0: // they may be what is wrong
			drop(without(r.aside, o.why))
			continue
		case diag.HasErrors(own) || len(outside) > 0:
			own = append(slices.DeleteFunc(own, func(d diag.Diagnostic) bool { return d.Severity == diag.Info }), outside...)
			return nil, studyError(own)
		case len(broken) == 0:
			for _, c := range o.book {
				for _, st := range c.statements {
					if _, was := r.aside[st]; was {
						o.aside = append(o.aside, fmt.Sprintf("%s of cell %s holds again", st.what, c.label))
					}
				}
			}
			return o, nil
		}
		reasons := map[*statement]string{}
		for _, c := range o.book {
			for _, st := range c.statements {
				d, bad := broken[st]
				if !bad {
					continue
				}
				reasons[st] = d.Message
				if _, before := r.aside[st]; !before {
					o.aside = append(o.aside, fmt.Sprintf("%s of cell %s no longer holds and is set aside; it comes back when declarations fit it again, or mend it and run the cell again:\n%s",
						st.what, c.label, rich.Diagnostics([]diag.Diagnostic{d})[rich.Plain]))
				}
			}
		}
		drop(reasons)
	}
}

// without is a map without the keys of another.
func without(m, other map[*statement]string) map[*statement]string {
	out := maps.Clone(m)
	maps.DeleteFunc(out, func(st *statement, _ string) bool { _, is := other[st]; return is })
	return out
}

// take makes an opened book the session's.
func (r *run) take(o *opened) { r.all, r.book, r.aside = o.all, o.book, o.why }

// declared says of new data sets what they are.
func (r *run) declared(o *opened, added []*statement) {
	for _, d := range o.study.Info.Datasets {
		if d.Node == nil || d.Header == nil {
			continue
		}
		if p := o.composed.piece(d.Node.At.Start); p != nil && slices.Contains(added, p.st) {
			r.say(fmt.Sprintf("%s: %s, %s", d.Name, count(len(d.Header), "column", "columns"), d.Describe()))
		}
	}
}

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

// warn shows warnings that were not shown before, and does not fail.
func (r *run) warn(ds []diag.Diagnostic) {
	var fresh []diag.Diagnostic
	r.s.mu.Lock()
	for _, d := range ds {
		key := d.Code + "\x00" + d.Message
		if d.File != nil {
			key += "\x00" + d.File.Name + "\x00" + d.File.Slice(d.Span)
		}
		if !r.s.warned[key] || d.File == r.cell.file {
			fresh = append(fresh, d)
		}
		r.warned = append(r.warned, key)
	}
	r.s.mu.Unlock()
	if b := rich.Diagnostics(fresh); b != nil {
		r.out.Display(b, nil, "")
	}
}

// say tells the person something in a line of its own.
func (r *run) say(text string) { r.out.Stream("stdout", strings.TrimRight(text, "\n")+"\n") }

// answer runs the hypotheses of a checked book, keeps what is found and shows it.
func (r *run) answer(ctx context.Context, o *opened) error {
	g, err := r.s.storeGraph(ctx)
	unstored := err // why results are not kept, for they are shown even so
	keeper := intake.Keep(g, r.s.cfg.Build, func(s string) { r.say("note: " + s) })
	if err := keeper.Study(ctx, o.study); err != nil {
		var other *insight.DatasetError
		if !errors.As(err, &other) {
			return err
		}
		at, _ := r.s.whereGraph(ctx)
		unstored = fmt.Errorf("%s: the graph is about %s, and these findings are about %s\n%%graph open with another folder keeps them there; %%graph open %s --any-data adds them to this one on purpose", at, strings.Join(other.Have, ", "), strings.Join(other.Want, ", "), at)
		g, keeper = nil, nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	*o.tested = func(rec *result.Record, purpose string) error { return keeper.Tested(ctx, rec, purpose) }
	family, now := maps.Clone(r.family), families(o.study)
	if family == nil {
		family = map[string]string{}
	}
	stale := maps.Clone(r.stale)
	r.family, r.stale = family, stale
	w := &show{run: r, alone: o.only == 1, begun: o.progress.begun}
	var problems []string
	err = o.study.Run(ctx, func(rec *result.Record) error {
		in, err := keeper.Keep(ctx, rec)
		if err != nil {
			return err
		}
		var near []rich.Neighbour
		if g != nil {
			if near, err = neighbours(ctx, g, in); err != nil {
				return err
			}
		}
		r.results = append(r.results, rec)
		family[rec.Name] = now[rec.Name]
		delete(stale, rec.Name)
		w.record(rec, near)
		return nil
	}, func(name string, err error) { problems = append(problems, fmt.Sprintf("%s: %v", name, err)) })
	r.shown += len(w.records)
	if err != nil {
		o.progress.end(abandoned)
	} else {
		o.progress.end(finished)
	}
	w.results(true)
	if unstored != nil && len(w.records) > 0 {
		r.unstored(unstored)
	}
	if err == nil && len(problems) > 0 {
		return problem("RunError", strings.Join(problems, "\n"))
	}
	return err
}

// unstored says that results are shown and not kept, and why.
func (r *run) unstored(err error) {
	text := err.Error()
	var f *serve.Failure
	if errors.As(err, &f) {
		text = strings.Join(append([]string{f.Value}, f.Traceback[1:]...), "\n")
	}
	r.out.Stream("stderr", "not stored in the graph: "+strings.TrimRight(text, "\n")+"\n%run stores the results when that is mended.\n")
}

// neighbours are the links of a new result, a link once, with all its reasons. That two findings merely relate is left to queries.
func neighbours(ctx context.Context, g *insight.Graph, in insight.Inserted) ([]rich.Neighbour, error) {
	var out []rich.Neighbour
	for _, e := range in.Edges {
		if e.Relation == "relates" {
			continue
		}
		it, err := g.Item(ctx, e.To)
		if err != nil {
			return nil, err
		}
		if it == nil || it.Insight == nil {
			continue
		}
		rec := &it.Insight.Record
		n := rich.Neighbour{Relation: e.Relation, ID: e.To, Name: rec.Name, Status: outcome(rec), Finding: rec.Finding, Why: e.Why, Source: e.Source}
		if n.Why == "" && e.Source == "declared" {
			n.Why = "declared in its study"
		}
		if i := slices.IndexFunc(out, func(o rich.Neighbour) bool { return o.Relation == n.Relation && o.ID == n.ID }); i >= 0 {
			out[i].Why = strings.Trim(out[i].Why+"; "+n.Why, "; ")
			continue
		}
		out = append(out, n)
	}
	return out, nil
}
