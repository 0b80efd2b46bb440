package serve

import (
	"reflect"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/wire"
)

func TestInterrupt(t *testing.T) {
	b := start(t)
	b.run("set x 7")
	ids := b.queue([]any{"stop_on_error", false}, "print before\nhold", "value 2")
	b.until(ids[0], func(e event) bool { return e.kind == "execute_input" })
	b.ask("kernel_info_request", nil) // the cells have come in before it
	begin := time.Now()
	r := reply(t, b.idle(b.send(wire.Control, "interrupt_request", nil)))
	if r["status"] != "ok" {
		t.Errorf("interrupt_reply: %v", r)
	}
	events := b.idle(ids[0])
	t.Logf("interrupted after %v", time.Since(begin))
	if got := names(events); got != "busy execute_input stream error execute_reply idle" {
		t.Errorf("the interrupted cell: %s", got)
	}
	r = reply(t, events)
	if r["ename"] != "Interrupted" || r["evalue"] != "the cell was stopped; what earlier cells did is kept" {
		t.Errorf("%v", r)
	}
	if got := b.statuses(ids[1:]); !reflect.DeepEqual(got, []any{"aborted"}) {
		t.Errorf("the cell behind it: %v", got)
	}
	if reply(t, b.run("get x"))["status"] != "ok" {
		t.Error("the state was lost")
	}
	reply(t, b.idle(b.send(wire.Control, "interrupt_request", nil)))
	if reply(t, b.run("get x"))["status"] != "ok" {
		t.Error("an interrupt while nothing runs stops the next cell")
	}
}

func TestInput(t *testing.T) {
	b := start(t)
	cell := b.send(wire.Shell, "execute_request", code("ask name?", "allow_stdin", true))
	asked := b.until(cell, func(e event) bool { return e.kind == "input_request" })
	if c := asked[len(asked)-1].content; !reflect.DeepEqual(c, map[string]any{"prompt": "name?", "password": false}) {
		t.Errorf("input_request: %v", c)
	}
	// Answers that are not for this question.
	b.send(wire.Stdin, "input_reply", map[string]any{"value": "of another"}, func(m *wire.Message) { m.Header.Session = "other" })
	b.send(wire.Stdin, "input_reply", map[string]any{"value": "to another"}, func(m *wire.Message) {
		m.Parent = []byte(`{"msg_type": "input_request", "date": "2020-01-01T00:00:00Z"}`)
	})
	b.send(wire.Stdin, "other", map[string]any{"value": "not an answer"})
	b.send(wire.Stdin, "input_reply", map[string]any{"value": "Ada"})
	if s := only(b.idle(cell), "stream"); len(s) != 1 || s[0].content["text"] != "got Ada\n" {
		t.Errorf("%v", s)
	}
	b.send(wire.Stdin, "input_reply", map[string]any{"value": "nobody asked"})
	b.send(wire.Stdin, "other", nil) // taken when the answer before it has been dropped

	cell = b.send(wire.Shell, "execute_request", code("ask name?", "allow_stdin", true))
	b.until(cell, func(e event) bool { return e.kind == "input_request" })
	b.send(wire.Control, "interrupt_request", nil)
	if r := reply(t, b.idle(cell)); r["ename"] != "Interrupted" {
		t.Errorf("interrupted while asking: %v", r)
	}
	if len(b.k.questions) != 0 {
		t.Error("a question is left")
	}
}

func TestInputRefused(t *testing.T) {
	b := start(t)
	events := b.run("ask name?")
	if r := reply(t, events); r["status"] != "error" || r["ename"] != "StdinNotImplementedError" {
		t.Errorf("%v", r)
	}
	if len(only(events, "input_request")) != 0 {
		t.Error("asked a front end that cannot be asked")
	}
	b.deaf.Store(true)
	if r := reply(t, b.run("ask name?", "allow_stdin", true)); r["ename"] != "StdinNotImplementedError" {
		t.Errorf("a client without a stdin channel: %v", r)
	}
	// One whose stdin channel comes a moment later than its shell channel is asked.
	b.deaf.Store(false)
	b.late.Store(true)
	cell := b.send(wire.Shell, "execute_request", code("ask name?", "allow_stdin", true))
	b.until(cell, func(e event) bool { return e.kind == "input_request" })
	b.send(wire.Stdin, "input_reply", map[string]any{"value": "Ada"})
	if s := only(b.idle(cell), "stream"); len(s) != 1 || s[0].content["text"] != "got Ada\n" {
		t.Errorf("%v", s)
	}
}

func (b *bench) subshell() string {
	b.Helper()
	return reply(b.T, b.idle(b.send(wire.Control, "create_subshell_request", nil)))["subshell_id"].(string)
}

func in(subshell string) func(*wire.Message) {
	return func(m *wire.Message) { m.Header.Subshell = subshell }
}

func (b *bench) listed() any {
	b.Helper()
	return reply(b.T, b.idle(b.send(wire.Control, "list_subshell_request", nil)))["subshell_id"]
}

func TestSubshells(t *testing.T) {
	b := start(t)
	if got := b.listed(); !reflect.DeepEqual(got, []any{}) {
		t.Errorf("subshells of a new kernel: %v", got)
	}
	one, two := b.subshell(), b.subshell()
	if got := b.listed(); !reflect.DeepEqual(got, []any{one, two}) {
		t.Errorf("subshells: %v", got)
	}
	main := b.send(wire.Shell, "execute_request", code("hold"))
	b.until(main, func(e event) bool { return e.kind == "execute_input" })
	beside := b.idle(b.send(wire.Shell, "execute_request", code("count"), in(one)))
	if text := only(beside, "execute_result")[0].content["data"].(map[string]any)["text/plain"]; text != "2  "+one {
		t.Errorf("a cell in a subshell: %v", text)
	}
	// An error there leaves the main shell's queue.
	behind := b.send(wire.Shell, "execute_request", code("value 1"))
	b.idle(b.send(wire.Shell, "execute_request", code("fail x"), in(two)))
	b.lang.hold <- struct{}{}
	if got := b.statuses([]string{main, behind}); !reflect.DeepEqual(got, []any{"ok", "ok"}) {
		t.Errorf("%v", got)
	}

	// Deleting ends what runs there.
	cell := b.send(wire.Shell, "execute_request", code("hold"), in(one))
	b.until(cell, func(e event) bool { return e.kind == "execute_input" })
	b.idle(b.send(wire.Control, "delete_subshell_request", map[string]any{"subshell_id": one}))
	if r := reply(t, b.idle(cell)); r["evalue"] != "the cell was stopped: the subshell was deleted" {
		t.Errorf("%v", r)
	}
	for _, id := range []string{
		b.send(wire.Control, "delete_subshell_request", map[string]any{"subshell_id": one}),
		b.send(wire.Shell, "execute_request", code("value 1"), in(one)),
		b.send(wire.Shell, "complete_request", map[string]any{"code": "p", "cursor_pos": 1}, in(one)),
	} {
		if r := reply(t, b.idle(id)); r["status"] != "error" || r["ename"] != "UnknownSubshellError" {
			t.Errorf("a subshell that is gone: %v", r)
		}
	}
	if got := b.listed(); !reflect.DeepEqual(got, []any{two}) {
		t.Errorf("subshells: %v", got)
	}

	// The person's interrupt stops everything.
	cell = b.send(wire.Shell, "execute_request", code("hold"), in(two))
	b.until(cell, func(e event) bool { return e.kind == "execute_input" })
	b.send(wire.Control, "interrupt_request", nil)
	if r := reply(t, b.idle(cell)); r["ename"] != "Interrupted" {
		t.Errorf("%v", r)
	}
}
