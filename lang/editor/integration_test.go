//go:build integration

package editor_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/editor"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// coloured are cells with what their words are coloured as, in order; words that stay plain are left out, as are those of strings
// and comments.
var coloured = map[string]string{
	"syntax 1\ndataset d from \"d.csv\" split holdout 0.3 seed 7 by unit weights w label \"no # comment\"": "syntax:keyword dataset:keyword d:name from:keyword split:keyword holdout:keyword seed:keyword by:keyword weights:keyword label:keyword",
	"var label = count numeric":                                      "var:keyword label:name numeric:builtin",
	"var x = log(y) + 1 numeric range 1..5":                          "var:keyword x:name log:builtin numeric:builtin range:keyword",
	"assoc(where, by) controlling for sex, label, weights=W":         "assoc:keyword controlling:keyword for:keyword weights:keyword",
	"diff(y, by=g: \"a\" vs rest) expect null floor d >= 0.2":        "diff:keyword by:keyword vs:keyword rest:keyword expect:keyword null:value floor:keyword d:value",
	"hyp H1: assoc(x, d)\n  decide q < 0.05 on train and p < 0.05":   "hyp:keyword H1:name assoc:keyword decide:keyword q:value on:keyword train:keyword and:keyword p:value",
	"ASSOC(x, y) Expect Positive USING ols":                          "ASSOC:keyword Expect:keyword Positive:value USING:keyword ols:value",
	"context c = x is not missing or `assoc`":                        "context:keyword c:name is:keyword not:keyword missing:keyword or:keyword",
	"family f method by alpha 0.1":                                   "family:keyword f:name method:keyword by:value alpha:keyword",
	"find i.effect, count(j) where i about @x and j:variable as csv": "find:keyword effect:property count:builtin where:keyword about:keyword x:value and:keyword variable:builtin as:keyword csv:value",
	"%lint --fix":                                   "lint:magic",
	"%query find i where i deepens j":               "query:magic find:keyword where:keyword deepens:keyword",
	"%%python\nfor x in y: # assoc(":                "python:magic",
	"%%query\nfind i":                               "query:magic find:keyword",
	"%%hyp\nassoc(x, y)":                            "hyp:magic assoc:keyword",
	"assoc(x, y) where g = \"a \\\" b\" or h = 'c'": "assoc:keyword where:keyword or:keyword",
}

// The two ways to colour are tried with the programs that they are for, and agree on every word of the examples. It needs Node with a folder where
// @codemirror/language, vscode-textmate and vscode-oniguruma are installed (HYP_NODE_MODULES).
func TestColours(t *testing.T) {
	var scripts []string
	entries, err := fs.ReadDir(editor.LabExtension(), "static")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := fs.ReadFile(editor.LabExtension(), "static/"+e.Name())
		if err != nil {
			t.Fatal(err)
		}
		scripts = append(scripts, string(text))
	}
	rules, err := fs.ReadFile(editor.VSCode(), "hyp.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	texts := slices.Sorted(maps.Keys(coloured))
	cells := len(texts)
	paths, err := filepath.Glob("../../examples/*/*.hyp")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	for _, w := range grammar.Language() {
		texts = append(texts, w.Example)
	}
	data, err := json.Marshal(map[string]any{"script": scripts[0], "grammar": string(rules), "texts": texts})
	if err != nil {
		t.Fatal(err)
	}
	input := filepath.Join(t.TempDir(), "texts.json")
	if err := os.WriteFile(input, data, 0o666); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/colours.mjs")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", script, input)
	cmd.Dir = os.Getenv("HYP_NODE_MODULES")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.String())
	}
	got := map[int][]string{}
	tried := 0
	for line := range strings.Lines(string(out)) {
		var word struct {
			text, line, column  int
			word, first, second string
		}
		if err := json.Unmarshal([]byte(line), &[]any{&word.text, &word.line, &word.column, &word.word, &word.first, &word.second}); err != nil {
			t.Fatal(err)
		}
		tried++
		if word.first != word.second {
			t.Errorf("%q at %d:%d of\n%s\nis %s for CodeMirror and %s for TextMate", word.word, word.line, word.column+1, texts[word.text], word.first, word.second)
		}
		if word.text < cells && !slices.Contains([]string{"plain", "string", "comment"}, word.first) {
			got[word.text] = append(got[word.text], word.word+":"+word.first)
		}
	}
	for n := range cells {
		if have := strings.Join(got[n], " "); have != coloured[texts[n]] {
			t.Errorf("%s\n got %s\nwant %s", texts[n], have, coloured[texts[n]])
		}
	}
	t.Logf("tried %d words", tried)
	if tried < 500 {
		t.Errorf("only %d words were tried", tried)
	}
}
