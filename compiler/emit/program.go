package emit

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

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
		p.Tables = append(p.Tables, assignment{id, d.call("read", argument{"", d.quote(t.Path)}, argument{"delimiter", d.quote(delimiter)},
			argument{"encoding", d.quote(encoding)}, argument{"sha256", d.quote(t.Hash)})})
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

// cells reads or computes a variable, before any rule is applied to it.
func (p *program) cells(dataset string, v *plan.Variable) (string, error) {
	if v.Derived == nil {
		return p.d.call("column", argument{"", p.tables[dataset]}, argument{"", p.d.quote(v.Column)}), nil
	}
	e, err := p.expr(dataset, v.Derived)
	return p.d.call("computed", argument{"", p.tables[dataset]}, argument{"", e}), err
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

// variable defines a variable once and returns its identifier.
func (p *program) variable(dataset string, v *plan.Variable, factor bool) (string, error) {
	key, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("variable `%s`: %w", v.Name, err)
	}
	full := fmt.Sprintf("%s|%t|%s", dataset, factor, key)
	if id := p.known[full]; id != "" {
		return id, nil
	}
	value, err := p.definition(dataset, v, factor)
	if err != nil {
		return "", fmt.Errorf("variable `%s`: %w", v.Name, err)
	}
	id := identifier("v", len(p.Variables)+1, v.Name)
	p.Variables = append(p.Variables, assignment{id, value})
	p.known[full] = id
	return id, nil
}

func (p *program) definition(dataset string, v *plan.Variable, factor bool) (string, error) {
	d := p.d
	if !factor && v.Type == plan.Binary { // as a number: 0 for the reference, 1 for the other level
		f, err := p.variable(dataset, v, true)
		if err != nil {
			return "", err
		}
		p.Uses["logic"] = true
		return d.call("binary", argument{"", f}), nil
	}
	cells, err := p.cells(dataset, v)
	if err != nil {
		return "", err
	}
	levels := v.Levels
	if factor && len(levels) == 0 && v.Derived != nil && isCondition(v.Derived) {
		levels = []plan.Level{{Code: "0", Label: "false"}, {Code: "1", Label: "true"}}
	}
	args := []argument{{"", d.quote(v.Name)}, {"", cells}}
	if len(v.Missing.Codes) > 0 {
		args = append(args, argument{"missing", d.strings(v.Missing.Codes)})
	}
	if len(v.Missing.Ranges) > 0 {
		args = append(args, argument{"missing_ranges", d.ranges(v.Missing.Ranges)})
	}
	if len(levels) > 0 && (factor || v.Type == plan.Ordinal) {
		var pairs [][2]string
		for _, l := range levels {
			pairs = append(pairs, [2]string{l.Code, l.Label})
		}
		args = append(args, argument{"levels", d.pairs(pairs)})
	}
	if factor {
		if v.Ref != "" {
			args = append(args, argument{"reference", d.quote(v.Ref)})
		}
		return d.call("levels", args...), nil
	}
	if v.Type == plan.Time {
		args = append(args, argument{"time", d.truth(true)})
	}
	return d.call("numbers", args...), nil
}

func (p *program) expr(dataset string, e plan.Expr) (string, error) {
	p.Uses["logic"] = true
	return p.d.expr(e, func(v *plan.Variable, factor bool) (string, error) { return p.variable(dataset, v, factor) })
}

// isCondition tells conditions from numbers.
func isCondition(e plan.Expr) bool {
	switch e := e.(type) {
	case *plan.And, *plan.Or, *plan.Not, *plan.Compare, *plan.LevelIs, *plan.InSet, *plan.InRange, *plan.IsMissing, *plan.Bool:
		return true
	case *plan.Call:
		return e.Function == "if" && len(e.Args) == 3 && isCondition(e.Args[1])
	}
	return false
}

// identifier makes a name of code that tells a reader what it stands for: a kind, a number that makes it unique, and the
// letters and digits of name, which may hold anything.
func identifier(kind string, number int, name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(unicode.ToLower(r))
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
		if b.Len() >= 32 {
			break
		}
	}
	if rest := strings.Trim(b.String(), "_"); rest != "" {
		return fmt.Sprintf("%s%d_%s", kind, number, rest)
	}
	return fmt.Sprintf("%s%d", kind, number)
}

// comment makes text of the study fit for one line of a comment.
func comment(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) { // line ends of any kind, and marks that reverse the direction of what follows
			return ' '
		}
		return r
	}, text)
}
