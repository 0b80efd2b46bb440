package query

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
)

// otherProperties are what people call the properties of an insight.
var otherProperties = map[string]string{
	"pvalue": "p", "p_value": "p", "pval": "p", "prob": "p", "qvalue": "q", "q_value": "q", "padj": "q", "verdict": "status", "result": "status", "outcome_status": "status",
	"estimate": "effect", "coef": "effect", "beta": "effect", "effect_size": "effect", "value": "effect", "claim": "text", "finding": "text", "sentence": "text", "title": "text",
	"ci_low": "low", "lower": "low", "ci_high": "high", "upper": "high", "nobs": "n", "size": "n", "rows": "n", "time": "created", "date": "created", "timestamp": "created",
	"kind": "template", "type": "template", "label": "name",
}

// otherRelations are what people take for properties and what leads there.
var otherRelations = map[string]string{
	"variable": "about", "variables": "about", "column": "about", "where": "within", "context": "within", "subset": "within", "dataset": "uses", "data": "uses", "table": "uses",
	"hypothesis": "tests", "run": "found_in", "moderators": "moderator", "controls": "control", "predictor": "exposure", "group": "groups",
}

// otherFunctions are functions of other languages, with what to write.
var otherFunctions = map[string]string{
	"avg": "`mean`", "average": "`mean`", "abs": "two comparisons: `(i.effect > 0.5 or i.effect < -0.5)`", "now": "a moment as a text: '2026-01-31'", "date": "a moment as a text: '2026-01-31'",
	"lower": "the text as it is stored: texts are compared by their letters, case included", "upper": "the text as it is stored: texts are compared by their letters, case included",
	"rank": "`order by`", "row_number": "`order by` with `limit`", "coalesce": "`is missing`", "isnull": "`is missing`", "exists": "the condition itself: a variable that only `where` names is looked for",
	"len": "`count`", "distinct": "`count`, which counts each node once",
}

// relationAsProperty is a relation that was written as a property, "" when it is none.
func relationAsProperty(property string) string {
	if r := LookupRelation(property); r != nil {
		return r.Name
	}
	return otherRelations[strings.ToLower(property)]
}

// instead helps with a property that does not exist by what people may have meant; false when nothing is known.
func instead(d *diag.Diagnostic, t term, kinds kindSet) bool {
	if r := relationAsProperty(t.property.text); r != "" && relationFrom(r, kinds) {
		k := LookupRelation(r).To[0].Schema()
		help(d, "`%s` is a relation to a node: `%s %s %s`, and then `%s.name`", r, t.variable.text, r, k.Prefix+"2", k.Prefix+"2")
		return true
	}
	if name := otherProperties[strings.ToLower(t.property.text)]; name != "" && slices.Contains(PropertyNames(kinds.kinds()...), name) {
		help(d, "it is called `%s`", name)
		replace(d, true, t.property.at, name)
		return true
	}
	return false
}

func relationFrom(name string, kinds kindSet) bool {
	return setOf(LookupRelation(name).From...)&kinds != 0
}

// notValue explains a comparison that is a test of another form: of a relation, or of what is missing. It is told and ok is false then.
func (c *checker) notValue(x *compareTest) (ok bool) {
	for _, side := range [][2]operand{{x.left, x.right}, {x.right, x.left}} {
		of, to := side[0], side[1]
		if of.term == nil || of.term.property == nil {
			continue
		}
		if to.term != nil && to.term.variable != nil && to.term.property == nil && to.term.function == nil &&
			slices.Contains([]string{"null", "none", "nan", "na", "nil", "missing", "empty"}, strings.ToLower(to.term.variable.text)) {
			word := map[string]string{"=": "is missing", "!=": "is not missing"}[x.op]
			d := c.tell(diag.CompareValues, x.span(), "what is missing is equal to nothing")
			if word == "" {
				help(d, "write `%s is missing`", of)
				return false
			}
			help(d, "write `%s %s`", of, word)
			replace(d, true, x.span(), of.String()+" "+word)
			return false
		}
		if to.constant != nil && of.term.property.text == "name" && (x.op == "=" || x.op == "!=") {
			d := c.tell(diag.CompareValues, x.span(), "`%s` is a node and `%s` a text", to, of)
			help(d, "write `%s %s %s`", of.term.variable.text, x.op, to)
			replace(d, true, x.span(), of.term.variable.text+" "+x.op+" "+to.String())
			return false
		}
		r := relationAsProperty(of.term.property.text)
		if r == "" || to.constant == nil && !bareNode(to) && (to.literal == nil || to.literal.value.Type != Text) {
			continue
		}
		if to.literal != nil && hasWord(of.term.property.text, to.literal.value.Text) {
			continue
		}
		target := to.String()
		if to.literal != nil {
			target = "@" + constantText(to.literal.value.Text)
		}
		test := of.term.variable.text + " " + r + " " + target
		d := c.tell(diag.CompareValues, x.span(), "`%s` is a relation to a node, not a value", r)
		if x.op != "=" {
			test = "not " + test
		}
		help(d, "write `%s`", test)
		if x.op == "=" || x.op == "!=" {
			replace(d, to.constant != nil, x.span(), test)
		}
		return false
	}
	return true
}

// hasWord tells whether a property of that name may be a text.
func hasWord(property, text string) bool {
	return slices.ContainsFunc(Kinds, func(k KindSchema) bool {
		p := k.Kind.Property(property)
		return p != nil && (p.Type != Enum || slices.Contains(p.Values, text))
	})
}

// unborne warns of a name that nothing of the kind bears: a slip that would find nothing.
func (c *checker) unborne(p *Property, of value, l literal) {
	if p == nil || p.Name != "name" && p.Name != "id" || l.value.Type != Text || of.slot < 0 || !c.p.vars[of.slot].kinds.single() || c.err != nil {
		return
	}
	v := c.p.vars[of.slot]
	kind := v.kinds.first()
	filter := Filter{Kind: kind, Property: p.Name, Equals: []Value{l.value}}
	found, ok, err := c.graph.Select(c.ctx, filter)
	if err == nil && !ok {
		found, err = (&evaluator{ctx: c.ctx, graph: c.graph}).scan(filter)
	}
	if err != nil || len(found) > 0 {
		c.err = err
		return
	}
	var near []string
	if l.value.Text != "" && p.Name == "name" {
		if near, err = c.graph.Nearest(c.ctx, kind, l.value.Text, 1); err != nil {
			c.err = err
			return
		}
	}
	d := c.tell(diag.AlwaysFalse, l.at, "no %s has the %s %s", kind, p.Name, clip(l.String()))
	d.Why = "names and ids are compared by their letters, case included, and nothing in this graph bears this one"
	if p.Name == "id" {
		help(d, "an id is whole, such as `%s:0123456789abcdef`; a name is asked for by `%s.name = ...` or `%s = @NAME`", kind.Schema().Prefix, v.name, v.name)
		return
	}
	for _, k := range Kinds {
		if k.Kind == kind || k.Kind.Property("name") == nil {
			continue
		}
		if named, err := c.graph.Lookup(c.ctx, k.Kind, l.value.Text); err != nil || len(named) > 0 {
			c.err = err
			help(d, "%s has it; for those say the kind: `%s is %s`", article(setOf(k.Kind)), v.name, k.Name)
			return
		}
	}
	if len(near) > 0 {
		help(d, "did you mean '%s'? case counts", near[0])
		replace(d, false, l.at, "'"+near[0]+"'")
		return
	}
	help(d, "`find %s.name where %s is %s` lists them", kind.Schema().Prefix, kind.Schema().Prefix, kind)
}
