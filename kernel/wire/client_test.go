package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/zmtp/zmtptest"
)

const key = "5ca1ab1e-0000"

// listen binds a kernel's side to free ports.
func listen(t testing.TB, c Connection, opt Options) *Conn {
	t.Helper()
	if opt.Linger == 0 {
		opt.Linger = 2 * time.Minute
	}
	w, err := Listen(t.Context(), c, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// dial connects a front end's socket to a channel.
func dial(t testing.TB, w *Conn, ch Channel) *zmtptest.Peer {
	t.Helper()
	kind := map[Channel]string{IOPub: "SUB", Heartbeat: "REQ"}[ch]
	if kind == "" {
		kind = "DEALER"
	}
	c := w.Connection()
	p := zmtptest.Dial(t, c.endpoint(ch), 1, kind, "front end")
	if ch == IOPub {
		p.Subscribe("", true)
		if topic := <-w.Subscriptions(); len(topic) > 0 {
			t.Fatalf("subscribed to %q", topic)
		}
	}
	return p
}

func hexMAC(parts ...string) string {
	mac := hmac.New(sha256.New, []byte(key))
	for _, p := range parts {
		mac.Write([]byte(p))
	}
	return hex.EncodeToString(mac.Sum(nil))
}

var requests int

// header is the header of a request that was not made before, with spaces and a field that we know nothing of.
func header(msgType string) string {
	requests++
	return fmt.Sprintf(`{"msg_id": "m_%d",  "session":"s", "username":"ada", "date":"2026-11-30T16:00:00.000000Z", "msg_type":%q, "version":"5.4", "x": [1.0, 1e3]}`, requests, msgType)
}

// signed makes the parts of a request from the delimiter on.
func signed(head, content string) [][]byte {
	return parts("<IDS|MSG>", hexMAC(head, "{}", "{}", content), head, "{}", "{}", content)
}

func parts(texts ...string) [][]byte {
	b := make([][]byte, len(texts))
	for i, text := range texts {
		b[i] = []byte(text)
	}
	return b
}

// answer is a message as a front end reads it.
type answer struct {
	before                    []string // the topic, or nothing
	header                    Header
	parent, metadata, content string
	buffers                   []string
}

// receive reads a message and fails the test unless it is signed and in form.
func receive(t testing.TB, p *zmtptest.Peer) answer {
	t.Helper()
	m := p.Must()
	at := 0
	for at < len(m) && m[at] != "<IDS|MSG>" {
		at++
	}
	if len(m) < at+6 {
		t.Fatalf("message %q", m)
	}
	if want := hexMAC(m[at+2 : at+6]...); m[at+1] != want {
		t.Fatalf("signature %q, want %q", m[at+1], want)
	}
	a := answer{before: m[:at], parent: m[at+3], metadata: m[at+4], content: m[at+5], buffers: m[at+6:]}
	if err := json.Unmarshal([]byte(m[at+2]), &a.header); err != nil {
		t.Fatal(err)
	}
	return a
}
