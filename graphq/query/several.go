package query

import (
	"slices"
	"strings"
)

// between is what stands between the texts of a property that lists several.
const between = ", "

// several tells whether a value is of a property that lists several texts.
func (v value) several() bool { return v.prop != nil && v.prop.several }

// names are the texts that a value lists; of a property that lists none, the one.
func (v value) names(text string) []string {
	if v.several() {
		return listed(text)
	}
	return []string{text}
}

// listed splits a list. It is one of its names itself, so that what is shown can be asked for.
func listed(list string) []string {
	if !strings.Contains(list, between) {
		return []string{list}
	}
	return append(strings.Split(list, between), list)
}

// share tells whether two lists have a text in common.
func share(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}
