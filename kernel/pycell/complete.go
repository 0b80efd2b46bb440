package pycell

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/hyp-lang/hyp/kernel/pycell/python"
	"github.com/hyp-lang/hyp/kernel/serve"
)

// Complete proposes what may stand at the byte offset cursor of a Python cell's code: names, keywords, modules, attributes,
// and the columns of the session's data behind hyp.data. It runs no code and may be called while a cell runs; the variables
// are those after the last cell.
func (c *Cells) Complete(code string, cursor int) serve.Completion {
	c.mu.Lock()
	names := slices.Clone(c.names)
	c.mu.Unlock()
	cursor = min(max(cursor, 0), len(code))
	if column, ok := c.columns(code, cursor); ok {
		return column
	}
	start, found := python.Complete(code, cursor, names)
	out := serve.Completion{Start: start, End: cursor}
	if strings.HasSuffix(code[:start], "hyp.data.") {
		for _, n := range c.columnNames() {
			if strings.HasPrefix(n, code[start:cursor]) && identifier.MatchString(n) {
				out.Matches = append(out.Matches, serve.Match{Text: n, Kind: "variable", Note: "column"})
			}
		}
	}
	for _, k := range found {
		out.Matches = append(out.Matches, serve.Match{Text: k.Name, Kind: k.Kind, Note: k.Note})
	}
	return out
}

// columns completes the name in hyp.data["...
func (c *Cells) columns(code string, cursor int) (serve.Completion, bool) {
	line := code[strings.LastIndexByte(code[:cursor], '\n')+1 : cursor]
	at := strings.LastIndex(line, "hyp.data[")
	if at < 0 || c.host == nil {
		return serve.Completion{}, false
	}
	word := line[at+len("hyp.data["):]
	if word == "" || word[0] != '"' && word[0] != '\'' || strings.ContainsAny(word[1:], `"']`) {
		return serve.Completion{}, false
	}
	out := serve.Completion{Start: cursor - len(word) + 1, End: cursor}
	for _, n := range c.columnNames() {
		if strings.HasPrefix(n, word[1:]) && !strings.ContainsAny(n, "\"'\\\n") {
			out.Matches = append(out.Matches, serve.Match{Text: n, Kind: "variable", Note: "column"})
		}
	}
	return out, true
}

// columnNames are the columns of the session's data, if they are told soon.
func (c *Cells) columnNames() []string {
	if c.host == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	names, err := c.host.Columns(ctx)
	if err != nil {
		return nil
	}
	return names
}

var (
	identifier = regexp.MustCompile(`^[\pL_][\pL\pN_]*$`)
	columnOf   = regexp.MustCompile(`hyp\.data(?:\.([\pL_][\pL\pN_]*)|\["([^"\\\n]*)"\]?|\['([^'\\\n]*)'\]?)`)
)

// ColumnAt is the name of the column of hyp.data at a byte offset of a cell's code; empty where there is none.
func ColumnAt(code string, cursor int) string {
	for _, at := range columnOf.FindAllStringSubmatchIndex(code, -1) {
		for g := 2; g < len(at); g += 2 {
			if at[g] >= 0 && at[g] <= cursor+1 && cursor <= at[1] { // its quotes and bracket count as the name
				return code[at[g]:at[g+1]]
			}
		}
	}
	return ""
}

// Inspect explains the name at the byte offset cursor of a Python cell's code. It runs no code and may be called while a cell
// runs; the variables are those after the last cell.
func (c *Cells) Inspect(code string, cursor int) (python.Card, bool) {
	c.mu.Lock()
	names := slices.Clone(c.names)
	c.mu.Unlock()
	return python.Inspect(code, cursor, names)
}

// IsComplete tells whether the code of a Python cell can run as it is.
func IsComplete(code string) serve.Completeness {
	status, indent := python.IsComplete(code)
	return serve.Completeness{Status: status, Indent: indent}
}
