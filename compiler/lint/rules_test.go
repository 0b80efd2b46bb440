package lint

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/check"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// docOptions give a rule's examples the data and the catalog that its documentation names.
func docOptions(t *testing.T, r *Rule) Options {
	t.Helper()
	m := check.Memory{Tables: map[string]*table.Table{}, Catalogs: map[string]*catalog.Catalog{}}
	if r.Doc.Data != "" {
		data, err := table.Read(context.Background(), "table.csv", strings.NewReader(r.Doc.Data), table.Options{})
		if err != nil {
			t.Fatalf("%s: its data: %v", r.Name, err)
		}
		m.Tables["table.csv"] = data
	}
	if r.Doc.Catalog != "" {
		c, found := catalog.Parse(source.New("table.catalog.yaml", r.Doc.Catalog))
		if diag.HasErrors(found) {
			t.Fatalf("%s: its catalog: %v", r.Name, found)
		}
		m.Catalogs["table.csv"] = c
	}
	return Options{Data: r.Needs&Text == 0, Loader: func(File) check.Loader { return m }}
}

func lintDoc(t *testing.T, r *Rule, text string) (own, errors []diag.Diagnostic) {
	t.Helper()
	rep, err := Run(context.Background(), []File{{Source: source.New("study.hyp", text)}}, Default(), docOptions(t, r))
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range rep.All() {
		if d.Code == r.Code {
			own = append(own, d)
		}
		if strings.HasPrefix(d.Code, "E") {
			errors = append(errors, d)
		}
	}
	return own, errors
}

// TestRules demands of every rule: documentation, an example that it finds, a near miss that it passes, and a golden of
// the fix when it offers one.
func TestRules(t *testing.T) {
	all := Rules()
	if len(all) != 32 {
		t.Errorf("%d rules, LANGUAGE.md lists 32", len(all))
	}
	if !slices.IsSortedFunc(all, func(a, b *Rule) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("rules are out of order")
	}
	seen := map[string]bool{}
	for _, r := range all {
		t.Run(r.Name, func(t *testing.T) {
			if seen[r.Code] || seen[r.Name] {
				t.Error("code or name stands twice")
			}
			seen[r.Code], seen[r.Name] = true, true
			for what, text := range map[string]string{"What": r.Doc.What, "Why": r.Doc.Why, "Example": r.Doc.Example, "Instead": r.Doc.Instead, "Ignore": r.Doc.Ignore} {
				if text == "" {
					t.Errorf("no %s", what)
				}
			}
			found, errors := lintDoc(t, r, r.Doc.Example)
			if len(found) == 0 {
				t.Fatalf("the example has no finding:\n%s", r.Doc.Example)
			}
			if r != nullWithoutFloor && len(errors) > 0 {
				t.Errorf("the example has errors: %v", errors)
			}
			fixable, safe := false, true
			for _, d := range found {
				if d.Message == "" || strings.HasSuffix(d.Message, ".") || d.Label == "" || d.Span.Len() == 0 || d.Name != r.Name {
					t.Errorf("unfinished finding %+v", d)
				}
				for _, f := range d.Fixes {
					fixable, safe = true, safe && f.Safe
				}
			}
			if near, errors := lintDoc(t, r, r.Doc.Instead); len(near) > 0 || len(errors) > 0 {
				t.Errorf("the near miss has findings: %v %v", near, errors)
			}
			if fixable != (r.Doc.Fixed != "") {
				t.Fatalf("it offers a fix: %v; its golden: %q", fixable, r.Doc.Fixed)
			}
			if !fixable {
				return
			}
			f := File{Source: source.New("study.hyp", r.Doc.Example)}
			run := []string{r.Name}
			if r == unusedSuppression { // counts rules that run
				run = append(run, outcomeFirst.Name)
			}
			only, err := Default().With(run, nil, "")
			if err != nil {
				t.Fatal(err)
			}
			opt := docOptions(t, r)
			if !safe {
				if got, err := Fix(context.Background(), f, only, opt, false); err != nil || got.Text != r.Doc.Example {
					t.Errorf("an unsafe fix was made without asking: %v\n%s", err, got.Text)
				}
			}
			got, err := Fix(context.Background(), f, only, opt, !safe)
			if err != nil || got.Text != r.Doc.Fixed {
				t.Fatalf("fixed: %v %q\n%s\nwant\n%s", err, got.Refused, got.Text, r.Doc.Fixed)
			}
			again, err := Fix(context.Background(), File{Source: source.New("study.hyp", got.Text)}, only, opt, !safe)
			if err != nil || again.Text != got.Text || len(again.Titles) > 0 {
				t.Errorf("fixing again changes it: %v\n%s", err, again.Text)
			}
		})
	}
}
