package evaluate

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/agents/ask"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// Independent is a question that was written without knowledge of the rules that answer it (testdata/independent/README.md).
type Independent struct {
	Ask      string     `json:"ask"`
	Kind     string     `json:"kind"`
	Want     [][]string `json:"want"`     // alternatives of names that a finding's core must have; a|b is either; none: not to be answered
	Controls []string   `json:"controls"` // names that its controls must have
	Least    int        `json:"least"`    // how many of the wanted findings a list must cite; 1 when zero
}

// ReadIndependent reads such questions, a JSON object a line. Errors name the line.
func ReadIndependent(path string) ([]Independent, error) { return readLines[Independent](path) }

// Wants tells whether a finding answers the question.
func (q *Independent) Wants(r *result.Record) bool {
	core := []string{r.Outcome, r.Exposure, r.Moderator, r.Groups}
	has := func(in []string, either string) bool {
		return slices.ContainsFunc(strings.Split(either, "|"), func(name string) bool { return slices.Contains(in, name) })
	}
	for _, c := range q.Controls {
		if !has(r.Controls, c) {
			return false
		}
	}
	return slices.ContainsFunc(q.Want, func(names []string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { return !has(core, n) })
	})
}

// Grade is what an answer is worth.
type Grade string

// The grades. Of what is not to be answered only NotKnown and FalselyAnswered are given, and of the others the rest.
const (
	Right           Grade = "right"            // a wanted finding is cited first, and as many as asked for; a count is given
	Late            Grade = "late"             // a wanted finding is cited, but others stand before it
	Short           Grade = "short"            // a list that cites fewer than asked for, or a count without the number
	Wrong           Grade = "wrong"            // it answers with something else
	FalselyNotKnown Grade = "falsely unknown"  // the graph holds what it says is not known
	NotKnown        Grade = "not known"        // of what is not to be answered
	FalselyAnswered Grade = "falsely answered" // an answer to what is not to be answered, and no caution with it
	NotInGraph      Grade = "not in graph"     // a question to be answered that this graph cannot answer: not graded
)

// Graded is an answer and its grade.
type Graded struct {
	Independent
	Grade    Grade
	Known    bool
	Faithful bool // every sentence is word for word that of the insight that it cites
	Cited    int
	Relevant int // of Cited: wanted
	Text     string
}

var (
	sentenceLine = regexp.MustCompile(`(?m)^- .*$`)
	causeWords   = regexp.MustCompile(`(?i)\bcaus`)
)

// GradeAll asks questions of a graph and grades the answers without trusting them: what a sentence cites is read from the graph again.
func GradeAll(ctx context.Context, g *insight.Graph, questions []Independent, opt ask.Options) ([]Graded, error) {
	growth, err := GrowthOf(ctx, g)
	if err != nil {
		return nil, err
	}
	var out []Graded
	for _, q := range questions {
		a, err := ask.Ask(ctx, g, q.Ask, opt)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", q.Ask, err)
		}
		held := 0
		for _, r := range growth.Findings {
			if q.Wants(r) {
				held++
			}
		}
		j := Graded{Independent: q, Known: a.Known, Text: a.String(), Faithful: !a.Known || a.Faithfulness != nil && *a.Faithfulness == 1}
		first := false
		said, err := citations(ctx, g, a, func(sentence int, r *result.Record) {
			j.Cited++
			if q.Wants(r) {
				j.Relevant++
				first = first || sentence == 0
			}
		})
		if err != nil {
			return nil, err
		}
		j.Faithful = j.Faithful && said
		j.Grade = q.grade(j, held, first)
		out = append(out, j)
	}
	return out, nil
}

func (q *Independent) grade(j Graded, held int, first bool) Grade {
	said := sentenceLine.ReplaceAllString(j.Text, "") // what is said beside the findings
	switch {
	case len(q.Want) == 0 || q.Kind == "causal":
		if j.Known && !(q.Kind == "causal" && j.Relevant > 0 && causeWords.MatchString(said)) {
			return FalselyAnswered
		}
		return NotKnown
	case held == 0:
		return NotInGraph
	case !j.Known:
		return FalselyNotKnown
	case j.Relevant == 0:
		return Wrong
	case q.Kind == "count":
		if !regexp.MustCompile(fmt.Sprintf(`\b%d\b`, held)).MatchString(said) {
			return Short
		}
	case j.Relevant < min(q.Least, held):
		return Short
	}
	if first {
		return Right
	}
	return Late
}

// Tally counts grades.
type Tally struct {
	Answerable, Right, Late, Short, Wrong, FalselyNotKnown int
	Unanswerable, NotKnown, FalselyAnswered                int
	Cited, Relevant                                        int // over the answerable
	Answers, Faithful                                      int
}

// TallyOf counts the grades of answers.
func TallyOf(all []Graded) (t Tally) {
	for i := range all {
		j := &all[i]
		if j.Grade == NotInGraph {
			continue
		}
		if j.Known {
			t.Answers++
			if j.Faithful {
				t.Faithful++
			}
		}
		switch j.Grade {
		case NotKnown, FalselyAnswered:
			t.Unanswerable++
		default:
			t.Answerable++
			t.Cited += j.Cited
			t.Relevant += j.Relevant
		}
		*map[Grade]*int{Right: &t.Right, Late: &t.Late, Short: &t.Short, Wrong: &t.Wrong, FalselyNotKnown: &t.FalselyNotKnown,
			NotKnown: &t.NotKnown, FalselyAnswered: &t.FalselyAnswered}[j.Grade]++
	}
	return t
}
