package space

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/rows"
	"github.com/hyp-lang/hyp/estimators/table"
)

// Variable is a variable that hypotheses can be about.
type Variable struct {
	check.Meaning
	Type    plan.Type
	Module  string // of the catalog; empty when it names none
	Battery string
	Levels  int // levels that some row has, of a variable with levels; 0 for numbers
}

// Outcome tells whether the variable can be an outcome: it is a number, or has two levels.
func (v *Variable) Outcome() bool { return v.Type.NumericLike() || v.Levels == 2 }

// Reason is why a column is in no hypothesis.
type Reason string

// The reasons, in the order in which they are looked for.
const (
	Weight     Reason = "weight"
	Design     Reason = "design"
	Identifier Reason = "id"
	FreeText   Reason = "text"
	AllMissing Reason = "all-missing"
	Unreadable Reason = "unreadable" // a cell that its type does not allow
	TooMany    Reason = "too-many-levels"
	Constant   Reason = "constant"
)

// LeftOut is a column that is in no hypothesis, with a sentence about why.
type LeftOut struct {
	Name   string `json:"name"`
	Reason Reason `json:"reason"`
	Why    string `json:"why"`
}

// MaxLevels is the most groups that an estimator compares.
const MaxLevels = 100

// Variables sorts the meanings of a data set into variables and what is left out, both in the given order. c may be nil.
func Variables(ctx context.Context, t *table.Table, meanings []check.Meaning, c *catalog.Catalog) ([]Variable, []LeftOut, error) {
	return VariablesOf(ctx, t, t, meanings, c)
}

// VariablesOf is Variables for a part of a table's rows: what the part cannot answer about is left out, and a number of rows is one although not
// every row is in the part.
func VariablesOf(ctx context.Context, whole, part *table.Table, meanings []check.Meaning, c *catalog.Catalog) ([]Variable, []LeftOut, error) {
	var in []Variable
	var out []LeftOut
	for _, m := range meanings {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		v := Variable{Meaning: m, Type: m.Numbers.Type}
		if e := m.Entry; e != nil {
			v.Module, v.Battery = e.Module, e.Battery
		}
		reason, why := v.role(c)
		if reason == "" {
			var err error
			if reason, why, err = v.look(ctx, whole, part); err != nil {
				return nil, nil, err
			}
		}
		if reason == "" {
			in = append(in, v)
			continue
		}
		out = append(out, LeftOut{m.Name, reason, why})
	}
	return in, out, nil
}

// role leaves out what is no measurement.
func (v *Variable) role(c *catalog.Catalog) (Reason, string) {
	by := "the catalog says so"
	if v.Entry == nil {
		by = "as its data show"
	}
	var weights []string
	var strata, cluster string
	var ids []string
	if c != nil {
		for _, w := range c.Weights {
			weights = append(weights, w.Name)
		}
		strata, cluster, ids = c.Strata, c.Cluster, c.IDColumns
	}
	switch {
	case v.Role == catalog.Weight || slices.Contains(weights, v.Name):
		return Weight, "a weight of the data"
	case v.Role == catalog.Design || v.Name == strata && strata != "" || v.Name == cluster && cluster != "":
		return Design, "part of the survey's design: " + by
	case v.Role == catalog.ID || v.Type == plan.ID || slices.Contains(ids, v.Name):
		return Identifier, "an identifier: " + by
	case v.Type == plan.Text:
		return FreeText, "free text: " + by
	}
	return "", ""
}

// look leaves out what the rows cannot answer about.
func (v *Variable) look(ctx context.Context, whole, t *table.Table) (Reason, string, error) {
	var many *table.TooManyLevels
	var cell *table.CellError
	refuse := func(err error) (Reason, string, error) {
		switch {
		case errors.As(err, &many):
			return TooMany, fmt.Sprintf("more than %d levels", many.Limit), nil
		case errors.As(err, &cell):
			return Unreadable, cell.Error(), nil
		}
		return "", "", err
	}
	if v.Groups != nil {
		f, err := rows.Factor(ctx, t, v.Groups)
		if err != nil {
			return refuse(err)
		}
		present, mismatch := levelsOf(f, t.Rows, len(v.Groups.Levels))
		v.Levels = present
		switch {
		case mismatch >= 0:
			return Unreadable, fmt.Sprintf("row %d holds %q, which is none of the declared levels", mismatch+1, f.Levels[f.Codes.At(mismatch)].Code), nil
		case present == 0:
			return AllMissing, "no row has a value", nil
		case present > MaxLevels && !v.Type.NumericLike():
			return TooMany, fmt.Sprintf("%d levels, at most %d groups can be compared", present, MaxLevels), nil
		case present == 1:
			return Constant, "one value in all rows", nil
		}
		if !v.Type.NumericLike() {
			return "", "", nil
		}
	}
	x, err := rows.Numeric(ctx, t, v.Numbers)
	if err != nil {
		return refuse(err)
	}
	n, first, distinct := 0, 0.0, false
	for i, value := range x.Values {
		if !x.Valid.Get(i) {
			continue
		}
		if n == 0 {
			first = value
		} else if value != first {
			distinct = true
		}
		n++
	}
	switch {
	case n == 0:
		return AllMissing, "no row has a value", nil
	case !distinct:
		return Constant, "one value in all rows", nil
	case whole.Rows <= 20 || v.Entry != nil && !namedID(v.Name):
		return "", "", nil
	}
	if whole != t {
		if x, err = rows.Numeric(ctx, whole, v.Numbers); err != nil {
			return "", "", ctx.Err() // a cell outside the part that cannot be read is not the part's matter
		}
	}
	if counts(x) {
		return Identifier, "an identifier: every row has the number of the row before and one more", nil
	}
	return "", "", nil
}

// counts tells whether the values number the rows.
func counts(x *table.Numeric) bool {
	for i, value := range x.Values {
		if !x.Valid.Get(i) || i > 0 && value != x.Values[i-1]+1 {
			return false
		}
	}
	return true
}

// namedID tells whether a name says that it identifies rows.
func namedID(name string) bool {
	lower := strings.ToLower(name)
	return lower == "id" || strings.HasSuffix(lower, "_id") || strings.HasSuffix(lower, "id") || lower == "index" || lower == "row"
}

// levelsOf counts the levels that rows have, and finds the first row whose level is not among the declared ones; -1 when there is none.
func levelsOf(f *table.Factor, length, declared int) (present, mismatch int) {
	seen := make([]bool, len(f.Levels))
	mismatch = -1
	for i := range length {
		if !f.Valid.Get(i) {
			continue
		}
		code := int(f.Codes.At(i))
		if declared > 0 && code >= declared && mismatch < 0 {
			mismatch = i
		}
		if !seen[code] {
			seen[code] = true
			present++
		}
	}
	return present, mismatch
}
