package table

import "math/bits"

// NewBitmap returns a bitmap of rows bits, all set when full, else all clear. Bits past rows are always clear.
func NewBitmap(rows int, full bool) Bitmap {
	b := make(Bitmap, (rows+63)/64)
	if full {
		for i := range b {
			b[i] = ^uint64(0)
		}
		b.clearTail(rows)
	}
	return b
}

// clearTail clears the bits of the last word at rows and beyond, so that Count and word-wise kernels need no special case.
func (b Bitmap) clearTail(rows int) {
	if r := rows % 64; r != 0 && len(b) > 0 {
		b[len(b)-1] &= 1<<r - 1
	}
}

// Get reports whether row i is in. In a nil bitmap every row is in; i must be below the number of rows.
func (b Bitmap) Get(i int) bool {
	return b == nil || b[i>>6]>>(uint(i)&63)&1 != 0
}

// Set puts row i in. A nil bitmap already holds every row.
func (b Bitmap) Set(i int) {
	if b != nil {
		b[i>>6] |= 1 << (uint(i) & 63)
	}
}

// Clear takes row i out. It panics on a nil bitmap, which cannot lose a row: make one with NewBitmap(rows, true).
func (b Bitmap) Clear(i int) {
	b[i>>6] &^= 1 << (uint(i) & 63)
}

// Count returns how many of rows rows are in: all of them for a nil bitmap.
func (b Bitmap) Count(rows int) int {
	if b == nil {
		return rows
	}
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// And returns the rows that are in both. Nil is the identity: the result is nil only when both are nil, and it is one
// of the arguments itself, unshared copies being needless for read-only masks, when the other is nil.
func (b Bitmap) And(o Bitmap) Bitmap {
	switch {
	case b == nil:
		return o
	case o == nil:
		return b
	}
	out := make(Bitmap, min(len(b), len(o)))
	for i := range out {
		out[i] = b[i] & o[i]
	}
	return out
}

// Clone returns a copy; nil stays nil.
func (b Bitmap) Clone() Bitmap {
	if b == nil {
		return nil
	}
	return append(Bitmap{}, b...)
}

// fullToNil returns nil when all of rows rows are in, else b.
func (b Bitmap) fullToNil(rows int) Bitmap {
	if b != nil && b.Count(rows) == rows {
		return nil
	}
	return b
}
