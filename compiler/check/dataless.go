package check

import (
	"hash/fnv"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/ast"
)

// Dataless is a loader that never opens data: neither header nor rows are read, and they need not exist. Catalogs are read
// where they are. In such a check every column exists; a variable whose type neither the study nor a catalog gives has the
// empty type, which fits every place; a level that is declared nowhere is taken as written. The specs tell claims apart (they
// hash alike exactly when their text and catalogs mean the same), but are not those of a check with data: never run or store
// them. A study that names no data set is about one called "".
type Dataless struct{ Loader }

// Default names no data.
func (Dataless) Default() (data, catalog string) { return "", "" }

// untyped tells whether the type of a variable cannot be known without its data.
func (y *symbol) untyped() bool { return y != nil && y.v != nil && y.v.Type == "" }

// untypedSpec tells whether a role has a type that cannot be known without the data.
func untypedSpec(s *plan.Spec) bool {
	for _, v := range roles(s) {
		if v.Type == "" {
			return true
		}
	}
	return false
}

// standIn is a number that tells levels without a known order apart.
func standIn(l ast.Literal) float64 {
	h := fnv.New32a()
	h.Write([]byte(l.Text))
	return float64(h.Sum32())
}
