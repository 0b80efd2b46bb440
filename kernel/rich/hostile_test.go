package rich

import (
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
)

func numericVariable(name string) *plan.Variable {
	return &plan.Variable{Name: name, Column: name, Type: plan.Numeric}
}

var _ = strings.Repeat
var _ testing.TB
