package intake

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hyp-lang/hyp/estimators/study"
	"github.com/hyp-lang/hyp/graphq/insight"
)

// BareName is the name of a hypothesis without the file that runs of several studies put in front.
func BareName(name string) string { return name[strings.LastIndex(name, ":")+1:] }

// Known tells of the names that hypotheses of a graph have, without file: those that lineage may lead to.
func Known(g *insight.Graph) func(name string) bool {
	v := g.View()
	names, known := v.Column("name"), map[string]bool{}
	for _, n := range v.Nodes(insight.KindHypothesis) {
		known[BareName(names.At(n).Text)] = true
	}
	delete(known, "")
	return func(name string) bool { return known[name] }
}

// parents finds the hypotheses of a graph that lineage of a study may lead to, beside those of the study.
type parents struct {
	own    map[string]bool // names of the study
	file   string
	places func() map[string][]place // by name without file
}

// place is where a hypothesis of the graph stands, and its name there.
type place struct{ file, name string }

func newParents(g *insight.Graph, s *study.Study) *parents {
	p := &parents{own: map[string]bool{}, file: File(s.Text.Source.Name)}
	for _, h := range s.Info.Hyps {
		p.own[h.Name] = true
	}
	p.places = sync.OnceValue(func() map[string][]place {
		v := g.View()
		names, files := v.Column("name"), v.Column("file")
		out := map[string][]place{}
		for _, n := range v.Nodes(insight.KindHypothesis) {
			at := place{files.At(n).Text, names.At(n).Text}
			if bare := BareName(at.name); bare != "" && !slices.Contains(out[bare], at) {
				out[bare] = append(out[bare], at)
			}
		}
		return out
	})
	return p
}

// place writes down where targets stand that the study does not have: in an earlier text of its file, or in the one other file of the
// graph that has the name. Where several have it, the link stays one in words, since none of them is surely meant: unsure says so.
func (p *parents) place(declared []insight.Declared) (out []insight.Declared, unsure []string) {
	for _, d := range declared {
		here := d
		here.Targets = nil
		for _, target := range d.Targets {
			switch at := p.elsewhere(target); len(at) {
			case 0:
			case 1:
				out = append(out, insight.Declared{Relation: d.Relation, Targets: []string{at[0].name}, File: at[0].file})
				continue
			default:
				var files []string
				for _, x := range at {
					files = append(files, x.file)
				}
				slices.Sort(files)
				unsure = append(unsure, fmt.Sprintf("%s `%s`, which is in more than one file of the graph (%s): the link is kept in words",
					d.Relation, target, strings.Join(files, ", ")))
			}
			here.Targets = append(here.Targets, target)
		}
		if len(here.Targets) > 0 {
			out = append(out, here)
		}
	}
	return out, unsure
}

// elsewhere lists where a target stands that the study does not have.
func (p *parents) elsewhere(target string) []place {
	if p.own[target] {
		return nil
	}
	places := p.places()[target]
	if k := slices.IndexFunc(places, func(at place) bool { return at.file == p.file }); k >= 0 {
		return places[k : k+1]
	}
	return places
}
