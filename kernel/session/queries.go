package session

import (
	"context"
	"errors"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// queries answers the queries of a span of the cell, a semicolon or a new find between two.
func (r *run) queries(ctx context.Context, at source.Span) error {
	g, err := r.s.openGraph(ctx)
	if err != nil {
		return err
	}
	now := query.NewInsights(g)
	text := only(r.in.Code, at)
	parts := query.Split(text)
	if len(parts) == 0 { // the parser says what is missing
		parts = []source.Span{at}
	}
	for i, p := range parts {
		f := source.New(r.cell.file.Name, only(text, p))
		res, ds, err := query.Run(ctx, now, f, query.Options{})
		for k := range ds {
			ds[k].File = r.cell.file
		}
		if diag.HasErrors(ds) {
			return studyError(ds)
		}
		var large *query.TooLargeError
		if errors.As(err, &large) {
			return problem("QueryError", err.Error())
		}
		if err != nil {
			return err
		}
		r.warn(ds)
		b := rich.Query(res, 0)
		if i == len(parts)-1 {
			r.value(b)
		} else {
			r.out.Display(b, nil, "")
		}
	}
	return nil
}
