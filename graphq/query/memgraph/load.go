package memgraph

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/hyp-lang/hyp/graphq/query"
)

// Load reads a graph as lines of text: a node with its properties, `i:H1 effect=0.3 text="more of it"`, or an edge,
// `i:H1 outcome v:ba`. # begins a comment.
func Load(text string) (*Graph, error) {
	b := NewBuilder()
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, " #")
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if err := b.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
		if b.err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, b.err)
		}
	}
	return b.Graph()
}

func (b *Builder) line(line string) error {
	id, rest, _ := strings.Cut(line, " ")
	b.Node(id)
	first, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if first != "" && !strings.Contains(first, "=") {
		fields := strings.Fields(rest)
		if len(fields) < 2 {
			return fmt.Errorf("%q is neither a node nor an edge", line)
		}
		for _, to := range fields[1:] {
			b.Edge(id, fields[0], to)
		}
		return nil
	}
	for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
		name, value, ok := strings.Cut(rest, "=")
		if !ok {
			return fmt.Errorf("%q is not property=value", rest)
		}
		if strings.HasPrefix(value, `"`) {
			quoted, err := strconv.QuotedPrefix(value)
			if err != nil {
				return fmt.Errorf("%q: %w", value, err)
			}
			rest = value[len(quoted):]
			value, _ = strconv.Unquote(quoted)
		} else {
			value, rest, _ = strings.Cut(value, " ")
		}
		p := kindOf(id).Property(name)
		if p == nil {
			return fmt.Errorf("%s has no property %q", id, name)
		}
		v, err := parse(p.Type, value)
		if err != nil {
			return fmt.Errorf("%s of %s: %w", name, id, err)
		}
		b.Set(id, name, v)
	}
	return nil
}

func parse(t query.Type, text string) (query.Value, error) {
	switch t {
	case query.Number, query.Whole:
		x, err := strconv.ParseFloat(text, 64)
		return query.NumberValue(x), err
	case query.Bool:
		x, err := strconv.ParseBool(text)
		return query.BoolValue(x), err
	case query.Time:
		x, err := time.Parse("2006-01-02", text)
		return query.TimeValue(x), err
	}
	return query.TextValue(text), nil
}
