package serve

import (
	"context"
	"os"
	"strconv"
	"syscall"
	"time"
)

// parentInterval is how soon a kernel notices that the process which started it is gone.
const parentInterval = 500 * time.Millisecond

// watchParent calls gone when the process that started the kernel has ended, a killed Jupyter server say: nobody could shut
// the kernel down any more. Jupyter names that process in JPY_PARENT_PID; without it a kernel was started by hand and
// stays. Where the kernel's parent is another (a launcher script between), the named process itself is looked at.
func watchParent(ctx context.Context, gone func()) {
	named, err := strconv.Atoi(os.Getenv("JPY_PARENT_PID"))
	if err != nil || named <= 1 {
		return
	}
	lives := func() bool { return os.Getppid() == named }
	if !lives() {
		lives = func() bool {
			p, err := os.FindProcess(named)
			return err == nil && p.Signal(syscall.Signal(0)) == nil
		}
		if !lives() {
			return // another machine's number, or a container's
		}
	}
	tick := time.NewTicker(parentInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if !lives() {
				gone()
				return
			}
		}
	}
}
