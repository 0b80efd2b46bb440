package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/intake"
)

func newRun(e *env) *cobra.Command {
	var in inputs
	var look layout
	var strict, asJSON bool
	var to graphFlags
	format := choice{value: "text", of: []string{"text", "json"}}
	c := &cobra.Command{
		Use:   "run [FILE|FOLDER|-]...",
		Short: "Run the hypotheses of studies and print what was found",
		Long: `Run checks each study, estimates its hypotheses on their data and prints, for every one, what was tested and how,
the rows, the estimate and the effect with 95% intervals, p, the finding in words and the verdict by the hypothesis's own
criterion, or the reason why there is none.

A study with an error is not run. --json prints one result record a line. --graph DIR stores every result in an insight graph
before it is printed, and in its ledger every test that a verdict needed beside it; a hypothesis may then name a parent that only the
graph has.

Exit codes: 0 when every hypothesis has a verdict, a refusal or waits for data; 1 on errors, with --strict also on
refusals and on verdicts that are not supported; 2 when it cannot run; 130 when interrupted (every printed record is complete then).`,
		Example: `  hyp run examples/penguins/penguins.hyp
  hyp run study.hyp --only H3,H4
  hyp run -e 'assoc(bill_length_mm, body_mass_g)' --data examples/penguins/penguins.csv
  echo 'diff(body_mass_g, by=sex)' | hyp run - --data examples/penguins/penguins.csv
  hyp run studies --json > records.jsonl
  hyp run study.hyp --graph .hyp/graph`,
		RunE: func(c *cobra.Command, args []string) (err error) {
			begun := time.Now()
			look, notes, err := look.options(e)
			if err != nil {
				return err
			}
			var kept *intake.Batch
			in.graph = &to
			in.tested = func(r *result.Record, purpose string) error { return kept.Tested(c.Context(), r, purpose) }
			studies, done, err := in.open(c.Context(), e, args)
			if err != nil {
				return err
			}
			defer done()
			if !slices.ContainsFunc(studies, func(s *study.Study) bool { return !s.Failed() }) {
				to.dir = "" // nothing to keep: no graph is made
			}
			keeper, closed, err := to.keeping(c.Context(), e)
			if err != nil {
				return err
			}
			kept = keeper.Batch()
			defer func() { err = errors.Join(err, closed()) }()
			asJSON = asJSON || format.value == "json"
			var total report.Summary
			failed := e.diagnostics(studies, notes)
			write := func(r *result.Record) error {
				return kept.Keep(c.Context(), r, func() error {
					total.Add(r)
					if asJSON {
						return writeLine(e.out, r)
					}
					return report.Write(e.out, r, look)
				})
			}
			for _, s := range studies {
				if s.Failed() {
					continue
				}
				if err := kept.Study(c.Context(), s); err != nil {
					return err
				}
				err := s.Run(c.Context(), write, func(name string, err error) {
					failed = true
					fmt.Fprintf(e.stderr, "error: %s: %v\n", name, err)
				})
				if err = errors.Join(err, kept.Flush(c.Context())); err != nil {
					return outputError(err)
				}
				e.doubts(s, notes)
				total.Rows += s.Rows
				if len(s.Info.Hyps) == 0 {
					fmt.Fprintf(e.stderr, "%s: no hypothesis to run\n", s.Text.Source.Name)
				}
			}
			if !asJSON && total.Hypotheses > 0 {
				total.Elapsed = time.Since(begun)
				if err := report.WriteSummary(e.out, total, look); err != nil {
					return outputError(err)
				}
			}
			if failed || strict && (total.Refused > 0 || total.Unsupported() > 0) {
				return &exitError{exitFindings}
			}
			return nil
		},
	}
	in.flags(c.Flags())
	look.flags(c.Flags())
	to.flags(c.Flags(), "")
	c.Flags().BoolVar(&asJSON, "json", false, "print one result record a line (the same as --format json)")
	c.Flags().Var(&format, "format", "text or json")
	c.Flags().BoolVar(&strict, "strict", false, "exit 1 when a hypothesis is refused or its verdict is not supported")
	return c
}

// writeLine writes v as one JSON line, in one write.
func writeLine(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// outputError names standard output in an error of writing, so that a full disk is told from a broken study.
func outputError(err error) error {
	var not *study.NotFoundError
	if errors.As(err, &not) {
		return err
	}
	return fmt.Errorf("writing the results: %w", err)
}
