package parse_test

import (
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// The name of a hypothesis takes no backquotes, so nobody is told to write them, and the fix is a name that it can have.
func TestNamesOfHypotheses(t *testing.T) {
	for text, want := range map[string]string{
		"hyp H€1: assoc(a, b)\n":     "hyp H_1: assoc(a, b)\n",
		"hyp `my-h`: assoc(a, b)\n":  "hyp my_h: assoc(a, b)\n",
		"hyp `diff`: assoc(a, b)\n":  "hyp H_diff: assoc(a, b)\n",
		"hyp my-h: assoc(a, b)\n":    "",
		"hyp my-h €: assoc(a, b)\n":  "",
		"hyp größer: assoc(a, b)\n":  "no error",
		"hyp `groß`: assoc(a, b)\n":  "hyp groß: assoc(a, b)\n",
		"hyp H€ assoc(a€, b): ...\n": "",
	} {
		file := source.New("s.hyp", text)
		_, found := parse.File(file)
		if want == "no error" {
			if len(found) > 0 {
				t.Errorf("%q: %v", text, found)
			}
			continue
		}
		if len(found) == 0 {
			t.Errorf("%q: no error", text)
			continue
		}
		d := found[0]
		if want == "" {
			if strings.HasPrefix(text, "hyp my-h:") && !strings.Contains(d.Help, "letters, digits and _") {
				t.Errorf("%q: %s", text, d.Help)
			}
			continue
		}
		if len(d.Fixes) != 1 || !strings.Contains(d.Help, "letters, digits and _") {
			t.Errorf("%q: %v", text, d)
			continue
		}
		edit := d.Fixes[0].Edits[0]
		fixed := text[:edit.Span.Start] + edit.Text + text[edit.Span.End:]
		if _, left := parse.File(source.New("s.hyp", fixed)); fixed != want || diag.HasErrors(left) {
			t.Errorf("%q: %q, %v", text, fixed, left)
		}
	}
}
