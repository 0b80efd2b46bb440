package follow_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/follow"
	"github.com/hyp-lang/hyp/lang/grammar"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// next lists what may follow a text: words and signs as they are, classes in angle brackets.
func next(text string) string {
	var out []string
	for _, n := range follow.Last(follow.Tokens(text)).Next {
		what := n.Literal
		if what == "" {
			what = "<" + n.Class + ">"
		}
		if !slices.Contains(out, what) {
			out = append(out, what)
		}
	}
	return strings.Join(out, " ")
}

func TestNext(t *testing.T) {
	for text, want := range map[string]string{
		"assoc":                            "(",
		"assoc(":                           "<ident> <quoted>",
		"assoc(x":                          ",",
		"diff(y, ":                         "by",
		"diff(y, by == g":                  ": )",
		`diff(y, by=g: "a" `:               "vs",
		"hyp ":                             "<ident> assoc diff interact heterogeneity",
		"hyp H1: assoc(x, y) controlling":  "for",
		"assoc(x, y) decide p < 0.05 on ":  "train holdout <ident>", // the part, or the clause that names a data set
		"assoc(x, y) where x is not ":      "missing",
		"assoc(x, y) where x in 1 ":        "..",
		"dataset d from \"d.csv\" split":   "holdout",
		"dataset d from \"d.csv\" high":    "catalog encoding delimiter decimal thousands dates key weights missing split holdout label dataset var context family hyp assoc diff interact heterogeneity",
		"var x numeric high":               "means",
		"interact(x * ":                    "<ident> <quoted>",
		"# assoc(x\nfamily f method":       "<ident>",
		"- assoc(x, y) expect positive on": "<ident>",
		// What does not fit costs the clause at hand.
		"assoc(x y) expect":                         "<ident>",
		"assoc(x, y | g) controlling":               "for",
		"assoc(x, y) controlling for a, weights = ": "<ident> <quoted>",
		"hyp H1 assoc(x, y) under":                  "<ident>",
		"nonsense over here assoc(":                 "<ident> <quoted>",
	} {
		if got := next(text); got != want {
			t.Errorf("behind %s\n got %s\nwant %s", text, got, want)
		}
	}
}

// Words that can only follow each other are offered together.
func TestPhrases(t *testing.T) {
	got := next("assoc(x, y) ")
	for _, want := range []string{"controlling for", "where", "because", "heterogeneity"} {
		if !strings.Contains(got, want) {
			t.Errorf("behind a claim: no %q in %s", want, got)
		}
	}
	if got := next("dataset d from \"d.csv\" "); !strings.Contains(got, "split holdout") {
		t.Errorf("behind a data set: %s", got)
	}
}

// Every prefix of an example is read without an error, and every statement that parses may end where it does.
func TestExamples(t *testing.T) {
	paths, err := filepath.Glob("../../examples/*/*.hyp")
	if err != nil || len(paths) < 2 {
		t.Fatal(paths, err)
	}
	texts := []string{}
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
	for _, text := range texts {
		f, _ := parse.File(source.New("", text))
		for _, s := range f.Statements {
			if _, bad := s.(*ast.Bad); bad {
				continue
			}
			statement := text[s.Span().Start:s.Span().End]
			tokens := follow.Tokens(statement)
			for n := range tokens {
				if got := follow.Last(tokens[:n]); got.Broken {
					t.Errorf("%s: broken behind %d tokens", statement, n)
				}
			}
			if got := follow.Last(tokens); got.Broken || !got.Ended {
				t.Errorf("%s: broken %v, may end %v", statement, got.Broken, got.Ended)
			}
		}
	}
}

// Deep brackets take a time that grows with their number, and a path keeps both its ends.
func TestDeep(t *testing.T) {
	s := follow.Last(follow.Tokens("assoc(x, y) where " + strings.Repeat("(", 5000) + "z "))
	z := s.Tokens[len(s.Tokens)-1].Places[0]
	if len(z.Path) > 100 || z.Path[0].Production != "Name" || z.Path[len(z.Path)-1].Production != "File" || s.Ended || s.Broken {
		t.Errorf("%d steps: %v", len(z.Path), z)
	}
}

// A token says which place took it.
func ExampleLast() {
	s := follow.Last(follow.Tokens("hyp H1: assoc(ses, degree) controlling for "))
	for _, token := range s.Tokens[4:7] {
		fmt.Printf("%s %v\n", token.Text, token.Places[0].Path[:2])
	}
	for _, place := range s.Next {
		fmt.Println(place.Class, place.Path[1], place.Path[2])
	}
	// Output:
	// ( [{Assoc assoc} {Claim }]
	// ses [{Name } {Assoc (}]
	// , [{Assoc Name} {Claim }]
	// ident {NameList } {HypClause for}
	// quoted {NameList } {HypClause for}
}

func FuzzLast(f *testing.F) {
	for _, w := range grammar.Language() {
		f.Add(w.Example)
		f.Add(w.Wrong)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens := follow.Tokens(text)
		if len(tokens) > 2000 {
			return
		}
		follow.Last(tokens)
	})
}

func BenchmarkLast(b *testing.B) {
	tokens := follow.Tokens(`hyp H1: diff(y, by=g: "a" vs rest) controlling for a, b where x > 3 and race = 1 expect positive`)
	for b.Loop() {
		follow.Last(tokens)
	}
}
