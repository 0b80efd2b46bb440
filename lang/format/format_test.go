package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

func parsed(t *testing.T, text string) *ast.File {
	t.Helper()
	f, ds := parse.File(source.New("s.hyp", text))
	if diag.HasErrors(ds) {
		t.Fatalf("%q: %v", text, ds)
	}
	return f
}

var cases = []struct{ name, in, out string }{
	{"clause order",
		`hyp H: assoc(x,y) because "b" claim "c" prior .5 needs "n" deepens A rival B under f using ols decide p<1 floor r>=.1 expect null where z>1 on d weights w controlling for c`,
		`hyp H: assoc(x, y)
  controlling for c
  weights=w
  on d
  where z > 1
  expect null
  floor r >= 0.1
  decide p < 1
  under f
  using ols
  rival B
  deepens A
  needs "n"
  prior 0.5
  claim "c"
  because "b"
`},
	{"100 columns fit", "assoc(x, y) claim \"" + strings.Repeat("é", 80) + "\"", "assoc(x, y) claim \"" + strings.Repeat("é", 80) + "\"\n"},
	{"101 do not", "assoc(x, y) claim \"" + strings.Repeat("é", 81) + "\"", "assoc(x, y)\n  claim \"" + strings.Repeat("é", 81) + "\"\n"},
	{"blank lines", "\n\n\nassoc(a, b)\n\n\n\n# c\nassoc(c, d)\nassoc(e, f)\n\n\n", "assoc(a, b)\n\n# c\nassoc(c, d)\nassoc(e, f)\n"},
	{"comments", `# top

syntax 1   # version
# before
assoc(a, b)    # behind
  # of the next
hyp H: assoc(c, d) # head
  # the sign was seen before
  expect positive # sign
  controlling for a, # inside
    b
# end`, `# top

syntax 1  # version
# before
assoc(a, b)  # behind
# of the next
hyp H: assoc(c, d)  # head
  controlling for a, b  # inside
  # the sign was seen before
  expect positive  # sign
# end
`},
	{"two comments behind one piece", "hyp # one\n# two\nH: assoc(a # three\n, # four\n b) expect null # five\n", "# one\n# two\n# three\nhyp H: assoc(a, b)  # four\n  expect null  # five\n"},
	{"several statements on a line", "assoc(a, b) assoc(c, d) # of the second\nfamily f var x numeric", "assoc(a, b)\nassoc(c, d)  # of the second\nfamily f\nvar x numeric\n"},
	{"a broken statement", "assoc( a,b )\nhyp   H: assoc(a  b) # in\n   expect   positive # out\n\n\nassoc( c,d )", "assoc(a, b)\nhyp   H: assoc(a  b) # in\n   expect   positive  # out\n\nassoc(c, d)\n"},
	{"prose", "Here   is text:\n- assoc(a,b)\nThe   end.", "Here   is text:\nassoc(a, b)\nThe   end.\n"},
	{"names and strings", "assoc(`a``b`, `x`) claim 'say \"so\"' because \"tab\\t\\u{7}\"", "assoc(`a``b`, `x`) claim \"say \\\"so\\\"\" because \"tab\\t\\u{7}\"\n"},
	{"dataset", "dataset d from 'a.csv' label \"l\" split holdout .3 seed 1 by id missing 1..2 weights w key a,b catalog \"c\"",
		"dataset d from \"a.csv\"\n  catalog \"c\"\n  key a, b\n  weights w\n  missing 1..2\n  split holdout 0.3 seed 1 by id\n  label \"l\"\n"},
	{"var", "VAR a=`b` NOMINAL label 'l' high means 'h' measured 1990 module 'm' unit 'u' range -1..2 missing(-9 'r') ref 'x' levels('x' 'X','y')",
		"var a = `b` categorical\n  levels (\"x\" \"X\", \"y\")\n  ref \"x\"\n  missing (-9 \"r\")\n  range -1..2\n  unit \"u\"\n  module \"m\"\n  measured 1990\n  high means \"h\"\n  label \"l\"\n"},
	{"nothing", "", ""},
	{"only a comment", "  # c  \n", "# c\n"},
	{"crlf", "assoc(a,b)\r\n\r\n\r\n# c\r\nassoc(c, d)", "assoc(a, b)\r\n\r\n# c\r\nassoc(c, d)\r\n"},
	{"some crlf", "assoc(a,b)\r\nassoc(c, d)\n", "assoc(a, b)\nassoc(c, d)\n"},
}

func TestFile(t *testing.T) {
	for _, c := range cases {
		f, _ := parse.File(source.New("s.hyp", c.in))
		got := format.File(f)
		if got != c.out {
			t.Errorf("%s\ngot\n%s\nwant\n%s", c.name, got, c.out)
		}
		again, _ := parse.File(source.New("s.hyp", got))
		if twice := format.File(again); twice != got {
			t.Errorf("%s: not idempotent\n%s", c.name, twice)
		}
	}
}

// Brackets are written where the tree needs them and nowhere else.
func TestExpr(t *testing.T) {
	for in, want := range map[string]string{
		"((a))":                               "a",
		"(a + b) * c":                         "(a + b) * c",
		"a + (b * c)":                         "a + b * c",
		"a - (b - c)":                         "a - (b - c)",
		"(a - b) - c":                         "a - b - c",
		"a / (b * c)":                         "a / (b * c)",
		"-(a + b)":                            "-(a + b)",
		"-(-a)":                               "-(-a)",
		"- a":                                 "-a",
		"a - -b":                              "a - -b",
		"a * (-b)":                            "a * -b",
		"(a or b) and c":                      "(a or b) and c",
		"a or (b and c)":                      "a or b and c",
		"a or (b or c)":                       "a or (b or c)",
		"not (a and b)":                       "not (a and b)",
		"not (a = 1)":                         "not a = 1",
		"(not a) = b":                         "(not a) = b",
		"not not a":                           "not not a",
		"(a = b) = c":                         "(a = b) = c",
		"(a in (1,2)) = true":                 "(a in (1, 2)) = true",
		"a NOT IN ( -1 , 'x' )":               `a not in (-1, "x")`,
		"a in 1 .. 3":                         "a in 1..3",
		"a is  NOT missing":                   "a is not missing",
		"(a is missing) is missing":           "(a is missing) is missing",
		"IF(a>1, LOG(b), min(c,d , -1))":      "if(a > 1, log(b), min(c, d, -1))",
		"`and` = 1":                           "`and` = 1",
		"(a + 1) in (1) or (b or c) and d":    "a + 1 in (1) or (b or c) and d",
		"a == 1.50 and b = TRUE and c != 1e5": "a = 1.50 and b = true and c != 1e5",
	} {
		h := parsed(t, "assoc(x, y) where "+in).Statements[0].(*ast.Hyp)
		if got := format.Expr(h.Where); got != want {
			t.Errorf("%s\n got %s\nwant %s", in, got, want)
		}
	}
}

// A tree that a program made is written so that it reads back: names that need backquotes get them.
func TestMadeTree(t *testing.T) {
	h := &ast.Hyp{Bare: true, Claim: &ast.Diff{Outcome: ast.Name{Text: "body mass"}, Groups: ast.Name{Text: "Family"}, Contrast: &ast.Contrast{A: ast.Literal{Number: 2}}},
		Where: &ast.Ref{Name: ast.Name{Text: "missing"}}}
	want := "diff(`body mass`, by=`Family`: 2 vs rest) where `missing`"
	if got := format.Statement(h); got != want {
		t.Errorf("got %s", got)
	}
	if got := format.File(&ast.File{Statements: []ast.Statement{h, h}}); got != want+"\n"+want+"\n" {
		t.Errorf("got %s", got)
	}
	parsed(t, want)
}

func ExampleFile() {
	f, _ := parse.File(source.New("study.hyp", "ASSOC(ses,ba) expect Positive, controlling for sex  # the main line"))
	fmt.Print(format.File(f))
	// Output: assoc(ses, ba) controlling for sex expect positive  # the main line
}

func ExampleClaimLine() {
	f, _ := parse.File(source.New("study.hyp", "hyp H1: assoc(ses, ba) expect positive where (women) weights=w controlling for sex under degree"))
	fmt.Println(format.ClaimLine(f.Statements[0].(*ast.Hyp)))
	// Output: assoc(ses, ba) controlling for sex weights=w where women
}
