package serve

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/wire"
)

func names(events []event) string {
	var s []string
	for _, e := range events {
		s = append(s, e.String())
	}
	return strings.Join(s, " ")
}

func TestExecuteOrder(t *testing.T) {
	b := start(t)
	for code, want := range map[string]string{
		"value 7":                       "busy execute_input execute_result execute_reply idle",
		"print a\nwarn b\nprint c":      "busy execute_input stream stream stream execute_reply idle",
		"print a\nshow b\nprint c":      "busy execute_input stream display_data stream execute_reply idle",
		"print a\nfail b":               "busy execute_input stream error execute_reply idle",
		"display p 1\nupdate p 2":       "busy execute_input display_data update_display_data execute_reply idle",
		"show a\nclear wait\nshow b":    "busy execute_input display_data clear_output display_data execute_reply idle",
		"":                              "busy execute_input execute_reply idle",
		"print a\nprint b\nprint c\n\n": "busy execute_input stream execute_reply idle",
	} {
		if got := names(b.run(code)); got != want {
			t.Errorf("%q: %s, want %s", code, got, want)
		}
	}
}

func TestExecuteContents(t *testing.T) {
	b := start(t)
	events := b.run("print a\nprint b\ndisplay p one\nupdate p two\nclear wait\nvalue seven")
	for kind, want := range map[string]map[string]any{
		"execute_input": {"code": "print a\nprint b\ndisplay p one\nupdate p two\nclear wait\nvalue seven", "execution_count": 1.0},
		"stream":        {"name": "stdout", "text": "a\nb\n"},
		"display_data": {
			"data":     map[string]any{"text/plain": "one", "application/json": map[string]any{"text": "one"}},
			"metadata": map[string]any{}, "transient": map[string]any{"display_id": "p"},
		},
		"update_display_data": {
			"data": map[string]any{"text/plain": "two"}, "metadata": map[string]any{}, "transient": map[string]any{"display_id": "p"},
		},
		"clear_output": {"wait": true},
		"execute_result": {
			"data":     map[string]any{"text/plain": "seven", "text/html": "<b>seven</b>"},
			"metadata": map[string]any{}, "transient": map[string]any{}, "execution_count": 1.0,
		},
		"execute_reply": {"status": "ok", "execution_count": 1.0, "payload": []any{}, "user_expressions": map[string]any{}},
	} {
		found := only(events, kind)
		if len(found) != 1 || !reflect.DeepEqual(found[0].content, want) {
			t.Errorf("%s: %v, want %v", kind, found, want)
		}
	}
	if meta := only(events, "execute_reply")[0].meta; meta["started"] == nil || meta["status"] != "ok" {
		t.Errorf("metadata of the reply: %v", meta)
	}
}

func TestExecutionCount(t *testing.T) {
	b := start(t)
	var got []any
	for _, c := range []map[string]any{
		code("value a"), code("value a", "silent", true), code("value a", "store_history", false), code("value a"),
		code(" \n "), code("fail x"), code("value a"),
	} {
		got = append(got, b.ask("execute_request", c)["execution_count"])
	}
	if want := []any{1.0, 1.0, 1.0, 2.0, 2.0, 3.0, 4.0}; !reflect.DeepEqual(got, want) {
		t.Errorf("counts %v, want %v", got, want)
	}
}

func TestSilent(t *testing.T) {
	b := start(t)
	events := b.run("print a\nshow b\nvalue c\nset x 1", "silent", true)
	if got := names(events); got != "busy execute_reply idle" {
		t.Errorf("a silent cell: %s", got)
	}
	if got := names(b.run("fail a", "silent", true)); got != "busy execute_reply idle" {
		t.Errorf("a silent cell that fails: %s", got)
	}
	if reply(t, b.run("get x"))["status"] != "ok" {
		t.Error("a silent cell was not run")
	}
	if h := b.ask("history_request", map[string]any{"hist_access_type": "tail", "n": 9})["history"]; len(h.([]any)) != 1 {
		t.Errorf("a silent cell is in the history: %v", h)
	}
}

func TestUserExpressions(t *testing.T) {
	b := start(t)
	r := reply(t, b.run("set x 5", "user_expressions", map[string]any{"a": "x", "b": "y", "c": "panic"}))
	answers := r["user_expressions"].(map[string]any)
	if want := (map[string]any{"status": "ok", "data": map[string]any{"text/plain": "5"}, "metadata": map[string]any{}}); !reflect.DeepEqual(answers["a"], want) {
		t.Errorf("a: %v", answers["a"])
	}
	for name, ename := range map[string]string{"b": "NoName", "c": "InternalError"} {
		if a := answers[name].(map[string]any); a["status"] != "error" || a["ename"] != ename {
			t.Errorf("%s: %v", name, a)
		}
	}
}

func TestErrors(t *testing.T) {
	b := start(t)
	for code, want := range map[string][2]string{
		"fail on purpose": {"EchoError", "on purpose"},
		"nonsense":        {"NoCommand", "nonsense"},
		"broken pipe":     {"InternalError", "a fault of echo, not of the cell: broken pipe"},
		"panic abc":       {"InternalError", "a fault of echo, not of the cell: runtime error: index out of range [3] with length 0"},
	} {
		events := b.run(code)
		r := reply(t, events)
		if r["status"] != "error" || r["ename"] != want[0] || r["evalue"] != want[1] || r["execution_count"] == nil {
			t.Errorf("%q: %v, want %v", code, r, want)
		}
		e := only(events, "error")
		if len(e) != 1 || e[0].content["ename"] != r["ename"] || e[0].content["evalue"] != r["evalue"] ||
			len(e[0].content["traceback"].([]any)) == 0 {
			t.Errorf("%q on iopub: %v", code, e)
		}
	}
	if reply(t, b.run("value 1"))["status"] != "ok" {
		t.Error("the kernel does not go on after a panic")
	}
}

func TestExit(t *testing.T) {
	r := reply(t, start(t).run("quit"))
	if want := []any{map[string]any{"source": "ask_exit", "keepkernel": false}}; r["status"] != "ok" || !reflect.DeepEqual(r["payload"], want) {
		t.Errorf("%v", r)
	}
}

func TestUnreadableExecute(t *testing.T) {
	b := start(t)
	r := b.ask("execute_request", map[string]any{"code": 7})
	if r["status"] != "error" || r["ename"] != "ProtocolError" || r["execution_count"] != 0.0 {
		t.Errorf("code that is a number: %v", r)
	}
}

// queue sends cells of which the first waits, and lets it go once all have come in.
func (b *bench) queue(more []any, codes ...string) (ids []string) {
	for _, c := range codes {
		ids = append(ids, b.send(wire.Shell, "execute_request", code(c, more...)))
	}
	return ids
}

func (b *bench) statuses(ids []string) (s []any) {
	for _, id := range ids {
		r := reply(b.T, b.idle(id))
		s = append(s, r["status"])
		if r["ename"] == "Aborted" {
			s[len(s)-1] = "aborted"
			if r["execution_count"] != 0.0 || names(b.of(id)) != "busy execute_reply idle" {
				b.Errorf("a cell that is not run: %v %v", r, b.of(id))
			}
		}
	}
	return s
}

func TestStopOnError(t *testing.T) {
	for stop, want := range map[bool][]any{true: {"error", "aborted", "aborted"}, false: {"error", "ok", "ok"}} {
		b := start(t)
		ids := b.queue([]any{"stop_on_error", stop}, "hold\nfail first", "value 2", "value 3")
		if b.ask("kernel_info_request", nil)["status"] != "ok" { // the cells have come in before it
			t.Error("a request that is no cell waits too")
		}
		b.lang.hold <- struct{}{}
		if got := b.statuses(ids); !reflect.DeepEqual(got, want) {
			t.Errorf("stop_on_error %v: %v, want %v", stop, got, want)
		}
		if reply(t, b.run("value 4"))["status"] != "ok" {
			t.Error("a cell sent after the failure was told is not run")
		}
	}
}

// A front end sends all cells of a notebook in one go; some come in when the first has failed already, some later still.
func TestStopOnErrorOnTheWay(t *testing.T) {
	defer func(quiet, burst time.Duration) { quietTime, burstTime = quiet, burst }(quietTime, burstTime)
	quietTime, burstTime = 500*time.Millisecond, 10*time.Second
	b := start(t)
	skew := -time.Hour // the client's clock is slow
	dated := time.Now()
	sent := func(m *wire.Message) { m.Header.Date = dated.Add(skew).UTC().Format(time.RFC3339Nano) }
	send := func(text string) string { return b.send(wire.Shell, "execute_request", code(text), sent) }

	ids := []string{send("fail first")}
	b.until(ids[0], func(e event) bool { return e.kind == "error" })
	ids = append(ids, send("value 2"), send("value 3"))
	b.idle(ids[0])
	ids = append(ids, send("value 4"))
	if got := b.statuses(ids); !reflect.DeepEqual(got, []any{"error", "aborted", "aborted", "aborted"}) {
		t.Errorf("%v", got)
	}
	dated = time.Now()
	if got := b.statuses([]string{send("value 5")}); !reflect.DeepEqual(got, []any{"ok"}) {
		t.Errorf("a cell sent in answer to the failure: %v", got)
	}
}

func TestSilentFailureStopsNothing(t *testing.T) {
	b := start(t)
	ids := b.queue([]any{"silent", true}, "hold\nfail first")
	ids = append(ids, b.queue(nil, "value 2")...)
	b.lang.hold <- struct{}{}
	if got := b.statuses(ids); !reflect.DeepEqual(got, []any{"error", "ok"}) {
		t.Errorf("%v", got)
	}
}

func TestPipelinedCellsKeepTheirOrder(t *testing.T) {
	b := start(t)
	var ids []string
	for i := range 100 {
		ids = append(ids, b.send(wire.Shell, "execute_request", code(fmt.Sprint("value ", i))))
	}
	b.idle(ids[99])
	b.mu.Lock()
	defer b.mu.Unlock()
	var order []string
	open := ""
	for _, e := range b.out {
		switch {
		case e.String() == "busy":
			if open != "" {
				t.Fatalf("%s is busy while %s is", e.parent, open)
			}
			open = e.parent
		case e.String() == "idle":
			open = ""
		case e.kind == "execute_reply":
			order = append(order, e.parent)
		}
	}
	if !reflect.DeepEqual(order, ids) {
		t.Errorf("replies in the order %v", order)
	}
}

func TestCellID(t *testing.T) {
	b := start(t)
	id := b.send(wire.Shell, "execute_request", code("count"), func(m *wire.Message) { m.Metadata = []byte(`{"cellId":"c-7"}`) })
	if r := only(b.idle(id), "execute_result"); len(r) != 1 || r[0].content["data"].(map[string]any)["text/plain"] != "1 c-7 " {
		t.Errorf("%v", r)
	}
}
