package serve

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/wire"
	"github.com/hyp-lang/hyp/kernel/zmtp/zmtptest"
)

// The test binary is, by this variable, also a kernel, whose connection file it names, or a process that starts one.
const role = "SERVE_TEST_ROLE"

func TestMain(m *testing.M) {
	switch kind, path, _ := strings.Cut(os.Getenv(role), " "); kind {
	case "kernel":
		c := wire.Connection{Transport: "tcp", IP: "127.0.0.1", Key: "secret", SignatureScheme: "hmac-sha256"}
		err := Run(context.Background(), c, newEcho(), Options{Bound: func(c wire.Connection) {
			if err := c.Write(path); err != nil {
				panic(err)
			}
		}})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	case "parent":
		kernel := exec.Command(os.Args[0])
		kernel.Env = append(os.Environ(), role+"=kernel "+path, "JPY_PARENT_PID="+strconv.Itoa(os.Getpid()))
		_ = kernel.Run()
	default:
		os.Exit(m.Run())
	}
}

// process starts the test binary in a role and returns a client of its kernel.
func process(t *testing.T, kind string) (*exec.Cmd, *bytes.Buffer, *client) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("signals of Unix")
	}
	path := filepath.Join(t.TempDir(), "connection.json")
	var stderr bytes.Buffer
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), role+"="+kind+" "+path)
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		c, err := wire.ReadConnection(path)
		if err == nil {
			return cmd, &stderr, connect(t, c)
		}
		if time.Since(begin) > patience {
			t.Fatalf("the kernel does not start: %v", err)
		}
	}
}

func exit(t *testing.T, cmd *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil || stderr.Len() > 0 {
			t.Errorf("exit: %v, stderr %q", err, stderr)
		}
	case <-time.After(patience):
		t.Fatal("the process does not end")
	}
}

// client is a front end on a socket for each channel.
type client struct {
	testing.TB
	at    wire.Connection
	peers map[wire.Channel]*zmtptest.Peer
	got   chan event
	seen  []event
	sent  int
}

func endpoint(c wire.Connection, ch wire.Channel) string {
	port := map[wire.Channel]int{
		wire.Shell: c.ShellPort, wire.Control: c.ControlPort, wire.Stdin: c.StdinPort, wire.IOPub: c.IOPubPort,
		wire.Heartbeat: c.HeartbeatPort,
	}[ch]
	return fmt.Sprintf("%s://%s:%d", c.Transport, c.IP, port)
}

func connect(t testing.TB, at wire.Connection) *client {
	t.Helper()
	c := &client{TB: t, at: at, peers: map[wire.Channel]*zmtptest.Peer{}, got: make(chan event, 100)}
	for _, ch := range []wire.Channel{wire.Shell, wire.Control, wire.Stdin} {
		c.peers[ch] = zmtptest.Dial(t, endpoint(at, ch), 1, "DEALER", "me")
	}
	c.peers[wire.IOPub] = zmtptest.Dial(t, endpoint(at, wire.IOPub), 1, "SUB", "")
	c.peers[wire.IOPub].Subscribe("", true)
	for ch, p := range c.peers {
		go func() {
			for {
				parts, err := p.Next()
				if err != nil {
					return
				}
				c.got <- c.read(ch, parts)
			}
		}()
	}
	c.until("", func(e event) bool { return e.kind == "iopub_welcome" })
	return c
}

func (c *client) sign(parts [][]byte) []byte {
	h := hmac.New(sha256.New, []byte(c.at.Key))
	for _, p := range parts {
		h.Write(p)
	}
	return []byte(hex.EncodeToString(h.Sum(nil)))
}

func (c *client) read(ch wire.Channel, parts [][]byte) event {
	i := 0
	for string(parts[i]) != "<IDS|MSG>" {
		i++
	}
	if !bytes.Equal(parts[i+1], c.sign(parts[i+2:i+6])) {
		c.Errorf("a message is not signed: %.200q", parts)
	}
	var header, parent wire.Header
	e := event{channel: ch}
	for n, into := range []any{&header, &parent, &e.meta, &e.content} {
		if err := json.Unmarshal(parts[i+2+n], into); err != nil {
			c.Errorf("part %d: %v", n, err)
		}
	}
	e.kind, e.parent = header.Type, parent.ID
	return e
}

func (c *client) send(ch wire.Channel, kind string, content any) string {
	c.sent++
	id := fmt.Sprint("c", c.sent)
	header := wire.Header{ID: id, Session: "me", Type: kind, Version: "5.5", Date: time.Now().UTC().Format(time.RFC3339Nano)}
	var parts [][]byte
	for _, v := range []any{header, map[string]any{}, map[string]any{}, content} {
		b, _ := json.Marshal(v)
		parts = append(parts, b)
	}
	c.peers[ch].Send(append([][]byte{[]byte("<IDS|MSG>"), c.sign(parts)}, parts...)...)
	return id
}

// until reads messages until want accepts one of the request, and returns those of the request.
func (c *client) until(id string, want func(event) bool) (events []event) {
	c.Helper()
	deadline := time.After(patience)
	for i := 0; ; i++ {
		if i == len(c.seen) {
			select {
			case e := <-c.got:
				c.seen = append(c.seen, e)
			case <-deadline:
				c.Fatalf("waited in vain; so far %d messages, %d bytes of text", len(events), len(text(events)))
			}
		}
		if e := c.seen[i]; e.parent == id {
			events = append(events, e)
			if want(e) {
				return events
			}
		}
	}
}

// run runs a cell and returns its messages, the reply last when it overtook idle.
func (c *client) run(text string) []event {
	c.Helper()
	return c.idle(c.send(wire.Shell, "execute_request", code(text)))
}

// idle waits for the reply and for idle, which come on different sockets.
func (c *client) idle(id string) []event {
	c.Helper()
	replied, idle := false, false
	return c.until(id, func(e event) bool {
		replied = replied || e.channel != wire.IOPub
		idle = idle || e.String() == "idle"
		return replied && idle
	})
}

func TestProcess(t *testing.T) {
	cmd, stderr, c := process(t, "kernel")
	if r := reply(t, c.idle(c.send(wire.Shell, "kernel_info_request", nil))); r["implementation"] != "echo" {
		t.Errorf("kernel_info: %v", r)
	}
	var public []event
	for _, e := range c.run("set x 5\nprint hello\nget x") {
		if e.channel == wire.IOPub {
			public = append(public, e)
		}
	}
	if got := names(public); got != "busy execute_input stream execute_result idle" {
		t.Errorf("on iopub: %s", got)
	}

	beat := zmtptest.Dial(t, endpoint(c.at, wire.Heartbeat), 1, "REQ", "")
	cell := c.send(wire.Shell, "execute_request", code("hold"))
	c.until(cell, func(e event) bool { return e.kind == "execute_input" })
	beat.Send(nil, []byte("beat"))
	if got := beat.Must(); !reflect.DeepEqual(got, []string{"", "beat"}) {
		t.Errorf("heartbeat: %q", got)
	}
	begin := time.Now()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if r := reply(t, c.idle(cell)); r["ename"] != "Interrupted" {
		t.Errorf("SIGINT: %v", r)
	}
	t.Logf("interrupted by SIGINT after %v", time.Since(begin))
	if r := reply(t, c.run("get x")); r["status"] != "ok" {
		t.Errorf("after SIGINT: %v", r)
	}

	cell = c.send(wire.Shell, "execute_request", code("ask name?", "allow_stdin", true))
	c.until(cell, func(e event) bool { return e.kind == "input_request" && e.channel == wire.Stdin })
	c.send(wire.Stdin, "input_reply", map[string]any{"value": "Ada"})
	if got := text(c.idle(cell)); got != "got Ada\n" {
		t.Errorf("input: %q", got)
	}

	id := c.send(wire.Control, "shutdown_request", map[string]any{"restart": true})
	if r := reply(t, c.idle(id)); r["status"] != "ok" || r["restart"] != true {
		t.Errorf("shutdown: %v", r)
	}
	exit(t, cmd, stderr)
}

// A front end that never reads loses its own output; another gets all of it, and the control channel answers meanwhile.
func TestLargeOutput(t *testing.T) {
	cmd, stderr, c := process(t, "kernel")
	idler := zmtptest.Dial(t, endpoint(c.at, wire.IOPub), 1, "SUB", "")
	idler.Subscribe("", true)
	const size = 20_000_000 // more than is let wait for one client
	cell := c.send(wire.Shell, "execute_request", code(fmt.Sprintf("bytes %d\nprint end", size)))
	c.until(cell, func(e event) bool { return e.kind == "stream" })
	reply(t, c.idle(c.send(wire.Control, "kernel_info_request", nil)))
	if got := text(c.idle(cell)); len(got) < size || !strings.HasSuffix(got, "end\n") {
		t.Errorf("%d bytes came", len(got))
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	exit(t, cmd, stderr)
}

func TestProcessEndsWithItsParent(t *testing.T) {
	cmd, _, c := process(t, "parent")
	cell := c.send(wire.Shell, "execute_request", code("hold"))
	c.until(cell, func(e event) bool { return e.kind == "execute_input" })
	beat := zmtptest.Dial(t, endpoint(c.at, wire.Heartbeat), 1, "REQ", "")
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if r := reply(t, c.idle(cell)); r["ename"] != "Interrupted" {
		t.Errorf("the cell that ran: %v", r)
	}
	beat.Closed()
}
