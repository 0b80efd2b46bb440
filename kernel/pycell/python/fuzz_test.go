package python

import (
	"strings"
	"testing"
	"time"
)

// FuzzRun runs anything: no panic, no internal error, and it ends when asked to.
func FuzzRun(f *testing.F) {
	code, _ := snippets(f)
	for _, c := range code {
		f.Add(c)
	}
	for _, c := range mistakes {
		f.Add(c.code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		m := New(Config{Memory: 64 << 20})
		stop := time.AfterFunc(200*time.Millisecond, func() { m.Stop(OutOfTime) })
		defer stop.Stop()
		_, failed := m.Run("cell", code)
		if failed != nil && strings.Contains(failed.Value, "internal error") {
			t.Fatalf("%q: %v", code, failed)
		}
		IsComplete(code)
		Complete(code, len(code)/2, m.Names())
	})
}

// FuzzRewrite keeps lines, and leaves alone what needs no rewriting.
func FuzzRewrite(f *testing.F) {
	code, _ := snippets(f)
	for _, c := range code {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, code string) {
		out, edits, bad := rewrite(code)
		if bad != nil {
			if bad.at < 0 || bad.at > len(code) {
				t.Fatalf("%q: mistake at %d", code, bad.at)
			}
			return
		}
		if a, b := strings.Count(code, "\n"), strings.Count(out, "\n"); a != b {
			t.Fatalf("%q has %d lines, rewritten %d: %q", code, a, b, out)
		}
		if len(edits) == 0 && out != code {
			t.Fatalf("%q became %q without an edit", code, out)
		}
	})
}
