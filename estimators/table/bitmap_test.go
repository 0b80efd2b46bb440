package table

import (
	"math/rand/v2"
	"testing"
)

// TestBitmap compares with a slice of bools, at sizes around the word's.
func TestBitmap(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, rows := range []int{0, 1, 63, 64, 65, 127, 128, 200} {
		full, empty := NewBitmap(rows, true), NewBitmap(rows, false)
		if full.Count(rows) != rows || empty.Count(rows) != 0 || Bitmap(nil).Count(rows) != rows {
			t.Fatalf("%d rows: counts", rows)
		}
		if n := len(full); n > 0 && rows%64 != 0 && full[n-1]>>(rows%64) != 0 {
			t.Fatalf("%d rows: bits past the end", rows)
		}
		a, b := NewBitmap(rows, false), NewBitmap(rows, true)
		inA, inB := make([]bool, rows), make([]bool, rows)
		want := 0
		for i := range rows {
			inA[i], inB[i] = rng.IntN(2) == 0, rng.IntN(3) > 0
			if inA[i] {
				a.Set(i)
			}
			if !inB[i] {
				b.Clear(i)
			}
			if inA[i] && inB[i] {
				want++
			}
		}
		both := a.And(b)
		if both.Count(rows) != want {
			t.Fatalf("%d rows: %d in both, want %d", rows, both.Count(rows), want)
		}
		outside := 0
		for i := range rows {
			if a.Get(i) != inA[i] || b.Get(i) != inB[i] || both.Get(i) != (inA[i] && inB[i]) || !Bitmap(nil).Get(i) {
				t.Fatalf("%d rows: row %d", rows, i)
			}
			if !inA[i] {
				outside++
			}
		}
		seen := 0
		eachClear(a, rows, func(i int) {
			if inA[i] {
				t.Fatalf("row %d is in", i)
			}
			seen++
		})
		if seen != outside {
			t.Fatalf("%d of %d rows outside", seen, outside)
		}
	}
	a := NewBitmap(70, true)
	if Bitmap(nil).And(nil) != nil || &a.And(nil)[0] != &a[0] || &Bitmap(nil).And(a)[0] != &a[0] {
		t.Error("nil is not the identity")
	}
	c := a.Clone()
	c.Clear(3)
	if !a.Get(3) || Bitmap(nil).Clone() != nil {
		t.Error("the clone is not one")
	}
}

func TestCodes(t *testing.T) {
	for top, width := range map[uint32]int{0: 8, 255: 8, 256: 16, 65535: 16, 65536: 32, 1<<32 - 1: 32} {
		c := CodesOf([]uint32{0, top, top / 2})
		got := map[bool]int{true: 8}[c.U8 != nil] + map[bool]int{true: 16}[c.U16 != nil] + map[bool]int{true: 32}[c.U32 != nil]
		if got != width || c.Len() != 3 || c.At(1) != top || c.At(2) != top/2 {
			t.Errorf("top %d: width %d, %d, %d", top, got, c.At(1), c.At(2))
		}
	}
	if (Codes{}).Len() != 0 {
		t.Error("zero value")
	}
}
