//go:build !linux

package pycell

import (
	"os/exec"
	"time"
)

// confine does nothing: on this platform only the soft limits of package python hold, and the parent's kill.
func confine(int64) {}

func limitCPU(int64) {}

// processorTime is not known on this platform.
func processorTime(int) (time.Duration, bool) { return 0, false }

func detach(*exec.Cmd) {}
