package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

var update = flag.Bool("update", false, "rewrite the outputs in README.md and the scripts")

var fence = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

// elapsed is the one part of an output that differs from run to run.
var elapsed = regexp.MustCompile(`(rows, |set aside; )(under 1 ms|[0-9]+ ms|[0-9.]+ s)\n`)

func normal(s string) string { return elapsed.ReplaceAllString(s, "${1}9 ms\n") }

// TestReadme runs every console block of the documents and compares its output, and parses every block of the language.
func TestReadme(t *testing.T) {
	for _, name := range []string{"README.md", "CONTRIBUTING.md"} {
		path := filepath.Join("..", "..", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		blocks := map[string]int{}
		changed := fence.ReplaceAllStringFunc(string(text), func(block string) string {
			parts := fence.FindStringSubmatch(block)
			kind, body := parts[1], parts[2]
			blocks[kind]++
			switch kind {
			case "console":
				got := console(t, body)
				if got != normal(body) {
					if !*update {
						t.Errorf("%s shows\n%s\nbut this is\n%s", name, body, got)
					}
					return "```console\n" + got + "```"
				}
			case "hyp":
				_, found := parse.File(source.New(name, body))
				for _, d := range found {
					if d.Severity == diag.Error {
						t.Errorf("%s: %s %s in\n%s", name, d.Code, d.Message, body)
					}
				}
			}
			return block
		})
		if name == "README.md" && (blocks["console"] < 3 || blocks["hyp"] < 1) {
			t.Errorf("%s holds %v blocks", name, blocks)
		}
		if *update && changed != string(text) {
			if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// console runs the commands of a block, the lines that begin with `$ `, from the repository's root, and returns the block
// as it should be. `go run ./cmd/hyp` is run as the binary under test.
func console(t *testing.T, body string) string {
	t.Helper()
	folder := t.TempDir() // for commands that write
	var b strings.Builder
	for _, line := range strings.Split(body, "\n") {
		command, found := strings.CutPrefix(line, "$ ")
		if !found {
			continue
		}
		b.WriteString(line + "\n")
		cmd := exec.Command("sh", "-c", strings.ReplaceAll(command, "go run ./cmd/hyp", "hyp"))
		cmd.Dir = filepath.Join("..", "..")
		cmd.Env = append(os.Environ(), "TMP="+folder, "COLUMNS=", "NO_COLOR=1")
		out, err := cmd.CombinedOutput()
		if _, exited := err.(*exec.ExitError); err != nil && !exited {
			t.Fatalf("%s: %v", command, err)
		}
		b.WriteString(normal(string(out)))
	}
	return b.String()
}
