package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Apply makes all edits of the fixes in text. Edits are refused, with the text unchanged, when they overlap, when two of
// them insert at one place, or when one lies outside of the text; the same edit twice counts once.
func Apply(text string, fixes ...Fix) (string, error) {
	var edits []Edit
	for _, f := range fixes {
		edits = append(edits, f.Edits...)
	}
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
	edits = slices.Compact(edits)
	var b strings.Builder
	at := 0
	for i, e := range edits {
		if e.Span.Start < 0 || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			return text, fmt.Errorf("edit of bytes %d to %d lies outside of the text of %d bytes", e.Span.Start, e.Span.End, len(text))
		}
		if i > 0 && (e.Span.Start < at || e.Span.Start == edits[i-1].Span.Start) {
			p := edits[i-1].Span
			return text, fmt.Errorf("edits of bytes %d to %d and %d to %d overlap", p.Start, p.End, e.Span.Start, e.Span.End)
		}
		b.WriteString(text[at:e.Span.Start])
		b.WriteString(e.Text)
		at = e.Span.End
	}
	b.WriteString(text[at:])
	return b.String(), nil
}
