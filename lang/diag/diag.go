// Package diag holds the one Diagnostic type of the project: the parser, the checker, the linter, the query language
// and the kernel all report through it, and every writer prints it from here.
package diag

import "github.com/hyp-lang/hyp/lang/source"

// Severity orders diagnostics.
type Severity uint8

// The severities; an Error stops a study from running.
const (
	Error Severity = iota
	Warning
	Info
)

func (s Severity) String() string { return [...]string{"error", "warning", "info"}[s] }

// Diagnostic is one message about a place in a text.
type Diagnostic struct {
	Code     string // E0302
	Name     string // unknown-level
	Severity Severity
	File     *source.File // nil: about no text (a missing file)
	Span     source.Span
	Message  string // lower case, no full stop, the thing in backquotes
	Label    string // the words under the carets
	Why      string // the rule in the user's terms
	Help     string // one thing to do
	Related  []Related
	Fixes    []Fix
	Subject  string    // what it is about, by name: a hypothesis or a declaration; fingerprints rest on it
	Accepted *Accepted // a person said that it may stay; nil: nobody did
}

// Accepted is why a finding is suppressed: the words behind `--` in `# hyp:ignore rule -- reason`.
type Accepted struct{ Reason string }

// Related points at a second place, such as the declaration.
type Related struct {
	File  *source.File
	Span  source.Span
	Label string
}

// Fix is a set of edits; a safe one keeps the meaning that was surely intended.
type Fix struct {
	Title string // replace with "Black"
	Safe  bool
	Edits []Edit
}

// Edit replaces the text of Span.
type Edit struct {
	Span source.Span
	Text string
}

// HasErrors tells whether any of ds is an Error.
func HasErrors(ds []Diagnostic) bool {
	for _, d := range ds {
		if d.Severity == Error {
			return true
		}
	}
	return false
}
