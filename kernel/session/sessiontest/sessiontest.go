// Package sessiontest runs scripted notebooks: cells and what a person sees of each.
package sessiontest

import (
	"bytes"
	"context"
	"errors"
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
	"github.com/hyp-lang/hyp/kernel/session"
)

// Recorder is a serve.Output that keeps what a person would see, as text.
type Recorder struct {
	mu      sync.Mutex
	pieces  []*piece
	last    string
	Bundles []serve.Bundle                    // that were displayed, in order
	Updates []serve.Bundle                    // of what was displayed before
	Seen    func(b serve.Bundle, update bool) // nil, or called with every one of both
}

// piece is a display with its id, or text of a stream.
type piece struct{ text, id string }

func (o *Recorder) put(head, text, id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	p := &piece{id: id}
	if head != o.last || !strings.HasPrefix(head, "std") {
		p.text = "[" + head + "]\n"
	}
	o.last = head
	p.text += strings.TrimRight(text, "\n") + "\n"
	o.pieces = append(o.pieces, p)
}

func (o *Recorder) bundle(head string, b serve.Bundle, id string) {
	o.mu.Lock()
	o.Bundles = append(o.Bundles, b)
	o.mu.Unlock()
	if o.Seen != nil {
		o.Seen(b, false)
	}
	head, text := shown(head, b)
	o.put(head, text, id)
}

// shown is a bundle as text: what it is, and what stands in it.
func shown(head string, b serve.Bundle) (kind, text string) {
	types := slices.DeleteFunc(slices.Sorted(maps.Keys(b)), func(s string) bool { return s == "text/plain" })
	if len(types) > 0 {
		head += ", " + strings.Join(types, ", ")
	}
	text = fmt.Sprint(b["text/plain"])
	if b["application/vnd.vegalite.v5+json"] != nil { // how plots look is tested where they are made
		text = "a plot"
	}
	return head, text
}

func (o *Recorder) Stream(name, text string)                            { o.put(name, text, "") }
func (o *Recorder) Display(b serve.Bundle, _ map[string]any, id string) { o.bundle("display", b, id) }
func (o *Recorder) Result(b serve.Bundle, _ map[string]any)             { o.bundle("result", b, "") }
func (o *Recorder) Clear(bool)                                          {}
func (o *Recorder) Input(context.Context, string, bool) (string, error) { return "", os.ErrInvalid }
func (o *Recorder) Update(b serve.Bundle, _ map[string]any, id string) {
	o.mu.Lock()
	o.Updates = append(o.Updates, b)
	for _, p := range o.pieces {
		if id != "" && p.id == id {
			head, text := shown("display", b)
			p.text = "[" + head + "]\n" + strings.TrimRight(text, "\n") + "\n"
		}
	}
	o.mu.Unlock()
	if o.Seen != nil {
		o.Seen(b, true)
	}
}

var colour = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Text is what was seen so far, as it stands now, without colours.
func (o *Recorder) Text() string { return o.without("") }

// without is the text without displays whose id has a beginning.
func (o *Recorder) without(prefix string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	var b strings.Builder
	for _, p := range o.pieces {
		if prefix == "" || !strings.HasPrefix(p.id, prefix) {
			b.WriteString(p.text)
		}
	}
	return colour.ReplaceAllString(b.String(), "")
}

// Do runs a cell and returns what is seen of it when it has ended, with the error as a front end shows it. How far it was on the way is left
// out: a slow machine shows it, and a fast one does not.
func Do(t testing.TB, s *session.Session, in serve.Cell) (string, error) {
	t.Helper()
	o := &Recorder{}
	err := s.Execute(t.Context(), in, o)
	text := o.without("hyp-progress-")
	if errors.Is(err, serve.ErrExit) {
		text += "[exit]\n"
	} else if err != nil {
		f, ok := err.(*serve.Failure)
		if !ok {
			t.Errorf("%q: the error is no failure: %v", in.Code, err)
			return text, err
		}
		text += fmt.Sprintf("[error %s: %s]\n%s\n", f.Name, f.Value, colour.ReplaceAllString(strings.Join(f.Traceback, "\n"), ""))
	}
	var out []string
	for line := range strings.Lines(text) {
		out = append(out, strings.TrimRight(line, " \n"))
	}
	if len(out) == 0 {
		return "", err
	}
	return strings.Join(out, "\n") + "\n", err
}

// Scripts runs the scripts of a folder, each in a session of its own: cells (N.cell, or N.cell@ID with the front end's id) and what is
// seen of each (N.out). Other files are written to the notebook's folder when their turn comes; the examples' data, from the folder
// examples, are there from the start. With update the scripts are rewritten as they run.
func Scripts(t *testing.T, folder, examples string, update bool, begin func() *session.Session) {
	files, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
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
			Folder(t, examples)
			s := begin()
			defer s.Close()
			var got []txtar.File
			n := 0
			for _, f := range a.Files {
				name, id, _ := strings.Cut(f.Name, "@")
				switch {
				case strings.HasSuffix(f.Name, ".out"):
				case strings.HasSuffix(name, ".cell"):
					n++
					out, _ := Do(t, s, serve.Cell{Code: strings.TrimSuffix(string(f.Data), "\n"), Count: n, ID: id, StoreHistory: true})
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
			if update {
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

// Folder makes a folder with the examples' data the working directory.
func Folder(t testing.TB, examples string) string {
	t.Helper()
	examples, err := filepath.Abs(examples)
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
