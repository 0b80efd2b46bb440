package parse

import (
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// This file recognises what other languages write in the place of a statement: model formulas, calls of a correlation, claims in
// quotes inside of a list. All of it is an error, with the claim that was likely meant as a fix.

var (
	// model is a formula by itself, or as the first argument of a call, in quotes or not: lm(y ~ x), smf.ols("y ~ x", data=d).
	model = regexp.MustCompile("^(?:[A-Za-z_]\\w*\\s*(?:=|<-)\\s*)?([A-Za-z_][\\w.]*\\s*\\(\\s*(?:formula\\s*=\\s*)?)?[\"'“]?\\s*(" + term + ")\\s*~\\s*([^,\"'”)(]*(?:\\([^()]*\\)[^,\"'”)(]*)*)")
	// correlation is a call with two names, or with two columns of a table.
	correlation = regexp.MustCompile("^(?i:(?:[a-z_]\\w*\\.)*(?:corr?|correl|correlate|correlation|associated?|association|pearsonr?|spearmanr?|cor\\.test|causes?|predicts?|affects?|relates?|relationship))\\s*\\(\\s*(" + column + ")\\s*,\\s*(" + column + ")\\s*\\)")
	pandasCorr  = regexp.MustCompile("^(" + column + ")\\s*\\.corr\\(\\s*(" + column + ")\\s*\\)")
	ofTable     = regexp.MustCompile("^[A-Za-z_]\\w*(?:\\[['\"]([^'\"]+)['\"]\\]|\\$`?([^`]+)`?|\\.(\\w+))$")
	asFactor    = regexp.MustCompile("^(?i:c|factor|as\\.factor|as\\.numeric)\\(\\s*(" + term + ")\\s*\\)$")
	quotedClaim = regexp.MustCompile(`(?is)^\s*(?:hyp(?:\s+\w+\s*:)?\s*)?(?:assoc|diff|interact|heterogeneity)\s*\(.*\)`)
)

const (
	term   = "[A-Za-z_][\\w.]*|`[^`]+`"
	column = "[A-Za-z_][\\w.]*(?:\\[['\"][^'\"]+['\"]\\]|\\$[\\w.]+|\\$`[^`]+`)?|`[^`]+`"
)

// plainName is a column as another language names it: df["x"], d$x and C(x) are x. A dot within a name makes it one in backquotes.
func plainName(text string) (string, bool) {
	text = strings.TrimSpace(text)
	if m := asFactor.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	if column, ok := columnOf(text); ok {
		text = column
	}
	if strings.HasPrefix(text, "`") {
		text = strings.Trim(text, "`")
	} else if text == "" || !ast.IsIdentRune(rune(text[0]), true) || strings.ContainsAny(text, " ()^:*|+-") {
		return "", false
	}
	return ast.WriteName(text), text != ""
}

// columnOf is the column in df["x"], d$x or df.x. Where a dot stands behind another word, as in Sepal.Length, it is a part of the name.
func columnOf(text string) (string, bool) {
	m := ofTable.FindStringSubmatch(text)
	if m == nil || m[3] != "" && !slices.Contains(frames, strings.ToLower(text[:strings.IndexByte(text, '.')])) {
		return "", false
	}
	return m[1] + m[2] + m[3], true
}

// frames are what tables are called in code.
var frames = []string{"df", "data", "d", "dat", "frame", "table", "dataset", "self", "pd", "row"}

// meant is the claim that a line of another language says, "" when it says none.
func meant(line string) string {
	line = strings.TrimSpace(line)
	if m := correlation.FindStringSubmatch(line); m != nil {
		return assocOf(m[1], m[2])
	}
	if m := pandasCorr.FindStringSubmatch(line); m != nil {
		return assocOf(m[1], m[2])
	}
	m := model.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	y, ok := plainName(m[2])
	if !ok {
		return ""
	}
	return formulaClaim(strings.ToLower(m[1]), y, m[3])
}

func assocOf(x, y string) string {
	a, okA := plainName(x)
	b, okB := plainName(y)
	if !okA || !okB {
		return ""
	}
	return "assoc(" + a + ", " + b + ")"
}

// formulaClaim is what a formula's right side says of y: x + z is adjusted for z, x * z is an interaction, x | g compares slopes.
func formulaClaim(call, y, right string) string {
	right = strings.TrimSpace(right)
	if x, g, bar := strings.Cut(right, "|"); bar {
		a, okA := plainName(x)
		b, okB := plainName(g)
		if okA && okB {
			return "heterogeneity(" + y + " ~ " + a + " | " + b + ")"
		}
		return ""
	}
	var names []string
	product := ""
	for _, t := range strings.Split(right, "+") {
		t = strings.TrimSpace(t)
		if a, b, found := strings.Cut(strings.ReplaceAll(t, ":", "*"), "*"); found {
			x, okX := plainName(a)
			z, okZ := plainName(b)
			if !okX || !okZ || product != "" {
				return ""
			}
			product = "interact(" + x + " * " + z + " -> " + y + ")"
			names = slices.DeleteFunc(names, func(n string) bool { return n == x || n == z })
			continue
		}
		if t == "1" || t == "0" || t == "-1" {
			continue
		}
		n, ok := plainName(t)
		if !ok {
			return ""
		}
		names = append(names, n)
	}
	claim := product
	switch {
	case product != "":
		names = slices.DeleteFunc(names, func(n string) bool {
			return strings.HasPrefix(product, "interact("+n+" *") || strings.Contains(product, "* "+n+" ->")
		})
	case len(names) == 0:
		return ""
	case len(names) == 1 && groupTests[strings.TrimRight(strings.TrimSpace(call), "( ")]:
		return "diff(" + y + ", by=" + names[0] + ")"
	default:
		claim, names = "assoc("+names[0]+", "+y+")", names[1:]
	}
	if len(names) > 0 {
		claim += " controlling for " + strings.Join(names, ", ")
	}
	return claim
}

// groupTests are functions whose formula compares groups.
var groupTests = map[string]bool{"t.test": true, "aov": true, "wilcox.test": true, "kruskal.test": true, "oneway.test": true, "anova": true}

// elsewhere explains a statement of another language, or claims in quotes; ok is false for other text. line is the span of the
// first line of toks.
func (p *parser) elsewhere(toks []lexer.Token, line source.Span) (d diag.Diagnostic, ok bool) {
	text := p.file.Slice(line)
	if claim := meant(text); claim != "" {
		at := line
		if h := strings.IndexByte(text, '#'); h > 0 {
			at.End = at.Start + len(strings.TrimRight(text[:h], " \t"))
		}
		return diag.New(diag.FormulaHabit, p.file, at, "`%s` is no statement of this language", clip(text)).
			WithLabel("another language").
			WithHelp("write it as a claim: the exposure first, then the outcome, and what is adjusted for behind `controlling for`").
			WithFix("write `"+claim+"`", false, diag.Edit{Span: at, Text: claim}), true
	}
	var claims []string
	for _, t := range toks {
		if t.Type != tokString {
			continue
		}
		if s, err := stringOf(t); err == nil && quotedClaim.MatchString(s.Text) {
			claims = append(claims, strings.TrimSpace(s.Text))
		}
	}
	if len(claims) == 0 {
		return d, false
	}
	whole := tokensSpan(toks)
	what := "a claim stands"
	if len(claims) > 1 {
		what = "claims stand"
	}
	return diag.New(diag.NotAStatement, p.file, whole, "%s without quotes and brackets around", what).
		WithHelp("a study is claims, one a line; what is left of the list is dropped").
		WithFix("keep the "+map[bool]string{true: "claim", false: "claims"}[len(claims) == 1]+" alone", false, diag.Edit{Span: whole, Text: strings.Join(claims, "\n")}), true
}

// label finds a name in front of a claim that lacks its `hyp`, however it is set off: H1: H1. H1) Hypothesis 1: Hypothesis: in toks,
// which are all in front of the claim. The text is what to write instead, with a space behind it; "" for a word that only says
// that a claim follows.
func label(toks []lexer.Token) (text string, ok bool) {
	last := len(toks) - 1
	if last < 1 || toks[0].Type != tokIdent && !isPunct(&toks[0], "-") {
		return "", false
	}
	if isPunct(&toks[0], "-") { // - hypothesis: assoc(...)
		if text, ok = label(toks[1:]); ok && text == "" {
			return "", true
		}
		return "", false
	}
	end := &toks[last]
	if !isPunct(end, ":") && !isPunct(end, ".") && !isPunct(end, ")") && !isPunct(end, "-") && !isPunct(end, "—") && end.Type != tokExplanation {
		return "", false
	}
	word := strings.ToLower(toks[0].Value)
	announces := slices.Contains(announcing, word)
	switch {
	case last == 1 && announces:
		return "", true
	case last == 1:
		return "hyp " + toks[0].Value + ": ", !ast.IsReserved(toks[0].Value)
	case last == 2 && announces && toks[1].Type == tokNumber && strings.Trim(toks[1].Value, "0123456789") == "":
		return "hyp H" + toks[1].Value + ": ", true
	case last == 2 && announces && toks[1].Type == tokIdent:
		return "hyp " + toks[1].Value + ": ", !ast.IsReserved(toks[1].Value)
	}
	return "", false
}

// announcing are words that stand before a claim and say that one follows.
var announcing = []string{"hypothesis", "hypotheses", "claim", "claims", "code", "dsl", "statement", "line", "query", "test", "answer", "output", "result", "study"}
