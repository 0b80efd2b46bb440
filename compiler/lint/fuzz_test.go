package lint

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/lang/source"
)

// FuzzFix lints and fixes any text: no panic, safe fixes keep specifications and comments and come to an end.
func FuzzFix(f *testing.F) {
	for _, r := range Rules() {
		f.Add(r.Doc.Example, false)
		f.Add(r.Doc.Instead, true)
	}
	f.Add("# hyp:ignore no-floor, unused-declaration -- a\nvar a = b+1 numeric # hyp:ignore\nhyp H1: assoc(`A B`, y) where x in 1..3 # c\n  under f expect null", true)
	f.Add("# c\n1. assoc(x,y)\n- diff(y by g)\n```\nhyp H: assoc(y ~ x) where 1 < x < 3", false)
	ctx := context.Background()
	f.Fuzz(func(t *testing.T, text string, unsafe bool) {
		if len(text) > 2000 {
			return
		}
		file := File{Source: source.New("s.hyp", text)}
		got, err := Fix(ctx, file, Default(), Options{}, unsafe)
		if err != nil {
			t.Fatal(err)
		}
		if got.Text == text {
			return
		}
		again, err := Fix(ctx, file.WithText(got.Text), Default(), Options{}, unsafe)
		if err != nil {
			t.Fatal(err)
		}
		if again.Text != got.Text {
			t.Errorf("fixing twice\n%q\n%q\n%q\n%q", text, got.Text, again.Text, again.Titles)
		}
		opt := Options{}
		before := openStudy(ctx, file.Source, opt.loader(file), DefaultSettings(), nil)
		after := openStudy(ctx, source.New("s.hyp", got.Text), opt.loader(file), DefaultSettings(), nil)
		x, y := before.facts(), after.facts()
		if y.bad > x.bad || len(y.errors) > len(x.errors) {
			t.Errorf("more is broken than before:\n%s\n---\n%s", text, got.Text)
		}
		repaired := slices.ContainsFunc(got.Titles, func(s string) bool { return Lookup(s[:strings.Index(s, ":")]) == nil })
		if !unsafe && !repaired && !slices.Equal(x.specs, y.specs) {
			t.Errorf("%q change what is tested:\n%s\n---\n%s", got.Titles, text, got.Text)
		}
		for c, n := range x.comments {
			if _, suppresses := directiveText(c); y.comments[c] < n && !suppresses {
				t.Errorf("the comment %q is lost:\n%s\n---\n%s", c, text, got.Text)
			}
		}
	})
}
