package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
)

// Connection is a connection file: where a kernel listens and how its messages are signed.
type Connection struct {
	Transport       string `json:"transport"` // tcp or ipc; empty is tcp
	IP              string `json:"ip"`        // for ipc the path to which "-" and the port are appended; empty is 127.0.0.1
	ShellPort       int    `json:"shell_port"`
	IOPubPort       int    `json:"iopub_port"`
	StdinPort       int    `json:"stdin_port"`
	ControlPort     int    `json:"control_port"`
	HeartbeatPort   int    `json:"hb_port"`
	Key             string `json:"key"`              // empty: messages are not signed
	SignatureScheme string `json:"signature_scheme"` // hmac-sha256 and the like; empty is hmac-sha256
	KernelName      string `json:"kernel_name,omitempty"`
}

// ReadConnection reads a connection file. What it leaves out is as the protocol has it: tcp, hmac-sha256, and a free port
// for a port that is 0.
func ReadConnection(path string) (Connection, error) {
	var c Connection
	b, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("connection file: %w", err)
	}
	if err := json.Unmarshal(b, &c); err != nil {
		return c, fmt.Errorf("connection file %s: %w", path, err)
	}
	if c, err = c.normal(); err != nil {
		return c, fmt.Errorf("connection file %s: %w", path, err)
	}
	return c, nil
}

// normal fills in defaults and refuses what cannot be listened on.
func (c Connection) normal() (Connection, error) {
	if c.Transport == "" {
		c.Transport = "tcp"
	}
	if c.IP == "" && c.Transport == "tcp" {
		c.IP = "127.0.0.1"
	}
	if c.SignatureScheme == "" {
		c.SignatureScheme = "hmac-sha256"
	}
	switch {
	case c.Transport != "tcp" && c.Transport != "ipc":
		return c, fmt.Errorf("transport %q is neither tcp nor ipc", c.Transport)
	case c.IP == "":
		return c, errors.New("ip, the path of the sockets, is empty")
	}
	taken := map[int]Channel{}
	for ch := range channels {
		port := *c.port(ch)
		if port < 0 || port > 65535 {
			return c, fmt.Errorf("%s_port %d is not a port", ch, port)
		}
		if other, found := taken[port]; found && port != 0 {
			return c, fmt.Errorf("%s_port and %s_port are both %d", other, ch, port)
		}
		taken[port] = ch
	}
	_, err := newSigner(c.SignatureScheme, c.Key)
	return c, err
}

// Write writes the connection file, readable by its owner alone, and never half.
func (c Connection) Write(path string) error {
	b, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("connection file: %w", err)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".kernel-*") // its mode is 0600
	if err != nil {
		return fmt.Errorf("connection file: %w", err)
	}
	_, err = f.Write(append(b, '\n'))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("connection file: %w", err)
	}
	return nil
}

func (c *Connection) port(ch Channel) *int {
	return [...]*int{&c.ShellPort, &c.ControlPort, &c.StdinPort, &c.IOPubPort, &c.HeartbeatPort}[ch]
}

// endpoint is where a channel listens, as ZeroMQ writes it.
func (c *Connection) endpoint(ch Channel) string {
	port := strconv.Itoa(*c.port(ch))
	if c.Transport == "ipc" {
		return "ipc://" + c.IP + "-" + port
	}
	return "tcp://" + net.JoinHostPort(c.IP, port)
}
