package diag_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// Codes and names are unique, in order, and every entry is complete.
func TestRegistry(t *testing.T) {
	seen := map[string]bool{}
	last := ""
	kebab := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	all := diag.Registry()
	if len(all) < 70 {
		t.Errorf("only %d codes", len(all))
	}
	for _, e := range all {
		if !regexp.MustCompile(`^E0[1-7][0-9][0-9]$`).MatchString(e.Code) || e.Code <= last {
			t.Errorf("code %q behind %q", e.Code, last)
		}
		last = e.Code
		if !kebab.MatchString(e.Name) || seen[e.Name] || e.What == "" || e.Why == "" || strings.HasSuffix(e.Why, ".") || e.Constant == "" {
			t.Errorf("entry %+v", e)
		}
		seen[e.Name] = true
		if e.Example == "" && (e.Code < "E06" || e.Code >= "E07") && !slices.Contains([]string{diag.NestedTooDeep, diag.StudyNotUTF8, diag.NulByte, diag.RoleType, diag.NoDataset}, e.Code) {
			t.Errorf("%s has no example", e.Code)
		}
		for _, key := range []string{e.Code, e.Name, strings.ToLower(e.Code)} {
			if got, ok := diag.Lookup(key); !ok || got.Code != e.Code {
				t.Errorf("Lookup(%q) is %+v", key, got)
			}
		}
	}
	if e, _ := diag.Lookup("loose-diff"); e.Severity != diag.Info || e.Constant != "LooseDiff" || e.Example != "diff(y by g)\n" {
		t.Errorf("loose-diff is %+v", e)
	}
	if _, ok := diag.Lookup("E9999"); ok {
		t.Error("E9999 exists")
	}
}

func TestSuggest(t *testing.T) {
	columns := []string{"bill_length_mm", "bill_depth_mm", "body_mass_g", "species", "sex", "Income", "ABILITY: COMPOSITE", "x", "y"}
	for name, want := range map[string]string{
		"bill_lenght_mm":    "bill_length_mm", // a swap
		"Bill Length MM":    "bill_length_mm", // case and separators
		"income":            "Income",
		"specie":            "species",
		"body_mass":         "body_mass_g", // a prefix
		"ability composite": "ABILITY: COMPOSITE",
		"sexe":              "sex",
	} {
		if got := diag.Suggest(name, columns); len(got) == 0 || got[0] != want {
			t.Errorf("Suggest(%q) is %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{"zebra", "z", "", "completely_other"} {
		if got := diag.Suggest(name, columns); len(got) > 0 && name != "z" {
			t.Errorf("Suggest(%q) is %q", name, got)
		}
	}
	if got := diag.Suggest("aab", []string{"aaa", "aac", "aad", "aae", "aab"}); len(got) != 3 || slices.Contains(got, "aab") {
		t.Errorf("at most three others: %q", got)
	}
}

func edit(start, end int, text string) diag.Edit {
	return diag.Edit{Span: source.Span{Start: start, End: end}, Text: text}
}

func TestApply(t *testing.T) {
	fix := func(edits ...diag.Edit) diag.Fix { return diag.Fix{Edits: edits} }
	for _, c := range []struct {
		fixes []diag.Fix
		want  string // "" when refused
	}{
		{nil, "abcdef"},
		{[]diag.Fix{fix(edit(4, 5, "X")), fix(edit(0, 1, ""))}, "bcdXf"},
		{[]diag.Fix{fix(edit(2, 2, "--"), edit(6, 6, "!"))}, "ab--cdef!"},
		{[]diag.Fix{fix(edit(1, 3, "x")), fix(edit(1, 3, "x"))}, "axdef"}, // the same edit twice
		{[]diag.Fix{fix(edit(1, 3, "x")), fix(edit(3, 4, "y"))}, "axyef"}, // neighbours
		{[]diag.Fix{fix(edit(1, 3, "x")), fix(edit(2, 4, "y"))}, ""},      // overlap
		{[]diag.Fix{fix(edit(1, 3, "x")), fix(edit(1, 3, "y"))}, ""},      // two minds
		{[]diag.Fix{fix(edit(1, 1, "x")), fix(edit(1, 1, "y"))}, ""},      // which one first?
		{[]diag.Fix{fix(edit(5, 9, ""))}, ""}, {[]diag.Fix{fix(edit(-1, 0, ""))}, ""}, {[]diag.Fix{fix(edit(3, 2, ""))}, ""},
	} {
		got, err := diag.Apply("abcdef", c.fixes...)
		if (c.want == "") != (err != nil) || err == nil && got != c.want || err != nil && got != "abcdef" {
			t.Errorf("%v: %q, %v; want %q", c.fixes, got, err, c.want)
		}
	}
}

func gallery() []diag.Diagnostic {
	f := source.New("ses.hyp", "var race = `SAMPLE_RACE` categorical\n\n# 年齢\n\tdiff(ba, by=race: \"schwarz 黒\" vs \"White\")\r\n")
	other := source.New("base.hyp", "assoc(x,\n  y)\n")
	at := strings.Index(f.Text, "\"schwarz")
	d := diag.New(diag.UnknownLevel, f, source.Span{Start: at, End: at + len("\"schwarz 黒\"")}, "`race` has no level %q", "schwarz 黒").
		WithLabel("no such level").WithRelated(f, source.Span{Start: 4, End: 8}, "declared here").
		WithRelated(other, source.Span{Start: 0, End: 12}, "used here").
		WithHelp("did you mean \"Black\"?").WithFix("replace with \"Black\"", true, edit(at, at+1, "x"))
	missing := diag.New(diag.MissingFile, nil, source.Span{}, "`a\x1b[31m.csv` does not exist")
	return []diag.Diagnostic{d, missing}
}

func TestWriteText(t *testing.T) {
	var b strings.Builder
	if err := diag.WriteText(&b, gallery(), diag.TextOptions{}); err != nil {
		t.Fatal(err)
	}
	want := "error[E0302]: `race` has no level \"schwarz 黒\"\n" +
		" --> ses.hyp:4:20\n" +
		"  |\n" +
		"1 | var race = `SAMPLE_RACE` categorical\n" +
		"  |     ---- declared here\n" +
		"  ...\n" +
		"4 |     diff(ba, by=race: \"schwarz 黒\" vs \"White\")\n" +
		"  |                       ^^^^^^^^^^^^ no such level\n" +
		" --> base.hyp:1:1\n" +
		"  |\n" +
		"1 | assoc(x,\n" +
		"  | -------- used here\n" +
		"  |\n" +
		"  = why: levels are compared exactly, case included; an unknown level would select no rows\n" +
		"  = help: did you mean \"Black\"?\n" +
		"  = fix: replace with \"Black\" [safe]\n" +
		"  = rule: unknown-level (run `hyp explain E0302`)\n" +
		"\n" +
		"error[E0601]: `a\\u{1b}[31m.csv` does not exist\n" +
		" = why: paths are relative to the folder of the study\n" +
		" = rule: missing-file (run `hyp explain E0601`)\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	var c strings.Builder
	if err := diag.WriteText(&c, gallery(), diag.TextOptions{Color: true}); err != nil {
		t.Fatal(err)
	}
	if plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(c.String(), ""); plain != want || c.String() == want {
		t.Errorf("with colour\n%q", c.String())
	}
}

// However long a line is, what is printed of it stays within the width, and the carets under the place.
func TestLongLines(t *testing.T) {
	for _, unit := range []string{"a", "年", "é", "\t", "e\u0301", "🙂"} {
		for _, n := range []int{0, 30, 100, 5000} {
			text := strings.Repeat(unit, n) + "HERE" + strings.Repeat(unit, 5000)
			at := n * len(unit)
			f := source.New("long.hyp", text)
			var b strings.Builder
			d := diag.New(diag.ExpectedToken, f, source.Span{Start: at, End: at + 4}, "no")
			if err := diag.WriteText(&b, []diag.Diagnostic{d}, diag.TextOptions{Width: 60}); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(b.String(), "\n")
			if len(lines[3]) > 60*8 {
				t.Errorf("%q x %d: a line of %d bytes", unit, n, len(lines[3]))
			}
			column := func(line, part string) int {
				before, _, ok := strings.Cut(line, part)
				if !ok {
					t.Errorf("%q x %d: no %q in %q", unit, n, part, line)
				}
				w := 0
				for _, r := range before { // widths of the units above
					switch r {
					case '年', '🙂':
						w += 2
					case '\u0301':
					default:
						w++
					}
				}
				return w
			}
			if a, c := column(lines[3], "HERE"), column(lines[4], "^^^^"); a != c {
				t.Errorf("%q x %d: carets at %d, text at %d\n%s", unit, n, c, a, b.String())
			}
		}
	}
}

func TestWriteShortAndJSON(t *testing.T) {
	var b strings.Builder
	if err := diag.WriteShort(&b, gallery()); err != nil {
		t.Fatal(err)
	}
	want := "ses.hyp:4:20: error[E0302]: `race` has no level \"schwarz 黒\"\nerror[E0601]: `a\\u{1b}[31m.csv` does not exist\n"
	if b.String() != want {
		t.Errorf("got %q", b.String())
	}
	b.Reset()
	if err := diag.WriteJSON(&b, gallery()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("%d lines", len(lines))
	}
	var got struct {
		Code, Name, Severity, File, Why string
		Line, Column, Start             int
		EndColumn                       int `json:"end_column"`
		Related                         []struct{ File, Label string }
		Fixes                           []struct {
			Safe  bool
			Edits []struct{ Start, End int }
		}
	}
	if err := json.Unmarshal([]byte(lines[0]), &got); err != nil {
		t.Fatal(err)
	}
	if got.Code != "E0302" || got.Name != "unknown-level" || got.Severity != "error" || got.File != "ses.hyp" || got.Line != 4 || got.Column != 20 ||
		got.EndColumn != 31 || got.Related[1].File != "base.hyp" || !got.Fixes[0].Safe || got.Fixes[0].Edits[0].Start != got.Start {
		t.Errorf("%+v", got)
	}
	if strings.Contains(lines[1], "line") {
		t.Errorf("a place without a file: %s", lines[1])
	}
}

func ExampleWriteShort() {
	f := source.New("study.hyp", "assoc(xx, y)")
	d := diag.New(diag.UnknownName, f, source.Span{Start: 6, End: 8}, "no column is called `xx`")
	diag.WriteShort(os.Stdout, []diag.Diagnostic{d})
	// Output: study.hyp:1:7: error[E0201]: no column is called `xx`
}

func ExampleSuggest() {
	fmt.Println(diag.Suggest("Incme", []string{"age", "income", "in"}))
	// Output: [income]
}

func ExampleApply() {
	fix := diag.Fix{Title: "put it in backquotes", Edits: []diag.Edit{{Span: source.Span{Start: 6, End: 17}, Text: "`bill length`"}}}
	text, err := diag.Apply("assoc(bill length, y)", fix)
	fmt.Println(text, err)
	// Output: assoc(`bill length`, y) <nil>
}
