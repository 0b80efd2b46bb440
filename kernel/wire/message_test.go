package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Signatures by jupyter_client 8.10.0, Session(key=..., signature_scheme=...).sign(parts).
func TestSignatures(t *testing.T) {
	message := parts(`{"msg_id":"m_1","msg_type":"execute_request","session":"s","username":"u","date":"2026-11-30T16:00:00.000000Z","version":"5.5"}`,
		"{}", "{}", `{"code":"1 + 1 é☃"}`)
	for scheme, want := range map[string]string{
		"hmac-sha256": "280acd8aadf8c6dbcfa183276f6cb93d48defdf351158995c520cc97fe0f69c7",
		"hmac-sha512": "e889bd6af130f96598f861e439fdc8b2161748e2189522611296af457331a808690f4314e9e627ccb7a675a751de6c0d414080dab761ec71c9e8f15cc1c3f6d3",
		"hmac-sha384": "cef5cd2a03e9482ebcd8b355078b156e46eba2116534d8853e7286b351b0f52ecef0278b0bcdf446bd638d1c3262ffd3",
		"hmac-sha224": "e4e0894167906a0f8788cd4351e917b060045c22970e3e0533b69af0",
		"hmac-sha1":   "4934ededfbd947ed61d3f4a76432431ea3e24a1a",
		"hmac-md5":    "05a11ed9cccf8b615a5cb916b82c9f47",
	} {
		s, err := newSigner(scheme, key)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(s.sign(message)); got != want {
			t.Errorf("%s: %s, want %s", scheme, got, want)
		}
	}
	if _, err := newSigner("hmac-whirlpool", key); err == nil {
		t.Error("an unknown scheme was taken")
	}
}

// However many messages come, what is remembered of them is bounded, and the last ones are always known.
func TestReplayMemoryIsBounded(t *testing.T) {
	s, err := newSigner("hmac-md5", key)
	if err != nil {
		t.Fatal(err)
	}
	body := func(i int) [][]byte { return parts(fmt.Sprint(i)) }
	const half = 500
	s.half = half
	const n = 3*half + 100
	for i := range n {
		if err := s.verify(s.sign(body(i)), body(i)); err != nil {
			t.Fatal(i, err)
		}
	}
	if got := len(s.seen) + len(s.older); got > 2*half {
		t.Errorf("%d signatures are remembered", got)
	}
	for i := n - half; i < n; i++ {
		if err := s.verify(s.sign(body(i)), body(i)); !errors.Is(err, ErrReplay) {
			t.Fatalf("message %d of %d came twice: %v", i, n, err)
		}
	}
}

func TestConnectionFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kernel.json")
	for text, want := range map[string]string{
		`{`:                                         "unexpected end of JSON input",
		`{"shell_port": "x"}`:                       "shell_port",
		`{"transport": "udp"}`:                      `transport "udp" is neither tcp nor ipc`,
		`{"transport": "ipc"}`:                      "ip, the path of the sockets, is empty",
		`{"hb_port": 70000}`:                        "hb_port 70000 is not a port",
		`{"stdin_port": -1}`:                        "stdin_port -1 is not a port",
		`{"shell_port": 7, "control_port": 7}`:      "shell_port and control_port are both 7",
		`{"key": "k", "signature_scheme": "rot13"}`: `signature_scheme "rot13" is none of hmac-sha256`,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadConnection(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if _, err := ReadConnection(path + ".none"); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	// As jupyter_client 8.10.0 writes it.
	text := `{"shell_port": 1, "iopub_port": 2, "stdin_port": 3, "control_port": 4, "hb_port": 5, "ip": "127.0.0.1", "key": "k", "transport": "tcp", "signature_scheme": "hmac-sha256", "kernel_name": "hyp", "jupyter_session": "x.ipynb"}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := ReadConnection(path)
	want := Connection{"tcp", "127.0.0.1", 1, 2, 3, 4, 5, "k", "hmac-sha256", "hyp"}
	if err != nil || c != want {
		t.Errorf("read %+v, %v", c, err)
	}
	again := filepath.Join(t.TempDir(), "again.json")
	if err := c.Write(again); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(again); err != nil || info.Mode().Perm() != 0o600 {
		t.Error("others may read the key")
	}
	if c, err = ReadConnection(again); err != nil || c != want {
		t.Errorf("read again %+v, %v", c, err)
	}
	if err := c.Write(filepath.Join(t.TempDir(), "no", "folder.json")); err == nil {
		t.Error("written to a folder that is not there")
	}
}

// FuzzDecode: whatever parts come, reading ends, and only what is signed and in form comes through.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("id\x00<IDS|MSG>\x00\x00{\"msg_type\":\"a\"}\x00{}\x00{}\x00{}\x00buffer"), true)
	f.Add([]byte("<IDS|MSG>\x00\x00{\"msg_type\":\"a\",\"subshell_id\":null}\x00null\x00 {} \x00{}"), false)
	f.Add([]byte("<IDS|MSG>\x00sig\x00{}"), true)
	f.Fuzz(func(t *testing.T, in []byte, sign bool) {
		s, err := newSigner("hmac-sha256", key)
		if err != nil {
			t.Fatal(err)
		}
		all := parts(strings.Split(string(in), "\x00")...)
		for i := range all {
			if sign && string(all[i]) == "<IDS|MSG>" && i+5 < len(all) {
				all[i+1] = s.sign(all[i+2 : i+6])
				break
			}
		}
		m, err := decode(delimiter, all, s) // an identity that looks like what follows it
		if err != nil {
			if !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrSignature) {
				t.Fatal(err)
			}
			return
		}
		if !sign {
			t.Fatalf("%q came through unsigned", in)
		}
		if string(m.Identities[0]) != string(delimiter) {
			t.Fatalf("identities %q", m.Identities)
		}
		for _, raw := range []json.RawMessage{m.RawHeader, m.Parent, m.Metadata, m.Content} {
			var object map[string]any
			if err := json.Unmarshal(raw, &object); err != nil || object == nil {
				t.Fatalf("%q is no object: %v", raw, err)
			}
		}
		out, err := encode(s, m.Header, m.RawHeader, m.Metadata, m.Content, m.Buffers)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := decode(delimiter, out, s); err != nil || again.Header != m.Header || string(again.Parent) != string(m.RawHeader) || len(again.Buffers) != len(m.Buffers) {
			t.Fatalf("%q became %q, %v", in, out, err)
		}
	})
}
