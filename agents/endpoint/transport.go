package endpoint

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// StatusError is a server's refusal: its HTTP status (200 when it hides an error in a good answer) and its message.
type StatusError struct {
	Code    int
	Message string
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("the model's server answers %d: %s", e.Code, e.Message)
}

// NetworkError is a call without a whole answer.
type NetworkError struct{ Err error }

func (e *NetworkError) Error() string { return fmt.Sprintf("the model's server: %v", e.Err) }
func (e *NetworkError) Unwrap() error { return e.Err }

const (
	attempts  = 5
	longest   = 8 << 20 // bytes of an answer
	firstWait = 500 * time.Millisecond
	maxWait   = time.Minute
)

// steady repeats a request that an overloaded or broken server did not answer, and reads answers whole before it hands them on, so
// that one which breaks off is repeated too.
type steady struct {
	base  http.RoundTripper
	pause func(context.Context, time.Duration) error
}

// RoundTrip sends a request up to five times.
func (t *steady) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		body, err = io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil {
			return nil, err
		}
	}
	wait := firstWait
	for try := 1; ; try++ {
		again := r.Clone(r.Context())
		if body != nil {
			again.Body = io.NopCloser(bytes.NewReader(body))
		}
		response, after, err := t.once(again)
		if err == nil {
			return response, nil
		}
		var status *StatusError
		switch {
		case r.Context().Err() != nil:
			return nil, r.Context().Err()
		case errors.As(err, &status) && !retryable(status.Code), errors.Is(err, errTooLong):
			return nil, err
		case try == attempts && status != nil:
			return nil, &StatusError{status.Code, fmt.Sprintf("%s (%d attempts)", status.Message, try)}
		case try == attempts:
			return nil, &NetworkError{fmt.Errorf("%w (%d attempts)", err.(*NetworkError).Err, try)}
		}
		asked := after > 0
		if !asked {
			after = wait
			wait = min(2*wait, maxWait)
		}
		if deadline, ok := r.Context().Deadline(); ok && time.Until(deadline) < after { // to wait would be in vain
			if asked && status != nil {
				return nil, &StatusError{status.Code, fmt.Sprintf("%s (it asks to wait %s, which is more than a call may take)", status.Message, after.Round(time.Second))}
			}
			return nil, err
		}
		if err := t.pause(r.Context(), after); err != nil {
			return nil, err
		}
	}
}

var errTooLong = errors.New("the answer is longer than 8 MB")

// once sends a request and reads the whole answer. after is the time to wait that the server asks for.
func (t *steady) once(r *http.Request) (response *http.Response, after time.Duration, err error) {
	response, err = t.base.RoundTrip(r)
	if err != nil {
		return nil, 0, &NetworkError{err}
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(response.Body, longest+1))
	switch {
	case err != nil:
		return nil, 0, &NetworkError{fmt.Errorf("the answer breaks off: %w", err)}
	case len(raw) > longest:
		return nil, 0, &NetworkError{errTooLong}
	}
	after = retryAfter(response.Header.Get("Retry-After"))
	message := hiddenError(raw)
	switch {
	case response.StatusCode >= 300 && message == "":
		return nil, after, &StatusError{response.StatusCode, cmp.Or(clip(string(raw)), http.StatusText(response.StatusCode))}
	case message != "":
		return nil, after, &StatusError{response.StatusCode, message}
	case !json.Valid(raw):
		return nil, after, &NetworkError{fmt.Errorf("the answer is no JSON: %s", clip(string(raw)))}
	}
	response.Body = io.NopCloser(bytes.NewReader(raw))
	response.ContentLength = int64(len(raw))
	return response, after, nil
}

// retryable tells a status that may pass.
func retryable(code int) bool {
	switch code {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout, 529: // 529: overloaded
		return true
	}
	return false
}

// hiddenError is the message of an error body, in each form that servers give it: {"error": {"message": …}},
// {"error": "text"}, {"message": …, "object": "error"}, {"detail": …}; empty when the body is none.
func hiddenError(raw []byte) string {
	var body struct {
		Object  string
		Choices json.RawMessage
		Error   json.RawMessage
		Message string
		Detail  json.RawMessage
	}
	if json.Unmarshal(raw, &body) != nil || len(body.Choices) > 0 && string(body.Choices) != "null" && string(body.Choices) != "[]" {
		return ""
	}
	switch {
	case len(body.Error) > 0 && string(body.Error) != "null":
		var inner struct{ Message json.RawMessage }
		if json.Unmarshal(body.Error, &inner) == nil && len(inner.Message) > 0 {
			return text(inner.Message)
		}
		return text(body.Error)
	case body.Object == "error" && body.Message != "":
		return clip(body.Message)
	case len(body.Detail) > 0 && string(body.Detail) != "null":
		return text(body.Detail)
	}
	return ""
}

// text is a JSON string's content, or other JSON as it is.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return clip(s)
	}
	return clip(string(raw))
}

// retryAfter reads a Retry-After header: seconds or a date. More than a day is a day, for what is longer than a call may take is not waited for.
func retryAfter(header string) time.Duration {
	const day = 24 * time.Hour
	if seconds, err := strconv.ParseFloat(header, 64); err == nil && seconds > 0 {
		return time.Duration(min(seconds, day.Seconds()) * float64(time.Second))
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, min(time.Until(at), day))
	}
	return 0
}

// extraKey is the context's key of fields to merge into a request's body.
type extraKey struct{}

// extras merges the fields that the library does not write.
type extras struct{ base http.RoundTripper }

// RoundTrip adds the fields of the context to the body.
func (t *extras) RoundTrip(r *http.Request) (*http.Response, error) {
	extra, _ := r.Context().Value(extraKey{}).(map[string]any)
	if len(extra) == 0 || r.Body == nil {
		return t.base.RoundTrip(r)
	}
	raw, err := io.ReadAll(r.Body)
	r.Body.Close()
	if err != nil {
		return nil, err
	}
	var body map[string]json.RawMessage // a schema keeps the order of its keys, in which models answer
	if err := json.Unmarshal(raw, &body); err != nil {
		return nil, err
	}
	for k, v := range extra {
		if body[k], err = json.Marshal(v); err != nil {
			return nil, err
		}
	}
	if raw, err = json.Marshal(body); err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(raw)), int64(len(raw))
	r.GetBody = nil
	return t.base.RoundTrip(r)
}
