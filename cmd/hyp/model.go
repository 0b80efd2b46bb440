package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"github.com/hyp-lang/hyp/agents/endpoint"
	"github.com/hyp-lang/hyp/agents/model"
	"github.com/hyp-lang/hyp/estimators/report"
)

// modelFlags say which language model is asked, and what it may cost.
type modelFlags struct {
	use      bool
	settings endpoint.Settings
	options  model.Options
	client   *endpoint.Client
	log      func(endpoint.Call) // told of every call
}

func (f *modelFlags) flags(to *pflag.FlagSet) {
	to.BoolVar(&f.use, "llm", false, "have a language model propose and judge, over an OpenAI-compatible server")
	to.StringVar(&f.settings.BaseURL, "llm-url", "", "the server's address up to the version ("+endpoint.EnvBaseURL+")")
	to.StringVar(&f.settings.Model, "llm-model", "", "the model's name ("+endpoint.EnvModel+"); a key is read from "+endpoint.EnvKey)
	to.DurationVar(&f.settings.Timeout, "llm-timeout", 2*time.Minute, "of one call with its repetitions")
	to.IntVar(&f.settings.MaxCalls, "max-calls", 0, "most calls of the model; 0: no limit")
	to.IntVar(&f.settings.MaxTokens, "max-tokens", 0, "begin no call after so many tokens of prompts and answers; 0: no limit")
	to.StringVar(&f.settings.Record, "record", "", "keep every call of the model in this folder")
	to.StringVar(&f.settings.Replay, "replay", "", "answer every call from this folder, without a network; a call that is not in it is an error")
	to.BoolVar(&f.options.Private, "private", false, "no level, no value and no finding's sentence goes to the model, and no cell under 10 rows into the graph's texts")
}

// mind opens the model; nil without --llm. A model's flag without --llm is an error, since the model would not be asked.
func (f *modelFlags) mind(ctx context.Context, e *env) (*model.Mind, error) {
	s := f.settings
	switch {
	case s.MaxCalls < 0:
		return nil, fmt.Errorf("--max-calls %d: write how many calls, or 0 for no limit", s.MaxCalls)
	case s.MaxTokens < 0:
		return nil, fmt.Errorf("--max-tokens %d: write how many tokens, or 0 for no limit", s.MaxTokens)
	case s.Timeout <= 0:
		return nil, fmt.Errorf("--llm-timeout %v: write a time such as 2m", s.Timeout)
	}
	if !f.use {
		if s.BaseURL != "" || s.Model != "" || s.Record != "" || s.Replay != "" || s.MaxCalls != 0 || s.MaxTokens != 0 {
			return nil, errors.New("a model is named but not asked: add --llm")
		}
		return nil, nil
	}
	s.Log = func(c endpoint.Call) {
		for _, w := range c.Warnings {
			fmt.Fprintf(e.stderr, "warning: %s: %s\n", c.Purpose, w)
		}
		if f.log != nil {
			f.log(c)
		}
	}
	c, err := endpoint.Open(ctx, s.FromEnvironment())
	if err != nil {
		return nil, err
	}
	f.client = c
	return model.New(c, f.options), nil
}

// spent is what a run cost, for the end of a command.
type spent struct {
	Event string `json:"event"` // model
	Model string `json:"model"`
	endpoint.Spent
}

func (f *modelFlags) spent() spent { return spent{"model", f.client.Model(), f.client.Spent()} }

func (s spent) String() string {
	return fmt.Sprintf("model: %s, %s, %s tokens of prompts and %s of answers", s.Model, report.Plural(s.Calls, "call", "calls"),
		report.Count(int64(s.PromptTokens)), report.Count(int64(s.CompletionTokens)))
}
