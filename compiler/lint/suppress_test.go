package lint

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// lintString lints a text without data and lists findings as "line code" and suppressed ones as "line code (reason)".
func lintString(t *testing.T, text string, opt Options, only ...string) (open, accepted []string) {
	t.Helper()
	cfg, err := Default().With(only, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := Run(context.Background(), []File{{Source: source.New("s.hyp", text)}}, cfg, opt)
	if err != nil {
		t.Fatal(err)
	}
	line := func(d diag.Diagnostic) string {
		return fmt.Sprintf("%d %s", d.File.Position(d.Span.Start).Line, d.Code)
	}
	for _, d := range rep.Findings {
		open = append(open, line(d))
	}
	for _, d := range rep.Suppressed {
		accepted = append(accepted, line(d)+" ("+d.Accepted.Reason+")")
	}
	return open, accepted
}

func TestSuppressions(t *testing.T) {
	for _, c := range []struct{ name, text, open, accepted string }{
		{"line before", "# hyp:ignore no-direction -- explores\nhyp H1: assoc(x, y)\n", "", "2 HL202 (explores)"},
		{"in any case, with a dash", "# HYP:Ignore no-direction — explores\nhyp H1: assoc(x, y)\n", "", "2 HL202 (explores)"},
		{"at the end", "hyp H1: assoc(x, y) # hyp:ignore no-direction -- explores\n", "", "1 HL202 (explores)"},
		{"at the end of several lines", "hyp H1: assoc(x, y)\n  under f # hyp:ignore no-direction -- explores\nfamily f\n", "", "1 HL202 (explores)"},
		{"by code, two rules", "# hyp:ignore HL202, no-floor -- both -- of them\nhyp H1: assoc(x, y)\n", "", "2 HL202 (both -- of them) 2 HL203 (both -- of them)"},
		{"a comment between", "# hyp:ignore no-direction -- explores\n# more words\nhyp H1: assoc(x, y)\n", "", "3 HL202 (explores)"},
		{"only the next", "# hyp:ignore no-direction -- explores\nhyp H1: assoc(x, y)\nhyp H2: assoc(x, z)\n", "3 HL202", "2 HL202 (explores)"},
		{"not the one before", "hyp H1: assoc(x, y)\n# hyp:ignore no-direction -- explores\nhyp H2: assoc(x, z)\n", "1 HL202", "3 HL202 (explores)"},
		{"a blank line between", "# hyp:ignore no-direction -- explores\n\nhyp H1: assoc(x, y)\n", "1 HL902 3 HL202", ""},
		{"the whole file", "# hyp:ignore-file no-direction -- a list\n\nhyp H1: assoc(x, y)\nhyp H2: assoc(x, z)\n", "", "3 HL202 (a list) 4 HL202 (a list)"},
		{"file, not at the top", "hyp H1: assoc(x, y)\n# hyp:ignore-file no-direction -- a list\n", "1 HL202 2 HL902", ""},
		{"no reason", "# hyp:ignore no-direction\nhyp H1: assoc(x, y)\n", "1 HL902 2 HL202", ""},
		{"empty reason", "# hyp:ignore no-direction --  \nhyp H1: assoc(x, y)\n", "1 HL902 2 HL202", ""},
		{"no rule", "# hyp:ignore -- because\nhyp H1: assoc(x, y)\n", "1 HL902 2 HL202", ""},
		{"unknown rule", "# hyp:ignore no-directions -- because\nhyp H1: assoc(x, y)\n", "1 HL902 2 HL202", ""},
		{"unknown directive", "# hyp:ingore no-direction -- because\nhyp H1: assoc(x, y)\n", "1 HL902 2 HL202", ""},
		{"unused", "# hyp:ignore no-direction -- explores\nhyp H1: assoc(x, y) expect positive\n", "1 HL901", ""},
		{"half used", "# hyp:ignore no-direction, outcome-first -- explores\nhyp H1: assoc(x, y)\n", "1 HL901", "2 HL202 (explores)"},
		{"data rules do not run here", "# hyp:ignore too-few-rows -- small\nhyp H1: assoc(x, y) expect positive\n", "", ""},
		{"a rule whose data part does not run here", "# hyp:ignore frozen-by-context -- one region\nhyp H1: assoc(x, y) where r > 1 expect positive\n", "", ""},
		{"plain comments", "# hypothesis:ignore me\nhyp H1: assoc(x, y) expect null floor r >= 0.1\n", "", ""},
		{"behind the last statement", "hyp H1: assoc(x, y) expect positive\n\n# hyp:ignore no-direction -- nothing follows\n", "3 HL902", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			only := []string{"no-direction", "outcome-first", "too-few-rows", "frozen-by-context", "HL9"}
			if strings.Contains(c.text, "no-floor") {
				only = append(only, "no-floor")
			}
			open, accepted := lintString(t, c.text, Options{}, only...)
			if strings.Join(open, " ") != c.open || strings.Join(accepted, " ") != c.accepted {
				t.Errorf("open %q, suppressed %q; want %q, %q", open, accepted, c.open, c.accepted)
			}
			raw, none := lintString(t, c.text, Options{NoIgnore: true}, only...)
			if len(none) > 0 || slices.ContainsFunc(raw, func(s string) bool { return strings.HasSuffix(s, "HL901") }) {
				t.Errorf("--no-ignore: %q, suppressed %q", raw, none)
			}
			for _, a := range accepted {
				if k := strings.Join(strings.Fields(a)[:2], " "); !slices.Contains(raw, k) {
					t.Errorf("--no-ignore hides %s: %q", k, raw)
				}
			}
		})
	}
}
