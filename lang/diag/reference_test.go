package diag_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/check/checktest"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

var update = flag.Bool("update", false, "write the reference page")

// families are the groups of codes, by their first three letters.
var families = []struct{ code, title, about string }{
	{"E01", "Syntax", "How a study is written."},
	{"E02", "Names", "What names and words mean."},
	{"E03", "Types", "What can stand where."},
	{"E04", "Design", "Whether a claim can be answered at all."},
	{"E05", "Lineage", "Where hypotheses come from."},
	{"E06", "Data", "Files and catalogs; no study alone shows these, so they have no examples."},
	{"E07", "Queries", "Queries of the insight graph. The examples are queries."},
}

// TestReference checks the reference page, or writes it with -update.
func TestReference(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(`# Diagnostics

Errors stop a study from running, and all of them are reported at once. A note (info) says how something was read. ` + "`hyp explain CODE`" + `
prints an entry of this page; names work as well as codes. What ` + "`hyp lint`" + ` finds is on a page of its own.

The examples are about a table of 60 rows: ` + "`id`" + ` (a text, different in every row), the numbers ` + "`x`, `y`, `z`" + `, the groups ` + "`g`" + ` (a, b, c) and
` + "`h`" + ` (0, 1), and the weight ` + "`w`" + `. Below each stands what ` + "`hyp check`" + ` prints.
`)
	shown := 0
	for _, f := range families {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| code | name | |\n|---|---|---|\n", f.title, f.about)
		for _, e := range diag.Registry() {
			if strings.HasPrefix(e.Code, f.code) {
				fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", e.Code, strings.ToLower(e.Code), e.Name, strings.ReplaceAll(e.What, "|", "\\|"))
			}
		}
		for _, e := range diag.Registry() {
			if !strings.HasPrefix(e.Code, f.code) {
				continue
			}
			shown++
			fmt.Fprintf(&b, "\n### %s\n\n*%s, %s.* %s.\n\n**Why.** %s.\n", e.Code, e.Name, e.Severity, capital(e.What), capital(e.Why))
			switch {
			case e.Example == "":
			case e.Code >= "E07":
				fmt.Fprintf(&b, "\n```text\n%s```\n", e.Example)
			default:
				// Four backquotes, since an example can hold three.
				fmt.Fprintf(&b, "\n````hyp\n%s````\n\n````text\n%s````\n", e.Example, output(t, e))
			}
		}
	}
	if shown != len(diag.Registry()) {
		t.Errorf("%d of %d codes are on the page", shown, len(diag.Registry()))
	}
	if *update {
		if err := os.WriteFile("DIAGNOSTICS.md", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile("DIAGNOSTICS.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, b.Bytes()) {
		t.Error("DIAGNOSTICS.md is out of date: run `go test ./lang/diag -run Reference -update`")
	}
}

// output is what `hyp check` prints about an example, which must have the entry's code alone.
func output(t *testing.T, e diag.Entry) string {
	t.Helper()
	loader, err := checktest.Loader()
	if err != nil {
		t.Fatal(err)
	}
	f, found := parse.File(source.New("study.hyp", e.Example))
	if e.Code >= "E02" || len(found) == 0 {
		_, more := check.Check(context.Background(), f, loader)
		found = append(found, more...)
	}
	if len(found) != 1 || found[0].Code != e.Code {
		t.Errorf("%s: the example has %d diagnostics: %v", e.Code, len(found), found)
	}
	var b bytes.Buffer
	if err := diag.WriteText(&b, found, diag.TextOptions{Width: 100}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func capital(s string) string {
	if strings.HasPrefix(s, "`") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
