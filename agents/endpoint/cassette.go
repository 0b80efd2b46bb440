package endpoint

import (
	"bytes"
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
	options := []recorder.Option{recorder.WithSkipRequestLatency(true), recorder.WithMatcher(func(*http.Request, cassette.Request) bool { return true })}
	if c.replay {
		if _, err := os.Stat(name + ".yaml"); errors.Is(err, os.ErrNotExist) {
			return nil, &MissingError{key, c.folder}
		}
		options = append(options, recorder.WithMode(recorder.ModeReplayOnly))
	} else {
		options = append(options, recorder.WithMode(recorder.ModeRecordOnly), recorder.WithRealTransport(c.base), recorder.WithHook(secrets, recorder.AfterCaptureHook))
	}
	tape, err := recorder.New(name, options...)
	if err != nil {
		return nil, fmt.Errorf("the recording %s: %w", name, err)
	}
	response, err := tape.RoundTrip(r)
	if stop := tape.Stop(); err == nil && stop != nil {
		return nil, fmt.Errorf("the recording %s: %w", name, stop)
	}
	return response, err
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
