package serve

import (
	"reflect"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// Every request is answered between busy and idle, on the shell and on the control channel.
func TestEveryRequest(t *testing.T) {
	b := start(t)
	for _, ch := range []wire.Channel{wire.Shell, wire.Control} {
		for kind, c := range map[string]any{
			"kernel_info_request":     nil,
			"complete_request":        map[string]any{"code": "pr", "cursor_pos": 2},
			"inspect_request":         map[string]any{"code": "print", "cursor_pos": 2, "detail_level": 0},
			"is_complete_request":     map[string]any{"code": "print"},
			"history_request":         map[string]any{"hist_access_type": "tail", "n": 3, "output": false, "raw": true},
			"comm_info_request":       nil,
			"connect_request":         nil,
			"interrupt_request":       nil,
			"debug_request":           map[string]any{"type": "request", "seq": 1, "command": "debugInfo"},
			"create_subshell_request": nil,
			"list_subshell_request":   nil,
			"delete_subshell_request": map[string]any{"subshell_id": "none"},
			"comm_msg":                map[string]any{"comm_id": "c", "data": nil},
			"comm_close":              map[string]any{"comm_id": "c", "data": nil},
			"no_such_request":         nil,
			"":                        nil,
		} {
			events := b.idle(b.send(ch, kind, c))
			if events[0].String() != "busy" {
				t.Errorf("%s on %s: %v", kind, ch, events)
			}
		}
	}
	for kind, ch := range map[string]wire.Channel{
		"kernel_info": wire.Control, "interrupt": wire.Control, "debug": wire.Control, "create_subshell": wire.Control,
		"list_subshell": wire.Control, "delete_subshell": wire.Control, "connect": wire.Shell, "comm_info": wire.Shell,
	} {
		events := b.idle(b.send(ch, kind+"_request", map[string]any{}))
		if got, want := names(events), "busy "+kind+"_reply idle"; got != want {
			t.Errorf("%s: %s", kind, got)
		}
	}
}

func TestContentsThatCannotBeRead(t *testing.T) {
	b := start(t)
	for _, kind := range []string{"complete_request", "inspect_request", "history_request", "execute_request"} {
		r := b.ask(kind, []int{1})
		if r["status"] != "error" || r["ename"] != "ProtocolError" || len(r["traceback"].([]any)) == 0 {
			t.Errorf("%s: %v", kind, r)
		}
	}
	if r := b.ask("is_complete_request", []int{1}); r["status"] != "unknown" {
		t.Errorf("is_complete: %v", r)
	}
}

func TestKernelInfo(t *testing.T) {
	b := start(t)
	got := b.ask("kernel_info_request", nil)
	want := map[string]any{
		"status": "ok", "protocol_version": "5.5", "implementation": "echo", "implementation_version": "1.0", "banner": "echo",
		"language_info": map[string]any{"name": "echo", "version": "1.0", "mimetype": "text/x-echo", "file_extension": ".echo"},
		"help_links":    []any{}, "debugger": false, "supported_features": []any{"kernel subshells"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

// 𝐚 is one code point, two units of UTF-16 and four bytes.
func TestComplete(t *testing.T) {
	b := start(t)
	for _, c := range []struct {
		code       string
		cursor     int
		matches    []any
		start, end float64
	}{
		{"pr", 2, []any{"print"}, 0, 2},
		{"𝐚𝐚é; pr", 7, []any{"print"}, 5, 7},
		{"𝐚𝐚é; pr\nsho", 11, []any{"show"}, 8, 11},
		{"𝐚 sh", 99, []any{"show"}, 2, 4},
		{"𝐚 xx", 4, []any{}, 4, 4},
		{"pr", -3, nil, 0, 0},
	} {
		r := b.ask("complete_request", map[string]any{"code": c.code, "cursor_pos": c.cursor})
		if c.matches != nil && !reflect.DeepEqual(r["matches"], c.matches) || r["cursor_start"] != c.start || r["cursor_end"] != c.end {
			t.Errorf("%q at %d: %v", c.code, c.cursor, r)
		}
	}
	r := b.ask("complete_request", map[string]any{"code": "𝐚 wa", "cursor_pos": 4})
	want := map[string]any{"_jupyter_types_experimental": []any{
		map[string]any{"text": "warn", "type": "keyword", "signature": "a command", "start": 2.0, "end": 4.0},
	}}
	if !reflect.DeepEqual(r["metadata"], want) {
		t.Errorf("metadata %v", r["metadata"])
	}
	if r := b.ask("complete_request", map[string]any{"code": "panic", "cursor_pos": 5}); r["status"] != "error" {
		t.Errorf("a panic in completion: %v", r)
	}
}

func TestInspect(t *testing.T) {
	b := start(t)
	r := b.ask("inspect_request", map[string]any{"code": "𝐚 print x", "cursor_pos": 7, "detail_level": 1})
	want := map[string]any{
		"status": "ok", "found": true, "metadata": map[string]any{},
		"data": map[string]any{"text/plain": "print is a command", "application/json": true},
	}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("%v", r)
	}
	r = b.ask("inspect_request", map[string]any{"code": "𝐚", "cursor_pos": 1})
	want = map[string]any{"status": "ok", "found": false, "metadata": map[string]any{}, "data": map[string]any{}}
	if !reflect.DeepEqual(r, want) {
		t.Errorf("nothing known: %v", r)
	}
}

func TestIsComplete(t *testing.T) {
	b := start(t)
	for code, want := range map[string]map[string]any{
		"print": {"status": "complete"}, `print \`: {"status": "incomplete", "indent": "  "},
		")": {"status": "invalid"}, "panic": {"status": "unknown"},
	} {
		if r := b.ask("is_complete_request", map[string]any{"code": code}); !reflect.DeepEqual(r, want) {
			t.Errorf("%q: %v", code, r)
		}
	}
}

// While a cell runs, the rest is answered, in its order.
func TestAnswersWhileACellRuns(t *testing.T) {
	b := start(t)
	cell := b.send(wire.Shell, "execute_request", code("hold"))
	b.until(cell, func(e event) bool { return e.kind == "execute_input" })
	var ids []string
	for range 20 {
		ids = append(ids, b.send(wire.Shell, "complete_request", map[string]any{"code": "pr", "cursor_pos": 2}))
	}
	b.ask("inspect_request", map[string]any{"code": "print", "cursor_pos": 2})
	b.ask("is_complete_request", map[string]any{"code": "print"})
	b.ask("kernel_info_request", nil)
	b.ask("history_request", map[string]any{"hist_access_type": "tail", "n": 3})
	reply(t, b.idle(b.send(wire.Control, "kernel_info_request", nil)))
	b.idle(ids[19])
	var order []string
	b.mu.Lock()
	for _, e := range b.out {
		if e.kind == "complete_reply" {
			order = append(order, e.parent)
		}
	}
	b.mu.Unlock()
	if !reflect.DeepEqual(order, ids) {
		t.Errorf("completions answered in the order %v", order)
	}
	if len(only(b.of(cell), "execute_reply")) != 0 {
		t.Error("the cell did not wait")
	}
	b.lang.hold <- struct{}{}
	b.idle(cell)
}

func TestComms(t *testing.T) {
	b := start(t)
	events := b.idle(b.send(wire.Shell, "comm_open", map[string]any{"comm_id": "c9", "target_name": "none", "data": nil}))
	if got := names(events); got != "busy comm_close idle" || events[1].content["comm_id"] != "c9" {
		t.Errorf("comm_open: %v", events)
	}
	if got := names(b.idle(b.send(wire.Shell, "comm_msg", map[string]any{"comm_id": "c9"}))); got != "busy idle" {
		t.Errorf("comm_msg: %s", got)
	}
	if r := b.ask("comm_info_request", map[string]any{"target_name": "x"}); !reflect.DeepEqual(r, map[string]any{"status": "ok", "comms": map[string]any{}}) {
		t.Errorf("comm_info: %v", r)
	}
}

func TestConnect(t *testing.T) {
	want := map[string]any{
		"status": "ok", "shell_port": 1.0, "iopub_port": 2.0, "stdin_port": 3.0, "control_port": 4.0, "hb_port": 5.0,
	}
	if r := start(t).ask("connect_request", nil); !reflect.DeepEqual(r, want) {
		t.Errorf("%v", r)
	}
}

func TestDebugIsRefused(t *testing.T) {
	b := start(t)
	r := reply(t, b.idle(b.send(wire.Control, "debug_request", map[string]any{"type": "request", "seq": 4, "command": "debugInfo"})))
	if r["success"] != false || r["type"] != "response" || r["request_seq"] != 4.0 || r["command"] != "debugInfo" ||
		r["message"] != "echo has no debugger" {
		t.Errorf("%v", r)
	}
}

func TestWelcome(t *testing.T) {
	b := start(t)
	for _, topic := range []string{"", "stream"} {
		b.topics <- []byte(topic)
		events := b.until("", func(e event) bool { return e.kind == "iopub_welcome" && e.content["subscription"] == topic })
		if e := events[len(events)-1]; e.topic != topic {
			t.Errorf("welcome to %q under the topic %q", topic, e.topic)
		}
	}
	b.until("", func(e event) bool { return e.String() == "starting" })
}

func TestLossIsTold(t *testing.T) {
	b := start(t)
	id := b.send(wire.Shell, "execute_request", code("print a"))
	b.idle(id)
	b.k.lost(wire.Loss{Channel: wire.IOPub, Client: "x", Messages: 1, Bytes: 10})
	b.k.lost(wire.Loss{Channel: wire.IOPub, Client: "x", Messages: 12, Bytes: 3_400_000, Over: true})
	events := b.until(id, func(e event) bool { return e.kind == "stream" && e.content["name"] == "stderr" })
	if got := events[len(events)-1].content["text"]; got != "echo: a front end read too slowly and lost 12 messages of output (3.4 MB)\n" {
		t.Errorf("%q", got)
	}
}

func TestShutdown(t *testing.T) {
	for _, ch := range []wire.Channel{wire.Shell, wire.Control} {
		for _, restart := range []bool{true, false} {
			b := start(t)
			running := b.send(wire.Shell, "execute_request", code("hold"))
			waiting := b.send(wire.Shell, "execute_request", code("value 1"))
			b.until(running, func(e event) bool { return e.kind == "execute_input" })
			b.ask("kernel_info_request", nil) // the cells have come in before it
			id := b.send(ch, "shutdown_request", map[string]any{"restart": restart})
			select {
			case err := <-b.ended:
				if err != nil {
					t.Errorf("serve: %v", err)
				}
				b.ended <- nil
			case <-time.After(patience):
				t.Fatal("the kernel does not end")
			}
			events := b.of(id)
			if got := names(events); got != "busy shutdown_reply shutdown_reply idle" || events[1].channel != ch ||
				events[2].channel != wire.IOPub || events[1].content["restart"] != restart || events[1].content["status"] != "ok" {
				t.Errorf("on %s: %v", ch, events)
			}
			if r := reply(t, b.of(running)); r["status"] != "error" || r["evalue"] != "the cell was stopped: the kernel shuts down" {
				t.Errorf("the running cell: %v", r)
			}
			if r := reply(t, b.of(waiting)); r["status"] != "error" {
				t.Errorf("the waiting cell: %v", r)
			}
			if !b.lang.closed {
				t.Error("the language was not closed")
			}
		}
	}
}
