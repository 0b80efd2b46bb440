package rows

import (
	"context"
	"fmt"
	"strconv"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/estimators/table"
)

// Part is the rows of one part of a split. A row belongs to the holdout when share(seed, key) < Split.Holdout; its key is the text of
// the key columns, joined by "\x1f", or the row number from 1. A row with a missing key column has an empty text there.
func Part(ctx context.Context, t *table.Table, split *plan.Split, part plan.Part) (table.Bitmap, error) {
	if split == nil || part == "" {
		return nil, nil
	}
	var keys []*table.Factor
	for _, v := range split.Key {
		f, err := Factor(ctx, t, withoutMissing(v))
		if err != nil {
			return nil, fmt.Errorf("the key of the split: %w", err)
		}
		keys = append(keys, f)
	}
	out := table.NewBitmap(t.Rows, false)
	var text []byte
	for i := range t.Rows {
		if i%65536 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		text = text[:0]
		if len(keys) == 0 {
			text = strconv.AppendInt(text, int64(i+1), 10)
		}
		for k, f := range keys {
			if k > 0 {
				text = append(text, '\x1f')
			}
			if f.Valid.Get(i) {
				text = append(text, keyText(f.Levels[f.Codes.At(i)])...)
			}
		}
		if (share(split.Seed, text) < split.Holdout) == (part == plan.Holdout) {
			out.Set(i)
		}
	}
	return out, nil
}

// withoutMissing reads a key column as it is: a missing code is still a key.
func withoutMissing(v *plan.Variable) *plan.Variable {
	key := *v
	key.Missing, key.Levels, key.Range = plan.Missing{}, nil, nil
	return &key
}

// keyText writes a number in its shortest decimal form, so that 7, 7.0 and "7" are one key.
func keyText(l table.Level) string {
	if l.IsNumber {
		return strconv.FormatFloat(l.Number, 'f', -1, 64)
	}
	return l.Code
}

// modulus is the Mersenne prime 2^31-1: with one factor of a product split in two, every step fits the integers that a double
// holds exactly, so that R, SQL and JavaScript can repeat the split with plain arithmetic.
const modulus = 1<<31 - 1

// share maps a key to [0, 1): a polynomial hash of its bytes modulo 2^31-1, then twice h -> (h + 1013904223)^5 mod 2^31-1,
// a permutation that leaves no trace of runs of neighbouring keys.
func share(seed int64, key []byte) float64 {
	h := uint64(((seed % modulus) + modulus) % modulus)
	for _, b := range key {
		h = (h*257 + uint64(b) + 1) % modulus
	}
	for range 2 {
		x := (h + 1013904223) % modulus
		square := x * x % modulus
		h = square * square % modulus * x % modulus
	}
	return float64(h) / modulus
}
