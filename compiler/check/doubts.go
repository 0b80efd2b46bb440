package check

import (
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// Doubts are the columns of the data set, once read, whose numbers have two readings, as a warning; nothing when there are none,
// when the rows were not read, and the second time. The check reports them itself when it needed the rows.
func (d *Dataset) Doubts(study *source.File) []diag.Diagnostic {
	if d.doubted || d.table == nil || len(d.table.Doubts) == 0 {
		return nil
	}
	d.doubted = true
	first := d.table.Doubts[0]
	var names []string
	for _, x := range d.table.Doubts {
		names = append(names, "`"+x.Column+"`")
	}
	const most = 5
	columns := strings.Join(names[:min(most, len(names))], ", ")
	if len(names) > most {
		columns += ", ..."
	}
	x := diag.New(diag.TwoReadings, study, d.span(), "the numbers of %s are read with a decimal %s, and each could have it between thousands: %s is %s or %s",
		columns, markNames[first.Mark], first.Example, strings.TrimRight(strings.TrimRight(strings.Replace(first.Example, first.Mark, ".", 1), "0"), "."),
		strings.Replace(first.Example, first.Mark, "", 1))
	other := "."
	if first.Mark == "." {
		other = ","
	}
	if d.Node == nil {
		x.File = nil
		return []diag.Diagnostic{x.WithHelp(`say it in the catalog: "format": {"decimal": %q}, or "format": {"decimal": %q, "thousands": %q}`, first.Mark, other, first.Mark)}
	}
	behind := source.Span{Start: d.Node.From.At.End, End: d.Node.From.At.End}
	one, two := "decimal "+quoted(first.Mark), "decimal "+quoted(other)+" thousands "+quoted(first.Mark)
	return []diag.Diagnostic{x.WithLabel("named here").
		WithHelp("say which: `%s` or `%s`", one, two).
		WithFix("write `"+one+"`", false, diag.Edit{Span: behind, Text: " " + one}).
		WithFix("write `"+two+"`", false, diag.Edit{Span: behind, Text: " " + two})}
}

var markNames = map[string]string{".": "point", ",": "comma"}

func quoted(mark string) string { return `"` + mark + `"` }
