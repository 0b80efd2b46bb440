//go:build integration

package grammar_test

import (
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/grammar"
)

// The exports are tried with the programs they are for. They need Python with lark (HYP_PYTHON, else
// python3), and Node with a folder where node-llama-cpp is installed (HYP_NODE_MODULES, else this one); a tool that is not
// there is a failure.
func TestTools(t *testing.T) {
	accept := slices.Collect(maps.Values(documented(t)))
	slices.Sort(accept)
	form := studies(t)
	try(t, form, accept, wrong)
}

// The lines of one study. The names are those of a small table, so that what must not be accepted is easy to see.
func TestToolsLines(t *testing.T) {
	form, err := grammar.Lines(words(), smallNames)
	if err != nil {
		t.Fatal(err)
	}
	try(t, form, rightLines, wrongLines)
}

func try(t *testing.T, form *grammar.Form, accept, reject []string) {
	python := cmp.Or(os.Getenv("HYP_PYTHON"), "python3")
	folder, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range []struct{ grammar, program, script string }{
		{form.Lark(), python, "lark_accepts.py"},
		{form.GBNF(), "node", "llama_accepts.mjs"},
	} {
		t.Run(tool.script, func(t *testing.T) {
			data, err := json.Marshal(map[string]any{"grammar": tool.grammar, "accept": accept, "reject": reject})
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "case.json")
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(tool.program, filepath.Join(folder, tool.script), path)
			cmd.Dir = os.Getenv("HYP_NODE_MODULES")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			t.Log(lines[len(lines)-1])
			for _, line := range lines[:len(lines)-1] {
				t.Error(line)
			}
			if !strings.Contains(lines[len(lines)-1], " tried ") {
				t.Error("the script did not come to its end")
			}
		})
	}
}
