package zmtp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// The flags of a frame; all other bits are reserved and zero.
const (
	flagMore    = 1 << iota // another part of the same message follows
	flagLong                // the length has eight bytes, not one
	flagCommand             // a command, not a part of a message
)

// Frames and commands that are no ZMTP, or are more than Options allow.
var (
	errProtocol = errors.New("not ZMTP 3")
	errTooLarge = errors.New("message too large")
)

// maxCommand bounds a command: READY with its properties, PING with its context, SUBSCRIBE with its topic.
const maxCommand = 64 << 10

// firstRead is how much memory the announcement of a frame can take before its bytes come.
const firstRead = 1 << 20

// decoder reads messages and commands from one peer.
type decoder struct {
	r        *bufio.Reader
	maxBytes int64
	maxParts int
}

// next reads a whole message, or a command, of which one is nil. A command stands between messages only.
func (d *decoder) next() (parts [][]byte, command []byte, err error) {
	left := d.maxBytes
	for {
		flags, size, err := d.header()
		switch {
		case err != nil:
			return nil, nil, err
		case flags&flagCommand != 0:
			if len(parts) > 0 || flags&flagMore != 0 {
				return nil, nil, fmt.Errorf("%w: a command inside a message", errProtocol)
			}
			if size > maxCommand {
				return nil, nil, fmt.Errorf("%w: a command of %d bytes", errTooLarge, size)
			}
			command, err := d.body(int(size))
			return nil, command, err
		case size > uint64(left):
			return nil, nil, fmt.Errorf("%w: a frame of %d bytes where %d are left of %d", errTooLarge, size, left, d.maxBytes)
		case len(parts) == d.maxParts:
			return nil, nil, fmt.Errorf("%w: more than %d parts", errTooLarge, d.maxParts)
		}
		part, err := d.body(int(size))
		if err != nil {
			return nil, nil, err
		}
		parts, left = append(parts, part), left-int64(size)
		if flags&flagMore == 0 {
			return parts, nil, nil
		}
	}
}

// header reads the flags and the length of a frame.
func (d *decoder) header() (flags byte, size uint64, err error) {
	if flags, err = d.r.ReadByte(); err != nil {
		return 0, 0, err
	}
	if flags&^(flagMore|flagLong|flagCommand) != 0 {
		return 0, 0, fmt.Errorf("%w: a frame with flags %#02x", errProtocol, flags)
	}
	var length [8]byte
	if flags&flagLong == 0 {
		_, err = io.ReadFull(d.r, length[7:])
	} else {
		_, err = io.ReadFull(d.r, length[:])
	}
	if err != nil {
		return 0, 0, cut(err)
	}
	size = binary.BigEndian.Uint64(length[:])
	if size > math.MaxInt64 {
		return 0, 0, fmt.Errorf("%w: a frame of %d bytes", errProtocol, size)
	}
	return flags, size, nil
}

// body reads n bytes. Memory for a large body grows as its bytes come, so that announcing one costs the peer as much as us.
func (d *decoder) body(n int) ([]byte, error) {
	b := make([]byte, min(n, firstRead))
	if _, err := io.ReadFull(d.r, b); err != nil {
		return nil, cut(err)
	}
	for len(b) < n {
		have := len(b)
		more := make([]byte, min(n, 4*have))
		copy(more, b)
		if _, err := io.ReadFull(d.r, more[have:]); err != nil {
			return nil, cut(err)
		}
		b = more
	}
	return b, nil
}

// cut turns an end inside a frame into an error; between frames io.EOF is how a connection ends.
func cut(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// packet is a message or command as it goes over the wire. It is never changed, so that connections can share it.
type packet struct {
	pieces [][]byte
	size   int64
}

// inlined is the size from which on a part is sent from where it lies, not copied beside its header.
const inlined = 4 << 10

// encode frames a message. Large parts are not copied.
func encode(parts [][]byte) packet {
	var p packet
	small := 0
	for _, part := range parts {
		small += 9
		if len(part) < inlined {
			small += len(part)
		}
	}
	piece := make([]byte, 0, small) // all pieces that are copied lie in this one array
	for i, part := range parts {
		var flags byte
		if i < len(parts)-1 {
			flags = flagMore
		}
		piece = appendHeader(piece, flags, len(part))
		if len(part) < inlined {
			piece = append(piece, part...)
			continue
		}
		p.add(piece)
		p.add(part)
		piece = piece[len(piece):]
	}
	p.add(piece)
	return p
}

func (p *packet) add(piece []byte) {
	if len(piece) > 0 {
		p.pieces = append(p.pieces, piece)
		p.size += int64(len(piece))
	}
}

func appendHeader(b []byte, flags byte, size int) []byte {
	if size < 256 {
		return append(b, flags, byte(size))
	}
	return binary.BigEndian.AppendUint64(append(b, flags|flagLong), uint64(size))
}
