package serve

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"
)

// echo is a language of one command a line, enough to make a kernel do everything that it can do.
type echo struct {
	mu     sync.Mutex
	vars   map[string]string
	closed bool
	hold   chan struct{} // what the command "hold" waits for
}

func newEcho() *echo { return &echo{vars: map[string]string{}, hold: make(chan struct{})} }

func (e *echo) Info() Info {
	return Info{
		Implementation: "echo", Version: "1.0", Banner: "echo",
		Language: LanguageInfo{Name: "echo", Version: "1.0", MIME: "text/x-echo", Extension: ".echo"},
	}
}

func (e *echo) Execute(ctx context.Context, cell Cell, out Output) error {
	for line := range strings.Lines(cell.Code) {
		if err := e.do(ctx, cell, strings.TrimRight(line, "\n"), out); err != nil {
			return err
		}
	}
	return nil
}

func (e *echo) do(ctx context.Context, cell Cell, line string, out Output) error {
	command, rest, _ := strings.Cut(line, " ")
	switch command {
	case "print":
		out.Stream("stdout", rest+"\n")
	case "warn":
		out.Stream("stderr", rest+"\n")
	case "lines": // lines N
		n, _ := strconv.Atoi(rest)
		for i := range n {
			out.Stream("stdout", fmt.Sprintln("line", i))
		}
	case "bytes": // bytes N, in lines of 1024
		n, _ := strconv.Atoi(rest)
		text := strings.Repeat("0123456789abcdef", 64)[:1023] + "\n"
		for ; n > 0 && ctx.Err() == nil; n -= len(text) {
			out.Stream("stdout", text)
		}
		return ctx.Err()
	case "show":
		out.Display(Bundle{"text/plain": rest}, nil, "")
	case "display": // display ID TEXT
		id, text, _ := strings.Cut(rest, " ")
		out.Display(Bundle{"text/plain": text, "application/json": map[string]any{"text": text}}, nil, id)
	case "update": // update ID TEXT
		id, text, _ := strings.Cut(rest, " ")
		out.Update(Bundle{"text/plain": text}, nil, id)
	case "clear":
		out.Clear(rest == "wait")
	case "value":
		out.Result(Bundle{"text/plain": rest, "text/html": "<b>" + rest + "</b>"}, nil)
	case "set":
		name, value, _ := strings.Cut(rest, " ")
		e.mu.Lock()
		defer e.mu.Unlock()
		e.vars[name] = value
	case "get":
		v, err := e.Evaluate(ctx, rest)
		if err != nil {
			return err
		}
		out.Result(v, nil)
	case "count":
		out.Result(Bundle{"text/plain": fmt.Sprint(cell.Count, " ", cell.ID, " ", cell.Subshell)}, nil)
	case "sleep":
		d, _ := time.ParseDuration(rest)
		select {
		case <-time.After(d):
		case <-ctx.Done():
			return ctx.Err()
		}
	case "hold":
		select {
		case <-e.hold:
		case <-ctx.Done():
			return ctx.Err()
		}
	case "ask":
		line, err := out.Input(ctx, rest, false)
		if err != nil {
			return err
		}
		out.Stream("stdout", "got "+line+"\n")
	case "fail":
		return &Failure{Name: "EchoError", Value: rest, Traceback: []string{"\x1b[31mEchoError\x1b[0m: " + rest}}
	case "broken":
		return fmt.Errorf("broken %s", rest)
	case "panic":
		var none []int
		none[len(rest)]++
	case "quit":
		return ErrExit
	case "":
	default:
		return &Failure{Name: "NoCommand", Value: command}
	}
	return nil
}

func (e *echo) Evaluate(_ context.Context, expression string) (Bundle, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if expression == "panic" {
		panic("in an expression")
	}
	v, ok := e.vars[expression]
	if !ok {
		return nil, &Failure{Name: "NoName", Value: expression}
	}
	return Bundle{"text/plain": v}, nil
}

var echoCommands = []string{
	"print", "warn", "lines", "bytes", "show", "display", "update", "clear", "value", "set", "get", "count", "sleep",
	"hold", "ask", "fail", "broken", "panic",
}

// word is the word that ends at cursor, and where it begins. 𝐚 is no letter here.
func word(code string, cursor int) (string, int) {
	start := cursor
	for start > 0 && code[start-1] >= 'a' && code[start-1] <= 'z' {
		start--
	}
	return code[start:cursor], start
}

func (e *echo) Complete(_ context.Context, code string, cursor int) Completion {
	w, start := word(code, cursor)
	if w == "panic" {
		panic("in completion")
	}
	c := Completion{Start: start, End: cursor}
	for _, name := range echoCommands {
		if strings.HasPrefix(name, w) {
			c.Matches = append(c.Matches, Match{Text: name, Kind: "keyword", Note: "a command"})
		}
	}
	return c
}

func (e *echo) Inspect(_ context.Context, code string, cursor int, detail bool) Bundle {
	w, _ := word(code, cursor)
	for _, name := range echoCommands {
		if w == name {
			return Bundle{"text/plain": name + " is a command", "application/json": detail}
		}
	}
	return nil
}

func (e *echo) IsComplete(code string) Completeness {
	switch {
	case strings.HasSuffix(code, `\`):
		return Completeness{Status: "incomplete", Indent: "  "}
	case strings.HasPrefix(code, ")"):
		return Completeness{Status: "invalid"}
	case code == "panic":
		panic("in completeness")
	}
	return Completeness{Status: "complete"}
}

func (e *echo) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	return nil
}
