package editor

import (
	"maps"
	"slices"
	"strings"

	"golang.org/x/exp/ebnf"

	"github.com/hyp-lang/hyp/lang/ast"
	"github.com/hyp-lang/hyp/lang/grammar"
)

// Words are the words that an editor colours, all in lower case.
type Words struct {
	Statements []string            `json:"statements"` // dataset, var, ...
	Claims     []string            `json:"claims"`     // assoc, diff, ...
	ClaimWords []string            `json:"claimWords"` // between the brackets of a claim: by, vs, rest
	Clauses    map[string][]string `json:"clauses"`    // by the statement; hyp for all claims
	Values     map[string][]string `json:"values"`     // what a clause takes from a vocabulary: expect, floor, ...
	Types      []string            `json:"types"`
	Functions  []string            `json:"functions"`
	Expression []string            `json:"expression"` // and, or, ...
	Query      Query               `json:"query"`
}

// Query are the words of the query language, which this package does not know by itself: package query's Language, KindNames and
// RelationNames.
type Query struct {
	Verbs     []string `json:"verbs"`
	Clauses   []string `json:"clauses"` // all words with a meaning by their place
	Functions []string `json:"functions"`
	Formats   []string `json:"formats"`
	Kinds     []string `json:"kinds"`
	Relations []string `json:"relations"`
}

// valueKinds are the kinds of words, in the language reference, that a clause takes.
var valueKinds = map[string]string{"expect": "prediction", "floor": "measure", "using": "estimator", "method": "method", "decide": "quantity"}

// Language gathers the words of studies from the grammar and the language reference, and adds those of queries.
func Language(q Query) (Words, error) {
	g, err := ebnf.Parse("grammar.ebnf", strings.NewReader(grammar.EBNF()))
	if err != nil {
		return Words{}, err
	}
	in := func(productions ...string) (out []string) {
		for _, p := range productions {
			out = append(out, literals(g[p].Expr)...)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	claims := ast.StatementWords[5:]
	without := func(words []string, less ...string) []string {
		return slices.DeleteFunc(words, func(w string) bool { return slices.Contains(less, w) })
	}
	w := Words{
		Statements: ast.StatementWords[:5], Claims: claims,
		ClaimWords: without(in("Assoc", "Diff", "Interact", "Heterogeneity"), claims...),
		Clauses: map[string][]string{
			"dataset": without(in("Dataset", "DatasetClause"), "dataset"),
			"var":     without(in("Var", "VarClause"), "var"),
			"context": without(in("Context"), "context"),
			"family":  without(in("Family"), "family"),
			"hyp":     without(in("HypClause", "Lineage", "Criterion"), "and"),
		},
		Values: map[string][]string{}, Types: vocabulary("type"), Functions: vocabulary("function"), Expression: ast.ExprWords, Query: q,
	}
	for clause, kind := range valueKinds {
		w.Values[clause] = vocabulary(kind)
	}
	return w, nil
}

// vocabulary lists the words of a kind in the language reference, sorted.
func vocabulary(kind string) []string {
	found := map[string]bool{}
	for _, w := range grammar.Language() {
		if w.Kind == kind {
			found[w.Name] = true
			for _, also := range strings.Fields(w.Keywords) {
				found[also] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// literals lists the words of an expression that are not in productions it names.
func literals(e ebnf.Expression) (out []string) {
	switch e := e.(type) {
	case *ebnf.Token:
		if ast.IsIdent(e.String) {
			return []string{e.String}
		}
	case ebnf.Alternative:
		for _, part := range e {
			out = append(out, literals(part)...)
		}
	case ebnf.Sequence:
		for _, part := range e {
			out = append(out, literals(part)...)
		}
	case *ebnf.Group:
		return literals(e.Body)
	case *ebnf.Option:
		return literals(e.Body)
	case *ebnf.Repetition:
		return literals(e.Body)
	}
	return out
}
