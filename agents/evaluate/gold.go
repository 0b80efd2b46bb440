package evaluate

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Gold is a published finding on the variables of one data set.
type Gold struct {
	ID        string          `json:"id"`
	Claim     string          `json:"claim"`
	Y         string          `json:"y"`
	X         string          `json:"x"`
	Contrast  string          `json:"x_contrast"` // of two groups of x: "a vs b"
	Moderator string          `json:"moderator"`
	Filter    json.RawMessage `json:"filter"` // a condition on rows; null when there is none
	Direction string          `json:"direction"`
	Coded     string          `json:"direction_coded"` // Direction on the coded values
	Usable    bool            `json:"use_for_recall"`  // it can be found in the data
}

// Null tells whether the finding is that there is nothing: a probe of what should not be asserted.
func (g *Gold) Null() bool { return strings.HasPrefix(g.Direction, "none") }

// filtered tells whether the finding is about a part of the rows.
func (g *Gold) filtered() bool {
	text := strings.TrimSpace(string(g.Filter))
	return !slices.Contains([]string{"", "null", "[]", "{}", `""`}, text)
}

// sign is the finding's sign where it is plain: on the coded values and over all rows; 0 elsewhere.
func (g *Gold) sign() float64 {
	switch {
	case g.filtered():
	case strings.TrimSpace(g.Coded) == "positive":
		return 1
	case strings.TrimSpace(g.Coded) == "negative":
		return -1
	}
	return 0
}

// ReadGold reads published findings, a JSON object a line. Errors name the line.
func ReadGold(path string) ([]Gold, error) { return readLines[Gold](path) }

// readLines reads a JSON object a line; empty lines do not count.
func readLines[T any](path string) ([]T, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []T
	for i, line := range strings.Split(string(text), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		var x T
		if err := json.Unmarshal([]byte(line), &x); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, i+1, err)
		}
		out = append(out, x)
	}
	return out, nil
}

// Match is how near a finding comes to a published one.
type Match int

// The matches, from none to all.
const (
	Missing Match = iota
	Partial
	Covered
)

func (m Match) String() string { return [...]string{"missing", "partial", "covered"}[m] }

// deep tells a template that asks whom an effect holds for.
func deep(template string) bool { return template == "interact" || template == "heterogeneity" }

// variables are those that a finding relates: its outcome, and the others.
func variables(r *result.Record) []string {
	return slices.DeleteFunc([]string{r.Outcome, r.Exposure, r.Groups, r.Moderator}, func(s string) bool { return s == "" })
}

func within(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

// Match compares a finding with a published one.
//
// It is covered when the pair of outcome and exposure is the finding's pair in either order, with the moderator, if the published one has any, among the
// finding's variables too, and the signs agree where both are plain: the published one's on coded values and all rows, the finding's a single
// coefficient of an association or difference on all rows. A deeper finding that contains the pair covers it; assoc and diff of a pair are one
// another's equal. It is partial when the sign is opposite, when further variables join without a deeper template, or when of a moderated one
// only outcome and exposure, or outcome and moderator, are there.
func (g *Gold) Match(r *result.Record) Match {
	have, pair := variables(r), []string{g.Y, g.X}
	if g.Moderator != "" {
		switch {
		case within(append(pair, g.Moderator), have):
			return Covered
		case within(pair, have) || within([]string{g.Y, g.Moderator}, have):
			return Partial
		}
		return Missing
	}
	switch {
	case !within(pair, have):
		return Missing
	case deep(r.Template):
		return Covered
	case !within(have, pair):
		return Partial
	case r.Estimate != nil && r.Test != "omnibus" && r.Where == "" && *r.Estimate*g.sign() < 0:
		return Partial
	}
	return Covered
}

// Hit tells whether a finding asserts what a probe says is not there: exactly its pair, or all of a moderated one. A probe of two groups is hit by what
// is said of these two alone: that three groups differ says of no two of them that they do.
func (g *Gold) Hit(r *result.Record) bool {
	have, need := variables(r), []string{g.Y, g.X}
	if g.Moderator != "" {
		return within(append(need, g.Moderator), have)
	}
	return within(need, have) && within(have, need) && g.aboutContrast(r)
}

// aboutContrast tells whether a finding may be about a probe's two groups: it compares two, and not one with the rest. Which two is not looked at, since
// a record has their labels and a probe their codes.
func (g *Gold) aboutContrast(r *result.Record) bool {
	return g.Contrast == "" || len(r.Levels) <= 2 && !slices.ContainsFunc(r.Levels, func(l result.Level) bool { return l.Value == "rest" })
}

// Recall is what a set of findings has of the published ones that can be found.
type Recall struct {
	Claims  int // published findings
	Covered int
	Partial int
	Probes  int // of nothing
	Hits    int // of Probes: asserted all the same
	Best    map[string]Match
}

// RecallOf compares findings with the usable published ones.
func RecallOf(gold []Gold, findings []*result.Record) Recall {
	out := Recall{Best: map[string]Match{}}
	for i := range gold {
		g := &gold[i]
		switch {
		case !g.Usable:
		case g.Null():
			out.Probes++
			if slices.ContainsFunc(findings, g.Hit) {
				out.Hits++
			}
		default:
			out.Claims++
			best := Missing
			for _, r := range findings {
				best = max(best, g.Match(r))
			}
			out.Best[g.ID] = best
			switch best {
			case Covered:
				out.Covered++
			case Partial:
				out.Partial++
			}
		}
	}
	return out
}

// WriteFindings writes findings as other tools read them: a record a line.
func WriteFindings(w io.Writer, findings []*result.Record) error {
	enc := json.NewEncoder(w)
	for _, r := range findings {
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return nil
}
