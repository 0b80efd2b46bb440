package table

import "math"

// NewCodes returns n zero codes in the narrowest width that holds the numbers 0..top.
func NewCodes(n, top int) Codes {
	switch {
	case top <= math.MaxUint8:
		return Codes{U8: make([]uint8, n)}
	case top <= math.MaxUint16:
		return Codes{U16: make([]uint16, n)}
	}
	return Codes{U32: make([]uint32, n)}
}

// CodesOf packs values into the narrowest width that holds the largest of them.
func CodesOf(values []uint32) Codes {
	var top uint32
	for _, v := range values {
		top = max(top, v)
	}
	c := NewCodes(len(values), int(top))
	for i, v := range values {
		c.Set(i, v)
	}
	return c
}

// Len is the number of codes; 0 for the zero value.
func (c Codes) Len() int {
	switch {
	case c.U8 != nil:
		return len(c.U8)
	case c.U16 != nil:
		return len(c.U16)
	}
	return len(c.U32)
}

// At returns code i.
func (c Codes) At(i int) uint32 {
	switch {
	case c.U8 != nil:
		return uint32(c.U8[i])
	case c.U16 != nil:
		return uint32(c.U16[i])
	}
	return c.U32[i]
}

// Set stores v at i; v must fit the width chosen at construction (it is cut to it otherwise).
func (c Codes) Set(i int, v uint32) {
	switch {
	case c.U8 != nil:
		c.U8[i] = uint8(v)
	case c.U16 != nil:
		c.U16[i] = uint16(v)
	default:
		c.U32[i] = v
	}
}

// copyMapped writes dst[at+i] = m[src[i]] for every code of src.
func (c Codes) copyMapped(at int, src Codes, m []uint32) {
	for i, n := 0, src.Len(); i < n; i++ {
		if v := m[src.At(i)]; v != 0 {
			c.Set(at+i, v)
		}
	}
}
