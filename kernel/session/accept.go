package session

import (
	"fmt"
	"slices"
)

// accept is the book with further statements of a cell, and what is said of those that they replace. A claim without a name is
// replaced by the same words wherever they are run again, and by the next run of its cell where the front end names cells. A cell that
// is run again keeps its place.
func (b book) accept(c *cell, added []*statement) (book, []string) {
	var notes []string
	replaced := map[*statement]bool{}
	place := -1 // of the cell that is run again, where the new one stands then
	for _, st := range added {
		old, was := b.find(st.key)
		if was == nil {
			continue
		}
		replaced[was] = true
		again := old.id != "" && old.id == c.id || was.text(old) == st.text(c)
		if i := slices.Index(b, old); again && (place < 0 || i < place) {
			place = i
		}
		if !st.bare && !again {
			note := fmt.Sprintf("%s replaces the one of cell %s", st.what, old.label)
			if was.what != st.what {
				note = fmt.Sprintf("%s replaces the %s of cell %s", st.what, was.what, old.label)
			}
			notes = append(notes, note)
		}
	}
	b.bind(c, added)
	gone := func(old *cell, st *statement) bool {
		return replaced[st] || st.bare && old.id != "" && old.id == c.id && old.file != c.file
	}
	out := b.without(gone)
	i := slices.IndexFunc(out, func(o *cell) bool { return o.file == c.file })
	if i < 0 {
		at := len(out)
		if place >= 0 {
			at = len(b[:place].without(gone))
		}
		return slices.Insert(out, at, &cell{c.file, c.label, c.id, added}), notes
	}
	out = slices.Clone(out)
	out[i] = &cell{c.file, c.label, c.id, append(slices.Clone(out[i].statements), added...)}
	return out, notes
}

// bind says of new hypotheses which data set they are about where they do not: the only one of the session; where a hypothesis is run again
// as it was, the one that it was about.
func (b book) bind(c *cell, added []*statement) {
	sets := append(b.dataSets(), book{&cell{statements: added}}.dataSets()...)
	slices.Sort(sets)
	sets = slices.Compact(sets)
	for _, st := range added {
		if st.open < 0 {
			continue
		}
		old, was := b.find(st.key)
		switch {
		case was != nil && slices.Contains(sets, was.on) && was.text(old) == st.text(c):
			st.on = was.on
		case len(sets) == 1:
			st.on = sets[0]
		}
	}
}

// names are those of the hypotheses.
func (b book) names() map[string]bool {
	out := map[string]bool{}
	for _, c := range b {
		for _, st := range c.statements {
			if st.name != "" {
				out[st.name] = true
			}
		}
	}
	return out
}

// has tells whether a hypothesis of that name holds.
func (b book) has(name string) bool {
	return slices.ContainsFunc(b, func(c *cell) bool {
		return slices.ContainsFunc(c.statements, func(st *statement) bool { return st.name == name })
	})
}

// cell is the book's version of a cell.
func (b book) cell(c *cell) *cell {
	for _, o := range b {
		if o.file == c.file {
			return o
		}
	}
	return c
}
