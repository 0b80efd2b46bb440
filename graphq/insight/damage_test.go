package insight

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDamage overwrites bytes of a commit in the middle: no reader answers from the rest, a check says what to do, and what is
// readable can be saved. A snapshot that spares the opening the damaged part does not hide it from the check.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	g := open(t, dir, Options{Write: true, Now: clock()})
	fill(t, g, 150)
	closed(t, g)
	log, snapshot := filepath.Join(dir, logName), filepath.Join(dir, snapshotName)
	good, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	index, err := os.ReadFile(snapshot)
	if err != nil {
		t.Fatal("no snapshot was written:", err)
	}
	write := func(path string, text []byte) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	second := len(headerLine()) + headBytes + bytes.Index(good[len(headerLine())+headBytes:], []byte("]\n")) + 2
	for k, at := range []int{second, second + 3, second + 6, len(good) / 2, len(good) / 3, r.IntN(len(good)/2) + 100, r.IntN(len(good)/2) + 100} {
		bad := bytes.Clone(good)
		for i := range 7 {
			bad[at+i] ^= 0x55
		}
		write(log, bad)
		write(snapshot, index)
		if g, err := Open(t.Context(), dir, Options{}); err == nil {
			problems, err := g.Check(t.Context())
			if err != nil || len(problems) != 1 || !strings.Contains(problems[0].Text, "is damaged, and whole ones follow") {
				t.Errorf("%d: with a snapshot: %v, %v", k, problems, err)
			}
			closed(t, g)
		}
		os.Remove(snapshot)
		for _, opt := range []Options{{}, {Write: true}} {
			_, err := Open(t.Context(), dir, opt)
			var damaged *DamagedError
			if !errors.As(err, &damaged) || damaged.At > int64(at)+6 || damaged.Next <= int64(at) || !strings.Contains(err.Error(), "--readable") {
				t.Fatalf("%d: byte %d: %v", k, at, err)
			}
		}
		if after, _ := os.ReadFile(log); !bytes.Equal(after, bad) {
			t.Fatalf("%d: the refusal changed the log", k)
		}
		part := open(t, dir, Options{Readable: true})
		rest := export(t, part, JSONLines)
		closed(t, part)
		fresh := open(t, t.TempDir(), Options{Write: true, Now: clock()})
		if n, _, err := fresh.Import(t.Context(), strings.NewReader(rest), "rest"); err != nil || n < 300 {
			t.Errorf("%d: %d items were saved, %v", k, n, err)
		}
		clean(t, fresh)
		closed(t, fresh)
	}
	// A log that is cut short is a crash's: it is read to its last whole commit.
	write(log, good[:len(good)-30])
	g = open(t, dir, Options{})
	clean(t, g)
	if n, err := g.Unfinished(t.Context()); err != nil || n <= 0 {
		t.Errorf("%d bytes are unfinished, %v", n, err)
	}
	closed(t, g)
}
