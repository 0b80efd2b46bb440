package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

func newQuery(e *env) *cobra.Command {
	a := asker{env: e, format: choice{value: "auto", of: []string{"auto", "table", "json", "csv", "ids", "dot", "svg", "html"}}}
	var f graphFlags
	var schema bool
	c := &cobra.Command{
		Use:   "query [QUERY|-]...",
		Short: "Ask the insight graph",
		Long: `Query answers questions about stored findings: what is known of a variable, what contradicts what, where a finding comes from.
A variable of a query stands for a node, @name for one that is named; --schema lists kinds, properties and relations.

Each argument is a query; - reads queries from standard input, with a semicolon between two. Without a query, on a terminal,
a prompt asks for them, with history, completion by the tab key and queries of several lines.

Without --format the query's own "as table|graph|json|csv|ids" decides, and a table is printed where it says nothing; "as graph"
prints DOT. json, csv and ids are complete; a table is cut to the width of the terminal.

Rows are distinct, and come by their items from left to right; order by goes first, and what is missing comes last in either order. A
comparison with a missing value never holds, so that "not i.q < 0.05" holds for a finding without q, and "i.q >= 0.05" does not.
count() counts rows, count(i) nodes and count(i.q) those with a q; min, max, mean, median and sum are of known values, and missing when
there is none. A finding that several hypotheses have found, since their tests are the same, has all their names: i.name = "H4" and @H4 find it by each.

Exit codes: 0 answered, 1 the query is wrong, 2 it cannot run (no graph, or too large), 130 interrupted.`,
		Example: `  hyp query 'find i, i.effect where i about @ses order by i.effect desc limit 5'
  hyp query 'find i, j where i contradicts j and i.effect > 0' --graph .hyp/graph --format json
  hyp query 'lineage of @H12 as graph' --format svg > lineage.svg
  hyp query 'explain find i where i.p < 0.01 and not j contradicts i'
  hyp query --schema`,
		RunE: func(c *cobra.Command, args []string) error {
			if schema {
				return query.WriteSchema(e.out)
			}
			var err error
			if a.look, a.notes, err = a.layout.options(e); err != nil {
				return err
			}
			g, err := f.open(c.Context(), false)
			if err != nil {
				return err
			}
			return errors.Join(a.ask(c.Context(), g, args), g.Close())
		},
	}
	f.reads(c.Flags())
	c.Flags().Var(&a.format, "format", "table, json, csv, ids, dot, svg or html; auto: as the query says")
	c.Flags().BoolVar(&schema, "schema", false, "list the kinds, their properties and the relations")
	a.layout.flags(c.Flags())
	return c
}

// asker answers queries of one graph.
type asker struct {
	*env
	format      choice
	layout      layout
	look, notes report.Options
}

func (a *asker) ask(ctx context.Context, g *insight.Graph, args []string) error {
	if len(args) == 0 {
		if in, ok := a.stdin.(interface{ Fd() uintptr }); ok && a.stdoutTTY && isTerminalFd(in.Fd()) {
			return a.prompt(ctx, g)
		}
		args = []string{"-"}
	}
	now := query.NewInsights(g)
	wrong := false
	for _, arg := range args {
		name := "query"
		if arg == "-" {
			text, err := io.ReadAll(a.stdin)
			if err != nil {
				return fmt.Errorf("standard input: %w", err)
			}
			arg, name = string(text), "standard input"
		}
		parts := query.Split(arg)
		if len(parts) == 0 { // the parser says what is missing
			parts = []source.Span{{End: len(arg)}}
		}
		for _, p := range parts {
			// The places before stay in the text, so that a diagnostic names the line of the input.
			before := strings.Map(func(r rune) rune {
				if r == '\n' {
					return r
				}
				return ' '
			}, arg[:p.Start])
			ok, err := a.answer(ctx, now, source.New(name, before+arg[p.Start:p.End]))
			if err != nil {
				return err
			}
			wrong = wrong || !ok
		}
	}
	if wrong {
		return &exitError{exitFindings}
	}
	return nil
}

// answer runs one query and prints what comes of it; ok is false when the query is wrong.
func (a *asker) answer(ctx context.Context, g query.Graph, f *source.File) (ok bool, err error) {
	format := a.format.value
	r, ds, err := query.Run(ctx, g, f, query.Options{Draw: format == "dot" || format == "svg" || format == "html"})
	if len(ds) > 0 {
		if err := a.printDiagnostics(a.stderr, ds, "text", a.notes); err != nil {
			return false, err
		}
	}
	if err != nil || r == nil {
		return !diag.HasErrors(ds), err
	}
	if format == "auto" {
		format = map[string]string{"graph": "dot"}[r.Format]
		if format == "" {
			format = r.Format
		}
	}
	if r.Steps != nil && r.Drawing == nil && (format == "dot" || format == "svg" || format == "html" || format == "ids") {
		format = "table" // a plan has no nodes
	}
	switch format {
	case "json":
		err = r.WriteJSON(a.out)
	case "csv":
		err = r.WriteCSV(a.out)
	case "ids":
		err = r.WriteIDs(a.out)
	case "dot":
		err = r.Drawing.WriteDOT(a.out)
	case "svg":
		err = r.Drawing.WriteSVG(a.out)
	case "html":
		err = r.Drawing.WriteHTML(a.out, strings.Join(strings.Fields(f.Text), " "))
	default:
		width := 0
		if a.stdoutTTY || a.layout.width > 0 {
			width = a.look.Width
		}
		err = r.WriteTable(a.out, width)
	}
	return true, err
}
