package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
)

func newInit(e *env) *cobra.Command {
	var to string
	var force bool
	c := &cobra.Command{
		Use:   "init DATA",
		Short: "Draft a study for a data file: its dataset and var lines, for review",
		Long: `Init reads a data file and writes a study with a dataset line and a var line for every column: the type with the reason
for it, the levels of categories, and in comments the values that look like codes for a missing answer, with the
evidence. Nothing is declared missing by itself.

The study is written beside the data (data.csv gives data.hyp); an existing file is kept unless --force is given.`,
		Example: `  hyp init survey.csv
  hyp init survey.csv --output study.hyp
  hyp init survey.csv --output -`,
		Args: one,
		RunE: func(c *cobra.Command, args []string) error {
			progress, done := startProgress(e)
			defer done()
			opt := table.Options{}
			if progress != nil {
				opt.Progress = func(read, total int64) {
					progress(study.Progress{Reading: args[0], Bytes: read, TotalBytes: total})
				}
			}
			t, err := table.Open(c.Context(), args[0], opt)
			if err != nil {
				return err
			}
			found, diagnostics, err := catalog.Find(args[0])
			if err != nil {
				return err
			}
			done()
			if diag.HasErrors(diagnostics) {
				_ = diag.WriteShort(e.stderr, diagnostics)
			}
			if to == "" {
				to = filepath.Join(filepath.Dir(args[0]), catalog.Stem(args[0])+study.Extension)
			}
			text := study.Draft(t, study.From(to, args[0]), found.Catalog)
			if to == "-" {
				_, err := fmt.Fprint(e.out, text)
				return err
			}
			if err := study.Save(to, text, force); err != nil {
				return err
			}
			_, err = fmt.Fprintf(e.out, "wrote %s: %d variables to review, then `hyp check %s`\n", to, len(t.Columns), to)
			return err
		},
	}
	c.Flags().StringVarP(&to, "output", "o", "", "where the study is written (default: beside the data; - prints it)")
	c.Flags().BoolVar(&force, "force", false, "replace an existing study")
	return c
}
