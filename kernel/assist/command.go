package assist

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/explain"
	"github.com/hyp-lang/hyp/compiler/lint"
	"github.com/hyp-lang/hyp/kernel/serve"
)

// completeCommand proposes magics and what may stand behind them.
func (s *Scope) completeCommand(r region, cursor int) serve.Completion {
	line := r.text[r.start:cursor]
	out := serve.Completion{Start: r.start, End: cursor}
	space := strings.LastIndexAny(line, " \t")
	if space < 0 {
		first := strings.TrimSpace(r.text[:r.start]) == ""
		var found []candidate
		for _, m := range s.Magics {
			sign := "%"
			if m.Cell {
				sign = "%%"
			}
			if !m.Cell || first {
				found = append(found, candidate{name: sign + m.Name, text: sign + m.Name, kind: "magic", note: m.What})
			}
		}
		out.Matches = ranked(line, found)
		return out
	}
	if r.magic == nil {
		out.Start = cursor
		return out
	}
	out.Start = r.start + space + 1
	p := place{Scope: s, sources: map[slot]bool{}, typed: typed{start: out.Start, end: cursor, text: r.text[out.Start:cursor]}}
	words := strings.Fields(line)
	var found []candidate
	switch r.magic.Takes {
	case AVariable:
		found = p.variables(free)
	case AHypothesis:
		found = p.hypotheses(append(slices.Clone(s.Hypotheses), s.Insights...))
	case ADataset:
		found = listed(s.Datasets, "dataset")
	case AFile:
		for _, c := range append(p.files(dataFile), p.files(catalogFile)...) {
			c.text = c.name
			found = append(found, c)
		}
	case ATopic:
		for _, m := range s.Magics {
			found = append(found, candidate{name: m.Name, text: m.Name, kind: "magic", note: m.What})
		}
		for _, t := range explain.Topics() {
			for _, name := range []string{t.Name, t.Code} {
				if name != "" {
					found = append(found, candidate{name: name, text: name, kind: t.Kind, note: t.What})
				}
			}
		}
	}
	for _, w := range r.magic.Words {
		if !slices.Contains(words, w) || p.typed.text == w {
			found = append(found, candidate{name: w, text: w, kind: "option"})
		}
	}
	out.Matches = ranked(p.typed.text, found)
	return out
}

// ruleNames lists lint rules for a comment that suppresses them.
func ruleNames(typed, before string) []serve.Match {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	_, behind, found := strings.Cut(line, "hyp:ignore")
	if !found || strings.Contains(behind, "--") {
		return nil
	}
	var rules []candidate
	for _, r := range lint.Rules() {
		if !strings.Contains(behind, r.Name) {
			rules = append(rules, candidate{name: r.Name, text: r.Name, kind: "rule", note: r.Doc.What})
		}
	}
	return ranked(typed, rules)
}
