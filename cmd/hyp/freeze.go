package main

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/lock"
)

// lockBeside is where the lock of a study lies: study.hyp has study.lock.
func lockBeside(file string) string {
	return strings.TrimSuffix(file, filepath.Ext(file)) + ".lock"
}

func newFreeze(e *env) *cobra.Command {
	var in inputs
	var look layout
	var to string
	var results, force bool
	tolerance := lock.DefaultTolerance
	c := &cobra.Command{
		Use:   "freeze FILE",
		Short: "Write down plans, criteria and the hash of the data, for hyp verify",
		Long: `Freeze writes a lock: for every hypothesis of a study the ids of its plan, its criteria, and the hash of its data. Nothing is
run, so that a lock can be committed before the first look at the results; hyp verify then tells whether plans and data are as
frozen, and compares no finding. --results runs the study and writes verdicts and numbers too: from then on hyp verify tells
whether findings hold.

The lock is a text file with a line a fact, made for version control; study.hyp has study.lock.`,
		Example: `  hyp freeze examples/penguins/penguins.hyp --output penguins.lock
  hyp freeze study.hyp --results --force
  hyp freeze study.hyp --output -`,
		Args: one,
		RunE: func(c *cobra.Command, args []string) error {
			if !(tolerance >= 0) {
				return fmt.Errorf("--tolerance %g: it must be a number from 0", tolerance)
			}
			_, notes, err := look.options(e)
			if err != nil {
				return err
			}
			studies, done, err := in.open(c.Context(), e, args)
			if err != nil {
				return err
			}
			defer done()
			if len(studies) != 1 {
				return fmt.Errorf("%s: a lock is of one study, and here are %d", args[0], len(studies))
			}
			s := studies[0]
			if e.diagnostics(studies, notes) {
				return &exitError{exitFindings}
			}
			l := &lock.Lock{Study: filepath.Base(s.Text.Source.Name), Tolerance: tolerance}
			failed := false
			if results {
				l.Findings, l.Data, err = lock.Found(c.Context(), s, func(name string, err error) {
					failed = true
					fmt.Fprintf(e.stderr, "error: %s: %v\n", name, err)
				})
			} else {
				l.Findings, l.Data, err = lock.Frozen(c.Context(), s)
			}
			if err != nil {
				return err
			}
			if failed {
				return &exitError{exitFindings}
			}
			for i := range l.Data { // paths from the study's folder: the lock is the same wherever hyp is started
				l.Data[i].File = study.From(s.Text.Source.Name, l.Data[i].File)
			}
			var text bytes.Buffer
			if err := lock.Write(&text, l); err != nil {
				return err
			}
			if to == "" {
				if args[0] == "-" || in.claim != "" {
					return errors.New("a study that is no file needs --output")
				}
				to = lockBeside(s.Text.Source.Name)
			}
			done()
			if to == "-" {
				_, err := e.out.Write(text.Bytes())
				return err
			}
			if err := study.Save(to, text.String(), force); err != nil {
				return err
			}
			what := "plans and data, no results"
			if results {
				what = "plans, data and results"
			}
			fmt.Fprintf(e.out, "%s: %s frozen (%s)\n", to, report.Plural(len(l.Findings), "hypothesis", "hypotheses"), what)
			return nil
		},
	}
	in.flags(c.Flags())
	in.parents(c.Flags())
	look.flags(c.Flags())
	c.Flags().StringVarP(&to, "output", "o", "", "the lock to write (default: beside the study), or - for standard output")
	c.Flags().BoolVar(&force, "force", false, "replace an existing lock")
	c.Flags().BoolVar(&results, "results", false, "run the study and freeze verdicts and numbers too")
	c.Flags().Float64Var(&tolerance, "tolerance", tolerance, "relative difference up to which numbers are the same")
	return c
}
