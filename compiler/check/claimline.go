package check

import (
	"strings"

	"github.com/hyp-lang/hyp/lang/ast"
)

func (c *checker) claimLine(h *ast.Hyp) string {
	return strings.Join(strings.Fields(c.src.Slice(h.Claim.Span())), " ")
}
func (c *checker) exprText(e ast.Expr) string {
	return strings.Join(strings.Fields(c.src.Slice(e.Span())), " ")
}
