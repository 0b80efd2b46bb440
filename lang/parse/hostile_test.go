package parse_test

import (
	"strings"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// Texts that would take minutes if any part of reading or printing were quadratic, or end the program if it were recursive.
func TestHostileTexts(t *testing.T) {
	const n = 100_000
	for name, text := range map[string]string{
		"prose behind a slip":    "assoc(x y\n" + strings.Repeat("here is a line of text\n", n),
		"prose":                  strings.Repeat("here is a line of text\n", n),
		"brackets":               strings.Repeat("(", n),
		"brackets in where":      "assoc(x, y) where " + strings.Repeat("(", n),
		"one line":               strings.Repeat("assoc(x, y) ", n/4),
		"one line of slips":      strings.Repeat("assoc(x y) ", n/20),
		"bracketed clauses":      "assoc(x, y) " + strings.Repeat("[controlling for a] ", n),
		"open bracketed clauses": "assoc(x, y) " + strings.Repeat("[controlling for a ", n),
		"tails":                  "assoc(x, y, " + strings.Repeat("controlling for a, ", n),
		"backquotes":             strings.Repeat("`", n),
		"quotes":                 strings.Repeat("\"a\n", n),
		"a long list":            "assoc(x, y) controlling for a" + strings.Repeat(", a", n),
		"a long name":            "assoc(" + strings.Repeat("a ", n) + ", y)",
		"a long sum":             "assoc(x, y) where 0 < a" + strings.Repeat(" + a", n),
		"a long or":              "assoc(x, y) where a" + strings.Repeat(" or a", n),
		"keywords":               strings.Repeat("hyp ", n),
		"keywords on lines":      strings.Repeat("var\n", n/4),
		"colons":                 "assoc(x, y)" + strings.Repeat(":", n),
		"colons on lines":        "assoc(x, y)" + strings.Repeat(" :\n", n),
		"explanations":           strings.Repeat("assoc(x, y): so\n", n/10),
		"colons of clauses":      "assoc(x, y)" + strings.Repeat(" expect: a", n),
		"a claim without quotes": "assoc(x, y) claim: " + strings.Repeat("so it is ", n),
		"bold":                   "assoc(x, y)\n" + strings.Repeat("**H1**:\n", n),
		"comments":               strings.Repeat("# c\n", n),
		"comments inside":        "hyp H: assoc(x, y)\n" + strings.Repeat("# c\n", n) + "expect null\n",
		"typographic":            "assoc(x, y) claim " + strings.Repeat("“a” ", n),
		"minus":                  "assoc(x, y) where " + strings.Repeat("-", n) + "a",
		"dots":                   "assoc(" + strings.Repeat(".", n),
	} {
		start := time.Now()
		f, _ := parse.File(source.New("s.hyp", text))
		format.File(f)
		// What grows with the square of the text takes hours here, and ends with the test binary's own limit.
		if d := time.Since(start); d > time.Second {
			t.Logf("%s takes %v", name, d)
		}
	}
}
