package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// actor serves a model that proposes the same four claims about penguins in every round.
func actor(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		text := "yes"
		for key, answer := range map[string]string{
			"plan the next":         `{"modules":[1],"question":"What makes a bird heavy?","terms":["mass","bill"]}`,
			"write hypotheses":      "1. assoc(flipper_length_mm, body_mass_g) because \"size\"\n2. diff(bill_depth_mm, by=species)\n3. assoc(wings, body_mass_g)\n4. interact(bill_length_mm * sex -> body_mass_g)",
			"repeats what is known": `{"novelty":1}`,
			"judge a result":        `{"mechanism":"larger in every direction","reasoning":"plausible","score":7,"critique":""}`,
		} {
			if strings.Contains(string(raw), key) {
				text = answer
			}
		}
		quoted, _ := json.Marshal(text)
		fmt.Fprintf(w, `{"choices":[{"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":50,"completion_tokens":10}}`, quoted)
	}))
	t.Cleanup(s.Close)
	return s
}

// command runs hyp and returns its exit code too.
func command(t *testing.T, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	stdout, stderr, state := hyp(t, args...)
	return stdout, stderr, state.ExitCode()
}

// A discovery with a model tells what it cost, logs every call, ends at its budget, goes on, and replays.
func TestDiscoverModel(t *testing.T) {
	s := actor(t)
	t.Setenv("HYP_LLM_BASE_URL", "")
	t.Setenv("HYP_LLM_MODEL", "")
	dir := t.TempDir()
	data := filepath.Join("..", "..", "examples", "penguins", "penguins.csv")
	graph, tape := filepath.Join(dir, "graph"), filepath.Join(dir, "tape")
	with := func(graph string, args ...string) []string {
		return append([]string{"discover", data, "--graph", graph, "--llm", "--llm-url", s.URL + "/v1", "--llm-model", "actor"}, args...)
	}
	out, stderr, code := command(t, with(graph, "--rounds", "2", "--record", tape)...)
	if code != 0 || !strings.Contains(out, "as many rounds as asked for") || !strings.Contains(out, "model: actor, ") || !strings.Contains(out, "body_mass_g") {
		t.Fatalf("exit %d\n%s\n%s", code, out, stderr)
	}
	raw, err := os.ReadFile(filepath.Join(graph, "calls.jsonl"))
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	if err != nil || !strings.Contains(out, fmt.Sprintf("model: actor, %d calls, %d tokens of prompts and %d of answers", len(lines), 50*len(lines), 10*len(lines))) {
		t.Errorf("%v, %d lines in the log\n%s", err, len(lines), out)
	}
	for i, line := range lines {
		var c call
		if err := json.Unmarshal([]byte(line), &c); err != nil || c.Event != "call" || c.Model != "actor" || len(c.Prompt) != 16 || c.Finish != "stop" || (c.Round == 0) != (i == 0) {
			t.Errorf("%v: line %d of the log is %s", err, i+1, line)
		}
	}
	if check, _, code := command(t, "graph", "check", "--graph", graph); code != 0 {
		t.Errorf("graph check: %s", check)
	}

	// The same calls, without the server.
	again := filepath.Join(dir, "again")
	if out, stderr, code := command(t, append(with(again, "--rounds", "2", "--replay", tape), "--llm-url", "http://nowhere.invalid/v1")...); code != 0 {
		t.Fatalf("replay: exit %d\n%s\n%s", code, out, stderr)
	}
	if diff, _, code := command(t, "diff", graph, again); code != 0 {
		t.Errorf("the replay's graph differs:\n%s", diff)
	}

	// A budget ends a run in order, and programs read why.
	out, stderr, code = command(t, with(filepath.Join(dir, "small"), "--max-calls", "4", "--json")...)
	if !strings.Contains(out, `"why":"budget"`) || !strings.Contains(out, `"event":"call","round":1`) || !strings.Contains(out, `{"event":"model","model":"actor","calls":4,`) || code > 1 {
		t.Errorf("budget: exit %d\n%s\n%s", code, out, stderr)
	}
	if out, stderr, code = command(t, with(filepath.Join(dir, "small"), "--resume", "--rounds", "1")...); code != 0 {
		t.Errorf("resumed: exit %d\n%s\n%s", code, out, stderr)
	}

	// A model without sense is said to have proposed nothing, not to have been refuted by the rows.
	mad := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"choices":[{"message":{"role":"assistant","content":"yes"},"finish_reason":"stop"}]}`)
	}))
	defer mad.Close()
	out, stderr, code = command(t, with(filepath.Join(dir, "mad"), "--rounds", "1", "--llm-url", mad.URL+"/v1")...)
	if code != 1 || !strings.Contains(out, "the model proposed nothing that could be tested") || strings.Contains(out, "set aside; `hyp survey`") {
		t.Errorf("nonsense: exit %d\n%s\n%s", code, out, stderr)
	}

	// Wrong settings end before anything is written.
	s.Close()
	none := filepath.Join(dir, "none")
	if _, stderr, code = command(t, with(none, "--rounds", "2")...); code != 2 || !strings.Contains(stderr, "no server answers") || !strings.Contains(stderr, "HYP_LLM_BASE_URL") {
		t.Errorf("no server: exit %d\n%s", code, stderr)
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("a graph was begun without a model")
	}
}
