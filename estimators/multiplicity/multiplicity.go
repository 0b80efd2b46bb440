// Package multiplicity adjusts the p-values of hypotheses that are tested together: a family.
//
// An adjusted p-value is a Q, a type of its own, so that it is never taken for a p. Every q is also carried as its decimal
// logarithm: a q of 10^-2707 is 0 as a double, and two such findings can still be ranked.
//
// A family's tests are those that were done. A hypothesis that was refused or is blocked has no p-value and is not a test:
// leave it out of the slice, and it neither gets a q nor makes the others' larger.
package multiplicity

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/hyp-lang/hyp/estimators/dist"
)

// Q is an adjusted p-value: the smallest level at which the method, applied to the whole family, rejects this hypothesis.
type Q float64

// Method names an adjustment, as `family` writes it.
type Method string

// The methods over a whole family. BH controls the false discovery rate of independent or positively dependent tests, BY that
// of any tests; Holm and Bonferroni control the chance of a single false rejection, under any dependence, and Holm never
// rejects less.
const (
	BH         Method = "bh"
	BY         Method = "by"
	Holm       Method = "holm"
	Bonferroni Method = "bonferroni"
)

// ErrOnline marks a method that decides test by test, while the family is still growing. Such a method has a sequence of
// levels instead of adjusted p-values; it belongs to discovery, which keeps the ledger of tests that it needs.
var ErrOnline = errors.New("the method decides test by test in the order of a discovery ledger and has no adjusted p-values")

// ErrUnknownMethod marks a name that is no method at all.
var ErrUnknownMethod = errors.New("unknown method")

// ErrNotP marks a p-value outside [0, 1], or one whose logarithm is another number's.
var ErrNotP = errors.New("not a p-value")

// Adjusted is the q of one test with its decimal logarithm; Q is 0 only below the smallest double, and Log10Q is -Inf only for a
// test whose statistic was infinite.
type Adjusted struct {
	Q      Q
	Log10Q float64
}

// Below tells whether q < level, by the logarithm where a double no longer tells.
func (a Adjusted) Below(level float64) bool {
	if float64(a.Q) >= normal || level <= 0 {
		return float64(a.Q) < level
	}
	return a.Log10Q < math.Log10(level)
}

// Compare orders two adjusted values: -1, 0 or 1.
func (a Adjusted) Compare(b Adjusted) int { return compare(a.tail(), b.tail()) }

func (a Adjusted) tail() dist.Tail { return dist.Tail{P: float64(a.Q), Log10P: a.Log10Q} }

// normal is where P is trusted above its logarithm: clear of the subnormal doubles, with room for a family of 10^7.
const normal = 1e-290

// FromP makes the tail of a p-value that is known as a double only.
func FromP(p float64) dist.Tail { return dist.Tail{P: p, Log10P: math.Log10(p)} }

// Adjust gives every test its q, in the order of the tests; none gives none. With the p-values ascending, p(1) to p(m):
//
//	bonferroni  min(1, m p(i))
//	holm        max over j <= i of min(1, (m-j+1) p(j))                      (S. Holm 1979)
//	bh          min over j >= i of min(1, m/j p(j))                          (Benjamini and Hochberg 1995)
//	by          min over j >= i of min(1, m/j (1 + 1/2 + ... + 1/m) p(j))    (Benjamini and Yekutieli 2001)
//
// which are the definitions of R's p.adjust. Equal p-values get equal q. Errors: ErrOnline, ErrUnknownMethod, ErrNotP.
func Adjust(method Method, tests []dist.Tail) ([]Adjusted, error) {
	if err := Check(method); err != nil {
		return nil, err
	}
	for i, t := range tests {
		if err := check(t); err != nil {
			return nil, fmt.Errorf("test %d: %w", i+1, err)
		}
	}
	m := float64(len(tests))
	order := make([]int, len(tests))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return compare(tests[order[i]], tests[order[j]]) < 0 })
	out := make([]Adjusted, len(tests))
	set := func(i int, t dist.Tail) { out[order[i]] = Adjusted{Q(t.P), t.Log10P} }
	switch method {
	case Bonferroni:
		for i := range order {
			set(i, times(tests[order[i]], m))
		}
	case Holm:
		var top dist.Tail
		for i := range order {
			t := times(tests[order[i]], m-float64(i))
			if i == 0 || compare(t, top) > 0 {
				top = t
			}
			set(i, top)
		}
	case BH, BY:
		factor := m
		if method == BY {
			harmonic := 0.0
			for k := m; k >= 1; k-- { // the small ones first
				harmonic += 1 / k
			}
			factor *= harmonic
		}
		low := dist.Tail{P: 1}
		for i := len(order) - 1; i >= 0; i-- {
			if t := times(tests[order[i]], factor/float64(i+1)); compare(t, low) < 0 {
				low = t
			}
			set(i, low)
		}
	}
	return out, nil
}

// Check tells whether Adjust knows the method: nil, or an error that wraps ErrOnline or ErrUnknownMethod.
func Check(method Method) error {
	switch method {
	case BH, BY, Holm, Bonferroni:
		return nil
	case "lord", "saffron", "alpha_investing", "elond":
		return fmt.Errorf("method `%s`: %w", method, ErrOnline)
	}
	return fmt.Errorf("method `%s`: %w; there are bh, by, holm and bonferroni", method, ErrUnknownMethod)
}

// check holds a tail to [0, 1] and its two forms to each other.
func check(t dist.Tail) error {
	switch {
	case math.IsNaN(t.P) || t.P < 0 || t.P > 1:
		return fmt.Errorf("%w: p is %v", ErrNotP, t.P)
	case math.IsNaN(t.Log10P) || t.Log10P > 0:
		return fmt.Errorf("%w: log10 p is %v", ErrNotP, t.Log10P)
	case t.P >= normal && math.Abs(math.Log10(t.P)-t.Log10P) > 1e-9*(1-t.Log10P),
		t.P < normal && t.Log10P > math.Log10(normal)+1e-6:
		return fmt.Errorf("%w: p is %v and log10 p is %v, which are two numbers", ErrNotP, t.P, t.Log10P)
	}
	return nil
}

// times is min(1, k t) for k >= 1.
func times(t dist.Tail, k float64) dist.Tail {
	p, log := t.P*k, t.Log10P+math.Log10(k)
	if p >= 1 || log >= 0 {
		return dist.Tail{P: 1}
	}
	return dist.Tail{P: p, Log10P: log}
}

// compare orders by P while both are normal doubles, else by the logarithm.
func compare(a, b dist.Tail) int {
	x, y := a.P, b.P
	if x < normal || y < normal {
		x, y = a.Log10P, b.Log10P
	}
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}
