package loop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/hyp-lang/hyp/agents/mind"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// state is what a round begins with. Everything but saved is read off the graph's items, so that a run that goes on after a crash knows what
// one that never stopped knows.
type state struct {
	saved
	random *rand.PCG

	findings []mind.Finding // seeds apart
	at       map[string]int // id -> place in findings
	seeds    int
	tried    map[mind.Key]bool
	rejected map[string]bool // canonical claims
	used     map[string]bool // estimands that the holdout was asked about
	asked    map[string]insight.Test
	edges    []insight.Edge
	near     map[string][]neighbour
	deepened map[string]int // how many insights deepen one
	certain  int            // findings, where some of the rest are expected
	expected int            // results of the round at hand that only the holdout can still refuse
}

// saved is the part of the state that the graph does not hold otherwise, written with every round.
type saved struct {
	Round    int               `json:"round"`
	Empty    int               `json:"empty"` // rounds in a row without a finding
	Random   []byte            `json:"random"`
	Queue    []queued          `json:"queue,omitempty"`    // F: results that are worth another try
	Themes   [][]string        `json:"themes,omitempty"`   // modules of the themes, newest last, as far as cooldowns look back
	Uses     map[string]int    `json:"uses,omitempty"`     // rounds by module
	Recent   [][]string        `json:"recent,omitempty"`   // cores of the last accepted insights
	Earlier  []string          `json:"earlier,omitempty"`  // research questions, newest last
	Terms    []string          `json:"terms,omitempty"`    // that retrieval failed to ground
	Counts   Counts            `json:"counts"`             //
	Modes    map[mind.Mode]int `json:"modes,omitempty"`    // rounds by mode
	Reasons  map[string]int    `json:"reasons,omitempty"`  // rejections by code
	Objected []string          `json:"objected,omitempty"` // claims that were rejected last, with the codes
	Lost     []string          `json:"lost,omitempty"`     // what the mind left unanswered in the round
}

// Counts is what a run did so far.
type Counts struct {
	Proposed int `json:"proposed"`
	Executed int `json:"executed"`
	Refused  int `json:"refused"`
	Tested   int `json:"tested"` // on the holdout
	Accepted int `json:"accepted"`
	Refined  int `json:"refined"`
	Rejected int `json:"rejected"`
	Repeated int `json:"repeated"` // accepted specifications that were in the graph already
	Deep     int `json:"deep"`     // accepted interactions and heterogeneities
}

// queued is an entry of the refinement queue.
type queued struct {
	Claim     string   `json:"claim"`
	Mechanism string   `json:"mechanism,omitempty"`
	Hint      string   `json:"hint"`
	Overall   float64  `json:"overall"`
	Tries     int      `json:"tries"`
	Key       mind.Key `json:"key"`
}

type neighbour struct{ relation, id string }

func newState(seed uint64) *state {
	s := &state{random: rand.NewPCG(seed, 0x68797021), at: map[string]int{}, tried: map[mind.Key]bool{}, rejected: map[string]bool{}, used: map[string]bool{},
		asked: map[string]insight.Test{}, near: map[string][]neighbour{}, deepened: map[string]int{}}
	s.Uses, s.Modes, s.Reasons = map[string]int{}, map[mind.Mode]int{}, map[string]int{}
	return s
}

// save is the state as a round stores it.
func (s *state) save() (json.RawMessage, error) {
	random, err := s.random.MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("the random stream: %w", err)
	}
	s.Random = random
	return insight.State(s.saved)
}

// restore reads what save wrote.
func (s *state) restore(text json.RawMessage) error {
	var old saved
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields() // a newer version's state holds more than would be gone on with
	if err := d.Decode(&old); err != nil {
		return fmt.Errorf("the state of a round cannot be read: %w", err)
	}
	s.saved = old
	if s.Uses == nil {
		s.Uses = map[string]int{}
	}
	if s.Modes == nil {
		s.Modes = map[mind.Mode]int{}
	}
	if s.Reasons == nil {
		s.Reasons = map[string]int{}
	}
	if err := s.random.UnmarshalBinary(old.Random); err != nil {
		return fmt.Errorf("the random stream of a round cannot be read: %w", err)
	}
	return nil
}

// learn takes in an item of the graph.
func (s *state) learn(it *insight.Item) {
	switch {
	case it.Insight != nil:
		s.insight(it)
	case it.Edge != nil:
		e := it.Edge
		s.edges = append(s.edges, *e)
		s.near[e.From] = append(s.near[e.From], neighbour{e.Relation, e.To})
		s.near[e.To] = append(s.near[e.To], neighbour{e.Relation, e.From})
		if e.Relation == "deepens" {
			s.deepened[e.To]++
		}
	}
}

func (s *state) insight(it *insight.Item) {
	i := it.Insight
	if i.Seed {
		s.seeds++
		return
	}
	if i.Record.Status != result.OK {
		return
	}
	if _, known := s.at[it.ID]; known {
		return
	}
	r := &i.Record
	f := mind.Finding{ID: it.ID, Name: r.Name, Text: r.Finding, Claim: r.Claim, Template: r.Template, Outcome: r.Outcome, Exposure: r.Exposure, Moderator: r.Moderator,
		Groups: r.Groups, Controls: slices.Clone(r.Controls), Where: r.Where, Estimand: r.Estimand, Modules: i.Modules, Estimate: r.Estimate}
	if r.Magnitude != nil {
		f.Magnitude = *r.Magnitude
	}
	for _, x := range []struct{ from, to *float64 }{{i.Scores.Validity, &f.Validity}, {i.Scores.Novelty, &f.Novelty}, {i.Scores.Score, &f.Score}} {
		if x.from != nil {
			*x.to = *x.from
		}
	}
	if i.Number != nil {
		f.Number = *i.Number
	}
	s.at[it.ID] = len(s.findings)
	s.findings = append(s.findings, f)
}

// Findings are the insights, seeds apart.
func (s *state) Findings() []mind.Finding { return s.findings }

// Tried tells whether a question was put before.
func (s *state) Tried(k mind.Key) bool { return s.tried[k] }

// find is an insight by id.
func (s *state) find(id string) *mind.Finding {
	if i, ok := s.at[id]; ok {
		return &s.findings[i]
	}
	return nil
}

// forgetful is the memory of a run without persistence: it has none.
type forgetful struct{}

func (forgetful) Findings() []mind.Finding { return nil }
func (forgetful) Tried(mind.Key) bool      { return false }
