package endpoint

import (
	"strings"

	openai "github.com/sashabaranov/go-openai"
)

// quirks are what a server or a model was found not to take.
type quirks struct {
	reasoning     bool // it takes no temperature, and max_completion_tokens for max_tokens
	noTemperature bool
	noSystem      bool // the system's text goes in front of the user's
	noGrammar     bool
	noSeed        bool
	format        int // the rung of structured output: 0 json_schema, 1 json_object, 2 plain text
}

// reasons tells models that reason by their name: OpenAI's o series and those after GPT-4 refuse a temperature.
func reasons(model string) bool {
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, prefix) {
			return true
		}
	}
	return false
}

// shape writes a request for this server. What the library would drop or does not know goes into extra, which is merged into
// the body: a temperature of 0 is one.
func (q quirks) shape(model string, r Request) (openai.ChatCompletionRequest, map[string]any) {
	out := openai.ChatCompletionRequest{Model: model}
	extra := map[string]any{}
	say := func(role, text string) {
		out.Messages = append(out.Messages, openai.ChatCompletionMessage{Role: role, Content: text})
	}
	switch {
	case r.System == "":
		say(openai.ChatMessageRoleUser, r.User)
	case q.noSystem:
		say(openai.ChatMessageRoleUser, r.System+"\n\n"+r.User)
	default:
		say(openai.ChatMessageRoleSystem, r.System)
		say(openai.ChatMessageRoleUser, r.User)
	}
	for _, t := range r.Turns {
		if t.Model {
			say(openai.ChatMessageRoleAssistant, t.Text)
		} else {
			say(openai.ChatMessageRoleUser, t.Text)
		}
	}
	switch {
	case r.MaxTokens > 0 && q.reasoning:
		out.MaxCompletionTokens = r.MaxTokens
	case r.MaxTokens > 0:
		extra["max_tokens"] = r.MaxTokens
	}
	if !q.reasoning && !q.noTemperature {
		extra["temperature"] = r.Temperature
	}
	if !q.noSeed && r.Seed != 0 {
		extra["seed"] = r.Seed
	}
	if r.Grammar != "" && !q.noGrammar {
		extra["grammar"] = r.Grammar
	}
	if r.Schema != nil {
		switch q.format {
		case 0:
			out.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
				JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: r.Schema.Name, Schema: r.Schema.JSON, Strict: true}}
		case 1:
			out.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONObject}
		}
	}
	return out, extra
}

// learn gives up one thing that a refusal names and the request held; false when it names none.
func (q *quirks) learn(message string, request openai.ChatCompletionRequest, extra map[string]any) bool {
	message = strings.ToLower(message)
	names := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(message, w) {
				return true
			}
		}
		return false
	}
	has := func(key string) bool { _, found := extra[key]; return found }
	switch {
	case has("grammar") && names("grammar"):
		q.noGrammar = true
	case has("max_tokens") && names("max_tokens", "max_completion_tokens"):
		q.reasoning = true
	case has("temperature") && names("temperature", "sampling"):
		q.noTemperature = true
	case has("seed") && names("seed"):
		q.noSeed = true
	case request.ResponseFormat != nil && names("response_format", "json_schema", "json_object", "schema", "structured"):
		q.format++
	case request.Messages[0].Role == openai.ChatMessageRoleSystem && names("system", "role"):
		q.noSystem = true
	case request.ResponseFormat != nil: // many servers say no more than that something is wrong
		q.format++
	case has("grammar"):
		q.noGrammar = true
	default:
		return false
	}
	return true
}
