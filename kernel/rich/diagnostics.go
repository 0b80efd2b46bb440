package rich

import (
	"fmt"
	"io"
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
)

// Diagnostics shows what is wrong with a cell, or doubtful in it: the message, the place with its line and carets, why, and
// what to do. Nil when there is nothing to tell.
func Diagnostics(ds []diag.Diagnostic) Bundle {
	if len(ds) == 0 {
		return nil
	}
	var b strings.Builder
	for _, d := range ds {
		b.WriteString(diagnosticHTML(d))
	}
	return Bundle{Plain: diagText(ds, false), HTML: page(b.String())}
}

// Traceback is the same as lines with ANSI colours, as an error reply carries them.
func Traceback(ds []diag.Diagnostic) []string {
	if len(ds) == 0 {
		return []string{}
	}
	return strings.Split(diagText(ds, true), "\n")
}

func diagText(ds []diag.Diagnostic, color bool) string {
	return printed(func(w io.Writer) error {
		return diag.WriteText(w, ds, diag.TextOptions{Color: color, Width: 100, Explain: "%explain"})
	})
}

func diagnosticHTML(d diag.Diagnostic) string {
	var b strings.Builder
	mark := "hyp-badge"
	if d.Severity == diag.Error {
		mark += " hyp-error"
	}
	b.WriteString(`<div class="hyp-card">` + "\n")
	fmt.Fprintf(&b, "<p><strong class=\"%s\">%s</strong> %s</p>\n", mark, d.Severity, prose(capital(d.Message)))
	if d.File != nil {
		place := d
		place.Why, place.Help, place.Fixes, place.Name = "", "", nil, ""
		_, excerpt, _ := strings.Cut(diagText([]diag.Diagnostic{place}, false), "\n")
		fmt.Fprintf(&b, "<pre>%s</pre>\n", escLines(excerpt))
	}
	note := func(label, text string) {
		if text != "" {
			fmt.Fprintf(&b, "<p><strong>%s:</strong> %s</p>\n", label, text)
		}
	}
	note("Why", prose(capital(d.Why)))
	note("What to do", prose(capital(d.Help)))
	for _, f := range d.Fixes {
		note("Fix", prose(capital(f.Title)))
	}
	if d.Name != "" {
		fmt.Fprintf(&b, "<p class=\"hyp-quiet\">%s %s; <code>%%explain %s</code> explains it.</p>\n", esc(d.Code), esc(d.Name), esc(d.Code))
	}
	b.WriteString("</div>\n")
	return b.String()
}

// escLines escapes a text of several lines.
func escLines(s string) string {
	all := strings.Split(s, "\n")
	for i, l := range all {
		all[i] = esc(l)
	}
	return strings.Join(all, "\n")
}
