package zmtp

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"time"
)

// command frames a command.
func command(name string, body []byte) packet {
	size := 1 + len(name) + len(body)
	b := appendHeader(make([]byte, 0, 9+size), flagCommand, size)
	b = append(append(b, byte(len(name))), name...)
	b = append(b, body...)
	return packet{[][]byte{b}, int64(len(b))}
}

// parseCommand splits a command into its name and its body.
func parseCommand(b []byte) (name string, body []byte, err error) {
	if len(b) == 0 || b[0] == 0 || len(b) < 1+int(b[0]) {
		return "", nil, fmt.Errorf("%w: a command without a name", errProtocol)
	}
	n := 1 + int(b[0])
	return string(b[1:n]), b[n:], nil
}

// The properties of READY that matter here. Names are compared without case.
const (
	socketType = "Socket-Type"
	identity   = "Identity"
)

func appendProperty(b []byte, name, value string) []byte {
	b = append(append(b, byte(len(name))), name...)
	b = binary.BigEndian.AppendUint32(b, uint32(len(value)))
	return append(b, value...)
}

// ready is what a peer says of itself in its READY command.
type ready struct {
	socketType string
	identity   []byte
}

func parseReady(body []byte) (ready, error) {
	var r ready
	bad := fmt.Errorf("%w: broken properties in READY", errProtocol)
	for len(body) > 0 {
		n := 1 + int(body[0])
		if n == 1 || len(body) < n+4 {
			return r, bad
		}
		name := body[1:n]
		size := binary.BigEndian.Uint32(body[n:])
		if body = body[n+4:]; uint64(size) > uint64(len(body)) {
			return r, bad
		}
		value := body[:size]
		body = body[size:]
		switch {
		case bytes.EqualFold(name, []byte(socketType)):
			r.socketType = string(value)
		case bytes.EqualFold(name, []byte(identity)):
			r.identity = value
		}
	}
	if len(r.identity) > 255 || len(r.identity) > 0 && r.identity[0] == 0 { // a zero begins the identities that we give
		return r, fmt.Errorf("%w: an identity of %d bytes that begins with %q", errProtocol, len(r.identity), r.identity[:1])
	}
	return r, nil
}

// parsePing reads the time after which a silent peer is to be taken for dead, 0 for never, and the context to echo.
func parsePing(body []byte) (ttl time.Duration, context []byte, err error) {
	if len(body) < 2 || len(body) > 2+16 {
		return 0, nil, fmt.Errorf("%w: a PING of %d bytes", errProtocol, len(body))
	}
	return time.Duration(binary.BigEndian.Uint16(body)) * 100 * time.Millisecond, body[2:], nil
}
