package diag

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // carries the official schema, for TestSARIFSchema
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/hyp-lang/hyp/lang/source"
)

// sample is a finding of every kind: with a fix, related places, accepted, about no text, in a file with an odd name.
func sample() []Diagnostic {
	f := source.New("my study/a:b,100%.hyp", "hyp H1: assoc(x, y)\nhyp Hü: assoc(x,\n  y) expect null\n")
	w := Diagnostic{Code: "HL202", Name: "no-direction", Severity: Warning, File: f, Span: source.Span{Start: 8, End: 19},
		Message: "no `expect`: any result will agree", Label: "which way?", Why: "a, b: 100% of it", Help: "add one", Subject: "H1"}
	w = w.WithRelated(f, source.Span{Start: 20, End: 23}, "there").WithFix("add it", false, Edit{Span: source.Span{Start: 19, End: 19}, Text: " expect positive"}).
		WithFix("delete it", true, Edit{Span: source.Span{Start: 8, End: 19}})
	e := Diagnostic{Code: "HL207", Name: "null-without-floor", Severity: Error, File: f, Span: source.Span{Start: 29, End: 54}, Message: "two\nlines", Subject: "Hü"}
	accepted := w
	accepted.Subject, accepted.Severity, accepted.Accepted = "H9", Info, &Accepted{"a list\x01"}
	lost := Diagnostic{Code: "E0608", Name: "unreadable-file", Severity: Error, Message: "gone.hyp was not linted"}
	return []Diagnostic{w, e, accepted, lost}
}

func TestGitHub(t *testing.T) {
	var b bytes.Buffer
	if err := WriteGitHub(&b, sample()); err != nil {
		t.Fatal(err)
	}
	// The escapes are those of actions/toolkit's command.ts: data % \r \n; properties also : and ,
	want := `::warning file=my study/a%3Ab%2C100%25.hyp,line=1,col=9,endColumn=20,title=no-direction (HL202)::no ` + "`expect`" + `: any result will agree: which way?%0Awhy: a, b: 100%25 of it%0Ahelp: add one
::error file=my study/a%3Ab%2C100%25.hyp,line=2,endLine=3,title=null-without-floor (HL207)::two%0Alines
::error title=unreadable-file (E0608)::gone.hyp was not linted
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

func TestJUnit(t *testing.T) {
	var b bytes.Buffer
	if err := WriteJUnit(&b, sample()); err != nil {
		t.Fatal(err)
	}
	var got junitSuites
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	if got.Tests != 4 || got.Failures != 3 || len(got.Suites) != 2 || got.Suites[0].Skipped != 1 {
		t.Errorf("%+v", got)
	}
	c := got.Suites[0].Cases
	if c[0].Failure.Type != "warning" || c[0].Line != 1 || !strings.Contains(c[0].Failure.Text, "why: a, b: 100% of it") || c[2].Skipped == nil || c[2].Skipped.Message != "a list" {
		t.Errorf("%+v", c)
	}
	b.Reset()
	if err := WriteJUnit(&b, nil); err != nil || !strings.Contains(b.String(), `tests="1" failures="0"`) {
		t.Errorf("%v %s", err, b.String())
	}
}

// officialSchema is the schema of SARIF 2.1.0 (errata 01) as OASIS publishes it, read from the module that carries it.
func officialSchema(t *testing.T) any {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(strings.TrimSpace(string(dir)), "pkg", "report", "v210", "sarif", "schema.go")
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			part, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			text += part
		}
		return true
	})
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if id := schema.(map[string]any)["id"]; id != sarifSchema {
		t.Fatalf("the schema is %v, not %s", id, sarifSchema)
	}
	return schema
}

func TestSARIFSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", officialSchema(t)); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, ds := range map[string][]Diagnostic{"sample": sample(), "none": nil} {
		var b bytes.Buffer
		if err := WriteSARIF(&b, ds); err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); err != nil {
			t.Errorf("%s: %v\n%s", name, err, b.String())
		}
	}
	// The schema must be able to say no.
	bad, _ := jsonschema.UnmarshalJSON(strings.NewReader(`{"version":"2.1.0","runs":[{"results":[]}]}`))
	if schema.Validate(bad) == nil {
		t.Error("a run without a tool passes: the schema is not the one")
	}
}

func TestSARIF(t *testing.T) {
	read := func(ds []Diagnostic) []sarifResult {
		var b bytes.Buffer
		if err := WriteSARIF(&b, ds); err != nil {
			t.Fatal(err)
		}
		var log sarifLog
		if err := json.Unmarshal(b.Bytes(), &log); err != nil {
			t.Fatal(err)
		}
		return log.Runs[0].Results
	}
	ds := sample()
	before := read(ds)
	if r := before[0]; r.Locations[0].Physical.Artifact.URI != "my%20study/a:b,100%25.hyp" || *r.Locations[0].Physical.Region != (sarifRegion{1, 9, 1, 20}) || len(r.Fixes) != 2 || len(r.Related) != 1 {
		t.Errorf("%+v", r)
	}
	if s := before[2].Suppressions; len(s) != 1 || s[0].Kind != "inSource" || s[0].Justification != "a list\x01" {
		t.Errorf("suppression %+v", s)
	}
	// Lines above move everything; fingerprints stay.
	moved := source.New(ds[0].File.Name, "# a comment\n\n"+ds[0].File.Text)
	for i := range ds {
		if ds[i].File != nil {
			ds[i].File, ds[i].Span = moved, source.Span{Start: ds[i].Span.Start + 13, End: ds[i].Span.End + 13}
		}
	}
	seen := map[string]bool{}
	for i, r := range read(ds) {
		print := r.Fingerprints[FingerprintKey]
		if print != before[i].Fingerprints[FingerprintKey] {
			t.Errorf("%s: the fingerprint changed with the line", r.RuleID)
		}
		if seen[print] {
			t.Errorf("%s: two findings share a fingerprint", r.RuleID)
		}
		seen[print] = true
	}
	twice := read([]Diagnostic{ds[0], ds[0]})
	if twice[0].Fingerprints[FingerprintKey] == twice[1].Fingerprints[FingerprintKey] {
		t.Error("two of a kind are not told apart")
	}
}
