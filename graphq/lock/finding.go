// Package lock makes regression tests of findings: it writes down what a study claims, on which data and by which criteria, and
// compares that with what it finds today.
//
// # What is compared
//
// A changed data file, a changed criterion, a changed specification and a changed number are messages of different kinds. Numbers are held as
// 12 significant digits and are the same when they differ by no more than the tolerance relative to the larger of the two, 1e-9
// where a lock says nothing else, or by no more than 1e-12; a p-value is compared by its logarithm to base 10, within the
// tolerance relative to it in the same way. A verdict that flips, a changed criterion or specification and a hypothesis that is gone fail; a number
// that moved on the very same data fails too, since nothing explains it. On changed data a number that moves without a change
// of verdict is told, not held against the study, and so is the change of the data itself. A finding that was frozen before its first
// run has no verdict to fall back on: there, changed data fail, and where nothing changed no finding is said to hold.
package lock

import (
	"math"
	"slices"
	"strconv"

	"github.com/hyp-lang/hyp/estimators/result"
)

// Finding is a hypothesis as frozen, stored or found: enough to say whether it still holds. Numbers are nil where there is none,
// and all are where it was frozen before a run.
type Finding struct {
	Name          string   `json:"name"`
	Claim         string   `json:"claim"`
	File          string   `json:"file,omitempty"`
	Line          int      `json:"line,omitempty"`
	Specification string   `json:"specification,omitempty"`
	Estimand      string   `json:"estimand,omitempty"`
	Dataset       string   `json:"dataset,omitempty"`
	DataHash      string   `json:"data_hash,omitempty"`
	Criteria      []string `json:"criteria,omitempty"`
	Judged        bool     `json:"judged"` // the criteria are known
	Verdict       string   `json:"verdict,omitempty"`
	Refusal       string   `json:"refusal,omitempty"` // its code
	Measure       string   `json:"measure,omitempty"`
	Effect        *float64 `json:"effect,omitempty"`
	Estimate      *float64 `json:"estimate,omitempty"`
	Low           *float64 `json:"low,omitempty"`
	High          *float64 `json:"high,omitempty"`
	Log10P        *float64 `json:"log10_p,omitempty"`
	Log10Q        *float64 `json:"log10_q,omitempty"`
	N             *float64 `json:"n,omitempty"`
	HoldoutLog10P *float64 `json:"holdout_log10_p,omitempty"`
	HoldoutEffect *float64 `json:"holdout_effect,omitempty"`
}

// number is one of a finding's numbers with its name.
type number struct {
	name  string
	value **float64
}

// numbers is those of a finding that are compared, in the order in which they are written.
func (f *Finding) numbers() []number {
	return []number{{"effect", &f.Effect}, {"estimate", &f.Estimate}, {"low", &f.Low}, {"high", &f.High}, {"log10_p", &f.Log10P}, {"log10_q", &f.Log10Q},
		{"n", &f.N}, {"holdout_effect", &f.HoldoutEffect}, {"holdout_log10_p", &f.HoldoutLog10P}}
}

// Bare tells whether a finding was frozen before its first run: there is neither a verdict nor a refusal nor a number to compare.
func (f *Finding) Bare() bool {
	return f.Verdict == "" && f.Refusal == "" && !slices.ContainsFunc(f.numbers(), func(n number) bool { return *n.value != nil })
}

// AllBare tells whether there are findings, and all of them were frozen before their first run.
func AllBare(all []Finding) bool {
	return len(all) > 0 && !slices.ContainsFunc(all, func(f Finding) bool { return !f.Bare() })
}

// Of is the finding of a record. The criteria are left to the caller: a record does not have them all.
func Of(r *result.Record) Finding {
	f := Finding{Name: r.Name, Claim: r.Claim, Specification: r.Specification, Estimand: r.Estimand, Dataset: r.Dataset, DataHash: r.DataHash,
		Estimate: digits(r.Estimate), Low: digits(r.Low), High: digits(r.High), Log10P: digits(r.Log10P), Log10Q: digits(r.Log10Q)}
	if r.Verdict != nil {
		f.Verdict = string(r.Verdict.Value)
	}
	if r.Refusal != nil {
		f.Refusal = r.Refusal.Code
	}
	if r.Effect != nil {
		f.Measure, f.Effect = r.Effect.Measure, digits(&r.Effect.Value)
	}
	if r.Status == result.OK {
		n := float64(r.N)
		f.N = &n
	}
	if h := r.Holdout; h != nil {
		f.HoldoutLog10P = digits(h.Log10P)
		if h.Effect != nil {
			f.HoldoutEffect = digits(&h.Effect.Value)
		}
	}
	return f
}

// digits is a number to 12 significant digits, which is what is written and compared.
func digits(x *float64) *float64 {
	if x == nil {
		return nil
	}
	y, err := strconv.ParseFloat(text12(*x), 64)
	if err != nil {
		y = *x
	}
	return &y
}

func text12(x float64) string { return strconv.FormatFloat(x, 'g', 12, 64) }

// DefaultTolerance is the relative difference up to which two numbers are the same.
const DefaultTolerance = 1e-9

// absolute is the difference that is never one: of numbers near zero.
const absolute = 1e-12

// same tells whether two numbers are equal within a relative tolerance.
func same(a, b, tolerance float64) bool {
	return math.Abs(a-b) <= math.Max(absolute, tolerance*math.Max(math.Abs(a), math.Abs(b)))
}
