package session

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/hyp-lang/hyp/kernel/serve"
)

var update = flag.Bool("update", false, "rewrite the outputs of the scripts")

// recorder is an Output that keeps what a person would see, as text.
type recorder struct {
	mu      sync.Mutex
	text    strings.Builder
	bundles []serve.Bundle
	updates int
	last    string
}

func (o *recorder) put(head, text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if head != o.last || !strings.HasPrefix(head, "std") {
		fmt.Fprintf(&o.text, "[%s]\n", head)
	}
	o.last = head
	o.text.WriteString(strings.TrimRight(text, "\n") + "\n")
}

func (o *recorder) bundle(head string, b serve.Bundle) {
	o.mu.Lock()
	o.bundles = append(o.bundles, b)
	o.mu.Unlock()
	types := slices.DeleteFunc(slices.Sorted(maps.Keys(b)), func(s string) bool { return s == "text/plain" })
	if len(types) > 0 {
		head += ", " + strings.Join(types, ", ")
	}
	o.put(head, fmt.Sprint(b["text/plain"]))
}

func (o *recorder) Stream(name, text string)                            { o.put(name, text) }
func (o *recorder) Display(b serve.Bundle, _ map[string]any, id string) { o.bundle("display", b) }
func (o *recorder) Result(b serve.Bundle, _ map[string]any)             { o.bundle("result", b) }
func (o *recorder) Clear(bool)                                          {}
func (o *recorder) Input(context.Context, string, bool) (string, error) { return "", os.ErrInvalid }
func (o *recorder) Update(b serve.Bundle, _ map[string]any, id string) {
	o.mu.Lock()
	o.updates++
	o.mu.Unlock()
}

var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")

// do runs a cell and returns what is seen.
func do(t testing.TB, s *Session, in serve.Cell) (string, error) {
	t.Helper()
	o := &recorder{}
	err := s.Execute(t.Context(), in, o)
	text := o.text.String()
	if err != nil {
		f, ok := err.(*serve.Failure)
		if !ok {
			t.Errorf("%q: the error is no failure: %v", in.Code, err)
			return text, err
		}
		text += fmt.Sprintf("[error %s: %s]\n%s\n", f.Name, f.Value, strings.Join(f.Traceback, "\n"))
	}
	var out []string
	for line := range strings.Lines(colour.ReplaceAllString(text, "")) {
		out = append(out, strings.TrimRight(line, " \n"))
	}
	return strings.Join(out, "\n") + "\n", err
}

// TestScripts runs testdata/*.txtar: cells (N.cell, or N.cell@ID with the front end's id) and what is seen of each (N.out). Other
// files are written to the notebook's folder when their turn comes; the examples' data are there from the start.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v %v", files, err)
	}
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			notebook(t)
			s := New(Config{Version: "test"})
			defer s.Close()
			var got []txtar.File
			n := 0
			for _, f := range a.Files {
				name, id, _ := strings.Cut(f.Name, "@")
				switch {
				case strings.HasSuffix(f.Name, ".out"):
				case strings.HasSuffix(name, ".cell"):
					n++
					out, _ := do(t, s, serve.Cell{Code: strings.TrimSuffix(string(f.Data), "\n"), Count: n, ID: id, StoreHistory: true})
					cell := fmt.Sprintf("%d.cell", n)
					if id != "" {
						cell += "@" + id
					}
					got = append(got, txtar.File{Name: cell, Data: f.Data}, txtar.File{Name: fmt.Sprintf("%d.out", n), Data: []byte(out)})
					continue
				default:
					if err := os.WriteFile(f.Name, f.Data, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if !strings.HasSuffix(f.Name, ".out") {
					got = append(got, f)
				}
			}
			text := txtar.Format(&txtar.Archive{Comment: a.Comment, Files: got})
			want := txtar.Format(a)
			if bytes.Equal(text, want) {
				return
			}
			if *update {
				if err := os.WriteFile(path, text, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("%s\n%s", path, firstDifference(string(want), string(text)))
		})
	}
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range b {
		if i >= len(a) || a[i] != b[i] {
			return fmt.Sprintf("line %d: want\n%s\ngot\n%s", i+1, strings.Join(a[min(i, len(a)):min(i+12, len(a))], "\n"), strings.Join(b[i:min(i+12, len(b))], "\n"))
		}
	}
	return "the script has more"
}

// notebook makes a folder with the examples' data the working directory.
func notebook(t testing.TB) string {
	t.Helper()
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"penguins/penguins.csv", "penguins/penguins.catalog.json", "nlsy79/nlsy79.csv", "nlsy79/nlsy79.catalog.json"} {
		text, err := os.ReadFile(filepath.Join(examples, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}
