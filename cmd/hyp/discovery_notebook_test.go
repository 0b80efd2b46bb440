package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

// A discovery of a notebook shows its findings in one table, counts its own, and goes on after an interrupt that says what is kept.
func TestDiscoverInNotebook(t *testing.T) {
	sessiontest.Folder(t, "../../examples")
	s := notebook()
	defer s.Close()
	cell := func(ctx context.Context, code string, seen func(serve.Bundle, bool)) (string, error) {
		o := &sessiontest.Recorder{Seen: seen}
		err := s.Execute(ctx, serve.Cell{Code: code, Count: 1}, o)
		return o.Text(), err
	}
	for _, code := range []string{"dataset penguins from \"penguins.csv\"\nassoc(flipper_length_mm, body_mass_g)", "%graph open kept"} {
		if text, err := cell(t.Context(), code, nil); err != nil {
			t.Fatal(text, err)
		}
	}
	table := 0
	text, err := cell(t.Context(), "%discover penguins.csv --rounds 1", func(b serve.Bundle, _ bool) {
		if html := fmt.Sprint(b["text/html"]); strings.Contains(html, "in 1 round<") {
			table = strings.Count(html, "<tr>") - 1
		}
	})
	if err != nil {
		t.Fatal(text, err)
	}
	if m := regexp.MustCompile(`(\d+) findings in 1 round \(`).FindStringSubmatch(text); m == nil || m[1] != fmt.Sprint(table) {
		t.Errorf("%v, and %d rows in the table:\n%s", m, table, text)
	}
	for _, line := range strings.Split(text, "\n") {
		if len([]rune(line)) > 110 {
			t.Errorf("a line of %d: %s", len(line), line)
		}
	}
	if text, err := cell(t.Context(), "%discover penguins.csv --rounds 1", nil); err == nil || !strings.Contains(text+err.Error(), "--resume goes on with it") {
		t.Error(text, err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err = cell(ctx, "%discover penguins.csv --resume --rounds 300", func(b serve.Bundle, _ bool) {
		if strings.Contains(fmt.Sprint(b["text/html"]), "<caption") {
			cancel()
		}
	})
	var f *serve.Failure
	if !errors.As(err, &f) || !regexp.MustCompile(`^stopped; \d+ findings? in \d+ rounds? of this run are kept in the graph, and %discover --resume goes on`).MatchString(f.Value) {
		t.Errorf("%v", err)
	}
	if text, err := cell(t.Context(), "%discover penguins.csv --resume --rounds 1", nil); err != nil || !strings.Contains(text, "the discovery as a whole: ") {
		t.Error(text, err)
	}
}

// A survey of a notebook is a table, and no line is longer than the session is wide.
func TestSurveyInNotebook(t *testing.T) {
	sessiontest.Folder(t, "../../examples")
	s := notebook()
	defer s.Close()
	o := &sessiontest.Recorder{}
	if err := s.Execute(t.Context(), serve.Cell{Code: "%survey penguins.csv --top 3", Count: 1}, o); err != nil {
		t.Fatal(err, o.Text())
	}
	if b := o.Shown(); len(b) != 1 || strings.Count(fmt.Sprint(b[0]["text/html"]), "<tr>") < 7 {
		t.Errorf("%d displays: %v", len(b), b)
	}
	for _, line := range strings.Split(o.Text(), "\n") {
		if len([]rune(line)) > 100 {
			t.Errorf("a line of %d: %s", len([]rune(line)), line)
		}
	}
	if !strings.Contains(o.Text(), "rejected: ") || strings.Contains(o.Text(), "%!") {
		t.Error(o.Text())
	}
}
