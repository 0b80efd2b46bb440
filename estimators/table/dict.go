package table

import (
	"bytes"
	"hash/maphash"
	"unsafe"
)

// localDict gives codes to the texts of one column in one block, in order of appearance.
type localDict struct {
	slots []uint32 // code, 0 empty; a power of two
	hash  []uint64 // by code-1
	ends  []uint32 // by code-1: end in arena
	arena []byte
	codes []uint32 // by row of the block; nil until the first text
	first int      // row of codes[0]
	rows  int
	last  uint32
}

// seed is one for the process: it decides the order of slots, never that of codes.
var seed = maphash.MakeSeed()

func (d *localDict) reset(first, rows int) {
	clear(d.slots)
	d.hash, d.ends, d.arena = d.hash[:0], d.ends[:0], d.arena[:0]
	d.codes, d.first, d.rows, d.last = d.codes[:0], first, rows, 0
}

func (d *localDict) text(code uint32) []byte {
	start := uint32(0)
	if code > 1 {
		start = d.ends[code-2]
	}
	return d.arena[start:d.ends[code-1]]
}

// add stores the code of v for a row.
func (d *localDict) add(v []byte, row int) {
	if len(d.codes) == 0 {
		if cap(d.codes) < d.rows {
			d.codes = make([]uint32, d.rows)
		} else {
			d.codes = d.codes[:d.rows]
			clear(d.codes)
		}
		if d.slots == nil {
			d.slots = make([]uint32, 64)
		}
	}
	if d.last != 0 && bytes.Equal(d.text(d.last), v) {
		d.codes[row-d.first] = d.last
		return
	}
	h := maphash.Bytes(seed, v)
	mask := uint64(len(d.slots) - 1)
	i := h & mask
	for {
		code := d.slots[i]
		if code == 0 {
			break
		}
		if d.hash[code-1] == h && bytes.Equal(d.text(code), v) {
			d.codes[row-d.first] = code
			d.last = code
			return
		}
		i = (i + 1) & mask
	}
	d.arena = append(d.arena, v...)
	d.ends = append(d.ends, uint32(len(d.arena)))
	d.hash = append(d.hash, h)
	code := uint32(len(d.ends))
	d.slots[i] = code
	d.codes[row-d.first] = code
	d.last = code
	if 2*len(d.ends) > len(d.slots) {
		d.grow()
	}
}

func (d *localDict) grow() {
	d.slots = make([]uint32, 2*len(d.slots))
	mask := uint64(len(d.slots) - 1)
	for k, h := range d.hash {
		i := h & mask
		for d.slots[i] != 0 {
			i = (i + 1) & mask
		}
		d.slots[i] = uint32(k + 1)
	}
}

// segment is what a block adds to the texts of a column.
type segment struct {
	block int
	row   int
	codes Codes
	texts []string // by code-1
}

// take copies out the segment of the block; ok is false when the block has no text.
func (d *localDict) take(index int) (segment, bool) {
	if len(d.codes) == 0 {
		return segment{}, false
	}
	s := segment{block: index, row: d.first, codes: NewCodes(len(d.codes), len(d.ends))}
	for i, c := range d.codes {
		s.codes.Set(i, c)
	}
	all := string(d.arena)
	s.texts = make([]string, len(d.ends))
	start := uint32(0)
	for k, e := range d.ends {
		s.texts[k] = all[start:e]
		start = e
	}
	return s, true
}

// merge joins the segments of a column, in order of blocks, into one dictionary in order of first appearance.
func merge(segments []segment, rows int) (Codes, []string) {
	var dict []string
	seen := map[string]uint32{}
	maps := make([][]uint32, len(segments))
	for k, s := range segments {
		m := make([]uint32, len(s.texts)+1)
		for j, text := range s.texts {
			code, ok := seen[text]
			if !ok {
				dict = append(dict, text)
				code = uint32(len(dict))
				seen[text] = code
			}
			m[j+1] = code
		}
		maps[k] = m
	}
	codes := NewCodes(rows, len(dict))
	for k, s := range segments {
		codes.copyMapped(s.row, s.codes, maps[k])
	}
	return codes, dict
}

// bytesOf views a string's bytes without copying; they must not be written.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
