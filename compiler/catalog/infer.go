package catalog

import (
	"fmt"
	"regexp"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

// Observed is what the data show of one column.
type Observed struct {
	Present  int      // cells that are not empty
	Numbers  int      // of these, cells that are numbers
	Whole    bool     // every number is whole
	Low      float64  // smallest and largest number
	High     float64  //
	Distinct int      // distinct values of either kind
	Values   []Tally  // the distinct values, sorted, when All is true; else the most frequent ones
	All      bool     // Values lists every distinct value
	Time     bool     // the source says that the numbers are dates or times
	Example  []string // a few texts, when there are any
}

// A numeric column of at most MostCodes different whole numbers in LeastCells cells or more may hold codes of groups.
const (
	MostCodes  = 6
	LeastCells = 30
)

// Tally is a value as written and the number of cells that hold it.
type Tally struct {
	Value    string
	N        int
	Number   float64
	IsNumber bool
}

// Inference is a type read off the data, with the reason.
type Inference struct {
	Type   plan.Type
	Why    string
	Unread *table.Unread // set when the texts look like numbers or dates in a form that is not read
}

const (
	// numberShare is the share of numbers from which a column with stray texts is taken as numbers: one "refused" in a
	// thousand incomes must be named when the estimate is made, not turn income into a category.
	numberShare = 0.8
	// maxLevels is the number of distinct texts up to which a column is taken as categories; the estimators take no more
	// groups than that.
	maxLevels = 100
	// longText is the length in bytes from which a value reads like words rather than a key.
	longText = 40
)

// Infer reads a type off the data. It is deliberately timid: a column of small whole numbers is numeric, never ordinal or
// categorical, because nothing in the numbers says that they are codes.
func Infer(o Observed) Inference {
	switch texts := o.Present - o.Numbers; {
	case o.Time:
		return Inference{Type: plan.Time, Why: "the file stores dates or times"}
	case o.Present == 0:
		return Inference{Type: plan.Numeric, Why: "every cell is empty"}
	case texts == 0:
		return inferNumbers(o)
	case float64(o.Numbers) >= numberShare*float64(o.Present):
		example := ""
		if len(o.Example) > 0 {
			example = fmt.Sprintf(", such as %q", o.Example[0])
		}
		return Inference{Type: plan.Numeric, Why: fmt.Sprintf("%d of %d cells are numbers, %d are not%s", o.Numbers, o.Present, texts, example)}
	default:
		found := inferTexts(o)
		if form, ok := table.UnreadForm(o.Example...); ok && found.Type != plan.Time {
			found.Unread = &form
			found.Why += "; they look like " + form.String() + ": " + form.Advice
		}
		return found
	}
}

func inferNumbers(o Observed) Inference {
	if o.Distinct == 2 && o.Whole {
		return Inference{Type: plan.Binary, Why: fmt.Sprintf("two distinct values, %s and %s", trimNumber(o.Low), trimNumber(o.High))}
	}
	if o.All {
		return Inference{Type: plan.Numeric, Why: fmt.Sprintf("%s, all numbers", values(o.Distinct))}
	}
	return Inference{Type: plan.Numeric, Why: "all cells are numbers"}
}

var isoDate = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$`)

func inferTexts(o Observed) Inference {
	dates := len(o.Example) > 0
	long := false
	for _, s := range o.Example {
		dates = dates && isoDate.MatchString(s)
		long = long || len(s) >= longText
	}
	switch {
	case dates:
		return Inference{Type: plan.Time, Why: fmt.Sprintf("dates such as %q", o.Example[0])}
	case o.Distinct == 2:
		if len(o.Values) == 2 {
			return Inference{Type: plan.Binary, Why: fmt.Sprintf("two distinct values, %q and %q", o.Values[0].Value, o.Values[1].Value)}
		}
		return Inference{Type: plan.Binary, Why: "two distinct values"}
	case o.Distinct <= maxLevels && (o.Distinct <= 12 && o.Distinct < o.Present || 2*o.Distinct <= o.Present):
		return Inference{Type: plan.Categorical, Why: fmt.Sprintf("%s of text in %d cells", values(o.Distinct), o.Present)}
	case long:
		return Inference{Type: plan.Text, Why: fmt.Sprintf("%s of text, some %d characters or longer", values(o.Distinct), longText)}
	case o.Distinct <= 12: // a small table: every text once
		return Inference{Type: plan.Categorical, Why: fmt.Sprintf("%s of text in %d cells", values(o.Distinct), o.Present)}
	default:
		return Inference{Type: plan.ID, Why: fmt.Sprintf("%s of text in %d cells, too many for groups", values(o.Distinct), o.Present)}
	}
}

func values(n int) string {
	if n == 1 {
		return "one distinct value"
	}
	return fmt.Sprintf("%d distinct values", n)
}
