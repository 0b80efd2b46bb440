// Package online decides a stream of tests one after the other, so that among all rejections of a life-long run the expected share
// of false ones stays under a bound, however many tests come and whatever was found before.
//
// A rule gives the level of the next test before its p-value is seen; a p-value at or under it rejects the null hypothesis, and a
// rejection pays wealth back that later tests may spend. Its state is small and can be written and read, and replaying the
// p-values of a ledger gives it again.
//
//	lord             LORD++: Ramdas, Yang, Wainwright, Jordan 2017, with the gamma sequence of Javanmard, Montanari 2018 (eq. 31)
//	saffron          SAFFRON, lambda 1/2: Ramdas, Zrnic, Wainwright, Jordan 2018
//	alpha_investing  the form of Foster, Stine 2008 that controls the FDR: SAFFRON with lambda_t = alpha_t (the same paper, section 2)
//	elond            e-LOND: Xu, Ramdas 2024; holds under any dependence
//	paper            no control: every test at the same level
//
// The constants that those papers leave open (initial wealth alpha/10 for lord and alpha/2 for the next two) are those of the
// R package onlineFDR, so that its numbers and ours agree.
//
// A simulation (2,000 hypotheses, 5% true with z = 4.5; go test -v -run Simulated ./agents/online) is in the tests.
package online

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// Rule is an online rule at its place in the stream.
type Rule interface {
	// Name is the rule's name.
	Name() string
	// Level is the level of the next test, in [0, 1). It depends on earlier tests alone.
	Level() float64
	// Observe takes the p-value of the next test and tells whether it is at most Level. NaN counts as 1: a test without a number
	// rejects nothing and costs what any does.
	Observe(p float64) (rejected bool)
	// Wealth is what the rule can still spend; false for rules that have no such number.
	Wealth() (float64, bool)
	// State is the rule's state, from which Restore makes it again.
	State() State
}

// The rules' names.
const (
	LORD           = "lord"
	SAFFRON        = "saffron"
	AlphaInvesting = "alpha_investing"
	ELOND          = "elond"
	Paper          = "paper"
)

// Power is the gamma sequence j^-1.6 for lord and elond, in place of their slow one. The slow one keeps half its wealth for the time after
// the millionth test; this one has spent 95% of it after a hundred, which suits a stream that is dense in truths.
const Power = "power"

// Names are the rules that New knows.
var Names = []string{LORD, SAFFRON, AlphaInvesting, ELOND, Paper}

// State is the state of any rule. Rejections are the places of the rejected tests, from 1. Candidates, for saffron and
// alpha_investing, is how many candidates there were up to each rejection, that one included, and in all.
type State struct {
	Rule       string  `json:"rule"`
	Alpha      float64 `json:"alpha"`
	Sequence   string  `json:"sequence,omitempty"` // gamma of lord and elond: slow (empty) or power
	Tests      int     `json:"tests"`
	Rejections []int   `json:"rejections,omitempty"`
	Candidates []int   `json:"candidates,omitempty"`
	Candidate  int     `json:"candidate,omitempty"`
	Spent      float64 `json:"spent,omitempty"`
}

// New begins a rule with the bound alpha on the false discovery rate; for paper it is the level of every test.
func New(name string, alpha float64) (Rule, error) {
	return Restore(State{Rule: name, Alpha: alpha})
}

// Restore makes a rule from its state.
func Restore(s State) (Rule, error) {
	if !(s.Alpha > 0 && s.Alpha < 1) {
		return nil, fmt.Errorf("online rule %s: its bound must lie between 0 and 1, not %v", s.Rule, s.Alpha)
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("online rule %s: %w", s.Rule, err)
	}
	s.Rejections, s.Candidates = slices.Clone(s.Rejections), slices.Clone(s.Candidates)
	switch s.Rule {
	case LORD:
		return &lord{s}, nil
	case SAFFRON:
		return &saffron{st: s}, nil
	case AlphaInvesting:
		return &saffron{st: s, investing: true}, nil
	case ELOND:
		return &elond{s}, nil
	case Paper:
		return &fixed{s}, nil
	}
	return nil, fmt.Errorf("there is no online rule %q: there are %v", s.Rule, Names)
}

// Parse makes a rule from its state as JSON.
func Parse(text []byte) (Rule, error) {
	var s State
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("the state of an online rule: %w", err)
	}
	return Restore(s)
}

// check refuses a state that no stream can have led to.
func (s *State) check() error {
	if s.Sequence != "" && (s.Sequence != Power || s.Rule == SAFFRON || s.Rule == AlphaInvesting) {
		return fmt.Errorf("it has no gamma sequence %q", s.Sequence)
	}
	last := 0
	for _, at := range s.Rejections {
		if at <= last || at > s.Tests {
			return fmt.Errorf("test %d cannot be a rejection of %d tests after test %d", at, s.Tests, last)
		}
		last = at
	}
	if s.Rule != SAFFRON && s.Rule != AlphaInvesting {
		return nil
	}
	if len(s.Candidates) != len(s.Rejections) || s.Candidate < 0 || s.Candidate > s.Tests {
		return fmt.Errorf("%d candidates of %d tests, known at %d of %d rejections", s.Candidate, s.Tests, len(s.Candidates), len(s.Rejections))
	}
	for i, c := range s.Candidates {
		if c < i+1 || c > s.Candidate || i > 0 && c <= s.Candidates[i-1] {
			return fmt.Errorf("%d candidates up to rejection %d", c, i+1)
		}
	}
	return nil
}

// count takes in the next test.
func (s *State) count(p, level float64) (rejected bool) {
	s.Tests++
	if rejected = p <= level; rejected { // NaN is not
		s.Rejections = append(s.Rejections, s.Tests)
	}
	return rejected
}

func (s *State) copy() State {
	out := *s
	out.Rejections, out.Candidates = slices.Clone(s.Rejections), slices.Clone(s.Candidates)
	return out
}

// earned is the wealth that rejections have paid back: the first one alpha - w0, the others alpha.
func (s *State) earned(w0 float64) float64 {
	if len(s.Rejections) == 0 {
		return 0
	}
	return float64(len(s.Rejections))*s.Alpha - w0
}

// decay is the gamma sequence of Javanmard and Montanari (2018, eq. 31) for LORD, which sums to one.
func decay(j int) float64 {
	if j < 1 {
		return 0
	}
	x := float64(j)
	return 0.07720838 * math.Log(math.Max(x, 2)) / (x * math.Exp(math.Sqrt(math.Log(x))))
}

// steep is the gamma sequence j^-1.6 of SAFFRON (Ramdas et al. 2018, section 4), which sums to one.
func steep(j int) float64 {
	if j < 1 {
		return 0
	}
	return 0.4374901658 / math.Pow(float64(j), 1.6)
}

// gamma is the sequence that the state names.
func (s *State) gamma(j int) float64 {
	if s.Sequence == Power {
		return steep(j)
	}
	return decay(j)
}

// fixed is no control.
type fixed struct{ st State }

func (r *fixed) Name() string            { return Paper }
func (r *fixed) Level() float64          { return r.st.Alpha }
func (r *fixed) Observe(p float64) bool  { return r.st.count(p, r.st.Alpha) }
func (r *fixed) Wealth() (float64, bool) { return 0, false }
func (r *fixed) State() State            { return r.st.copy() }
