package assist_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// studies are the studies of the examples.
func studies(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("../../examples/*/*.hyp")
	if err != nil || len(paths) < 2 {
		t.Fatal(paths, err)
	}
	var out []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(text))
	}
	return out
}

// ask calls everything at one cursor, and holds what must be true of any answer.
func ask(t *testing.T, s *assist.Scope, code string, at int) {
	t.Helper()
	c := assist.Complete(context.Background(), s, code, at)
	if at >= 0 && at <= len(code) && (at == len(code) || utf8.RuneStart(code[at])) && (c.Start > at || c.End < at) || c.Start < 0 || c.End > len(code) || c.Matches == nil {
		t.Fatalf("%q at %d: %d..%d", code, at, c.Start, c.End)
	}
	for _, m := range c.Matches {
		if m.Text == "" || m.Kind == "" {
			t.Fatalf("%q at %d: an empty match %+v", code, at, m)
		}
	}
	if b := assist.Inspect(s, code, at, at%2 == 0); b != nil && b["text/plain"] == "" {
		t.Fatalf("%q at %d: nothing in text/plain", code, at)
	}
	switch got := assist.IsComplete(s, code).Status; got {
	case "complete", "incomplete", "invalid":
	default:
		t.Fatalf("%q is %q", code, got)
	}
}

// Every block of every example is asked about at the end of each of its prefixes, and as a whole at every fourth cursor.
func TestEveryCursor(t *testing.T) {
	s := scope(t)
	texts := []string{}
	for _, study := range studies(t) {
		texts = append(texts, strings.SplitAfter(study, "\n\n")...)
	}
	for n, text := range texts {
		for at := range len(text) + 1 {
			if ask(t, s, text[:at], at); at%4 == n%4 {
				ask(t, s, text, at)
			}
		}
	}
}

// What is written in the examples is what completion offers: at the start of every name, level and word of every statement, the
// token that stands there is among the matches for its first letter.
func TestOffersWhatIsWritten(t *testing.T) {
	s := scope(t)
	asked, missed := 0, 0
	text := studies(t)[0] // of the scope
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, "#")
		if !strings.HasPrefix(code, "assoc(") && !strings.HasPrefix(code, "hyp ") {
			continue
		}
		for at := 1; at < len(code); at++ {
			letter := func(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '0' && b <= '9' || b == '_' }
			if !letter(code[at]) || letter(code[at-1]) || code[at] <= '9' || strings.Count(code[:at], "\"")%2 == 1 {
				continue
			}
			end := at
			for end < len(code) && letter(code[end]) {
				end++
			}
			word := code[at:end]
			if strings.HasPrefix(code[:at], "hyp") && !strings.Contains(code[:at], ":") || word == "hyp" {
				continue // a new name
			}
			asked++
			offered := false
			for _, m := range texts(s, code[:at+1], at+1) {
				offered = offered || strings.Contains(m, word)
			}
			if !offered {
				missed++
				t.Errorf("%q is not offered at %q", word, code[:at+1])
			}
		}
	}
	if asked < 50 {
		t.Errorf("%d words were asked about, %d missed", asked, missed)
	}
}

func FuzzAssist(f *testing.F) {
	for _, w := range grammar.Language() {
		f.Add(w.Example, 7)
		f.Add(w.Wrong, 11)
	}
	for _, seed := range []string{"%%python\nx", "%query find i where ", "find i; find \"j", "diff(`é\u0301`, by=\"…", "%", "%% \n%", "assoc(x, y) where a in (\"b\", '\\", "\xff\xfe", "var x levels (-", "lineage of @", "\ufeffassoc("} {
		f.Add(seed, len(seed))
	}
	s := scope(f)
	f.Fuzz(func(t *testing.T, code string, at int) {
		if len(code) < 4000 {
			ask(t, s, code, at)
		}
	})
}

// wide is a scope of 300 variables with 12 levels each.
func wide() *assist.Scope {
	s := &assist.Scope{Magics: magics}
	for i := range 300 {
		v := assist.Variable{Known: check.Known{Name: fmt.Sprintf("item_%03d", i), Type: "categorical"}, Label: fmt.Sprintf("answer to question %d of the survey", i)}
		if i%3 > 0 {
			v.Type = "numeric"
		}
		s.Variables = append(s.Variables, v)
	}
	return s
}

func BenchmarkComplete(b *testing.B) {
	s := wide()
	cell := strings.Repeat("hyp H: assoc(item_001, item_002) controlling for item_004, item_005 where item_003 > 2 expect positive\n", 9)
	long := strings.Repeat(cell, 22)
	for _, c := range []struct{ name, code string }{
		{"cell", cell + "assoc(item_001, it"}, {"study", long + "assoc(item_001, item_002) controlling for "}, {"fuzzy", cell + "assoc(item_001, quest"},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				assist.Complete(context.Background(), s, c.code, len(c.code))
			}
		})
	}
	b.Run("inspect", func(b *testing.B) {
		for b.Loop() {
			assist.Inspect(s, long, len(long)-30, false)
		}
	})
	b.Run("whole", func(b *testing.B) {
		for b.Loop() {
			assist.IsComplete(s, cell)
		}
	})
}
