package check

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
)

// lineage checks the links between hypotheses: parents (here, or as Ancestry knows) and rivals exist, and nothing is its own ancestor.
func (c *checker) lineage() {
	var names []string
	for _, h := range c.info.Hyps {
		for _, r := range h.Node.Rivals {
			if r.Name == nil {
				continue
			}
			if target := c.hyps[r.Name.Text]; target == nil && c.broken["hyp "+r.Name.Text] {
				c.failed = true
			} else if target == nil {
				c.vocabulary(diag.UnknownRival, *r.Name, "a hypothesis of this study", c.hypNames(&names))
			} else if target == h {
				c.report(c.at(diag.UnknownRival, r.Name.At, "`%s` is its own rival", h.Name).WithLabel("itself"))
			}
		}
		for _, l := range h.Node.Lineage {
			for _, t := range l.Targets {
				if c.hyps[t.Text] == nil && c.broken["hyp "+t.Text] {
					c.failed = true
				} else if c.hyps[t.Text] == nil && (c.known == nil || !c.known(t.Text)) {
					what := "a hypothesis of this study"
					if c.known != nil {
						what += " or of the graph"
					}
					c.vocabulary(diag.UnknownParent, t, what, c.hypNames(&names))
				}
			}
		}
	}
	c.lineageCycles()
}

// hypNames lists the named hypotheses, once, and no more than suggestions can use.
func (c *checker) hypNames(cache *[]string) []string {
	if *cache == nil {
		*cache = []string{}
		for _, h := range c.info.Hyps {
			if h.Name != "" && len(*cache) < 2000 {
				*cache = append(*cache, h.Name)
			}
		}
	}
	return *cache
}

func (c *checker) lineageCycles() {
	const (
		fresh = iota
		open
		done
	)
	state := map[*Hyp]int{}
	var path []*Hyp
	var visit func(h *Hyp)
	visit = func(h *Hyp) {
		state[h] = open
		path = append(path, h)
		for _, l := range h.Node.Lineage {
			for _, t := range l.Targets {
				parent := c.hyps[t.Text]
				if parent == nil {
					continue
				}
				switch state[parent] {
				case open:
					c.lineageCycle(path[slices.Index(path, parent):], t)
				case fresh:
					visit(parent)
				}
			}
		}
		path = path[:len(path)-1]
		state[h] = done
	}
	for _, h := range c.info.Hyps {
		if state[h] == fresh {
			visit(h)
		}
	}
}

func (c *checker) lineageCycle(members []*Hyp, last ast.Ident) {
	var names []string
	for _, h := range members {
		names = append(names, h.Name)
	}
	x := c.at(diag.LineageCycle, last.At, "`%s` is among its own ancestors", members[0].Name).WithLabel("closes the circle")
	for i, h := range members[:len(members)-1] {
		for _, l := range h.Node.Lineage {
			for _, t := range l.Targets {
				if t.Text == members[i+1].Name {
					x = x.WithRelated(c.src, t.At, "`%s` comes from `%s`", h.Name, t.Text)
				}
			}
		}
	}
	c.report(x.WithHelp("the circle is %s", strings.Join(append(names, names[0]), ", then ")))
}
