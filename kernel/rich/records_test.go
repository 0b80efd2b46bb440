package rich

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/estimators/study"
)

var update = flag.Bool("update", false, "write the golden files anew")

// opened are the studies of an example.
func opened(t testing.TB, example string, only ...string) []*study.Study {
	t.Helper()
	texts, err := study.Find(context.Background(), []string{filepath.Join("../../examples", example, example+".hyp")}, strings.NewReader(""))
	if err != nil {
		t.Fatal(err)
	}
	return study.Open(context.Background(), texts, study.Options{Only: only})
}

// recordsOf are the records of an example, in order, without the time that they took.
func recordsOf(t testing.TB, example string, only ...string) (out []*result.Record) {
	t.Helper()
	for _, s := range opened(t, example, only...) {
		err := s.Run(context.Background(), func(r *result.Record) error {
			r.ElapsedMS = 0
			out = append(out, r)
			return nil
		}, func(name string, err error) { t.Errorf("%s: %v", name, err) })
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// golden holds the parts of a bundle against files, but the JSON of records, which is the engine's; and every bundle against
// what holds of all.
func golden(t *testing.T, file string, b Bundle) {
	t.Helper()
	sound(t, b)
	for media, end := range map[string]string{Plain: ".txt", HTML: ".html", SVG: ".svg", Vega: ".vl.json"} {
		v, ok := b[media]
		if !ok {
			continue
		}
		var text []byte
		switch v := v.(type) {
		case string:
			text = []byte(strings.TrimRight(strings.ReplaceAll(v, style, "<style/>\n"), "\n") + "\n")
		case json.RawMessage:
			var out bytes.Buffer
			if err := json.Indent(&out, v, "", " "); err != nil {
				t.Fatal(err)
			}
			text = append(out.Bytes(), '\n')
		}
		path := filepath.Join("testdata", file+end)
		if *update {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want, text) {
			t.Errorf("%s is not as the golden file says (write it anew with -update)", path)
		}
	}
}

// sound holds a bundle to what every bundle must be: text always, HTML and SVG well-formed and harmless, JSON that encodes,
// and no HTML beside Vega.
func sound(t *testing.T, b Bundle) {
	t.Helper()
	if s, _ := b[Plain].(string); s == "" {
		t.Error("no text/plain")
	}
	for _, media := range []string{HTML, SVG} {
		if s, ok := b[media].(string); ok {
			wellFormed(t, media, s)
		}
	}
	if b[Vega] != nil && (b[HTML] != nil || b[SVG] == nil) {
		t.Error("Vega needs SVG beside it and no HTML")
	}
	for media, v := range b {
		if !strings.HasSuffix(media, "json") {
			continue
		}
		if text, err := json.Marshal(v); err != nil || string(text) == "null" {
			t.Errorf("%s: %s %v", media, text, err)
		}
	}
}

// wellFormed reads markup as XML, which is stricter than HTML, and looks for what must not be in it.
func wellFormed(t *testing.T, what, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	ids := map[string]bool{}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%s: %v in\n%.2000s", what, err, text)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "script", "iframe", "img", "a", "foreignObject", "object", "link":
			t.Errorf("%s has an element <%s>", what, start.Name.Local)
		}
		if start.Name.Local == "th" && !slices.ContainsFunc(start.Attr, func(a xml.Attr) bool { return a.Name.Local == "scope" }) {
			t.Errorf("%s has a header cell that does not say of what", what)
		}
		for _, a := range start.Attr {
			n := strings.ToLower(a.Name.Local)
			if strings.HasPrefix(n, "on") || n == "href" || n == "src" {
				t.Errorf("%s has an attribute %s", what, n)
			}
			if n == "id" && ids[a.Value] {
				t.Errorf("%s has the id %s twice", what, a.Value)
			}
			if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
				t.Errorf("%s: %s=%q", what, n, a.Value)
			}
		}
	}
}

func TestRecordsOfExamples(t *testing.T) {
	o := report.Options{}
	for _, c := range []struct{ file, example, only string }{
		{"reversal", "penguins", "H1 H2 H3 H4 H5"}, {"absence", "penguins", "H6 H14"}, {"bodies", "penguins", ""}, {"degrees", "nlsy79", ""},
		{"rival", "penguins", "H1"}, {"groups", "penguins", "H8"}, {"contrast", "penguins", "H9"}, {"slopes", "penguins", "H11"}, {"moderated", "penguins", "H12"},
		{"refused", "penguins", "H15"}, {"blocked", "penguins", "H16"}, {"logit", "nlsy79", "N1"}, {"open", "nlsy79", "N13"}, {"shares", "nlsy79", "N12"},
	} {
		rs := recordsOf(t, c.example, strings.Fields(c.only)...)
		golden(t, c.file, Records(rs, o))
		if p := Intervals(rs); p != nil {
			golden(t, c.file+"-plot", p)
		} else if rs[0].Status == result.OK {
			t.Errorf("%s: no plot", c.file)
		}
	}
}
