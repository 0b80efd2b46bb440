package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
)

func newPlan(e *env) *cobra.Command {
	var in inputs
	var look layout
	var strict, asJSON bool
	format := choice{value: "text", of: []string{"text", "json"}}
	c := &cobra.Command{
		Use:   "plan [FILE|FOLDER|-]...",
		Short: "Show how each hypothesis would be answered, without running it",
		Long: `Plan prints the typed plan of every hypothesis: template, roles, the estimator and why it was chosen, the formula in
words, rows and coverage, parameters, and the ids of the specification and of the estimand. Nothing is estimated.`,
		Example: `  hyp plan examples/penguins/penguins.hyp --only H2
  hyp plan -e 'diff(body_mass_g, by=species)' --data examples/penguins/penguins.csv
  hyp plan study.hyp --json`,
		RunE: func(c *cobra.Command, args []string) error {
			look, notes, err := look.options(e)
			if err != nil {
				return err
			}
			studies, done, err := in.open(c.Context(), e, args)
			if err != nil {
				return err
			}
			defer done()
			failed, refused, planned := e.diagnostics(studies, notes), false, 0
			for _, s := range studies {
				if s.Failed() {
					continue
				}
				err := s.Plan(c.Context(), func(p *study.Planned) error {
					refused = refused || p.Status == result.Refused
					if asJSON || format.value == "json" {
						return writeLine(e.out, p)
					}
					if planned++; planned > 1 {
						fmt.Fprintln(e.out)
					}
					return report.WritePlan(e.out, p.Name, p.Claim, p.Bound, p.Refusal, p.Needs, look)
				}, func(name string, err error) {
					failed = true
					fmt.Fprintf(e.stderr, "error: %s: %v\n", name, err)
				})
				if err != nil {
					return outputError(err)
				}
				e.doubts(s, notes)
			}
			if failed || strict && refused {
				return &exitError{exitFindings}
			}
			return nil
		},
	}
	in.flags(c.Flags())
	in.parents(c.Flags())
	look.flags(c.Flags())
	c.Flags().BoolVar(&asJSON, "json", false, "print one plan a line (the same as --format json)")
	c.Flags().Var(&format, "format", "text or json")
	c.Flags().BoolVar(&strict, "strict", false, "exit 1 when a hypothesis is refused")
	return c
}
