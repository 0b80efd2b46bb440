package loop

import (
	"time"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Event is something that happened: begin, round, accepted, rejected, refine, unanswered, end. An unanswered question of the mind has its name in
// Code, and why in Reason. The counts are those of the whole discovery.
type Event struct {
	Event    string   `json:"event"`
	Number   int      `json:"round"`
	Mode     string   `json:"mode,omitempty"`
	Theme    string   `json:"theme,omitempty"`
	Claim    string   `json:"claim,omitempty"`
	Insight  string   `json:"insight,omitempty"`
	Text     string   `json:"text,omitempty"`
	Score    float64  `json:"score,omitempty"`
	Code     string   `json:"code,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	Why      string   `json:"why,omitempty"` // end: what ended the run
	Round    Counts   `json:"this_round,omitzero"`
	Total    Counts   `json:"total"`
	Insights int      `json:"insights"`
	Queue    int      `json:"queue"`
	Empty    int      `json:"empty"`
	Wealth   *float64 `json:"wealth,omitempty"`
	Level    float64  `json:"level"` // of the next confirmation
	Seconds  float64  `json:"seconds"`

	Record *result.Record `json:"-"` // of what was accepted
}

// event is an event of the present state.
func (l *Loop) event(kind string) Event {
	e := Event{Event: kind, Number: l.state.Round, Total: l.state.Counts, Insights: len(l.state.findings), Queue: len(l.state.Queue), Empty: l.state.Empty,
		Level: l.rule.Level(), Seconds: time.Since(l.begun).Seconds()}
	if w, has := l.rule.Wealth(); has {
		e.Wealth = &w
	}
	return e
}

// Reasons are the rejections of the discovery by code.
func (l *Loop) Reasons() map[string]int { return l.state.Reasons }
