package pycell

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/serve"
)

// page collects what a cell writes.
type page struct {
	mu       sync.Mutex
	out, err strings.Builder
	value    string
	wrote    chan struct{} // gets a signal with every write
}

func newPage() *page { return &page{wrote: make(chan struct{}, 1)} }

func (p *page) Stream(name, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if name == "stderr" {
		p.err.WriteString(text)
	} else {
		p.out.WriteString(text)
	}
	select {
	case p.wrote <- struct{}{}:
	default:
	}
}
func (p *page) Display(serve.Bundle, map[string]any, string) {}
func (p *page) Update(serve.Bundle, map[string]any, string)  {}
func (p *page) Result(b serve.Bundle, _ map[string]any)      { p.value, _ = b["text/plain"].(string) }
func (p *page) Clear(bool)                                   {}
func (p *page) Input(ctx context.Context, prompt string, _ bool) (string, error) {
	switch prompt {
	case "who? ":
		return "Ada", nil
	case "wait":
		p.Stream("stdout", "asked")
		<-ctx.Done()
		return "", ctx.Err()
	}
	return "", &serve.Failure{Name: "StdinNotImplementedError", Value: "nobody can be asked"}
}

// session is a Host with one result and two columns.
type session struct{ ran []string }

const record = `{"schema":1,"id":"r1","name":"h1","claim":"assoc(hours, score)","status":"ok","n":120,"estimate":0.5,"low":0.25,"high":0.75,"p":0.001,
"effect":{"measure":"r","value":0.31,"low":0.2,"high":0.4},"verdict":{"value":"supported","reason":"p < .05"},"finding":"Hours go with score."}`

func (s *session) Results(context.Context) ([]json.RawMessage, error) {
	return []json.RawMessage{json.RawMessage(record)}, nil
}
func (s *session) Insights(_ context.Context, q string) ([]json.RawMessage, error) {
	if q == "find nothing" {
		return nil, nil
	}
	if !strings.HasPrefix(q, "find") {
		return nil, fmt.Errorf("1:1: a query begins with find, not %q", q)
	}
	return []json.RawMessage{json.RawMessage(`{"claim":"assoc(a, b)","q":0.03}`)}, nil
}
func (s *session) Run(ctx context.Context, statement string) (json.RawMessage, error) {
	if statement == "wait" {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	s.ran = append(s.ran, statement)
	return json.RawMessage(record), nil
}
func (s *session) Columns(context.Context) ([]string, error) { return []string{"hours", "name"}, nil }
func (s *session) Column(_ context.Context, name string) (json.RawMessage, error) {
	switch name {
	case "hours":
		return json.RawMessage(`[1, 2, null, 4.5]`), nil
	case "name":
		return json.RawMessage(`["a", null, "b", "a"]`), nil
	}
	return nil, fmt.Errorf("there is no column %s; there are hours and name", name)
}

func run(t *testing.T, c *Cells, code string) (*page, error) {
	t.Helper()
	p := newPage()
	err := c.Run(context.Background(), serve.Cell{Code: code, Count: 1}, p)
	return p, err
}

func start(t *testing.T, o Options) (*Cells, *session) {
	t.Helper()
	s := &session{}
	c := New(s, o)
	t.Cleanup(func() { _ = c.Close() })
	return c, s
}

func TestVariablesLiveBetweenCells(t *testing.T) {
	c, _ := start(t, Options{})
	if _, err := run(t, c, "x = [1, 2]\ndef f(y): return y + x"); err != nil {
		t.Fatal(err)
	}
	p, err := run(t, c, "print('now'); import sys_\n") // fails, and changes nothing
	if err == nil || p.out.String() != "now\n" {
		t.Fatalf("got %q, %v", p.out.String(), err)
	}
	p, err = run(t, c, "x.append(3)\nf([0])")
	if err != nil || p.value != "[0, 1, 2, 3]" {
		t.Fatalf("got %q, %v", p.value, err)
	}
}

// A cell that is interrupted stops, says so, and leaves the variables as they are.
func TestInterruptKeepsVariables(t *testing.T) {
	c, _ := start(t, Options{Grace: 20 * time.Second}) // so that a slow machine does not make it a kill
	if _, err := run(t, c, "n = 0; kept = 'kept'"); err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{
		"print('on')\nwhile True:\n    n += 1",
		"print('on')\nsum(range(10**11))",
		"print('on')\ndef f():\n    while True: pass\nf()",
		"print('on')\nfor _ in iter(int, 1): pass",
		"print('on')\nwhile True:\n    try:\n        n += 1\n    except Exception:\n        pass",
		"print('on')\n[x for x in iter(int, 1) if x]",
		"print('on')\nmax(range(10**12))",
		"print('on')\n10**12 in iter(int, 1)",
		"print('on')\nimport itertools\nlist(zip(itertools.count(), iter(int, 1)))[:0] if False else sum(1 for _ in itertools.cycle([1]))",
		"print('on')\nimport time\ntime.sleep(10**6)",
		"print('on')\nhyp.run('wait')",
	} {
		ctx, cancel := context.WithCancel(context.Background())
		p := newPage()
		go func() {
			<-p.wrote
			cancel()
		}()
		err := c.Run(ctx, serve.Cell{Code: code, Count: 7}, p)
		var f *serve.Failure
		if !errors.As(err, &f) || f.Name != "KeyboardInterrupt" || strings.Contains(f.Value, "gone") {
			t.Fatalf("%s: %v", code, err)
		}
		if p, err := run(t, c, "kept"); err != nil || p.value != "'kept'" {
			t.Fatalf("after %s: %q, %v", code, p.value, err)
		}
	}
}

// What catches the request to stop again and again is killed, and the failure says what is lost.
func TestKilledWhenItDoesNotStop(t *testing.T) {
	c, _ := start(t, Options{Grace: 50 * time.Millisecond})
	if _, err := run(t, c, "x = 1"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := newPage()
	go func() {
		<-p.wrote
		cancel()
	}()
	err := c.Run(ctx, serve.Cell{Code: "print('on')\nwhile True:\n    try:\n        while True: pass\n    except:\n        pass"}, p)
	var f *serve.Failure
	if !errors.As(err, &f) || f.Name != "KeyboardInterrupt" || !strings.Contains(f.Value, "The Python variables are gone") {
		t.Fatal(err)
	}
	if _, err := run(t, c, "x"); !errors.As(err, &f) || f.Name != "NameError" {
		t.Fatalf("a new child knows no x: %v", err)
	}
}

func TestLimits(t *testing.T) {
	quick, _ := start(t, Options{Time: 10 * time.Millisecond, Grace: 20 * time.Second})
	if _, err := run(t, quick, "while True: pass"); err == nil || err.Error() != "TimeoutError: the cell ran longer than a Python cell may" {
		t.Error(err)
	}
	c, _ := start(t, Options{Memory: 64 << 20})
	for code, want := range map[string]string{
		"'a' * 10**10":                         "MemoryError: this needs more than the 64 MB that Python cells may use",
		"[0] * 10**10":                         "MemoryError: this needs more than the 64 MB",
		"(0,) * 10**10":                        "MemoryError",
		"'a'.ljust(10**10)":                    "MemoryError",
		"f'{1:10000000000}'":                   "MemoryError",
		"'%10000000000d' % 1":                  "MemoryError",
		"'a,b'.replace('', 'x' * 10**7) * 100": "MemoryError",
		"list(range(10**9))":                   "MemoryError",
		"bytes('x', 'ascii') * 10**10":         "MemoryError",
		"10**(10**8)":                          "OverflowError: integers of Python cells have at most",
		"1 << 10**9":                           "OverflowError",
		"x = 3\nwhile True: x = x * x":         "OverflowError",
		"import math\nmath.factorial(10**9)":   "OverflowError",
		"def f(): return f()\nf()":             "RecursionError: maximum recursion depth exceeded",
		"class A:\n    def __repr__(s): return repr(s)\nrepr(A())":                 "RecursionError",
		"class A:\n    def __getattr__(s, n): return getattr(s, n)\nA().x":         "RecursionError",
		"class A:\n    def __eq__(s, o): return s == o\nA() == A()":                "RecursionError",
		"a = []\nfor _ in range(10**5): a = [a]\nrepr(a)":                          "RecursionError",
		"def g(): yield from g()\nlist(g())":                                       "RecursionError",
		"f = lambda: 0\nfor _ in range(5000): f = (lambda g: lambda: g())(f)\nf()": "RecursionError",
	} {
		_, err := run(t, c, code)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", code, err, want)
		}
	}
	if _, err := run(t, c, "1 + 1"); err != nil {
		t.Fatal(err)
	}
}

// Memory that grows bit by bit is stopped, softly or by the end of the process, and the session goes on.
func TestGrowth(t *testing.T) {
	c, _ := start(t, Options{Memory: 24 << 20, Grace: 20 * time.Second})
	for _, code := range []string{
		"a = []\nwhile True: a.append(len(a) * 1.5)",
		"d = {}\nwhile True: d[len(d)] = str(len(d)) * 10",
		"s = 'x'\nwhile True: s += s",
		"a = [1]\nwhile True: a += a",
		"def f():\n    while True:\n        a = [object() for _ in range(1000)]\n        keep.append(a)\nkeep = []\nf()",
	} {
		_, err := run(t, c, code)
		var f *serve.Failure
		if !errors.As(err, &f) || f.Name != "MemoryError" {
			t.Errorf("%s: %v", code, err)
		}
		if _, err := run(t, c, "a = d = s = keep = None"); err != nil {
			t.Fatalf("after %s: %v", code, err)
		}
	}
}

func TestNoWayOut(t *testing.T) {
	c, _ := start(t, Options{})
	for _, code := range []string{
		"open('/etc/passwd')", "eval('1')", "exec('x = 1')", "compile('1', '', 'eval')", "__import__('os')", "input()", "import os", "import sys; sys.modules",
		"import socket", "import subprocess", "from os import system", "import importlib", "import glob", "import tempfile", "import marshal",
		"().__class__.__base__.__subclasses__()", "(lambda: 0).__globals__", "(lambda: 0).__code__", "print.__self__", "[].append.__self__.__class__.__bases__[0].__subclasses__",
		"(x for x in []).gi_frame", "hyp.run.__globals__", "import math; math.__loader__", "import json; json.codecs", "breakpoint()",
	} {
		p, err := run(t, c, code)
		var f *serve.Failure
		if !errors.As(err, &f) {
			t.Errorf("%s gave %q", code, p.value)
		}
	}
}

func TestInput(t *testing.T) {
	c, _ := start(t, Options{})
	p, err := run(t, c, "name = input('who? ')\nprint('Hello', name)")
	if err != nil || p.out.String() != "Hello Ada\n" {
		t.Errorf("%q %v", p.out.String(), err)
	}
	if _, err := run(t, c, "input('anybody? ')"); err == nil || !strings.Contains(err.Error(), "EOFError: nobody can be asked") {
		t.Errorf("%v", err)
	}
	p, err = run(t, c, "import sys\nprint('a', file=sys.stderr)\nsys.stderr.write('b')\nsys.stdout.write('c')\nprint('d', file=sys.stdout)")
	if err != nil || p.err.String() != "a\nb" || p.out.String() != "cd\n" {
		t.Errorf("%q %q %v", p.err.String(), p.out.String(), err)
	}
}

// Whoever is asked may interrupt instead.
func TestInputIsInterrupted(t *testing.T) {
	c, _ := start(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	p := newPage()
	go func() {
		<-p.wrote
		cancel()
	}()
	err := c.Run(ctx, serve.Cell{Code: "kept = 1\ninput('wait')\nkept = 2", Count: 1}, p)
	if err == nil || !strings.Contains(err.Error(), "KeyboardInterrupt") {
		t.Errorf("%v", err)
	}
	if p, err := run(t, c, "kept"); err != nil || p.value != "1" {
		t.Errorf("%q %v", p.value, err)
	}
}

func TestHost(t *testing.T) {
	c, s := start(t, Options{})
	for code, want := range map[string]string{
		"len(hyp.results), hyp.results[0]":                                     "(1, <Result 'h1' assoc(hours, score): supported>)",
		"r = hyp.results[0]; r.name, r.claim, r.n, r.estimate, r.ci, r.p, r.q": "('h1', 'assoc(hours, score)', 120, 0.5, (0.25, 0.75), 0.001, None)",
		"r = hyp.results[0]; r.verdict == 'supported', f'{r.verdict}', f'{r.effect:.2f}', r.effect > 0.3, r.effect + 1, r.verdict.reason": "(True, 'supported', '0.31', True, 1.31, 'p < .05')",
		"r = hyp.results[0]; r['effect']['low'], 'p' in r, r.get('zz', 5), r.finding, list(r.keys())[:3]":                                 "(0.2, True, 5, 'Hours go with score.', ['schema', 'id', 'name'])",
		"[(x.claim, x.q) for x in hyp.insights('find claims')], hyp.insights('find nothing')":                                             "([('assoc(a, b)', 0.03)], [])",
		"hyp.run('assoc(a, b)').p": "0.001",
		"h = hyp.data['hours']; len(h), h.mean(), h.min(), h.max(), h[0], h[2], h.count(), h.median()":                                       "(4, 2.5, 1, 4.5, 1, None, 3, 2.0)",
		"h = hyp.data.hours; (h * 2 + 1).tolist(), (h > 1).tolist(), h[h > 1].tolist(), h[1:3].tolist(), sum(x for x in h if x is not None)": "([3, 5, None, 10.0], [False, True, None, True], [2, 4.5], [2, None], 7.5)",
		"from hyp import results as rs, data; len(rs), data.hours.max()":                                                                     "(1, 4.5)",
		"r = hyp.results[0]; f'{r.verdict!r}', [r.effect], r.effect['measure']":                                                              "(\"'supported'\", [0.31], 'r')",
		// CPython 3.11 says the same.
		"'Straße'.upper(), 'STRASSE'.casefold() == 'Straße'.casefold(), 'ΟΔΟΣ'.lower(), 'ﬁn'.upper(), 'Ärger'.upper(), 'ÄRGER'.lower(), 'éa'.capitalize()":    "('STRASSE', True, 'οδος', 'FIN', 'ÄRGER', 'ärger', 'Éa')",
		"list(hyp.data), len(hyp.data), 'hours' in hyp.data, hyp.data.columns, hyp.data":                                                                      "(['hours', 'name'], 2, True, ['hours', 'name'], <hyp.data: 2 columns: hours, name>)",
		"hyp.data['name'].unique(), (hyp.data.name == 'a').tolist(), hyp.data.hours":                                                                          "(['a', 'b'], [True, None, False, True], <Column hours: 4 values: 1, 2, None, 4.5>)",
		"import json; json.dumps(hyp.results[0].effect)":                                                                                                      `'{"measure": "r", "value": 0.31, "low": 0.2, "high": 0.4}'`,
		"import statistics; statistics.mean(x for x in hyp.data.hours if x), round(hyp.results[0].effect, 1), sorted(hyp.results, key=lambda r: r.p)[0].name": "(2.5, 0.3, 'h1')",
	} {
		p, err := run(t, c, code)
		if err != nil {
			t.Errorf("%s: %s", code, Plain(err))
		} else if p.value != want {
			t.Errorf("%s\ngot  %s\nwant %s", code, p.value, want)
		}
	}
	if len(s.ran) != 1 || s.ran[0] != "assoc(a, b)" {
		t.Errorf("the session ran %q", s.ran)
	}
	for code, want := range map[string]string{
		"hyp.data.nope":          "AttributeError: there is no column nope; there are hours and name",
		"hyp.data['nope']":       "hyp.Error: there is no column nope; there are hours and name",
		"hyp.insights('select')": `hyp.Error: 1:1: a query begins with find, not "select"`,
		"hyp.data.name.mean()":   "TypeError: name is text: 'a' is no number",
		"hyp.results[0].p = 0":   "AttributeError: Result objects are the session's record and cannot be changed",
		"hyp.results[0].nope":    "AttributeError: 'Result' object has no attribute 'nope'",
		"hyp.run(5)":             "TypeError: hyp.run() needs a text, not int",
		"try:\n    hyp.insights('x')\nexcept hyp.Error as e:\n    raise ValueError('seen')": "ValueError: seen",
	} {
		if _, err := run(t, c, code); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", code, err, want)
		}
	}
}

func TestComplete(t *testing.T) {
	c, _ := start(t, Options{})
	if _, err := run(t, c, "total = 5\nwords = ['a']\ndef tally(x, y=1): return x\nclass Box:\n    def __init__(self): self.lid = 1\n    def shut(self): pass\nbox = Box()"); err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]string{
		"to": "total", "tal": "tally", "words.app": "append", "box.": "lid shut", "'x'.zf": "zfill", "hyp.res": "results", "import stat": "statistics",
		"from math import sq": "sqrt", "hyp.results[0].verd": "verdict", "hyp.data['ho": "hours", "wh": "while", "pri": "print",
		"local = 1\nloc": "local", "x = 'to": "", "# to": "", "hyp.data['hours'].med": "median",
	} {
		got := c.Complete(code, len(code))
		var names []string
		for _, m := range got.Matches {
			names = append(names, m.Text)
		}
		if strings.Join(names, " ") != want {
			t.Errorf("%q: %q, want %q", code, names, want)
		}
	}
	if got := c.Complete("tal", 3); len(got.Matches) != 1 || got.Matches[0].Note != "(x, y)" && got.Matches[0].Note != "(x, y=…)" || got.Start != 0 || got.End != 3 {
		t.Errorf("%+v", got)
	}
}

func TestIsComplete(t *testing.T) {
	for code, want := range map[string]string{
		"x = 1": "complete", "if x:": "incomplete", "if x:\n    y": "incomplete", "if x:\n    y\n\n": "complete", "f(1,": "incomplete",
		"x = '''a": "incomplete", "x = 'a": "invalid", ")": "invalid", "": "complete", "def f():\n    return 1\n\n": "complete", "x = = 1": "invalid",
	} {
		if got := IsComplete(code); got.Status != want {
			t.Errorf("%q: %s, want %s", code, got.Status, want)
		}
	}
}

// Output comes while the cell runs, in order, and a flood does not hold up the interrupt.
func TestOutput(t *testing.T) {
	c, _ := start(t, Options{Grace: 20 * time.Second})
	p, err := run(t, c, "for i in range(2000): print('é' * 20, i)\nprint('end', end='')")
	if err != nil || !strings.HasSuffix(p.out.String(), "é 1999\nend") || strings.Count(p.out.String(), "\n") != 2000 {
		t.Fatalf("%v, %d bytes", err, p.out.Len())
	}
	ctx, cancel := context.WithCancel(context.Background())
	p = newPage()
	go func() {
		<-p.wrote
		cancel()
	}()
	err = c.Run(ctx, serve.Cell{Code: "while True: print('flood')"}, p)
	var f *serve.Failure
	if !errors.As(err, &f) || f.Name != "KeyboardInterrupt" {
		t.Fatal(err)
	}
}

func TestCloseEndsARunningCell(t *testing.T) {
	c, _ := start(t, Options{})
	p := newPage()
	go func() {
		<-p.wrote
		_ = c.Close()
	}()
	if err := c.Run(context.Background(), serve.Cell{Code: "print('on')\nwhile True: pass"}, p); err == nil {
		t.Fatal("the cell ended well")
	}
}

func TestNoSuchCommand(t *testing.T) {
	c, _ := start(t, Options{Command: []string{"/no/such/program"}})
	if _, err := run(t, c, "1"); err == nil || !strings.Contains(err.Error(), "does not start") {
		t.Fatal(err)
	}
}
