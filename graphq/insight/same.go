package insight

import (
	"slices"
	"strconv"
	"strings"
)

// sameIndex finds the older findings that a new one may be a copy of. Every list is in order of arrival.
type sameIndex map[string][]*Facts

func newSameIndex() sameIndex { return sameIndex{} }

// keys are what two findings must share in one of to be copies by Duplicate: the test, or the words where there is no test, or the claim.
func (sameIndex) keys(f *Facts) []string {
	key := func(parts ...string) string {
		return strings.Join(append(parts, f.DataHash, f.Part, f.Status, f.Dataset), "\x00")
	}
	test := key("test", f.Specification)
	if f.Specification == "" {
		test = key("words", f.Name, f.Text)
	}
	if f.Estimand == "" {
		return []string{test}
	}
	controls := slices.Sorted(slices.Values(f.Controls))
	return []string{test, key("claim", f.Template, f.Contrast, f.Where, f.Estimand, coreText(f.Core()), coreText(controls), strconv.Itoa(sign(f.Estimate)))}
}

func (x sameIndex) keep(f *Facts) {
	if f.Seed {
		return
	}
	for _, k := range x.keys(f) {
		x[k] = append(x[k], f)
	}
}

// candidates are the older findings that may say the same, the newest first, each once.
func (x sameIndex) candidates(now *Facts) []*Facts {
	var out []*Facts
	for _, k := range x.keys(now) {
		out = append(out, x[k]...)
	}
	slices.SortFunc(out, func(a, b *Facts) int { return b.arrival - a.arrival })
	return slices.Compact(out)
}
