package engine

import (
	"errors"
	"fmt"

	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/table"
)

// The refusal codes: why a hypothesis has no number. Each comes with a sentence that names columns, levels and counts.
const (
	NoRows             = "no-rows"             // no complete row is left
	TooFewRows         = "too-few-rows"        // under the least number of rows or of residual degrees of freedom
	ZeroVariance       = "zero-variance"       // the outcome, exposure or moderator has one value
	SingleGroup        = "single-group"        // one group is left
	SmallGroup         = "small-group"         // a group is too small for its test
	TooManyLevels      = "too-many-levels"     // a factor has more levels than a model can take
	SameVariable       = "same-variable"       // two roles hold one variable, a copy or an exact recode
	CollinearTarget    = "collinear-target"    // the other columns determine the tested one
	SeparationCode     = "separation"          // the logistic likelihood has no finite maximum
	RankDeficientTerm  = "rank-deficient-term" // the tested term has no degree of freedom of its own
	CategoricalOutcome = "categorical-outcome" // the outcome has more than two unordered levels
	NegativeWeight     = "negative-weight"     // a weight is negative
	WeightsBinary      = "weights-with-binary-outcome"
	LevelMismatch      = "level-mismatch"   // a value that is none of the declared levels
	NonNumericCell     = "non-numeric-cell" // a text, or a number outside the declared range, in a numeric column
	Overflow           = "overflow"         // sums of squares leave the range of a double even after rescaling
	NotConverged       = "not-converged"    // the likelihood was not maximised within the steps allowed
	PerfectFit         = "perfect-fit"      // no residual variance: the outcome is a function of the model
	MethodMismatch     = "method-mismatch"  // `using` names an estimator that this claim cannot take
)

func refuse(code, format string, args ...any) *result.Refusal {
	return &result.Refusal{Code: code, Message: fmt.Sprintf(format, args...)}
}

func (e *run) help(r *result.Refusal, format string, args ...any) *result.Refusal {
	r.Help = fmt.Sprintf(format, args...)
	return r
}

// asRefusal turns the errors of views and rows into refusals; an error that is none of them is returned as it is.
func asRefusal(err error) (*result.Refusal, error) {
	var cell *table.CellError
	if errors.As(err, &cell) {
		r := refuse(NonNumericCell, "%s", cell.Error())
		r.Help = "declare it as a missing code (`missing (…)` on the variable), or correct the data"
		if cell.Help != "" {
			r.Help = cell.Help
		}
		return r, nil
	}
	var many *table.TooManyLevels
	if errors.As(err, &many) {
		return refuse(TooManyLevels, "%s", many.Error()), nil
	}
	var r *result.Refusal
	if errors.As(err, &r) {
		return r, nil
	}
	return nil, err
}
