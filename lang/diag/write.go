package diag

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"

	"github.com/hyp-lang/hyp/lang/source"
)

// WriteShort writes one line a diagnostic: file:line:column: severity[code]: message. The column counts code points from 1.
func WriteShort(w io.Writer, ds []Diagnostic) error {
	b := bufio.NewWriter(w)
	var line []byte // without Fprintf, which would allocate four times for each of half a million
	for i := range ds {
		d := &ds[i]
		line = line[:0]
		if d.File != nil {
			p := d.File.Position(d.Span.Start)
			line = append(append(line, printable(d.File.Name)...), ':')
			line = append(strconv.AppendInt(line, int64(p.Line), 10), ':')
			line = append(strconv.AppendInt(line, int64(p.Column), 10), ": "...)
		}
		line = append(append(append(line, d.Severity.String()...), '['), d.Code...)
		line = append(append(append(line, "]: "...), printable(d.Message)...), '\n')
		b.Write(line)
	}
	return b.Flush()
}

type jsonPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column"`
	Start     int    `json:"start"`
	End       int    `json:"end"`
}

type jsonRelated struct {
	jsonPlace
	Label string `json:"label"`
}

type jsonEdit struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
}

type jsonFix struct {
	Title string     `json:"title"`
	Safe  bool       `json:"safe"`
	Edits []jsonEdit `json:"edits"`
}

type jsonDiagnostic struct {
	Code     string `json:"code"`
	Name     string `json:"name"`
	Severity string `json:"severity"`
	*jsonPlace
	Message  string        `json:"message"`
	Label    string        `json:"label,omitempty"`
	Why      string        `json:"why,omitempty"`
	Help     string        `json:"help,omitempty"`
	Related  []jsonRelated `json:"related,omitempty"`
	Fixes    []jsonFix     `json:"fixes,omitempty"`
	Subject  string        `json:"subject,omitempty"`
	Accepted *string       `json:"suppressed,omitempty"` // the reason
}

func place(f *source.File, s source.Span) *jsonPlace {
	if f == nil {
		return nil
	}
	a, b := f.Position(s.Start), f.Position(s.End)
	return &jsonPlace{f.Name, a.Line, a.Column, b.Line, b.Column, s.Start, s.End}
}

// WriteJSON writes one object a line. Lines and columns count from 1, columns in code points; start, end and the places of
// edits are byte offsets, the end excluded. The place is absent when a diagnostic is about no text.
func WriteJSON(w io.Writer, ds []Diagnostic) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	for _, d := range ds {
		out := jsonDiagnostic{Code: d.Code, Name: d.Name, Severity: d.Severity.String(), jsonPlace: place(d.File, d.Span),
			Message: d.Message, Label: d.Label, Why: d.Why, Help: d.Help, Subject: d.Subject}
		if d.Accepted != nil {
			out.Accepted = &d.Accepted.Reason
		}
		for _, r := range d.Related {
			p := place(r.File, r.Span)
			if p == nil {
				p = &jsonPlace{}
			}
			out.Related = append(out.Related, jsonRelated{*p, r.Label})
		}
		for _, f := range d.Fixes {
			fix := jsonFix{Title: f.Title, Safe: f.Safe, Edits: []jsonEdit{}}
			for _, e := range f.Edits {
				fix.Edits = append(fix.Edits, jsonEdit{e.Span.Start, e.Span.End, e.Text})
			}
			out.Fixes = append(out.Fixes, fix)
		}
		if err := enc.Encode(out); err != nil {
			return err
		}
	}
	return b.Flush()
}
