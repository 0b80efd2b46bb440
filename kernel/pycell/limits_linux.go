package pycell

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

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

// processorTime is how long a process has run on the processors, to a hundredth of a second.
func processorTime(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')')+1:]), " ")
	fields := strings.Fields(rest) // the first is the third of proc(5): the state
	if len(fields) < 13 {
		return 0, false
	}
	var ticks int64
	for _, f := range fields[11:13] { // in user and in system mode
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return 0, false
		}
		ticks += n
	}
	return time.Duration(ticks) * (time.Second / 100), true
}

// detach keeps a terminal's Ctrl-C, which is the parent's to handle, from the child.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
