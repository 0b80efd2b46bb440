package zmtp

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// greeting is what both sides send first: a signature, the version 3.1, the mechanism NULL, and zeros.
var greeting = func() []byte {
	g := make([]byte, 64)
	g[0], g[9] = 0xFF, 0x7F
	g[10], g[11] = 3, 1
	copy(g[12:], "NULL")
	return g
}()

// readGreeting reads a peer's greeting. It takes no more bytes than it needs to know that they are none.
func readGreeting(r io.Reader) error {
	var g [64]byte
	for _, upto := range []struct {
		from, to int
		good     func() bool
		wrong    string
	}{
		{0, 1, func() bool { return g[0] == 0xFF }, "no signature"},
		{1, 10, func() bool { return g[9]&1 == 1 }, "no signature"},
		{10, 11, func() bool { return g[10] >= 3 }, "an older version"},
		{11, 64, func() bool { return string(g[12:16]) == "NULL" && allZero(g[16:32]) }, "a mechanism other than NULL"},
	} {
		if _, err := io.ReadFull(r, g[upto.from:upto.to]); err != nil {
			return cut(err)
		}
		if !upto.good() {
			return fmt.Errorf("%w: %s", errProtocol, upto.wrong)
		}
	}
	return nil
}

func allZero(b []byte) bool { return !slices.ContainsFunc(b, func(c byte) bool { return c != 0 }) }

// shake greets the peer and exchanges READY, as a socket of type ours that talks with peers of the types theirs.
func (d *decoder) shake(w io.Writer, ours string, theirs []string) (ready, error) {
	if _, err := w.Write(greeting); err != nil {
		return ready{}, err
	}
	if err := readGreeting(d.r); err != nil {
		return ready{}, err
	}
	if _, err := w.Write(command("READY", appendProperty(nil, socketType, ours)).pieces[0]); err != nil {
		return ready{}, err
	}
	_, cmd, err := (&decoder{r: d.r}).next() // which takes no message, only a command
	if err != nil {
		return ready{}, cut(err)
	}
	name, body, err := parseCommand(cmd)
	if err != nil {
		return ready{}, err
	}
	switch name {
	case "READY":
	case "ERROR":
		return ready{}, errors.New("the peer refuses this socket")
	default:
		return ready{}, fmt.Errorf("%w: %q where READY belongs", errProtocol, name)
	}
	r, err := parseReady(body)
	if err == nil && !slices.Contains(theirs, r.socketType) {
		err = fmt.Errorf("%w: a %q socket cannot talk to %s", errProtocol, r.socketType, ours)
		reason := "Invalid socket combination"
		_, _ = w.Write(command("ERROR", append([]byte{byte(len(reason))}, reason...)).pieces[0]) // a courtesy: it goes anyway
	}
	return r, err
}
