package diag

// E05: lineage.
const (
	// UnknownParent: a lineage clause names no hypothesis of this study.
	//
	// Why: deepens, extends, narrows, contradicts, revises and crosses lead to a hypothesis by its name.
	//
	// Example:
	//
	//	hyp H1: assoc(x, y) deepens H9
	UnknownParent = "E0501" // unknown-parent

	// LineageCycle: a hypothesis is among its own ancestors.
	//
	// Why: a hypothesis comes from earlier ones.
	//
	// Example:
	//
	//	hyp H1: assoc(x, y) deepens H2
	//	hyp H2: assoc(x, z) deepens H1
	LineageCycle = "E0502" // lineage-cycle
)
