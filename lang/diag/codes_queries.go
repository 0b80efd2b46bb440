package diag

// E07: queries of the insight graph. Their examples are queries (tests run them against a small graph with the insights H1
// to H12, the variables ses and ba, and a context ses), not studies.
const (
	// QuerySyntax: something is missing in a query or stands in the wrong place.
	//
	// Why: a query is `find` with what to show, then `where`, `order by`, `limit` and `as`, each once and in this order.
	//
	// Example:
	//
	//	find i where i.effect >
	QuerySyntax = "E0701" // query-syntax

	// UnknownRelation: a word between two things that names no relation.
	//
	// Why: the relations of the graph are a closed list, so that a slip of the pen cannot silently find nothing.
	//
	// Example:
	//
	//	find i where i abuot @ses
	UnknownRelation = "E0702" // unknown-relation

	// UnknownProperty: a property that this kind of node does not have.
	//
	// Why: each kind has a fixed set of properties; another name would be missing everywhere.
	//
	// Example:
	//
	//	find i where i.efect > 0.2
	UnknownProperty = "E0703" // unknown-property

	// UnknownConstant: a constant that names nothing in the graph.
	//
	// Why: `@name` stands for one node that exists, of the kind that its place asks for.
	//
	// Example:
	//
	//	find i where i about @sess
	UnknownConstant = "E0704" // unknown-constant

	// AmbiguousConstant: a constant that names several nodes.
	//
	// Why: `@name` stands for exactly one node; where its place does not say which, the whole id does.
	//
	// Example:
	//
	//	find i where i about|within @ses
	AmbiguousConstant = "E0705" // ambiguous-constant

	// UnknownKind: a kind that does not exist, or a variable whose kind stays open.
	//
	// Why: every variable of a query ranges over nodes of one kind, which its tests or a `:kind` must tell.
	//
	// Example:
	//
	//	find v:varible where not i about v
	UnknownKind = "E0706" // unknown-kind

	// WrongEnd: a variable or constant is forced into two kinds.
	//
	// Why: a relation goes from one kind to another; a node of another kind at its end can never match.
	//
	// Example:
	//
	//	find v:variable where v about @ses
	WrongEnd = "E0707" // wrong-end

	// UnsafeVariable: no condition says which nodes a variable stands for.
	//
	// Why: a variable is known by its kind (`i:insight`) or by a relation that it stands in; `not` only takes away, and a branch of `or` may
	// leave it open, so that it could stand for anything.
	//
	// Example:
	//
	//	find v where not i about v
	UnsafeVariable = "E0708" // unsafe-variable

	// EnumValue: a word that is none of a property's values.
	//
	// Why: such a property takes a few fixed words, so a comparison with another one could never hold.
	//
	// Example:
	//
	//	find i where i.status = 'suported'
	EnumValue = "E0709" // enum-value

	// NotTransitive: a quantifier on a relation that cannot be followed again and again.
	//
	// Why: only a relation that leads from insight to insight, and in one direction, has steps to repeat.
	//
	// Example:
	//
	//	find i where i about+ @ses
	NotTransitive = "E0710" // not-transitive

	// CompareValues: two things are compared that have no common type or no order.
	//
	// Why: a number is never equal to a text, and a node is equal to a node, not to a value.
	//
	// Example:
	//
	//	find i where i.effect > 'high'
	CompareValues = "E0711" // compare-values

	// AggregatePlace: an aggregate where there are no groups.
	//
	// Why: count, min, max, mean, median and sum are of the groups that the other items make: they stand among the items,
	// and in `order by` of such a query.
	//
	// Example:
	//
	//	find v where i about v and count(i) > 3
	AggregatePlace = "E0712" // aggregate-place

	// NotSimilar: a similarity that is not there.
	//
	// Why: `similar to` compares texts, so it needs a kind that has one; similarity(i) is the score of exactly one such test
	// that holds for every row.
	//
	// Example:
	//
	//	find i, similarity(i) where i about @ses
	NotSimilar = "E0713" // not-similar

	// OrderScope: rows are ordered by something that they do not hold.
	//
	// Why: rows are distinct, so what is not an item, or a property of one, may have several values in one row.
	//
	// Example:
	//
	//	find i.status where i about @ses order by i.effect
	OrderScope = "E0714" // order-scope

	// RangeEmpty: a range that holds nothing.
	//
	// Why: `low..high` holds what lies from low to high.
	//
	// Example:
	//
	//	find i where i.round in 5..3
	RangeEmpty = "E0715" // range-empty

	// Product: variables that no test connects.
	//
	// Why: each row of the one is then joined with every row of the other, which is rarely meant and grows fast.
	//
	// Example:
	//
	//	find i, j where i about @ses and j about @ba
	Product = "E0716" // product, warning

	// AlwaysFalse: a condition that never holds.
	//
	// Why: whatever is in the graph, no value satisfies it.
	//
	// Example:
	//
	//	find i where i.p > 2
	AlwaysFalse = "E0717" // always-false, warning

	// AlwaysTrue: a condition that always holds.
	//
	// Why: it takes nothing away, at most what has no value; most likely another one was meant.
	//
	// Example:
	//
	//	find i where i.p <= 1
	AlwaysTrue = "E0718" // always-true, warning

	// FloatEquality: a computed number is compared for equality.
	//
	// Why: an effect of 0.3 is stored as 0.29999... or 0.30000...1; a range finds both.
	//
	// Example:
	//
	//	find i where i.effect = 0.3
	FloatEquality = "E0719" // float-equality, warning

	// DepthCapped: a chain of relations was followed to the cap of 32 steps and goes on.
	//
	// Why: chains of findings are short; the cap keeps a query from walking in circles.
	//
	// Example:
	//
	//	find i where i deepens{1..40} @H1
	DepthCapped = "E0720" // depth-capped, warning

	// BareConstant: a variable of a query that is used once has the name of something in the graph.
	//
	// Why: without `@` a name stands for anything, so that the test would hold for every node; `@name` is the one of that name.
	//
	// Example:
	//
	//	find i where i about ses
	BareConstant = "E0721" // bare-constant

	// LoneVariable: a variable of a query that is used once and reads like a name.
	//
	// Why: it stands for anything, and the test for "there is one". Where one thing was meant, `@name` names it; where any was meant,
	// a single letter says so, as in `i deepens j`.
	//
	// Example:
	//
	//	find i where i about income
	LoneVariable = "E0722" // lone-variable, warning
)
