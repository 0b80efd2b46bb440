package diag

// E04: design.
const (
	// SelfClaim: a variable is related to itself.
	//
	// Why: a variable goes with itself perfectly; this is true of any data.
	//
	// Example:
	//
	//	assoc(x, x)
	SelfClaim = "E0401" // self-claim

	// NoHoldout: a criterion is about the holdout, and the data have none.
	//
	// Why: a holdout is set aside by `split holdout 0.3 seed 7` of the data set, before anything is seen.
	//
	// Example:
	//
	//	assoc(x, y) decide p < 0.05 on holdout
	NoHoldout = "E0402" // no-holdout

	// DefinitionCycle: a variable is defined by itself.
	//
	// Why: a derived variable is computed from others, which must come to an end at columns.
	//
	// Example:
	//
	//	var a = b + 1 numeric
	//	var b = a - 1 numeric
	//	assoc(a, y)
	DefinitionCycle = "E0403" // definition-cycle

	// ControlIsCore: a variable of the claim is also controlled for.
	//
	// Why: with the exposure or the outcome held constant nothing is left to estimate.
	//
	// Example:
	//
	//	assoc(x, y) controlling for x
	ControlIsCore = "E0404" // control-is-core

	// SelfContrast: a level is compared with itself.
	//
	// Why: a difference needs two groups.
	//
	// Example:
	//
	//	diff(y, by=g: "a" vs "a")
	SelfContrast = "E0405" // self-contrast

	// AdjustedWithoutFamily: a criterion on q for a hypothesis in no family.
	//
	// Why: q is p adjusted for the other members of a family; without one there is nothing to adjust for.
	//
	// Example:
	//
	//	assoc(x, y) decide q < 0.05
	AdjustedWithoutFamily = "E0406" // adjusted-without-family

	// NullWithoutFloor: a predicted absence without the smallest effect that would matter.
	//
	// Why: a large p-value does not show absence; the floor says what is small enough to be called none.
	//
	// Example:
	//
	//	assoc(x, y) expect null
	NullWithoutFloor = "E0407" // null-without-floor

	// NoDataset: a study that names no data, and none are given.
	//
	// Why: a claim is about a table; declare it with `dataset name from "file"`, or give it on the command line.
	NoDataset = "E0408" // no-dataset

	// DuplicateControl: a variable stands twice among the controls.
	//
	// Why: the second one changes nothing; most likely another variable was meant.
	//
	// Example:
	//
	//	assoc(x, y) controlling for z, z
	DuplicateControl = "E0409" // duplicate-control

	// OnlineMethod: a family of a study names a rule for tests that come one after another.
	//
	// Why: such rules decide each test before the next is known, in the order of a ledger; a study has all its tests at hand.
	//
	// Example:
	//
	//	family f method lord
	//	assoc(x, y) under f
	OnlineMethod = "E0410" // online-method

	// LargeP: a criterion that asks p or q to be large.
	//
	// Why: a large p shows neither an effect nor its absence, for few rows give one as well; an absence is shown by an interval inside a
	// floor.
	//
	// Example:
	//
	//	assoc(x, y) decide p > 0.05
	LargeP = "E0411" // large-p
)
