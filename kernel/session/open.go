package session

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/lang/diag"
)

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
		studies := study.Open(ctx, []study.Text{o.composed.text}, study.Options{Only: names, Loader: loader, Known: r.s.known(ctx), Progress: o.progress.show,
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
