package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

// What a cell of many hypotheses sends stays small: each look at a run that goes on, and all of it at the end, which says where the
// rest is.
func TestManyHypotheses(t *testing.T) {
	s := begun(t)
	var b strings.Builder
	names := []string{"bill_length_mm", "bill_depth_mm", "flipper_length_mm", "body_mass_g"}
	for i := range 800 {
		fmt.Fprintf(&b, "hyp L%d: assoc(%s, %s) where year > 2006.%05d\n", i, names[i%4], names[(i+1+i/4%3)%4], i)
	}
	var mu sync.Mutex // progress comes from another goroutine
	sent, largest := 0, 0
	o := &sessiontest.Recorder{Seen: func(b serve.Bundle, update bool) {
		text, err := json.Marshal(b)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		sent += len(text)
		if update && !strings.Contains(strings.ToLower(string(text)), "told in full") {
			largest = max(largest, len(text))
		}
	}}
	if err := s.Execute(t.Context(), serve.Cell{Code: b.String(), Count: 5}, o); err != nil {
		t.Fatal(err)
	}
	if largest > 40_000 || sent > 4_000_000+40_000*len(o.Updates) {
		t.Errorf("%d bytes were sent, %d in a look at the run", sent, largest)
	}
	all := append(o.Bundles, o.Updates...)
	text := ""
	for _, b := range all {
		if p := fmt.Sprint(b["text/plain"]); strings.Contains(p, "800 hypotheses: 800 estimated") {
			text = p
		}
	}
	for _, want := range []string{"L0  assoc", "L199  assoc", "Listed: the first 500; told in full: the first 200.", `where i.name = "L799"`, "hyp.results"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %d bytes: %.300s", want, len(text), text)
		}
	}
	if strings.Contains(text, "L200  assoc") {
		t.Error("all of them are told")
	}
	if out := good(t, s, `find i.text where i.name = "L799"`); !strings.Contains(out, "Pearson r") {
		t.Errorf("the note's query says %s", out)
	}
}

// An interrupted cell of Python does not say that nothing has changed: what it had set is there.
func TestInterruptedPython(t *testing.T) {
	s := begun(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	o := &printing{heard: cancel}
	err := s.Execute(ctx, serve.Cell{Code: "%%python\nx = 41\nprint('set', flush=True)\nwhile True:\n    pass", Count: 7}, o)
	var f *serve.Failure
	if !errors.As(err, &f) || f.Name != "Interrupted" || f.Value != "stopped; variables that the cell had set stay" {
		t.Errorf("%v", err)
	}
	if out := good(t, s, "%%python\nprint(x + 1)"); !strings.Contains(out, "42") {
		t.Error(out)
	}
}

// printing calls heard when text is written.
type printing struct {
	sessiontest.Recorder
	heard func()
}

func (p *printing) Stream(name, text string) {
	p.Recorder.Stream(name, text)
	p.heard()
}
