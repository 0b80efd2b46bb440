package insight

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A log is a header line and then frames. A frame is 4 bytes length, 4 bytes CRC-32C of the payload, both little-endian, and the
// payload: a JSON array of items that are stored together or not at all. A frame that is cut short or fails its sum ends the log:
// it was never acknowledged.

const (
	magic      = "hyp insight log\n"
	headBytes  = 8
	maxPayload = 1 << 28
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errTorn ends a log: what follows was not acknowledged.
var errTorn = errors.New("the frame is incomplete")

// encodeFrame is items as a frame, and where in its payload each one's text is.
func encodeFrame(items []*Item) ([]byte, []span, error) {
	var b bytes.Buffer
	b.Write(make([]byte, headBytes))
	b.WriteByte('[')
	at := make([]span, len(items))
	for i, it := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		text, err := encodeItem(it)
		if err != nil {
			return nil, nil, err
		}
		at[i] = span{int64(b.Len() - headBytes), uint32(len(text))}
		b.Write(text)
	}
	b.WriteString("]\n")
	frame := b.Bytes()
	payload := frame[headBytes:]
	if len(payload) > maxPayload {
		return nil, nil, fmt.Errorf("%s: %d bytes are too many for one commit", items[0].ID, len(payload))
	}
	binary.LittleEndian.PutUint32(frame, uint32(len(payload)))
	binary.LittleEndian.PutUint32(frame[4:], crc32.Checksum(payload, castagnoli))
	return frame, at, nil
}

// encodeItem is an item's JSON: one line, always the same bytes.
func encodeItem(it *Item) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(it); err != nil {
		return nil, fmt.Errorf("encoding %s: %w", it.ID, err)
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// readFrame reads the payload of the next frame. io.EOF is the log's end between two frames, errTorn an unfinished frame; buf is
// reused where it is large enough.
func readFrame(r io.Reader, buf []byte) ([]byte, error) {
	var head [headBytes]byte
	switch _, err := io.ReadFull(r, head[:]); {
	case errors.Is(err, io.EOF):
		return nil, io.EOF
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errTorn
	case err != nil:
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n == 0 || n > maxPayload {
		return nil, errTorn
	}
	// A length of garbage must not allocate: read in pieces.
	payload := buf[:0]
	if uint32(cap(payload)) < n && n <= 1<<20 {
		payload = make([]byte, 0, n)
	}
	w := bytes.NewBuffer(payload)
	switch copied, err := io.CopyN(w, r, int64(n)); {
	case errors.Is(err, io.EOF) || err == nil && copied < int64(n):
		return nil, errTorn
	case err != nil:
		return nil, err
	}
	if crc32.Checksum(w.Bytes(), castagnoli) != binary.LittleEndian.Uint32(head[4:]) {
		return nil, errTorn
	}
	return w.Bytes(), nil
}
