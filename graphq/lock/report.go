package lock

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Formats is the formats of Report.
var Formats = []string{"text", "github", "junit", "json"}

// Report writes outcomes: text for people, github as workflow commands, junit as one test case a finding, json as one outcome a
// line and a summary. Was says what they are compared with.
func Report(w io.Writer, format, was string, all []Outcome) error {
	switch format {
	case "text":
		return reportText(w, was, all)
	case "github":
		return reportGitHub(w, was, all)
	case "junit":
		return reportJUnit(w, all)
	case "json":
		return reportJSON(w, was, all)
	}
	return fmt.Errorf("no format %q: there are %s", format, strings.Join(Formats, ", "))
}

// Count sorts outcomes into those that fail, those that changed without failing, and those that did not, whatever became of the data file. One that
// was frozen before its first run, and whose plan and data are as they were, is none of them: there was nothing to compare.
func Count(all []Outcome) (failed, changed, held int) {
	for i := range all {
		switch {
		case all[i].Failed():
			failed++
		case slices.ContainsFunc(all[i].Changes, func(c Change) bool { return c.Kind != DataChanged }):
			changed++
		case !all[i].bare():
			held++
		}
	}
	return failed, changed, held
}

func reportText(w io.Writer, was string, all []Outcome) error {
	var b strings.Builder
	told := map[string]bool{}
	for i := range all {
		o := &all[i]
		if len(o.Changes) == 0 {
			continue
		}
		mark := "changed"
		if o.Failed() {
			mark = "FAILED"
		}
		at := ""
		if o.File != "" && o.Line > 0 {
			at = fmt.Sprintf(" (%s:%d)", o.File, o.Line)
		}
		var lines []string
		for _, c := range o.Changes {
			if c.Kind == DataChanged && !c.Fail { // the same for every hypothesis on it: once
				if told[c.What] {
					continue
				}
				told[c.What] = true
			}
			lines = append(lines, fmt.Sprintf("  %-13s %s\n", c.Kind, c.Text))
		}
		if len(lines) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s %s%s\n%s", mark, o.Name, at, strings.Join(lines, ""))
	}
	b.WriteString(summary(all, was) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// summary counts outcomes in a sentence.
func summary(all []Outcome, was string) string {
	failed, changed, held := Count(all)
	frozen, compared := 0, 0
	for i := range all {
		switch {
		case all[i].bare():
			frozen++
		case all[i].Was != nil:
			compared++
		}
	}
	if frozen > 0 && compared == 0 {
		text := "plans and data are as frozen"
		switch {
		case failed > 0:
			text = fmt.Sprintf("plans or data are not as frozen: %d of %d failed", failed, len(all))
		case changed > 0:
			text = fmt.Sprintf("plans and data are as frozen, with %d new", changed)
		}
		return fmt.Sprintf("%s; %s holds no results, so no finding was compared", text, was)
	}
	fresh := 0
	for i := range all {
		if all[i].Was == nil {
			if fresh++; !all[i].Failed() {
				changed--
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d findings hold as in %s", held+changed, len(all)-fresh, was)
	if changed > 0 {
		fmt.Fprintf(&b, ", %d of them with changes", changed)
	}
	if failed > 0 {
		fmt.Fprintf(&b, "; %d failed", failed)
	}
	if fresh > 0 {
		fmt.Fprintf(&b, "; %d new", fresh)
	}
	if frozen > 0 {
		fmt.Fprintf(&b, "; %d frozen without a result to compare", frozen)
	}
	return b.String()
}

// reportGitHub writes workflow commands, as GitHub's documentation escapes them.
func reportGitHub(w io.Writer, was string, all []Outcome) error {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	var b strings.Builder
	for i := range all {
		o := &all[i]
		for _, c := range o.Changes {
			level := "notice"
			if c.Fail {
				level = "error"
			}
			var at []string
			if o.File != "" {
				at = append(at, "file="+property.Replace(o.File))
				if o.Line > 0 {
					at = append(at, fmt.Sprintf("line=%d", o.Line))
				}
			}
			at = append(at, "title="+property.Replace(fmt.Sprintf("%s: %s", o.Name, c.Kind)))
			fmt.Fprintf(&b, "::%s %s::%s\n", level, strings.Join(at, ","), data.Replace(c.Text))
		}
	}
	if slices.ContainsFunc(all, func(o Outcome) bool { return o.bare() }) {
		fmt.Fprintf(&b, "::notice::%s\n", data.Replace(summary(all, was)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

type junitSuites struct {
	XMLName  xml.Name   `xml:"testsuites"`
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Suite    junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitFailure `xml:"failure"`
	Skipped *junitSkipped `xml:"skipped"`
	Out     string        `xml:"system-out,omitempty"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// clean drops what XML 1.0 cannot hold.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, s)
}

func reportJUnit(w io.Writer, all []Outcome) error {
	out := junitSuites{Name: "hyp verify", Suite: junitSuite{Name: "hyp verify"}}
	for i := range all {
		o := &all[i]
		c := junitCase{Name: clean(o.Name), Class: clean(o.File), File: clean(o.File), Line: o.Line}
		if c.Class == "" {
			c.Class = "hyp"
		}
		var bad, rest []string
		kind := ""
		for _, ch := range o.Changes {
			if ch.Fail {
				bad = append(bad, ch.Text)
				if kind == "" {
					kind = string(ch.Kind)
				}
			} else {
				rest = append(rest, ch.Text)
			}
		}
		if len(bad) > 0 {
			c.Failure = &junitFailure{kind, clean(bad[0]), clean(strings.Join(bad, "\n"))}
			out.Failures++
		} else if o.bare() {
			c.Skipped = &junitSkipped{"plan and data are as frozen; the lock holds no result to compare"}
		}
		c.Out = clean(strings.Join(rest, "\n"))
		out.Tests++
		out.Suite.Cases = append(out.Suite.Cases, c)
	}
	out.Suite.Tests, out.Suite.Failures = out.Tests, out.Failures
	text, err := xml.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	return err
}

func reportJSON(w io.Writer, was string, all []Outcome) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i := range all {
		if err := enc.Encode(struct {
			*Outcome
			Failed bool `json:"failed"`
		}{&all[i], all[i].Failed()}); err != nil {
			return err
		}
	}
	failed, changed, held := Count(all)
	return enc.Encode(map[string]any{"summary": true, "compared_with": was, "failed": failed, "changed": changed, "held": held,
		"text": summary(all, was)})
}
