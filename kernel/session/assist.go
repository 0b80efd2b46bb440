package session

import (
	"context"

	"github.com/hyp-lang/hyp/kernel/serve"
)

func (s *Session) Complete(ctx context.Context, code string, cursor int) serve.Completion {
	return serve.Completion{Start: cursor, End: cursor}
}
func (s *Session) Inspect(ctx context.Context, code string, cursor int, detail bool) serve.Bundle {
	return nil
}
func (s *Session) IsComplete(code string) serve.Completeness {
	return serve.Completeness{Status: "unknown"}
}
