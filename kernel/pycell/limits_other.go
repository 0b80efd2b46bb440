//go:build !linux

package pycell

import "os/exec"

// confine does nothing: on this platform only the soft limits of package python hold, and the parent's kill.
func confine(int64) {}

func limitCPU(int64) {}

func detach(*exec.Cmd) {}
