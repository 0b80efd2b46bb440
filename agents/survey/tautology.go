package survey

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// Tautology is a pair of variables that are related by construction, so that a test of them says nothing.
type Tautology struct {
	A, B   string
	Reason string // derived-pair, derived-from, same-battery, same-values, function, near-collinear
	Why    string
}

// The kinds of tautology, as the matrix holds them.
const (
	derivedPair uint16 = iota + 1
	derivedFrom
	sameBattery
	sameValues
	functionOf
	nearCollinear
)

var tautologyNames = [...]string{"", "derived-pair", "derived-from", "same-battery", "same-values", "function", "near-collinear"}

// nearOne is the correlation, or the root of the share of variance that levels take, from which two columns are taken as one measurement.
const nearOne = 0.99

// findTautologies marks the pairs that the catalog or the rows show to be related by construction.
func (s *Survey) findTautologies(ctx context.Context) error {
	n := len(s.columns)
	mark := func(i, j int, kind uint16, why string) {
		if i == j || s.taut[i*n+j] != 0 {
			return
		}
		s.taut[i*n+j], s.taut[j*n+i] = kind, kind
		a, b := min(i, j), max(i, j)
		s.Tautologies = append(s.Tautologies, Tautology{s.Variables[a].Name, s.Variables[b].Name, tautologyNames[kind], why})
	}
	if c := s.input.Catalog; c != nil {
		for _, p := range c.DerivedPairs {
			if i, j := s.Index(p[0]), s.Index(p[1]); i >= 0 && j >= 0 {
				mark(i, j, derivedPair, "the catalog says that one is derived from the other")
			}
		}
	}
	for i := range s.Variables {
		e := s.Variables[i].Entry
		if e == nil {
			continue
		}
		for _, from := range e.DerivedFrom {
			if j := s.Index(from); j >= 0 {
				mark(i, j, derivedFrom, fmt.Sprintf("the catalog says that `%s` is derived from `%s`", e.Name, from))
			}
		}
		for j := range i {
			o := s.Variables[j].Entry
			if o == nil {
				continue
			}
			if e.Battery != "" && e.Battery == o.Battery {
				mark(i, j, sameBattery, fmt.Sprintf("items of one battery, `%s`", e.Battery))
			}
			if source := common(e.DerivedFrom, o.DerivedFrom); source != "" {
				mark(i, j, derivedFrom, fmt.Sprintf("the catalog says that both are derived from `%s`", source))
			}
		}
	}
	kinds := make([]uint16, n*n)
	var mu sync.Mutex
	var done atomic.Int64
	err := s.each(ctx, n, func(w *worker, i int) error {
		u := s.columns[i]
		defer func() { s.progress("relations by construction", int(done.Add(1)), n) }()
		for j := range i {
			if err := ctx.Err(); err != nil {
				return err
			}
			v := s.columns[j]
			if kind := s.related(u, v); kind != 0 {
				mu.Lock()
				kinds[i*n+j] = kind
				mu.Unlock()
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return err
	}
	for i := range n {
		for j := range i {
			a, b := s.Variables[j].Name, s.Variables[i].Name
			switch kinds[i*n+j] {
			case sameValues:
				mark(i, j, sameValues, fmt.Sprintf("`%s` and `%s` sort the rows into the same values", a, b))
			case functionOf:
				mark(i, j, functionOf, fmt.Sprintf("one of `%s` and `%s` is a function of the other in every row that has both", a, b))
			case nearCollinear:
				mark(i, j, nearCollinear, fmt.Sprintf("`%s` and `%s` go together with |r| >= %g", a, b, nearOne))
			}
		}
	}
	return nil
}

func common(a, b []string) string {
	for _, x := range a {
		if slices.Contains(b, x) {
			return x
		}
	}
	return ""
}

// related looks at the rows: copies, recodes, and numbers that are nearly one.
func (s *Survey) related(u, v *column) uint16 {
	n := len(s.columns)
	for _, t := range []Test{s.assoc[u.at*n+v.at], s.assoc[v.at*n+u.at]} {
		if r := refusalOf(t.Refusal); t.Refusal != "" && (r == sameVariable || r == perfectFit) {
			return sameValues
		}
		switch t.Method {
		case Pearson, Coefficient, Omnibus:
			if math.Abs(t.Effect) >= nearOne {
				return nearCollinear
			}
		}
	}
	vByU, rows := function(u, v)
	uByV, _ := function(v, u)
	// A function of a column with many values says nothing: every column is one of a row number.
	coarse := func(c *column) bool { return 3*c.k <= rows }
	switch {
	case rows < minRows:
		return 0
	case vByU && uByV && coarse(u):
		return sameValues
	case vByU && coarse(u), uByV && coarse(v):
		return functionOf
	}
	return 0
}

// function tells whether equal codes of u have equal codes of v in the rows that have both, of which at least two values of v; and
// counts those rows.
func function(u, v *column) (bool, int) {
	of := make([]int32, u.k)
	for k := range of {
		of[k] = -1
	}
	rows, first, varies, is := 0, int32(-1), false, true
	for i, a := range u.code {
		b := v.code[i]
		if a < 0 || b < 0 {
			continue
		}
		rows++
		if first < 0 {
			first = b
		}
		varies = varies || b != first
		switch of[a] {
		case -1:
			of[a] = b
		case b:
		default:
			is = false
		}
	}
	return is && varies, rows
}

// Tautology tells why two variables, by number, are related by construction; empty when they are not.
func (s *Survey) Tautology(a, b int) string { return tautologyNames[s.taut[a*len(s.columns)+b]] }
