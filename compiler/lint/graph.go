package lint

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/lang/ast"
)

// Insights is what the rules ask of an insight graph. Files are linted side by side, so its methods are called from several
// goroutines. Both lists are in the order in which things were stored.
type Insights interface {
	// Specification lists the insights of a specification id.
	Specification(ctx context.Context, id string) ([]Stored, error)
	// Named lists what is stored under the name of a hypothesis, whatever study it is of.
	Named(ctx context.Context, name string) ([]Stored, error)
}

// Stored is a hypothesis of a graph with its insight.
type Stored struct {
	ID     string        // of the insight; empty when there is none
	Name   string        // of the hypothesis, without the file that runs of several studies put in front
	File   string        // its study, as it was run
	Spec   *plan.Spec    // nil when it has none: blocked, or from elsewhere
	Record result.Record // its result; a refused one says so, and one that only waits has no numbers
}

// Verdict is the stored verdict in a word: refused and blocked where there is none.
func (s *Stored) Verdict() string {
	switch {
	case s.Record.Status == result.Blocked:
		return string(result.BlockedYet)
	case s.Record.Verdict != nil:
		return string(s.Record.Verdict.Value)
	case s.Record.Status == result.Refused:
		return string(result.Refused)
	}
	return string(result.Inconclusive)
}

// where is how a finding names a stored hypothesis.
func (s *Stored) where() string {
	if s.File == "" {
		return fmt.Sprintf("`%s` in the graph", s.Name)
	}
	return fmt.Sprintf("`%s` of %s in the graph", s.Name, s.File)
}

// parents looks up the targets of lineage that are not in the file, by name.
func parents(ctx context.Context, f *ast.File, g Insights) (map[string][]Stored, error) {
	out := map[string][]Stored{}
	here := map[string]bool{}
	for _, st := range f.Statements {
		if h, ok := st.(*ast.Hyp); ok && h.Name != nil {
			here[h.Name.Text] = true
		}
	}
	for _, st := range f.Statements {
		h, ok := st.(*ast.Hyp)
		if !ok {
			continue
		}
		for _, l := range h.Lineage {
			for _, t := range l.Targets {
				if _, asked := out[t.Text]; asked || here[t.Text] {
					continue
				}
				found, err := g.Named(ctx, t.Text)
				if err != nil {
					return nil, fmt.Errorf("%s in the graph: %w", t.Text, err)
				}
				out[t.Text] = found
			}
		}
	}
	return out, nil
}

// knowing is a loader with which the checker takes stored hypotheses for parents.
func knowing(l check.Loader, stored map[string][]Stored) check.Loader {
	return check.Ancestry{Loader: l, Known: func(name string) bool { return len(stored[name]) > 0 }}
}

// specifications looks up the insights of the study's specifications.
func (s *Study) specifications(ctx context.Context, g Insights) (map[string][]Stored, error) {
	out := map[string][]Stored{}
	for _, h := range s.Hyps {
		if h.Spec == nil || h.Spec.Specification == "" {
			continue
		}
		id := h.Spec.Specification
		if _, asked := out[id]; asked {
			continue
		}
		found, err := g.Specification(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("%s in the graph: %w", h.Display, err)
		}
		out[id] = found
	}
	return out, nil
}

// own tells whether a stored hypothesis is this one: the same name in the same study file. One without a name is known by its
// line, which moves with every edit, so that there any line of the file will do.
func (s *Study) own(h *Hyp, o *Stored) bool {
	if !sameFile(s.Source.Name, o.File) {
		return false
	}
	return o.Name == h.Display || h.Name == "" && strings.HasPrefix(o.Name, "line ")
}

// sameFile tells whether two paths are one file, as far as names show: equal, or one ends with the other, as when a study is
// run from its folder and linted from above.
func sameFile(a, b string) bool {
	a, b = filepath.ToSlash(filepath.Clean(a)), filepath.ToSlash(filepath.Clean(b))
	for strings.HasPrefix(a, "../") {
		a = a[3:]
	}
	for strings.HasPrefix(b, "../") {
		b = b[3:]
	}
	return a == b || strings.HasSuffix(a, "/"+b) || strings.HasSuffix(b, "/"+a)
}

// duplicate finds the first stored insight with the specification of h that is of another hypothesis; nil when there is none.
func (s *Study) duplicate(h *Hyp) *Stored {
	if h.Spec == nil {
		return nil
	}
	found := s.tested[h.Spec.Specification]
	for i := range found {
		if !s.own(h, &found[i]) {
			return &found[i]
		}
	}
	return nil
}

// mismatchStored is mismatch for a parent that is in the graph alone. Of several hypotheses of that name one that fits is
// enough; else the one stored last is spoken of.
func (p *Pass) mismatchStored(h *Hyp, parents []Stored, relation string) (parent *Stored, label, help string) {
	for i := range parents {
		parent = &parents[i]
		if label, help = p.unlikeStored(h, parent, relation); label == "" {
			return nil, "", ""
		}
	}
	return parent, label, help
}

func (p *Pass) unlikeStored(h *Hyp, o *Stored, relation string) (label, help string) {
	switch relation {
	case "narrows":
		if h.Spec == nil || o.Spec == nil {
			return "", "" // conditions of which the columns are not known
		}
		child, general := planned(h.Spec.Where, nil), planned(o.Spec.Where, nil)
		switch {
		case !implies(child, general):
			return "its rows are not among the parent's", "the parent's condition is `" + o.Spec.WhereText + "`: repeat it and add to it"
		case implies(general, child):
			return "the same rows", "add a condition with `where`"
		}
	case "contradicts":
		return p.agrees(h, o)
	case "deepens":
		switch {
		case depth(h) <= rank(o.Record.Template):
			return "no deeper form of claim", "above assoc and diff stands interact, above that heterogeneity"
		case !p.coversStored(h, o):
			return "without a variable of the parent", "a deeper claim is about the parent's variables and more"
		}
	}
	return "", ""
}

// agrees says why h does not contradict a stored hypothesis; empty when it does: by opposed predictions, or because on the
// same estimand the sign that h predicts (or that was found for h itself) is opposite to the one found for the other.
func (p *Pass) agrees(h *Hyp, o *Stored) (label, help string) {
	predicted, other := "", turned(o.Record.Expect, o.Spec)
	if h.Node.Expect != nil {
		predicted = direction(h)
	}
	if exclusive(predicted, other) || exclusive(other, predicted) {
		return "", ""
	}
	if h.Spec != nil {
		question, flip := estimand(h.Spec)
		found := sign(o.Record.Estimate)
		same := o.Record.Estimand != "" && o.Record.Estimand == h.Spec.Estimand
		if o.Spec != nil {
			stored, flipped := estimand(o.Spec)
			if same = stored == question; flipped {
				found = -found
			}
		}
		if same && found != 0 {
			expected := map[string]float64{"positive": 1, "negative": -1}[predicted]
			if expected == -found {
				return "", ""
			}
			for i := range p.tested[h.Spec.Specification] {
				own := sign(p.tested[h.Spec.Specification][i].Record.Estimate)
				if flip {
					own = -own
				}
				if own == -found {
					return "", ""
				}
			}
		}
	}
	if predicted == "" || other == "" {
		return "one of the two predicts nothing, and no opposite signs were found", "a contradiction expects the opposite, or finds it on the same estimand"
	}
	return "both can be right", "a contradiction expects the opposite of `" + o.Record.Expect + "`, or finds it on the same estimand"
}

// sign is -1, 0 or 1; 0 without a number.
func sign(x *float64) float64 {
	switch {
	case x == nil:
		return 0
	case *x > 0:
		return 1
	case *x < 0:
		return -1
	}
	return 0
}

// rank is depth by a template's name.
func rank(template string) int {
	switch plan.Template(template) {
	case plan.Interact:
		return 2
	case plan.Heterogeneity:
		return 3
	}
	return 1
}

// coversStored tells whether the claim of h has every variable of a stored one: by what they are computed from, or by their
// names where one of the two is not resolved.
func (p *Pass) coversStored(h *Hyp, o *Stored) bool {
	own := map[string]bool{}
	if h.Spec != nil && o.Spec != nil {
		for _, v := range claimed(h.Spec) {
			own[computed(v)] = true
		}
		for _, v := range claimed(o.Spec) {
			if !own[computed(v)] {
				return false
			}
		}
		return true
	}
	for _, n := range append([]ast.Name{h.Outcome}, h.Tested...) {
		own[n.Text] = true
	}
	for _, n := range []string{o.Record.Outcome, o.Record.Exposure, o.Record.Moderator, o.Record.Groups} {
		if n != "" && !own[n] {
			return false
		}
	}
	return true
}

// claimed are the variables that a claim is about.
func claimed(s *plan.Spec) (out []*plan.Variable) {
	for _, v := range []*plan.Variable{s.Outcome, s.Exposure, s.Moderator, s.Groups} {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}
