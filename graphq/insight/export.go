package insight

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// The formats of Export and Import.
const (
	JSONLines = "jsonl"
	NQuads    = "nquads"
)

// exportHeader is the first line of an export as JSON lines; in N-Quads it is a comment.
type exportHeader struct {
	Graph int `json:"hyp_graph"` // the schema
	Items int `json:"items"`
}

// Export writes the whole graph: as JSON lines, one item a line after a header, or as N-Quads, whose quads `hyp:item` hold the
// same JSON, so that both lose nothing. The same graph gives the same bytes, whatever the order in which it grew.
func (g *Graph) Export(ctx context.Context, w io.Writer, format string) error {
	items, err := g.all(ctx)
	if err != nil {
		return err
	}
	if g.opt.Readable {
		items = mended(items)
	}
	slices.SortFunc(items, compareItems)
	head, err := json.Marshal(exportHeader{Schema, len(items)})
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	switch format {
	case JSONLines:
		fmt.Fprintf(b, "%s\n", head)
		for _, it := range items {
			text, err := encodeItem(it)
			if err != nil {
				return err
			}
			b.Write(text)
			b.WriteByte('\n')
		}
	case NQuads:
		lines, err := quadLines(ctx, items)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "# %s\n", head)
		for _, l := range lines {
			b.WriteString(l)
			b.WriteByte('\n')
		}
	default:
		return fmt.Errorf("no format %q: there are %s and %s", format, JSONLines, NQuads)
	}
	return b.Flush()
}

// quadLines is the quads of items as sorted lines.
func quadLines(ctx context.Context, items []*Item) ([]string, error) {
	s := newQuadStore()
	texts := make([]string, len(items))
	at := make([]span, len(items))
	for i, it := range items {
		text, err := encodeItem(it)
		if err != nil {
			return nil, err
		}
		texts[i], at[i] = string(text), span{Offset: int64(i)}
	}
	s.read = func(x span) (string, error) { return texts[x.Offset], nil }
	if err := s.apply(items, at); err != nil {
		return nil, err
	}
	return s.lines(ctx)
}

// lines is the store's quads as sorted lines.
func (s *quadStore) lines(ctx context.Context) ([]string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	var lines []string
	for q := range s.dirs[0] {
		if q%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.isDead(uint32(q)) {
			continue
		}
		one, err := s.quadAt(uint32(q))
		if err != nil {
			return nil, err
		}
		lines = append(lines, nquad(one))
	}
	slices.Sort(lines)
	return slices.Compact(lines), nil
}

// Import reads an export of either kind (which one is seen from its first byte) and takes it in as Merge does a graph. An export that is
// cut short, of a newer schema, of other data, or with quads that do not follow from its items is refused and nothing is stored. It
// returns how many items the export has and how many of them were new.
func (g *Graph) Import(ctx context.Context, r io.Reader, name string) (items, fresh int, err error) {
	list, err := readExport(ctx, r, name)
	if err != nil {
		return 0, 0, err
	}
	data := map[string][]string{}
	for _, it := range list {
		if d := it.Dataset; d != nil {
			data[d.Name] = append(data[d.Name], d.Hash)
		}
	}
	if err := g.sameData(data, name); err != nil {
		return 0, 0, err
	}
	for _, it := range list {
		if !g.Has(it.ID) {
			fresh++
		}
	}
	return len(list), fresh, g.take(ctx, list)
}

func readExport(ctx context.Context, r io.Reader, name string) ([]*Item, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	line, err := b.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	text, comment := strings.CutPrefix(strings.TrimSpace(line), "#")
	var head exportHeader
	if err := json.Unmarshal([]byte(text), &head); err != nil || head.Graph == 0 {
		return nil, fmt.Errorf("%s: this is no export of a graph: its first line must say hyp_graph", name)
	}
	if head.Graph > Schema {
		return nil, &SchemaError{Where: name, Schema: head.Graph}
	}
	var items []*Item
	if comment {
		items, err = readQuads(ctx, b, name)
	} else {
		items, err = readLines(ctx, b, name)
	}
	if err != nil {
		return nil, err
	}
	if len(items) != head.Items {
		return nil, fmt.Errorf("%s: cut short: it holds %d of %d items", name, len(items), head.Items)
	}
	return items, nil
}

func readLines(ctx context.Context, b *bufio.Reader, name string) ([]*Item, error) {
	var items []*Item
	for n := 2; ; n++ {
		line, err := b.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			it := &Item{}
			if err := json.Unmarshal(line, it); err != nil {
				return nil, fmt.Errorf("%s: line %d: %w", name, n, err)
			}
			if err := it.check(); err != nil {
				return nil, fmt.Errorf("%s: line %d: %w", name, n, err)
			}
			items = append(items, it)
		}
		if err != nil {
			return items, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}
