package main

import (
	"fmt"
	"io"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/lang/diag"
)

// diagnostics prints what is wrong in studies that are about to run: to stderr, since stdout is for results. It tells
// whether anything is an error. Notes (severity info) are for `hyp check`.
func (e *env) diagnostics(studies []*study.Study, look report.Options) (failed bool) {
	for _, s := range studies {
		var shown []diag.Diagnostic
		for _, d := range s.Diagnostics {
			if d.Severity != diag.Info {
				shown = append(shown, d)
			}
		}
		if e.printDiagnostics(e.stderr, shown, "text", look) == nil && len(shown) > 0 {
			fmt.Fprintln(e.stderr)
		}
		if s.Failed() {
			failed = true
			fmt.Fprintf(e.stderr, "%s: not run, since it has errors\n", s.Text.Source.Name)
		}
	}
	return failed
}

// doubts prints what showed only when the rows of a study were read.
func (e *env) doubts(s *study.Study, look report.Options) {
	for _, d := range s.Info.Datasets {
		if x := d.Doubts(s.Text.Source); len(x) > 0 && e.printDiagnostics(e.stderr, x, "text", look) == nil {
			fmt.Fprintln(e.stderr)
		}
	}
}

// writeDiagnostics prints the diagnostics of all studies in a format.
func (e *env) writeDiagnostics(w io.Writer, studies []*study.Study, format string, look report.Options) (failed bool, err error) {
	var all []diag.Diagnostic
	for _, s := range studies {
		all = append(all, s.Diagnostics...)
		failed = failed || s.Failed()
	}
	return failed, e.printDiagnostics(w, all, format, look)
}

func (e *env) printDiagnostics(w io.Writer, all []diag.Diagnostic, format string, look report.Options) error {
	all = e.placed(all)
	if format != "text" {
		return diag.Write(w, format, all, diag.TextOptions{})
	}
	if len(all) == 0 {
		return nil
	}
	opt := diag.TextOptions{Color: look.Color, Width: look.Width}
	if e.notebook != nil {
		opt.Explain = "%explain"
	}
	return diag.WriteText(w, all, opt)
}

func checkedLine(studies, hypotheses int) string {
	return fmt.Sprintf("no errors in %s with %s", report.Plural(studies, "study", "studies"), report.Plural(hypotheses, "hypothesis", "hypotheses"))
}
