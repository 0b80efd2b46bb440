package endpoint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// server is a model's server that behaves as handle says; what it was sent is kept.
type server struct {
	*httptest.Server
	mu     sync.Mutex
	bodies []map[string]any
	waits  []time.Duration // that the client asked for between attempts
}

func (s *server) count() int { s.mu.Lock(); defer s.mu.Unlock(); return len(s.bodies) }

func (s *server) body(i int) map[string]any { s.mu.Lock(); defer s.mu.Unlock(); return s.bodies[i] }

// serve starts a server. handle gets the number of the chat request, from 0.
func serve(t *testing.T, handle func(w http.ResponseWriter, n int, body map[string]any)) *server {
	t.Helper()
	s := new(server)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/models" {
			fmt.Fprint(w, `{"object":"list","data":[{"id":"small"},{"id":"large"}]}`)
			return
		}
		if r.URL.Path != "/v1/chat/completions" {
			http.NotFound(w, r)
			return
		}
		raw, _ := io.ReadAll(r.Body)
		var body map[string]any
		if err := json.Unmarshal(raw, &body); err != nil {
			t.Errorf("a request that is no JSON: %s", raw)
		}
		s.mu.Lock()
		n := len(s.bodies)
		s.bodies = append(s.bodies, body)
		s.mu.Unlock()
		handle(w, n, body)
	}))
	t.Cleanup(s.Close)
	return s
}

// says answers with a text.
func says(w http.ResponseWriter, text string) {
	raw, _ := json.Marshal(text)
	fmt.Fprintf(w, `{"id":"1","object":"chat.completion","model":"small","choices":[{"index":0,"message":{"role":"assistant","content":%s},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}`, raw)
}

func status(w http.ResponseWriter, code int, body string) {
	w.WriteHeader(code)
	fmt.Fprint(w, body)
}

func (s *server) settings() Settings {
	return Settings{BaseURL: s.URL + "/v1", Model: "small", Key: "secret-key", Timeout: 20 * time.Second,
		Pause: func(ctx context.Context, d time.Duration) error {
			s.mu.Lock()
			s.waits = append(s.waits, d)
			s.mu.Unlock()
			return ctx.Err()
		}}
}

// open makes a client whose probe the server answers well.
func open(t *testing.T, s Settings) *Client {
	t.Helper()
	c, err := Open(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// afterProbe answers the probe and leaves the rest to handle, which counts from 0.
func afterProbe(handle func(w http.ResponseWriter, n int, body map[string]any)) func(http.ResponseWriter, int, map[string]any) {
	return func(w http.ResponseWriter, n int, body map[string]any) {
		if n == 0 {
			says(w, "yes")
			return
		}
		handle(w, n-1, body)
	}
}

// A temperature of 0 is sent as 0, and stands in the body.
func TestZeroTemperature(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ int, _ map[string]any) { says(w, "fine") })
	c := open(t, s.settings())
	r, err := c.Ask(context.Background(), Request{System: "be", User: "say", Temperature: 0, MaxTokens: 7, Seed: 3})
	if err != nil || r.Text != "fine" || r.Tokens != 15 {
		t.Fatalf("%+v %v", r, err)
	}
	b := s.body(1)
	if temperature, found := b["temperature"]; !found || temperature != 0.0 || b["max_tokens"] != 7.0 || b["seed"] != 3.0 || b["model"] != "small" {
		t.Errorf("%v", b)
	}
	if got := c.Spent(); got != (Spent{Calls: 2, PromptTokens: 20, CompletionTokens: 10}) {
		t.Errorf("%+v", got)
	}
}

// What passes is waited for: busy servers for as long as they say, broken ones longer each time.
func TestRepeats(t *testing.T) {
	s := serve(t, afterProbe(func(w http.ResponseWriter, n int, _ map[string]any) {
		switch n {
		case 0:
			w.Header().Set("Retry-After", "7")
			status(w, 429, `{"error":{"message":"slow down"}}`)
		case 1:
			status(w, 502, "<html>bad gateway</html>")
		case 2: // a body that breaks off
			w.Header().Set("Content-Length", "1000")
			fmt.Fprint(w, `{"choices":[{"mess`)
		case 3:
			fmt.Fprint(w, `{"choices":[{"mess`)
		default:
			says(w, "at last")
		}
	}))
	c := open(t, s.settings())
	r, err := c.Ask(context.Background(), Request{User: "x"})
	if err != nil || r.Text != "at last" {
		t.Fatalf("%+v %v", r, err)
	}
	want := []time.Duration{7 * time.Second, firstWait, 2 * firstWait, 4 * firstWait}
	if fmt.Sprint(s.waits) != fmt.Sprint(want) {
		t.Errorf("waits %v, want %v", s.waits, want)
	}
}

// What stays wrong ends with a message that names it, and in time.
func TestFailures(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for name, test := range map[string]struct {
		handle func(w http.ResponseWriter)
		want   string
		calls  int
	}{
		"500 for ever":           {func(w http.ResponseWriter) { status(w, 500, `{"error":"disk full"}`) }, "500: disk full (5 attempts)", 5},
		"a wait beyond the call": {func(w http.ResponseWriter) { w.Header().Set("Retry-After", "3600"); status(w, 429, `{"error":"busy"}`) }, "429: busy (it asks to wait 1h0m0s", 1},
		"a refusal":              {func(w http.ResponseWriter) { status(w, 402, `{"error":{"message":"no credit"}}`) }, "402: no credit", 1},
		"an error that says 200": {func(w http.ResponseWriter) { fmt.Fprint(w, `{"error":"Model unloaded."}`) }, "Model unloaded.", 1},
		"an error object":        {func(w http.ResponseWriter) { fmt.Fprint(w, `{"object":"error","message":"too long","code":400}`) }, "too long", 1},
		"a detail":               {func(w http.ResponseWriter) { status(w, 422, `{"detail":[{"msg":"bad"}]}`) }, "bad", 1},
		"no choices":             {func(w http.ResponseWriter) { fmt.Fprint(w, `{"id":"1","choices":[]}`) }, "no choices", 1},
		"null choices":           {func(w http.ResponseWriter) { fmt.Fprint(w, `{"id":"1","choices":null}`) }, "no choices", 1},
		"an empty object":        {func(w http.ResponseWriter) { fmt.Fprint(w, `{}`) }, "no choices", 1},
		"no content": {func(w http.ResponseWriter) {
			fmt.Fprint(w, `{"choices":[{"message":{"role":"assistant","content":null,"reasoning_content":"hmm"},"finish_reason":"length"}]}`)
		}, "only reasoned", 1},
		"cut before a word": {func(w http.ResponseWriter) {
			fmt.Fprint(w, `{"choices":[{"message":{"role":"assistant","content":""},"finish_reason":"length"}]}`)
		}, "limit of tokens", 1},
		"another shape": {func(w http.ResponseWriter) { fmt.Fprint(w, `{"choices":"none"}`) }, "cannot be read", 1},
		"a list":        {func(w http.ResponseWriter) { fmt.Fprint(w, `[1,2]`) }, "cannot be read", 1},
		"no JSON":       {func(w http.ResponseWriter) { fmt.Fprint(w, "I am a teapot") }, "no JSON: I am a teapot (5 attempts)", 5},
		"a long error":  {func(w http.ResponseWriter) { status(w, 400, long) }, "…", 1},
		"an answer without end": {func(w http.ResponseWriter) {
			fmt.Fprint(w, `{"choices":[{"message":{"content":"`)
			for range longest / 1000 * 2 {
				if _, err := io.WriteString(w, long); err != nil {
					return
				}
			}
		}, "longer than 8 MB", 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, afterProbe(func(w http.ResponseWriter, _ int, _ map[string]any) { test.handle(w) }))
			var log []Call
			set := s.settings()
			set.Log = func(c Call) { log = append(log, c) }
			c := open(t, set)
			_, err := c.Ask(context.Background(), Request{Purpose: "theme", User: "x"})
			if err == nil || !strings.Contains(err.Error(), test.want) || len(err.Error()) > 500 {
				t.Errorf("%v, want %q", err, test.want)
			}
			if n := s.count() - 1; n != test.calls {
				t.Errorf("%d requests, want %d", n, test.calls)
			}
			if len(log) != 2 || log[1].Error == "" || log[1].Purpose != "theme" || log[1].Prompt == "" {
				t.Errorf("log %+v", log)
			}
		})
	}
}

// A long answer is taken, and told apart from a cut one.
func TestLongAnswer(t *testing.T) {
	s := serve(t, afterProbe(func(w http.ResponseWriter, n int, _ map[string]any) {
		if n == 0 {
			says(w, strings.Repeat("word ", 100_000))
			return
		}
		fmt.Fprint(w, `{"choices":[{"message":{"role":"assistant","content":"half a"},"finish_reason":"length"}],"usage":{"prompt_tokens":9,"completion_tokens":100}}`)
	}))
	c := open(t, s.settings())
	if r, err := c.Ask(context.Background(), Request{User: "x"}); err != nil || len(r.Text) != 500_000 {
		t.Errorf("%d bytes, %v", len(r.Text), err)
	}
	if r, err := c.Ask(context.Background(), Request{User: "x"}); err != nil || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "cut at 100 tokens") {
		t.Errorf("%+v %v", r, err)
	}
}

// A server that reads less than it was sent is found out.
func TestTruncatedPrompt(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ int, _ map[string]any) { says(w, "yes") })
	c := open(t, s.settings())
	r, err := c.Ask(context.Background(), Request{User: strings.Repeat("a long story ", 1000)})
	if err != nil || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "num_ctx") {
		t.Errorf("%+v %v", r, err)
	}
}

// Structured output goes from a schema to JSON to text, and parameters that are refused are not sent again.
func TestQuirks(t *testing.T) {
	s := serve(t, afterProbe(func(w http.ResponseWriter, _ int, body map[string]any) {
		format, _ := body["response_format"].(map[string]any)
		_, temperature := body["temperature"]
		_, seed := body["seed"]
		_, limit := body["max_tokens"]
		_, grammar := body["grammar"]
		first := body["messages"].([]any)[0].(map[string]any)["role"]
		switch {
		case grammar:
			status(w, 400, `{"error":{"message":"Unrecognized request argument supplied: grammar"}}`)
		case limit:
			status(w, 400, `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."}}`)
		case temperature:
			status(w, 400, `{"error":{"message":"'temperature' does not support 0.4"}}`)
		case seed:
			status(w, 400, `{"error":{"message":"seed: extra fields not permitted"}}`)
		case first == "system":
			status(w, 400, `{"error":{"message":"System role not supported"}}`)
		case format["type"] == "json_schema":
			status(w, 400, `{"error":{"message":"response_format.type must be text or json_object"}}`)
		default:
			says(w, `{"a":1}`)
		}
	}))
	c := open(t, s.settings())
	r := Request{System: "be brief", User: "x", Temperature: 0.4, MaxTokens: 9, Seed: 1, Grammar: "root ::= .", Schema: &Schema{"answer", json.RawMessage(`{"type":"object"}`)}}
	for range 2 {
		if _, err := c.Ask(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	last := s.body(s.count() - 1)
	// The probe, five refusals (with the limit the temperature goes too), the answer, and the second answer at once.
	if n := s.count(); n != 1+5+1+1 {
		t.Errorf("%d requests", n)
	}
	if last["max_completion_tokens"] != 9.0 || last["response_format"].(map[string]any)["type"] != "json_object" {
		t.Errorf("%v", last)
	}
	if m := last["messages"].([]any); len(m) != 1 || m[0].(map[string]any)["content"] != "be brief\n\nx" {
		t.Errorf("%v", m)
	}
}

// A schema keeps the order of its keys: models answer in it, and think before they judge.
func TestOrder(t *testing.T) {
	var raw string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		raw = string(b)
		says(w, "yes")
	}))
	defer s.Close()
	c := open(t, Settings{BaseURL: s.URL + "/v1", Model: "m"})
	schema := `{"type":"object","properties":{"reasoning":{"type":"string"},"critique":{"type":"string"}}}`
	if _, err := c.Ask(context.Background(), Request{User: "x", Temperature: 0.4, Schema: &Schema{"answer", json.RawMessage(schema)}}); err != nil || !strings.Contains(raw, schema) {
		t.Errorf("%v: the server read %s", err, raw)
	}
}

// Models that reason get no temperature from the start, and the library does not stand in the way.
func TestReasoningModels(t *testing.T) {
	for _, model := range []string{"o1-mini", "o3", "gpt-5-nano"} {
		s := serve(t, func(w http.ResponseWriter, _ int, _ map[string]any) { says(w, "yes") })
		set := s.settings()
		set.Model = model
		c := open(t, set)
		if _, err := c.Ask(context.Background(), Request{User: "x", Temperature: 0.6, MaxTokens: 5}); err != nil {
			t.Errorf("%s: %v", model, err)
		}
		b := s.body(1)
		if _, found := b["temperature"]; found || b["max_completion_tokens"] != 5.0 || b["max_tokens"] != nil {
			t.Errorf("%s: %v", model, b)
		}
	}
}

// The model may mend its answer three times; then it is given up.
func TestAskChecked(t *testing.T) {
	s := serve(t, afterProbe(func(w http.ResponseWriter, n int, _ map[string]any) {
		switch n {
		case 0:
			says(w, "Sure! Here you go.")
		case 1:
			fmt.Fprint(w, `{"choices":[]}`)
		case 2:
			says(w, "Of course:\n```json\n{\"theme\": \"trust\"}\n```")
		default:
			says(w, "no")
		}
	}))
	c := open(t, s.settings())
	var got struct{ Theme string }
	check := func(text string) error {
		if err := JSON(text, &got); err != nil {
			return err
		}
		if got.Theme == "" {
			return errors.New("theme is missing")
		}
		return nil
	}
	_, repairs, err := c.AskChecked(context.Background(), Request{Purpose: "theme", User: "x"}, check)
	if err != nil || repairs != 2 || got.Theme != "trust" {
		t.Fatalf("%q after %d repairs: %v", got.Theme, repairs, err)
	}
	if m := s.body(2)["messages"].([]any); len(m) != 3 || !strings.Contains(m[2].(map[string]any)["content"].(string), "holds no JSON") {
		t.Errorf("the repair says %v", m)
	}
	_, repairs, err = c.AskChecked(context.Background(), Request{Purpose: "theme", User: "y"}, check)
	var unusable *UnusableError
	if !errors.As(err, &unusable) || repairs != Repairs || s.count() != 1+3+4 {
		t.Errorf("%v after %d repairs, %d requests", err, repairs, s.count())
	}
}

// Wrong settings fail at the start, each with its name and what to set.
func TestSettings(t *testing.T) {
	good := serve(t, func(w http.ResponseWriter, _ int, _ map[string]any) { says(w, "yes") })
	refusing := serve(t, func(w http.ResponseWriter, _ int, _ map[string]any) {
		status(w, 401, `{"error":{"message":"Incorrect API key provided"}}`)
	})
	without := serve(t, func(w http.ResponseWriter, _ int, _ map[string]any) {
		status(w, 404, `{"error":{"message":"model 'tiny' not found"}}`)
	})
	closed := httptest.NewServer(nil)
	closed.Close()
	quick := good.settings().Pause
	for name, test := range map[string]struct {
		settings Settings
		want     []string
	}{
		"no address":      {Settings{Model: "m"}, []string{"base URL", EnvBaseURL}},
		"a strange one":   {Settings{BaseURL: "localhost:1234", Model: "m"}, []string{"base URL", "no http"}},
		"nobody there":    {Settings{BaseURL: closed.URL, Model: "m"}, []string{"base URL", "no server answers"}},
		"a wrong path":    {Settings{BaseURL: good.URL + "/v2", Model: "m"}, []string{"base URL", "/v1"}},
		"no model":        {Settings{BaseURL: good.URL + "/v1"}, []string{"model", EnvModel, "small, large"}},
		"a missing model": {Settings{BaseURL: without.URL + "/v1", Model: "tiny"}, []string{`"tiny" is not there`, "small, large"}},
		"a wrong key":     {Settings{BaseURL: refusing.URL + "/v1", Model: "m", Key: "k"}, []string{"key", EnvKey, "Incorrect"}},
	} {
		test.settings.Pause = quick
		_, err := Open(context.Background(), test.settings)
		var setting *SettingError
		if !errors.As(err, &setting) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, w := range test.want {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %q lacks %q", name, err, w)
			}
		}
		if strings.Contains(err.Error(), "secret-key") {
			t.Errorf("%s: the key is shown", name)
		}
	}
	t.Setenv(EnvBaseURL, "http://one/v1")
	t.Setenv(EnvModel, "env")
	t.Setenv(EnvKey, "k")
	if s := (Settings{Model: "flag"}).FromEnvironment(); s.BaseURL != "http://one/v1" || s.Model != "flag" || s.Key != "k" {
		t.Errorf("%+v", s)
	}
}

// The budget holds, by calls, by tokens and by time.
func TestBudget(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ int, _ map[string]any) { says(w, "yes") })
	for name, change := range map[string]func(*Settings){
		"--max-calls 3":   func(s *Settings) { s.MaxCalls = 3 },
		"--max-tokens 40": func(s *Settings) { s.MaxTokens = 40 },
	} {
		set := s.settings()
		change(&set)
		c := open(t, set)
		var err error
		n := 0
		for ; err == nil && n < 10; n++ {
			_, err = c.Ask(context.Background(), Request{User: "x"})
		}
		var budget *BudgetError
		if !errors.As(err, &budget) || n != 3 || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v at call %d", name, err, n)
		}
	}
	set := s.settings()
	set.MaxTime = time.Hour
	c := open(t, set)
	c.begun = c.begun.Add(-2 * time.Hour)
	var budget *BudgetError
	if _, err := c.Ask(context.Background(), Request{User: "x"}); !errors.As(err, &budget) || !strings.Contains(err.Error(), "--max-time 1h") {
		t.Errorf("%v", err)
	}
}

// A server that never answers is left at the time limit, and at once when the context ends.
func TestTimeout(t *testing.T) {
	held := make(chan struct{})
	s := serve(t, afterProbe(func(http.ResponseWriter, int, map[string]any) { <-held }))
	defer close(held)
	c := open(t, s.settings())
	c.settings.Timeout = 50 * time.Millisecond // the probe had longer
	var network *NetworkError
	if _, err := c.Ask(context.Background(), Request{User: "x"}); !errors.As(err, &network) || !strings.Contains(err.Error(), "no answer within 50ms") {
		t.Errorf("%v", err)
	}
	c.settings.Timeout = time.Hour
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := c.Ask(ctx, Request{User: "x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// What was recorded is replayed without a server, call by call; anything else is an error. The key is never written.
func TestReplay(t *testing.T) {
	n := 0
	s := serve(t, func(w http.ResponseWriter, _ int, _ map[string]any) { n++; says(w, fmt.Sprint("answer ", n)) })
	folder := t.TempDir()
	set := s.settings()
	set.Record = folder
	c := open(t, set)
	ask := func(c *Client, user string) string {
		r, err := c.Ask(context.Background(), Request{User: user, Temperature: 1})
		if err != nil {
			return err.Error()
		}
		return r.Text
	}
	recorded := []string{ask(c, "x"), ask(c, "x"), ask(c, "y")}
	s.Close()
	if strings.Join(recorded, ",") != "answer 2,answer 3,answer 4" {
		t.Fatalf("%q", recorded)
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if len(files) != 4 {
		t.Errorf("files %v", files)
	}
	for _, f := range files {
		if raw, err := os.ReadFile(f); err != nil || strings.Contains(string(raw), "secret-key") {
			t.Errorf("%s holds the key: %v", f, err)
		}
	}
	set.Record, set.Replay = "", folder
	set.BaseURL = "" // no network, no address
	c = open(t, set)
	for i, user := range []string{"x", "x", "y"} {
		if got := ask(c, user); got != recorded[i] {
			t.Errorf("replay of call %d: %q, recorded %q", i, got, recorded[i])
		}
	}
	if got := ask(c, "z"); !strings.Contains(got, "not among those recorded") {
		t.Errorf("a call that was never made: %q", got)
	}
	set.Record = folder
	if _, err := Open(context.Background(), set); err == nil {
		t.Error("both recorded and replayed")
	}
}

// A call that failed fails in a replay too, with the same message.
func TestReplayedFailures(t *testing.T) {
	s := serve(t, afterProbe(func(w http.ResponseWriter, n int, _ map[string]any) {
		if n == 0 {
			status(w, 402, `{"error":"no credit"}`)
			return
		}
		w.Header().Set("Content-Length", "100")
		fmt.Fprint(w, `{"choices":[`)
	}))
	set := s.settings()
	set.Record = t.TempDir()
	ask := func(c *Client) (out []string) {
		for _, user := range []string{"x", "y"} {
			_, err := c.Ask(context.Background(), Request{User: user})
			out = append(out, fmt.Sprintf("%T %v", err, err))
		}
		return out
	}
	recorded := ask(open(t, set))
	if !strings.Contains(recorded[0], "StatusError the model's server answers 402: no credit") || !strings.Contains(recorded[1], "breaks off") {
		t.Fatalf("%q", recorded)
	}
	set.Record, set.Replay = "", set.Record
	if got := ask(open(t, set)); fmt.Sprint(got) != fmt.Sprint(recorded) {
		t.Errorf("replayed %q, recorded %q", got, recorded)
	}
}

func TestJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":"b"}`:                       "b",
		"```json\n{\"a\":\"b\"}\n```":     "b",
		`Sure {not this} but {"a":"b"} !`: "b",
		`{"a":"b"`:                        "its JSON: unexpected EOF",
		`none`:                            "it holds no JSON",
	} {
		var v struct{ A string }
		got := ""
		if err := JSON(text, &v); err != nil {
			got = err.Error()
		} else {
			got = v.A
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Dates in Retry-After count too, and nonsense does not.
func TestRetryAfter(t *testing.T) {
	if d := retryAfter(time.Now().Add(2 * time.Hour).UTC().Format(http.TimeFormat)); d < time.Hour || d > 2*time.Hour {
		t.Error(d)
	}
	for _, bad := range []string{"", "soon", "-3", "NaN"} {
		if d := retryAfter(bad); d != 0 {
			t.Errorf("%q: %v", bad, d)
		}
	}
	if d := retryAfter("1e9"); d != 24*time.Hour {
		t.Error(d)
	}
}
