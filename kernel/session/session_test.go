package session_test

import (
	"flag"
	"testing"

	"github.com/hyp-lang/hyp/kernel/session"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

var update = flag.Bool("update", false, "rewrite the outputs of the scripts")

const examples = "../../examples"

func TestScripts(t *testing.T) {
	sessiontest.Scripts(t, "testdata", examples, *update, func() *session.Session { return session.New(session.Config{Version: "test"}) })
}
