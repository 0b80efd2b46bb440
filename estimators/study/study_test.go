package study

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"b.hyp", "a.hyp", "deep/c.hyp", ".hidden/d.hyp", "notes.txt"} {
		write(t, filepath.Join(root, name), "# "+name)
	}
	ctx := context.Background()
	texts, err := Find(ctx, []string{root, filepath.Join(root, "b.hyp"), "-", "-"}, strings.NewReader("assoc(x, y)"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, text := range texts {
		name, err := filepath.Rel(root, text.Source.Name)
		if err != nil {
			name = text.Source.Name
		}
		got = append(got, filepath.ToSlash(name))
	}
	if want := []string{"a.hyp", "b.hyp", "deep/c.hyp", "<stdin>"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	link := filepath.Join(t.TempDir(), "studies")
	if err := os.Symlink(root, link); err != nil {
		t.Fatal(err)
	}
	if texts, err := Find(ctx, []string{link}, nil); err != nil || len(texts) != 3 || texts[0].Source.Name != filepath.Join(link, "a.hyp") {
		t.Errorf("through a link: %v, %v", texts, err)
	}
	for _, path := range []string{filepath.Join(root, "e.hyp"), filepath.Join(root, "nowhere", "e.hyp")} {
		var missing *NotFoundError
		if _, err := Find(ctx, []string{path}, nil); !errors.As(err, &missing) || missing.Path != path {
			t.Errorf("%s: %v", path, err)
		}
	}
	if err := os.Symlink("nowhere", filepath.Join(root, "gone.hyp")); err != nil {
		t.Fatal(err)
	}
	texts, err = Find(ctx, []string{root}, nil)
	if err != nil || len(texts) != 4 || texts[3].Err == nil || texts[0].Err != nil {
		t.Fatalf("with a link to nothing: %v, %v", texts, err)
	}
	if s := Open(ctx, texts[3:], Options{})[0]; !s.Failed() || len(s.Diagnostics) != 1 || s.Diagnostics[0].Code != diag.UnreadableFile {
		t.Errorf("a link to nothing: %v", s.Diagnostics)
	}
	if _, err := Find(ctx, []string{filepath.Join(root, "e.hyp")}, nil); err == nil || !strings.Contains(err.Error(), "a.hyp") {
		t.Errorf("the studies beside it are not named: %v", err)
	}
}

// What Draft writes parses without an error, whatever the columns are called and hold, and declares every column once.
func TestDraftParses(t *testing.T) {
	table, err := table.New("t",
		table.TextColumn("hyp", []string{"a", "b", "a", ""}),
		table.TextColumn("with `ticks`, # and: \\", []string{"x\"y", "z\\", "ü", "ü"}),
		table.CellsColumn("1st", []string{"1", "2", "-9", "NA"}),
		table.NumbersColumn("x", []float64{1, 2, 3, 999}, nil),
		table.TextColumn("🐧", []string{"# not a comment", "b", "c", "d"}),
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{"t.csv", "train.csv", "hyp.csv", "2024 data.csv", "data \"x\".csv", "--.csv"} {
		text := Draft(table, from, table.Format, nil)
		file, found := parse.File(source.New("draft", text))
		for _, d := range found {
			if d.Severity != diag.Info {
				t.Errorf("%s: %s %s\n%s", from, d.Code, d.Message, text)
			}
		}
		var names []string
		for _, s := range file.Statements {
			switch s := s.(type) {
			case *ast.Var:
				names = append(names, s.Name.Text)
				if s.Missing != nil {
					t.Errorf("%s: `%s` has missing codes that nobody declared", from, s.Name.Text)
				}
			case *ast.Dataset:
				if s.From.Text != from {
					t.Errorf("the data are from %q, want %q", s.From.Text, from)
				}
			}
		}
		if !slices.Equal(names, table.Names()) {
			t.Errorf("%s declares %q, want %q", from, names, table.Names())
		}
	}
}

func TestDraftSuspects(t *testing.T) {
	for _, c := range []struct {
		name  string
		cells []string
		want  []string // proposed in comments
	}{
		{"income", []string{"1000", "1200", "900", "-999"}, []string{"-999"}},
		{"age", []string{"20", "35", "64", "99", "998", "999"}, []string{"998", "999"}},
		{"temperature", []string{"-9", "-8", "-3", "-1", "-12"}, nil}, // negative numbers are the rule here
		{"score", []string{"97", "98", "99", "95"}, nil},
		{"country", []string{"NA", "DE", "FR", "DE", "FR", "NA"}, []string{`"NA"`}},
		{"two codes", []string{"1", "2", "3", "-8", "-9"}, []string{"-9", "-8"}},
	} {
		table, err := table.New("t", table.CellsColumn(c.name, c.cells))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range strings.Split(Draft(table, "t.csv", table.Format, nil), "\n") {
			if rest, found := strings.CutPrefix(line, "#   missing ("); found {
				code, evidence, _ := strings.Cut(rest, ")   # ? ")
				got = append(got, code)
				if !strings.Contains(evidence, "cell") {
					t.Errorf("%s: no evidence in %q", c.name, line)
				}
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: proposed %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSave(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.hyp")
	if err := Save(path, "one", false); err != nil {
		t.Fatal(err)
	}
	if err := Save(path, "two", false); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("an existing study was replaced: %v", err)
	}
	if err := Save(path, "three", true); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(path); string(text) != "three" {
		t.Errorf("holds %q", text)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files are left: %v", len(entries), err)
	}
}

func TestFrom(t *testing.T) {
	for _, c := range [][3]string{
		{"a/s.hyp", "a/t.csv", "t.csv"}, {"-", "a/t.csv", "a/t.csv"}, {"s.hyp", "a/t.csv", "a/t.csv"}, {"b/s.hyp", "a/t.csv", "../a/t.csv"}, {"b/s.hyp", "/t.csv", "/t.csv"},
	} {
		if got := From(c[0], c[1]); got != c[2] {
			t.Errorf("From(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// A column of few whole numbers is drafted as numbers, with the other reading beside it for the reviewer.
func TestDraftCodes(t *testing.T) {
	var race, born, age []float64
	for i := range 60 {
		race, born, age = append(race, float64(1+i%3)), append(born, float64(1+i%2)), append(age, float64(18+i))
	}
	born[7] = -9
	table, err := table.New("t", table.NumbersColumn("race", race, nil), table.NumbersColumn("born", born, nil), table.NumbersColumn("age", age, nil))
	if err != nil {
		t.Fatal(err)
	}
	text := Draft(table, "t.csv", table.Format, nil)
	for _, want := range []string{
		"var race numeric\n#   categorical levels (1, 2, 3)   # ? or ordinal",
		"var born numeric\n#   binary levels (1, 2)   # ? if these numbers are codes\n#   missing (-9)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if n := strings.Count(text, " levels ("); n != 2 {
		t.Errorf("%d columns are said to be codes:\n%s", n, text)
	}
}
