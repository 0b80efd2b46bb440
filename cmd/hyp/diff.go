package main

import (
	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/graphq/lock"
)

func newDiff(e *env) *cobra.Command {
	var asJSON bool
	tolerance := lock.DefaultTolerance
	format := choice{value: "text", of: lock.Formats}
	c := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two graphs or two runs",
		Long: `Diff compares the findings of A with those of B. Each is a graph (a folder or a postgres:// address), a file of records as
hyp run --json prints them, or a lock. Of a graph, every hypothesis has its newest finding.

Exit codes: 0 when nothing differs, 1 when something does, 2 when it cannot run.`,
		Example: `  hyp diff before.jsonl after.jsonl
  hyp diff .hyp/graph ../other/.hyp/graph --json
  hyp diff study.lock after.jsonl`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if asJSON {
				format.value = "json"
			}
			was, err := lock.Load(c.Context(), args[0])
			if err != nil {
				return err
			}
			is, err := lock.Load(c.Context(), args[1])
			if err != nil {
				return err
			}
			outcomes := lock.Compare(was, is, lock.Options{Tolerance: tolerance, Strict: true})
			if err := lock.Report(e.out, format.value, args[0], outcomes); err != nil {
				return outputError(err)
			}
			if bad, _, _ := lock.Count(outcomes); bad > 0 {
				return &exitError{exitFindings}
			}
			return nil
		},
	}
	c.Flags().Float64Var(&tolerance, "tolerance", tolerance, "relative difference up to which numbers are the same")
	c.Flags().Var(&format, "format", "text, github, junit or json")
	c.Flags().BoolVar(&asJSON, "json", false, "the same as --format json")
	return c
}
