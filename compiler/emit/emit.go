// Package emit writes bound plans as a standalone script, Python or R, that reads the data itself and reproduces every number
// with statsmodels and scipy, or with base R and car, so that an auditor needs nothing of ours.
//
// A script states each hypothesis as data of its own (columns, missing codes, levels, conditions, terms) above functions that
// say in comments what they compute and why. Which estimator answers a hypothesis was decided when its plan was bound; the
// rows, the pooled levels and the numbers are computed again. The script prints one JSON record a line, with the field names
// of `hyp run --json`.
//
// The peers' known errors are kept out: numeric columns are centered and scaled before a fit (statsmodels returns t = 56,800
// for a truth of -4.42 when a column lies near 1e9), collinear columns leave from the right, tails below the smallest double
// are logarithms. Names of columns appear only as quoted strings, never in a formula.
package emit

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"text/template"

	"github.com/hyp-lang/hyp/compiler/plan"
)

// Language is what a script is written in.
type Language string

// The languages.
const (
	Python Language = "python" // 3.9 or later, with numpy, scipy 1.11 and statsmodels 0.14 or later
	R      Language = "r"      // 4.0 or later, with car
)

// Languages are the names that `hyp emit --to` takes.
var Languages = []string{string(Python), string(R)}

// Study is what a script is about.
type Study struct {
	Name       string // of the file, for the script's first line
	Version    string // of hyp, for the same
	Datasets   []Dataset
	Hypotheses []Hypothesis
	PoolBelow  int // levels with fewer rows are pooled: engine.Limits.PoolBelow of the plans
}

// Dataset is a delimited text file, plain or gzipped.
type Dataset struct {
	Name      string // as plan.Spec.Dataset calls it
	Path      string // absolute, or relative to the folder of the script
	Delimiter string // a comma when empty
	Encoding  string // UTF-8 when empty; else one of table.Encodings
	Decimal   string // as declared: "." or ","; empty when the columns show it
	Thousands string // the mark between thousands, empty for none
	Dates     string // how dates are written, such as dd.mm.yyyy; empty for ISO 8601 alone
	Hash      string // hex SHA-256 of the file, checked by Python scripts; may be empty
}

// Hypothesis is one hypothesis with its plan, or with the reason why it has none.
type Hypothesis struct {
	Name   string
	Claim  string
	Bound  *plan.Bound // nil when refused or blocked
	Reason *Reason     // why there is no plan

	// Holdout is the plan on the holdout part of a split where a criterion looks at it; its numbers are the record's `holdout`.
	Holdout *plan.Bound
}

// Reason is a refusal, or `blocked` with the data that are waited for.
type Reason struct{ Code, Message string }

//go:embed python/*.py python/*.tmpl r/*.R r/*.tmpl
var sources embed.FS

// Write writes the script of s. It makes no error of its own but for a plan, an expression or a language that it does not know
// and a hypothesis about a data set that s does not list; the other errors are w's.
func Write(w io.Writer, to Language, s *Study) error {
	var d dialect
	switch to {
	case Python:
		d = python{}
	case R:
		d = r{}
	default:
		return fmt.Errorf("emit: there is no language %q", to)
	}
	p, err := newProgram(d, s)
	if err != nil {
		return fmt.Errorf("emit %s: %w", to, err)
	}
	t, err := template.New("script.tmpl").Funcs(template.FuncMap{"source": source(to), "comment": comment}).ParseFS(sources, string(to)+"/script.tmpl")
	if err != nil {
		return fmt.Errorf("emit %s: %w", to, err)
	}
	var b bytes.Buffer // whole scripts only
	if err := t.Execute(&b, p); err != nil {
		return fmt.Errorf("emit %s: %w", to, err)
	}
	_, err = w.Write(b.Bytes())
	return err
}

// source reads a part of the script that is the same for every study.
func source(to Language) func(string) (string, error) {
	ending := map[Language]string{Python: ".py", R: ".R"}[to]
	return func(name string) (string, error) {
		b, err := sources.ReadFile(string(to) + "/" + name + ending)
		return string(b), err
	}
}
