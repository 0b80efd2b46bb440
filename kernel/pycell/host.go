package pycell

import (
	"context"
	"encoding/json"
)

// Host is what Python cells see of the session, as the module hyp. Its methods are called one at a time, while a cell runs;
// the context ends when the cell is interrupted. An error is raised in the cell as hyp.Error with the error's own words.
type Host interface {
	// Results are the records of the session's results so far, oldest first: the JSON objects that the session shows
	// beside its tables. Their members are the attributes and items of Python's result objects.
	Results(ctx context.Context) ([]json.RawMessage, error)
	// Insights are the rows that a query answers, each a JSON object with its columns in order.
	Insights(ctx context.Context, query string) ([]json.RawMessage, error)
	// Run runs a hypothesis as a cell of its own would, ledger and all, and returns its record. A statement that makes
	// several results returns the array of their records.
	Run(ctx context.Context, statement string) (json.RawMessage, error)
	// Columns are the names of the columns of the session's data, in order; empty without data.
	Columns(ctx context.Context) ([]string, error)
	// Column is a column's values by row: a JSON array of numbers or strings with null for missing. A column longer than
	// MaxColumn is an error that says so.
	Column(ctx context.Context, name string) (json.RawMessage, error)
}

// MaxColumn is the most rows of a column that a Host should hand to Python.
const MaxColumn = 500_000
