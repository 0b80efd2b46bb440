package diag

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Suggest returns up to three candidates that a reader may have meant by name, best first: the same name in another case
// or with other separators, a name that begins with it (or it with the name), and names within a small edit distance
// (adjacent swaps count once; about a third of the length, at most 3).
func Suggest(name string, candidates []string) []string {
	type scored struct {
		name  string
		score int
	}
	var found []scored
	want := []rune(fold(name))
	limit := min(3, (len(want)+1)/3)
	seen := map[string]bool{}
	for _, c := range candidates {
		if seen[c] || c == name {
			continue
		}
		seen[c] = true
		have := []rune(fold(c))
		switch d := distance(want, have, limit); {
		case slices.Equal(want, have):
			found = append(found, scored{c, 0})
		case d <= limit:
			found = append(found, scored{c, 2 * d})
		case len(want) >= 3 && len(have) >= 3 && (hasPrefix(have, want) || hasPrefix(want, have)):
			found = append(found, scored{c, 5})
		}
	}
	slices.SortStableFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(a.score, b.score), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	var out []string
	for _, f := range found[:min(3, len(found))] {
		out = append(out, f.name)
	}
	return out
}

// fold drops case and everything between words.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func hasPrefix(s, prefix []rune) bool {
	return len(s) >= len(prefix) && slices.Equal(s[:len(prefix)], prefix)
}

// distance is the optimal string alignment distance (insertions, deletions, substitutions and swaps of neighbours; the
// restricted form of Damerau 1964), or limit+1 when it is larger.
func distance(a, b []rune, limit int) int {
	if len(a)-len(b) > limit || len(b)-len(a) > limit {
		return limit + 1
	}
	rows := make([]int, 3*(len(b)+1))
	before, prev, row := rows[:len(b)+1], rows[len(b)+1:2*(len(b)+1)], rows[2*(len(b)+1):]
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		best := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			best = min(best, row[j])
		}
		if best > limit {
			return limit + 1
		}
		before, prev, row = prev, row, before
	}
	return min(prev[len(b)], limit+1)
}
