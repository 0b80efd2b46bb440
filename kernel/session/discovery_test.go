package session_test

import (
	"context"
	"slices"
	"testing"

	"github.com/hyp-lang/hyp/graphq/insight"
	"github.com/hyp-lang/hyp/kernel/session"
	"github.com/hyp-lang/hyp/kernel/session/sessiontest"
)

// A discovery writes to the session's folder itself: the session must not hold its lock then, however often it is asked, and whatever
// has looked at the graph in between.
func TestDiscoverAgain(t *testing.T) {
	sessiontest.Folder(t, examples)
	runs := 0
	command := func(ctx context.Context, call session.Call) int {
		dir := call.Args[slices.Index(call.Args, "--graph")+1]
		g, err := insight.Open(ctx, dir, insight.Options{Write: true})
		if err != nil {
			call.Err(err.Error())
			return 2
		}
		runs++
		if err := g.Close(); err != nil {
			call.Err(err.Error())
			return 2
		}
		return 0
	}
	s := session.New(session.Config{Version: "test", Command: command})
	t.Cleanup(func() { _ = s.Close() })
	good(t, s, "%graph open kept")
	for range 4 {
		good(t, s, "%discover penguins.csv --resume")
	}
	good(t, s, "find i:insight")
	good(t, s, "%discover penguins.csv --resume")
	if runs != 5 {
		t.Errorf("%d of 5 discoveries had the folder for themselves", runs)
	}
}
