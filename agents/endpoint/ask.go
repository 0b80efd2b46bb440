package endpoint

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Request is one conversation to be answered.
type Request struct {
	Purpose     string // for the log and the messages, such as "hypotheses"
	System      string
	User        string
	Turns       []Turn // what was said after User
	Temperature float64
	MaxTokens   int // of the answer; no limit when zero
	Seed        int

	Schema  *Schema // the answer is one JSON value of this shape
	Grammar string  // a GBNF grammar of the answer, for servers that take one (llama.cpp)
}

// Turn is a further message of a conversation.
type Turn struct {
	Model bool // the model said it
	Text  string
}

// Schema is a JSON Schema with the name that the interface wants.
type Schema struct {
	Name string
	JSON json.RawMessage
}

// Reply is an answer.
type Reply struct {
	Text     string
	Finish   string // stop, length, ...
	Tokens   int    // of prompt and answer, estimated where the server does not say
	Warnings []string
}

// EmptyError is an answer without text.
type EmptyError struct{ Finish, Reason string }

func (e *EmptyError) Error() string { return "the model gave no answer: " + e.Reason }

// BudgetError tells which limit of a run is reached.
type BudgetError struct{ Limit, Used string }

func (e *BudgetError) Error() string {
	return fmt.Sprintf("the budget is used up: %s of %s", e.Used, e.Limit)
}

// Ask sends one conversation. The errors are a *BudgetError, a *StatusError, a *NetworkError, an *EmptyError, a
// *MissingError or *RecordingError, or one of the context.
func (c *Client) Ask(ctx context.Context, r Request) (reply Reply, err error) {
	deadline, err := c.begin()
	if err != nil {
		return Reply{}, err
	}
	outer := ctx
	ctx, cancel := context.WithTimeout(ctx, c.settings.Timeout)
	defer cancel()
	if !deadline.IsZero() {
		var stop context.CancelFunc
		ctx, stop = context.WithDeadline(ctx, deadline)
		defer stop()
	}
	call := Call{Purpose: r.Purpose, Model: c.settings.Model}
	begun := time.Now()
	defer func() {
		if c.settings.Log != nil {
			call.Elapsed, call.Finish, call.Warnings = time.Since(begun), reply.Finish, reply.Warnings
			if err != nil {
				call.Error = err.Error()
			}
			c.settings.Log(call)
		}
	}()
	for range 6 { // every turn of this loop gives up one thing that the server refuses
		c.mu.Lock()
		q := c.quirks
		c.mu.Unlock()
		request, extra := q.shape(c.settings.Model, r)
		call.Prompt = hash(request, extra)
		var response openai.ChatCompletionResponse
		response, err = c.api.CreateChatCompletion(context.WithValue(ctx, extraKey{}, extra), request)
		if err == nil {
			reply, err = read(r, request, response)
			call.PromptTokens, call.Completion = response.Usage.PromptTokens, response.Usage.CompletionTokens
			if call.PromptTokens == 0 {
				call.PromptTokens, call.Completion = estimate(promptText(request)), estimate(reply.Text)
			}
			reply.Tokens = call.PromptTokens + call.Completion
			c.mu.Lock()
			c.spent.PromptTokens += call.PromptTokens
			c.spent.CompletionTokens += call.Completion
			c.mu.Unlock()
			return reply, err
		}
		err = c.cause(outer, ctx, err)
		var status *StatusError
		if !errors.As(err, &status) || status.Code != http.StatusBadRequest && status.Code != http.StatusUnprocessableEntity {
			return Reply{}, err
		}
		if !q.learn(status.Message, request, extra) {
			return Reply{}, err
		}
		c.mu.Lock()
		c.quirks = q
		c.mu.Unlock()
	}
	return Reply{}, err
}

// begin counts a call against the budget.
func (c *Client) begin() (deadline time.Time, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.settings
	used := c.spent.PromptTokens + c.spent.CompletionTokens
	switch {
	case s.MaxCalls > 0 && c.spent.Calls >= s.MaxCalls:
		return deadline, &BudgetError{fmt.Sprintf("--max-calls %d", s.MaxCalls), plural(c.spent.Calls, "call")}
	case s.MaxTokens > 0 && used >= s.MaxTokens:
		return deadline, &BudgetError{fmt.Sprintf("--max-tokens %d", s.MaxTokens), plural(used, "token")}
	}
	if s.MaxTime > 0 {
		deadline = c.begun.Add(s.MaxTime)
		if !time.Now().Before(deadline) {
			return deadline, &BudgetError{fmt.Sprintf("--max-time %s", s.MaxTime), time.Since(c.begun).Round(time.Second).String()}
		}
	}
	c.spent.Calls++
	return deadline, nil
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// cause names what is behind an error of the library.
func (c *Client) cause(outer, ctx context.Context, err error) error {
	var status *StatusError
	var network *NetworkError
	var missing *MissingError
	var recording *RecordingError
	var api *openai.APIError
	switch {
	case outer.Err() != nil:
		return outer.Err()
	case errors.As(err, &missing):
		return missing
	case errors.As(err, &recording):
		return recording
	case ctx.Err() != nil && c.settings.MaxTime > 0 && time.Since(c.begun) >= c.settings.MaxTime:
		return &BudgetError{fmt.Sprintf("--max-time %s", c.settings.MaxTime), time.Since(c.begun).Round(time.Second).String()}
	case ctx.Err() != nil:
		return &NetworkError{fmt.Errorf("no answer within %s", c.settings.Timeout)}
	case errors.As(err, &status):
		return status
	case errors.As(err, &network):
		return network
	case errors.As(err, &api):
		return &StatusError{api.HTTPStatusCode, api.Message}
	}
	return &NetworkError{fmt.Errorf("its answer cannot be read: %w", err)}
}

// read takes the text out of a response, or says why there is none.
func read(r Request, request openai.ChatCompletionRequest, response openai.ChatCompletionResponse) (Reply, error) {
	if len(response.Choices) == 0 {
		return Reply{}, &EmptyError{Reason: "the response holds no choices"}
	}
	choice := response.Choices[0]
	reply := Reply{Text: choice.Message.Content, Finish: string(choice.FinishReason)}
	if strings.TrimSpace(reply.Text) == "" {
		reason := "its text is empty"
		switch {
		case choice.Message.Refusal != "":
			reason = "it refused: " + clip(choice.Message.Refusal)
		case choice.Message.ReasoningContent != "":
			reason = "it only reasoned, and the answer's limit of tokens may be too low"
		case reply.Finish == "length":
			reason = "the answer's limit of tokens is too low"
		}
		return reply, &EmptyError{reply.Finish, reason}
	}
	if reply.Finish == "length" {
		reply.Warnings = append(reply.Warnings, fmt.Sprintf("the answer was cut at %d tokens", response.Usage.CompletionTokens))
	}
	// Some servers cut a prompt to the length that they were started with, and say so nowhere.
	if sent, read := estimate(promptText(request)), response.Usage.PromptTokens; read > 0 && sent > 512 && read < sent/2 {
		reply.Warnings = append(reply.Warnings, fmt.Sprintf("the server read %d tokens of a prompt of about %d: its context may be too short (Ollama: num_ctx)", read, sent))
	}
	return reply, nil
}

func promptText(request openai.ChatCompletionRequest) string {
	var b strings.Builder
	for _, m := range request.Messages {
		b.WriteString(m.Content)
	}
	return b.String()
}

// estimate is a rough number of tokens of a text: four bytes each, as is usual for English.
func estimate(text string) int { return (len(text) + 3) / 4 }

// hash names a request by all that decides its answer.
func hash(request openai.ChatCompletionRequest, extra map[string]any) string {
	raw, err := json.Marshal([]any{request, extra})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8])
}

// clip shortens what a server said to a message's length.
func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 300 {
		return string(r[:300]) + "…"
	}
	return s
}
