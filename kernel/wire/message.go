package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Why a message was refused or not sent.
var (
	ErrSignature = errors.New("wrong signature")
	ErrReplay    = errors.New("message seen before")
	ErrMalformed = errors.New("not a Jupyter message")
	ErrGone      = errors.New("client has gone")
	ErrSlow      = errors.New("client reads too slowly")
)

// Header is the header of a message.
type Header struct {
	ID       string `json:"msg_id"`
	Session  string `json:"session"`
	Username string `json:"username"`
	Date     string `json:"date"` // ISO 8601 with a zone
	Type     string `json:"msg_type"`
	Version  string `json:"version"`
	Subshell string `json:"subshell_id,omitempty"` // of a request to a subshell (JEP 91)
}

// Message is a message that came in and was verified. Parent, Metadata and Content are JSON objects.
type Message struct {
	Channel    Channel
	Identities [][]byte // the route back to the client
	Header     Header
	RawHeader  json.RawMessage // the header's own bytes: the parent_header of everything that answers it
	Parent     json.RawMessage
	Metadata   json.RawMessage
	Content    json.RawMessage
	Buffers    [][]byte
}

// delimiter stands between the identities, or the topic, and the message.
var delimiter = []byte("<IDS|MSG>")

// decode verifies the parts of a message from the client of an identity and then, not before, reads them. An error wraps
// ErrSignature, ErrReplay or ErrMalformed.
func decode(identity []byte, parts [][]byte, s *signer) (*Message, error) {
	at := slices.IndexFunc(parts, func(p []byte) bool { return bytes.Equal(p, delimiter) })
	if at < 0 {
		return nil, fmt.Errorf("%w: no delimiter in %d parts", ErrMalformed, len(parts))
	}
	body := parts[at+1:]
	if len(body) < 5 {
		return nil, fmt.Errorf("%w: %d parts after the delimiter, of 5", ErrMalformed, len(body))
	}
	signature, body, buffers := body[0], body[1:5], body[5:]
	if err := s.verify(signature, body); err != nil {
		return nil, err
	}
	for i, name := range [...]string{"header", "parent_header", "metadata", "content"} {
		if i > 0 && string(body[i]) == "null" {
			body[i] = []byte("{}")
			continue
		}
		if start := bytes.TrimLeft(body[i], " \t\r\n"); len(start) == 0 || start[0] != '{' || !json.Valid(body[i]) {
			return nil, fmt.Errorf("%w: %s is not a JSON object", ErrMalformed, name)
		}
	}
	m := &Message{Identities: append([][]byte{identity}, parts[:at]...), RawHeader: body[0], Parent: body[1], Metadata: body[2], Content: body[3], Buffers: buffers}
	if err := json.Unmarshal(m.RawHeader, &m.Header); err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrMalformed, err)
	}
	if m.Header.Type == "" {
		return nil, fmt.Errorf("%w: no msg_type in the header", ErrMalformed)
	}
	return m, nil
}

// encode makes the parts of a message from the delimiter on. It signs the bytes that it returns.
func encode(s *signer, h Header, parent json.RawMessage, metadata, content any, buffers [][]byte) ([][]byte, error) {
	if len(parent) == 0 {
		parent = json.RawMessage("{}")
	}
	body := [4][]byte{1: parent}
	for i, v := range [...]any{0: h, 2: metadata, 3: content} {
		if i == 1 {
			continue
		}
		b, err := object(v)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", h.Type, err)
		}
		body[i] = b
	}
	parts := make([][]byte, 0, 6+len(buffers))
	parts = append(parts, delimiter, s.sign(body[:]))
	parts = append(parts, body[:]...)
	return append(parts, buffers...), nil
}

// object encodes v as a JSON object; nil, also a nil map or pointer, is the empty one.
func object(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	switch encoded := bytes.TrimSuffix(b.Bytes(), []byte("\n")); {
	case string(encoded) == "null":
		return []byte("{}"), nil
	case encoded[0] != '{':
		return nil, fmt.Errorf("%T is not a JSON object", v)
	default:
		return encoded, nil
	}
}
