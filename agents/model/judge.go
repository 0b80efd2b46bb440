package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/agents/endpoint"
	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/lang/ast"
)

var noveltySchema = &endpoint.Schema{Name: "novelty", JSON: json.RawMessage(
	`{"type":"object","additionalProperties":false,"required":["novelty"],"properties":{"novelty":{"type":"number"}}}`)}

// PriorNovelty asks how new a claim is beside the nearest findings, from 0 to 1. Beside none it is new, and nobody is asked.
func (m *Mind) PriorNovelty(ctx context.Context, q mind.NoveltyQuestion) (float64, error) {
	if len(q.Near) == 0 {
		return 1, ctx.Err()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Claim: %s\n", q.Claim)
	list(&b, "The nearest findings", min(len(q.Near), 10), func(i int) string { return m.finding(&q.Near[i]) })
	b.WriteString(`How new is the claim beside them? Answer with JSON: {"novelty": a number from 0 (says the same) to 1 (says something quite new)}`)
	type answer struct{ Novelty *float64 }
	a, err := structured(ctx, m, endpoint.Request{Purpose: "prior novelty", System: "You judge whether a claim repeats what is known." + data,
		User: b.String(), Temperature: novelty, MaxTokens: 256, Schema: noveltySchema}, func(a *answer) error {
		if a.Novelty == nil || !(*a.Novelty >= 0 && *a.Novelty <= 1) {
			return errors.New("novelty must be a number from 0 to 1")
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return *a.Novelty, nil
}

var surpriseSchema = &endpoint.Schema{Name: "surprise", JSON: json.RawMessage(`{"type":"object","additionalProperties":false,
"required":["mechanism","reasoning","score","critique"],"properties":{"mechanism":{"type":"string"},"reasoning":{"type":"string"},
"score":{"type":"integer","enum":[0,1,2,3,4,5,6,7,8,9,10]},"critique":{"type":"string"}}}`)}

// rubric is AutoKD's scale of surprise (appendix S1) in our words.
const rubric = `You judge a result as an expert of the field would.
Scale: 0 to 2 it follows from how the variables are defined; 3 to 4 it makes no sense; 5 to 6 it is what anybody in the field expects;
7 to 8 it adds something new; 9 to 10 it goes against what is expected, and is plausible.
mechanism says in one sentence how the one could bring about the other; leave it empty when you see none.`

// Surprise asks for the rubric's judgement of a result.
func (m *Mind) Surprise(ctx context.Context, q mind.SurpriseQuestion) (mind.Surprise, error) {
	var b strings.Builder
	if q.Domain != "" {
		fmt.Fprintf(&b, "Data: %s\n", quote(q.Domain))
	}
	fmt.Fprintf(&b, "Claim: %s\n", q.Claim)
	if q.Mechanism != "" {
		fmt.Fprintf(&b, "Proposed because: %s\n", clip(q.Mechanism, longestSentence))
	}
	if r := q.Record; r != nil {
		if !m.opt.Private && r.Finding != "" {
			fmt.Fprintf(&b, "Result: %s\n", clip(r.Finding, longestSentence))
		} else {
			f := mind.Finding{Template: r.Template, Outcome: r.Outcome, Exposure: r.Exposure, Moderator: r.Moderator, Groups: r.Groups, Estimate: r.Estimate}
			if r.Magnitude != nil {
				f.Magnitude = *r.Magnitude
			}
			fmt.Fprintf(&b, "Result: %s\n", m.bare(&f))
		}
	}
	list(&b, "Known beside it", min(len(q.Near), 10), func(i int) string { return m.finding(&q.Near[i]) })
	b.WriteString("Answer with JSON: mechanism, reasoning (one sentence), score (a whole number from 0 to 10), critique (one sentence).")
	type answer struct {
		Mechanism, Reasoning, Critique string
		Score                          *float64
	}
	a, err := structured(ctx, m, endpoint.Request{Purpose: "surprise", System: rubric + data, User: b.String(), Temperature: judging,
		MaxTokens: 400, Schema: surpriseSchema}, func(a *answer) error {
		if a.Score == nil || !(*a.Score >= 0 && *a.Score <= 10) {
			return errors.New("score must be a number from 0 to 10")
		}
		return nil
	})
	if err != nil {
		return mind.Surprise{}, err
	}
	score := int(*a.Score + 0.5)
	return mind.Surprise{Mechanism: oneLine(a.Mechanism), Reasoning: oneLine(a.Reasoning), Critique: oneLine(a.Critique), Score: score,
		Classification: mind.Classification(score), Trivial: score <= 2}, nil
}

// oneLine is a text of a model as it is kept: in one line, of a sentence's length.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > longestSentence {
		s = string(r[:longestSentence-1]) + "…"
	}
	return s
}

// Answer asks for an answer from insights. They are numbered in the prompt, since models copy small numbers right; a sentence without a
// number cites nothing.
func (m *Mind) Answer(ctx context.Context, q mind.AnswerQuestion) (mind.Answer, error) {
	if len(q.Insights) == 0 {
		return mind.Answer{}, ctx.Err()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Question: %s\nFindings:\n", clip(q.Question, longestSentence))
	for i := range q.Insights {
		fmt.Fprintf(&b, "[%d] %s\n", i+1, m.finding(&q.Insights[i]))
	}
	b.WriteString("Answer the question in one to four sentences, each on a line of its own, each ending with the numbers of the findings that say so, such as [1]. " +
		"Say only what the findings say.")
	var out mind.Answer
	err := m.checked(ctx, endpoint.Request{Purpose: "answer", System: "You answer questions from findings, and from nothing else." + data,
		User: b.String(), Temperature: judging, MaxTokens: 400, Seed: int(m.opt.Seed)}, func(text string) error {
		out = cited(text, q.Insights)
		if len(out.Sentences) == 0 {
			return errors.New("it holds no sentence")
		}
		return nil
	})
	return out, err
}

// cited reads sentences and the numbers that they cite.
func cited(text string, insights []mind.Finding) (out mind.Answer) {
	for _, line := range strings.Split(text, "\n") {
		var words []string
		var cites []string
		rest := line
		for {
			before, after, found := strings.Cut(rest, "[")
			words = append(words, before)
			if !found {
				break
			}
			inside, behind, closed := strings.Cut(after, "]")
			if !closed {
				words = append(words, "["+after)
				break
			}
			for _, part := range strings.FieldsFunc(inside, func(r rune) bool { return r == ',' || r == ' ' || r == ';' }) {
				var n int
				if _, err := fmt.Sscanf(part, "%d", &n); err == nil && n >= 1 && n <= len(insights) {
					cites = append(cites, insights[n-1].ID)
				}
			}
			rest = behind
		}
		s := oneLine(strings.TrimLeft(strings.Join(words, ""), "-*• \t"))
		s = strings.NewReplacer(" .", ".", " ,", ",").Replace(s) // where a citation stood
		if strings.ContainsFunc(s, func(r rune) bool { return r > ' ' && r != '.' }) {
			out.Sentences = append(out.Sentences, mind.Sentence{Text: s, Cites: cites})
		}
	}
	return out
}

// Entails asks whether an insight says what a sentence says: a binary judgement (AutoKD, S1).
func (m *Mind) Entails(ctx context.Context, claim string, by mind.Finding) (yes bool, err error) {
	user := fmt.Sprintf("Finding: %s\nSentence: %s\nDoes the finding say what the sentence says, about the same variables and in the same direction? Answer yes or no.",
		m.finding(&by), clip(claim, longestSentence))
	err = m.checked(ctx, endpoint.Request{Purpose: "entailment", System: "You compare a sentence with a finding." + data, User: user,
		Temperature: judging, MaxTokens: 8, Seed: int(m.opt.Seed)}, func(text string) error {
		switch word := strings.ToLower(strings.TrimFunc(strings.TrimSpace(firstWord(text)), func(r rune) bool { return !ast.IsIdentRune(r, true) })); word {
		case "yes", "true", "entailed", "supported":
			yes = true
		case "no", "false", "unsupported":
			yes = false
		default:
			return errors.New("answer with one word, yes or no")
		}
		return nil
	})
	return yes, err
}

func firstWord(text string) string {
	if words := strings.Fields(text); len(words) > 0 {
		return words[0]
	}
	return ""
}
