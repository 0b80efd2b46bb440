package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/lint"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/lang/diag"
)

// declaredData is the value of --data without a file: the data that studies declare.
const declaredData = "declared"

// lintFlags are the flags of hyp lint.
type lintFlags struct {
	data, catalog, stdinName, failLevel, config string
	graph                                       string
	choose, ignore                              []string
	noIgnore, fix, unsafeFixes, diff            bool
	showConfig, watch, quiet                    bool
	format                                      choice
	look                                        layout
}

func newLint(e *env) *cobra.Command {
	l := &lintFlags{format: choice{value: "text", of: diag.Formats}}
	c := &cobra.Command{
		Use:   "lint [FILE|FOLDER|-]...",
		Short: "Find what is doubtful in studies: design, multiplicity, declarations, layout",
		Long: `Lint reads studies as a careful colleague would: controls that come after the exposure, many tests without a family,
large p-values taken for absence. It needs no data; --data opens them and adds the rules that look at rows.

--graph DIR compares with an insight graph as well: a claim that was tested there under another name (duplicate-claim), and lineage
that leads to a hypothesis of the graph (lineage-mismatch), which is no unknown parent then. Since only the data tell which test a line is,
it opens them; data that cannot be read are a finding.

A finding is accepted by a comment on the line before the statement or at its end, with its reason:

  # hyp:ignore outcome-first -- sex was asked late, and fixed at birth

Rules are configured in hyp.toml, looked for in the folder of a study and above:

  exclude = ["vendor/**"]          # left out of folders (** is any number of them); a file that is named is read all the same
  ignore = ["no-rival"]            # names, codes, or the beginning of codes; also: select
  fail-level = "error"
  [levels]
  no-floor = "warn"                # off, info, warn, error
  [settings]
  family-size = 5
  [[override]]
  paths = ["drafts/**"]
  ignore = ["HL2"]

Exit codes: 0 no findings at or above --fail-level, 1 findings, 2 cannot run.`,
		Example: `  hyp lint studies
  hyp lint --fix studies/penguins.hyp
  hyp lint --data --format sarif studies > findings.sarif
  hyp lint --graph .hyp/graph studies
  hyp lint --show-config studies/penguins.hyp
  hyp lint - --stdin-filename studies/new.hyp < buffer`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"."}
			}
			if l.catalog != "" && (l.data == "" || l.data == declaredData) {
				return errors.New("--catalog describes the data of --data=FILE, which is missing")
			}
			if l.stdinName != "" && !slices.Contains(args, "-") {
				return errors.New("--stdin-filename names standard input, which is the argument `-`")
			}
			if l.watch {
				return l.watching(c.Context(), e, args)
			}
			return l.run(c.Context(), e, args)
		},
	}
	l.look.flags(c.Flags())
	f := c.Flags()
	f.Var(&l.format, "format", "text, short, json, sarif, github or junit")
	f.StringVar(&l.data, "data", "", "also run the rules that look at rows; --data=FILE: data for a study that declares none")
	f.Lookup("data").NoOptDefVal = declaredData
	f.StringVar(&l.catalog, "catalog", "", "catalog of --data=FILE (default: found beside it)")
	f.StringVar(&l.graph, "graph", "", "also compare with this insight graph: a folder, or a postgres:// address; opens the data")
	f.StringSliceVar(&l.choose, "select", nil, "only these rules: names, codes, the beginning of codes (HL2), all")
	f.StringSliceVar(&l.ignore, "ignore", nil, "not these rules")
	f.StringVar(&l.failLevel, "fail-level", "", "exit 1 from this level on: info, warn (the default) or error")
	f.StringVar(&l.config, "config", "", "this configuration instead of the hyp.toml found upward")
	f.BoolVarP(&l.quiet, "quiet", "q", false, "show only what is at or above --fail-level")
	f.BoolVar(&l.noIgnore, "no-ignore", false, "as if nothing were suppressed by # hyp:ignore")
	f.BoolVar(&l.fix, "fix", false, "make the fixes that keep every test as it is")
	f.BoolVar(&l.unsafeFixes, "unsafe-fixes", false, "make also the fixes that change what is tested")
	f.BoolVar(&l.diff, "diff", false, "show the fixes as a diff and write nothing; exit 1 when there are any")
	f.BoolVar(&l.showConfig, "show-config", false, "print what applies to each file, and where it comes from")
	f.BoolVar(&l.watch, "watch", false, "lint again whenever a file changes, until interrupted")
	f.StringVar(&l.stdinName, "stdin-filename", "", "the name under which standard input is linted")
	return c
}

func (l *lintFlags) watching(ctx context.Context, e *env, args []string) error {
	for _, path := range args {
		if path == "-" {
			return errors.New("--watch needs files: standard input comes once")
		}
	}
	once := func() error {
		err := l.run(ctx, e, args)
		var code *exitError
		if err != nil && !errors.As(err, &code) { // a file that is gone for a moment comes back
			fmt.Fprintf(e.stderr, "hyp: %v\n", err)
		}
		return nil
	}
	once()
	return lint.Watch(ctx, args, func() error {
		fmt.Fprintln(e.stderr, "hyp: changed, linting again")
		return once()
	})
}

// run lints once.
func (l *lintFlags) run(ctx context.Context, e *env, args []string) error {
	look, _, err := l.look.options(e)
	if err != nil {
		return err
	}
	files, err := lint.Find(ctx, args, e.stdin, l.stdinName)
	if err != nil {
		return err
	}
	files, fail, err := l.configure(files)
	if err != nil {
		return err
	}
	if l.showConfig {
		for i, f := range files {
			if i > 0 {
				fmt.Fprintln(e.out)
			}
			io.WriteString(e.out, f.Config.Show(f.Source.Name))
		}
		return nil
	}
	opt := lint.Options{Data: l.data != "", NoIgnore: l.noIgnore}
	if l.data != "" && l.data != declaredData {
		opt.Loader = func(f lint.File) check.Loader {
			return check.Files{Folder: f.Folder, Data: l.data, CatalogPath: l.catalog}
		}
	}
	if e.notebook != nil && opt.Loader == nil && len(files) == 1 {
		files[0].Place = e.notebook.Name
		opt.Loader = func(lint.File) check.Loader { return e.notebook.Loader }
	}
	if l.graph != "" {
		g, err := (&graphFlags{dir: l.graph}).open(ctx, false)
		if err != nil {
			return err
		}
		defer g.Close() // read only: nothing can be lost
		opt.Graph = newLintGraph(g)
	}
	if l.fix || l.unsafeFixes || l.diff {
		changed, err := l.applyFixes(ctx, e, files, opt)
		if err != nil {
			return err
		}
		if l.diff {
			if changed {
				return &exitError{exitFindings}
			}
			return nil
		}
	}
	rep, err := lint.Run(ctx, files, nil, opt)
	if err != nil {
		return err
	}
	failed, hidden := rep.Worst() >= fail && len(rep.Findings) > 0, 0
	if l.quiet {
		hidden = rep.Quiet(fail)
	}
	out := e.out
	if l.fix && len(args) == 1 && args[0] == "-" { // standard output is for the fixed text
		out = e.stderr
	}
	if err := e.printDiagnostics(out, rep.Shown(l.format.value), l.format.value, look); err != nil {
		return outputError(err)
	}
	if l.format.value == "text" {
		fmt.Fprintln(out, lintedLine(rep, hidden))
	}
	if failed {
		return &exitError{exitFindings}
	}
	return nil
}

// configure gives every file its configuration, leaves out those that it excludes, and returns the level that fails: the strictest
// of the files' own.
func (l *lintFlags) configure(files []lint.File) (kept []lint.File, fail lint.Level, err error) {
	fail = lint.Error
	known := map[string]*lint.Config{}
	for i := range files {
		path := l.config
		if path == "" {
			path = lint.FindConfig(files[i].Source.Name)
		}
		cfg := known[path]
		if cfg == nil {
			cfg = lint.Default()
			if path != "" {
				if cfg, err = lint.Load(path); err != nil {
					return nil, fail, err
				}
			}
			if cfg, err = cfg.With(l.choose, l.ignore, l.failLevel); err != nil {
				return nil, fail, err
			}
			known[path] = cfg
		}
		if cfg.Excludes(files[i]) {
			continue
		}
		files[i].Config = cfg
		kept = append(kept, files[i])
		fail = min(fail, cfg.FailLevel)
	}
	return kept, fail, nil
}

// applyFixes fixes the files, or shows what would be done; files changes to the new texts.
func (l *lintFlags) applyFixes(ctx context.Context, e *env, files []lint.File, opt lint.Options) (changed bool, err error) {
	for i, f := range files {
		if f.Err != nil {
			continue
		}
		stdin := f.Source.Name == "<stdin>" || f.Source.Name == l.stdinName && l.stdinName != ""
		fixed, err := lint.Fix(ctx, f, nil, opt, l.unsafeFixes)
		if err != nil {
			return changed, err
		}
		for _, title := range fixed.Refused {
			fmt.Fprintf(e.stderr, "%s: not fixed: %s\n", f.Source.Name, title)
		}
		switch {
		case l.diff:
			io.WriteString(e.out, lint.Diff(f.Source.Name, f.Source.Text, fixed.Text))
		case stdin:
			io.WriteString(e.out, fixed.Text)
		case fixed.Text != f.Source.Text:
			if err := lint.Write(f.Source.Name, fixed.Text); err != nil { // its findings stand, and the other files are fixed
				fmt.Fprintf(e.stderr, "not fixed: %v\n", err)
				continue
			}
			fmt.Fprintf(e.stderr, "%s: %s\n", f.Source.Name, report.Plural(len(fixed.Titles), "fix", "fixes"))
		}
		if fixed.Text != f.Source.Text {
			changed = true
			files[i] = f.WithText(fixed.Text)
		}
	}
	return changed, nil
}

func lintedLine(r *lint.Report, hidden int) string {
	var count [3]int
	for _, d := range r.Findings {
		count[d.Severity]++
	}
	in := report.Plural(r.Files, "study", "studies") + " with " + report.Plural(r.Hypotheses, "hypothesis", "hypotheses")
	text := "no findings in " + in
	if n := len(r.Findings); n > 0 {
		text = fmt.Sprintf("%s (%s, %s, %d info) in %s", report.Plural(n, "finding", "findings"), report.Plural(count[diag.Error], "error", "errors"),
			report.Plural(count[diag.Warning], "warning", "warnings"), count[diag.Info], in)
	}
	if n := len(r.Suppressed); n > 0 {
		text += "; " + report.Count(int64(n)) + " suppressed"
	}
	if hidden > 0 {
		text += "; " + report.Count(int64(hidden)) + " not shown"
	}
	return text
}
