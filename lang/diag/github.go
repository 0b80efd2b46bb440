package diag

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// WriteGitHub writes workflow commands, which GitHub shows on the lines of a pull request: error, warning or notice with
// file, lines, columns and title. Messages hold label, why and help. A percent sign and line endings are escaped, in
// properties colons and commas too (github.com/actions/toolkit, command.ts).
func WriteGitHub(w io.Writer, ds []Diagnostic) error {
	b := bufio.NewWriter(w)
	for _, d := range ds {
		if d.Accepted != nil {
			continue
		}
		command := [...]string{Error: "error", Warning: "warning", Info: "notice"}[d.Severity]
		var properties []string
		if p := place(d.File, d.Span); p != nil {
			properties = append(properties, "file="+gitHubProperty(filepath.ToSlash(p.File)), fmt.Sprintf("line=%d", p.Line))
			if p.EndLine == p.Line { // columns of several lines are refused
				properties = append(properties, fmt.Sprintf("col=%d", p.Column), fmt.Sprintf("endColumn=%d", max(p.EndColumn, p.Column)))
			} else {
				properties = append(properties, fmt.Sprintf("endLine=%d", p.EndLine))
			}
		}
		title := d.Code
		if d.Name != "" {
			title = d.Name + " (" + d.Code + ")"
		}
		properties = append(properties, "title="+gitHubProperty(title))
		fmt.Fprintf(b, "::%s %s::%s\n", command, strings.Join(properties, ","), gitHubData(d.Details()))
	}
	return b.Flush()
}

// Details is the message with label, why and help, a line each.
func (d Diagnostic) Details() string {
	text := d.Message
	if d.Label != "" {
		text += ": " + d.Label
	}
	if d.Why != "" {
		text += "\nwhy: " + d.Why
	}
	if d.Help != "" {
		text += "\nhelp: " + d.Help
	}
	return text
}

func gitHubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func gitHubProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}
