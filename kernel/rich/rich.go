// Package rich makes what a notebook shows: a result record, an interval plot, a diagnostic, the answer to a query, progress,
// each as a bundle of media types. It only computes: nothing is read, nothing is fetched, no clock is asked, and equal
// arguments give equal bytes.
//
// # Media types
//
// Every bundle has text/plain, which is what the command line prints. Tables add text/html, and the record, plan or answer as JSON
// under a type of its own: JupyterLab shows application/json as a tree, and would show that instead of the table. Plots are Vega-Lite, SVG and text, and have no text/html, which JupyterLab would show instead of Vega.
//
// # Themes
//
// HTML takes its colours from the page: text is the page's colour, lines and quiet text are mixed from it, and only the badges of
// verdicts bring a background of their own. So it needs not know whether the page is light or dark, which a front end tells
// in its own way or not at all. Where styles are stripped (GitHub), what remains is plain tables with headers and words.
// An SVG picture is shown as an image, which cannot see the page: it brings its background and follows prefers-color-scheme.
//
// Verdicts have the colours of Okabe and Ito (Color Universal Design, 2008), darkened to 4.5:1 under white text on badges, and a
// shape and a word besides, so that nothing hangs on colour.
//
// # Measured
//
// 2026-11-30, two shared cores, of which other work held most: 0.4 ms a record in a table (0.13 ms of CPU), 5 ms for a plot of 14
// records in its three forms (go test -bench .).
package rich

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
)

// Bundle is one piece of output in several media types, as kernel/serve takes it.
type Bundle = map[string]any

// The media types of bundles.
const (
	Plain = "text/plain"
	HTML  = "text/html"
	SVG   = "image/svg+xml"
	JSON  = "application/vnd.hyp+json" // the record itself, for programs
	Vega  = "application/vnd.vegalite.v5+json"
)

// printed collects what a writer of the command line prints, without the empty lines at its end.
func printed(write func(io.Writer) error) string {
	var b bytes.Buffer
	_ = write(&b) // a buffer takes everything
	return strings.TrimRight(b.String(), "\n")
}

// encoded is v as JSON; the kernel passes it on as it is.
func encoded(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage("null")
	}
	return json.RawMessage(bytes.TrimRight(b.Bytes(), "\n"))
}
