package session

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"

	"github.com/hyp-lang/hyp/graphq/insight"
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
		if seen, err := named(ctx, g, res); err != nil {
			return err
		} else if seen != nil { // what a person sees; programs keep the ids
			for mime, v := range rich.Query(seen, 0) {
				if mime != rich.JSON {
					b[mime] = v
				}
			}
		}
		if i == len(parts)-1 {
			r.value(b)
		} else {
			r.out.Display(b, nil, "")
		}
	}
	return nil
}

// idOfInsight is an insight's id in a table or a route.
var idOfInsight = regexp.MustCompile(`i:[0-9a-f]{16}`)

// namedRows is how many rows of an answer get names: more than are shown.
const namedRows = 200

// named is an answer in which insights have the names that their studies gave them: beside the id where it stands alone, in its place
// on a route. Nil when there is no insight in it, and for the formats that are for programs.
func named(ctx context.Context, g *insight.Graph, res *query.Result) (*query.Result, error) {
	if res.Format != "table" || res.Steps != nil {
		return nil, nil
	}
	var err error
	name := func(id string) string {
		it, e := g.Item(ctx, id)
		if e != nil {
			err = e
		}
		if it == nil || it.Insight == nil {
			return ""
		}
		return it.Insight.Record.Name
	}
	out, some := *res, false
	out.Columns = slices.Clone(res.Columns)
	for j := range out.Columns {
		c := &out.Columns[j]
		route := c.Kind == query.NoKind && c.Name == "route"
		if !route && c.Kind != query.Insight {
			continue
		}
		some = true
		c.Values = slices.Clone(c.Values)
		for i := range min(len(c.Values), namedRows) {
			v := &c.Values[i]
			if route {
				v.Text = idOfInsight.ReplaceAllStringFunc(v.Text, func(id string) string { return cmp.Or(name(id), id) })
			} else if n := name(v.Text); n != "" {
				v.Text = n + " " + v.Text
			}
		}
	}
	if !some {
		return nil, err
	}
	return &out, err
}
