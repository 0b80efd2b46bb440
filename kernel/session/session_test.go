package session_test

import (
	"flag"
	"os"
	"testing"

	"github.com/hyp-lang/hyp/kernel/pycell"
	"github.com/hyp-lang/hyp/kernel/session"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

var update = flag.Bool("update", false, "rewrite the outputs of the scripts")

// The test binary is the child of Python cells, too.
func TestMain(m *testing.M) {
	if pycell.IsChild(os.Args) {
		os.Exit(pycell.Child(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

const examples = "../../examples"

func TestScripts(t *testing.T) {
	sessiontest.Scripts(t, "testdata", examples, *update, func() *session.Session { return session.New(session.Config{Version: "test"}) })
}
