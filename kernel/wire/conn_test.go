package wire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestChannels(t *testing.T) {
	for _, c := range []Connection{{Key: key}, {Key: key, Transport: "ipc", IP: filepath.Join(t.TempDir(), "kernel")}} {
		w := listen(t, c, Options{})
		iopub, stdin := dial(t, w, IOPub), dial(t, w, Stdin)
		for _, ch := range []Channel{Shell, Control} {
			p := dial(t, w, ch)
			head := header("execute_request")
			p.Send(append(signed(head, `{"code": "é"}`), []byte("buffer"))...)
			m := <-w.Incoming(ch)
			if m.Channel != ch || m.Header.Type != "execute_request" || m.Header.Username != "ada" || string(m.RawHeader) != head ||
				string(m.Content) != `{"code": "é"}` || len(m.Buffers) != 1 || string(m.Buffers[0]) != "buffer" {
				t.Fatalf("%s: %+v", ch, m)
			}
			if err := w.Reply(ch, m, "execute_reply", map[string]string{"status": "<ok>"}, nil, []byte("b1"), nil); err != nil {
				t.Fatal(err)
			}
			a := receive(t, p)
			if a.header.Type != "execute_reply" || a.header.Version != "5.5" || a.header.Session != w.Session() || a.header.ID == "" || a.header.Username == "" {
				t.Errorf("header %+v", a.header)
			}
			if _, err := time.Parse(time.RFC3339Nano, a.header.Date); err != nil {
				t.Errorf("date %q has no zone: %v", a.header.Date, err)
			}
			if a.parent != head {
				t.Errorf("parent %s, want the header as it came: %s", a.parent, head)
			}
			if a.content != `{"status":"<ok>"}` || a.metadata != "{}" || len(a.before) != 0 || strings.Join(a.buffers, ",") != "b1," {
				t.Errorf("answer %+v", a)
			}
			if err := w.Publish("status", m.RawHeader, "status", map[string]string{"execution_state": "idle"}, map[string]any{"m": 1}); err != nil {
				t.Fatal(err)
			}
			a = receive(t, iopub)
			if a.before[0] != "status" || a.header.Type != "status" || a.parent != head || a.metadata != `{"m":1}` {
				t.Errorf("published %+v", a)
			}
			ask := func() error { return w.Reply(Stdin, m, "input_request", struct{}{}, nil) }
			err := ask()
			for ; errors.Is(err, ErrGone); err = ask() { // the peer's greeting may still be on its way
				time.Sleep(time.Millisecond)
			}
			if err != nil {
				t.Fatal(err)
			}
			if a = receive(t, stdin); a.header.Type != "input_request" || a.parent != head {
				t.Errorf("asked %+v", a)
			}
			stdin.Send(signed(header("input_reply"), `{"value":"7"}`)...)
			if m := <-w.Incoming(Stdin); string(m.Content) != `{"value":"7"}` {
				t.Errorf("answer %s", m.Content)
			}
			_ = p.Close()
		}
		if err := w.Publish("starting", nil, "status", nil, map[string]any(nil)); err != nil {
			t.Fatal(err)
		}
		if a := receive(t, iopub); a.parent != "{}" || a.content != "{}" || a.metadata != "{}" {
			t.Errorf("nothing is %+v", a)
		}
		hb := dial(t, w, Heartbeat)
		hb.Send(nil, []byte("ping"))
		if got := hb.Must(); got[len(got)-1] != "ping" {
			t.Errorf("heartbeat %q", got)
		}
	}
}

func TestWhatCannotBeSent(t *testing.T) {
	w := listen(t, Connection{Key: key}, Options{})
	to := &Message{Identities: parts("nobody"), RawHeader: []byte("{}")}
	if err := w.Reply(Shell, to, "x_reply", nil, nil); !errors.Is(err, ErrGone) || !strings.Contains(err.Error(), "x_reply on shell") {
		t.Errorf("to nobody: %v", err)
	}
	for _, content := range []any{[]int{1}, "text", 7, func() {}, map[string]any{"x": make(chan int)}} {
		if err := w.Publish("x", nil, "stream", content, nil); err == nil {
			t.Errorf("%T was published", content)
		}
	}
}

// What is no signed message that is new reaches nobody, and the next that is one does.
func TestRefused(t *testing.T) {
	reasons := make(chan error, 10)
	w := listen(t, Connection{Key: key}, Options{Refused: func(ch Channel, reason error) { reasons <- reason }})
	head := header("execute_request")
	good := signed(head, `{"code":"1"}`)
	change := func(at int, text string) [][]byte {
		b := append([][]byte(nil), good...)
		b[at] = []byte(text)
		return b
	}
	sign := func(head, parent, metadata, content string) [][]byte {
		return parts("<IDS|MSG>", hexMAC(head, parent, metadata, content), head, parent, metadata, content)
	}
	p := dial(t, w, Shell)
	for _, c := range []struct {
		name  string
		parts [][]byte
		want  error
	}{
		{"no delimiter", parts("garbage"), ErrMalformed},
		{"one empty part", parts(""), ErrMalformed},
		{"delimiter alone", good[:1], ErrMalformed},
		{"cut after the signature", good[:2], ErrMalformed},
		{"no content", good[:5], ErrMalformed},
		{"wrong signature", change(1, strings.Repeat("0", 64)), ErrSignature},
		{"no signature", change(1, ""), ErrSignature},
		{"signature cut", change(1, string(good[1][:63])), ErrSignature},
		{"signature in capitals", change(1, strings.ToUpper(string(good[1]))), ErrSignature},
		{"other header", change(2, strings.Replace(head, "m_", "n_", 1)), ErrSignature},
		{"other parent", change(3, "{ }"), ErrSignature},
		{"other metadata", change(4, "{ }"), ErrSignature},
		{"other content", change(5, `{"code":"2"}`), ErrSignature},
		{"header is not JSON", sign("{not json", "{}", "{}", "{}"), ErrMalformed},
		{"header is a list", sign("[]", "{}", "{}", "{}"), ErrMalformed},
		{"header's msg_type is a number", sign(`{"msg_type":1}`, "{}", "{}", "{}"), ErrMalformed},
		{"header without msg_type", sign(`{"msg_id":"1"}`, "{}", "{}", "{}"), ErrMalformed},
		{"header is null", sign(`null`, "{}", "{}", "{}"), ErrMalformed},
		{"parent is not JSON", sign(header("x"), "}", "{}", "{}"), ErrMalformed},
		{"metadata is empty", sign(header("x"), "{}", "", "{}"), ErrMalformed},
		{"content is text", sign(header("x"), "{}", "{}", `"x"`), ErrMalformed},
		{"content is NaN", sign(header("x"), "{}", "{}", `{"x": NaN}`), ErrMalformed},
		{"content is cut", sign(header("x"), "{}", "{}", `{"x": `), ErrMalformed},
		{"content is as deep as a stack", sign(header("x"), "{}", "{}", strings.Repeat(`{"x":`, 1_000_000)), ErrMalformed},
	} {
		t.Run(c.name, func(t *testing.T) {
			p.Send(c.parts...)
			if reason := <-reasons; !errors.Is(reason, c.want) {
				t.Errorf("refused for %v, want %v", reason, c.want)
			}
			p.Send(signed(header("after"), `{}`)...)
			if m := <-w.Incoming(Shell); m.Header.Type != "after" {
				t.Fatalf("%+v came through", m)
			}
		})
	}
	p.Send(signed(header("nobody_knows_this_request"), `{}`)...) // types are the kernel's to know
	if m := <-w.Incoming(Shell); m.Header.Type != "nobody_knows_this_request" {
		t.Errorf("%+v", m)
	}
	p.Send(sign(header("null"), "null", "null", "{}")...) // as some clients write nothing
	if m := <-w.Incoming(Shell); string(m.Parent) != "{}" || string(m.Metadata) != "{}" {
		t.Errorf("%+v", m)
	}
}

func TestReplayRefusedOnEveryChannel(t *testing.T) {
	reasons := make(chan error, 10)
	w := listen(t, Connection{Key: key}, Options{Refused: func(ch Channel, reason error) { reasons <- fmt.Errorf("%s: %w", ch, reason) }})
	request := signed(header("execute_request"), `{}`)
	shell, control := dial(t, w, Shell), dial(t, w, Control)
	shell.Send(request...)
	<-w.Incoming(Shell)
	shell.Send(request...)
	if reason := <-reasons; !errors.Is(reason, ErrReplay) {
		t.Error(reason)
	}
	control.Send(append(parts("hop"), request...)...)
	if reason := <-reasons; !errors.Is(reason, ErrReplay) || !strings.HasPrefix(reason.Error(), "control") {
		t.Error(reason)
	}
}

// With an empty key messages are neither signed nor verified.
func TestUnsigned(t *testing.T) {
	w := listen(t, Connection{}, Options{})
	p := dial(t, w, Shell)
	for _, signature := range []string{"", "", "whatever"} {
		p.Send(parts("<IDS|MSG>", signature, `{"msg_type":"a"}`, "{}", "{}", "{}")...)
		if err := w.Reply(Shell, <-w.Incoming(Shell), "b", nil, nil); err != nil {
			t.Fatal(err)
		}
		if m := p.Must(); m[1] != "" {
			t.Errorf("signature %q", m[1])
		}
	}
}

// A giant message ends its connection and nothing else.
func TestGiantMessage(t *testing.T) {
	reasons := make(chan error, 10)
	w := listen(t, Connection{Key: key}, Options{MaxMessage: 1 << 20, Refused: func(_ Channel, reason error) { reasons <- reason }})
	p, giant := dial(t, w, Shell), dial(t, w, Shell)
	giant.Put([]byte("\x02\x00\x04\x00\x00\x00\x00\x00\x00"))
	giant.Gone()
	if reason := <-reasons; !strings.Contains(reason.Error(), "message too large: a frame of 1125899906842624 bytes") {
		t.Error(reason)
	}
	p.Send(signed(header("x"), `{"pad":"`+strings.Repeat("x", 1<<19)+`"}`)...)
	<-w.Incoming(Shell)
}

// A front end that never reads iopub, another that never reads its replies, and a kernel that takes no requests hold up
// neither the others nor the heartbeat.
func TestNobodyWaitsForWhoDoesNotRead(t *testing.T) {
	losses := make(chan Loss, 10)
	w := listen(t, Connection{Key: key}, Options{Queue: 4 << 20, Lost: func(l Loss) { losses <- l }, Linger: time.Millisecond})
	_, lazy := dial(t, w, IOPub), dial(t, w, Shell)
	lazy.Send(signed(header("x"), `{}`)...)
	m := <-w.Incoming(Shell)
	text := map[string]string{"text": strings.Repeat("x", 1<<20)}
	var slow error
	for range 24 {
		if err := w.Publish("stream", m.RawHeader, "stream", text, nil); err != nil {
			t.Fatal(err)
		}
		slow = errors.Join(slow, w.Reply(Shell, m, "x_reply", text, nil))
	}
	if !errors.Is(slow, ErrSlow) {
		t.Errorf("error of replies that are not read: %v", slow)
	}
	channels := map[Channel]bool{(<-losses).Channel: true, (<-losses).Channel: true}
	if !channels[IOPub] || !channels[Shell] {
		t.Errorf("losses on %v", channels)
	}
	for range 100 { // which nobody takes
		lazy.Send(signed(header("x"), `{}`)...)
	}
	control, hb := dial(t, w, Control), dial(t, w, Heartbeat)
	control.Send(signed(header("interrupt_request"), `{}`)...)
	if err := w.Reply(Control, <-w.Incoming(Control), "interrupt_reply", nil, nil); err != nil {
		t.Fatal(err)
	}
	receive(t, control)
	hb.Send(nil, []byte("ping"))
	hb.Must()
}

// Listen waits for a port that another process is about to leave, and says which it is if it does not.
func TestPortTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	_, err = Listen(t.Context(), Connection{StdinPort: port}, Options{Patience: 50 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "stdin channel") || !strings.Contains(err.Error(), fmt.Sprint(port)) {
		t.Fatalf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Listen(ctx, Connection{StdinPort: port}, Options{}); err == nil {
		t.Error("bound a taken port")
	}
	time.AfterFunc(50*time.Millisecond, func() { _ = l.Close() })
	w := listen(t, Connection{StdinPort: port}, Options{Patience: time.Minute})
	if c := w.Connection(); c.StdinPort != port || c.ShellPort == 0 || c.IOPubPort == 0 || c.ControlPort == 0 || c.HeartbeatPort == 0 {
		t.Errorf("bound %+v", c)
	}
}

func TestClose(t *testing.T) {
	w := listen(t, Connection{Key: key}, Options{})
	iopub, shell := dial(t, w, IOPub), dial(t, w, Shell)
	shell.Send(signed(header("shutdown_request"), `{}`)...)
	m := <-w.Incoming(Shell)
	for range 5000 {
		if err := w.Publish("stream", m.RawHeader, "stream", nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Reply(Shell, m, "shutdown_reply", nil, nil); err != nil {
		t.Fatal(err)
	}
	closed := make(chan error)
	go func() { closed <- w.Close() }()
	if n := iopub.Closed(); n != 5000 {
		t.Errorf("%d of 5000 messages came before the end", n)
	}
	if receive(t, shell).header.Type != "shutdown_reply" {
		t.Error("no reply before the end")
	}
	_, _ = iopub.Close(), shell.Close()
	if err := <-closed; err != nil {
		t.Error(err)
	}
	for _, ch := range []Channel{Shell, Control, Stdin} {
		if _, open := <-w.Incoming(ch); open {
			t.Errorf("%s is open", ch)
		}
	}
	if _, open := <-w.Subscriptions(); open {
		t.Error("subscriptions are open")
	}
	if err := w.Publish("x", nil, "stream", nil, nil); err != nil {
		t.Error(err)
	}
	if err := w.Reply(Shell, m, "x", nil, nil); !errors.Is(err, ErrGone) {
		t.Error(err)
	}
}
