package endpoint

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A busy server (503) is asked again, and the date in Retry-After is no less heeded than seconds are.
func TestBusyServer(t *testing.T) {
	s := serve(t, afterProbe(func(w http.ResponseWriter, n int, _ map[string]any) {
		switch n {
		case 0:
			status(w, 503, `{"error":{"message":"Loading model"}}`)
		case 1:
			w.Header().Set("Retry-After", "3")
			status(w, 503, `{"error":"Loading model"}`)
		default:
			says(w, "loaded")
		}
	}))
	c := open(t, s.settings())
	r, err := c.Ask(context.Background(), Request{User: "x"})
	if err != nil || r.Text != "loaded" || s.count() != 4 {
		t.Fatalf("%+v %v after %d requests", r, err, s.count())
	}
	if want := []time.Duration{firstWait, 3 * time.Second}; fmt.Sprint(s.waits) != fmt.Sprint(want) {
		t.Errorf("waits %v, want %v", s.waits, want)
	}
}

// A server that knows no structured output at all is asked in plain text, and from then on at once.
func TestPlainText(t *testing.T) {
	s := serve(t, afterProbe(func(w http.ResponseWriter, _ int, body map[string]any) {
		if body["response_format"] != nil {
			status(w, 400, `{"error":{"message":"response_format is not supported"}}`)
			return
		}
		says(w, "Sure:\n{\"a\":1}")
	}))
	c := open(t, s.settings())
	var got struct{ A int }
	for range 2 {
		if _, _, err := c.AskChecked(context.Background(), Request{User: "x", Schema: &Schema{"answer", json.RawMessage(`{"type":"object"}`)}},
			func(text string) error { return JSON(text, &got) }); err != nil || got.A != 1 {
			t.Fatalf("%v %v", got, err)
		}
	}
	if n := s.count(); n != 1+3+1 { // the probe, two refusals, the answer, the second answer
		t.Errorf("%d requests", n)
	}
}

// The log has of every call its purpose, the model, the hash of the prompt, the tokens, the time and how it ended.
func TestLog(t *testing.T) {
	s := serve(t, afterProbe(func(w http.ResponseWriter, n int, _ map[string]any) { says(w, "fine") }))
	var log []Call
	set := s.settings()
	set.Log = func(c Call) { log = append(log, c) }
	c := open(t, set)
	for _, user := range []string{"x", "x", "y"} {
		if _, err := c.Ask(context.Background(), Request{Purpose: "answer", User: user}); err != nil {
			t.Fatal(err)
		}
	}
	if len(log) != 4 {
		t.Fatalf("%d calls are logged", len(log))
	}
	for _, l := range log[1:] {
		if l.Purpose != "answer" || l.Model != set.Model || l.PromptTokens != 10 || l.Completion != 5 || l.Elapsed <= 0 || l.Finish != "stop" || l.Error != "" {
			t.Errorf("%+v", l)
		}
	}
	if log[1].Prompt == "" || log[1].Prompt != log[2].Prompt || log[1].Prompt == log[3].Prompt || strings.Contains(log[3].Prompt, "y ") {
		t.Errorf("prompts %q %q %q", log[1].Prompt, log[2].Prompt, log[3].Prompt)
	}
}
