package diag

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr,omitempty"`
	Line    int           `xml:"line,attr,omitempty"`
	Failure *junitFailure `xml:"failure"`
	Skipped *junitSkipped `xml:"skipped"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

// WriteJUnit writes JUnit XML: a suite a file, a test case a finding; errors and warnings fail, the others pass, what is
// accepted is skipped with its reason. Without diagnostics there is one suite with one case that passes, since readers take
// an empty report for a broken one.
func WriteJUnit(w io.Writer, ds []Diagnostic) error {
	out := junitSuites{Name: "hyp"}
	at := map[string]int{}
	for _, d := range ds {
		file, line, column := "hyp", 0, 0
		if p := place(d.File, d.Span); p != nil {
			file, line, column = p.File, p.Line, p.Column
		}
		i, ok := at[file]
		if !ok {
			i = len(out.Suites)
			at[file] = i
			out.Suites = append(out.Suites, junitSuite{Name: xmlText(file)})
		}
		s := &out.Suites[i]
		c := junitCase{Name: xmlText(strings.TrimSpace(fmt.Sprintf("%s %s at %d:%d", d.Code, d.Name, line, column))), Class: xmlText(file), File: xmlText(file), Line: line}
		switch {
		case d.Accepted != nil:
			c.Skipped = &junitSkipped{xmlText(d.Accepted.Reason)}
			s.Skipped++
		case d.Severity != Info:
			c.Failure = &junitFailure{d.Severity.String(), xmlText(d.Message), xmlText(d.Details())}
			s.Failures++
			out.Failures++
		}
		s.Tests++
		out.Tests++
		s.Cases = append(s.Cases, c)
	}
	if len(ds) == 0 {
		out.Tests = 1
		out.Suites = []junitSuite{{Name: "hyp", Tests: 1, Cases: []junitCase{{Name: "no findings", Class: "hyp"}}}}
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(out); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// xmlText drops what XML 1.0 cannot hold.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, s)
}
