package query

import (
	"cmp"
	"slices"
	"strings"
)

// maxPathWork bounds the search for paths, in nodes visited.
const maxPathWork = 5_000_000

// link is one stored edge, from its first node to its second.
type link struct {
	relation string
	from, to Node
}

// around is every edge at some nodes along some relations, in a direction; both when either is true.
func (ev *evaluator) around(relations []string, of []Node, out, in bool, each func(i int, l link)) error {
	for _, r := range relations {
		symmetric := LookupRelation(r).Symmetric
		for _, d := range []Direction{Out, In} {
			if d == Out && !out || d == In && !in || symmetric && d == In && out {
				continue
			}
			err := ev.neighbours([]hop{{r, d}}, of, func(i int, to []Node) error {
				for _, n := range to {
					l := link{r, of[i], n}
					if d == In || symmetric && n < of[i] {
						l.from, l.to = l.to, l.from
					}
					each(i, l)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (l link) other(n Node) Node {
	if l.from == n {
		return l.to
	}
	return l.from
}

// lineage answers `lineage of`: every insight that a chain of the relations leads to, with its depth, and the edge it was
// first reached by. Up follows an edge to what it builds on, down to what builds on it.
func (ev *evaluator) lineage(r *Result, draw bool) error {
	p := ev.p
	down := p.query.lineage.down
	start := p.from.node
	depth := map[Node]int{start: 0}
	frontier := []Node{start}
	found := []Node{}
	for step := 1; len(frontier) > 0; step++ {
		var next []Node
		err := ev.around(p.via, frontier, !down, down, func(i int, l link) {
			if n := l.other(frontier[i]); n != frontier[i] {
				if _, ok := depth[n]; !ok {
					depth[n] = step
					next = append(next, n)
				}
			}
		})
		if err != nil {
			return err
		}
		if err := ev.count(len(next)); err != nil {
			return err
		}
		if step > p.depth {
			ev.lineageC = len(next) > 0 && p.depth == maxDepth
			for _, n := range next {
				delete(depth, n)
			}
			break
		}
		found = append(found, next...)
		frontier = next
	}
	ids, err := ev.idsOf(found)
	if err != nil {
		return err
	}
	slices.SortFunc(found, func(a, b Node) int { return cmp.Or(cmp.Compare(depth[a], depth[b]), CompareIDs(ids[a], ids[b])) })
	found = window(found, p)
	texts := make([]Value, len(found))
	if err := ev.property(Insight.Property("text"), found, texts); err != nil {
		return err
	}
	nodes, depths := make([]Value, len(found)), make([]Value, len(found))
	for i, n := range found {
		nodes[i], depths[i] = TextValue(ids[n]), NumberValue(float64(depth[n]))
	}
	r.Rows = len(found)
	r.Columns = []Column{{"insight", Insight, Text, nodes}, {"depth", NoKind, Whole, depths}, {"text", NoKind, Text, texts}}
	if draw {
		r.Drawing, err = ev.drawAlong(append([]Node{start}, found...), p.via)
	}
	return err
}

// window applies limit and offset.
func window[T any](of []T, p *program) []T {
	from := min(p.offset, len(of))
	to := len(of)
	if p.limit >= 0 {
		to = min(to, from+p.limit)
	}
	return of[from:to]
}

func (ev *evaluator) idsOf(nodes []Node) (map[Node]string, error) {
	is := make([]Identity, len(nodes))
	if err := ev.graph.Describe(ev.ctx, nodes, is); err != nil {
		return nil, err
	}
	ids := make(map[Node]string, len(nodes))
	for i, n := range nodes {
		ids[n] = is[i].ID
	}
	return ids, nil
}

// paths answers `paths from`: paths without a repeated node, the shortest first, those of one length by their ids. Edges
// are followed both ways, since the question is how two insights are connected.
func (ev *evaluator) paths(r *Result, draw bool) error {
	p := ev.p
	s := &pathSearch{ev: ev, want: p.offset + p.limit, edges: map[Node][]link{}, target: p.to.node}
	if err := s.distances(p.depth); err != nil {
		return err
	}
	if near, ok := s.distance[p.from.node]; ok {
		for length := near; length <= p.depth && len(s.found) < s.want; length++ {
			s.onPath = map[Node]bool{p.from.node: true}
			if err := s.walk(p.from.node, length); err != nil {
				return err
			}
			if !s.longer {
				break
			}
		}
	}
	found := window(s.found, p)
	var drawn []Node
	routes, lengths, numbers := make([]Value, len(found)), make([]Value, len(found)), make([]Value, len(found))
	for i, path := range found {
		var b strings.Builder
		at := p.from.node
		b.WriteString(s.ids[at])
		drawn = append(drawn, at)
		for _, l := range path {
			switch {
			case LookupRelation(l.relation).Symmetric:
				b.WriteString(" -" + l.relation + "- ")
			case l.from == at:
				b.WriteString(" -" + l.relation + "-> ")
			default:
				b.WriteString(" <-" + l.relation + "- ")
			}
			at = l.other(at)
			b.WriteString(s.ids[at])
			drawn = append(drawn, at)
		}
		routes[i], lengths[i], numbers[i] = TextValue(b.String()), NumberValue(float64(len(path))), NumberValue(float64(p.offset+i+1))
	}
	r.Rows = len(found)
	r.Columns = []Column{{"path", NoKind, Whole, numbers}, {"length", NoKind, Whole, lengths}, {"route", NoKind, Text, routes}}
	if draw {
		d := &Drawing{}
		links := map[link]bool{}
		for _, path := range found {
			for _, l := range path {
				links[l] = true
			}
		}
		var err error
		if d, err = ev.drawLinks(drawn, links); err != nil {
			return err
		}
		r.Drawing = d
	}
	return nil
}

type pathSearch struct {
	ev       *evaluator
	want     int
	target   Node
	distance map[Node]int // steps to the target
	edges    map[Node][]link
	ids      map[Node]string
	onPath   map[Node]bool
	stack    []link
	found    [][]link
	longer   bool // a longer path may exist
	visited  int
}

// distances goes breadth first from the target, and keeps the edges of every node it meets.
func (s *pathSearch) distances(depth int) error {
	s.distance = map[Node]int{s.target: 0}
	frontier := []Node{s.target}
	all := []Node{s.target}
	for step := 1; step <= depth && len(frontier) > 0; step++ {
		var next []Node
		err := s.load(frontier, func(n Node) {
			if _, ok := s.distance[n]; !ok {
				s.distance[n] = step
				next = append(next, n)
			}
		})
		if err != nil {
			return err
		}
		if err := s.ev.count(len(next)); err != nil {
			return err
		}
		frontier = next
		all = append(all, next...)
	}
	if err := s.load(frontier, func(Node) {}); err != nil {
		return err
	}
	var err error
	if s.ids, err = s.ev.idsOf(all); err != nil {
		return err
	}
	for n, links := range s.edges {
		slices.SortFunc(links, func(a, b link) int {
			return cmp.Or(CompareIDs(s.ids[a.other(n)], s.ids[b.other(n)]), strings.Compare(a.relation, b.relation), cmp.Compare(a.from, b.from))
		})
		s.edges[n] = slices.Compact(links)
	}
	return nil
}

func (s *pathSearch) load(of []Node, each func(Node)) error {
	return s.ev.around(s.ev.p.via, of, true, true, func(i int, l link) {
		if l.from == l.to {
			return
		}
		s.edges[of[i]] = append(s.edges[of[i]], l)
		each(l.other(of[i]))
	})
}

// walk looks for the ways to the target that take exactly so many steps more.
func (s *pathSearch) walk(at Node, left int) error {
	if s.visited++; s.visited > maxPathWork {
		return &TooLargeError{"steps in search of paths", maxPathWork, "ask for fewer paths, a smaller depth, or fewer relations behind `via`"}
	}
	if s.visited%1024 == 0 {
		if err := s.ev.ctx.Err(); err != nil {
			return err
		}
	}
	if at == s.target {
		if left == 0 {
			s.found = append(s.found, slices.Clone(s.stack))
		}
		return nil
	}
	if left == 0 {
		s.longer = true
		return nil
	}
	for _, l := range s.edges[at] {
		n := l.other(at)
		d, ok := s.distance[n]
		if !ok || s.onPath[n] {
			continue
		}
		if d > left-1 {
			s.longer = true
			continue
		}
		s.onPath[n] = true
		s.stack = append(s.stack, l)
		err := s.walk(n, left-1)
		s.stack = s.stack[:len(s.stack)-1]
		delete(s.onPath, n)
		if err != nil || len(s.found) >= s.want {
			return err
		}
	}
	return nil
}
