package insight

import "slices"

// reaches tells whether lineage leads from one insight up to another, by what is stored and by more edges. It looks from both ends
// in turn, so that the end with the shorter history decides how long it takes: below a finding that is new there is nothing.
func (h *historian) reaches(from, to string, more []Edge) bool {
	if from == to {
		return true
	}
	up, down := newSearch(from), newSearch(to)
	for len(up.open) > 0 && len(down.open) > 0 {
		at := up.next()
		met := up.add(h.above[at], down)
		for _, e := range more {
			if e.From == at && slices.Contains(lineage, e.Relation) {
				met = up.add([]string{e.To}, down) || met
			}
		}
		at = down.next()
		met = down.add(h.below[at], up) || met
		for _, e := range more {
			if e.To == at && slices.Contains(lineage, e.Relation) {
				met = down.add([]string{e.From}, up) || met
			}
		}
		if met {
			return true
		}
	}
	return false
}

// search is one end's side: what it has seen, and what of that it has not looked behind.
type search struct {
	seen map[string]bool
	open []string
}

func newSearch(at string) *search { return &search{map[string]bool{at: true}, []string{at}} }

func (s *search) next() string {
	at := s.open[0]
	s.open = s.open[1:]
	return at
}

// add takes in what lies behind, and tells whether the other side has seen any of it.
func (s *search) add(ids []string, other *search) (met bool) {
	for _, id := range ids {
		if !s.seen[id] {
			s.seen[id] = true
			s.open = append(s.open, id)
			met = met || other.seen[id]
		}
	}
	return met
}
