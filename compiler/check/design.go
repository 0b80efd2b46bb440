package check

import (
	"fmt"
	"strings"

	"github.com/hyp-lang/hyp/compiler/plan"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// words checks the clauses of a hypothesis that take words of the language, names of the study, or bounded numbers.
func (c *checker) words(h *Hyp) {
	n := h.Node
	template := plan.Template(n.Claim.Template())
	if n.Expect != nil {
		switch word := n.Expect.Text; {
		case !has(predictionWords, word):
			c.vocabulary(diag.UnknownPrediction, *n.Expect, "a prediction", predictionWords)
		case !has(predictions[template], word):
			c.report(c.at(diag.PredictionMismatch, n.Expect.At, "`%s` cannot be expected to be `%s`", template, word).
				WithLabel("not of this claim").
				WithHelp("%s may expect %s", template, strings.Join(predictions[template], ", ")))
		case (word == "null" || word == "uniform") && n.Floor == nil:
			c.report(c.at(diag.NullWithoutFloor, n.Expect.At, "`expect %s` needs a floor", word).
				WithLabel("how small is none?").
				WithHelp("add the smallest effect that would matter, such as `floor r >= 0.05`"))
		}
	}
	if n.Floor != nil {
		if !has(measureWords, n.Floor.Measure.Text) {
			c.vocabulary(diag.UnknownMeasure, n.Floor.Measure, "a measure", measureWords)
		} else {
			c.floorBounds(n.Floor)
		}
	}
	for _, d := range n.Decide {
		switch q := d.Quantity.Text; {
		case !has(quantityWords, q):
			c.vocabulary(diag.UnknownQuantity, d.Quantity, "a quantity", quantityWords)
		case q == "q" && n.Under == nil:
			c.report(c.at(diag.AdjustedWithoutFamily, d.Quantity.At, "`q` needs a family, and this hypothesis is in none").
				WithLabel("adjusted for what?").WithHelp("add `under` and the name of a family"))
		case (q == "p" || q == "q" || q == "coverage") && (d.Value.Value < 0 || d.Value.Value > 1):
			c.bounds(d.Value, q, "0 and 1")
		case d.Value.Value < 0:
			c.negativeCriterion(d)
		case (q == "p" || q == "q") && d.Op != "<" && d.Op != "<=":
			c.report(c.at(diag.LargeP, d.At, "`%s` is judged by how small it is", q).WithLabel("met by a large %s", q).
				WithHelp("an effect is `%s < 0.05`; an absence is `expect null` with a floor, such as `expect null floor r >= 0.05`", q))
		}
		if d.Part != nil && d.Part.Text == "holdout" && !c.hasSplit(h) {
			c.report(c.at(diag.NoHoldout, d.Part.At, "the data have no holdout").
				WithLabel("no split is declared").
				WithHelp("add `split holdout 0.3 seed 1` to the data set"))
		}
	}
	if n.Under != nil && c.info.Families[n.Under.Text] == nil && !c.broken["family "+n.Under.Text] {
		c.vocabulary(diag.UnknownFamily, *n.Under, "a family of this study", keys(c.info.Families))
	}
	if n.Using != nil && !has(estimatorWords, n.Using.Text) {
		c.vocabulary(diag.UnknownEstimator, *n.Using, "an estimator", estimatorWords)
	}
	if n.Prior != nil && !(n.Prior.Value > 0 && n.Prior.Value < 1) {
		c.bounds(*n.Prior, "prior", "0 and 1")
	}
}

// negativeCriterion reports a criterion on a size that asks for a sign, such as `effect < -0.2`: no result could meet it.
func (c *checker) negativeCriterion(d ast.Criterion) {
	out := c.at(diag.OutOfBounds, d.Value.At, "`%s` is a size, not negative", d.Quantity.Text).WithLabel("out of bounds")
	if d.Quantity.Text == "effect" {
		out = out.WithHelp("the direction is what `expect` says; write the size as `effect >= %s`", strings.TrimLeft(d.Value.Text, "- "))
	}
	c.report(out)
}

// hasSplit tells whether the data of a hypothesis set rows aside. Data that cannot be found get the benefit.
func (c *checker) hasSplit(h *Hyp) bool {
	for _, d := range c.info.Datasets {
		if h.Node.On != nil && h.Node.On.Text != d.Name {
			continue
		}
		return d.Node != nil && d.Node.Split != nil
	}
	return h.Node.On != nil
}

func (c *checker) bounds(n ast.Number, what, between string) {
	c.report(c.at(diag.OutOfBounds, n.At, "%s lies between %s, not at %s", "`"+what+"`", between, n.Text).WithLabel("out of bounds"))
}

func (c *checker) floorBounds(f *ast.Floor) {
	v, m := f.Value.Value, f.Measure.Text
	switch {
	case (m == "r" || m == "eta2" || m == "rd") && (v < 0 || v > 1):
		c.bounds(f.Value, m, "0 and 1")
	case (m == "odds" || m == "rr") && v <= 0:
		c.report(c.at(diag.OutOfBounds, f.Value.At, "`%s` is a ratio, above 0", m).WithLabel("out of bounds"))
	case v < 0:
		c.report(c.at(diag.OutOfBounds, f.Value.At, "a floor is a size, not negative").WithLabel("out of bounds"))
	}
}

func (c *checker) familyClauses(f *ast.Family) {
	if f.Alpha != nil && !(f.Alpha.Value > 0 && f.Alpha.Value < 1) {
		c.bounds(*f.Alpha, "alpha", "0 and 1")
	}
	if f.Method != nil && !has(methodWords, f.Method.Text) {
		c.vocabulary(diag.UnknownMethod, *f.Method, "a method", methodWords)
	} else if f.Method != nil && has(onlineWords, f.Method.Text) {
		c.report(c.at(diag.OnlineMethod, f.Method.At, "`%s` spends a budget over a stream of tests, and a study is judged at once", f.Method.Text).
			WithLabel("a rule of discovery").
			WithHelp("write bh, by, holm or bonferroni"))
	}
}

func (c *checker) datasetClauses(d *ast.Dataset) {
	if d.Split != nil && !(d.Split.Holdout.Value > 0 && d.Split.Holdout.Value < 1) {
		c.bounds(d.Split.Holdout, "holdout", "0 and 1")
	}
	if d.Missing != nil {
		c.emptyRange(d.Missing.Range)
	}
}

// levelCount is the number of levels of a variable, 0 when it cannot be known.
func (c *checker) levelCount(sc *scope, name ast.Name) int {
	y := sc.known[name.Text]
	if y == nil || y.bad || y.v == nil {
		return 0
	}
	if y.v.Type == plan.Binary {
		return 2
	}
	c.lookLevels(sc, y)
	if !y.complete {
		return 0
	}
	return len(y.levels)
}

// outcomeType refuses an outcome with several unordered levels. A condition may leave two of them, which only the rows
// can tell.
func (c *checker) outcomeType(sc *scope, h *Hyp, s *plan.Spec) {
	if s.Outcome == nil || s.Outcome.Type != plan.Categorical || h.Node.Where != nil {
		return
	}
	n := outcomeName(h.Node.Claim)
	if k := c.levelCount(sc, n); k > 2 {
		c.report(c.at(diag.OutcomeType, n.At, "the outcome `%s` is categorical with %d levels", n.Text, k).
			WithLabel("no estimator takes it").
			WithHelp("compare one level with the rest: `var name = %s = %s binary`", ast.WriteName(n.Text), writeCode(sc.known[n.Text].levels[0].Code)))
	}
}

func outcomeName(claim ast.Claim) ast.Name {
	switch x := claim.(type) {
	case *ast.Assoc:
		return x.Outcome
	case *ast.Diff:
		return x.Outcome
	case *ast.Interact:
		return x.Outcome
	case *ast.Heterogeneity:
		return x.Outcome
	}
	return ast.Name{}
}

// omnibus tells whether the claim tests several groups at once; sure is false when the number of levels is not known.
func (c *checker) omnibus(sc *scope, h *Hyp, s *plan.Spec) (yes, sure bool) {
	var n ast.Name
	switch x := h.Node.Claim.(type) {
	case *ast.Diff:
		if x.Contrast != nil {
			return false, true
		}
		n = x.Groups
	case *ast.Heterogeneity:
		n = x.Groups
	case *ast.Assoc:
		n = x.Exposure
		if s.Exposure.Type != plan.Categorical {
			return false, true
		}
	case *ast.Interact:
		for _, m := range []ast.Name{x.Exposure, x.Moderator} {
			if y := sc.known[m.Text]; y.v.Type == plan.Categorical && c.levelCount(sc, m) != 2 {
				return true, c.levelCount(sc, m) > 0
			}
		}
		return false, true
	}
	k := c.levelCount(sc, n)
	return k > 2, k > 0
}

// measure holds `floor` against the claim.
func (c *checker) measure(sc *scope, h *Hyp, s *plan.Spec) {
	f := h.Node.Floor
	if f == nil || c.failed || s.Outcome == nil || untypedSpec(s) || !has(measureWords, f.Measure.Text) {
		return
	}
	yes, sure := c.omnibus(sc, h, s)
	binary := s.Outcome.Type == plan.Binary || s.Outcome.Type == plan.Categorical && (h.Node.Where != nil || c.levelCount(sc, outcomeName(h.Node.Claim)) <= 2)
	grouped := s.Template == plan.Diff || s.Template == plan.Assoc && s.Exposure != nil && s.Exposure.Type == plan.Binary
	product := s.Template == plan.Interact || s.Template == plan.Heterogeneity
	using := ""
	if u := h.Node.Using; u != nil && has(estimatorWords, u.Text) {
		using = u.Text
	}
	logistic := binary && (using == "" || using == string(plan.UsingLogit))
	bad := func(why string) {
		c.report(c.at(diag.MeasureMismatch, f.Measure.At, "`%s` does not measure this claim", f.Measure.Text).
			WithLabel("does not fit").WithHelp("%s; `r` fits every claim", why))
	}
	switch m := f.Measure.Text; {
	case m == "r":
	case m == "eta2":
		if sure && !yes {
			bad("eta2 is about more than two groups at once")
		}
	case sure && yes:
		bad("several groups at once have eta2")
	case (m == "odds" || m == "rr" || m == "rd") && !binary:
		bad("odds, rr and rd need a binary outcome")
	case (m == "odds" || m == "rr" || m == "rd") && !logistic:
		bad("odds, rr and rd come from logistic regression, and `using " + using + "` is another estimator")
	case (m == "rr" || m == "rd") && product:
		bad("rr and rd are about one difference, and this claim is about slopes, which odds compares")
	case m == "beta" && ranks(s, using):
		bad("a rank test has no coefficient")
	case m == "md" && (binary || !grouped):
		bad("md needs a numeric outcome and two groups")
	case m == "d" && !binary && !grouped:
		bad("d needs two groups or a binary outcome")
	case m == "d" && !grouped && !logistic:
		bad("d of a binary outcome comes from logistic regression, and `using " + using + "` is another estimator")
	}
}

// ranks tells whether a claim is surely answered by a test of ranks: one is asked for, or groups are compared on an ordinal outcome without
// controls and weights.
func ranks(s *plan.Spec, using string) bool {
	switch plan.Method(using) {
	case plan.UsingSpearman, plan.UsingMannWhitney, plan.UsingKruskal:
		return true
	case "":
		return s.Template == plan.Diff && s.Outcome.Type == plan.Ordinal && len(s.Controls) == 0 && s.Weights == nil
	}
	return false
}

// estimator holds `using` against the claim and its types.
func (c *checker) estimator(sc *scope, h *Hyp, s *plan.Spec) {
	u := h.Node.Using
	if u == nil || !has(estimatorWords, u.Text) {
		return
	}
	s.Using = plan.Method(u.Text)
	if c.failed || s.Outcome == nil || untypedSpec(s) || c.dataless && s.Using == plan.UsingCluster {
		return
	}
	bad := func(format string, args ...any) {
		c.report(c.at(diag.EstimatorMismatch, u.At, "`%s` does not fit this claim", u.Text).
			WithLabel("does not fit").WithHelp("%s", fmt.Sprintf(format, args...)))
	}
	bare := len(s.Controls) == 0 && s.Weights == nil
	switch s.Using {
	case plan.UsingPearson, plan.UsingSpearman:
		switch {
		case s.Template != plan.Assoc:
			bad("a correlation answers assoc(exposure, outcome)")
		case s.Exposure.Type == plan.Categorical || s.Outcome.Type == plan.Categorical:
			bad("a correlation needs two ordered variables")
		case !bare:
			bad("a correlation takes no controls and no weights; use ols")
		}
	case plan.UsingWelch, plan.UsingMannWhitney, plan.UsingKruskal, plan.UsingANOVA:
		yes, sure := false, true
		if s.Template == plan.Diff {
			yes, sure = c.omnibus(sc, h, s)
		}
		switch {
		case s.Template != plan.Diff:
			bad("it compares groups: diff(outcome, by=groups)")
		case !bare:
			bad("it takes no controls and no weights; use ols")
		case (s.Using == plan.UsingWelch || s.Using == plan.UsingMannWhitney) && sure && yes:
			bad("it compares two groups; name them: `by=%s: a vs b`, or use kruskal or anova", ast.WriteName(s.Groups.Name))
		}
	case plan.UsingWLS:
		if s.Weights == nil {
			bad("wls needs `weights=`")
		}
	case plan.UsingLogit:
		if s.Outcome.Type != plan.Binary && s.Outcome.Type != plan.Categorical {
			bad("logit needs a binary outcome, and `%s` is %s", s.Outcome.Name, s.Outcome.Type)
		} else if s.Weights != nil {
			bad("weighted logistic regression is not defined here: leave the weights out, or say `using ols` for a weighted linear probability model")
		}
	case plan.UsingCluster:
		cat := sc.d.Catalog.Catalog
		if cat == nil || cat.Cluster == "" || !sc.d.Has(cat.Cluster) {
			bad("the catalog names no `design.cluster`")
			return
		}
		s.Cluster = &plan.Variable{Name: cat.Cluster, Column: cat.Cluster, Type: plan.Categorical}
		if e := cat.Variable(cat.Cluster); e != nil {
			s.Cluster.Label, s.Cluster.Missing = e.Label, e.MissingRule()
		}
	}
}

// lineStart is the empty span before the statement that holds offset.
func (c *checker) lineStart(offset int) source.Span {
	for _, s := range c.file.Statements {
		if at := s.Span(); at.Start <= offset && offset < at.End {
			return source.Span{Start: at.Start, End: at.Start}
		}
	}
	return source.Span{}
}

// deleteControl is the edit that takes one name out of `controlling for`.
func (c *checker) deleteControl(names []ast.Name, i int) diag.Edit {
	switch {
	case i > 0:
		return diag.Edit{Span: source.Span{Start: names[i-1].At.End, End: names[i].At.End}}
	case len(names) > 1:
		return diag.Edit{Span: source.Span{Start: names[0].At.Start, End: names[1].At.Start}}
	}
	// The only control: the clause goes with it.
	start := names[0].At.Start
	from := max(0, start-200) // near by: a search through the whole text before would take its time in a long study
	if k := strings.LastIndex(strings.ToLower(c.src.Text[from:start]), "controlling"); k >= 0 && c.src.Text[from+k]|0x20 == 'c' {
		start = from + k
	}
	return diag.Edit{Span: source.Span{Start: start, End: names[0].At.End}}
}
