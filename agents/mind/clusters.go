package mind

import (
	"math"

	"github.com/hyp-lang/hyp/agents/survey"
)

// Clusters groups the variables of a survey by association, for data whose catalog names no modules: variables are joined whose
// effects on one another are at least link, and a group is called after its first variable. A variable alone is of
// no module.
func Clusters(s *survey.Survey, link float64) []string {
	n := len(s.Variables)
	root := make([]int, n)
	for i := range root {
		root[i] = i
	}
	var find func(i int) int
	find = func(i int) int {
		if root[i] != i {
			root[i] = find(root[i])
		}
		return root[i]
	}
	size := make([]int, n)
	for i := range n {
		for j := range i {
			t := s.Assoc(j, i)
			if !t.Made() {
				t = s.Assoc(i, j)
			}
			if t.Made() && math.Abs(t.Effect) >= link {
				a, b := find(j), find(i)
				root[max(a, b)] = min(a, b)
			}
		}
	}
	for i := range n {
		size[find(i)]++
	}
	out := make([]string, n)
	for i := range n {
		if r := find(i); size[r] > 1 {
			out[i] = "with " + s.Variables[r].Name
		}
	}
	return out
}
