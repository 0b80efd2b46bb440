package diag

import (
	"fmt"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/lang/source"
)

// Entry is what is known of one code, read from the comments beside the constants.
type Entry struct {
	Code     string // E0302
	Name     string // unknown-level
	Constant string // UnknownLevel
	Severity Severity
	What     string // one sentence
	Why      string // the rule in the user's terms
	Example  string // a study, for E07 a query, that yields exactly this code; "" for files and data
}

var registry = sync.OnceValue(func() (r struct {
	entries []Entry
	byKey   map[string]Entry
}) {
	r.byKey = map[string]Entry{}
	var comment []string
	for line := range strings.Lines(codesSource()) {
		line = strings.TrimSpace(line)
		if text, ok := strings.CutPrefix(line, "//"); ok {
			comment = append(comment, text)
			continue
		}
		if constant, rest, ok := strings.Cut(line, ` = "`); ok {
			code, rest, _ := strings.Cut(rest, `" // `)
			e := readComment(comment)
			e.Constant, e.Code = constant, code
			name, severity, _ := strings.Cut(rest, ", ")
			e.Name = name
			switch severity {
			case "info":
				e.Severity = Info
			case "warning":
				e.Severity = Warning
			}
			r.entries = append(r.entries, e)
			r.byKey[e.Code], r.byKey[e.Name] = e, e
		}
		comment = comment[:0]
	}
	return r
})

// readComment takes one constant's comment apart.
func readComment(lines []string) (e Entry) {
	var what, why, example []string
	part := &what
	for _, line := range lines {
		text := strings.TrimPrefix(line, " ")
		switch {
		case text == "Example:":
			part = &example
			continue
		case strings.HasPrefix(text, "Why: "):
			part, text = &why, strings.TrimPrefix(text, "Why: ")
		}
		if part == &example {
			text = strings.TrimPrefix(text, "\t")
		}
		*part = append(*part, text)
	}
	_, e.What, _ = strings.Cut(strings.TrimSpace(strings.Join(what, " ")), ": ")
	e.What = strings.TrimSuffix(e.What, ".")
	e.Why = strings.TrimSuffix(strings.TrimSpace(strings.Join(why, " ")), ".")
	if text := strings.Trim(strings.Join(example, "\n"), "\n"); text != "" {
		e.Example = text + "\n"
	}
	return e
}

// Registry is every code in order. The slice is a copy.
func Registry() []Entry { return append([]Entry(nil), registry().entries...) }

// Lookup finds an entry by code (E0302, in any case) or by name (unknown-level).
func Lookup(codeOrName string) (Entry, bool) {
	r := registry()
	if e, ok := r.byKey[strings.ToUpper(codeOrName)]; ok {
		return e, true
	}
	e, ok := r.byKey[strings.ToLower(codeOrName)]
	return e, ok
}

// Examples is every entry that has an example study, in order of code.
func Examples() []Entry { return examples(false) }

// QueryExamples is every entry that has an example query, in order of code.
func QueryExamples() []Entry { return examples(true) }

func examples(query bool) (out []Entry) {
	for _, e := range registry().entries {
		if e.Example != "" && (e.Code >= "E07") == query {
			out = append(out, e)
		}
	}
	return out
}

// New starts a diagnostic: name, severity and the general why come from the registry, the message from a format. The
// With methods return changed copies.
func New(code string, file *source.File, span source.Span, format string, args ...any) Diagnostic {
	d := Diagnostic{Code: code, File: file, Span: span, Message: format}
	if len(args) > 0 {
		d.Message = fmt.Sprintf(format, args...)
	}
	if e, ok := registry().byKey[code]; ok {
		d.Name, d.Severity, d.Why = e.Name, e.Severity, e.Why
	}
	return d
}

// WithLabel sets the words under the carets.
func (d Diagnostic) WithLabel(format string, args ...any) Diagnostic {
	d.Label = sprintf(format, args)
	return d
}

// WithWhy replaces the registry's reason.
func (d Diagnostic) WithWhy(format string, args ...any) Diagnostic {
	d.Why = sprintf(format, args)
	return d
}

// WithHelp sets the one thing to do.
func (d Diagnostic) WithHelp(format string, args ...any) Diagnostic {
	d.Help = sprintf(format, args)
	return d
}

// WithSeverity replaces the registry's severity.
func (d Diagnostic) WithSeverity(s Severity) Diagnostic { d.Severity = s; return d }

// WithRelated adds a second place.
func (d Diagnostic) WithRelated(file *source.File, span source.Span, format string, args ...any) Diagnostic {
	d.Related = append(d.Related[:len(d.Related):len(d.Related)], Related{file, span, sprintf(format, args)})
	return d
}

// WithFix adds a fix.
func (d Diagnostic) WithFix(title string, safe bool, edits ...Edit) Diagnostic {
	d.Fixes = append(d.Fixes[:len(d.Fixes):len(d.Fixes)], Fix{title, safe, edits})
	return d
}

// sprintf leaves a text without arguments alone, since names may hold a percent sign.
func sprintf(format string, args []any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}
