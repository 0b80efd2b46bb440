package session

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
