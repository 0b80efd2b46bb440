package parse_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// Each habit is read, or answered by one error with a fix; the fixes lead to a study without errors.
func TestWrittenOutOfHabit(t *testing.T) {
	const name = "testdata/habits.txt"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	chunks := strings.Split(string(data), "=== ")
	out := chunks[0]
	for _, chunk := range chunks[1:] {
		want := chunk
		_, chunk, _ = strings.Cut(chunk, "\n")
		study, _, ok := strings.Cut(chunk, "--- becomes\n")
		if !ok {
			t.Fatalf("%q becomes nothing", chunk)
		}
		first, text := 0, study
		for round := range 12 {
			_, found := parse.File(source.New("study.hyp", text))
			found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Severity != diag.Error })
			if round == 0 {
				first = len(found)
			}
			if len(found) == 0 {
				break
			}
			if len(found[0].Fixes) == 0 || round == 11 {
				t.Errorf("%s: no fix: %s", study, found[0].Message)
				break
			}
			text, err = diag.Apply(text, found[0].Fixes[0])
			if err != nil {
				t.Fatal(err)
			}
		}
		got := fmt.Sprintf("%d\n%s--- becomes\n%s\n", first, study, text)
		if got != want && !*update {
			t.Errorf("got\n%swant\n%s", got, want)
		}
		out += "=== " + got
	}
	if *update {
		if err := os.WriteFile(name, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
