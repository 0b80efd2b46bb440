package insight

import (
	"math/bits"
	"slices"
	"strings"
)

// How many older findings a new one is linked with.
const (
	maxAnchors = 10 // on its estimand: people's runs have no round's anchors
	maxParents = 3  // strict deepening parents anywhere
)

// relatedIndex finds the older findings that the rules link a new one with, without looking at all of them. Seeds are not in it.
// Every list is in order of arrival.
type relatedIndex struct {
	test     map[[2]string][]*Facts // by specification and part
	estimand map[string][]*Facts
	signed   map[signKey][]*Facts // significant ones
	core     map[coreKey][]*Facts // those that something may deepen
	where    map[whereKey][]*Facts
}

type signKey struct {
	estimand, dataset string
	sign              int
}

type coreKey struct {
	dataset, core string
	rank          int
}

type whereKey struct {
	coreKey
	where string
}

func newRelatedIndex() relatedIndex {
	return relatedIndex{test: map[[2]string][]*Facts{}, estimand: map[string][]*Facts{}, signed: map[signKey][]*Facts{}, core: map[coreKey][]*Facts{},
		where: map[whereKey][]*Facts{}}
}

func coreText(core []string) string { return strings.Join(core, "\x00") }

func (x *relatedIndex) keep(f *Facts) {
	if f.Seed {
		return
	}
	if f.Specification != "" {
		k := [2]string{f.Specification, f.Part}
		x.test[k] = append(x.test[k], f)
	}
	if f.Estimand != "" {
		x.estimand[f.Estimand] = append(x.estimand[f.Estimand], f)
		if significant(f) {
			k := signKey{f.Estimand, f.Dataset, sign(f.Estimate)}
			x.signed[k] = append(x.signed[k], f)
		}
	}
	if r := rank(f.Template); r > 0 && r < maxRank {
		k := coreKey{f.Dataset, coreText(f.Core()), r}
		x.core[k] = append(x.core[k], f)
		x.where[whereKey{k, f.Where}] = append(x.where[whereKey{k, f.Where}], f)
	}
}

// linking is the edges of one new finding.
type linking struct {
	now    *Facts
	policy Policy
	edges  []Edge
	linked map[string]bool
}

func (l *linking) link(old *Facts, relation, why string) {
	l.linked[old.ID] = true
	l.edges = append(l.edges, Edge{From: l.now.ID, Relation: relation, To: old.ID, Source: "rule", Why: why})
}

// relate links a new finding with older ones by the rules: with the insights on its estimand, those that it contradicts first and
// then the newest, ten in all, and with the three nearest insights that it strictly deepens: those with most of
// its core, of the same context before others, the newest first. Seeds are linked with nothing. A finding that repeats a
// specification on changed data revises the newest older result. Equal histories give equal edges. What it takes does not grow
// with the number of older findings, but for those that repeat this very test.
func (x *relatedIndex) relate(now *Facts, policy Policy) []Edge {
	if now.Seed {
		return nil
	}
	l := &linking{now: now, policy: policy, linked: map[string]bool{now.ID: true}}
	if now.Specification != "" {
		list := x.test[[2]string{now.Specification, now.Part}]
		for _, old := range latest(1, l.linked, list) { // what that one revises is revised through it
			why := "another verdict on the same data"
			if old.DataHash != now.DataHash {
				why = "the same test on changed data"
			}
			l.link(old, "revises", why)
		}
	}
	x.anchors(l)
	x.parents(l)
	return l.edges
}

// anchors links the findings on the same estimand but for those of the same test.
func (x *relatedIndex) anchors(l *linking) {
	now := l.now
	if now.Estimand == "" {
		return
	}
	n := 0
	look := func(list []*Facts, contradicting bool) {
		for i := len(list) - 1; i >= 0 && n < maxAnchors; i-- {
			old := list[i]
			if l.linked[old.ID] || old.Specification == now.Specification && old.Part == now.Part {
				continue
			}
			if relation, why := Relation(now, old, l.policy); (relation == "contradicts") == contradicting {
				l.link(old, relation, why)
				n++
			}
		}
	}
	if significant(now) && *now.Estimate != 0 {
		look(x.signed[signKey{now.Estimand, now.Dataset, -sign(now.Estimate)}], true)
	}
	look(x.estimand[now.Estimand], false)
}

// parents links the nearest findings that the new one deepens, by the subsets of its core from the largest.
func (x *relatedIndex) parents(l *linking) {
	now := l.now
	core, r := now.Core(), rank(now.Template)
	left := maxParents
	for size := len(core) - 1; size > 0 && r > 1 && left > 0; size-- {
		var here, elsewhere [][]*Facts
		for set := uint(1); set < 1<<len(core); set++ {
			if bits.OnesCount(set) != size {
				continue
			}
			var part []string
			for i, v := range core {
				if set&(1<<i) != 0 {
					part = append(part, v)
				}
			}
			for lower := 1; lower < r; lower++ {
				k := coreKey{now.Dataset, coreText(part), lower}
				here = append(here, x.where[whereKey{k, now.Where}])
				elsewhere = append(elsewhere, x.core[k])
			}
		}
		for _, lists := range [][][]*Facts{here, elsewhere} {
			found := latest(left, l.linked, lists...)
			for _, old := range found {
				relation, why := Relation(now, old, l.policy)
				l.link(old, relation, why)
			}
			left -= len(found)
		}
	}
}

// latest is up to n findings of lists, the newest first, without those that are linked.
func latest(n int, linked map[string]bool, lists ...[]*Facts) []*Facts {
	var out []*Facts
	for _, list := range lists {
		taken := 0
		for i := len(list) - 1; i >= 0 && taken < n; i-- {
			if !linked[list[i].ID] {
				out = append(out, list[i])
				taken++
			}
		}
	}
	slices.SortFunc(out, func(a, b *Facts) int { return b.arrival - a.arrival })
	return out[:min(n, len(out))]
}
