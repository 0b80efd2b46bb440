package insight

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// asNobody runs f without root's rights over files, which a thread can give up for itself.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		_, _, _ = syscall.RawSyscall(syscall.SYS_SETFSUID, 65534, 0, 0)
		f()
	}()
	<-done
}

// TestReadOnlyFolder opens a graph where nothing can be written.
func TestReadOnlyFolder(t *testing.T) {
	top, err := os.MkdirTemp("", "hyp")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(top)
	dir := filepath.Join(top, "graph")
	g := open(t, dir, Options{Write: true, Now: clock()})
	fill(t, g, 5)
	closed(t, g)
	for path, mode := range map[string]os.FileMode{filepath.Join(dir, logName): 0o444, filepath.Join(dir, lockName): 0o444, dir: 0o555, top: 0o555} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	defer os.Chmod(top, 0o755)
	defer os.Chmod(dir, 0o755)
	asNobody(t, func() {
		if _, err := Open(t.Context(), dir, Options{Write: true}); err == nil || !strings.Contains(err.Error(), "cannot be written: permission denied") {
			t.Errorf("a writer in a read-only folder: %v", err)
		}
		if _, err := Open(t.Context(), filepath.Join(top, "new"), Options{Write: true}); err == nil || !strings.Contains(err.Error(), "cannot be written: permission denied") {
			t.Errorf("a new graph in a read-only folder: %v", err)
		}
		g, err := Open(t.Context(), dir, Options{})
		if err != nil {
			t.Errorf("a reader in a read-only folder: %v", err)
			return
		}
		defer g.Close()
		clean(t, g)
	})
}
