package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
)

func newGraphExport(e *env) *cobra.Command {
	var f graphFlags
	var to string
	var force bool
	format := choice{value: insight.JSONLines, of: []string{insight.JSONLines, insight.NQuads}}
	c := &cobra.Command{
		Use:   "export",
		Short: "Write the whole graph as JSON lines or N-Quads",
		Long: `Export writes everything that a graph holds, in an order of its own: the same graph gives the same bytes. Both formats can be
imported without loss. Of a graph whose log is damaged, --readable writes what is left.`,
		Example: "  hyp graph export > graph.jsonl\n  hyp graph export --format nquads --output graph.nq",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return f.reading(c.Context(), func(g *insight.Graph) error {
				if to == "-" {
					return g.Export(c.Context(), e.out, format.value)
				}
				var b bytes.Buffer
				if err := g.Export(c.Context(), &b, format.value); err != nil {
					return err
				}
				return study.Save(to, b.String(), force)
			})
		},
	}
	f.flags(c.Flags(), defaultGraph)
	c.Flags().Var(&format, "format", "jsonl or nquads")
	c.Flags().StringVarP(&to, "output", "o", "-", "the file to write, or - for standard output")
	c.Flags().BoolVar(&force, "force", false, "replace an existing file")
	c.Flags().BoolVar(&f.readable, "readable", false, "leave out commits of the log that are damaged")
	return c
}

func newGraphImport(e *env) *cobra.Command {
	var f graphFlags
	c := &cobra.Command{
		Use:   "import FILE|-",
		Short: "Take in an export",
		Long: `Import adds what an export holds to a graph, which is made when it is missing; what is there already stays once. An export of
other data, of a newer schema or cut short is refused as a whole.`,
		Example: "  hyp graph import graph.jsonl --graph .hyp/graph",
		Args:    one,
		RunE: func(c *cobra.Command, args []string) error {
			var r io.Reader = e.stdin
			name := "standard input"
			if args[0] != "-" {
				name = args[0]
				file, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer file.Close()
				r = file
			}
			return f.writing(c.Context(), func(g *insight.Graph) error {
				n, fresh, err := g.Import(c.Context(), r, name)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(e.out, "%s: %s of %s, %s\n", f.dir, report.Plural(n, "item", "items"), name, report.Plural(fresh, "of them new", "of them new"))
				return err
			})
		},
	}
	f.flags(c.Flags(), defaultGraph)
	return c
}

func newGraphMerge(e *env) *cobra.Command {
	var f graphFlags
	c := &cobra.Command{
		Use:   "merge OTHER...",
		Short: "Take in other graphs of the same data",
		Long: `Merge adds everything that other graphs hold: every finding is there once, with the relations and assessments of all, and a test
that several ledgers list counts once. The order does not matter, and merging again changes nothing. A graph of other data is refused.`,
		Example: "  hyp graph merge ../colleague/.hyp/graph --graph .hyp/graph",
		Args:    some,
		RunE: func(c *cobra.Command, args []string) error {
			return f.writing(c.Context(), func(g *insight.Graph) error {
				var others []*insight.Graph
				for _, dir := range args {
					if filepath.Clean(dir) == filepath.Clean(f.dir) {
						continue
					}
					o, err := insight.Open(c.Context(), dir, insight.Options{})
					if err != nil {
						return err
					}
					defer o.Close()
					others = append(others, o)
				}
				if err := g.Merge(c.Context(), others...); err != nil {
					return err
				}
				s, err := g.Stats(c.Context())
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(e.out, "%s: %s, %s done\n", f.dir, report.Plural(s.Nodes[insight.KindInsight], "insight", "insights"), report.Plural(s.Tests, "test", "tests"))
				return err
			})
		},
	}
	f.flags(c.Flags(), defaultGraph)
	return c
}
