package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/emit"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/estimators/table"
)

func newEmit(e *env) *cobra.Command {
	var in inputs
	var file string
	to := choice{of: emit.Languages}
	c := &cobra.Command{
		Use:   "emit --to python|r [FILE|-]",
		Short: "Write a script that reproduces the numbers without hyp",
		Long: `Emit writes a standalone script, Python (numpy, scipy, statsmodels) or R (base R, car), that reads the data itself and
computes every number of every hypothesis again. It prints one JSON record a line, with the fields of ` + "`hyp run --json`" + `;
a Python script also compares: script.py --check records.jsonl.

The script finds the data beside itself: with -o their path is written relative to the script's folder, without it relative
to this one. Hypotheses that were refused or wait for data stand in it as comments.`,
		Example: `  hyp emit --to python -o audit.py examples/penguins/penguins.hyp
  hyp emit --to r --only H2,H10 examples/penguins/penguins.hyp > audit.R
  hyp emit --to python -e 'assoc(bill_length_mm, body_mass_g)' --data examples/penguins/penguins.csv`,
		RunE: func(c *cobra.Command, args []string) error {
			if to.value == "" {
				return errors.New("--to is missing: python or r")
			}
			studies, done, err := in.open(c.Context(), e, args)
			if err != nil {
				return err
			}
			defer done()
			if len(studies) != 1 {
				return fmt.Errorf("a script is about one study, and there are %d", len(studies))
			}
			s := studies[0]
			failed := e.diagnostics(studies, report.Options{})
			if s.Failed() {
				return &exitError{exitFindings}
			}
			limits, _ := engine.Policy(in.policy.value)
			out := &emit.Study{Name: s.Text.Source.Name, Version: version, PoolBelow: limits.PoolBelow}
			if err := hypotheses(c.Context(), s, limits, out, func(name string, err error) {
				failed = true
				fmt.Fprintf(e.stderr, "error: %s: %v\n", name, err)
			}); err != nil {
				return err
			}
			used := func(name string) bool {
				return slices.ContainsFunc(out.Hypotheses, func(h emit.Hypothesis) bool { return h.Bound != nil && h.Bound.Spec.Dataset == name })
			}
			for _, d := range s.Info.Datasets {
				if !used(d.Name) {
					continue
				}
				t, err := d.Table(c.Context())
				if err != nil {
					return err
				}
				set, err := scriptData(d, t, file)
				if err != nil {
					return err
				}
				out.Datasets = append(out.Datasets, set)
			}
			var script bytes.Buffer
			if err := emit.Write(&script, emit.Language(to.value), out); err != nil {
				return err
			}
			if file == "" {
				_, err = e.out.Write(script.Bytes())
			} else {
				err = os.WriteFile(file, script.Bytes(), 0o644)
			}
			if err != nil {
				return fmt.Errorf("writing the script: %w", err)
			}
			if file != "" && e.notebook != nil { // a cell that shows nothing leaves a doubt
				fmt.Fprintf(e.out, "%s: %s written\n", file, report.Plural(len(out.Hypotheses), "hypothesis", "hypotheses"))
			}
			if failed {
				return &exitError{exitFindings}
			}
			return nil
		},
	}
	in.flags(c.Flags())
	in.parents(c.Flags())
	c.Flags().Var(&to, "to", "python or r")
	c.Flags().StringVarP(&file, "output", "o", "", "the script's file (default: standard output)")
	return c
}

// hypotheses adds the plans of a study to out. The study is run for them: some refusals show only in the numbers (a separated
// outcome, say), and no script should print what hyp does not.
func hypotheses(ctx context.Context, s *study.Study, limits engine.Limits, out *emit.Study, failed func(string, error)) error {
	records := map[string]*result.Record{}
	err := s.Run(ctx, func(r *result.Record) error {
		records[r.Name] = r
		return nil
	}, failed)
	if err != nil {
		return err
	}
	for _, hyp := range s.Selected() {
		r := records[s.Name(hyp)]
		if r == nil {
			continue // it failed, which was said
		}
		h := emit.Hypothesis{Name: r.Name, Claim: r.Claim}
		plans := func(spec *plan.Spec) (*plan.Bound, error) {
			t, err := hyp.Dataset.Table(ctx)
			if err != nil {
				return nil, err
			}
			bound, refusal, err := engine.Plan(ctx, t, spec, engine.Options{Limits: &limits})
			if err == nil && refusal != nil {
				err = refusal
			}
			return bound, err
		}
		switch {
		case r.Refusal != nil:
			h.Reason = &emit.Reason{Code: r.Refusal.Code, Message: r.Refusal.Message}
		case r.Status == result.Blocked:
			h.Reason = &emit.Reason{Code: string(r.Status), Message: r.Needs}
		default:
			if h.Bound, err = plans(hyp.Spec); err != nil {
				return fmt.Errorf("%s: %w", r.Name, err)
			}
		}
		if h.Bound != nil && r.Holdout != nil && r.Holdout.Status == result.OK {
			other := *hyp.Spec
			other.Part = plan.Holdout
			if h.Holdout, err = plans(&other); err != nil {
				return fmt.Errorf("%s, on the holdout: %w", r.Name, err)
			}
		}
		out.Hypotheses = append(out.Hypotheses, h)
	}
	return nil
}

// scriptData says how a script reads a data set: what the reader noticed, and the path as seen from the script's folder.
func scriptData(d *check.Dataset, t *table.Table, script string) (emit.Dataset, error) {
	out := emit.Dataset{Name: d.Name, Path: d.Path, Hash: t.Hash, Encoding: t.Format.Encoding, Delimiter: t.Format.Delimiter,
		Decimal: t.Format.DecimalMark(), Thousands: t.Format.Thousands, Dates: t.Format.Dates}
	if out.Delimiter == "tab" {
		out.Delimiter = "\t"
	}
	head := make([]byte, 4)
	f, err := os.Open(d.Path)
	if err != nil {
		return out, err
	}
	defer f.Close()
	if _, err := f.Read(head); err != nil {
		return out, fmt.Errorf("%s: %w", d.Path, err)
	}
	if string(head) == "PAR1" || bytes.Equal(head, []byte{0x28, 0xb5, 0x2f, 0xfd}) {
		return out, fmt.Errorf("%s: scripts read delimited text, plain or gzipped: save the data as CSV first", d.Path)
	}
	if script == "" {
		return out, nil
	}
	from, err := filepath.Abs(filepath.Dir(script))
	if err != nil {
		return out, err
	}
	data, err := filepath.Abs(d.Path)
	if err != nil {
		return out, err
	}
	if relative, err := filepath.Rel(from, data); err == nil {
		data = relative
	}
	out.Path = filepath.ToSlash(data)
	return out, nil
}
