package catalog

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

func parse(t *testing.T, name, text string) (*Catalog, []string) {
	t.Helper()
	c, found := Parse(source.New(name, text))
	var out []string
	for _, d := range found {
		p := d.File.Position(d.Span.Start)
		out = append(out, d.Code+" "+itoa(p.Line)+":"+itoa(p.Column)+" "+d.Message+" | "+d.Label+" | "+d.Help)
	}
	return c, out
}

func itoa(n int) string { return trimNumber(float64(n)) }

const small = `{
  "dataset": "d", "unit_of_analysis": "person", "made_by": {"b": 1, "a": [true, null]},
  "weights": [{"name": "w", "description": "weight"}],
  "design": {"strata": null, "cluster": "psu", "note": "n"},
  "id_columns": ["key"],
  "modules": [{"id": "m", "label": "Module", "n_variables": 3}],
  "derived_pairs": [["a", "b"]],
  "variables": [
    {"name": "key", "type": "numeric"},
    {"name": "w", "type": "numeric"},
    {"name": "psu", "type": "design"},
    {"name": "when", "type": "date"},
    {"name": "party", "type": "ordinal", "label": "party", "question": null, "module": "m", "battery": "b", "measured": 1979,
     "sign": {"high_means": "right"}, "note": "n", "colour": "red",
     "scale": {"kind": "ordinal", "values": {"2": "right", "1": "left", "10": "far", "7": "other"}, "order": ["left", 2, "10"], "off_scale_codes": [7]},
     "missing_codes": [{"code": -9, "meaning": "refused"}, -8, "NA"]},
    {"name": "age", "type": "numeric", "scale": {"kind": "numeric", "unit": "years", "min": 18, "max": 89, "special_values": {"89": "89 or older"}},
     "derived_from": ["born"]},
    {"name": "sex", "sensitive": true, "scale": {"kind": "nominal", "values": {"2": "b", "1": "a"}}}
  ]
}`

const smallYAML = `
dataset: d
unit_of_analysis: person
made_by: {b: 1, a: [true, null]}
weights: [{name: w, description: weight}]
design: {strata: ~, cluster: psu, note: n}
id_columns: [key]
modules:
- {id: m, label: Module, n_variables: 3}
derived_pairs: [[a, b]]
variables:
- {name: key, type: numeric}
- {name: w, type: numeric}
- {name: psu, type: design}
- {name: when, type: date}
- name: party
  type: ordinal
  label: party
  question:
  module: m
  battery: b
  measured: 1979
  sign: {high_means: right}
  note: n
  colour: red
  scale:
    kind: ordinal
    values: {2: right, 1: left, 10: far, 7: other}
    order: [left, 2, "10"]
    off_scale_codes: [7]
  missing_codes:
  - {code: -9, meaning: refused}
  - -8
  - NA
- name: age
  type: numeric
  scale: {kind: numeric, unit: years, min: 18, max: 89, special_values: {89: 89 or older}}
  derived_from: [born]
- name: sex
  sensitive: true
  scale: {kind: nominal, values: {2: b, 1: a}}
`

// Both formats give the same catalog.
func TestFields(t *testing.T) {
	for name, text := range map[string]string{"c.json": small, "c.yaml": smallYAML} {
		t.Run(name, func(t *testing.T) {
			c, found := parse(t, name, text)
			if len(found) > 0 {
				t.Fatal(found)
			}
			check := func(what string, ok bool) {
				if !ok {
					t.Errorf("%s is wrong", what)
				}
			}
			check("dataset", c.Dataset == "d" && c.Unit == "person" && c.Cluster == "psu" && c.Strata == "")
			check("extra", len(c.Extra) == 1 && c.Extra[0].Key == "made_by" && string(c.Extra[0].JSON) == `{"b":1,"a":[true,null]}`)
			check("design extra", len(c.DesignExtra) == 1 && string(c.DesignExtra[0].JSON) == `"n"`)
			check("modules", len(c.Modules) == 1 && c.Modules[0].Label == "Module" && string(c.Modules[0].Extra[0].JSON) == "3")
			check("pairs", len(c.DerivedPairs) == 1 && c.DerivedPairs[0] == [2]string{"a", "b"})
			check("roles", c.Variable("key").Role == ID && c.Variable("w").Role == Weight && c.Variable("psu").Role == Design)
			check("date", c.Variable("when").Type == plan.Time && c.Variable("when").Written == "date")
			p := c.Variable("party")
			check("levels", slices.Equal(p.Levels, []plan.Level{{Code: "1", Label: "left"}, {Code: "2", Label: "right"}, {Code: "10", Label: "far"}, {Code: "7", Label: "other"}}))
			check("missing", slices.Equal(p.Missing, []Code{{"-9", "refused"}, {"-8", ""}, {"NA", ""}}))
			check("off scale", slices.Equal(p.OffScale, []string{"7"}))
			check("the rest", p.Question == "" && p.Module == "m" && p.Battery == "b" && p.Measured == "1979" && p.HighMeans == "right" && p.Note == "n")
			check("unknown key", len(p.Extra) == 1 && p.Extra[0].Key == "colour" && string(p.Extra[0].JSON) == `"red"`)
			a := c.Variable("age")
			check("age", a.Unit == "years" && *a.Range == [2]float64{18, 89} && a.Special[0].Label == "89 or older" && slices.Equal(a.DerivedFrom, []string{"born"}))
			s := c.Variable("sex")
			check("order of the keys", s.Type == plan.Binary && s.Levels[0].Code == "2" && s.Levels[1].Code == "1")
			check("sensitive", s.Sensitive && !a.Sensitive)
			check("no entry", c.Variable("nobody") == nil && (*Catalog)(nil).Variable("x") == nil)
		})
	}
}

// Everything that is wrong is reported with line and column, all at once.
func TestErrors(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"a.json", "{\"dataset\": \"d\",\n \"variables\": [{\"name\": \"a\", \"type\": \"numerc\"},\n  {\"name\": \"a\"}, {\"type\": \"id\"}, 3],\n \"title\": [1]}",
			[]string{`2:38 .numerc. is not a type.*did you mean .numeric.`, `3:12 the catalog describes .a. twice`, `3:18 a variable has no .name.`, `3:34 .variables. must be an object.*the number 3`, `4:11 .title. must be text.*a list`}},
		{"b.json", `{"dataset": "d", "dataset": "e"}`, []string{`1:18 .dataset. stands twice in the catalog`}},
		{"c.json", "{\n \"variables\": [\n  {\"name\": \"x\",}\n ]\n}", []string{`3:16 the catalog cannot be read: invalid character '}'`}},
		{"d.json", "{\"variables\": [", []string{`1:16 .*ends before its last bracket`}},
		{"e.json", "", []string{`1:1 .*the file is empty`}},
		{"f.json", "[1]", []string{`1:1 a catalog must be an object`}},
		{"g.json", "{} {}", []string{`1:4 .*text after the end`}},
		{"h.json", `{"variables": [{"name": "x", "scale": {"values": {"1": "a", "1.0": "b"}, "order": [1, 3], "min": "low"}, "missing_codes": [{"meaning": "m"}, [1]]}]}`,
			[]string{`1:61 .scale.values. lists the code .1.0. twice`, `1:98 .scale.min. must be a number`, `1:124 an entry of .missing_codes. must be an object with a .code.`, `1:142 .missing_codes. must be text`, `1:87 .order. of .x. names .3.*values are 1`}},
		{"h2.json", `{"variables": [{"name": "x", "sensitive": "yes"}]}`, []string{`1:43 .sensitive. must be true or false.*the text "yes"`}},
		{"i.json", strings.Repeat("[", 5000), []string{`1:66 .*more than 64 nested brackets`}},
		{"j.yaml", "dataset: d\nvariables:\n- name: x\n  type: nomnal\n- name: x\n", []string{`4:9 .nomnal. is not a type.*.nominal.`, `5:9 the catalog describes .x. twice`}},
		{"k.yml", "dataset: d\nvariables:\n  - name: [\n", []string{`\d:1 the catalog cannot be read`}},
		{"l.yaml", "a: 1\nb: 2\na: 3\n", nil},
		{"m.yaml", "dataset: a\ndataset: b\n", []string{`2:1 .dataset. stands twice`}},
		{"n.yaml", "", []string{`the file is empty`}},
		{"o.yaml", "a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\n",
			[]string{`expand without end`}},
		{"p.json", "{\"dataset\": \"\xff\"}", []string{`1:14 .*not UTF-8`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, found := parse(t, test.name, test.text)
			if test.name == "l.yaml" {
				test.want = []string{`3:1 .a. stands twice`}
			}
			if len(found) != len(test.want) {
				t.Fatalf("got %d diagnostics, want %d: %q", len(found), len(test.want), found)
			}
			for i, re := range test.want {
				if !regexp.MustCompile("^E0602 .*" + re).MatchString(found[i]) {
					t.Errorf("got %q, want %q", found[i], re)
				}
			}
		})
	}
}

// The catalogs of the two example data sets.
func TestExampleCatalogs(t *testing.T) {
	for name, n := range map[string]int{"penguins": 17, "nlsy79": 27} {
		f, found, err := Find(filepath.Join("..", "..", "examples", name, name+".csv"))
		if err != nil || len(found) > 0 {
			t.Fatal(err, found)
		}
		if f.How != "beside the data, by name" || f.Catalog.Dataset != name || len(f.Catalog.Variables) != n {
			t.Errorf("%s: %+v, %d variables", name, f.How, len(f.Catalog.Variables))
		}
	}
}

// A catalog.json of other data is not taken for this one.
func TestFind(t *testing.T) {
	write := func(folder string, files map[string]string) string {
		dir := filepath.Join(t.TempDir(), folder)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	tests := []struct {
		name, data, how string
		files           map[string]string
	}{
		{"by name", "a.csv", "beside the data, by name", map[string]string{"a.csv": "", "a.catalog.yaml": "dataset: z", "catalog.json": `{"dataset":"a"}`}},
		{"compressed", "a.csv.gz", "beside the data, by name", map[string]string{"a.csv.gz": "", "a.catalog.json": "{}"}},
		{"dataset", "a.csv", "its `dataset` is this one", map[string]string{"a.csv": "", "b.csv": "", "catalog.yml": "dataset: a"}},
		{"file", "a.csv", "its `file` names the data", map[string]string{"a.csv": "", "b.csv": "", "catalog.json": `{"file":"a.csv"}`}},
		{"alone", "data.csv", "holds no other data", map[string]string{"data.csv": "", "catalog.json": `{"dataset":"q"}`, "readme.md": ""}},
		{"of others", "a.csv", "", map[string]string{"a.csv": "", "b.parquet": "", "catalog.json": `{"dataset":"b"}`}},
		{"none", "a.csv", "", map[string]string{"a.csv": ""}},
	}
	for _, test := range tests {
		dir := write(test.name, test.files)
		f, _, err := Find(filepath.Join(dir, test.data))
		if err != nil || !strings.HasSuffix(f.How, test.how) || (test.how == "") != (f.Path == "") {
			t.Errorf("%s: found %q (%s), %v", test.name, f.Path, f.How, err)
		}
	}
	if _, _, err := Open(filepath.Join(t.TempDir(), "no.json")); err == nil || !os.IsNotExist(err) && !strings.Contains(err.Error(), "no.json") {
		t.Errorf("a missing catalog gives %v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(small, true)
	f.Add(smallYAML, false)
	f.Add("{\"variables\": [{\"name\": null}]}", true)
	f.Fuzz(func(t *testing.T, text string, asJSON bool) {
		name := "c.yaml"
		if asJSON {
			name = "c.json"
		}
		c, found := Parse(source.New(name, text))
		if c == nil && len(found) == 0 {
			t.Fatal("nothing read and nothing said")
		}
		for _, d := range found {
			if d.Span.Start < 0 || d.Span.End > len(text) || d.Span.Start > d.Span.End {
				t.Fatalf("span %v outside of a text of %d bytes", d.Span, len(text))
			}
		}
	})
}

// A catalog says how the file of the data is written; what it says wrong is an error, and the rest counts.
func TestFormat(t *testing.T) {
	c, found := Parse(source.New("c.json", `{"dataset": "d", "format": {"encoding": "latin-1", "decimal": ",", "thousands": ".", "dates": "dd.mm.yyyy"}}`))
	if want := (table.Format{Encoding: "latin-1", Decimal: ",", Thousands: ".", Dates: "dd.mm.yyyy"}); len(found) > 0 || c.Format != want {
		t.Errorf("%+v %v", c.Format, found)
	}
	for text, want := range map[string]string{
		`{"format": {"encoding": "ansi"}}`:                  `encoding "ansi" is not known`,
		`{"format": {"decimals": ","}}`:                     "`format` has no `decimals`",
		`{"format": {"decimal": ",", "thousands": ","}}`:    "is the decimal mark as well",
		`{"format": "latin-1"}`:                             "must be an object",
		"{\"format\": {\"dates\": \"%d/%m/%Y\", \"x\": 1}}": "`format` has no `x`",
	} {
		c, found := Parse(source.New("c.json", text))
		if len(found) == 0 || found[0].Code != diag.BadCatalog || !strings.Contains(found[0].Message, want) || found[0].Span.Start == found[0].Span.End {
			t.Errorf("%s: %v", text, found)
		}
		if err := c.Format.Valid(); err != nil {
			t.Errorf("%s: kept %+v", text, c.Format)
		}
	}
}
