package insight

import (
	"errors"
	"fmt"
	"strings"
)

// ErrNoGraph is the answer where there is no graph.
var ErrNoGraph = errors.New("there is no graph here")

// ErrReadOnly is the answer to writing to a graph that was opened for reading.
var ErrReadOnly = errors.New("the graph is open for reading only")

// SchemaError refuses a store or an export of a newer schema.
type SchemaError struct {
	Where  string
	Schema int
}

func (e *SchemaError) Error() string {
	return fmt.Sprintf("%s: written by a newer hyp (schema %d; this one knows %d): update hyp", e.Where, e.Schema, Schema)
}

// DatasetError refuses findings on other data than a graph is about.
type DatasetError struct {
	Where      string
	Have, Want []string // data sets of the graph, and of what was to be added
	Reason     string   // more, where names alone do not say it
}

func (e *DatasetError) Error() string {
	text := fmt.Sprintf("%s: the graph is about %s, and these findings are about %s", e.Where, strings.Join(e.Have, ", "), strings.Join(e.Want, ", "))
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	return text + ": use another folder, or keep both in one with --graph-any-data"
}
