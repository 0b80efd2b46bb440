package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hyp-lang/hyp/agents/embed"
	"github.com/hyp-lang/hyp/agents/minilm"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/intake"
	"github.com/hyp-lang/hyp/graphq/query"
)

// defaultGraph is where a project's graph lies.
const defaultGraph = ".hyp/graph"

// graphFlags name a graph to write to.
type graphFlags struct {
	dir     string
	wait    time.Duration
	anyData bool
	model   string // the folder of an embedding model
	loaded  insight.Embedder

	readable bool // leave damaged commits out
}

func (f *graphFlags) flags(to *pflag.FlagSet, dir string) {
	to.StringVar(&f.dir, "graph", dir, "the graph: a folder, or a postgres:// address")
	to.DurationVar(&f.wait, "graph-wait", 0, "how long to wait for another writer of the graph: 30s, 5m")
	to.BoolVar(&f.anyData, "graph-any-data", false, "take findings on other data sets than the graph's")
	f.embeds(to)
}

// reads are the flags of what only looks at a graph.
func (f *graphFlags) reads(to *pflag.FlagSet) {
	to.StringVar(&f.dir, "graph", defaultGraph, "the graph: a folder, or a postgres:// address")
	f.embeds(to)
}

func (f *graphFlags) embeds(to *pflag.FlagSet) {
	to.StringVar(&f.model, "embed-model", os.Getenv("HYP_EMBED_MODEL"), "compare texts by the model all-MiniLM-L6-v2 in this folder instead of by their words (HYP_EMBED_MODEL)")
}

// embedder is how texts are compared.
func (f *graphFlags) embedder() (insight.Embedder, error) {
	if f.model == "" {
		return embed.Embedder{}, nil
	}
	if f.loaded == nil { // once, however often the graph is opened
		m, err := minilm.Open(f.model)
		if err != nil {
			return nil, err
		}
		f.loaded = m
	}
	return f.loaded, nil
}

func (f *graphFlags) open(ctx context.Context, write bool) (*insight.Graph, error) {
	e, err := f.embedder()
	if err != nil {
		return nil, err
	}
	return insight.Open(ctx, f.dir, insight.Options{Write: write, Wait: f.wait, AnyData: f.anyData, Embedder: e, Readable: f.readable})
}

// keeping opens the graph to keep results in, and makes its keeper; without --graph nothing is kept. The returned function closes it.
func (f *graphFlags) keeping(ctx context.Context, e *env) (*intake.Keeper, func() error, error) {
	if f.dir == "" {
		return nil, func() error { return nil }, nil
	}
	g, closed, err := f.openToWrite(ctx)
	if err != nil {
		return nil, nil, err
	}
	return intake.Keep(g, versionLine(), func(s string) { fmt.Fprintf(e.stderr, "note: %s\n", s) }), closed, nil
}

func newGraph(e *env) *cobra.Command {
	c := &cobra.Command{
		Use:   "graph",
		Short: "Look at the insight graph, check it, move it and merge it",
		Long: `A graph holds every finding with its history: hypothesis, plan, data, executions, the ledger of all tests, and the relations
between findings. hyp run --graph DIR fills it. It only grows; a correction is a finding that revises another.`,
		Example: `  hyp run study.hyp --graph .hyp/graph
  hyp graph stats
  hyp graph show --format svg > graph.svg`,
	}
	c.AddCommand(newGraphShow(e), newGraphStats(e), newGraphExport(e), newGraphImport(e), newGraphCheck(e), newGraphMerge(e))
	return c
}

// reading opens a graph for one look at it.
func (f *graphFlags) reading(ctx context.Context, use func(*insight.Graph) error) error {
	g, err := f.open(ctx, false)
	if err != nil {
		return err
	}
	return errors.Join(use(g), g.Close())
}

// writing opens a graph for one change.
func (f *graphFlags) writing(ctx context.Context, use func(*insight.Graph) error) error {
	g, closed, err := f.openToWrite(ctx)
	if err != nil {
		return err
	}
	return errors.Join(use(g), closed())
}

func newGraphStats(e *env) *cobra.Command {
	var f graphFlags
	var asJSON bool
	c := &cobra.Command{
		Use:     "stats",
		Short:   "Count what the graph holds",
		Example: "  hyp graph stats --graph .hyp/graph --json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return f.reading(c.Context(), func(g *insight.Graph) error {
				s, err := g.Stats(c.Context())
				if err != nil {
					return err
				}
				if asJSON {
					return writeLine(e.out, s)
				}
				var b strings.Builder
				line := func(name string, n any) { fmt.Fprintf(&b, "%-16s %v\n", name, n) }
				for _, kind := range slices.Sorted(maps.Keys(s.Nodes)) {
					line(kind, s.Nodes[kind])
				}
				for _, v := range slices.Sorted(maps.Keys(s.Status)) {
					line("  "+v, s.Status[v])
				}
				for _, r := range slices.Sorted(maps.Keys(s.Edges)) {
					line(r, s.Edges[r])
				}
				line("declared edges", s.Declared)
				line("assessments", s.Assessed)
				line("tests done", s.Tests)
				line("  for verdicts", s.Beside)
				line("tests not done", s.NotDone)
				for _, d := range slices.Sorted(maps.Keys(s.Datasets)) {
					line("data "+d, report.Plural(len(s.Datasets[d]), "version", "versions"))
				}
				line("quads", s.Quads)
				line("log", fmt.Sprintf("%d bytes", s.Log))
				line("index", fmt.Sprintf("%d bytes", s.Snapshot))
				_, err = io.WriteString(e.out, b.String())
				return err
			})
		},
	}
	f.flags(c.Flags(), defaultGraph)
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

func newGraphCheck(e *env) *cobra.Command {
	var f graphFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "check",
		Short: "Verify what a graph promises",
		Long: `Check reads the whole log by its checksums and every item, and verifies that lineage is acyclic, that every end of a relation exists, that probabilities and scores
are in range, that the ledger has one row a test, and that the index says what the log says. Exit code 1 when something does not hold. What a
crash left at the end of the log is noted and does no harm.`,
		Example: "  hyp graph check --graph .hyp/graph",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			var problems []insight.Problem
			var unfinished int64
			err := f.reading(c.Context(), func(g *insight.Graph) (err error) {
				if problems, err = g.Check(c.Context()); err != nil {
					return err
				}
				unfinished, err = g.Unfinished(c.Context())
				return err
			})
			var damaged *insight.DamagedError
			if errors.As(err, &damaged) {
				problems, err = []insight.Problem{{Text: damaged.Error()}}, nil
			}
			if err != nil {
				return err
			}
			if unfinished > 0 {
				fmt.Fprintf(e.stderr, "note: %s: the log ends in %s of a commit that was interrupted and never acknowledged; the next write cuts them off\n", f.dir, report.Plural(int(unfinished), "byte", "bytes"))
			}
			for _, p := range problems {
				switch {
				case asJSON:
					err = writeLine(e.out, p)
				case p.ID == "":
					_, err = fmt.Fprintf(e.out, "%s\n", p.Text)
				default:
					_, err = fmt.Fprintf(e.out, "%s: %s\n", p.ID, p.Text)
				}
				if err != nil {
					return err
				}
			}
			if len(problems) > 0 {
				return &exitError{exitFindings}
			}
			if !asJSON {
				_, err = fmt.Fprintf(e.out, "%s: in order\n", f.dir)
			}
			return err
		},
	}
	f.flags(c.Flags(), defaultGraph)
	c.Flags().BoolVar(&asJSON, "json", false, "print one problem a line")
	return c
}

// show writes insights as text or items, or draws them.
func show(ctx context.Context, w io.Writer, g *insight.Graph, format string, names []string) error {
	if format != "svg" && format != "html" {
		return g.Show(ctx, w, format, names)
	}
	ids, err := g.Find(names)
	if err != nil {
		return err
	}
	d, err := query.Draw(ctx, query.NewInsights(g), query.Insight, ids)
	switch {
	case err != nil:
		return err
	case format == "svg":
		return d.WriteSVG(w)
	}
	return d.WriteHTML(w, strings.Join(names, ", "))
}

func newGraphShow(e *env) *cobra.Command {
	var f graphFlags
	var asJSON bool
	format := choice{value: "text", of: []string{"text", "dot", "svg", "html", "json"}}
	c := &cobra.Command{
		Use:   "show [ID|NAME]...",
		Short: "Print findings and their relations, or draw them",
		Long: `Show prints every insight, or those named by id or hypothesis, with its verdict and its relations. --format svg and html draw
them (the page needs no network), dot writes them for Graphviz, json the whole items.`,
		Example: "  hyp graph show H2\n  hyp graph show --format html > graph.html",
		RunE: func(c *cobra.Command, args []string) error {
			if asJSON {
				format.value = "json"
			}
			return f.reading(c.Context(), func(g *insight.Graph) error {
				var b bytes.Buffer
				if err := show(c.Context(), &b, g, format.value, args); err != nil {
					return err
				}
				_, err := e.out.Write(b.Bytes())
				return err
			})
		},
	}
	f.flags(c.Flags(), defaultGraph)
	c.Flags().Var(&format, "format", "text, dot, svg, html or json")
	c.Flags().BoolVar(&asJSON, "json", false, "the same as --format json")
	return c
}
