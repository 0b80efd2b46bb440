package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/hyp-lang/hyp/kernel/wire"
)

// Why a cell ended before its end, or never began: the causes of its context.
var (
	errInterrupted = errors.New("interrupted")
	errShutdown    = errors.New("the kernel shuts down")
	errDeleted     = errors.New("the subshell was deleted")
)

// guard calls do and makes a panic in it an error: a fault of ours must not end the session. The stack goes to the log.
func guard(log *slog.Logger, what string, do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("panic", "in", what, "value", fmt.Sprint(p), "stack", string(debug.Stack()))
			err = fault{p}
		}
	}()
	return do()
}

// fault is a panic in the language.
type fault struct{ value any }

func (f fault) Error() string { return fmt.Sprint(f.value) }

// fail puts an error into the protocol's form. What is not a *Failure is either the end of ctx or our own fault, and says
// so in the name of implementation.
func fail(ctx context.Context, implementation string, err error) *Failure {
	var f *Failure
	switch {
	case errors.As(err, &f):
		f = &Failure{Name: f.Name, Value: f.Value, Traceback: f.Traceback}
	case ctx.Err() != nil && !errors.As(err, new(fault)):
		f = &Failure{Name: "Interrupted", Value: ended(ctx)}
	default:
		f = &Failure{Name: "InternalError", Value: fmt.Sprintf("a fault of %s, not of the cell: %v", implementation, err)}
	}
	if f.Traceback == nil { // nbconvert shows the traceback and nothing else
		f.Traceback = []string{f.Error()}
	}
	return f
}

func ended(ctx context.Context) string {
	if cause := context.Cause(ctx); !errors.Is(cause, errInterrupted) {
		return "the cell was stopped: " + cause.Error()
	}
	return "the cell was stopped; what earlier cells did is kept"
}

// refusal is the answer to a request that cannot be done as it was sent.
func refusal(name, format string, args ...any) *Failure {
	return &Failure{Name: name, Value: fmt.Sprintf(format, args...)}
}

// read decodes the content of a request.
func read(m *wire.Message, into any) error {
	if err := json.Unmarshal(m.Content, into); err != nil {
		return refusal("ProtocolError", "the content of this %s cannot be read: %v", m.Header.Type, err)
	}
	return nil
}

// content is the failure as the protocol tells it in an error message and, with a status, in a reply.
func (f *Failure) content() content {
	lines := f.Traceback
	if lines == nil {
		lines = []string{}
	}
	return content{"ename": f.Name, "evalue": f.Value, "traceback": lines}
}

func (f *Failure) reply() content {
	c := f.content()
	c["status"] = "error"
	return c
}
