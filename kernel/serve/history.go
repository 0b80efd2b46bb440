package serve

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
)

// The history is bounded, in memory and in its file: what is older is forgotten.
const (
	historyCells = 1000
	historyBytes = 4 << 20
)

// past is a cell of the history: the protocol's (session, line number, input, output).
type past struct {
	Session int    `json:"session"` // counts the starts of a kernel, from 1
	Line    int    `json:"line"`    // the execution count; 0 marks the start of a session
	Input   string `json:"input,omitempty"`
	Output  string `json:"output,omitempty"` // the result as plain text
}

func (p past) size() int { return len(p.Input) + len(p.Output) }

// history holds the cells of this session and the latest of earlier ones. It is kept in a file of JSON lines to which
// every kernel of the user appends; without one it is as old as the kernel.
type history struct {
	log     *slog.Logger
	ready   chan struct{} // a lock: full while nobody uses the fields below
	cells   []past
	bytes   int
	session int
	file    *os.File
}

// openHistory reads the history in the background, so that a kernel starts at once. A file that cannot be read or written
// is logged and not used.
func openHistory(path string, log *slog.Logger) *history {
	h := &history{log: log, ready: make(chan struct{}, 1), session: 1}
	if path == "" {
		h.ready <- struct{}{}
		return h
	}
	go func() {
		defer h.unlock()
		if err := h.load(path); err != nil {
			log.Warn("history is kept in memory only", "file", path, "error", err)
		}
	}()
	return h
}

func (h *history) lock()   { <-h.ready }
func (h *history) unlock() { h.ready <- struct{}{} }

// load reads what path holds, shortens it when it has outgrown its bound, and begins a session at its end.
func (h *history) load(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	old, err := os.ReadFile(path)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	for line := range bytes.Lines(old) {
		var p past
		if json.Unmarshal(line, &p) != nil || p.Session < 1 {
			continue // a line that was cut
		}
		h.session = max(h.session, p.Session+1)
		if p.Line > 0 {
			h.keep(p)
		}
	}
	if len(old) > 4*historyBytes {
		if err := h.rewrite(path); err != nil {
			return err
		}
	}
	h.file, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return h.append(past{Session: h.session})
}

// rewrite replaces the file by what is kept, whole or not at all.
func (h *history) rewrite(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	w := bufio.NewWriter(f)
	enc := json.NewEncoder(w)
	for _, p := range h.cells {
		if err := enc.Encode(p); err != nil {
			f.Close()
			return err
		}
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// append writes one line in one call, so that the lines of several kernels do not mix.
func (h *history) append(p past) error {
	line, err := json.Marshal(p)
	if err != nil {
		return err
	}
	_, err = h.file.Write(append(line, '\n'))
	return err
}

func (h *history) keep(p past) {
	h.cells = append(h.cells, p)
	h.bytes += p.size()
	drop := 0
	for drop < len(h.cells) && (len(h.cells)-drop > historyCells || h.bytes > historyBytes) {
		h.bytes -= h.cells[drop].size()
		drop++
	}
	h.cells = slices.Delete(h.cells, 0, drop)
}

// add remembers a cell of this session.
func (h *history) add(line int, input, output string) {
	h.lock()
	defer h.unlock()
	p := past{Session: h.session, Line: line, Input: input, Output: output}
	if p.size() > historyBytes/4 {
		return // one giant would push everything else out
	}
	h.keep(p)
	if h.file == nil {
		return
	}
	if err := h.append(p); err != nil {
		h.log.Warn("history is kept in memory only from here", "error", err)
		h.file.Close()
		h.file = nil
	}
}

func (h *history) close() {
	h.lock()
	defer h.unlock()
	if h.file != nil {
		h.file.Close()
		h.file = nil
	}
}

// historyRequest is the content of a history_request.
type historyRequest struct {
	Access  string `json:"hist_access_type"`
	Output  bool   `json:"output"`
	Session int    `json:"session"` // 0 is this one, -1 the one before
	Start   int    `json:"start"`
	Stop    *int   `json:"stop"` // exclusive
	N       *int   `json:"n"`
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

// find answers a request, oldest cell first.
func (h *history) find(q historyRequest) ([]past, error) {
	h.lock()
	defer h.unlock()
	found := []past{}
	switch q.Access {
	case "tail":
		found = append(found, h.cells...)
	case "range":
		session := q.Session
		if session <= 0 {
			session += h.session
		}
		for _, p := range h.cells {
			if p.Session == session && p.Line >= q.Start && (q.Stop == nil || p.Line < *q.Stop) {
				found = append(found, p)
			}
		}
		return found, nil
	case "search":
		pattern := q.Pattern
		if pattern == "" {
			pattern = "*"
		}
		for _, p := range h.cells {
			if glob(pattern, p.Input) {
				found = append(found, p)
			}
		}
		if q.Unique {
			found = latest(found)
		}
	default:
		return nil, fmt.Errorf("hist_access_type is %q, not tail, range or search", q.Access)
	}
	if q.N != nil {
		found = found[max(0, len(found)-max(0, *q.N)):]
	}
	return found, nil
}

// latest leaves of each input the latest cell.
func latest(cells []past) []past {
	seen := map[string]bool{}
	kept := []past{}
	for _, p := range slices.Backward(cells) {
		if !seen[p.Input] {
			seen[p.Input] = true
			kept = append(kept, p)
		}
	}
	slices.Reverse(kept)
	return kept
}

// glob tells whether the whole of s matches pattern, in which * stands for any text, line ends too, and ? for one
// character.
func glob(pattern, s string) bool {
	p, t := []rune(pattern), []rune(s)
	i, j := 0, 0
	star, mark := -1, 0 // the last *, and how much of t it takes
	for j < len(t) {
		switch {
		case i < len(p) && p[i] == '*':
			star, mark = i, j
			i++
		case i < len(p) && (p[i] == '?' || p[i] == t[j]):
			i++
			j++
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(p) && p[i] == '*' {
		i++
	}
	return i == len(p)
}
