package lock

import (
	"bytes"
	"encoding/xml"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func at(x float64) *float64 { return &x }

func finding() Finding {
	return Finding{Name: "H1", Claim: "assoc(x, y)", Dataset: "toy", DataHash: "aa", Specification: "11", Estimand: "22", Criteria: []string{"expect positive", "decide p < 0.01"},
		Judged: true, Verdict: "supported", Measure: "r", Effect: at(0.25), Estimate: at(1e-13), Log10P: at(-321.5), N: at(90)}
}

func TestReadWrite(t *testing.T) {
	l := &Lock{Study: `a "b".hyp`, Tolerance: 1e-6, Data: []Data{{"toy", `my "data".csv`, "aa"}}, Findings: []Finding{finding(), {Name: "line 3", Claim: "diff(y, by=g)", Judged: true, Refusal: "too-few"}}}
	var b bytes.Buffer
	if err := Write(&b, l); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&b, "x.lock")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, l) {
		t.Errorf("read %+v\nwrote %+v", got, l)
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                        "this is no lock: the file is empty",
		"x,y\n":                                   "x.lock:1: this is no lock",
		"hyp lock 2\n":                            "x.lock:1: written by a newer hyp (lock 2; this one knows 1)",
		"hyp lock 1\nfoo bar\n":                   "x.lock:2: nothing in a lock is called `foo`",
		"hyp lock 1\n  effect 1\n":                "x.lock:2: `effect` belongs to no hypothesis",
		"hyp lock 1\nhyp \"A\"\n  effect one\n":   "x.lock:3: effect is a number",
		"hyp lock 1\nhyp \"A\"\n  color red\n":    "x.lock:3: nothing of a hypothesis is called `color`",
		"hyp lock 1\nhyp A\n":                     "x.lock:2: hyp A: the name stands in quotes",
		"hyp lock 1\ntolerance -1\n":              "x.lock:2: the tolerance is a number from 0",
		"hyp lock 1\ndata toy from \"toy.csv\"\n": "x.lock:2: data",
	} {
		if _, err := Read(strings.NewReader(text), "x.lock"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// TestCompare changes one thing at a time and asks for its kind, and whether it fails.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Finding)
		kinds  string
		fails  bool
	}{
		{"nothing", func(*Finding) {}, "", false},
		{"a number within the tolerance", func(f *Finding) { f.Effect = at(0.25 + 2e-10) }, "", false},
		{"a number near zero", func(f *Finding) { f.Estimate = at(-3e-13) }, "", false},
		{"a number beyond the tolerance", func(f *Finding) { f.Effect = at(0.25 + 3e-10) }, "number", true},
		{"a number that is gone", func(f *Finding) { f.Effect = nil }, "number", true},
		{"p below the doubles", func(f *Finding) { f.Log10P = at(-321.6) }, "number", true},
		{"the data", func(f *Finding) { f.DataHash = "bb" }, "data", false},
		{"the data and a number", func(f *Finding) { f.DataHash, f.Effect = "bb", at(0.3) }, "data number", false},
		{"the data and the verdict", func(f *Finding) { f.DataHash, f.Verdict = "bb", "refuted" }, "data verdict", true},
		{"the verdict", func(f *Finding) { f.Verdict = "inconclusive" }, "verdict", true},
		{"refused now", func(f *Finding) { f.Verdict, f.Refusal = "none", "too-few" }, "verdict", true},
		{"a criterion", func(f *Finding) { f.Criteria = []string{"expect positive", "decide p < 0.05"} }, "criterion", true},
		{"a criterion less", func(f *Finding) { f.Criteria = f.Criteria[:1] }, "criterion", true},
		{"the test", func(f *Finding) { f.Specification, f.Claim = "33", "assoc(x, z)" }, "specification", true},
		{"the name", func(f *Finding) { f.Name = "H2" }, "missing new", true},
	} {
		is := finding()
		c.change(&is)
		all := Compare([]Finding{finding()}, []Finding{is}, Options{Tolerance: DefaultTolerance})
		var kinds []string
		fails := false
		for i := range all {
			for _, ch := range all[i].Changes {
				kinds = append(kinds, string(ch.Kind))
			}
			fails = fails || all[i].Failed()
		}
		if strings.Join(kinds, " ") != c.kinds || fails != c.fails {
			t.Errorf("%s: %v, fails %v; want %s, %v", c.name, kinds, fails, c.kinds, c.fails)
		}
		strict := Compare([]Finding{finding()}, []Finding{is}, Options{Tolerance: DefaultTolerance, Strict: true})
		if bad, _, _ := Count(strict); (bad > 0) != (c.kinds != "") {
			t.Errorf("%s: strictly %d fail", c.name, bad)
		}
		var b bytes.Buffer
		if err := Report(&b, "junit", "x", all); err != nil {
			t.Fatal(err)
		}
		var suites junitSuites
		if err := xml.Unmarshal(b.Bytes(), &suites); err != nil || (suites.Failures > 0) != c.fails {
			t.Errorf("%s: junit %d failures, %v", c.name, suites.Failures, err)
		}
	}
	frozen := finding()
	frozen.Verdict, frozen.Effect, frozen.Estimate, frozen.Log10P, frozen.N = "", nil, nil, nil, nil
	if all := Compare([]Finding{frozen}, []Finding{finding()}, Options{}); len(all[0].Changes) != 0 {
		t.Errorf("frozen before its first run: %+v", all[0].Changes)
	}
}

// TestGitHub escapes what workflow commands would take apart.
func TestGitHub(t *testing.T) {
	all := []Outcome{{Name: "a:b,c", File: "d%e.hyp", Line: 3, Changes: []Change{{Kind: VerdictFlipped, Fail: true, Text: "one\ntwo 5%"}}}}
	var b bytes.Buffer
	if err := Report(&b, "github", "x", all); err != nil {
		t.Fatal(err)
	}
	if want := "::error file=d%25e.hyp,line=3,title=a%3Ab%2Cc%3A verdict::one%0Atwo 5%25\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("hyp lock 1\nstudy \"a\"\n\ndata \"d\" from \"f\"\n  sha256 aa\n\nhyp \"A\"\n  criterion p < 1\n  effect 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := Read(strings.NewReader(text), "x")
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := Write(&b, l); err != nil {
			t.Fatal(err)
		}
	})
}

// A claim without a name is found by its words when lines before it come or go, and by its place when its words change.
func TestCompareUnnamed(t *testing.T) {
	at := func(name, claim string) Finding {
		f := finding()
		f.Name, f.Claim, f.Specification = name, claim, claim
		return f
	}
	was := []Finding{at("H1", "a"), at("line 3", "b"), at("line 4", "b"), at("line 5", "c"), at("line 6", "d"), at("line 7", "e")}
	is := []Finding{at("line 4", "b"), at("line 5", "b"), at("line 6", "x"), at("line 7", "d"), at("line 8", "new"), at("H1", "a")}
	var got []string
	for _, o := range Compare(was, is, Options{Tolerance: DefaultTolerance}) {
		line := o.Name
		for _, c := range o.Changes {
			line += " " + string(c.Kind)
		}
		got = append(got, line)
	}
	// The second b is at its old place, and the first takes the other; d moved; c and e are gone, and nothing is left at their places.
	want := []string{"H1", "line 5", "line 4", "line 5 missing", "line 7", "line 7 missing", "line 6 new", "line 8 new"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	changed := Compare(was[:2], []Finding{at("H1", "a"), at("line 3", "z")}, Options{Tolerance: DefaultTolerance})
	if len(changed) != 2 || len(changed[1].Changes) != 1 || changed[1].Changes[0].Kind != SpecChanged {
		t.Errorf("a changed claim at its place: %+v", changed)
	}
}
