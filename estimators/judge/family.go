package judge

import (
	"errors"
	"fmt"
	"math"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/dist"
	"github.com/hyp-lang/hyp/estimators/multiplicity"
	"github.com/hyp-lang/hyp/estimators/result"
)

// Member is a hypothesis of a family with its result (on the train part of a split).
type Member struct {
	Decision plan.Decision
	Record   *result.Record
}

// AdjustFamily sets q, log10_q and family of every member that was tested, by the family's method over the p-values of their
// claims (ClaimP). Refused and blocked hypotheses, and predicted absences that have no equivalence test, are not tests: they get no
// q and do not count. Members with one specification and one kind of claim are one test with one q, since a test said twice is no second
// chance. Errors: multiplicity's, and ErrNoFloor.
func AdjustFamily(f plan.Family, members []Member) error {
	type key struct {
		specification string
		floor         plan.Floor
		absent        bool
	}
	var tests []dist.Tail
	at := make([]int, len(members))
	seen := map[key]int{}
	for i, m := range members {
		at[i] = -1
		if m.Record.Status != result.OK {
			continue
		}
		p, err := ClaimP(m.Decision, m.Record)
		var gone *Unavailable
		switch {
		case errors.As(err, &gone):
			continue
		case err != nil:
			return fmt.Errorf("family %s: %s: %w", f.Name, m.Record.Claim, err)
		}
		k := key{specification: m.Record.Specification, absent: absent(m.Decision.Expect)}
		if k.absent {
			k.floor = *m.Decision.Floor
		}
		if have, ok := seen[k]; ok && k.specification != "" {
			at[i] = have
			continue
		}
		seen[k], at[i] = len(tests), len(tests)
		tests = append(tests, p)
	}
	adjusted, err := multiplicity.Adjust(multiplicity.Method(f.Method), tests)
	if err != nil {
		return fmt.Errorf("family %s: %w", f.Name, err)
	}
	for i, m := range members {
		if m.Record.Status != result.OK {
			continue
		}
		m.Record.Family = &result.Family{Name: f.Name, Method: f.Method, Alpha: f.Alpha, Tests: len(tests)}
		if at[i] < 0 {
			continue
		}
		q, log := float64(adjusted[at[i]].Q), max(adjusted[at[i]].Log10Q, -math.MaxFloat64)
		m.Record.Q, m.Record.Log10Q = &q, &log
	}
	return nil
}
