package check_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// exampleTable is the table that the examples of lang/diag are about: id (text, unique), x, y, z (numeric), g
// (categorical: a, b, c), h (binary: 0, 1), w (numeric weight).
func exampleTable(t testing.TB) *table.Table {
	t.Helper()
	const rows = 60
	id, g := make([]string, rows), make([]string, rows)
	x, y, z, h, w := make([]float64, rows), make([]float64, rows), make([]float64, rows), make([]float64, rows), make([]float64, rows)
	for i := range rows {
		id[i], g[i] = fmt.Sprintf("p%02d", i), []string{"a", "b", "c"}[i%3]
		x[i], y[i], z[i], h[i], w[i] = float64(i)+.5, float64(i*i%17), float64(i%7), float64(i%2), 1+float64(i%4)/2
	}
	tab, err := table.New("data.csv", table.TextColumn("id", id), table.NumbersColumn("x", x, nil), table.NumbersColumn("y", y, nil),
		table.NumbersColumn("z", z, nil), table.TextColumn("g", g), table.NumbersColumn("h", h, nil), table.NumbersColumn("w", w, nil))
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func stub(t testing.TB) check.Memory {
	tab := exampleTable(t)
	return check.Memory{Data: "data.csv", Tables: map[string]*table.Table{"data.csv": tab, "d.csv": tab, "e.csv": tab}}
}

func run(t testing.TB, text string, loader check.Loader) (*check.Info, []diag.Diagnostic) {
	t.Helper()
	f, found := parse.File(source.New("test.hyp", text))
	info, more := check.Check(context.Background(), f, loader)
	return info, append(found, more...)
}

// Every code that belongs to the checker is produced by its example, and nothing else is.
func TestExamplesOfCodes(t *testing.T) {
	for _, e := range diag.Examples() {
		if e.Code < "E02" {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			_, found := run(t, e.Example, stub(t))
			if len(found) != 1 || found[0].Code != e.Code {
				t.Errorf("want exactly %s, got:", e.Code)
				for _, d := range found {
					t.Errorf("  %s %s: %s", d.Code, d.Severity, d.Message)
				}
			}
			for _, d := range found {
				if d.Label == "" || d.Message == "" || d.Span.Len() == 0 || strings.HasSuffix(d.Message, ".") {
					t.Errorf("diagnostic without label, span or with a full stop: %+v", d)
				}
			}
		})
	}
}

// want finds `### "regexp"` at the end of a line: the messages that must be reported on that line, in any order.
var want = regexp.MustCompile("(?:###)?\\s*\"((?:[^\"\\\\]|\\\\.)*)\"|(?:###)?\\s*`([^`]*)`")

// TestChunks runs the chunks of testdata/errors.hyp, which are parted by lines of dashes. Each error must occur on the line
// that expects it, and each line's expectation must be met.
func TestChunks(t *testing.T) {
	raw, err := os.ReadFile("testdata/errors.hyp")
	if err != nil {
		t.Fatal(err)
	}
	line := 1
	for _, chunk := range regexp.MustCompile(`(?m)^---+$`).Split(string(raw), -1) {
		start := line
		line += strings.Count(chunk, "\n")
		t.Run(fmt.Sprintf("line%d", start), func(t *testing.T) {
			var text strings.Builder
			expect := map[int][]string{}
			for i, l := range strings.Split(chunk, "\n") {
				code, comment, has := strings.Cut(l, "###")
				text.WriteString(strings.TrimRight(code, " ") + "\n")
				if !has {
					continue
				}
				for _, m := range want.FindAllStringSubmatch(comment, -1) {
					expect[i+1] = append(expect[i+1], m[1]+m[2])
				}
			}
			_, found := run(t, text.String(), stub(t))
			for _, d := range found {
				at := 1
				if d.File != nil {
					at = d.File.Position(d.Span.Start).Line
				}
				said := d.Message + " | " + d.Label + " | " + d.Help
				ok := false
				for i, re := range expect[at] {
					if regexp.MustCompile(re).MatchString(said) {
						expect[at] = append(expect[at][:i:i], expect[at][i+1:]...)
						ok = true
						break
					}
				}
				if !ok {
					t.Errorf("testdata/errors.hyp:%d: unexpected %s: %s", start+at-1, d.Code, said)
				}
			}
			for at, res := range expect {
				for _, re := range res {
					t.Errorf("testdata/errors.hyp:%d: no error matches %q", start+at-1, re)
				}
			}
		})
	}
}

// What a statement that does not parse would have declared is no unknown name: the mistake is said once.
func TestBrokenDeclarations(t *testing.T) {
	for study, want := range map[string]int{
		"var big = y > 4\nassoc(x, big)\nassoc(z, big) controlling for big":                 1,
		"let big = y > 4\nassoc(x, big)":                                                    1,
		"context few = y >\nassoc(x, y) where few":                                          1,
		"family main alpha five\nassoc(x, y) under main":                                    1,
		"hyp H1: assoc(x; y)\nhyp H2: assoc(x, z) rival H1\nhyp H3: assoc(x, y) deepens H1": 1,
		"var big = y > 4\nassoc(x, bigger)":                                                 2,
	} {
		_, found := run(t, study, stub(t))
		errors := 0
		for _, d := range found {
			if d.Severity == diag.Error {
				errors++
			}
		}
		if errors != want {
			t.Errorf("%s: %d errors, want %d: %v", study, errors, want, found)
		}
	}
}

// Words of other programs for a prediction, an estimator or a type are answered with the one of this language.
func TestOtherWords(t *testing.T) {
	for study, want := range map[string]string{
		"assoc(x, y) expect increase":              "`positive`",
		"assoc(x, y) using linear_regression":      "`ols`",
		"assoc(x, y) floor odds_ratio >= 1.2":      "`odds`",
		"assoc(x, y) decide p_value < 0.05":        "`p`",
		"var v = x > 1 boolean\nassoc(v, y)":       "`binary`",
		"family f method fdr\nassoc(x, y) under f": "`bh`",
		"assoc(x, y) where z != NA":                "`name is missing`",
		"assoc(x, y) narrows H9":                   "no hypothesis of the study has a name",
	} {
		_, found := run(t, study, stub(t))
		if len(found) == 0 || !strings.Contains(found[0].Help, want) {
			t.Errorf("%s: %v", study, found)
		}
	}
}

// The levels of a condition may be named by true and false; other levels of it are those that it has.
func TestLevelsOfConditions(t *testing.T) {
	info, found := run(t, "var few = z < 3 binary levels (true \"few\", false \"many\") ref false\ndiff(y, by=few)\ndiff(x, by=few: \"few\" vs \"many\")", stub(t))
	if len(found) > 0 {
		t.Fatal(found)
	}
	for _, s := range info.Specs() {
		g := s.Groups
		if len(g.Levels) != 2 || g.Levels[0].Code != "1" || g.Levels[0].Label != "few" || g.Levels[1].Code != "0" || g.Levels[1].Label != "many" || g.Ref != "0" {
			t.Errorf("%+v ref %s", g.Levels, g.Ref)
		}
	}
}
