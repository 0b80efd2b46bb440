// Package query is the query language of the insight graph: parsing, checking, planning, evaluation and output.
//
// A query is a conjunction of tests in words over a closed, typed schema (Kinds, Relations). Constants are marked with @,
// so that a slip of the pen never turns a variable into a constant; what a query cannot mean is told before it runs, with
// the diagnostics of the language. Run does everything from text to Result; Parse, Check and Compile are its steps. The
// graph is read through the small interface Graph.
package query
