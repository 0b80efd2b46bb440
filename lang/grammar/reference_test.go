package grammar_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/check/checktest"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/grammar"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

var update = flag.Bool("update", false, "write the reference page")

// checked parses and checks an example over the example table.
func checked(t *testing.T, text string) []diag.Diagnostic {
	t.Helper()
	loader, err := checktest.Loader()
	if err != nil {
		t.Fatal(err)
	}
	f, found := parse.File(source.New("study.hyp", text))
	_, more := check.Check(context.Background(), f, loader)
	return append(found, more...)
}

// Every word of the grammar and of the checker's vocabularies is explained, and nothing else.
func TestLanguageComplete(t *testing.T) {
	w := check.Words()
	vocabularies := map[string][]string{"type": w.Types, "prediction": w.Predictions, "measure": w.Measures, "quantity": w.Quantities,
		"method": w.Methods, "estimator": w.Estimators, "function": w.Functions}
	explained := map[string][]string{}
	for _, x := range grammar.Language() {
		if !slices.Contains(grammar.Kinds, x.Kind) {
			t.Errorf("%s is of the kind %s", x.Name, x.Kind)
		}
		explained[x.Kind] = append(explained[x.Kind], x.Name)
	}
	for kind, words := range vocabularies {
		for _, word := range words {
			if !slices.Contains(explained[kind], word) {
				t.Errorf("the %s %s is not explained", kind, word)
			}
		}
		for _, word := range explained[kind] {
			if !slices.Contains(words, word) && word != "lord" {
				t.Errorf("%s is no %s", word, kind)
			}
		}
	}
	syntax, _, _ := strings.Cut(grammar.EBNF(), "// Tokens.")
	for _, m := range regexp.MustCompile(`"([a-z]+)"`).FindAllStringSubmatch(syntax, -1) {
		if len(grammar.Explain(m[1])) == 0 {
			t.Errorf("the word %s of the grammar is not explained", m[1])
		}
	}
	for _, word := range w.Online {
		if len(grammar.Explain(word)) == 0 {
			t.Errorf("%s is not explained", word)
		}
	}
}

// Every example is right and formatted, and every pitfall has a diagnostic.
func TestLanguageExamples(t *testing.T) {
	for _, w := range grammar.Language() {
		if w.What == "" || !strings.HasSuffix(w.What, ".") {
			t.Errorf("%s: %q is no sentence", w.Name, w.What)
		}
		if w.Example != "" {
			for _, d := range checked(t, w.Example) {
				if d.Severity != diag.Info {
					t.Errorf("%s: %s %s in\n%s", w.Name, d.Code, d.Message, w.Example)
				}
			}
			f, _ := parse.File(source.New("study.hyp", w.Example))
			if again := format.File(f); again != w.Example {
				t.Errorf("%s: the example is formatted as\n%s", w.Name, again)
			}
		}
		if w.Wrong != "" && len(checked(t, w.Wrong)) != 1 {
			t.Errorf("%s: the pitfall has the diagnostics %v:\n%s", w.Name, checked(t, w.Wrong), w.Wrong)
		}
	}
}

func TestExplain(t *testing.T) {
	for word, want := range map[string]string{"assoc": "assoc", "ASSOC": "assoc", "controlling": "controlling for", "vs": "diff", "holdout": "split", "high": "high means", "weights": "weights"} {
		got := grammar.Explain(word)
		if len(got) == 0 || got[0].Name != want {
			t.Errorf("%s: %v", word, got)
		}
	}
	if got := grammar.Explain("by"); len(got) != 3 || got[0].Kind != "method" || got[1].Name != "diff" || got[2].Name != "split" {
		t.Errorf("by: %v", got)
	}
	if got := grammar.Explain("weights"); len(got) != 2 || got[0].Kind != "clause" || got[1].Kind != "declaration clause" {
		t.Errorf("weights: %v", got)
	}
	if got := grammar.Explain("nothing"); got != nil {
		t.Errorf("nothing: %v", got)
	}
}

// TestReference checks the reference page, or writes it with -update.
func TestReference(t *testing.T) {
	var b bytes.Buffer
	b.WriteString(`# The language

A study is a file of declarations and hypotheses. Statements begin with a word, clauses follow in any order and each once,
and line breaks mean nothing. ` + "`hyp explain WORD`" + ` prints an entry of this page, ` + "`hyp grammar`" + ` the grammar at its end.

- Names are plain (` + "`x`" + `, ` + "`größe_2`" + `) or in backquotes (` + "`` `bill length` ``" + `), and they match exactly. Quotes hold values and texts.
- Comments run from ` + "`#`" + ` to the end of the line.
- A name is a variable or context of the file, else a column of the data. A column without a declaration has the type that the
  catalog gives, else the one that its values show.

The examples are about a table of 60 rows: ` + "`id`" + ` (a text, different in every row), the numbers ` + "`x`, `y`, `z`" + `, the groups ` + "`g`" + ` (a, b, c) and
` + "`h`" + ` (0, 1), and the weight ` + "`w`" + `.
`)
	titles := map[string]string{"file": "The file", "declaration": "Declarations", "claim": "Claims", "clause": "Clauses of a hypothesis",
		"declaration clause": "Clauses of declarations", "expression": "Conditions", "type": "Types", "prediction": "Predictions", "measure": "Measures of a floor",
		"quantity": "Quantities of a decision", "method": "Methods of a family", "estimator": "Estimators", "function": "Functions"}
	for _, kind := range grammar.Kinds {
		fmt.Fprintf(&b, "\n## %s\n", titles[kind])
		table := slices.Index(grammar.Kinds, kind) > slices.Index(grammar.Kinds, "expression")
		if table {
			b.WriteString("\n| | |\n|---|---|\n")
		}
		for _, w := range grammar.Language() {
			if w.Kind != kind {
				continue
			}
			if table {
				form := w.Name
				if w.Form != "" {
					form = w.Form
				}
				fmt.Fprintf(&b, "| `%s` | %s |\n", form, strings.ReplaceAll(w.What, "|", "\\|"))
				continue
			}
			fmt.Fprintf(&b, "\n### %s\n\n`%s`\n\n%s\n", w.Name, w.Form, w.What)
			if w.Example != "" {
				fmt.Fprintf(&b, "\n```hyp\n%s```\n", w.Example)
			}
			if w.Pitfall != "" {
				fmt.Fprintf(&b, "\n%s\n", w.Pitfall)
			}
			if w.Wrong != "" {
				b.WriteString("\n```text\n")
				if err := diag.WriteText(&b, checked(t, w.Wrong), diag.TextOptions{Width: 100}); err != nil {
					t.Fatal(err)
				}
				b.WriteString("```\n")
			}
		}
		if kind == "prediction" {
			b.WriteString("\nWhat each claim can expect:\n\n| | |\n|---|---|\n")
			for _, claim := range []string{"assoc", "diff", "interact", "heterogeneity"} {
				fmt.Fprintf(&b, "| `%s` | %s |\n", claim, strings.Join(words().Predictions[claim], ", "))
			}
		}
	}
	fmt.Fprintf(&b, "\n## Grammar\n\n```ebnf\n%s```\n", grammar.EBNF())
	b.WriteString(`
## For a language model

` + "`hyp grammar --gbnf`" + ` prints what ` + "`hyp fmt`" + ` writes, in the notation that llama.cpp, vLLM and XGrammar take, and ` + "`--lark`" + ` in that of Lark (for
its Earley parser): lower case, one space where one is needed, clauses in the formatter's order, vocabularies filled in, and each
claim with its own predictions. With ` + "`--for STUDY`" + ` it is the grammar of lines that may be added to that study: only hypotheses, over
its names and levels and those of its data, and without clauses for what the study does not have. Both are made from the
grammar above. What no grammar sees is left to ` + "`hyp check`" + `: that two names of a claim differ, for example.

Names in the exports are of the scripts whose letters stand together in Unicode; other names stand in backquotes.
`)
	if *update {
		if err := os.WriteFile("GRAMMAR.md", b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile("GRAMMAR.md")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, b.Bytes()) {
		t.Error("GRAMMAR.md is out of date: run `go test ./lang/grammar -run Reference -update`")
	}
}
