// Package catalog reads what is known of a data set's variables: their types, labels, levels, missing codes and roles.
//
// A catalog is a JSON or YAML file beside the data. It merges with the `var` lines of a study, which win. Where there is
// neither, Infer reads a type off the data and says why.
package catalog

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/source"
)

// Role is what a variable is for beyond being a measurement.
type Role string

// The roles that the checker knows; others are kept as written.
const (
	Plain  Role = ""
	ID     Role = "id"
	Weight Role = "weight"
	Design Role = "design"
)

// Catalog describes one data set.
type Catalog struct {
	Source       *source.File
	Dataset      string
	Title        string
	Description  string
	Unit         string // unit_of_analysis
	Format       table.Format
	Weights      []Named
	Strata       string // design.strata
	Cluster      string // design.cluster
	DesignExtra  []Extra
	IDColumns    []string
	Modules      []Named
	Variables    []*Variable
	DerivedPairs [][2]string
	KnownTraps   []string
	Extra        []Extra // keys that this package does not know, in order

	index map[string]*Variable
}

// Named is a thing with a name and words about it: a weight or a module.
type Named struct {
	Name, Label string
	Extra       []Extra
}

// Extra is an unknown key, kept as JSON.
type Extra struct {
	Key  string
	At   source.Span
	JSON json.RawMessage
}

// Code is a value of the data with what it stands for.
type Code struct{ Code, Meaning string }

// Variable describes one column.
type Variable struct {
	Name        string
	At          source.Span // of the name in the catalog
	Label       string
	Question    string
	Written     string    // the type as written: also weight, design, date
	Type        plan.Type // empty when the catalog gives none
	Role        Role
	Levels      []plan.Level // in order: `order` when given, else as the keys of `values` stand
	Special     []plan.Level // labels of single values of a numeric scale (`special_values`)
	OffScale    []string     // codes of an ordinal scale that have no place in its order (`off_scale_codes`)
	Range       *[2]float64  // the scale's min and max, when both are given
	Unit        string
	Module      string
	Battery     string
	Measured    string
	HighMeans   string
	Missing     []Code
	DerivedFrom []string
	Note        string
	Sensitive   bool // discovery proposes nothing about it unless it is asked to by name
	Extra       []Extra
}

// Variable is the entry of a column, by exact name; nil when there is none.
func (c *Catalog) Variable(name string) *Variable {
	if c == nil {
		return nil
	}
	return c.index[name]
}

// Time is when the variable was measured, in years: what `measured` says, as a number or as a date that begins with year and month;
// false when it says nothing, or something else, and for a variable that no catalog knows (nil).
func (v *Variable) Time() (years float64, known bool) {
	if v == nil {
		return 0, false
	}
	text := strings.TrimSpace(v.Measured)
	if x, err := strconv.ParseFloat(text, 64); err == nil {
		return x, true
	}
	if len(text) >= 7 && text[4] == '-' {
		y, err := strconv.Atoi(text[:4])
		m, err2 := strconv.Atoi(text[5:7])
		if err == nil && err2 == nil && m >= 1 && m <= 12 {
			return float64(y) + float64(m-1)/12, true
		}
	}
	return 0, false
}

// MissingRule is the variable's missing codes as a plan takes them.
func (v *Variable) MissingRule() plan.Missing {
	var m plan.Missing
	for _, c := range v.Missing {
		m.Codes = append(m.Codes, c.Code)
	}
	return m
}

// SameCode tells whether two codes name the same value: as numbers when both are numbers (0.0 is 0), else as exact text.
func SameCode(a, b string) bool {
	if a == b {
		return true
	}
	x, okX := table.ParseNumber(a)
	y, okY := table.ParseNumber(b)
	return okX && okY && x == y
}

// types maps what a catalog may say to the language's types and roles.
var types = map[string]struct {
	Type plan.Type
	Role Role
}{
	"numeric":     {plan.Numeric, Plain},
	"count":       {plan.Count, Plain},
	"binary":      {plan.Binary, Plain},
	"ordinal":     {plan.Ordinal, Plain},
	"categorical": {plan.Categorical, Plain},
	"nominal":     {plan.Categorical, Plain},
	"time":        {plan.Time, Plain},
	"date":        {plan.Time, Plain},
	"id":          {plan.ID, ID},
	"text":        {plan.Text, Plain},
	"weight":      {plan.Numeric, Weight},
	"design":      {plan.Categorical, Design},
}

// TypeNames are the words that a catalog takes as `type`, sorted.
func TypeNames() []string {
	return []string{"binary", "categorical", "count", "date", "design", "id", "nominal", "numeric", "ordinal", "text", "time", "weight"}
}
