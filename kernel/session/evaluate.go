package session

import (
	"context"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// Evaluate answers a user expression without an effect: the name of a result gives that result, a claim is answered as if it stood
// in a cell, and neither the session nor the graph knows of it.
func (s *Session) Evaluate(ctx context.Context, expression string) (serve.Bundle, error) {
	name := strings.Trim(strings.TrimSpace(expression), "`")
	for _, rec := range s.Results() {
		if rec.Name == name {
			return rich.Record(rec, s.layout()), nil
		}
	}
	c := &cell{file: source.New("expression", expression), label: "expression"}
	file, ds := parse.File(c.file)
	if diag.HasErrors(ds) {
		for i := range ds {
			ds[i] = habit(ds[i])
		}
		return nil, studyError(ds)
	}
	added := collect(file, c.label)
	if len(added) != 1 || added[0].name == "" {
		return nil, problem("ExpressionError", "an expression is one claim, or the name of a result")
	}
	b, _ := s.snapshot().accept(c, added)
	text := b.compose(s.cfg.Name, s.cfg.Folder)
	st := study.Open(ctx, []study.Text{text.text}, study.Options{Only: []string{added[0].name}, Loader: s.data.Loader(s.cfg.Folder, nil), Known: s.known(ctx)})
	if err := ctx.Err(); err != nil {
		return nil, stopped(err, 0, "")
	}
	if st[0].Failed() {
		var all []diag.Diagnostic
		for _, p := range text.place(st[0].Diagnostics) {
			if p.Severity == diag.Error {
				all = append(all, habit(p.Diagnostic))
			}
		}
		return nil, studyError(all)
	}
	var found *result.Record
	var problem error
	err := st[0].Run(ctx, func(rec *result.Record) error {
		found = rec
		return nil
	}, func(_ string, err error) { problem = err })
	switch {
	case ctx.Err() != nil:
		return nil, stopped(ctx.Err(), 0, "")
	case err != nil:
		return nil, failed(err)
	case problem != nil:
		return nil, failed(problem)
	}
	return rich.Record(found, s.layout()), nil
}
