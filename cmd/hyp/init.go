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
	var format table.Format
	c := &cobra.Command{
		Use:   "init DATA",
		Short: "Draft a study for a data file: its dataset and var lines, for review",
		Long: `Init reads a data file and writes a study with a dataset line and a var line for every column: the type with the reason
for it, the levels of categories, and in comments the values that look like codes for a missing answer, with the
evidence. Nothing is declared missing by itself.

A file that is not UTF-8, or that writes numbers or dates in its country's way, is described by --encoding, --decimal, --thousands
and --dates, which become clauses of the dataset line; or a catalog beside the data says it.

The study is written beside the data (data.csv gives data.hyp); an existing file is kept unless --force is given.`,
		Example: `  hyp init survey.csv
  hyp init survey.csv --output study.hyp
  hyp init export.csv --encoding cp1252 --decimal , --thousands . --dates dd.mm.yyyy
  hyp init survey.csv --output -`,
		Args: one,
		RunE: func(c *cobra.Command, args []string) error {
			progress, done := startProgress(e)
			defer done()
			if err := format.Valid(); err != nil {
				return err
			}
			found, diagnostics, err := catalog.Find(args[0])
			if err != nil {
				return err
			}
			if diag.HasErrors(diagnostics) {
				done()
				_ = diag.WriteShort(e.stderr, diagnostics)
			}
			opt := table.Options{Format: format}
			if found.Catalog != nil {
				opt.Format = format.Over(found.Catalog.Format)
			}
			if progress != nil {
				opt.Progress = func(read, total int64) {
					progress(study.Progress{Reading: args[0], Bytes: read, TotalBytes: total})
				}
			}
			t, err := table.Open(c.Context(), args[0], opt)
			if err != nil {
				return err
			}
			done()
			if to == "" {
				to = filepath.Join(filepath.Dir(args[0]), catalog.Stem(args[0])+study.Extension)
			}
			text := study.Draft(t, study.From(to, args[0]), format, found.Catalog)
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
	c.Flags().StringVar(&format.Encoding, "encoding", "", "encoding of a text file that is not UTF-8, such as cp1252 or latin-1")
	c.Flags().StringVar(&format.Delimiter, "delimiter", "", "the sign between columns, or tab (default: found)")
	c.Flags().StringVar(&format.Decimal, "decimal", "", "the decimal mark, . or ,")
	c.Flags().StringVar(&format.Thousands, "thousands", "", "the mark between thousands: . , ' or a space (default: none)")
	c.Flags().StringVar(&format.Dates, "dates", "", "how dates are written, such as dd.mm.yyyy (default: YYYY-MM-DD)")
	c.Flags().BoolVar(&force, "force", false, "replace an existing study")
	return c
}
