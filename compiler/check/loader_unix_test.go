//go:build unix

package check_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Data from a pipe are refused at once: the header and the rows are read apart, and a second opening would never return.
func TestPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.csv")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	_, found := run(t, "assoc(x, y)", check.Files{Data: path})
	if len(found) != 1 || found[0].Code != diag.UnreadableFile || !strings.Contains(found[0].Message, "is a pipe") {
		t.Errorf("%+v", found)
	}
}
