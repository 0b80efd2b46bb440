package mind

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The lists of the workers merged are all triples sorted: equal ones stay in the order of the lists.
func TestMerged(t *testing.T) {
	for n := range 9 {
		random := rand.New(rand.NewPCG(1, uint64(n)))
		lists := make([][]triple, n)
		var want []triple
		for i := range lists {
			for j := range random.IntN(7) {
				lists[i] = append(lists[i], triple{a: i, b: j, z: float64(random.IntN(9) - 4)})
			}
			slices.SortStableFunc(lists[i], func(s, t triple) int { return cmp.Compare(math.Abs(t.z), math.Abs(s.z)) })
			want = append(want, lists[i]...)
		}
		slices.SortStableFunc(want, func(s, t triple) int { return cmp.Compare(math.Abs(t.z), math.Abs(s.z)) })
		got, err := merged(t.Context(), lists)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d lists: %v\n got %v\nwant %v", n, err, got, want)
		}
	}
}
