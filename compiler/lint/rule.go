package lint

import (
	"fmt"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// Level is how serious a finding is. Off is for configurations: the rule does not run.
type Level uint8

// The levels, in rising order.
const (
	Off Level = iota
	Info
	Warn
	Error
)

var levelNames = [...]string{"off", "info", "warn", "error"}

func (l Level) String() string { return levelNames[l] }

// ParseLevel reads off, info, warn or error.
func ParseLevel(word string) (Level, error) {
	for i, name := range levelNames {
		if word == name {
			return Level(i), nil
		}
	}
	return Off, fmt.Errorf("%q is not a level: off, info, warn or error", word)
}

// severity is the level as diagnostics have it.
func (l Level) severity() diag.Severity {
	switch l {
	case Error:
		return diag.Error
	case Warn:
		return diag.Warning
	}
	return diag.Info
}

// levelOf is the level of a diagnostic, whoever made it.
func levelOf(d diag.Diagnostic) Level {
	return [...]Level{diag.Error: Error, diag.Warning: Warn, diag.Info: Info}[d.Severity]
}

// Needs says what a rule looks at. A rule of several does the part that it can.
type Needs uint8

// What rules look at: the study alone (with its catalog), the rows of the data, the insight graph.
const (
	Text Needs = 1 << iota
	Data
	Graph
)

func (n Needs) String() string {
	out := ""
	for bit, name := range map[Needs]string{Text: "text"} {
		if n&bit != 0 {
			out = name
		}
	}
	if n&Data != 0 {
		out = join(out, "data")
	}
	if n&Graph != 0 {
		out = join(out, "graph")
	}
	return out
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", " + b
}

// Rule is one check, as data. Run reports what it finds in one study and keeps nothing between studies.
type Rule struct {
	Code  string // HL101
	Name  string // post-exposure-control
	Level Level
	Needs Needs
	Doc   Doc
	Run   func(*Pass)
}

// Doc is what `hyp explain` and the reference page say of a rule; its examples are run by tests.
type Doc struct {
	What     string // one sentence
	Why      string // what goes wrong otherwise, for someone who knows statistics a little
	Example  string // a study with exactly one kind of finding of this rule
	Instead  string // nearly the same study, without one
	Fixed    string // Example after `--fix` (or `--unsafe-fixes`, when only that mends it); "" when there is no fix
	Ignore   string // when to ignore it
	Settings string // what hyp.toml can set; "" is nothing but the level
	Data     string // rows for Example and Instead, CSV: rules that need data
	Catalog  string // a catalog for them, YAML
}

// Pass is one rule at work on one study.
type Pass struct {
	*Study
	rule   *Rule
	report func(diag.Diagnostic)
}

// at starts a finding of the rule about a place; subject is the hypothesis or declaration that it is about.
func (p *Pass) at(subject string, span source.Span, format string, args ...any) diag.Diagnostic {
	d := diag.New(p.rule.Code, p.Source, span, format, args...)
	d.Name, d.Severity, d.Why, d.Subject = p.rule.Name, p.rule.Level.severity(), p.rule.Doc.Why, subject
	return d
}
