// Package endpoint talks to a language model behind an OpenAI-compatible HTTP interface: Ollama, vLLM, llama.cpp, LM Studio, OpenAI and
// the like. It sends one conversation and gives back one checked text; what a model writes is data to it, and nothing else.
//
// Servers differ and misbehave. Here is what the client takes care of, so that nobody above has to: overloaded and broken servers are
// asked again, after the time they name; answers that are cut off, empty, errors in disguise or without end become errors with a
// cause; parameters that a server or model refuses are left out from then on; structured output goes from a schema to plain JSON to plain
// text as the server allows, and is checked here in each case, with up to three turns in which the model may mend its answer. A
// budget of calls, tokens and time holds for the whole run, and every call can be recorded and replayed.
package endpoint

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	openai "github.com/sashabaranov/go-openai"
)

// Settings say where the model is and what it may cost. The zero value of a limit is no limit.
type Settings struct {
	BaseURL string // up to the version, such as http://localhost:11434/v1
	Model   string
	Key     string // empty for servers that want none

	Timeout   time.Duration // for one call with its repetitions; two minutes when zero
	MaxCalls  int
	MaxTokens int // of prompts and answers together
	MaxTime   time.Duration

	Record string     // a folder to keep every call in
	Replay string     // a folder of recorded calls to answer from; the network is not touched
	Log    func(Call) // told of every call when it is over

	Pause func(context.Context, time.Duration) error // waits before a call is repeated; nil: as long as it says
}

// The variables of the environment that FromEnvironment reads.
const (
	EnvBaseURL = "HYP_LLM_BASE_URL"
	EnvModel   = "HYP_LLM_MODEL"
	EnvKey     = "HYP_LLM_API_KEY"
)

// FromEnvironment fills what is empty of BaseURL, Model and Key from the environment.
func (s Settings) FromEnvironment() Settings {
	for name, field := range map[string]*string{EnvBaseURL: &s.BaseURL, EnvModel: &s.Model, EnvKey: &s.Key} {
		if *field == "" {
			*field = os.Getenv(name)
		}
	}
	return s
}

// check finds what is missing or malformed in settings.
func (s Settings) check() error {
	if s.BaseURL == "" && s.Replay == "" {
		return &SettingError{"base URL", EnvBaseURL, "none is given"}
	}
	u, err := url.Parse(s.BaseURL)
	if s.BaseURL != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		return &SettingError{"base URL", EnvBaseURL, fmt.Sprintf("%q is no http or https address", s.BaseURL)}
	}
	if s.Model == "" && s.Replay != "" {
		return &SettingError{"model", EnvModel, "none is given"}
	}
	if s.Record != "" && s.Replay != "" {
		return errors.New("calls are either recorded or replayed, not both")
	}
	return nil
}

// SettingError is a setting that is missing or wrong; its text says how to set it.
type SettingError struct{ Setting, Variable, Reason string }

func (e *SettingError) Error() string {
	how := "set " + e.Variable
	if flag := map[string]string{EnvBaseURL: "--llm-url", EnvModel: "--llm-model"}[e.Variable]; flag != "" {
		how = "give " + flag + ", or " + how
	}
	return fmt.Sprintf("the model endpoint's %s: %s; %s", e.Setting, e.Reason, how)
}

// Call is what the log keeps of one call.
type Call struct {
	Purpose      string        `json:"purpose"`
	Model        string        `json:"model"`
	Prompt       string        `json:"prompt"` // the hash of the request, which names its recording
	PromptTokens int           `json:"prompt_tokens"`
	Completion   int           `json:"completion_tokens"`
	Elapsed      time.Duration `json:"elapsed_ns"`
	Finish       string        `json:"finish,omitempty"`
	Warnings     []string      `json:"warnings,omitempty"`
	Error        string        `json:"error,omitempty"`
}

// Client asks one model. Its methods may be called from several goroutines.
type Client struct {
	settings Settings
	api      *openai.Client
	begun    time.Time

	mu     sync.Mutex
	quirks quirks
	spent  Spent
}

// Spent is what a run has cost.
type Spent struct {
	Calls            int `json:"calls"`
	PromptTokens     int `json:"prompt_tokens"`
	CompletionTokens int `json:"completion_tokens"`
}

// Spent tells what this client has used up.
func (c *Client) Spent() Spent {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.spent
}

// Model is the model's name.
func (c *Client) Model() string { return c.settings.Model }

// Open makes a client and tries the settings with one small call, so that a wrong one fails here and not in the middle of a
// run. The error is a *SettingError where a setting can mend it.
func Open(ctx context.Context, s Settings) (*Client, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	if s.BaseURL == "" { // a replay touches no network
		s.BaseURL = "http://replay.invalid/v1"
	}
	if s.Timeout == 0 {
		s.Timeout = 2 * time.Minute
	}
	if s.Pause == nil {
		s.Pause = pause
	}
	var transport http.RoundTripper = &steady{base: http.DefaultTransport, pause: s.Pause}
	if s.Record != "" || s.Replay != "" {
		transport = &cassettes{base: transport, folder: s.Record + s.Replay, replay: s.Replay != "", seen: map[string]int{}}
	}
	config := openai.DefaultConfig(s.Key)
	config.BaseURL = strings.TrimSuffix(s.BaseURL, "/")
	config.HTTPClient = &http.Client{Transport: &extras{transport}}
	c := &Client{settings: s, api: openai.NewClientWithConfig(config), begun: time.Now(), quirks: quirks{reasoning: reasons(s.Model)}}
	if s.Model == "" {
		return nil, &SettingError{"model", EnvModel, "none is given" + c.offered(ctx)}
	}
	_, err := c.Ask(ctx, Request{Purpose: "probe", System: "Answer in one word.", User: "Are you there? Answer yes.", MaxTokens: 16})
	var empty *EmptyError
	if err != nil && !errors.As(err, &empty) { // a model that thinks first may have no word left
		return nil, c.explain(ctx, err)
	}
	return c, nil
}

// explain turns the error of the first call into one that says which setting is to blame.
func (c *Client) explain(ctx context.Context, err error) error {
	var status *StatusError
	var network *NetworkError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &network):
		return &SettingError{"base URL", EnvBaseURL, fmt.Sprintf("no server answers at %s (%v)", c.settings.BaseURL, network.Err)}
	case !errors.As(err, &status):
		return fmt.Errorf("trying the model endpoint at %s: %w", c.settings.BaseURL, err)
	case status.Code == http.StatusUnauthorized || status.Code == http.StatusForbidden:
		return &SettingError{"key", EnvKey, fmt.Sprintf("%s refuses it: %s", c.settings.BaseURL, status.Message)}
	case status.Code == http.StatusNotFound || status.Code == http.StatusBadRequest && strings.Contains(strings.ToLower(status.Message), "model"):
		if names := c.offered(ctx); names != "" {
			return &SettingError{"model", EnvModel, fmt.Sprintf("%q is not there: %s%s", c.settings.Model, status.Message, names)}
		}
		return &SettingError{"base URL", EnvBaseURL, fmt.Sprintf("%s/chat/completions is not there (%s); most addresses end in /v1", c.settings.BaseURL, status.Message)}
	}
	return fmt.Errorf("trying the model endpoint at %s: %w", c.settings.BaseURL, err)
}

// offered lists the models that the server names, as the end of a sentence; empty when it names none.
func (c *Client) offered(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	list, err := c.api.ListModels(ctx)
	if err != nil || len(list.Models) == 0 {
		return ""
	}
	var names []string
	for i, m := range list.Models {
		if i == 10 {
			names = append(names, "…")
			break
		}
		names = append(names, m.ID)
	}
	return "; the server has " + strings.Join(names, ", ")
}

// pause waits for d or the end of ctx.
func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
