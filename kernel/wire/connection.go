package wire

import "errors"

// Connection is a connection file: where a kernel listens and how its messages are signed.
type Connection struct {
	Transport       string `json:"transport"` // tcp or ipc
	IP              string `json:"ip"`        // for ipc the path to which "-" and the port are appended
	ShellPort       int    `json:"shell_port"`
	IOPubPort       int    `json:"iopub_port"`
	StdinPort       int    `json:"stdin_port"`
	ControlPort     int    `json:"control_port"`
	HeartbeatPort   int    `json:"hb_port"`
	Key             string `json:"key"`
	SignatureScheme string `json:"signature_scheme"`
	KernelName      string `json:"kernel_name,omitempty"`
}

// ReadConnection reads a connection file.
func ReadConnection(path string) (Connection, error) {
	return Connection{}, errors.New("not yet")
}

// Write writes the connection file, readable for its owner alone.
func (c Connection) Write(path string) error { return errors.New("not yet") }
