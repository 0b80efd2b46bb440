package grammar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hyp-lang/hyp/lang/ast"
)

// Names are what hypotheses of one study can name.
type Names struct {
	Variables                                []Variable
	Contexts, Families, Datasets, Hypotheses []string
	Split                                    bool // rows are set aside, so that a criterion can be about a part
}

// Variable is a declared variable or a column.
type Variable struct {
	Name    string
	Amount  bool     // numbers: compared with numbers, and calculated with
	Grouped bool     // it has levels, so that it can be the groups of a claim
	Ordered bool     // its levels have an order
	Levels  []string // as a study writes them; empty when they are not known
	Claimed bool     // a claim may be about it: not a weight, an identifier or a free text
	Weight  bool     // it may weigh rows
	Outcome bool     // of a claim that may be about it: it can be the outcome
	Slope   bool     // and it can be a part of an interaction
}

// study puts the names of a study into the places of Name and ident.
func (b *builder) study(v Vocabulary, n *Names) {
	for slot, to := range map[string]string{
		"Assoc|(|Name": "Claimed", "Assoc|,|Name": "Outcome",
		"Interact|(|Name": "Slope", "Interact|*|Name": "Slope", "Interact|->|Name": "Outcome",
		"Heterogeneity|(|Name": "Outcome", "Heterogeneity|~|Name": "Claimed", "Heterogeneity|||Name": "Groups",
		"NameList||Name": "Claimed", "NameList|,|Name": "Claimed", "HypClause|Equal|Name": "Weight",
		"HypClause|on|ident": "DatasetName", "HypClause|under|ident": "FamilyName", "Rival||ident": "HypName",
		"HypClause|Lineage|ident": "HypName", "HypClause|,|ident": "HypName",
	} {
		b.slots[slot] = to
	}
	b.words("DatasetName", n.Datasets)
	b.words("FamilyName", n.Families)
	b.words("HypName", n.Hypotheses)
	b.words("Condition", written(n.Contexts))
	pick := func(keep func(Variable) bool) (out []string) {
		for _, v := range n.Variables {
			if keep(v) {
				out = append(out, ast.WriteName(v.Name))
			}
		}
		return out
	}
	b.words("Claimed", pick(func(v Variable) bool { return v.Claimed }))
	b.words("Outcome", pick(func(v Variable) bool { return v.Claimed && v.Outcome }))
	b.words("Slope", pick(func(v Variable) bool { return v.Claimed && v.Slope }))
	b.words("Groups", pick(func(v Variable) bool { return v.Claimed && v.Grouped }))
	b.words("Weight", pick(func(v Variable) bool { return v.Weight }))
	b.words("Any", pick(func(Variable) bool { return true }))
	b.words("Amount", pick(func(v Variable) bool { return v.Amount }))
	var small, sizes []string
	for _, q := range v.Quantities {
		if significance(q) {
			small = append(small, q)
		} else {
			sizes = append(sizes, q)
		}
	}
	b.words("Significance", small)
	b.words("Size", sizes)
	var contrast, leveled []string
	for i, v := range n.Variables {
		if !v.Grouped {
			continue
		}
		name := strconv.Quote(ast.WriteName(v.Name))
		level := "Literal"
		if len(v.Levels) > 0 {
			level = fmt.Sprintf("Level%d", i+1)
			if k := slices.IndexFunc(n.Variables[:i], func(o Variable) bool { return o.Grouped && slices.Equal(o.Levels, v.Levels) }); k >= 0 {
				level = fmt.Sprintf("Level%d", k+1)
			} else {
				b.words(level, v.Levels)
			}
		}
		if v.Claimed {
			contrast = append(contrast, fmt.Sprintf(`%s [ ":" %s "vs" ( %s | "rest" ) ]`, name, level, level))
		}
		op := `( "=" | "!=" )`
		if v.Ordered {
			op = "CompareOp"
		}
		leveled = append(leveled, fmt.Sprintf(`%s %s %s`, name, op, level), fmt.Sprintf(`%s [ "not" ] "in" "(" %s { "," %s } ")"`, name, level, level))
	}
	b.alternatives("Grouping", contrast)
	b.alternatives("LevelTest", leveled)
	b.text(`
Diff    = "diff" "(" Outcome "," "by" "=" Grouping ")" .
Compare = Condition | LevelTest | Sum CompareOp Sum | Sum [ "not" ] "in" ( NumberList | Range ) | Any "is" [ "not" ] "missing" | "(" Expr ")" .
NumberList = "(" [ "-" ] number { "," [ "-" ] number } ")" .
Primary = number | Amount | Call | "(" Sum ")" .
Call    = ( "log" | "exp" | "sqrt" | "abs" ) "(" Sum ")" | ( "min" | "max" ) "(" Sum "," Sum { "," Sum } ")" | "if" "(" Expr "," Sum "," Sum ")" .
`)
	part := ""
	if n.Split {
		part = ` [ "on" ( "train" | "holdout" ) ]`
	}
	b.text(`Criterion = Significance ( "<" | "<=" ) number` + part + ` | Size CompareOp number` + part + ` .`)
}

// significance are the quantities that are judged by how small they are; the other ones are sizes. None is negative.
func significance(quantity string) bool { return quantity == "p" || quantity == "q" }

func (b *builder) alternatives(name string, alts []string) {
	if len(alts) == 0 {
		b.words(name, nil)
		return
	}
	b.text(name + " = " + strings.Join(alts, " | ") + " .")
}

// written are names as a study writes them.
func written(names []string) (out []string) {
	for _, n := range names {
		out = append(out, ast.WriteName(n))
	}
	return out
}

// Level is a level's code as a study writes it: plain when it reads as a number, else in quotes.
func Level(code string) string {
	if isNumber(strings.TrimPrefix(code, "-")) || code == "true" || code == "false" {
		return code
	}
	return ast.Quote(code)
}

// isNumber tells whether text is a number of the language: digits with an optional fraction and exponent.
func isNumber(text string) bool {
	if text == "" || text[0] != '.' && (text[0] < '0' || text[0] > '9') || strings.ContainsAny(text, "xXpP_iInN") {
		return false
	}
	_, err := strconv.ParseFloat(text, 64)
	return err == nil && text[len(text)-1] != '.'
}
