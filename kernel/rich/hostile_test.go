package rich

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/report"
	"github.com/hyp-lang/hyp/estimators/result"
	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

func numericVariable(name string) *plan.Variable {
	return &plan.Variable{Name: name, Column: name, Type: plan.Numeric}
}

// hostile are names that data can have.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onload='x`, "a & b &amp; c", "`tick", "a`b`c`", "]]>", "<!--", "\x00\x1b[31mred", "\xff\xfe broken",
	strings.Repeat("x", 10_000), strings.Repeat("many words ", 1000), "مرحبا بالعالم (ا) 12", "\u202eevil\u202c", "e\u0301\u0301\u0301" + strings.Repeat("o\u0302", 300),
	"👩‍👩‍👧‍👦 family 🏳️‍🌈 flags 🇩🇪", strings.Repeat("👩‍👩‍👧‍👦", 200), "年収 (万円)" + strings.Repeat("漢", 300), "\ufffe\uffff", "\u2028line", "", " ", "{datum.x}", `\u0027+alert(1)+\u0027`, "%s%d%!",
}

func f(v float64) *float64 { return &v }

// record is one of every field with a name in it.
func record(s string) *result.Record {
	return &result.Record{
		Name: s, Claim: s, Template: "diff", Outcome: s, Exposure: s, Groups: s, Controls: []string{s}, Where: s, Dataset: s, Status: result.OK, Estimator: "welch", Test: "contrast", Why: s,
		Contrast: s + " vs " + s, Reference: s, N: 10, NTotal: 12, Coverage: f(10.0 / 12), Estimate: f(1), Low: f(-1), High: f(3), StdError: f(1), P: f(0.04), Log10P: f(math.Log10(0.04)), Q: f(0.05), Log10Q: f(math.Log10(0.05)),
		Effect:   &result.Effect{Measure: "cohens_d", Value: 0.5, Low: f(-0.1), High: f(1.1)},
		Levels:   []result.Level{{Value: s, N: 5, Mean: f(1), SD: f(2)}, {Value: "b", N: 5, Mean: f(2), SD: f(2)}},
		Verdict:  &result.Verdict{Value: result.Supported, Reason: "Because of `" + s + "`."},
		Warnings: []result.Warning{{Code: "high-leverage", Severity: "review", Message: s}}, Statement: s, Because: s,
		Pooled: []result.Level{{Value: s, N: 2}},
	}
}

// Whatever data are called, everything stays well-formed, harmless, and of a size.
func TestHostileNames(t *testing.T) {
	for _, s := range hostile {
		r, refused, blocked := record(s), record(s), record(s)
		refused.Status, refused.Refusal = result.Refused, &result.Refusal{Code: "no-rows", Message: s, Help: s}
		blocked.Status, blocked.Needs = result.Blocked, s
		o := report.Options{}
		file := source.New(s, s+"\nx")
		d := diag.Diagnostic{Code: "E0201", Name: "unknown-name", File: file, Span: source.Span{End: len(s)}, Message: "no `" + s + "`", Label: s, Why: s, Help: s, Fixes: []diag.Fix{{Title: s}}}
		answer := &query.Result{Rows: 1, Columns: []query.Column{{Name: s, Kind: query.Insight, Type: query.Text, Values: []query.Value{query.TextValue(s)}}, {Name: "i.status", Type: query.Text, Values: []query.Value{query.TextValue(s)}}}}
		graph := &query.Drawing{Nodes: []query.DrawnNode{{ID: "i:" + s, Kind: "insight", Name: s, Label: s, Status: s}, {ID: "v:" + s, Kind: "variable", Label: s}}, Edges: []query.DrawnEdge{{From: 0, To: 1, Relation: "about"}}}
		for what, b := range map[string]Bundle{
			"record": Record(r, o), "records": Records([]*result.Record{r, refused, blocked}, o), "refused": Record(refused, o), "blocked": Record(blocked, o),
			"intervals": Intervals([]*result.Record{r, refused}), "groups": Groups(r), "one": Intervals([]*result.Record{r}),
			"diagnostics": Diagnostics([]diag.Diagnostic{d}), "query": Query(answer, 80), "drawing": Drawing(graph),
			"insight":  Insight("i:"+s, r, []Neighbour{{Relation: "deepens", ID: s, Name: s, Status: s, Finding: s, Why: s}}, o),
			"links":    Links([]Link{{Of: s, Neighbour: Neighbour{Relation: s, Name: s}}}),
			"overview": Overview(s, []Variable{{Name: s, Label: s, Type: s, Unit: s, Rows: 3, Missing: 1, Levels: []Level{{s, 1}, {"b", 1}}}, {Name: s, Note: s}}),
			"progress": Progress{Text: s + "."}.Bundle(),
		} {
			t.Run(what, func(t *testing.T) {
				sound(t, b)
				for media, v := range b {
					text, ok := v.(string)
					if !ok {
						continue
					}
					if !utf8.ValidString(text) {
						t.Errorf("%s is not UTF-8", media)
					}
					if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r >= 0x202A && r <= 0x202E }) {
						t.Errorf("%s holds control characters of %.40q", media, s)
					}
					if media == SVG && len(text) > 40_000 {
						t.Errorf("%d bytes of SVG", len(text))
					}
				}
				if text, ok := b[SVG].(string); ok && what != "drawing" {
					apart(t, text)
				}
			})
		}
	}
}

// apart tells whether texts of one line of a picture overlap by the estimate of their widths, or leave the picture.
func apart(t *testing.T, svg string) {
	t.Helper()
	type box struct {
		from, to float64
		text     string
	}
	lines := map[string][]box{}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "text" {
			continue
		}
		at := map[string]string{}
		for _, a := range start.Attr {
			at[a.Name.Local] = a.Value
		}
		next, _ := d.Token()
		body, _ := next.(xml.CharData)
		x, _ := strconv.ParseFloat(at["x"], 64)
		size, _ := strconv.ParseFloat(at["font-size"], 64)
		w := textWidth(string(body), size, at["font-weight"] != "")
		from := map[string]float64{"start": x, "middle": x - w/2, "end": x - w}[at["text-anchor"]]
		if from < -1 || from+w > pictureWidth+1 {
			t.Errorf("%.60q from %.0f to %.0f leaves the picture", body, from, from+w)
		}
		lines[at["y"]] = append(lines[at["y"]], box{from, from + w, string(body)})
	}
	for _, boxes := range lines {
		for i, a := range boxes {
			for _, b := range boxes[:i] {
				if a.from < b.to-1 && b.from < a.to-1 {
					t.Errorf("%.60q and %.60q overlap", a.text, b.text)
				}
			}
		}
	}
}

// Numbers at the ends of the doubles give a picture all the same, without infinite coordinates, and an axis of few ticks.
func TestExtremeNumbers(t *testing.T) {
	values := []float64{0, 5e-324, 1e-300, 1e-12, 0.001, 0.5, 0.999, 1, 1.0000001, 42, 1e6, 1e15, 1e300, math.MaxFloat64}
	for _, ratio := range []bool{false, true} {
		for _, v := range values {
			for _, half := range values {
				r := record("a")
				r.Levels = nil
				low, high := v-half, v+half
				if ratio {
					low, high = v/(1+half), v*(1+half)
				}
				if math.IsInf(high, 0) || math.IsInf(low, 0) {
					continue
				}
				r.Effect.Value, r.Effect.Low, r.Effect.High = v, &low, &high
				if ratio {
					r.OddsRatio = &result.Interval{Value: v, Low: low, High: high}
				}
				s := *r
				s.Effect = &result.Effect{Measure: "cohens_d", Value: 0.3, Low: f(0.2), High: f(0.4)}
				if ratio {
					s.OddsRatio = &result.Interval{Value: 1.3, Low: 1.2, High: 1.4}
				}
				for _, rs := range [][]*result.Record{{r}, {r, &s}} {
					b := Intervals(rs)
					if b == nil {
						continue
					}
					sound(t, b)
					apart(t, b[SVG].(string))
					panels, _ := sizes(rs)
					for i := range panels {
						a := panels[i].axis(6)
						if len(a.ticks) > 8 || len(a.ticks) != len(a.labels) || !(a.high > a.low) || math.IsInf(a.high-a.low, 0) {
							t.Errorf("ratio %v, %g ± %g: %+v", ratio, v, half, a)
						}
					}
				}
			}
		}
	}
}

// Sizes of different kinds never stand on one axis, and odds ratios only beside those per unit of the same thing.
func TestKindsStandApart(t *testing.T) {
	rs := recordsOf(t, "nlsy79")
	panels, _ := sizes(rs)
	for _, p := range panels {
		for _, r := range p.rows {
			ratio := strings.HasPrefix(r.measure, "odds") || strings.HasPrefix(r.measure, "ratio")
			if ratio != p.log {
				t.Errorf("%s %s on the axis %s", r.name, r.measure, p.title)
			}
		}
	}
	where := map[string]int{}
	for i, p := range panels {
		for _, r := range p.rows {
			where[r.name] = i
		}
	}
	if where["N1"] != where["N2"] || where["N1"] == where["N10"] || where["N1"] == where["N7"] || where["N14"] == where["N16"] || len(where) != 16 {
		t.Errorf("%v", where)
	}
}

// An interval far wider than the others does not squeeze them: it ends in an arrow.
func TestWideIntervalIsCut(t *testing.T) {
	var rs []*result.Record
	for i := range 5 {
		r := record(fmt.Sprintf("H%d", i))
		r.Levels = nil
		rs = append(rs, r)
	}
	rs[4].Effect = &result.Effect{Measure: "cohens_d", Value: 0.2, Low: f(-500), High: f(900)}
	panels, _ := sizes(rs)
	a := panels[0].axis(6)
	if a.high-a.low > 20 {
		t.Errorf("the axis goes from %g to %g", a.low, a.high)
	}
	if svg := Intervals(rs)[SVG].(string); strings.Count(svg, "l7 -4v8z") != 1 || strings.Count(svg, "l-7 -4v8z") != 1 {
		t.Error("no arrows")
	}
}

// The expected intervals: scipy 1.17.1, stats.t.interval(.95, 9, 5, 2/sqrt(10)), and statsmodels 0.15.0,
// proportion_confint(7, 20, method="wilson").
func TestGroupIntervals(t *testing.T) {
	r := &result.Record{}
	low, high := meanInterval(r, result.Level{N: 10, Mean: f(5), SD: f(2)})
	if math.Abs(*low-3.569286) > 1e-6 || math.Abs(*high-6.430714) > 1e-6 {
		t.Errorf("mean: %v to %v", *low, *high)
	}
	low, high = wilson(r, 7.0/20, 20)
	if math.Abs(*low-0.1811918) > 1e-6 || math.Abs(*high-0.5671457) > 1e-6 {
		t.Errorf("share: %v to %v", *low, *high)
	}
}

func TestManyRecords(t *testing.T) {
	var rs []*result.Record
	for i := range 500 {
		r := record(fmt.Sprintf("H%d", i))
		r.Levels = nil
		rs = append(rs, r)
	}
	b := Intervals(rs)
	sound(t, b)
	if !strings.Contains(b[SVG].(string), "440 more are not drawn") || !strings.Contains(b[Plain].(string), "440 more are not drawn") {
		t.Error("what is not drawn is not told")
	}
	sound(t, Records(rs, report.Options{}))
	if Records(nil, report.Options{}) != nil || Intervals(nil) != nil {
		t.Error("nothing is something")
	}
}

func FuzzText(f *testing.F) {
	for _, s := range hostile {
		f.Add(s, 100.0, 3)
	}
	f.Fuzz(func(t *testing.T, s string, width float64, most int) {
		if len(s) > 5000 || !(width > 30 && width < 2000) || most < 1 || most > 20 {
			return
		}
		s = strings.ToValidUTF8(s, "?")
		all := lines(s, width, 11, most)
		if len(all) > most {
			t.Fatalf("%d lines", len(all))
		}
		for _, l := range all {
			if textWidth(l, 11, false) > width+1e-6 || !utf8.ValidString(l) {
				t.Fatalf("%q is %g wide, of %g", l, textWidth(l, 11, false), width)
			}
		}
		if n := utf8.RuneCountInString(cut(s, most)); n > most {
			t.Fatalf("%d runes of %d", n, most)
		}
		wellFormed(t, "prose", "<p>"+prose(s)+code(s)+name(s)+"</p>")
	})
}
