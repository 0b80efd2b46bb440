package session_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/kernel/session"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

// begun is a session about the penguins.
func begun(t testing.TB) *session.Session {
	t.Helper()
	sessiontest.Folder(t, examples)
	s := session.New(session.Config{Version: "test"})
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	good(t, s, `dataset penguins from "penguins.csv"`)
	return s
}

var cells int

// good runs a cell that must not fail.
func good(t testing.TB, s *session.Session, code string) string {
	t.Helper()
	cells++
	out, err := sessiontest.Do(t, s, serve.Cell{Code: code, Count: cells})
	if err != nil {
		t.Errorf("%s\n%s", code, out)
	}
	return out
}

// long is a cell that runs for some seconds: hypotheses about 100,000 rows.
func long(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("x,y,z,g\n")
	for i := range 100_000 {
		fmt.Fprintf(&b, "%d,%d,%d,%d\n", i%977, i*i%1009, i%83, i%7)
	}
	if err := os.WriteFile("long.csv", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	b.Reset()
	b.WriteString("dataset long from \"long.csv\"\nvar g categorical\n")
	for i := range 4000 {
		fmt.Fprintf(&b, "hyp L%d: assoc(x, y) on long controlling for z, g where z > %d\n", i, i%50)
	}
	return b.String()
}

// An interrupted cell says so, leaves the session as it was, and the next cell runs.
func TestInterrupt(t *testing.T) {
	s := begun(t)
	good(t, s, "hyp A: assoc(bill_length_mm, bill_depth_mm)")
	before := s.Study()
	code := long(t)
	ctx, cancel := context.WithCancel(t.Context())
	shown := make(chan struct{})
	var once sync.Once
	o := &sessiontest.Recorder{Seen: func(serve.Bundle, bool) { once.Do(func() { close(shown) }) }}
	ended := make(chan error)
	go func() {
		ended <- s.Execute(ctx, serve.Cell{Code: code, Count: 99}, o)
	}()
	<-shown // its progress: it runs
	cancel()
	err := <-ended
	var f *serve.Failure
	if !errors.As(err, &f) || f.Name != "Interrupted" || !strings.Contains(f.Value, "as it was") {
		t.Errorf("%v", err)
	}
	if s.Study() != before {
		t.Error("the session holds statements of the interrupted cell")
	}
	if n := len(s.Results()); n != 1 {
		t.Errorf("%d results", n)
	}
	good(t, s, "hyp A: assoc(bill_length_mm, body_mass_g)")
}

// Whatever is wrong with a cell, what held before holds after.
func TestFailureChangesNothing(t *testing.T) {
	s := begun(t)
	good(t, s, "var big = body_mass_g > 4000 binary\nhyp A: diff(bill_length_mm, by=big)")
	before := s.Study()
	for _, code := range []string{
		"hyp A: assoc(bill_length_mm, nothing)",
		"var big = body_mass_g > 5000 binary\nassoc(big",
		"var big = body_mass_g > 5000 binary\n%nothing",
		"%reset A\n%reset nothing",
		"%reset\n!ls",
		"dataset penguins from \"nowhere.csv\"",
		"hyp A: assoc(bill_length_mm, body_mass_g)\nfind i",
		"syntax 2",
	} {
		if out, err := sessiontest.Do(t, s, serve.Cell{Code: code, Count: 50}); err == nil {
			t.Errorf("%s\ndid not fail:\n%s", code, out)
		}
		if got := s.Study(); got != before {
			t.Errorf("%s\nleft\n%s", code, got)
		}
	}
	if rs := s.Results(); len(rs) != 1 || rs[0].Name != "A" || rs[0].Template != "diff" {
		t.Errorf("%v", rs)
	}
}

// A cell that is run again replaces its claims, with the front end's id and without.
func TestRunAgain(t *testing.T) {
	s := begun(t)
	const claim = "assoc(bill_length_mm, bill_depth_mm)"
	for range 3 {
		good(t, s, claim)
	}
	if n := strings.Count(s.Study(), claim); n != 1 {
		t.Errorf("the claim stands there %d times", n)
	}
	for i, code := range []string{claim, "assoc(bill_length_mm, body_mass_g)\nassoc(bill_length_mm, year)", "assoc(bill_length_mm, delta15n)"} {
		if out, err := sessiontest.Do(t, s, serve.Cell{Code: code, Count: 20 + i, ID: "cell"}); err != nil {
			t.Error(out)
		}
	}
	want := "dataset penguins from \"penguins.csv\"\n\nassoc(bill_length_mm, delta15n)\n"
	if got := s.Study(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if rs := s.Results(); len(rs) != 1 || rs[0].Outcome != "delta15n" {
		t.Errorf("%d results", len(rs))
	}
}

// What %save writes is the session: read again, by itself, it is the same study.
func TestSaved(t *testing.T) {
	s := begun(t)
	good(t, s, "# The birds.\nsyntax 1\n\n# Heavy ones.\ncontext heavy = body_mass_g > 4000   # grams\n1. assoc(bill_length_mm, bill_depth_mm): longer bills are shallower\nfamily f # one\n%who\nhyp B: assoc(bill_length_mm, year) # hyp:ignore no-floor -- a look\n  under f\n# The end.")
	want := `dataset penguins from "penguins.csv"

# The birds.

# Heavy ones.
context heavy = body_mass_g > 4000 # grams
assoc(bill_length_mm, bill_depth_mm): longer bills are shallower
family f # one

hyp B: assoc(bill_length_mm, year) # hyp:ignore no-floor -- a look
  under f
# The end.
`
	if got := s.Study(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	good(t, s, "%save study.hyp")
	text, err := os.ReadFile("study.hyp")
	if err != nil {
		t.Fatal(err)
	}
	other := session.New(session.Config{})
	defer other.Close()
	good(t, other, string(text))
	if got := other.Study(); got != want {
		t.Errorf("read again\n%s", got)
	}
}

// Queries and completion answer while a cell runs, and many cells at once leave a whole session.
func TestAtOnce(t *testing.T) {
	s := begun(t)
	good(t, s, "hyp A: assoc(bill_length_mm, bill_depth_mm)")
	code := long(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error)
	go func() {
		ended <- s.Execute(ctx, serve.Cell{Code: code, Count: 90}, &sessiontest.Recorder{})
	}()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range 10 {
				switch i % 4 {
				case 0:
					if err := s.Execute(t.Context(), serve.Cell{Code: "find i.name where i.p < 0.5", Count: 100 + k, Subshell: "s"}, &sessiontest.Recorder{}); err != nil {
						t.Error(err)
					}
				case 1:
					if c := s.Complete(t.Context(), "assoc(bill_", 11); len(c.Matches) < 2 {
						t.Errorf("%v", c.Matches)
					}
				case 2:
					if b, err := s.Evaluate(t.Context(), "A"); err != nil || b["text/plain"] == "" {
						t.Error(err)
					}
				case 3:
					if s.IsComplete("assoc(").Status != "incomplete" {
						t.Error("complete")
					}
				}
			}
		})
	}
	wg.Wait()
	cancel()
	if err := <-ended; err == nil {
		t.Error("the long cell ended before the others: make it longer")
	}
	for i := range 8 {
		wg.Go(func() {
			for k := range 5 {
				code := fmt.Sprintf("hyp T%d_%d: assoc(bill_length_mm, body_mass_g)", i, k)
				if err := s.Execute(t.Context(), serve.Cell{Code: code, Count: 200 + 10*i + k}, &sessiontest.Recorder{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n := len(s.Results()); n != 41 {
		t.Errorf("%d results, want 41", n)
	}
}

// An expression is answered and leaves nothing.
func TestEvaluate(t *testing.T) {
	s := begun(t)
	before := good(t, s, "%graph")
	b, err := s.Evaluate(t.Context(), "assoc(bill_length_mm, body_mass_g)")
	if err != nil || !strings.Contains(fmt.Sprint(b["text/plain"]), "Pearson r 0.5951") { // examples/penguins/expected.json
		t.Errorf("%v %v", b, err)
	}
	if s.Study() != "dataset penguins from \"penguins.csv\"\n" || len(s.Results()) != 0 || good(t, s, "%graph") != before {
		t.Error("an expression left something")
	}
	for _, wrong := range []string{"", "1 + 1", "assoc(bill_length_mm, nothing)", "var x = 1 numeric", "%who", "assoc(year, year)"} {
		var f *serve.Failure
		if _, err := s.Evaluate(t.Context(), wrong); !errors.As(err, &f) || f.Value == "" {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// Long cells show where they are, in one output.
func TestProgress(t *testing.T) {
	s := begun(t)
	code := long(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := &sessiontest.Recorder{Seen: func(b serve.Bundle, update bool) {
		if update && strings.Contains(fmt.Sprint(b["text/plain"]), "of 4,000 hypotheses, ") {
			cancel()
		}
	}}
	if err := s.Execute(ctx, serve.Cell{Code: code, Count: 7}, o); err == nil {
		t.Error("no progress was seen before the end")
	}
	if text := o.Text(); strings.Count(text, "hypotheses, ") > 1 {
		t.Errorf("progress is repeated:\n%.2000s", text)
	}
	ended := false
	for _, u := range o.Updates { // the results of what was done by then may stand behind the line's end
		switch text := fmt.Sprint(u["text/plain"]); {
		case strings.Contains(text, "stopped after"):
			ended = true
		case strings.Contains(text, "of 4,000 hypotheses"):
			ended = false
		}
	}
	if !ended {
		t.Errorf("the line of progress does not end: %.500q", fmt.Sprint(o.Updates[len(o.Updates)-1]["text/plain"]))
	}
}

// The graph in a folder is there for the next session, which links to what it holds.
func TestGraphFolder(t *testing.T) {
	sessiontest.Folder(t, examples)
	for i, want := range []string{"", "contradicts A"} {
		s := session.New(session.Config{Graph: "graph", Name: fmt.Sprintf("n%d.ipynb", i)})
		good(t, s, `dataset penguins from "penguins.csv"`)
		claim := []string{"hyp A: assoc(bill_length_mm, bill_depth_mm)", "hyp B: assoc(bill_length_mm, bill_depth_mm) controlling for species"}[i]
		if out := good(t, s, claim); !strings.Contains(out, want) {
			t.Errorf("%s\n%s", claim, out)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A trivial cell, and a claim whose data are here. Two shared cores, 2026-11-30: see the package's documentation.
func BenchmarkCell(b *testing.B) {
	for _, c := range []struct{ name, code string }{{"who", "%who"}, {"declaration", "context heavy = body_mass_g > 4000"}, {"claim", "assoc(bill_length_mm, body_mass_g)"}} {
		b.Run(c.name, func(b *testing.B) {
			s := begun(b)
			good(b, s, c.code)
			for b.Loop() {
				if err := s.Execute(b.Context(), serve.Cell{Code: c.code, Count: 3}, &sessiontest.Recorder{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
