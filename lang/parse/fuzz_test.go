package parse_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
	"github.com/hyp-lang/hyp/lang/parse"
	"github.com/hyp-lang/hyp/lang/source"
)

// dump writes a tree without positions; a statement that did not parse is its text.
func dump(f *ast.File) string {
	var b strings.Builder
	if f.Syntax != nil {
		fmt.Fprintf(&b, "syntax %s\n", f.Syntax.Text)
	}
	for _, s := range f.Statements {
		if bad, ok := s.(*ast.Bad); ok {
			fmt.Fprintf(&b, "bad %q\n", f.Source.Slice(bad.At))
			continue
		}
		dumpValue(&b, reflect.ValueOf(s))
		b.WriteByte('\n')
	}
	return b.String()
}

func dumpValue(b *strings.Builder, v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		dumpValue(b, v.Elem())
	case reflect.Struct:
		b.WriteString(v.Type().Name() + "{")
		for i := range v.NumField() {
			if v.Field(i).Type() == reflect.TypeFor[source.Span]() {
				continue
			}
			b.WriteString(v.Type().Field(i).Name + ":")
			dumpValue(b, v.Field(i))
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case reflect.Slice:
		b.WriteByte('[')
		for i := range v.Len() {
			dumpValue(b, v.Index(i))
			b.WriteByte(' ')
		}
		b.WriteByte(']')
	default:
		fmt.Fprintf(b, "%#v", v.Interface())
	}
}

// spans checks that every span of a tree lies in the text and in the span of its parent.
func spans(t *testing.T, text string, v reflect.Value, parent source.Span) {
	t.Helper()
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			spans(t, text, v.Elem(), parent)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[source.File]() {
			return
		}
		if at := v.FieldByName("At"); at.IsValid() {
			s := at.Interface().(source.Span)
			if s.Start > s.End || s.Start < parent.Start || s.End > parent.End {
				t.Fatalf("span %v of %s is not inside of %v\n%q", s, v.Type(), parent, text)
			}
			if !utf8.ValidString(text[s.Start:s.End]) && utf8.ValidString(text) {
				t.Fatalf("span %v of %s cuts a character\n%q", s, v.Type(), text)
			}
			parent = s
		}
		for i := range v.NumField() {
			if v.Field(i).Type() != reflect.TypeFor[source.Span]() {
				spans(t, text, v.Field(i), parent)
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			spans(t, text, v.Index(i), parent)
		}
	}
}

func commentTexts(f *ast.File) []string {
	var out []string
	for _, c := range f.Comments {
		inBad := slices.ContainsFunc(f.Statements, func(s ast.Statement) bool {
			_, bad := s.(*ast.Bad)
			return bad && s.Span().Start <= c.At.Start && c.At.End <= s.Span().End
		})
		if !inBad {
			out = append(out, strings.TrimSpace(c.Text))
		}
	}
	slices.Sort(out)
	return out
}

// check holds the promises of the parser and the printer for any text.
func check(t *testing.T, text string) {
	t.Helper()
	f := source.New("f.hyp", text)
	tree, ds := parse.File(f)
	whole := source.Span{Start: 0, End: len(text)}
	end := 0
	bad := 0
	for _, s := range tree.Statements {
		at := s.Span()
		if at.Start < end || at.End <= at.Start {
			t.Fatalf("statements overlap at %v\n%q", at, text)
		}
		end = at.End
		spans(t, text, reflect.ValueOf(s), whole)
		if _, ok := s.(*ast.Bad); ok {
			bad++
		}
	}
	errors, last := 0, 0
	for _, d := range ds {
		if d.Severity == diag.Error {
			errors++
		}
		if d.File != f || d.Span.Start < last || d.Span.End < d.Span.Start || d.Span.End > len(text) || d.Message == "" || d.Name == "" {
			t.Fatalf("diagnostic out of order, out of the text or incomplete: %+v\n%q", d, text)
		}
		last = d.Span.Start
		for _, fix := range d.Fixes {
			if _, err := diag.Apply(text, fix); err != nil {
				t.Fatalf("fix %q: %v\n%q", fix.Title, err, text)
			}
		}
	}
	if utf8.ValidString(text) && !strings.Contains(text, "\x00") && errors != bad {
		t.Fatalf("%d errors for %d broken statements\n%q\n%+v", errors, bad, text, ds)
	}
	printed := format.File(tree)
	again, _ := parse.File(source.New("f.hyp", printed))
	if a, b := dump(tree), dump(again); a != b {
		t.Fatalf("what was printed reads otherwise\ntext    %q\nprinted %q\n%s\n%s", text, printed, a, b)
	}
	if a, b := commentTexts(tree), commentTexts(again); !slices.Equal(a, b) {
		t.Fatalf("comments differ\ntext    %q\nprinted %q\n%q\n%q", text, printed, a, b)
	}
	if twice := format.File(again); twice != printed {
		t.Fatalf("printing is not idempotent\ntext  %q\nonce  %q\ntwice %q", text, printed, twice)
	}
}

var seeds = []string{
	study,
	"- assoc(x, y)\n* diff(y, by=g)\n1. interact(a * b -> c)\n2) heterogeneity(y ~ x | g)",
	"ASSOC(x, y) Controlling For a, b, weights = W # c",
	"assoc(x, y [controlling for a, b])\nassoc(x, y) [controlling for a] [weights=W]\nassoc(x, y, controlling for a, weights==W)",
	"diff(y by g)\ndiff(y, by g: 1 vs rest)\ndiff(y by=g: \"a\" vs 'b')",
	"assoc(x, y) where 18 <= age < 65\nassoc(x,y):\nassoc(x,y): it's \"so\" # no\nassoc(a,b) — because",
	"```hyp\nassoc(x， y) claim “the more, the better”\n```\n",
	"assoc(bill length, y)\nassoc(diff, y)\nassoc(`x, y)\nassoc(x, y\nassoc(\"x\", y)\nassoc(y ~ x + z)\nassoc(x, y | g)\n",
	"hyp H1: assoc(x, y) # head\n  # own\n  because \"b\" # because\n  expect positive # expect\n\n\n# end\n",
	"var v = -(a + b) * 2 - -c / (d - 1) numeric range -1..2.5 missing (-9 \"no\", 99)\nvar w = if(a in (1, 2) or not (b is missing and c not in 1..3), log(d), 0) numeric",
	"context c = not (a = 1 or b != \"x\") and c >= .5 label \"l\"",
	"hyp H2: assoc(x, y) floor d >= 0.1 decide q < 0.05 on train and effect > -0.2 on nls rival H1, \"words\" deepens H1, H2 extends H3 prior 0.5 needs \"n\"",
	"foo bar # c\n  assoc(x, y)\nHere is prose\n  expct\nvar 3x\n",
	"syntax 1 # one\nassoc(x, y)\nsyntax 1",
	"\ufeffassoc(x, y)\r\n\r\n\r\n# c \r\nassoc(a, b)\r\n",
	"\xff\xfea\x00", "assoc(x\x00, y)", "assoc(\xe9t\xe9, y)",
	"assoc(x, y) claim \"a\\n\\u{1F600}\\\"\" because 'it\\'s'",
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	for _, e := range diag.Examples() {
		f.Add(e.Example)
	}
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

// FuzzScan holds the promises of the scanner: no panic, tokens in order and inside of the text, nothing but space, markers
// and what belongs to no token between them, and lines that agree with the text.
func FuzzScan(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lex, err := parse.Lexer{}.LexString("f.hyp", text)
		if err != nil {
			t.Fatal(err)
		}
		file := source.New("f.hyp", text)
		end := 0
		for range len(text) + 2 {
			tok, err := lex.Next()
			if err != nil {
				t.Fatalf("the scanner never fails: %v", err)
			}
			if tok.Pos.Offset < end || tok.Pos.Offset > len(text) {
				t.Fatalf("token %v at %d, the last one ended at %d\n%q", tok, tok.Pos.Offset, end, text)
			}
			if strings.ContainsAny(strings.TrimLeft(text[end:tok.Pos.Offset], " \t\r\n\v\f"), "(),\"`#") && !strings.Contains(text, ")") {
				t.Fatalf("%q was passed over\n%q", text[end:tok.Pos.Offset], text)
			}
			if p := file.Position(tok.Pos.Offset); p.Line != tok.Pos.Line || p.Column != tok.Pos.Column {
				t.Fatalf("token %v at %d:%d, not %d:%d\n%q", tok, p.Line, p.Column, tok.Pos.Line, tok.Pos.Column, text)
			}
			if tok.Type == lexer.EOF {
				return
			}
			spelling := tok.Value
			if tok.Pos.Filename != "" {
				spelling = tok.Pos.Filename
			}
			if spelling == "" || !strings.HasPrefix(text[tok.Pos.Offset:], spelling) {
				t.Fatalf("token %v is not in the text\n%q", tok, text)
			}
			end = tok.Pos.Offset + len(spelling)
		}
		t.Fatalf("the scanner does not end\n%q", text)
	})
}
