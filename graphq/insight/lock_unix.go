//go:build unix && !solaris && !aix

package insight

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file by flock unless another process has; false without an error means that one has.
func tryLock(f *os.File) (bool, error) {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		return true, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return false, nil
	}
	return false, err
}
