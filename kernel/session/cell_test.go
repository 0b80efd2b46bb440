package session

import (
	"slices"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		code string
		want []string // kind, and what it is
	}{
		{"", nil},
		{"\n  \n", nil},
		{"assoc(x, y)", []string{"statements assoc(x, y)"}},
		{"# a\n\nassoc(x,\n  y)\n", []string{"statements # a\n\nassoc(x,\n  y)"}},
		{"%who", []string{"magic who"}},
		{"  %PLAN H1  ", []string{"magic PLAN H1"}},
		{"dataset d from \"d.csv\"\n%data\nassoc(x, y)", []string{`statements dataset d from "d.csv"`, "magic data", "statements assoc(x, y)"}},
		{"%%python\nx = 1\n%who", []string{"cell python"}},
		{"\n%%query\nfind i", []string{"cell query"}},
		{"find i\nwhere i.p < 1", []string{"queries find i\nwhere i.p < 1"}},
		{"Find i\n\nlineage of @A up", []string{"queries Find i", "queries lineage of @A up"}},
		{"find i where i.p < 1\nhyp A: assoc(x, y)\n  find", []string{"queries find i where i.p < 1", "statements hyp A: assoc(x, y)\n  find"}},
		{"assoc(x, y) controlling for\n  find", []string{"statements assoc(x, y) controlling for\n  find"}},
		{"explain find i", []string{"queries explain find i"}},
		{"explain E0302", []string{"magic explain E0302"}},
		{"%query\nfind i", []string{"queries find i"}},
		{"!ls", []string{"stray !ls"}},
		{"?x\nx?\n`a b`??", []string{"stray ?x", "stray x?", "stray `a b`??"}},
		{`hyp A: assoc(x, y) claim "why?"`, []string{`statements hyp A: assoc(x, y) claim "why?"`}},
		{"quit()", []string{"magic quit"}},
		{"%5 of it", []string{"statements %5 of it"}},
	} {
		var got []string
		for _, p := range split(c.code) {
			text := map[kind]string{statements: "statements ", queries: "queries ", magic: "magic ", cellMagic: "cell ", stray: "stray "}[p.kind]
			if p.kind == magic || p.kind == cellMagic {
				text += strings.TrimSpace(p.name + " " + p.args)
			} else {
				text += strings.TrimSpace(c.code[p.at.Start:p.at.End])
			}
			got = append(got, text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q is %q, want %q", c.code, got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"": nil, "a  b": {"a", "b"}, `"a b" c`: {"a b", "c"}, `--to='a b'`: {"--to=a b"}, `""`: {""}, "ü\t'é'": {"ü", "é"},
	} {
		if got, err := words(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q %v", text, got, err)
		}
	}
	if _, err := words(`a "b`); err == nil {
		t.Error("an open quote is taken")
	}
}

// Parts lie in the cell, in order, and hold every line that is not blank, a %query alone on its line apart.
func FuzzSplit(f *testing.F) {
	for _, code := range []string{"assoc(x, y)\n%who\nfind i", "%%python\nx", "%query\nfind i\n", "?\n!\n%\n%%", "explain find\r\n\r\nx?", "\xff%é"} {
		f.Add(code)
	}
	f.Fuzz(func(t *testing.T, code string) {
		parts := split(code)
		end, lines := 0, 0
		for _, p := range parts {
			if p.at.Start < end || p.at.End < p.at.Start || p.at.End > len(code) || p.body.End > len(code) || p.body.Start > p.body.End {
				t.Fatalf("%q: %+v", code, parts)
			}
			end = p.at.End
			for line := range strings.Lines(code[p.at.Start:p.at.End]) {
				if strings.TrimSpace(line) != "" {
					lines++
				}
			}
			if p.kind == cellMagic {
				return
			}
		}
		for line := range strings.Lines(code) {
			if trimmed := strings.TrimSpace(line); trimmed != "" && !strings.EqualFold(strings.TrimLeft(trimmed, "%"), "query") {
				lines--
			}
		}
		if lines < 0 {
			t.Fatalf("%q: lines are lost: %+v", code, parts)
		}
	})
}
