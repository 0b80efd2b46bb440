package check

import (
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/compiler/catalog"
	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/format"
)

// place is where in a claim a variable stands.
type place string

const (
	exposure  place = "exposure"
	outcome   place = "outcome"
	moderator place = "moderator"
	groups    place = "groups"
	control   place = "control"
)

// hypothesis checks one hypothesis and builds its spec.
func (c *checker) hypothesis(h *Hyp) {
	c.failed, c.mute = false, h.Blocked != ""
	defer func() { h.Failed, c.mute = c.failed && h.Blocked == "", false }()
	n := h.Node
	h.Claim = format.ClaimLine(n)
	sc := c.scopeOf(h)
	c.words(h)
	if n.Under != nil {
		h.Family = c.info.Families[n.Under.Text]
	}
	if sc == nil {
		return
	}
	h.Dataset = sc.d
	s := &plan.Spec{Name: h.Name, Claim: h.Claim, Template: plan.Template(n.Claim.Template()), Dataset: sc.d.Name, DataID: sc.d.ID}
	c.claim(sc, h, s)
	c.controls(sc, h, s)
	if n.Weights != nil {
		s.Weights = c.weights(sc, *n.Weights)
	}
	if n.Where != nil {
		s.Where = c.condition(sc, n.Where, "", "`where`")
		s.WhereText = format.Expr(n.Where)
	}
	c.selfClaim(h, s)
	c.outcomeType(sc, h, s)
	c.contrast(sc, h, s)
	c.measure(sc, h, s)
	c.estimator(sc, h, s)
	if c.failed {
		return
	}
	s.Decision = decision(n)
	if s.Split = c.split(sc); s.Split != nil {
		s.Part = plan.Train
	}
	plan.Identify(s)
	h.Spec = s
}

// scopeOf finds the data set of a hypothesis.
func (c *checker) scopeOf(h *Hyp) *scope {
	if on := h.Node.On; on != nil {
		for _, sc := range c.scopes {
			if sc.d.Name == on.Text {
				return sc
			}
		}
		var names []string
		for _, sc := range c.scopes {
			names = append(names, sc.d.Name)
		}
		if c.broken["dataset "+on.Text] {
			c.failed = true
			return nil
		}
		if part := partWords[strings.ToLower(on.Text)]; part != "" && len(h.Node.Decide) > 0 {
			c.report(c.at(diag.UnknownDataset, on.At, "`%s` is no part of the data, and no data set of this study", on.Text).WithLabel("unknown word").
				WithHelp("the parts of a split are train and holdout: `decide p < 0.05 on %s`", part).
				WithFix("replace with `"+part+"`", false, diag.Edit{Span: on.At, Text: part}))
			return nil
		}
		c.vocabulary(diag.UnknownDataset, *on, "a data set of this study", names)
		return nil
	}
	switch {
	case len(c.scopes) == 1:
		return c.scopes[0]
	case c.mute:
		c.failed = true
		return nil
	case len(c.scopes) == 0:
		if !c.noDataset {
			c.noDataset = true
			if slices.ContainsFunc(c.file.Statements, func(s ast.Statement) bool { bad, is := s.(*ast.Bad); return is && bad.Keyword == "dataset" }) {
				c.failed = true
				return nil // the study does name data, in a line that could not be read
			}
			c.report(c.at(diag.NoDataset, h.Node.At, "this study names no data").
				WithLabel("a claim about nothing").
				WithHelp("begin with `dataset name from \"file.csv\"`, or give the data with --data"))
		}
		c.failed = true
		return nil
	}
	x := c.at(diag.WhichDataset, h.Node.Claim.Span(), "the study declares %d data sets, and this hypothesis names none", len(c.scopes)).
		WithLabel("about which data?").
		WithHelp("add `on %s`", ast.WriteName(c.likeliest(h.Node.Claim).d.Name))
	c.report(x)
	return nil
}

// likeliest is the data set with most of the columns that a claim names; the first of several.
func (c *checker) likeliest(claim ast.Claim) *scope {
	var names []ast.Name
	switch x := claim.(type) {
	case *ast.Assoc:
		names = []ast.Name{x.Exposure, x.Outcome}
	case *ast.Diff:
		names = []ast.Name{x.Outcome, x.Groups}
	case *ast.Interact:
		names = []ast.Name{x.Exposure, x.Moderator, x.Outcome}
	case *ast.Heterogeneity:
		names = []ast.Name{x.Outcome, x.Exposure, x.Groups}
	}
	best, most := c.scopes[0], 0
	for _, sc := range c.scopes {
		n := 0
		for _, name := range names {
			if slices.Contains(sc.d.Header, name.Text) {
				n++
			}
		}
		if n > most {
			best, most = sc, n
		}
	}
	return best
}

// claim resolves the roles.
func (c *checker) claim(sc *scope, h *Hyp, s *plan.Spec) {
	switch x := h.Node.Claim.(type) {
	case *ast.Assoc:
		s.Exposure = c.role(sc, x.Exposure, exposure)
		s.Outcome = c.role(sc, x.Outcome, outcome)
	case *ast.Diff:
		s.Outcome = c.role(sc, x.Outcome, outcome)
		s.Groups = c.role(sc, x.Groups, groups)
	case *ast.Interact:
		s.Exposure = c.role(sc, x.Exposure, exposure)
		s.Moderator = c.role(sc, x.Moderator, moderator)
		s.Outcome = c.role(sc, x.Outcome, outcome)
	case *ast.Heterogeneity:
		s.Outcome = c.role(sc, x.Outcome, outcome)
		s.Exposure = c.role(sc, x.Exposure, exposure)
		s.Groups = c.role(sc, x.Groups, groups)
	}
}

// role resolves a name of a claim and holds its type against the place; nil after an error.
func (c *checker) role(sc *scope, n ast.Name, p place) *plan.Variable {
	y := c.resolve(sc, n)
	switch {
	case y.bad:
		return nil
	case y.v == nil:
		c.report(c.at(diag.RoleType, n.At, "`%s` is a context, not a variable", n.Text).
			WithLabel("a condition on rows").
			WithRelated(y.file, y.where, "declared here").
			WithWhy("a claim is about variables; a context says which rows count").
			WithHelp("declare a variable with the same condition: `var name = … binary`"))
		return nil
	case y.role == catalog.Weight:
		x := c.at(diag.WeightAsVariable, n.At, "`%s` is a weight of the data", n.Text).WithLabel("a weight in a claim")
		if y.where.End > 0 {
			x = x.WithRelated(y.file, y.where, "declared a weight here")
		}
		c.report(x.WithHelp("weight the claim instead: `weights=%s`", ast.WriteName(n.Text)))
		return nil
	case y.v.Type == plan.ID || y.v.Type == plan.Text || y.role == catalog.ID:
		what := "an identifier"
		if y.v.Type == plan.Text {
			what = "free text"
		}
		x := c.at(diag.IDOrTextInClaim, n.At, "`%s` is %s", n.Text, what).WithLabel("%s in a claim", what)
		if y.where.End > 0 {
			x = x.WithRelated(y.file, y.where, "declared here")
		}
		if y.v.Inferred {
			x.Message += ", as its data show"
			if y.v.Type == plan.ID {
				x = x.WithWhy("a column whose values are its rows' own, or too many for groups, says nothing about groups or slopes")
			}
			if y.unread != nil {
				x = x.WithWhy("its values look like "+y.unread.String()+", which are not read").WithHelp("%s", y.unread.Advice)
			} else {
				x = x.WithHelp("if its values are groups, declare it: `var %s categorical`", ast.WriteName(n.Text))
			}
		}
		c.report(x)
		return nil
	}
	if y.unread != nil {
		c.report(c.at(diag.UnreadForm, n.At, "the values of `%s` are taken as groups, and look like %s", n.Text, y.unread).
			WithLabel("%s", y.v.Type).WithHelp("%s", y.unread.Advice))
		y.unread = nil // said once
	}
	if p != groups {
		c.offScale(sc, y, n)
		return y.forNumbers()
	}
	switch y.v.Type {
	case plan.Binary, plan.Categorical, plan.Ordinal, "":
		return y.v
	}
	x := c.at(diag.NotAGroup, n.At, "`%s` is %s and has no groups", n.Text, y.v.Type).WithLabel("not a variable with levels")
	if y.where.End > 0 {
		x = x.WithRelated(y.file, y.where, "declared here")
	}
	name := ast.WriteName(n.Text)
	x = x.WithHelp("if its values are codes, declare it: `var %s categorical`; for a trend, write assoc(%s, outcome)", name, name)
	if y.decl == nil {
		at := c.lineStart(n.At.Start)
		x = x.WithFix("declare `"+n.Text+"` categorical", false, diag.Edit{Span: at, Text: "var " + name + " categorical\n"})
	}
	c.report(x)
	return nil
}

// offScale notes once that codes without a place in the order of a scale are left out where numbers are needed.
func (c *checker) offScale(sc *scope, y *symbol, n ast.Name) {
	if len(y.offScale) == 0 || y.saidScale {
		return
	}
	y.saidScale = true
	var names []string
	for _, l := range y.v.Levels {
		if slices.ContainsFunc(y.offScale, func(o string) bool { return catalog.SameCode(o, l.Code) }) {
			names = append(names, writeLevel(l))
		}
	}
	x := c.at(diag.CatalogMismatch, n.At, "`%s`: rows with %s are left out, since the catalog gives %s no place in the order", n.Text, join(names), pronoun(len(names))).
		WithSeverity(diag.Info).WithLabel("used as numbers here").
		WithWhy("an answer beside the scale, such as \"other\", would count as its highest value").
		WithHelp("declare the levels in the study to decide otherwise")
	c.report(x)
}

// controls resolves `controlling for`.
func (c *checker) controls(sc *scope, h *Hyp, s *plan.Spec) {
	seen := map[string]ast.Name{}
	core := ast.ClaimNames(h.Node.Claim)
	for i, n := range h.Node.Controls {
		if first, twice := seen[n.Text]; twice {
			c.report(c.at(diag.DuplicateControl, n.At, "`%s` is controlled for twice", n.Text).
				WithLabel("again here").
				WithRelated(c.src, first.At, "first here").
				WithFix("delete the second", true, c.deleteControl(h.Node.Controls, i)))
			continue
		}
		seen[n.Text] = n
		v := c.role(sc, n, control)
		if v == nil {
			continue
		}
		if k := slices.IndexFunc(roles(s), func(r *plan.Variable) bool { return plan.Same(r, v) }); k >= 0 {
			var at ast.Name
			for _, m := range core {
				if y := sc.known[m.Text]; y != nil && plan.Same(y.v, v) {
					at = m
					break
				}
			}
			x := c.at(diag.ControlIsCore, n.At, "`%s` is part of the claim and controlled for", n.Text).
				WithLabel("also a control").
				WithRelated(c.src, at.At, "in the claim here").
				WithHelp("delete it from the controls")
			inside := (s.Template == plan.Interact || s.Template == plan.Heterogeneity) && !plan.Same(s.Outcome, v)
			if inside { // the model is the same without it
				x = x.WithWhy("an interaction is estimated beside the effects of its parts, which are in the model already")
			}
			c.report(x.WithFix("delete the control", inside, c.deleteControl(h.Node.Controls, i)))
			continue
		}
		if slices.ContainsFunc(s.Controls, func(o *plan.Variable) bool { return plan.Same(o, v) }) {
			c.report(c.at(diag.DuplicateControl, n.At, "`%s` is the same column as another control", n.Text).WithLabel("the same again"))
			continue
		}
		s.Controls = append(s.Controls, v)
	}
}

// roles lists the variables of the claim itself.
func roles(s *plan.Spec) []*plan.Variable {
	var out []*plan.Variable
	for _, v := range []*plan.Variable{s.Exposure, s.Moderator, s.Groups, s.Outcome} {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

// weights resolves `weights = W`.
func (c *checker) weights(sc *scope, n ast.Name) *plan.Variable {
	y := c.resolve(sc, n)
	switch {
	case y.bad:
		return nil
	case y.v == nil || !y.v.Type.NumericLike() && y.v.Type != plan.Binary && !y.untyped() || y.v.Type == plan.Time:
		what := "a condition"
		if y.v != nil {
			what = string(y.v.Type)
		}
		c.report(c.at(diag.WeightNotNumeric, n.At, "`%s` is %s and cannot weight rows", n.Text, what).WithLabel("not a number"))
		return nil
	}
	if y.v.Type == plan.Numeric {
		return y.v
	}
	v := *y.v
	v.Type, v.Levels, v.Ref = plan.Numeric, nil, ""
	return &v
}

// contrast resolves the levels of `by = g: a vs b`.
func (c *checker) contrast(sc *scope, h *Hyp, s *plan.Spec) {
	d, ok := h.Node.Claim.(*ast.Diff)
	if !ok || d.Contrast == nil || s.Groups == nil {
		return
	}
	y := sc.known[d.Groups.Text]
	a, okA := c.level(sc, y, d.Contrast.A)
	if d.Contrast.B == nil {
		s.Contrast = &plan.Contrast{A: a, Rest: true}
		return
	}
	b, okB := c.otherLevel(sc, y, *d.Contrast.B)
	if okA && okB && catalog.SameCode(a, b) {
		c.report(c.at(diag.SelfContrast, d.Contrast.At, "the level %s is compared with itself", show(d.Contrast.A)).WithLabel("one group"))
		return
	}
	s.Contrast = &plan.Contrast{A: a, B: b}
}

// selfClaim reports a variable that stands in two places of a claim, also under two names.
func (c *checker) selfClaim(h *Hyp, s *plan.Spec) {
	names := ast.ClaimNames(h.Node.Claim)
	vars := map[int]*plan.Variable{}
	switch h.Node.Claim.(type) {
	case *ast.Assoc:
		vars[0], vars[1] = s.Exposure, s.Outcome
	case *ast.Diff:
		vars[0], vars[1] = s.Outcome, s.Groups
	case *ast.Interact:
		vars[0], vars[1], vars[2] = s.Exposure, s.Moderator, s.Outcome
	case *ast.Heterogeneity:
		vars[0], vars[1], vars[2] = s.Outcome, s.Exposure, s.Groups
	}
	for i := range names {
		for j := range i {
			if vars[i] == nil || vars[j] == nil || !plan.Same(vars[i], vars[j]) {
				continue
			}
			x := c.at(diag.SelfClaim, names[i].At, "`%s` is related to itself", names[j].Text).
				WithLabel("the same variable").
				WithRelated(c.src, names[j].At, "first here")
			if names[i].Text != names[j].Text {
				x.Message = "`" + names[i].Text + "` and `" + names[j].Text + "` are the same variable"
			}
			c.report(x)
			return
		}
	}
	if s.Weights != nil {
		for i, n := range names {
			if vars[i] != nil && plan.Same(vars[i], s.Weights) {
				c.report(c.at(diag.WeightAsVariable, n.At, "`%s` is in the claim and weights it", n.Text).
					WithLabel("also the weight").WithRelated(c.src, h.Node.Weights.At, "the weight"))
				return
			}
		}
	}
}

// partWords are other programs' words for the parts of a split.
var partWords = map[string]string{
	"test": "holdout", "testing": "holdout", "validation": "holdout", "validate": "holdout", "valid": "holdout", "heldout": "holdout", "held_out": "holdout", "confirmation": "holdout",
	"training": "train", "discovery": "train", "exploration": "train",
}
