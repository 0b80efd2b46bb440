package pycell

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/kernel/serve"
)

// A child that the machine does not let run for several grace periods is not killed for it: it stops once it runs again, and its
// variables stay.
func TestStarvedChildIsNotKilled(t *testing.T) {
	c, _ := start(t, Options{Grace: time.Second})
	if _, err := run(t, c, "kept = 7"); err != nil {
		t.Fatal(err)
	}
	pid := c.child.cmd.Process.Pid
	ctx, cancel := context.WithCancel(t.Context())
	p := newPage()
	go func() {
		<-p.wrote
		if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
			t.Error(err)
		}
		cancel()
		time.Sleep(2500 * time.Millisecond) // longer than the grace period, and shorter than ten
		if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
			t.Error("the child was killed: ", err)
		}
	}()
	err := c.Run(ctx, serve.Cell{Code: "print('on')\nwhile True: pass"}, p)
	var f *serve.Failure
	if !errors.As(err, &f) || f.Name != "KeyboardInterrupt" || strings.Contains(f.Value, "gone") {
		t.Fatal(err)
	}
	if p, err := run(t, c, "kept"); err != nil || p.value != "7" {
		t.Errorf("%q %v", p.value, err)
	}
}
