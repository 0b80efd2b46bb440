package grammar_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/grammar"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// words is the checker's vocabulary.
func words() grammar.Vocabulary {
	w := check.Words()
	v := grammar.Vocabulary{Types: w.Types, Measures: w.Measures, Quantities: w.Quantities, Methods: w.Methods,
		Estimators: w.Estimators, Functions: w.Functions, Predictions: map[string][]string{}}
	for template, predictions := range w.Expects {
		v.Predictions[string(template)] = predictions
	}
	return v
}

func studies(t *testing.T) *grammar.Form {
	t.Helper()
	form, err := grammar.Studies(words())
	if err != nil {
		t.Fatal(err)
	}
	return form
}

// documented collects the studies of the documents, formatted: examples, blocks of the README and of our own pages, and
// the examples of diagnostics that are right in form.
func documented(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	add := func(name, text string) {
		f, found := parse.File(source.New(name, text))
		if !diag.HasErrors(found) {
			out[name] = format.File(f)
		}
	}
	paths, err := filepath.Glob("../../examples/*/*.hyp")
	if err != nil || len(paths) < 2 {
		t.Fatalf("%d examples, %v", len(paths), err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		add(path, string(text))
	}
	block := regexp.MustCompile("(?ms)^```hyp\n(.*?)^```$")
	for _, page := range []string{"../../README.md", "GRAMMAR.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range block.FindAllStringSubmatch(string(text), -1) {
			add(page+": "+m[1], m[1])
		}
	}
	for _, e := range diag.Examples() {
		// What names something that the vocabularies do not have is wrong for the exports too.
		if !strings.HasPrefix(e.Name, "unknown-") && e.Code != diag.PredictionMismatch && e.Code != diag.OnlineMethod {
			add(e.Code, e.Example)
		}
	}
	return out
}

func TestStudiesAccept(t *testing.T) {
	form := studies(t)
	all := documented(t)
	if len(all) < 30 {
		t.Errorf("only %d documented studies", len(all))
	}
	for name, text := range all {
		if !form.Matches(text) {
			t.Errorf("%s: not accepted:\n%s", name, text)
		}
	}
}

// wrong are texts that no form of the grammar takes.
var wrong = []string{
	"asoc(x, y)", "assoc(x y)", "assoc(x, y", "assoc(x)", "assoc(x, y))", "assoc(diff, y)", "assoc(x, \"y\")", "assoc(x, bill length)",
	"assoc(x, y) controling for z", "assoc(x, y) controlling z", "assoc(x, y) controlling for z w", "assoc(x, y) controlling forz",
	"assoc(x, y) expect positiv", "assoc(x, y) expect varies", "assoc(x, y) expects positive", "assoc(x, y) floor d > 0.1",
	"assoc(x, y) floor dd >= 0.1", "assoc(x, y) decide p", "assoc(x, y) decide pp < 0.05", "assoc(x, y) using olss",
	"assoc(x, y) where 1 <= z < 5", "assoc(x, y) where z in (1 2)", "assoc(x, y) where z >", "assoc(x, y) where missing > 1",
	"assoc(x, y) where log10(z) > 1", "assoc(x, y) claim \"the more", "assoc(x, y) claim 'the more'", "assoc(x, y) claim \"a \\q b\"",
	"assoc(x, y): the more x, the more y", "assoc(y ~ x)", "assoc(x, y | g)", "assoc(x， y)", "ASSOC(x, y)", "1. assoc(x, y)", "- assoc(x, y)",
	"assoc(x, y) expect null expect null", "assoc(x, y) weights W", "assoc(x, y)assoc(x, z)",
	"diff(y by g)", "diff(y, g)", "diff(y, by=g: \"a\")", "diff(y, by=g: \"a\" vs)", "diff(y, by = g)",
	"interact(x, m -> y)", "interact(x * m > y)", "heterogeneity(y ~ x, g)",
	"var a = x numbers", "var a = x", "var a numeric levels (1 \"a\" 2)", "var a numeric range 1 .. 2", "var `x numeric",
	"family f method bhh", "family f method lord", "family f alpha", "dataset d \"d.csv\"", "dataset d from d.csv", "dataset d from \"d.csv\" split holdout 0.3",
	"context c sex = 1", "hyp H1 assoc(x, y)", "hyp H 1: assoc(x, y)", "syntax 2", "Here are my hypotheses", "```hyp",
}

func TestStudiesReject(t *testing.T) {
	form := studies(t)
	for _, text := range wrong {
		if form.Matches(text) || form.Matches(text+"\n") {
			t.Errorf("accepted: %s", text)
		}
	}
}

// What the form makes reads without an error, and as it is written: the form is what the formatter prints.
func TestStudiesAreRead(t *testing.T) {
	form := studies(t)
	r := rand.New(rand.NewPCG(5, 6))
	flat := strings.NewReplacer("(", "", ")", "", "\n", "", " ", "")
	said := 0
	for range 4000 {
		text := form.Sentence(r, 24)
		f, found := parse.File(source.New("s.hyp", text))
		skip := false
		for _, d := range found {
			switch d.Code {
			case diag.DuplicateClause: // one lineage clause twice
				skip = true
			case diag.TypographicPunctuation:
			default:
				t.Fatalf("%s %s in\n%s", d.Code, d.Message, text)
			}
		}
		if skip {
			continue
		}
		again := format.File(f)
		said += len(f.Statements)
		if strings.Count(text, "#") == 0 && flat.Replace(again) != flat.Replace(text) {
			t.Fatalf("printed otherwise:\n%s\n%s", text, again)
		}
		if !form.Matches(again) {
			t.Fatalf("not accepted once formatted:\n%s\n%s", text, again)
		}
	}
	if said < 1500 {
		t.Errorf("only %d statements", said)
	}
}
