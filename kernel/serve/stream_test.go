package serve

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/kernel/wire"
)

func text(events []event) string {
	var s strings.Builder
	for _, e := range only(events, "stream") {
		s.WriteString(e.content["text"].(string))
	}
	return s.String()
}

func TestLinesAreSentTogether(t *testing.T) {
	b := start(t)
	events := b.run("lines 10000")
	if got := text(events); strings.Count(got, "\n") != 10_000 || !strings.HasSuffix(got, "line 9999\n") {
		t.Errorf("%d lines came", strings.Count(got, "\n"))
	}
	if n := len(only(events, "stream")); n > 100 {
		t.Errorf("10,000 lines in %d messages", n)
	}
}

func TestOutputIsSeenWhileTheCellRuns(t *testing.T) {
	b := start(t)
	cell := b.send(wire.Shell, "execute_request", code("print first\nhold\nprint second"))
	b.until(cell, func(e event) bool { return e.kind == "stream" })
	b.lang.hold <- struct{}{}
	if got := text(b.idle(cell)); got != "first\nsecond\n" {
		t.Errorf("%q", got)
	}
}

func TestLargeOutputIsCut(t *testing.T) {
	b := start(t)
	events := b.run("bytes 5000000")
	n := 0
	for _, e := range only(events, "stream") {
		size := len(e.content["text"].(string))
		n += size
		if size > streamChunk {
			t.Errorf("a message of %d bytes", size)
		}
		if !strings.HasSuffix(e.content["text"].(string), "\n") {
			t.Error("a line is cut")
		}
	}
	if n < 5_000_000 {
		t.Errorf("%d bytes came", n)
	}
}

// What is written at the speed of the cell is always read: the cell waits for front ends that read on.
func TestOutputWaitsForReaders(t *testing.T) {
	b := start(t)
	b.backlog.Store(paceBytes + 1000)
	cell := b.send(wire.Shell, "execute_request", code("bytes 1000000\nprint end"))
	b.until(cell, func(e event) bool { return e.kind == "execute_input" })
	time.Sleep(100 * time.Millisecond)
	if n := len(only(b.of(cell), "stream")); n > 0 {
		t.Errorf("%d messages are sent to a client that is behind", n)
	}
	b.ask("kernel_info_request", nil) // others do not wait
	b.backlog.Store(0)
	if got := text(b.idle(cell)); !strings.HasSuffix(got, "end\n") || len(got) < 1_000_000 {
		t.Errorf("%d bytes came", len(got))
	}

	// An interrupt ends the waiting.
	b.backlog.Store(paceBytes + 1000)
	cell = b.send(wire.Shell, "execute_request", code("bytes 100000000"))
	b.until(cell, func(e event) bool { return e.kind == "execute_input" })
	b.send(wire.Control, "interrupt_request", nil)
	if r := reply(t, b.idle(cell)); r["ename"] != "Interrupted" {
		t.Errorf("%v", r)
	}
}

func TestStreamsKeepCharactersWhole(t *testing.T) {
	var sent []string
	s := stream{send: func(_, text string) { sent = append(sent, text) }, late: func() {}}
	s.write("stdout", "a\xf0\x9d")
	s.elapsed()
	s.write("stdout", "\x90\x9ab\xff")
	s.write("stdout", strings.Repeat("é", streamChunk))
	s.write("stderr", "\xf0")
	s.stop()
	for i, text := range sent[:len(sent)-1] {
		if strings.ReplaceAll(text, "\xff", "") == "" || !utf8.ValidString(strings.ReplaceAll(text, "\xff", "")) {
			t.Errorf("message %d is cut: %.20q", i, text)
		}
	}
	if got, want := strings.Join(sent, ""), "a𝐚b\xff"+strings.Repeat("é", streamChunk)+"\xf0"; got != want {
		t.Errorf("%d bytes came of %d", len(got), len(want))
	}
}

func TestWhole(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "a": 1, "é": 2, "a\xc3": 1, "a\xf0": 1, "a\xf0\x9d": 1, "a\xf0\x9d\x90": 1, "a\xf0\x9d\x90\x9a": 5, "a\xff": 2,
		"\x90\x90\x90\x90\x90": 5,
	} {
		if got := whole([]byte(text)); got != want {
			t.Errorf("whole(%q) = %d, want %d", text, got, want)
		}
	}
}
