package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/agents/space"
	"github.com/hyp-lang/hyp/agents/survey"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/kernel/rich"
	"github.com/hyp-lang/hyp/lang/diag"
)

// surveying is the flags of `hyp survey`.
type surveying struct {
	catalog   string
	templates []string
	outcomes  []string
	exposures []string
	top       int
	out       string
	force     bool
	asJSON    bool
	sample    int
	seed      int64
	holdout   float64
	alpha     float64
}

func newSurvey(e *env) *cobra.Command {
	f := &surveying{}
	c := &cobra.Command{
		Use:   "survey DATA",
		Short: "Screen every pair and triple of variables, and draft a study of the strongest claims",
		Long: `Survey tests every claim without controls that the data can answer: each pair of variables by assoc and diff, each triple by
interact and heterogeneity. Each test is the one that hyp run would make, unweighted, on the rows that have all its variables. Claims
that are one test count once, and Benjamini and Hochberg's procedure runs over all distinct tests; pairs that are related by
construction (derived columns, items of one battery, copies and recodes) are left out of it and counted.

A claim that was chosen because it was strong looks stronger than it is. With --holdout a share of the rows is set aside unseen, and
the study that --out writes is decided on them.

Exit codes: 0 done, 2 cannot run, 130 when interrupted (nothing is written then).`,
		Example: `  hyp survey examples/penguins/penguins.csv
  hyp survey survey.csv --holdout 0.3 --out findings.hyp
  hyp survey survey.csv --outcome trust,happy --templates assoc,diff --top 50
  hyp survey large.csv --sample 20000 --seed 7 --json > findings.jsonl`,
		Args: one,
		RunE: func(c *cobra.Command, args []string) error { return f.run(c.Context(), e, args[0]) },
	}
	flags := c.Flags()
	flags.StringVar(&f.catalog, "catalog", "", "catalog of the data (default: found beside them)")
	flags.StringSliceVar(&f.templates, "templates", nil, "only these: assoc,diff,interact,heterogeneity")
	flags.StringSliceVar(&f.outcomes, "outcome", nil, "only claims with one of these outcomes")
	flags.StringSliceVar(&f.exposures, "exposure", nil, "only claims with one of these as exposure, moderator of an interaction, or groups of a diff")
	flags.IntVar(&f.top, "top", 10, "the strongest claims of each template that are printed and written")
	flags.StringVarP(&f.out, "out", "o", "", "write the strongest of the rejected claims as a study")
	flags.BoolVar(&f.force, "force", false, "replace an existing study")
	flags.BoolVar(&f.asJSON, "json", false, "print one JSON object a line: the counts, what is left out, the findings")
	flags.IntVar(&f.sample, "sample", 0, "at most so many rows, drawn at random")
	flags.Int64Var(&f.seed, "seed", 1, "of the sample and of the holdout")
	flags.Float64Var(&f.holdout, "holdout", 0, "the share of rows that is set aside unseen: 0.3")
	flags.Float64Var(&f.alpha, "alpha", 0.05, "level of Benjamini and Hochberg's procedure")
	return c
}

// options checks the flags.
func (f *surveying) options() (survey.Options, error) {
	opt := survey.Options{Outcomes: f.outcomes, Exposures: f.exposures, Sample: f.sample, Seed: uint64(f.seed), Alpha: f.alpha, Top: 2*f.top + 20}
	for _, name := range f.templates {
		t := plan.Template(strings.ToLower(name))
		if !slices.Contains(space.Templates, t) {
			return opt, fmt.Errorf("--templates: there is no template `%s`; there are assoc, diff, interact and heterogeneity", name)
		}
		opt.Templates = append(opt.Templates, t)
	}
	switch {
	case f.top < 1:
		return opt, errors.New("--top must be at least 1")
	case f.sample < 0:
		return opt, errors.New("--sample cannot be negative")
	case f.holdout < 0 || f.holdout >= 1:
		return opt, fmt.Errorf("--holdout %g: a share lies between 0 and 1", f.holdout)
	case !(f.alpha > 0 && f.alpha < 1):
		return opt, fmt.Errorf("--alpha %g: a level lies between 0 and 1", f.alpha)
	}
	return opt, nil
}

func (f *surveying) run(ctx context.Context, e *env, data string) error {
	begun := time.Now()
	opt, err := f.options()
	if err != nil {
		return err
	}
	progress, done := startProgress(e)
	defer done()
	in, err := openData(ctx, e, data, f.catalog)
	if err != nil {
		return err
	}
	if f.holdout > 0 {
		if opt.Rows, err = rows.Part(ctx, in.Table, &plan.Split{Holdout: f.holdout, Seed: f.seed}, plan.Train); err != nil {
			return err
		}
	}
	if progress != nil {
		opt.Progress = func(p survey.Progress) {
			progress(study.Progress{Stage: "screening " + p.Stage, Done: p.Done, Total: p.Total})
		}
	}
	s, err := survey.Screen(ctx, in, opt)
	if err != nil {
		return err
	}
	done()
	findings := s.Strongest(f.top)
	rejected := slices.DeleteFunc(slices.Clone(findings), func(f survey.Finding) bool { return !f.Rejected })
	if f.out != "" && len(rejected) > 0 {
		from := study.From(f.out, data)
		draft := survey.Draft{From: from, Holdout: f.holdout, Seed: f.seed}
		if f.catalog != "" {
			draft.Catalog = study.From(f.out, f.catalog)
		}
		if err := study.Save(f.out, s.Study(draft, rejected), f.force); err != nil {
			return err
		}
	}
	if f.asJSON {
		if f.out != "" && len(rejected) == 0 {
			fmt.Fprintf(e.stderr, "note: no test is rejected: %s is not written\n", f.out)
		}
		return writeSurveyJSON(e.out, s, findings)
	}
	var b strings.Builder
	writeScreen(&b, s, len(findings))
	if e.notebook == nil || e.notebook.Show == nil {
		writeFindings(&b, findings)
	} else if len(findings) > 0 {
		e.notebook.Show(surveyed(s, findings, e.notebook.Width))
	}
	fmt.Fprintf(&b, "\n%s distinct tests in %.1f s\n", report.Count(s.Tests), time.Since(begun).Seconds())
	switch {
	case f.out != "" && len(rejected) > 0:
		fmt.Fprintf(&b, "wrote %s: %d hypotheses; next, `hyp run %s`\n", f.out, len(rejected), f.out)
	case f.out != "":
		fmt.Fprintf(&b, "no test is rejected: %s is not written\n", f.out)
	}
	_, err = io.WriteString(e.out, e.broken(b.String()))
	return err
}

// broken is text with its long lines broken between words, in a notebook, which would break them anywhere.
func (e *env) broken(text string) string {
	if e.notebook == nil {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.Join(report.Wrap(l, e.notebook.Width, 2), "\n")
	}
	return strings.Join(lines, "\n")
}

// surveyed is the strongest claims as a table.
func surveyed(s *survey.Survey, findings []survey.Finding, width int) rich.Bundle {
	out := make([]rich.Finding, len(findings))
	for i, f := range findings {
		out[i] = rich.Finding{Mark: strconv.Itoa(i + 1), Claim: f.Claim, Text: f.Record.Finding, Verdict: "significant"}
		if !f.Rejected {
			out[i].Verdict = "not significant"
		}
	}
	return rich.Findings(fmt.Sprintf("The strongest claims, and which are significant at a false discovery rate of %g", s.Alpha), "Rank", out, width, true)
}

// openData reads a data file with its catalog; what is wrong with the catalog goes to standard error.
func openData(ctx context.Context, e *env, data, catalog string) (survey.Input, error) {
	in, found := survey.Open(ctx, nil, check.Files{Data: data, CatalogPath: catalog})
	if len(found) > 0 && (in.Table != nil || len(found) > 1) {
		_ = diag.WriteShort(e.stderr, found)
	}
	switch {
	case ctx.Err() != nil:
		return in, ctx.Err()
	case in.Table == nil && len(found) > 0:
		return in, errors.New(found[0].Message)
	case in.Table == nil:
		return in, fmt.Errorf("%s: cannot be read", data)
	case in.Table.Rows == 0:
		return in, fmt.Errorf("%s has a header and no rows", data)
	}
	return in, nil
}
