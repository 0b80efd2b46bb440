package assist

import "github.com/hyp-lang/hyp/lang/follow"

// slot is what a place of the grammar asks for beyond its class of token.
type slot uint8

const (
	free slot = iota // nothing that could be proposed: a new name, a number, words
	exposure
	outcome
	moderator
	groups
	contrast // a level of the groups
	control
	weight
	column // of the data set that is being declared
	declared
	operand  // of a condition or a formula
	amount   // an operand that is calculated with
	compared // what an operand is compared with
	reference
	function
	typeName
	prediction
	measure
	quantity
	method
	estimator
	dataset
	family
	rival
	ancestor
	dataFile
	catalogFile
)

// slots tells what stands in a production behind an item: production, item before. The innermost production of a path that is
// here decides.
var slots = map[string]map[string]slot{
	"Assoc":         {"(": exposure, ",": outcome},
	"Diff":          {"(": outcome, "Equal": groups, ":": contrast, "vs": contrast},
	"Interact":      {"(": exposure, "*": moderator, "->": outcome},
	"Heterogeneity": {"(": outcome, "~": exposure, "|": groups},
	"HypClause":     {"for": control, "weights": weight, "on": dataset, "expect": prediction, "floor": measure, "under": family, "using": estimator, "Lineage": ancestor, ",": ancestor, "needs": free, "claim": free, "because": free, "prior": free},
	"Rival":         {"": rival},
	"Criterion":     {"": quantity, "CompareOp": free},
	"Dataset":       {"dataset": free, "from": dataFile},
	"DatasetClause": {"catalog": catalogFile, "encoding": free, "delimiter": free, "decimal": free, "thousands": free, "dates": free, "key": column, "weights": column, "by": column, "missing": free},
	"Family":        {"family": free, "method": method},
	"Context":       {"context": free},
	"Hyp":           {"hyp": free},
	"Var":           {"var": declared},
	"Type":          {"": typeName},
	"VarClause":     {"ref": reference, "levels": free, "missing": free, "range": free},
	"Call":          {"": function},
	"Compare":       {"": operand, "CompareOp": compared, "in": compared},
	"Sum":           {"Term": amount},
	"Term":          {"Unary": amount},
}

// slotOf is the slot of a place; places of words have none.
func slotOf(p follow.Place) slot {
	if p.Literal != "" {
		return free
	}
	for _, step := range p.Path {
		if s, found := slots[step.Production][step.Before]; found {
			return s
		}
	}
	return free
}

// vocabularies are the slots that take a word of the language, with its kind in the language reference.
var vocabularies = map[slot]string{
	function: "function", typeName: "type", prediction: "prediction", measure: "measure", quantity: "quantity", method: "method",
	estimator: "estimator",
}

// of is the slot of a token that stands in a statement.
func of(t follow.Token) slot {
	for _, p := range t.Places {
		if s := slotOf(p); s != free {
			return s
		}
	}
	return free
}
