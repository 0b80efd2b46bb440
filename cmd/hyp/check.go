package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/lang/diag"
)

func newCheck(e *env) *cobra.Command {
	var look layout
	var in inputs
	format := choice{value: "text", of: diag.Formats}
	c := &cobra.Command{
		Use:   "check [FILE|FOLDER|-]...",
		Short: "Report every error of studies at once, without running them",
		Long: `Check parses studies, resolves their names against catalogs and data, and checks types, levels and design rules. All
errors are reported at once. With --graph DIR lineage may lead to a hypothesis of that insight graph, as for hyp run --graph.

Exit codes: 0 no errors, 1 errors, 2 cannot run.`,
		Example: `  hyp check examples/penguins/penguins.hyp
  hyp check studies --format short
  hyp check -e 'assoc(x, y)' --data table.csv
  echo 'assoc(x, y)' | hyp check - --data table.csv`,
		RunE: func(c *cobra.Command, args []string) error {
			look, _, err := look.options(e)
			if err != nil {
				return err
			}
			texts, err := in.texts(c.Context(), e, args)
			if err != nil {
				return err
			}
			var done func()
			opt := study.Options{Data: in.data, Catalog: in.catalog}
			opt.Progress, done = startProgress(e)
			studies, err := in.opened(c.Context(), texts, opt)
			done()
			if err != nil {
				return err
			}
			if err := in.unread(studies); err != nil {
				return err
			}
			hypotheses := 0
			for _, s := range studies {
				hypotheses += len(s.Info.Hyps)
			}
			failed, err := e.writeDiagnostics(e.out, studies, format.value, look)
			if err != nil {
				return outputError(err)
			}
			if failed {
				return &exitError{exitFindings}
			}
			if format.value == "text" && c.Context().Err() == nil {
				fmt.Fprintln(e.out, checkedLine(len(studies), hypotheses))
			}
			return nil
		},
	}
	look.flags(c.Flags())
	c.Flags().StringVarP(&in.claim, "expression", "e", "", "a claim instead of a file: 'assoc(x, y)'")
	c.Flags().Var(&format, "format", "text, short, json, sarif, github or junit")
	c.Flags().StringVar(&in.data, "data", "", "data for a study that declares no data set")
	c.Flags().StringVar(&in.catalog, "catalog", "", "catalog of --data (default: found beside it)")
	in.parents(c.Flags())
	return c
}
