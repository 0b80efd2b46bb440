package pycell

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// headroom is what the process may take beyond its values: the runtime, stacks, and the garbage of one collection.
const headroom = 256 << 20

// confine limits the process: memory to half as much again as its values may take, no file grows, no core is dumped. The limit is on
// data, not on address space, of which Go reserves much that it never touches. Where a limit cannot be set the soft ones
// of package python remain.
func confine(memory int64) {
	limits := map[int]uint64{unix.RLIMIT_DATA: uint64(memory) + uint64(memory)/2 + headroom, unix.RLIMIT_FSIZE: 0, unix.RLIMIT_CORE: 0}
	if shadowed {
		delete(limits, unix.RLIMIT_DATA)
	}
	for resource, n := range limits {
		_ = unix.Setrlimit(resource, &unix.Rlimit{Cur: n, Max: n})
	}
}

// limitCPU lets the system end the process after so many more seconds of processor time, should nobody else.
func limitCPU(seconds int64) {
	var now unix.Rusage
	var l unix.Rlimit
	if seconds <= 0 || unix.Getrusage(unix.RUSAGE_SELF, &now) != nil || unix.Getrlimit(unix.RLIMIT_CPU, &l) != nil {
		return
	}
	l.Cur = min(uint64(now.Utime.Sec+now.Stime.Sec+2*seconds), l.Max)
	_ = unix.Setrlimit(unix.RLIMIT_CPU, &l)
}

// detach keeps a terminal's Ctrl-C, which is the parent's to handle, from the child.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
