package lock

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/graphq/insight"
)

// Kind is what changed.
type Kind string

// The kinds of changes.
const (
	VerdictFlipped   Kind = "verdict"
	CriterionChanged Kind = "criterion"
	DataChanged      Kind = "data"
	NumberChanged    Kind = "number"
	SpecChanged      Kind = "specification" // another test than was frozen
	Gone             Kind = "missing"
	Unfrozen         Kind = "new"
)

// Change is one difference between a finding as it was and as it is.
type Change struct {
	Kind Kind   `json:"kind"`
	What string `json:"what,omitempty"` // the number, or the data set
	Was  string `json:"was,omitempty"`
	Is   string `json:"is,omitempty"`
	Fail bool   `json:"fail"`
	Text string `json:"text"`
}

// Outcome is one finding compared. Was or Is is nil where it is only on one side.
type Outcome struct {
	Name    string   `json:"name"`
	File    string   `json:"file,omitempty"`
	Line    int      `json:"line,omitempty"`
	Verdict string   `json:"verdict,omitempty"` // of today
	Changes []Change `json:"changes"`
	Was     *Finding `json:"was,omitempty"`
	Is      *Finding `json:"is,omitempty"`
}

// bare tells of a finding that was frozen before its first run.
func (o *Outcome) bare() bool { return o.Was != nil && o.Was.Bare() }

// Failed tells whether any change is held against the study.
func (o *Outcome) Failed() bool {
	return slices.ContainsFunc(o.Changes, func(c Change) bool { return c.Fail })
}

// Options say what counts.
type Options struct {
	Tolerance float64
	Strict    bool // every change fails
}

// Compare holds findings as they are against what they were, by name, and those without a name by their claim: in the order of was,
// then what is new. It is pure.
func Compare(was, is []Finding, opt Options) []Outcome {
	by := pairs(was, is)
	var out []Outcome
	seen := map[*Finding]bool{}
	for i := range was {
		w := &was[i]
		o := Outcome{Name: w.Name, File: w.File, Line: w.Line, Was: w, Is: by[w], Changes: []Change{}}
		seen[o.Is] = true
		if o.Is == nil {
			o.Changes = append(o.Changes, Change{Kind: Gone, Was: w.Claim, Fail: true, Text: "the hypothesis is no longer in the study: " + w.Claim})
		} else {
			o.Name, o.File, o.Line, o.Verdict = o.Is.Name, o.Is.File, o.Is.Line, o.Is.Verdict
			o.Changes = append(o.Changes, changes(w, o.Is, opt)...)
		}
		out = append(out, o)
	}
	for i := range is {
		f := &is[i]
		if !seen[f] {
			out = append(out, Outcome{Name: f.Name, File: f.File, Line: f.Line, Verdict: f.Verdict, Is: f,
				Changes: []Change{{Kind: Unfrozen, Is: f.Claim, Fail: opt.Strict, Text: "new since then: " + f.Claim}}})
		}
	}
	return out
}

// pairs finds what each finding is today. A name that was given decides. One that only says where a claim stands, such as `line 9`, changes with every line
// before it: there the claim decides, and the place where the claim was changed.
func pairs(was, is []Finding) map[*Finding]*Finding {
	out := map[*Finding]*Finding{}
	taken := map[*Finding]bool{}
	find := func(w *Finding, fits func(f *Finding) bool) {
		if out[w] != nil {
			return
		}
		for i := range is {
			if f := &is[i]; !taken[f] && fits(f) {
				out[w], taken[f] = f, true
				return
			}
		}
	}
	given := insight.GivenName
	byName := map[string]*Finding{}
	for i := range is {
		byName[is[i].Name] = &is[i]
	}
	for i := range was {
		if f := byName[was[i].Name]; f != nil && (given(f.Name) || f.Claim == was[i].Claim) {
			out[&was[i]], taken[f] = f, true
		}
	}
	unnamed := func(fits func(w, f *Finding) bool) {
		for i := range was {
			if w := &was[i]; !given(w.Name) {
				find(w, func(f *Finding) bool { return !given(f.Name) && fits(w, f) })
			}
		}
	}
	unnamed(func(w, f *Finding) bool { return f.Claim == w.Claim })
	unnamed(func(w, f *Finding) bool { return f.Name == w.Name })
	return out
}

func changes(was, is *Finding, opt Options) []Change {
	var out []Change
	add := func(c Change) {
		c.Fail = c.Fail || opt.Strict
		out = append(out, c)
	}
	if was.Specification != "" && was.Specification != is.Specification {
		text := fmt.Sprintf("another test than before: `%s` was `%s`", is.Claim, was.Claim)
		if is.Claim == was.Claim {
			text = "another test than before, by the same words: a declaration or the catalog changed what they mean"
		}
		add(Change{Kind: SpecChanged, Was: was.Specification, Is: is.Specification, Fail: true, Text: text})
	}
	if was.Judged && is.Judged && !slices.Equal(was.Criteria, is.Criteria) {
		a, b := only(was.Criteria, is.Criteria), only(is.Criteria, was.Criteria)
		add(Change{Kind: CriterionChanged, Was: strings.Join(a, "; "), Is: strings.Join(b, "; "), Fail: true,
			Text: fmt.Sprintf("the criterion changed: %s, before %s", orNothing(b), orNothing(a))})
	}
	moved := was.DataHash != "" && is.DataHash != "" && was.DataHash != is.DataHash
	bare := was.Bare()
	if moved {
		add(Change{Kind: DataChanged, What: is.Dataset, Was: was.DataHash, Is: is.DataHash, Fail: bare,
			Text: fmt.Sprintf("the data file of %s changed: sha256 %.12s, before %.12s", is.Dataset, is.DataHash, was.DataHash)})
	}
	if bare {
		return out
	}
	if was.Verdict != is.Verdict {
		add(Change{Kind: VerdictFlipped, Was: was.Verdict, Is: is.Verdict, Fail: true,
			Text: fmt.Sprintf("the verdict flipped: %s, before %s%s", orNone(is.Verdict), orNone(was.Verdict), numbersBehind(was, is))})
	} else if was.Refusal != is.Refusal {
		add(Change{Kind: VerdictFlipped, What: "refusal", Was: was.Refusal, Is: is.Refusal, Fail: true,
			Text: fmt.Sprintf("refused for another reason: %s, before %s", is.Refusal, was.Refusal)})
	}
	a, b := was.numbers(), is.numbers()
	for i := range a {
		x, y := *a[i].value, *b[i].value
		if x == nil || y != nil && same(*x, *y, opt.Tolerance) { // what was not written down is not compared
			continue
		}
		c := Change{Kind: NumberChanged, What: a[i].name, Was: show(x), Is: show(y), Fail: !moved,
			Text: fmt.Sprintf("%s is %s, before %s", a[i].name, show(y), show(x))}
		if !moved {
			c.Text += fmt.Sprintf(", on the same data (tolerance %g)", opt.Tolerance)
		}
		add(c)
	}
	return out
}

// only is what a has and b has not.
func only(a, b []string) (out []string) {
	for _, s := range a {
		if !slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	return out
}

func orNothing(lines []string) string {
	if len(lines) == 0 {
		return "nothing"
	}
	return "`" + strings.Join(lines, "`, `") + "`"
}

func orNone(verdict string) string {
	if verdict == "" {
		return "none"
	}
	return verdict
}

func show(x *float64) string {
	if x == nil {
		return "none"
	}
	return text12(*x)
}

// numbersBehind says what moved with a verdict.
func numbersBehind(was, is *Finding) string {
	if was.Effect == nil || is.Effect == nil || was.Log10P == nil || is.Log10P == nil {
		return ""
	}
	return fmt.Sprintf(" (%s %.4g, before %.4g; log10 p %.4g, before %.4g)", is.Measure, *is.Effect, *was.Effect, *is.Log10P, *was.Log10P)
}

// Named is the findings of was that are also in is, by name.
func Named(was, is []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(was), func(f Finding) bool {
		return !slices.ContainsFunc(is, func(g Finding) bool { return g.Name == f.Name })
	})
}

// WithVerdict is findings without the refusals that was has no finding of: a graph stores no insight of a refusal.
func WithVerdict(is, was []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(is), func(f Finding) bool {
		return f.Refusal != "" && !slices.ContainsFunc(was, func(w Finding) bool { return w.Name == f.Name })
	})
}
