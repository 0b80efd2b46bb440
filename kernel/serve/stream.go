package serve

import (
	"bytes"
	"time"
	"unicode/utf8"
)

// Text that is written in small pieces is sent in few messages: a front end that gets one a line falls behind, and may lose
// what its queue cannot hold.
const (
	streamDelay = 40 * time.Millisecond // how long text waits for more
	streamChunk = 256 << 10             // bytes that are sent at once, and no more
)

// stream gathers the text of one cell. Its owner serializes the calls, to flush from the timer too.
type stream struct {
	send  func(name, text string)
	late  func() // called from another goroutine when the text has waited long enough
	name  string
	text  []byte
	timer *time.Timer
	armed bool
}

// write adds text to what waits. Text of the other stream goes out first.
func (s *stream) write(name, text string) {
	if name != s.name {
		s.flush()
		s.name = name
	}
	for len(s.text)+len(text) >= streamChunk {
		n := streamChunk - len(s.text)
		s.text = append(s.text, text[:n]...)
		text = text[n:]
		if end := bytes.LastIndexByte(s.text, '\n') + 1; end > 0 { // nbconvert shows each message as a block
			s.sendFirst(end)
		} else {
			s.sendFirst(whole(s.text))
		}
	}
	if text == "" {
		return
	}
	s.text = append(s.text, text...)
	if s.armed {
		return
	}
	s.armed = true
	if s.timer == nil {
		s.timer = time.AfterFunc(streamDelay, s.late)
	} else {
		s.timer.Reset(streamDelay)
	}
}

// flush sends all that waits.
func (s *stream) flush() { s.sendFirst(len(s.text)) }

// sendFirst sends the first n bytes of what waits.
func (s *stream) sendFirst(n int) {
	if n > 0 {
		s.send(s.name, string(s.text[:n]))
		s.text = append(s.text[:0], s.text[n:]...)
	}
}

// whole is the length of the longest beginning of b that does not cut a character in two.
func whole(b []byte) int {
	for i := len(b) - 1; i >= 0 && len(b)-i < utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return i
			}
			break
		}
	}
	return len(b)
}

// elapsed is what late leads to, once the owner holds its lock. The beginning of a character waits for its rest.
func (s *stream) elapsed() {
	s.armed = false
	s.sendFirst(whole(s.text))
}

// stop ends the timer and sends the rest.
func (s *stream) stop() {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.flush()
}
