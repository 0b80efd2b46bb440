package main

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/peterh/liner"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/graphq/query/memgraph"
)

// typed is what somebody types, and what they are asked with.
type typed struct {
	lines   []string
	prompts []string
	history []string
}

func (t *typed) Prompt(p string) (string, error) {
	t.prompts = append(t.prompts, p)
	if len(t.lines) == 0 {
		return "", io.EOF
	}
	line := t.lines[0]
	t.lines = t.lines[1:]
	if line == "^C" {
		return "", liner.ErrPromptAborted
	}
	return line, nil
}

func (t *typed) AppendHistory(s string) { t.history = append(t.history, s) }

func TestPrompt(t *testing.T) {
	g, err := memgraph.Load("i:H1 effect=0.5\ni:H2 effect=-0.5\ni:H1 contradicts i:H2\ni:H1 outcome v:y\n")
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	mu := new(sync.Mutex)
	a := &asker{env: &env{out: &output{mu: mu, w: &out}, stderr: &output{mu: mu, w: &errs}}, format: choice{value: "auto"}, notes: report.Options{Width: 80}}
	in := &typed{lines: []string{
		"", "help", "find i where i.effect >", "0 as ids", // goes on, since something is missing
		`find j \`, "where j.effect < 0", "as ids", // goes on behind the backslash; then ends, and `as ids` is a query of its own
		"find i where", "^C", // forgotten
		"find i where i abuot @y", // wrong, and the prompt goes on
		"find v where", "",        // an empty line ends it
		"schema", "exit", "never read",
	}}
	if err := a.loop(context.Background(), in, func() (query.Graph, error) { return g, nil }); err != nil {
		t.Fatal(err)
	}
	if len(in.lines) != 1 || strings.Join(in.history, "|") != "find i where i.effect > 0 as ids|find j where j.effect < 0|as ids|find i where i abuot @y|find v where" {
		t.Errorf("history %q, left %q", in.history, in.lines)
	}
	if got := strings.Join(in.prompts, ""); got != "hyp> hyp> hyp> ...> hyp> ...> hyp> hyp> ...> hyp> hyp> ...> hyp> hyp> " {
		t.Errorf("prompts %q", got)
	}
	for _, want := range []string{"i:H1\n", "i:H2\n1 row\n", "Tab completes", "contradicts"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	for _, want := range []string{"did you mean `about`?", "`as` begins no query", "expected a variable"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("no %q in\n%s", want, errs.String())
		}
	}
	for n, text := range map[int]string{0: "年", 3: "年x"} {
		if at := byteOffset(text, n/2); n == 0 && at != 0 || n == 3 && at != 3 {
			t.Errorf("byteOffset(%q, %d) is %d", text, n/2, at)
		}
	}
}
