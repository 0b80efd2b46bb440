package python

import (
	"strings"

	"github.com/go-python/gpython/py"
)

// Record is a result or insight of the session: a JSON object whose members are attributes and items. A record with a
// member "value", as verdict and effect of a result are, stands for that value in comparisons, arithmetic and text.
type Record struct{ d *Dict }

func (*Record) Type() *py.Type { return foreign }

// absentMembers are members of results that are left out when there is nothing to say: reading them gives None.
var absentMembers = map[string]bool{"name": true, "p": true, "q": true, "log10_p": true, "log10_q": true, "low": true, "high": true,
	"estimate": true, "std_error": true, "effect": true, "magnitude": true, "verdict": true, "finding": true, "exposure": true,
	"moderator": true, "groups": true, "weights": true, "where": true, "part": true, "needs": true, "estimator": true, "test": true,
	"why": true, "coverage": true, "statistic": true, "odds_ratio": true, "reference": true, "event": true, "contrast": true,
	"levels": true, "coefficients": true, "warnings": true, "family": true, "holdout": true, "rivals": true, "refusal": true,
	"equivalence": true, "detectable": true, "statement": true, "because": true, "expect": true, "prior": true, "lineage": true}

func (r *Record) get(name string) Value {
	if i, ok := r.d.index[name]; ok {
		return r.d.entries[i].value
	}
	return nil
}

// ofColumn is the member "i.name" of a query's row by "name" alone, if no other variable's column has that name.
func (r *Record) ofColumn(name string) Value {
	var found Value
	for _, e := range r.d.entries {
		if key := safeStr(e.key); strings.HasSuffix(key, "."+name) {
			if found != nil {
				return nil
			}
			found = e.value
		}
	}
	return found
}

// resultCalled is the newest of a list of results with a name; ok is false when the list is of anything else.
func resultCalled(items []Value, name string) (v Value, ok bool, err error) {
	var names []string
	for _, x := range items {
		r, is := x.(*Record)
		if !is || !r.isResult() {
			return nil, false, nil
		}
		if n := r.get("name"); n != nil {
			if names = append(names, safeStr(n)); safeStr(n) == name {
				v = r
			}
		}
	}
	if v == nil && len(items) > 0 {
		err := &raised{newException(KeyError, []Value{text(name)})}
		return nil, true, withHelp(err, "the results are called "+cutText(strings.Join(names, ", "), 200))
	}
	return v, v != nil, nil
}

// value is the member "value".
func (r *Record) value() Value { return r.get("value") }

// isResult tells a result of a hypothesis from other records.
func (r *Record) isResult() bool { return r.get("claim") != nil && r.get("status") != nil }

func (r *Record) attribute(name string) (Value, bool) {
	if v := r.get(name); v != nil {
		return v, true
	}
	if v := r.ofColumn(name); v != nil {
		return v, true
	}
	if name == "ci" {
		low, high := r.get("low"), r.get("high")
		if low != nil && high != nil {
			return py.Tuple{low, high}, true
		}
		if r.isResult() {
			return py.None, true
		}
	}
	if r.isResult() && absentMembers[name] {
		return py.None, true
	}
	return nil, false
}

func (r *Record) write(p *printer) error {
	if v := r.value(); v != nil {
		return p.write(v)
	}
	if !r.isResult() {
		return p.braces(r.d)
	}
	p.b.WriteString("<Result ")
	if n := r.get("name"); n != nil {
		if err := p.write(n); err != nil {
			return err
		}
		p.b.WriteString(" ")
	}
	s, err := p.m.str(r.get("claim"))
	if err != nil {
		return err
	}
	p.b.WriteString(s)
	if v := r.get("verdict"); v != nil {
		if s, err = p.m.str(v); err != nil {
			return err
		}
		p.b.WriteString(": " + s)
	}
	p.b.WriteString(">")
	return nil
}

func (p *printer) braces(d *Dict) error {
	p.b.WriteString("{")
	err := p.dict(d)
	p.b.WriteString("}")
	return err
}
