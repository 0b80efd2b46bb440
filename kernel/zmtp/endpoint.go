package zmtp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
)

// listen binds an endpoint, tcp://host:port or ipc://path, and returns its name with the port that was chosen for 0.
func listen(ctx context.Context, endpoint string) (net.Listener, string, error) {
	transport, address, found := strings.Cut(endpoint, "://")
	var config net.ListenConfig
	switch {
	case found && transport == "tcp":
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, "", err
		}
		if host == "*" {
			host = ""
		}
		l, err := config.Listen(ctx, "tcp", net.JoinHostPort(host, port))
		if err != nil {
			return nil, "", err
		}
		if port == "0" {
			_, port, _ = net.SplitHostPort(l.Addr().String())
			endpoint = "tcp://" + address[:len(address)-1] + port
		}
		return l, endpoint, nil
	case found && transport == "ipc" && address != "":
		l, err := config.Listen(ctx, "unix", address)
		if errors.Is(err, syscall.EADDRINUSE) && stale(address) {
			_ = os.Remove(address)
			l, err = config.Listen(ctx, "unix", address)
		}
		switch {
		case errors.Is(err, syscall.EINVAL) && len(address) > 100:
			return nil, "", fmt.Errorf("a path of %d bytes is too long for a socket: %w", len(address), err)
		case err != nil:
			return nil, "", err
		case address[0] != '@': // a path, not a name in Linux's abstract space
			if err := os.Chmod(address, 0o600); err != nil {
				_ = l.Close()
				return nil, "", err
			}
		}
		return l, endpoint, nil
	}
	return nil, "", fmt.Errorf("an endpoint is tcp://host:port or ipc://path")
}

// stale tells whether path is a socket that a process left behind: nobody answers.
func stale(path string) bool {
	if info, err := os.Lstat(path); err != nil || info.Mode()&os.ModeSocket == 0 {
		return false
	}
	nc, err := net.Dial("unix", path)
	if err == nil {
		_ = nc.Close()
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}
