package pycell

import (
	"os"
	"testing"
)

// TestMain makes the test binary its own child, as cmd/hyp is.
func TestMain(m *testing.M) {
	if IsChild(os.Args) {
		os.Exit(Child(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}
