package endpoint

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"gopkg.in/dnaeon/go-vcr.v4/pkg/cassette"
	"gopkg.in/dnaeon/go-vcr.v4/pkg/recorder"
)

// MissingError is a call that was not recorded.
type MissingError struct{ Key, Folder string }

func (e *MissingError) Error() string {
	return fmt.Sprintf("replay: the call %s is not among those recorded in %s: the prompts, the model or the data are not those of the recording", e.Key, e.Folder)
}

// RecordingError is a recording that cannot be written or read.
type RecordingError struct {
	Name string
	Err  error
}

func (e *RecordingError) Error() string { return fmt.Sprintf("the recording %s: %v", e.Name, e.Err) }
func (e *RecordingError) Unwrap() error { return e.Err }

// cassettes keep every call in a file of its own, written before its answer is used: a run that is killed loses none. The file is named by
// the hash of the canonical request and the number of its repetition within a run.
type cassettes struct {
	base   http.RoundTripper
	folder string
	replay bool
	mu     sync.Mutex
	seen   map[string]int
}

// RoundTrip records a call or answers it from its recording.
func (c *cassettes) RoundTrip(r *http.Request) (*http.Response, error) {
	key, r, err := c.key(r)
	if err != nil {
		return nil, err
	}
	name := filepath.Join(c.folder, key)
	failed := name + ".failed.json"
	options := []recorder.Option{recorder.WithSkipRequestLatency(true), recorder.WithMatcher(func(*http.Request, cassette.Request) bool { return true })}
	if c.replay {
		if raw, err := os.ReadFile(failed); err == nil {
			return nil, recalled(failed, raw)
		}
		if _, err := os.Stat(name + ".yaml"); errors.Is(err, os.ErrNotExist) {
			return nil, &MissingError{key, c.folder}
		}
		options = append(options, recorder.WithMode(recorder.ModeReplayOnly))
	} else {
		options = append(options, recorder.WithMode(recorder.ModeRecordOnly), recorder.WithRealTransport(c.base), recorder.WithHook(secrets, recorder.AfterCaptureHook))
	}
	tape, err := recorder.New(name, options...)
	if err != nil {
		return nil, &RecordingError{name, err}
	}
	response, err := tape.RoundTrip(r)
	if err != nil {
		if c.replay {
			return nil, &RecordingError{name, err}
		}
		return nil, c.fail(r.Context(), failed, err)
	}
	if err := tape.Stop(); err != nil {
		return nil, &RecordingError{name, err}
	}
	if !c.replay {
		_ = os.Remove(failed) // of an earlier recording in this folder
	}
	return response, nil
}

// failedCall is a call without an answer, as it is kept: a replay has it fail in the same way.
type failedCall struct {
	Status  int    `json:"status,omitempty"` // 0: no whole answer came
	Message string `json:"message"`
}

// fail keeps a call that failed, and gives its error back. What the caller broke off is no failure of the call.
func (c *cassettes) fail(ctx context.Context, file string, err error) error {
	var status *StatusError
	var network *NetworkError
	var f failedCall
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return err
	case errors.As(err, &status):
		f = failedCall{status.Code, status.Message}
	case errors.As(err, &network):
		f = failedCall{0, network.Err.Error()}
	case ctx.Err() != nil:
		f = failedCall{0, "no answer in time"}
	default:
		return err
	}
	raw, e := json.Marshal(f)
	if e == nil {
		e = os.MkdirAll(c.folder, 0o755)
	}
	if e == nil {
		e = os.WriteFile(file, raw, 0o644)
	}
	if e != nil {
		return &RecordingError{file, e}
	}
	return err
}

// recalled is the error that was kept.
func recalled(file string, raw []byte) error {
	var f failedCall
	if err := json.Unmarshal(raw, &f); err != nil {
		return &RecordingError{file, err}
	}
	if f.Status != 0 {
		return &StatusError{f.Status, f.Message}
	}
	return &NetworkError{errors.New(f.Message)}
}

// key names a request, and gives it back with its body unread.
func (c *cassettes) key(r *http.Request) (string, *http.Request, error) {
	var raw []byte
	if r.Body != nil {
		var err error
		raw, err = io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			return "", nil, err
		}
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(raw))
	}
	canonical := raw
	var body any
	if json.Unmarshal(raw, &body) == nil {
		if sorted, err := json.Marshal(body); err == nil { // keys in order
			canonical = sorted
		}
	}
	sum := sha256.Sum256(append([]byte(r.Method+" "+filepath.Base(r.URL.Path)+"\n"), canonical...))
	key := hex.EncodeToString(sum[:16])
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen[key]++
	if n := c.seen[key]; n > 1 {
		key = fmt.Sprintf("%s-%d", key, n)
	}
	return key, r, nil
}

// secrets takes what a recording must not hold out of it.
func secrets(i *cassette.Interaction) error {
	for _, name := range []string{"Authorization", "Api-Key", "Openai-Organization", "Openai-Project"} {
		i.Request.Headers.Del(name)
	}
	i.Response.Headers.Del("Set-Cookie")
	return nil
}
