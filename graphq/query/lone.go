package query

import (
	"regexp"
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// allNames visits every use of a variable in a condition, also in `not`.
func allNames(x cond, visit func(name)) {
	switch x := x.(type) {
	case *andCond:
		for _, y := range x.of {
			allNames(y, visit)
		}
	case *orCond:
		for _, y := range x.of {
			allNames(y, visit)
		}
	case *notCond:
		allNames(x.of, visit)
	default:
		positiveNames(x, visit)
	}
}

// uses counts how often each variable of a find occurs.
func (f *findQuery) uses() map[string]int {
	n := map[string]int{}
	for _, it := range f.items {
		if it.term.variable != nil {
			n[it.term.variable.text]++
		}
	}
	if f.where != nil {
		allNames(f.where, func(v name) { n[v.text]++ })
	}
	return n
}

// anyName is how people call a variable that stands for anything: a letter or the name of its kind, with or without a number.
var anyName = regexp.MustCompile(`^(?:_|[a-zA-Z]_?|any|other|another|some|something|node|var|hyp|` + strings.Join(KindNames(), "|") + `)[0-9]*$`)

// lone tells of a variable that is used once and was most likely meant as a constant.
func (c *checker) lone(f *findQuery) {
	uses := f.uses()
	for _, v := range c.p.vars {
		if v.bad || uses[v.name] != 1 || !v.kinds.single() || c.err != nil || shownBy(f, v.name) {
			continue
		}
		kind := v.kinds.first()
		found, err := c.graph.Lookup(c.ctx, kind, v.name)
		if err != nil {
			c.err = err
			return
		}
		front := source.Span{Start: v.at.Start, End: v.at.Start}
		if len(found) > 0 {
			d := c.tell(diag.BareConstant, v.at, "`%s` stands for any %s here, and the graph has %s of that name", v.name, kind, article(v.kinds))
			help(d, "`@%s` names it; for any %s take another name, such as `%s`", v.name, kind, kind.Schema().Prefix+"2")
			*d = d.WithFix("put `@` in front", true, diag.Edit{Span: front, Text: "@"})
			continue
		}
		if anyName.MatchString(v.name) || diag.HasErrors(c.ds) { // an error may be about the same name
			continue
		}
		near, err := c.graph.Nearest(c.ctx, kind, v.name, 3)
		if err != nil {
			c.err = err
			return
		}
		d := c.tell(diag.LoneVariable, v.at, "`%s` stands for any %s", v.name, kind)
		if len(near) > 0 {
			help(d, "`@%s` would name one; did you mean `@%s`?", v.name, near[0])
			*d = d.WithFix("replace with `@"+near[0]+"`", false, diag.Edit{Span: v.at, Text: "@" + constantText(near[0])})
		} else {
			help(d, "`@%s` would name one; where any is meant, call it `%s`", v.name, kind.Schema().Prefix+"2")
		}
	}
}

// shownBy tells whether an item of a find is of a variable.
func shownBy(f *findQuery, variable string) bool {
	for _, it := range f.items {
		if it.term.variable != nil && it.term.variable.text == variable {
			return true
		}
	}
	return false
}
