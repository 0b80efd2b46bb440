package main

import (
	"os"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/kernel/session"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

func notebook() *session.Session {
	return session.New(session.Config{Version: "test", Command: inNotebook})
}

// TestNotebook runs the notebooks of testdata/notebook: the magics that are commands, as a person sees them.
func TestNotebook(t *testing.T) {
	sessiontest.Scripts(t, "testdata/notebook", "../../examples", *update, notebook)
}

// Every example of %help works, one after the other, in a session about the penguins.
func TestHelpExamples(t *testing.T) {
	sessiontest.Folder(t, "../../examples")
	s := notebook()
	defer s.Close()
	n := 0
	cell := func(code string) {
		n++
		out, err := sessiontest.Do(t, s, serve.Cell{Code: code, Count: n})
		if err != nil || strings.TrimSpace(out) == "" {
			t.Errorf("%s\n%s%v", code, out, err)
		}
	}
	cell("dataset penguins from \"penguins.csv\"\nhyp H1: assoc(bill_length_mm, body_mass_g) expect positive\nhyp H3: assoc(bill_length_mm, year)")
	for _, m := range session.Magics() {
		if m.Name == "" || m.Form == "" || m.What == "" || m.Example == "" {
			t.Errorf("%+v is not described", m.Magic)
		}
		cell(m.Example)
	}
	if _, err := os.Stat("session.lock"); err != nil {
		t.Error(err)
	}
}
