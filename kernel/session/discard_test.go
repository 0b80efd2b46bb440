package session_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/kernel/session"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

// The folder that a command is lent, with the graph in memory, is gone when the session is closed.
func TestLentFolderIsRemoved(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	sessiontest.Folder(t, examples)
	lent := ""
	s := session.New(session.Config{Version: "test", Command: func(_ context.Context, call session.Call) int {
		if dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), "hyp-graph-*")); len(dirs) == 1 {
			lent = dirs[0]
		}
		return 0
	}})
	for i, code := range []string{"dataset penguins from \"penguins.csv\"\nassoc(flipper_length_mm, body_mass_g)", "%graph check"} {
		if out, err := sessiontest.Do(t, s, serve.Cell{Code: code, Count: i + 1}); err != nil {
			t.Fatal(out, err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(lent); lent == "" || !os.IsNotExist(err) {
		t.Errorf("%q: %v", lent, err)
	}
}
