package engine_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/engine"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

var update = flag.Bool("update", false, "write the reference page")

// reasonTable is the table of the examples, which the reference page describes.
func reasonTable(t *testing.T) *table.Table {
	t.Helper()
	const rows = 600
	number := func(f func(i int) float64) []float64 {
		out := make([]float64, rows)
		for i := range out {
			out[i] = f(i)
		}
		return out
	}
	text := func(f func(i int) string) []string {
		out := make([]string, rows)
		for i := range out {
			out[i] = f(i)
		}
		return out
	}
	noise := func(i int) float64 { return math.Mod(float64(i*i)*0.618, 1) }
	x := func(i int) float64 { return float64(i) + noise(i) }
	z := func(i int) float64 { return float64(i % 7) }
	one := func(when bool) float64 {
		if when {
			return 1
		}
		return 0
	}
	num := func(name string, f func(i int) float64) *table.Column {
		return table.NumbersColumn(name, number(f), nil)
	}
	letter := func(i int) string { return string(rune('a' + i%26)) }
	tab, err := table.New("data.csv",
		num("row", func(i int) float64 { return float64(i + 1) }), num("x", x), num("z", z),
		num("y", func(i int) float64 { return 10*noise(3*i+1) + float64(i)/100 }),
		num("flat", func(int) float64 { return 4 }), num("twin", x),
		num("total", func(i int) float64 { return x(i) + z(i) }),
		num("near", func(i int) float64 { return x(i) + 30*noise(i+5) }),
		num("h", func(i int) float64 { return float64(i / 3 % 2) }),
		num("late", func(i int) float64 { return one(i >= 300) }),
		num("rare", func(i int) float64 { return one(i%40 == 3) }),
		num("uneven", func(i int) float64 { return (noise(i+9) - 0.5) * (1 + 9*float64(i/3%2)) }),
		num("w", func(i int) float64 { return 1 + noise(i+2) }),
		num("bad_weight", func(i int) float64 { return 1 - 3*one(i == 11) }),
		num("huge", func(i int) float64 { return x(i) * 1e300 }), num("tiny", func(i int) float64 { return (noise(i) + 1) * 1e-300 }),
		table.TextColumn("g", text(func(i int) string { return letter(i % 3) })),
		table.TextColumn("pair", text(func(i int) string { return letter(int(one(i < 3))) })),
		table.TextColumn("region", text(func(i int) string { return letter(i % 6 / 2) })),
		table.TextColumn("district", text(func(i int) string { return "d" + letter(i%6) })),
		table.TextColumn("village", text(func(i int) string { return fmt.Sprintf("v%02d", i%100) })),
		table.TextColumn("dose", text(func(i int) string {
			if i == 16 {
				return "refused"
			}
			return strconv.Itoa(i % 50)
		})))
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// said runs an example and returns the codes with their messages.
func said(t *testing.T, tab *table.Table, study string) (codes, messages []string) {
	t.Helper()
	f, found := parse.File(source.New("example.hyp", study))
	info, more := check.Check(context.Background(), f, check.Memory{Data: "data.csv", Tables: map[string]*table.Table{"data.csv": tab}})
	for _, d := range append(found, more...) {
		if d.Severity == diag.Error {
			t.Fatalf("%s: %s %s", study, d.Code, d.Message)
		}
	}
	for _, spec := range info.Specs() {
		rec, err := engine.Run(context.Background(), tab, spec, engine.Options{})
		if err != nil {
			t.Fatalf("%s: %v", study, err)
		}
		if r := rec.Refusal; r != nil {
			codes, messages = append(codes, r.Code), append(messages, "refused   "+r.Code+": "+r.Message)
		}
		for _, w := range rec.Warnings {
			codes, messages = append(codes, w.Code), append(messages, fmt.Sprintf("warning   %s (%s): %s", w.Code, w.Severity, w.Message))
		}
	}
	return codes, messages
}

// Every example yields its code and nothing else.
func TestReasons(t *testing.T) {
	tab := reasonTable(t)
	for _, r := range engine.Reasons() {
		if r.What == "" || r.Why == "" || r.Do == "" {
			t.Errorf("%s: unexplained", r.Code)
		}
		if r.Example == "" {
			continue
		}
		codes, messages := said(t, tab, r.Example)
		if len(codes) != 1 || codes[0] != r.Code {
			t.Errorf("%s: %s yields %v", r.Code, strings.TrimSpace(r.Example), messages)
		}
	}
}

// Every code that the engine uses is explained, and no other is.
func TestReasonsComplete(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]engine.Kind{}
	constants := map[string]string{}
	var refused []string
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || path == "codes.go" {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if i < len(n.Values) {
						if lit, ok := n.Values[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
							constants[name.Name], _ = strconv.Unquote(lit.Value)
						}
					}
				}
			case *ast.CallExpr:
				if len(n.Args) == 0 {
					return true
				}
				switch fun := n.Fun.(type) {
				case *ast.Ident:
					if id, ok := n.Args[0].(*ast.Ident); ok && fun.Name == "refuse" {
						refused = append(refused, id.Name)
					}
				case *ast.SelectorExpr:
					if fun.Sel.Name == "warn" {
						if lit, ok := n.Args[0].(*ast.BasicLit); ok {
							code, _ := strconv.Unquote(lit.Value)
							used[code] = engine.WarningKind
						} else {
							t.Errorf("%s: a warning whose code is no literal", path)
						}
					}
				}
			}
			return true
		})
	}
	for _, name := range refused {
		if code := constants[name]; code != "" {
			used[code] = engine.RefusalKind
		} else if name != "code" {
			t.Errorf("refuse(%s): not a constant", name)
		}
	}
	used["left-out"] = engine.WarningKind // given by package study, from a note of the checker
	if len(used) < 18 {
		t.Errorf("only %d codes found", len(used))
	}
	for code, kind := range used {
		if r, ok := engine.FindReason(code); !ok || r.Kind != kind {
			t.Errorf("%s %s is not explained", kind, code)
		}
	}
	for _, r := range engine.Reasons() {
		if used[r.Code] == "" {
			t.Errorf("%s is explained and never used", r.Code)
		}
	}
}

// TestReference checks the reference page, or writes it with -update.
func TestReference(t *testing.T) {
	tab := reasonTable(t)
	var b bytes.Buffer
	b.WriteString(`# Refusals and warnings

A hypothesis that the data cannot answer is refused: it gets a code and a sentence in the place of a number, it counts as
a test not done, and it is never replaced by another hypothesis. A warning stands beside a number: *review* asks for a look,
*material* says that the number may well mislead. ` + "`hyp explain CODE`" + ` prints an entry of this page.

The examples are about a table of 600 rows: ` + "`x`, `y`, `z`" + ` and other numbers; ` + "`h`, `late` and `rare`" + `, which are 0 or 1; the groups
` + "`g`" + ` (a, b, c), ` + "`pair`" + ` (one of its two has 3 rows), ` + "`region`" + ` with its ` + "`district`" + `s, and 100 ` + "`village`" + `s; ` + "`total`" + ` is x + z, ` + "`twin`" + ` a copy of
x, and ` + "`near`" + ` is x with noise. What follows an example is what ` + "`hyp run`" + ` says about it.

| code | kind | |
|---|---|---|
`)
	for _, r := range engine.Reasons() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.Code, r.Code, r.Kind, r.What)
	}
	for _, r := range engine.Reasons() {
		fmt.Fprintf(&b, "\n## %s\n\n*%s.* %s.\n\n**Why.** %s.\n\n**What to do.** %s.\n", r.Code, capital(string(r.Kind)), capital(r.What), capital(r.Why), capital(r.Do))
		if r.Example != "" {
			_, messages := said(t, tab, r.Example)
			fmt.Fprintf(&b, "\n```hyp\n%s```\n\n```text\n%s\n```\n", r.Example, strings.Join(messages, "\n"))
		}
	}
	checkPage(t, "REFUSALS.md", b.Bytes())
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func checkPage(t *testing.T, path string, want []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s is out of date: run `go test . -run Reference -update` in its folder", path)
	}
}
