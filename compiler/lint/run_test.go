package lint

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// TestSameWithData: text rules find in the examples what they find there with the data open, since a finding in an editor
// must be one in CI. Only the wording of no-floor knows the rows.
func TestSameWithData(t *testing.T) {
	ctx := context.Background()
	files, err := Find(ctx, []string{"../../examples"}, nil, "")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	list := func(data bool) (out []string) {
		rep, err := Run(ctx, files, Default(), Options{Data: data})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range rep.Findings {
			r := Lookup(d.Code)
			if r == nil {
				t.Errorf("%s: %s", d.File.Name, d.Message)
			} else if r.Needs == Text {
				p := d.File.Position(d.Span.Start)
				out = append(out, strings.Join([]string{d.File.Name, d.Code, d.Subject, string(rune('0' + p.Line%10))}, " "))
			}
		}
		return out
	}
	if without, with := list(false), list(true); !slices.Equal(without, with) || len(with) == 0 {
		t.Errorf("without data %d findings, with %d:\n%s\n---\n%s", len(without), len(with), strings.Join(without, "\n"), strings.Join(with, "\n"))
	}
}

// TestSkipped: what is not linted is said.
func TestSkipped(t *testing.T) {
	ctx := context.Background()
	rep, err := Run(ctx, []File{{Source: source.New("gone.hyp", ""), Err: errors.New("no permission")}}, Default(), Options{})
	if err != nil || len(rep.Findings) != 1 || rep.Worst() != Error || !strings.Contains(rep.Findings[0].Message, "gone.hyp was not linted: no permission") {
		t.Errorf("%v %v", rep, err)
	}
	// Data that the checker need not read (every type is declared), and that break in the middle.
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "t.csv"), []byte("x,y\n1,2\n3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	text := "dataset d from \"t.csv\"\nvar x numeric\nvar y numeric\nhyp H1: assoc(x, y)\n"
	f := []File{{Source: source.New(filepath.Join(folder, "s.hyp"), text), Folder: folder}}
	rep, err = Run(ctx, f, Default(), Options{Data: true})
	if err != nil || !slices.ContainsFunc(rep.Findings, func(d diag.Diagnostic) bool {
		return d.Code == diag.UnreadableFile && strings.Contains(d.Message, "t.csv")
	}) {
		t.Errorf("a broken table is passed over: %v %v", rep, err)
	}
	rep, err = Run(ctx, f, Default(), Options{})
	if err != nil || rep.Worst() == Error {
		t.Errorf("without --data it is opened: %v %v", rep, err)
	}
}

// TestNoData: no data file need exist, and what the checker says of names, types and links is still said.
func TestNoData(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"dataset d from \"nowhere.csv\"\nhyp H1: assoc(x, y) where g = \"a\" and h in (\"b\", \"c\") and k in (1, 2) and l > \"m\" and not (n is missing)\n", ""},
		{"dataset d from \"nowhere.csv\"\nhyp H1: diff(y, by=g: \"a\" vs \"b\") weights=w floor odds >= 1.2\nhyp H2: interact(x * m -> y) using logit\n", ""},
		{"var s = x + log(y) numeric\nvar b = h = 2 binary\nvar e ordinal\nhyp H1: diff(s, by=b) where e >= \"high\" and if(z > 1, 1, 0) = 1\n", ""},
		{"var b binary\nvar c = b + 1 numeric\nhyp H1: assoc(c, y)\n", ""},
		{"hyp H1: assoc(x, y) under f\n", "E0203"},
		{"hyp H1: assoc(x, y) deepens H9\n", "E0501"},
		{"var x text\nhyp H1: assoc(x, y)\n", "E0306"},
		{"var g categorical levels (1, 2)\nhyp H1: diff(y, by=g: 1 vs 3)\n", "E0302"},
		{"var y numeric\nvar x numeric\nhyp H1: diff(y, by=x)\n", "E0301"},
	} {
		rep, err := Run(context.Background(), []File{{Source: source.New("s.hyp", c.text)}}, Default(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, d := range rep.Findings {
			if strings.HasPrefix(d.Code, "E") {
				codes = append(codes, d.Code)
			}
		}
		if got := strings.Join(codes, " "); got != c.want {
			t.Errorf("got %q, want %q\n%s", got, c.want, c.text)
		}
	}
}

// A name that no var line has, and is near one, is told so: without the data nothing else can tell a slip from a column.
func TestNearName(t *testing.T) {
	f := File{Source: source.New("s.hyp", "var school = S numeric\nvar pay = P numeric\nhyp H1: assoc(shcool, pay)\nhyp H2: assoc(moon, pay)\n")}
	only, err := Default().With([]string{"undeclared-variable"}, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := Run(context.Background(), []File{f}, only, Options{})
	if err != nil || len(rep.Findings) != 2 {
		t.Fatalf("%v %v", rep, err)
	}
	if !strings.HasPrefix(rep.Findings[0].Help, "did you mean `school`?") || strings.Contains(rep.Findings[1].Help, "did you mean") {
		t.Errorf("help: %q, %q", rep.Findings[0].Help, rep.Findings[1].Help)
	}
}
