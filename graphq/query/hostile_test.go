package query_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/source"
)

// Large and deep queries end soon: with an answer, a limit or a diagnostic.
func TestHostile(t *testing.T) {
	g := demo(t)
	many := func(n int, format, sep string) string {
		parts := make([]string, n)
		for k := range parts {
			parts[k] = strings.ReplaceAll(format, "%d", fmt.Sprint(k))
		}
		return strings.Join(parts, sep)
	}
	for name, text := range map[string]string{
		"few ors":   "find i where " + many(60, "i about v%d", " or "),
		"few ands":  "find i where " + many(60, "i about v%d", " and "),
		"ors":       "find i where " + many(900, "i about v%d", " or "),
		"ands":      "find i where " + many(900, "i about v%d", " and "),
		"chain":     "find i where i about v0 and " + many(60, "j%d about v%d", " and "),
		"nots":      "find i where i about @wage and " + strings.Repeat("not ", 90) + "i deepens j",
		"brackets":  "find i where " + strings.Repeat("(", 90) + "i about @wage" + strings.Repeat(")", 90),
		"too deep":  "find i where " + strings.Repeat("(", 100_000) + "i about @wage",
		"too many":  "find i where " + many(5000, "i.p < 0.5", " and "),
		"mixed":     "find i where i about @wage and " + strings.Repeat("not (i.p < 0.5 or (j deepens i and ", 40) + "i.q > 0.1" + strings.Repeat("))", 40),
		"alternate": "find i where " + strings.Repeat("(i.p < 0.9 and (i about v or ", 45) + "i.q > 0.1" + strings.Repeat("))", 45),
		"items":     "find " + many(500, "i.effect", ", ") + " where i about @wage",
		"star":      "find i where " + many(200, "i deepens* j%d", " and "),
		"constants": "find i where " + many(300, "i = @nothing%d", " or "),
		"long":      "find i where i.text = '" + strings.Repeat("x", 1<<20) + "'",
	} {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
		began := time.Now()
		r, ds, err := query.Run(ctx, g, source.New("query", text), query.Options{Limits: query.Limits{Rows: 10_000, Work: 1_000_000}})
		cancel()
		took := time.Since(began)
		t.Logf("%s: %v, %v, %d diagnostics, %v", name, took, r != nil, len(ds), err)
		if errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s takes %v", name, took)
		}
	}
}
