package diag

import (
	_ "embed"
	"strings"
)

// The codes stand in files by family: codes_syntax.go is E01, and so on in this order. They are embedded and read back by
// Registry, so that a comment there is what `hyp explain` prints: the first paragraph says what, `Why:` gives the rule in the
// user's terms, and `Example:` holds a study that yields exactly this code (tests run it). The comment behind a value holds the
// name and, when the code is not an error, its severity. An example is checked against a table with the columns id (text,
// unique), x, y, z (numeric), g (categorical: a, b, c), h (binary: 0, 1) and w (numeric weight); a code without an example is
// about files and data, which a study cannot show.
var (
	//go:embed codes_syntax.go
	syntaxCodes string
	//go:embed codes_names.go
	nameCodes string
	//go:embed codes_types.go
	typeCodes string
	//go:embed codes_design.go
	designCodes string
	//go:embed codes_lineage.go
	lineageCodes string
	//go:embed codes_data.go
	dataCodes string
	//go:embed codes_queries.go
	queryCodes string
)

func codesSource() string {
	return strings.Join([]string{syntaxCodes, nameCodes, typeCodes, designCodes, lineageCodes, dataCodes, queryCodes}, "\n")
}
