package session

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/kernel/assist"
	"github.com/hyp-lang/hyp/kernel/serve"
	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
)

// stray answers what belongs to another tool: !command, ?name and name?.
func (r *run) stray(ctx context.Context, p part) error {
	text := strings.TrimSpace(r.in.Code[p.at.Start:p.at.End])
	if command, shell := strings.CutPrefix(text, "!"); shell {
		first, rest := word(strings.TrimSpace(command))
		if first == "hyp" && rest != "" {
			return problem("Error", fmt.Sprintf("there is no shell here; write %%%s", rest))
		}
		return problem("Error", "there is no shell here: a cell runs no program; %data FILE looks at a data file")
	}
	name := strings.Trim(strings.Trim(text, "?"), " %")
	if name == "" {
		return r.help(ctx, arguments{})
	}
	return r.help(ctx, arguments{text: name})
}

// card explains a name that the session knows; nil for any other text.
func (s *Session) card(ctx context.Context, name string) serve.Bundle {
	name = strings.Trim(name, "`")
	if name == "" || strings.ContainsAny(name, "\n(") {
		return nil
	}
	now := s.scope(ctx)
	before := "" // what makes a place for it
	switch {
	case slices.ContainsFunc(now.Variables, func(v assist.Variable) bool { return v.Name == name }):
		before = "assoc("
	case slices.ContainsFunc(now.Contexts, func(n assist.Named) bool { return n.Name == name }):
		before = "assoc(a, b) where "
	case slices.ContainsFunc(now.Families, func(n assist.Named) bool { return n.Name == name }):
		before = "assoc(a, b) under "
	case slices.ContainsFunc(now.Datasets, func(n assist.Named) bool { return n.Name == name }):
		before = "assoc(a, b) on "
	case slices.ContainsFunc(now.Hypotheses, func(h assist.Hypothesis) bool { return h.Name == name }):
		before = "hyp h: assoc(a, b) rival "
	default:
		return nil
	}
	code := before + ast.WriteName(name)
	return assist.Inspect(now, code, len(code)-1, true)
}

// habitOf tells how people who know other tools begin, and what they find here instead.
var habitOf = []struct {
	form *regexp.Regexp
	help string
}{
	{regexp.MustCompile(`(?i)^(import\s+\w|from\s+\w+\s+import\b)`), "nothing need be imported: declare the data with `dataset d from \"data.csv\"`; a cell that begins with %%python runs Python"},
	{regexp.MustCompile(`(?i)^(library|require|install\.packages)\s*\(`), "nothing need be loaded: declare the data with `dataset d from \"data.csv\"`"},
	{regexp.MustCompile(`(?i)^(select|with|insert|update|create)\s`), "this is not SQL: declare the data with `dataset d from \"data.csv\"`, claim with `assoc(x, y) where z = 1`, and ask the graph with `find i where ...`"},
	{regexp.MustCompile(`(?i)^\w[\w.]*\s*(=|<-)\s*(pd\.)?read[._]?(csv|parquet|table|excel|_)\w*\s*\(`), "declare the data with `dataset d from \"data.csv\"`"},
	{regexp.MustCompile(`(?i)^(smf\.)?(lm|glm|ols|logit|aov|lmer)\s*\(|^[\w.` + "`" + `]+\s*~\s*[\w.` + "`" + `]+`), "y ~ x + z is written `assoc(x, y) controlling for z`, and x * z as `interact(x * z -> y)`"},
	{regexp.MustCompile(`(?i)^(t\.test|wilcox\.test|kruskal\.test|ttest_ind|stats\.\w+)\s*\(`), "two groups are compared with `diff(y, by=g)`; the test is chosen by the types, or with `using welch`"},
	{regexp.MustCompile(`(?i)^(cor|cor\.test|corr|pearsonr|spearmanr)\s*\(`), "write `assoc(x, y)`; `using spearman` asks for ranks"},
	{regexp.MustCompile(`(?i)^\w+\.(head|describe|info|columns|shape|plot|groupby)\b|^(head|summary|str|names|describe|View)\s*\(`), "%data FILE shows the columns of a file with their types, and %catalog what is known of them"},
	{regexp.MustCompile(`(?i)^print\s*\(`), "a cell shows its results by itself; a cell that begins with %%python runs Python"},
	{regexp.MustCompile(`(?i)^(def|for|if|class|while)\s.*:\s*$`), "a cell that begins with %%python runs Python"},
	{regexp.MustCompile(`(?i)^help\s*\(.`), "%help lists what a cell can be; %help NAME explains a word"},
	{regexp.MustCompile(`(?i)^(match|merge)\s*\(`), "the graph is asked with `find i where i about @name`"},
	{regexp.MustCompile(`^[A-Za-z_]\w*\s*=\s*(assoc|diff|interact|heterogeneity)\b`), "a hypothesis with a name is written `hyp H1: assoc(x, y)`"},
	{regexp.MustCompile(`^\w+[.\[]["'\w.]`), "a cell that begins with %%python runs Python, where hyp.data[\"name\"] is a column; %data shows all columns"},
	{regexp.MustCompile(`^[A-Za-z_]\w*\s*=[^=]`), "a derived variable is declared with `var name = expression`, a condition with `context name = condition`"},
}

// clauseWords begin the clauses of a hypothesis.
var clauseWords = []string{"controlling", "weights", "where", "expect", "floor", "decide", "under", "using", "rival", "deepens", "extends", "narrows",
	"contradicts", "revises", "crosses", "needs", "prior", "because"}

// commandWords are hyp's commands, which people put behind the program's name.
var commandWords = regexp.MustCompile(`^(?:\$\s*)?hyp\s+(run|check|plan|lint|fmt|emit|init|explain|query|graph|freeze|verify|diff)\b(?:\s|$)`)

// habit gives an error the help that fits a notebook, and text that begins no statement help by what it is known from elsewhere.
func habit(d diag.Diagnostic) diag.Diagnostic {
	if d.File == nil || d.Severity != diag.Error {
		return d
	}
	line := strings.TrimSpace(d.File.Line(d.File.Position(d.Span.Start).Line))
	if m := commandWords.FindStringSubmatch(line); m != nil {
		d.Fixes = nil
		d.Help = "write %" + m[1] + "; it is about this session"
		switch m[1] {
		case "run", "check":
			d.Help = "a cell checks and runs its own hypotheses; %run answers earlier ones again"
		case "init":
			d.Help = "write %data FILE"
		case "diff":
			d.Help = "write %verify"
		}
		return d
	}
	switch d.Code {
	case diag.NoDataset:
		d.Why, d.Help = "a claim is about a table", "declare the data first, in this cell or an earlier one: `dataset d from \"data.csv\"`"
		return d
	case diag.MissingFile:
		d.Why = "paths are relative to the folder of the notebook"
		return d
	case diag.NotAStatement:
	default:
		return d
	}
	if first, _ := word(line); slices.Contains(clauseWords, strings.ToLower(first)) {
		d.Help, d.Fixes = fmt.Sprintf("`%s` begins a clause: it belongs behind its hypothesis, in the same cell", first), nil
		return d
	}
	for _, h := range habitOf {
		if h.form.MatchString(line) {
			d.Help, d.Fixes = h.help, nil
			return d
		}
	}
	return d
}
