// Package space counts hypotheses: which columns of a table can be in one, and how many hypotheses they make.
//
// The count is that of Table 8 and appendix D of the AutoKD paper: N variables fill the slots of a template in order, and k controls are
// drawn from the variables that are left.
//
//	assoc, diff               N (N-1) C(N-2, k) each
//	interact, heterogeneity   N (N-1) (N-2) C(N-3, k) each
//
// It is a count of sentences, not of tests: a correlation is one test in two sentences, and a sentence that compares the groups of a
// variable without groups is none. Legal tells how many are left at k = 0.
package space

import (
	"fmt"
	"math/big"

	"github.com/hyp-lang/hyp/compiler/plan"
)

// Templates are the four templates in the order of the paper.
var Templates = []plan.Template{plan.Assoc, plan.Diff, plan.Interact, plan.Heterogeneity}

// Count is the number of hypotheses of one template over n variables with k controls; 0 where there are not enough variables.
func Count(t plan.Template, n, k int) *big.Int {
	slots := 2
	if t == plan.Interact || t == plan.Heterogeneity {
		slots = 3
	}
	if n < slots+k || k < 0 {
		return new(big.Int)
	}
	out := new(big.Int).Binomial(int64(n-slots), int64(k))
	for i := range slots {
		out.Mul(out, big.NewInt(int64(n-i)))
	}
	return out
}

// Total is the number of hypotheses of all four templates: a cell of Table 8.
func Total(n, k int) *big.Int {
	sum := new(big.Int)
	for _, t := range Templates {
		sum.Add(sum, Count(t, n, k))
	}
	return sum
}

// Short writes a count as the paper does: 1.94e4; small ones in full.
func Short(n *big.Int) string {
	if n.IsInt64() && n.Int64() < 10_000 {
		return n.String()
	}
	return scientific(fmt.Sprintf("%.2e", new(big.Float).SetInt(n)))
}

// scientific takes the plus and the leading zeros out of an exponent.
func scientific(s string) string {
	for i := range len(s) {
		if s[i] == 'e' {
			exponent := s[i+1:]
			for len(exponent) > 1 && (exponent[0] == '+' || exponent[0] == '0') {
				exponent = exponent[1:]
			}
			return s[:i+1] + exponent
		}
	}
	return s
}

// Legal is the number of hypotheses of one template over these variables, without controls, that the language takes: groups have
// levels, an outcome is a number or has two levels.
func Legal(t plan.Template, variables []Variable) int64 {
	var n, groups, outcomes, both int64
	for _, v := range variables {
		n++
		if v.Groups != nil {
			groups++
		}
		if v.Outcome() {
			outcomes++
			if v.Groups != nil {
				both++
			}
		}
	}
	switch t {
	case plan.Assoc:
		return outcomes * (n - 1)
	case plan.Diff:
		return outcomes*groups - both
	case plan.Interact:
		return outcomes * (n - 1) * (n - 2)
	}
	// heterogeneity: outcome and groups first, then any third variable as the exposure
	return (outcomes*groups - both) * (n - 2)
}
