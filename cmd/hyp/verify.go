package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/graphq/lock"
)

func newVerify(e *env) *cobra.Command {
	var in inputs
	var look layout
	var from, graph string
	var strict, asJSON bool
	tolerance := -1.0
	format := choice{value: "text", of: lock.Formats}
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Run a study on today's data and compare it with its lock or graph",
		Long: `Verify runs a study and compares every finding with what was frozen (study.lock beside study.hyp, or --lock FILE) or stored
(--graph DIR). It tells apart a changed data file, a changed criterion, another test under an old name, a number beyond the
tolerance, and a verdict that flipped.

A flipped verdict, a changed criterion or test and a missing hypothesis fail; so does a number that moved on unchanged data. On
changed data, numbers may move as long as the verdicts hold. --strict fails on every change.

A lock without results (hyp freeze without --results) has no finding to compare. Then nothing is run: plans, criteria and the hash of
the data are compared, and each of them fails when it changed.

Exit codes: 0 when everything holds, 1 when something fails or the study has errors, 2 when it cannot run.`,
		Example: `  hyp verify study.hyp
  hyp verify study.hyp --lock before.lock --format junit > report.xml
  hyp verify study.hyp --graph .hyp/graph --format github`,
		Args: one,
		RunE: func(c *cobra.Command, args []string) error {
			_, notes, err := look.options(e)
			if err != nil {
				return err
			}
			if asJSON {
				format.value = "json"
			}
			in.graph = &graphFlags{dir: graph}
			studies, done, err := in.open(c.Context(), e, args)
			if err != nil {
				return err
			}
			defer done()
			if len(studies) != 1 {
				return fmt.Errorf("%s: verify one study at a time, here are %d", args[0], len(studies))
			}
			s := studies[0]
			was, known, opt, err := expected(c.Context(), s.Text.Source.Name, from, graph, tolerance)
			if err != nil {
				return err
			}
			if e.diagnostics(studies, notes) {
				return &exitError{exitFindings}
			}
			opt.Strict = strict
			failed := false
			var is []lock.Finding
			if lock.AllBare(was) { // frozen before the first look: verifying is no look either
				is, _, err = lock.Frozen(c.Context(), s)
			} else {
				is, _, err = lock.Found(c.Context(), s, func(name string, err error) {
					failed = true
					fmt.Fprintf(e.stderr, "error: %s: %v\n", name, err)
				})
			}
			if err != nil {
				return err
			}
			if len(in.only) > 0 { // what was not asked for is not missing
				was = lock.Named(was, is)
			}
			if graph != "" {
				is = lock.WithVerdict(is, was)
			}
			outcomes := lock.Compare(was, is, opt)
			done()
			if err := lock.Report(e.out, format.value, known, outcomes); err != nil {
				return outputError(err)
			}
			if bad, _, _ := lock.Count(outcomes); bad > 0 || failed {
				return &exitError{exitFindings}
			}
			return nil
		},
	}
	in.flags(c.Flags())
	look.flags(c.Flags())
	c.Flags().StringVar(&from, "lock", "", "the lock to compare with (default: beside the study)")
	c.Flags().StringVar(&graph, "graph", "", "compare with the findings stored in this graph instead")
	c.Flags().Float64Var(&tolerance, "tolerance", tolerance, "relative difference up to which numbers are the same (default: the lock's, else 1e-9)")
	c.Flags().Var(&format, "format", "text, github, junit or json")
	c.Flags().BoolVar(&asJSON, "json", false, "the same as --format json")
	c.Flags().BoolVar(&strict, "strict", false, "fail on every change, also of data and of numbers on changed data")
	return c
}

// expected is the findings to compare with, and where they are from.
func expected(ctx context.Context, file, from, graph string, tolerance float64) (was []lock.Finding, known string, opt lock.Options, err error) {
	opt.Tolerance = lock.DefaultTolerance
	switch {
	case graph != "" && from != "":
		return nil, "", opt, errors.New("--lock and --graph both say what to compare with: give one")
	case graph != "":
		g, err := insight.Open(ctx, graph, insight.Options{})
		if err != nil {
			return nil, "", opt, err
		}
		defer g.Close()
		if was, err = lock.Stored(ctx, g, file); err != nil {
			return nil, "", opt, err
		}
		if len(was) == 0 {
			return nil, "", opt, fmt.Errorf("%s: the graph holds no finding of %s", graph, file)
		}
		known = graph
	default:
		if from == "" {
			from = lockBeside(file)
		}
		f, err := os.Open(from)
		if errors.Is(err, os.ErrNotExist) {
			return nil, "", opt, fmt.Errorf("%s: there is no lock: `hyp freeze %s --results` writes one with results to compare; without --results it fixes plans, criteria and data before the first run", from, file)
		}
		if err != nil {
			return nil, "", opt, err
		}
		defer f.Close()
		l, err := lock.Read(f, from)
		if err != nil {
			return nil, "", opt, err
		}
		was, known, opt.Tolerance = l.Findings, from, l.Tolerance
	}
	if tolerance >= 0 {
		opt.Tolerance = tolerance
	}
	return was, known, opt, nil
}
