package assist

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/exp/ebnf"

	"github.com/hyp-lang/hyp/lang/grammar"
)

// Every place of the grammar that takes a name, a level or a text is in slots, so that a new clause gets its completion or is
// left free by decision; and slots has nothing that the grammar has not.
func TestSlotsCoverTheGrammar(t *testing.T) {
	g, err := ebnf.Parse("grammar.ebnf", strings.NewReader(grammar.EBNF()))
	if err != nil {
		t.Fatal(err)
	}
	// Productions that stand for names and values wherever they are used.
	through := []string{"Name", "NameList", "Literal", "Value", "Values", "ValueList", "Set", "Range", "Primary", "Lineage"}
	// Places of words and numbers that need no slot.
	free := []string{"DatasetClause|label", "VarClause|unit", "VarClause|module", "VarClause|means", "VarClause|label", "Context|label", "Family|label", "Context|Expr", "Family|ident"}
	asks := []string{"ident", "quoted", "string", "Name", "NameList", "Literal", "Values", "Set"}
	seen := map[string]bool{}
	var walk func(production, before string, e ebnf.Expression)
	walk = func(production, before string, e ebnf.Expression) {
		switch e := e.(type) {
		case *ebnf.Name:
			key := production + "|" + before
			seen[key] = true
			if _, found := slots[production][before]; !found && slices.Contains(asks, e.String) && !slices.Contains(through, production) && !slices.Contains(free, key) {
				t.Errorf("%s of %s behind %q is in no slot", e.String, production, before)
			}
		case ebnf.Sequence:
			for _, part := range e {
				walk(production, before, part)
				switch part := part.(type) {
				case *ebnf.Token:
					before = part.String
				case *ebnf.Name:
					before = part.String
				}
			}
		case ebnf.Alternative:
			for _, part := range e {
				walk(production, before, part)
			}
		case *ebnf.Group:
			walk(production, before, e.Body)
		case *ebnf.Option:
			walk(production, before, e.Body)
		case *ebnf.Repetition:
			walk(production, before, e.Body)
		}
	}
	for name, p := range g {
		if name[0] >= 'A' && name[0] <= 'Z' {
			walk(name, "", p.Expr)
		}
	}
	for production, befores := range slots {
		for before := range befores {
			if !seen[production+"|"+before] {
				t.Errorf("the grammar has nothing in %s behind %q", production, before)
			}
		}
	}
}

// Every word that the grammar offers is explained beside it.
func TestWordsAreExplained(t *testing.T) {
	for _, w := range grammar.Language() {
		if strings.TrimSpace(explained(w.Name, w.Kind)) == "" {
			t.Errorf("%s (%s) has no note", w.Name, w.Kind)
		}
	}
}
