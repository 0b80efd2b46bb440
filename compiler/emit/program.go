package emit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
)

// program is what a template writes. Its strings are code of the language.
type program struct {
	*Study
	Tables    []assignment
	Variables []assignment
	Functions []function
	Entries   []entry
	Refused   []Hypothesis
	Uses      map[string]bool // parts of the script: logic, linear, logit, groups

	d      dialect
	tables map[string]string // identifiers by name of the data set
	known  map[string]string // identifiers of variables
}

// assignment gives a name to a value.
type assignment struct{ Name, Value string }

// function answers one hypothesis on one part of its data.
type function struct {
	Identifier string
	Claim      string
	Bound      *plan.Bound
	Where      string // empty when every row is kept
	Sample     string
	Estimate   string
}

// entry is a record to print: the name, the claim and the functions, Holdout null where there is none.
type entry struct{ Name, Claim, Answer, Holdout string }

// reader defines a variable and gives its identifier.
type reader func(v *plan.Variable, factor bool) (string, error)

// argument is a named argument of a call.
type argument struct{ name, value string }

// dialect writes the values of a language.
type dialect interface {
	quote(s string) string
	number(x float64) string
	truth(b bool) string
	null() string
	strings(items []string) string    // a vector of texts
	list(items []string) string       // a list of values of any kind
	pairs(items [][2]string) string   // levels with labels
	ranges(items [][2]float64) string // inclusive ranges
	call(name string, args ...argument) string
	// expr writes a condition or a number; read gives the identifier of a variable, as levels when factor is set.
	expr(e plan.Expr, read reader) (string, error)
}

func newProgram(d dialect, s *Study) (*program, error) {
	p := &program{Study: s, d: d, Uses: map[string]bool{}, tables: map[string]string{}, known: map[string]string{}}
	used := map[string]bool{}
	for _, h := range s.Hypotheses {
		if h.Bound != nil {
			used[h.Bound.Spec.Dataset] = true
		}
	}
	for _, t := range s.Datasets {
		if !used[t.Name] || p.tables[t.Name] != "" {
			continue
		}
		id := identifier("data", len(p.Tables)+1, t.Name)
		p.tables[t.Name] = id
		delimiter, encoding := t.Delimiter, t.Encoding
		if delimiter == "" {
			delimiter = ","
		}
		if encoding == "" {
			encoding = "utf-8"
		}
		if common := encodingNames[strings.ToLower(encoding)]; common != "" {
			encoding = common
		}
		args := []argument{{"", d.quote(t.Path)}, {"delimiter", d.quote(delimiter)}, {"encoding", d.quote(encoding)}, {"sha256", d.quote(t.Hash)}}
		for _, a := range []argument{{"decimal", t.Decimal}, {"thousands", t.Thousands}, {"dates", t.Dates}} {
			if a.value != "" {
				args = append(args, argument{a.name, d.quote(a.value)})
			}
		}
		p.Tables = append(p.Tables, assignment{id, d.call("read", args...)})
	}
	for _, h := range s.Hypotheses {
		if h.Bound == nil {
			p.Refused = append(p.Refused, h)
			continue
		}
		e := entry{Name: d.quote(h.Name), Claim: d.quote(h.Claim), Holdout: d.null()}
		at := len(p.Entries) + 1
		var err error
		if e.Answer, err = p.function(identifier("answer", at, h.Name), h.Claim, h.Bound); err != nil {
			return nil, fmt.Errorf("%s: %w", h.Name, err)
		}
		if h.Holdout != nil {
			if e.Holdout, err = p.function(identifier("holdout", at, h.Name), h.Claim, h.Holdout); err != nil {
				return nil, fmt.Errorf("%s, on the holdout: %w", h.Name, err)
			}
		}
		p.Entries = append(p.Entries, e)
	}
	return p, nil
}

// encodingNames are those that Python and the iconv of R call otherwise than we do.
var encodingNames = map[string]string{"utf8": "utf-8", "latin-1": "iso-8859-1", "latin1": "iso-8859-1", "windows-1252": "cp1252", "mac-roman": "macintosh"}

// isFactor tells whether a variable is read as levels where its role does not decide.
func isFactor(v *plan.Variable) bool { return v.Type != "" && !v.Type.NumericLike() }

// function writes the function that follows a plan, and returns its identifier.
func (p *program) function(name, claim string, b *plan.Bound) (string, error) {
	s := b.Spec
	table, ok := p.tables[s.Dataset]
	if !ok {
		return "", fmt.Errorf("no data set is called %q", s.Dataset)
	}
	f := function{Identifier: name, Claim: claim, Bound: b}
	var err error
	id := func(v *plan.Variable, factor bool) string {
		name, e := p.variable(s.Dataset, v, factor)
		if e != nil && err == nil {
			err = e
		}
		return name
	}
	// The roles, the outcome first: all must be present, and the levels of all factors but the outcome are chosen in this order.
	var variables, factors []string
	role := func(v *plan.Variable, factor bool) {
		if v == nil {
			return
		}
		factor = factor || isFactor(v)
		name := id(v, factor)
		variables = append(variables, name)
		if factor && v != s.Outcome {
			factors = append(factors, name)
		}
	}
	role(s.Outcome, false)
	role(s.Exposure, false)
	role(s.Moderator, false)
	role(s.Groups, true)
	for _, c := range s.Controls {
		role(c, false)
	}
	args := []argument{{"", table}, {"variables", p.d.list(variables)}}
	if len(factors) > 0 {
		args = append(args, argument{"factors", p.d.list(factors)})
	}
	if s.Where != nil {
		w, e := p.expr(s.Dataset, s.Where)
		if e != nil {
			return "", fmt.Errorf("where: %w", e)
		}
		f.Where = w
		args = append(args, argument{"where", "where"})
	}
	if s.Split != nil && s.Part != "" {
		part, e := p.part(s)
		if e != nil {
			return "", fmt.Errorf("the key of the split: %w", e)
		}
		args = append(args, argument{"part", part})
	}
	if s.Weights != nil {
		args = append(args, argument{"weights", id(s.Weights, false)})
	}
	if c := s.Contrast; c != nil {
		b := p.d.null()
		if !c.Rest {
			b = p.d.quote(c.B)
		}
		args = append(args, argument{"contrast", p.d.list([]string{id(s.Groups, true), p.d.quote(c.A), b})})
	}
	f.Sample = p.d.call("sample", args...)
	if f.Estimate = p.estimate(b, id); err != nil {
		return "", err
	}
	if f.Estimate == "" {
		return "", fmt.Errorf("no script is known for a plan of type %T", b.Plan)
	}
	p.Functions = append(p.Functions, f)
	return name, nil
}

// part gives the rows of the spec's part of its split, drawn once for each part.
func (p *program) part(s *plan.Spec) (string, error) {
	p.Uses["split"] = true
	args := []argument{{"", p.tables[s.Dataset]}, {"share", p.d.number(s.Split.Holdout)}, {"seed", strconv.FormatInt(s.Split.Seed, 10)}}
	var keys []string
	for _, v := range s.Split.Key {
		cells, err := p.cells(s.Dataset, v)
		if err != nil {
			return "", err
		}
		keys = append(keys, cells)
	}
	if len(keys) > 0 {
		args = append(args, argument{"key", p.d.list(keys)})
	}
	value := p.d.call("holdout", args...)
	if s.Part == plan.Train {
		value = p.d.call("train", argument{"", value})
	}
	full := s.Dataset + "|part|" + value
	if p.known[full] == "" {
		p.known[full] = identifier("v", len(p.Variables)+1, string(s.Part))
		p.Variables = append(p.Variables, assignment{p.known[full], value})
	}
	return p.known[full], nil
}

// estimate writes the estimator's call; empty for a plan of an unknown type.
func (p *program) estimate(b *plan.Bound, id func(*plan.Variable, bool) string) string {
	outcome := func(v *plan.Variable) argument { return argument{"outcome", id(v, isFactor(v))} }
	s := argument{"", "s"}
	switch q := b.Plan.(type) {
	case *plan.Correlation:
		p.Uses["linear"] = true
		args := []argument{s, outcome(q.Outcome), {"exposure", id(q.Exposure, false)}}
		if q.Ranks {
			args = append(args, argument{"ranks", p.d.truth(true)})
		}
		return p.d.call("pearson", args...)
	case *plan.LeastSquares:
		p.Uses["linear"] = true
		args := append([]argument{s, outcome(q.Outcome)}, p.model(b.Spec, &q.Model, id)...)
		if q.Errors != plan.ModelErrors {
			args = append(args, argument{"errors", p.d.quote(string(q.Errors))})
		}
		if q.Cluster != nil {
			args = append(args, argument{"clusters", id(q.Cluster, true)})
		}
		return p.d.call("least_squares", args...)
	case *plan.Logit:
		p.Uses["linear"], p.Uses["logit"] = true, true
		args := append([]argument{s, outcome(q.Outcome)}, p.model(b.Spec, &q.Model, id)...)
		// A floor on a risk difference or ratio is judged by the average marginal contrast.
		single := q.Test != plan.TestOmnibus && len(q.Terms[len(q.Terms)-1].Components) == 1
		if f := b.Spec.Decision.Floor; single && f != nil && (f.Measure == "rr" || f.Measure == "rd") {
			args = append(args, argument{"risks", p.d.truth(true)})
		}
		return p.d.call("logit", args...)
	case *plan.Welch:
		p.Uses["groups"] = true
		return p.d.call("welch", s, outcome(q.Outcome), argument{"groups", id(q.Groups, true)})
	case *plan.MannWhitney:
		p.Uses["groups"] = true
		return p.d.call("mann_whitney", s, outcome(q.Outcome), argument{"groups", id(q.Groups, true)})
	case *plan.KruskalWallis:
		p.Uses["groups"] = true
		return p.d.call("kruskal_wallis", s, outcome(q.Outcome), argument{"groups", id(q.Groups, true)})
	}
	return ""
}

// model writes the terms, the kind of test, the factor whose levels the record lists, and whether slopes are by group.
func (p *program) model(s *plan.Spec, m *plan.Model, id func(*plan.Variable, bool) string) []argument {
	var terms []string
	for _, t := range m.Terms {
		var parts []string
		for _, c := range t.Components {
			parts = append(parts, id(c.Variable, c.Factor))
		}
		terms = append(terms, p.d.list(parts))
	}
	args := []argument{{"terms", p.d.list(terms)}, {"test", p.d.quote(string(m.Test))}}
	describe := ""
	for _, c := range m.Terms[len(m.Terms)-1].Components {
		if c.Factor { // of two the second, over which slopes are compared
			describe = id(c.Variable, true)
		}
	}
	if describe != "" {
		args = append(args, argument{"describe", describe})
	}
	if s.Template == plan.Heterogeneity {
		args = append(args, argument{"by_group", p.d.truth(true)})
	}
	return args
}
