package python

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// snippets reads testdata/snippets.txt, and what CPython printed for them (testdata/peer.json names its version).
func snippets(t testing.TB) (code, want map[string]string) {
	t.Helper()
	src, err := os.ReadFile("testdata/snippets.txt")
	if err != nil {
		t.Fatal(err)
	}
	code = map[string]string{}
	for _, part := range strings.Split(string(src), "### ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		code[name] = body
	}
	b, err := os.ReadFile("testdata/peer.json")
	if err != nil {
		t.Fatal(err)
	}
	var peer struct{ Outputs map[string]string }
	if err := json.Unmarshal(b, &peer); err != nil {
		t.Fatal(err)
	}
	return code, peer.Outputs
}

var suggestion = regexp.MustCompile(`\. Did you mean: '[^']*'\?`)

// run runs a cell as peer.py runs a snippet.
func runSnippet(code string) string {
	var out strings.Builder
	m := New(Config{Write: func(_, text string) { out.WriteString(text) }})
	value, failed := m.Run("cell", code)
	if failed != nil {
		name := failed.Name[strings.LastIndexByte(failed.Name, '.')+1:]
		out.WriteString(name + ": " + suggestion.ReplaceAllString(failed.Value, "") + "\n")
	} else if value != "" {
		out.WriteString("Out: " + value + "\n")
	}
	return out.String()
}

func TestAgainstCPython(t *testing.T) {
	code, want := snippets(t)
	if len(code) < 130 {
		t.Fatalf("only %d snippets", len(code))
	}
	for name, body := range code {
		t.Run(name, func(t *testing.T) {
			w, ok := want[name]
			if !ok {
				t.Fatal("CPython has not run it: python3 testdata/peer.py")
			}
			if got := runSnippet(body); got != w {
				t.Errorf("printed\n%s\nCPython\n%s", got, w)
			}
		})
	}
}
