package insight

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Facts is what the rules look at: a finding without its numbers' details.
type Facts struct {
	ID                                   string
	Name, File                           string // of its hypothesis
	Template                             string
	Outcome, Exposure, Moderator, Groups string
	Controls                             []string
	Where, Contrast, Part                string
	Dataset, DataHash                    string
	Specification, Estimand              string
	Status, Text                         string
	P, Estimate                          *float64
	Modules                              []string
	Seed                                 bool

	core    []string // Core, once the historian keeps it
	arrival int      // its number among the findings that the historian keeps
}

// Core is the variables that make a claim the claim that it is, sorted; controls never do.
func (f *Facts) Core() []string {
	if f.core != nil {
		return f.core
	}
	return result.Core(f.Outcome, f.Exposure, f.Moderator, f.Groups)
}

// rank orders templates by how much they say: assoc and diff 1, interact 2, heterogeneity 3; 0 for what nothing deepens.
func rank(template string) int {
	switch template {
	case "assoc", "diff":
		return 1
	case "interact":
		return 2
	case "heterogeneity":
		return maxRank
	}
	return 0
}

const maxRank = 3

// Policy says which rule of narrowing holds.
type Policy string

// Default asks of `narrows` that the new context be inside the old one. Paper is AutoKD's text, where every link that is nothing else
// narrows.
const (
	Default Policy = ""
	Paper   Policy = "paper"
)

// Relation is how a new finding stands to an older one: the first that applies of
//
//   - contradicts: one estimand and data set, both p < 0.05, opposite signs;
//   - deepens: a template of higher rank, with the old core inside the new one;
//   - extends: no module in common, where the modules of both are known;
//   - narrows: the same core and template, and a context inside the old one's (in the policy Paper: anything else);
//   - relates: anything else.
//
// The rules are those of AutoKD, appendix E.2, and cover every template. Why says which numbers or names made it so.
func Relation(now, old *Facts, policy Policy) (relation, why string) {
	same := now.Dataset == old.Dataset
	if same && now.Estimand != "" && now.Estimand == old.Estimand && significant(now) && significant(old) && *now.Estimate**old.Estimate < 0 {
		return "contradicts", fmt.Sprintf("opposite signs on one estimand: %.4g and %.4g", *now.Estimate, *old.Estimate)
	}
	core, before := now.Core(), old.Core()
	if same && rank(now.Template) > rank(old.Template) && rank(old.Template) > 0 && subset(before, core) {
		return "deepens", fmt.Sprintf("%s over %s of the same variables", now.Template, old.Template)
	}
	if len(now.Modules) > 0 && len(old.Modules) > 0 && disjoint(now.Modules, old.Modules) {
		return "extends", "no module in common"
	}
	if policy == Paper {
		return "narrows", ""
	}
	if same && now.Template == old.Template && slices.Equal(core, before) && inside(now.Where, old.Where) {
		if old.Where == "" {
			return "narrows", fmt.Sprintf("the rows where %s", now.Where)
		}
		return "narrows", fmt.Sprintf("the rows where %s, among those where %s", now.Where, old.Where)
	}
	return "relates", ""
}

func significant(f *Facts) bool { return f.P != nil && *f.P < 0.05 && f.Estimate != nil }

func subset(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

func disjoint(a, b []string) bool {
	return !slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// inside tells whether every condition of the old context is among the new one's, and the new one has more.
func inside(now, old string) bool {
	a, b := conditions(now), conditions(old)
	return len(a) > len(b) && subset(b, a)
}

// conditions splits a context at its `and`s outside brackets, strings and backquotes. One with an `or` at that level is a single condition.
func conditions(where string) []string {
	if strings.TrimSpace(where) == "" {
		return nil
	}
	var out []string
	depth, from := 0, 0
	var quote rune
	for i, r := range where {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'' || r == '`':
			quote = r
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth == 0 && strings.HasPrefix(where[i:], " or "):
			return []string{strings.TrimSpace(where)}
		case depth == 0 && strings.HasPrefix(where[i:], " and "):
			out = append(out, strings.TrimSpace(where[from:i]))
			from = i + len(" and ")
		}
	}
	return append(out, strings.TrimSpace(where[from:]))
}

// Duplicate tells whether a finding says what an older one says already, so that it becomes an assessment of that one. The same
// specification on the same data with the same verdict does. Else template, core, contrast, context, data and controls must be
// the same, the direction and the verdict too, and the sentences alike. The last three go beyond AutoKD's text, which
// would take a claim that changes its sign under another estimator for a copy of the first.
func Duplicate(now, old *Facts, similar func(a, b string) (bool, error)) (bool, error) {
	if now.DataHash != old.DataHash || now.Part != old.Part || now.Status != old.Status || now.Dataset != old.Dataset {
		return false, nil
	}
	if now.Specification != "" && now.Specification == old.Specification {
		return true, nil
	}
	if now.Specification == "" && old.Specification == "" { // blocked hypotheses have no other identity than their words
		return now.Text == old.Text && now.Name == old.Name, nil
	}
	a, b := slices.Clone(now.Controls), slices.Clone(old.Controls)
	slices.Sort(a)
	slices.Sort(b)
	if now.Template != old.Template || now.Contrast != old.Contrast || now.Where != old.Where || now.Estimand != old.Estimand ||
		!slices.Equal(now.Core(), old.Core()) || !slices.Equal(a, b) || sign(now.Estimate) != sign(old.Estimate) {
		return false, nil
	}
	return similar(now.Text, old.Text)
}

func sign(x *float64) int {
	switch {
	case x == nil || *x == 0:
		return 0
	case *x < 0:
		return -1
	}
	return 1
}
