package survey

import (
	"context"

	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
)

// Open reads a data set with its catalog, and with what a study (nil: none) declares of its variables. Table is nil in the result when
// the data cannot be read; the diagnostics say why.
func Open(ctx context.Context, study *ast.File, loader check.Loader) (Input, []diag.Diagnostic) {
	d, t, meanings, found := check.Meanings(ctx, study, loader)
	in := Input{Table: t, Meanings: meanings}
	if d != nil {
		in.Dataset, in.DataID, in.Catalog = d.Name, d.ID, d.Catalog.Catalog
	}
	return in, found
}
