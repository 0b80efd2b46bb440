package check

import "github.com/hyp-lang/hyp/compiler/plan"

// The places of a claim that a known variable can take, for what proposes names: a grammar for a model, a completion. A
// variable without a known type could stand anywhere that the checker has not refused it.

// Grouped tells whether it has levels, so that it can be the groups of a claim.
func (k Known) Grouped() bool { return grouped(k.Type) }

// Ordered tells whether its levels have an order.
func (k Known) Ordered() bool { return k.Type == plan.Ordinal }

// Amount tells whether it is a number to compare and calculate with.
func (k Known) Amount() bool {
	return k.Type == plan.Numeric || k.Type == plan.Count || k.Type == plan.Time
}

// Claimed tells whether a claim may be about it: it is no weight, no identifier and no free text.
func (k Known) Claimed() bool { return !k.Weight && k.Type != plan.ID && k.Type != plan.Text }

// Outcome tells whether it can be the outcome of a claim that may be about it: an estimator takes it.
func (k Known) Outcome() bool { return k.Type != plan.Categorical && k.Type != plan.Time }

// Slope tells whether it can be a part of an interaction.
func (k Known) Slope() bool { return k.Type != plan.Categorical }
