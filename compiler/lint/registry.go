package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
)

// registered is the one list, in order of code; filled by init, since rules look rules up.
var registered []*Rule

func rules() []*Rule { return registered }

func init() {
	registered = []*Rule{
		postExposureControl, outcomeFirst, sharedSource, frozenByContext, selectsOnOutcome, redundantControl, tooFewRows, sparseGroup,
		sameBattery, ignoredWeights,
		noFamily, noDirection, noFloor, undetectableFloor, unadjustedCriterion, unusedHoldout, nullWithoutFloor, duplicateClaim,
		opposedPair, noRival,
		unusedDeclaration, suspectMissingCode, levelMismatch, numericLooksNominal, noReference, undeclaredVariable,
		rawColumnName, repeatedCondition, unformatted,
		lineageMismatch,
		unusedSuppression, bareSuppression,
	}
}

// Rules lists every rule in order of code. The slice is a copy, the rules are not: do not change them.
func Rules() []*Rule { return slices.Clone(rules()) }

// Lookup finds a rule by name or by code, in any case; nil when there is none.
func Lookup(nameOrCode string) *Rule {
	for _, r := range rules() {
		if strings.EqualFold(r.Name, nameOrCode) || strings.EqualFold(r.Code, nameOrCode) {
			return r
		}
	}
	return nil
}

// suggest names rules that may have been meant by a word, as ", did you mean `x`?"; empty when none is near.
func suggest(word string) string {
	var names []string
	for _, r := range rules() {
		names = append(names, r.Name)
	}
	if near := diag.Suggest(word, names); len(near) > 0 {
		return fmt.Sprintf("; did you mean `%s`?", near[0])
	}
	return ""
}

// Explain is the text of `hyp explain` for a rule, by name or code; false when there is none.
func Explain(nameOrCode string) (string, bool) {
	r := Lookup(nameOrCode)
	if r == nil {
		return "", false
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s[%s] %s (needs %s)\n\n%s\n", r.Level, r.Code, r.Name, r.Needs, r.Doc.What)
	for _, part := range r.Doc.parts() {
		switch {
		case part.text == "":
		case part.code:
			fmt.Fprintf(&b, "\n%s:\n\n%s", part.title, indent(part.text))
		default:
			fmt.Fprintf(&b, "\n%s: %s\n", part.title, part.text)
		}
	}
	return b.String(), true
}

// part is one section of a rule's documentation.
type part struct {
	title, text string
	code        bool
}

func (d Doc) parts() []part {
	settings := "the level"
	if d.Settings != "" {
		settings += "; " + d.Settings
	}
	fixed := "After the fix"
	return []part{
		{"Why", d.Why, false}, {"Example", d.Example, true}, {"Its data", d.Rows(), false}, {"Its catalog", d.Catalog, true}, {"Instead", d.Instead, true},
		{fixed, d.Fixed, true}, {"Ignore it when", d.Ignore, false}, {"Settings", settings, false},
	}
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			b.WriteString("\n")
			continue
		}
		b.WriteString("    " + line)
	}
	return b.String()
}
