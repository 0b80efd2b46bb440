package insight

import (
	"slices"
	"strings"
)

// One test is one insight, and has the name of the hypothesis that came first. A hypothesis that is the same test in other words, or in
// another study, gives it a further name: it is found by each, and shown with all.

// GivenName tells a name that was given to a hypothesis from the place that stands for one, such as [4]:1.
func GivenName(name string) bool { return name != "" && !strings.ContainsAny(name, "[]: ") }

// Names are the names of the insights that have several.
type Names struct{ of map[Node][]string }

// Of is all names of an insight with several, its own first and the others in order of arrival; nil for one with a single name.
func (x *Names) Of(n Node) []string {
	if x == nil {
		return nil
	}
	return slices.Clone(x.of[n])
}

// Names are made when first asked for.
func (v *View) Names() *Names {
	v.mu.Lock()
	known := v.several
	v.mu.Unlock()
	if known != nil {
		return known
	}
	x := &Names{map[Node][]string{}}
	by, yields, name := v.Neighbours("executes", false), v.Neighbours("yields", false), v.Column("name")
	for _, run := range v.Nodes(KindExecution) {
		for _, n := range yields.Of(run) {
			for _, h := range by.Of(run) {
				own, s := name.At(n).Text, name.At(h).Text
				if s == own || !GivenName(s) || slices.Contains(x.of[n], s) {
					continue
				}
				if len(x.of[n]) == 0 && own != "" {
					x.of[n] = []string{own}
				}
				x.of[n] = append(x.of[n], s)
			}
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.several = x
	return x
}

// Called is the insights that bear a name, as their own or as a further one, in order of arrival.
func (v *View) Called(name string) []Node {
	out := slices.Clone(v.Named(KindInsight, "name", name))
	by, yields := v.Neighbours("executes", true), v.Neighbours("yields", false)
	for _, h := range v.Named(KindHypothesis, "name", name) {
		for _, x := range by.Of(h) {
			out = append(out, yields.Of(x)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
