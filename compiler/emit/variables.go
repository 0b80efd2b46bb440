package emit

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/hyp-lang/hyp/compiler/plan"
)

// cells reads or computes a variable, before any rule is applied to it.
func (p *program) cells(dataset string, v *plan.Variable) (string, error) {
	if v.Derived == nil {
		return p.d.call("column", argument{"", p.tables[dataset]}, argument{"", p.d.quote(v.Column)}), nil
	}
	e, err := p.expr(dataset, v.Derived)
	return p.d.call("computed", argument{"", p.tables[dataset]}, argument{"", e}), err
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
