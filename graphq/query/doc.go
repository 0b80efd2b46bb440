// Package query is the query language of the insight graph: parsing, checking, planning, evaluation and output.
//
// A query is a conjunction of tests in words over a closed, typed schema (Kinds, Relations). Constants are marked with @,
// so that a slip of the pen never turns a variable into a constant; what a query cannot mean is told before it runs, with
// the diagnostics of the language. Run does everything from text to Result; Parse, Check and Compile are its steps. The
// graph is read through the small interface Graph.
//
// A comparison with a missing value never holds, and `not` is negation as failure: it holds where the test does not. Rows are distinct and come by
// their items from left to right, ids in natural order and texts by their bytes; keys of `order by` go first, and missing values come last in either
// order, so that equal graphs give equal pages. Aggregates are of the known values of the distinct nodes of a group, and missing when there is
// none; count is 0 then. A p-value below the doubles is compared, ordered, aggregated and written by its logarithm. The name of an insight
// is all names of the hypotheses that are its test: = and in ask for any of them.
package query
