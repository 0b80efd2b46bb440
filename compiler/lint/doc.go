// Package lint finds what is doubtful in studies: controls that come after the exposure, many tests without a family, large
// p-values taken for absence, declarations that nothing uses, layout.
//
// A rule is plain data (code, name, level, what it needs, documentation, a function), one registry lists all, and one Run
// serves the command, the kernel and editors. Text rules need no data, and no data file need exist: names are resolved
// through the study and its catalogs (check.Dataless). Data rules open the tables. Duplicate-claim and lineage-mismatch
// also compare with an insight graph, of which they ask what Insights has: Options.Graph opens the data, without which the ids of
// specifications are not those of the graph, and lets parents be in the graph alone (check.Ancestry).
//
// Fixes are safe when every hypothesis keeps its specification id, which Fix holds each round against; a round that would
// lose a comment or break a statement is not made.
//
// Measured on two cores that other work shared (processor time; a free machine needs about half of it as wall time): a study
// of 100,000 lines (4.7 MB) with 105,000 findings 5.5 s and 280 MB, 1,000 files of 50 lines 2.0 s and 40 MB, a study of 200
// lines 20 ms as a whole process:
//
//	go test ./compiler/lint -run xxx -bench Long -benchtime 3x
//	time hyp lint --format short long.hyp > findings.txt
package lint
