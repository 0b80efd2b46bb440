package insight

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/cayleygraph/quad"
	"github.com/cayleygraph/quad/nquads"
)

// nquad is a quad as a line of N-Quads (W3C, 2014). The label of none is left out.
func nquad(q quad.Quad) string {
	parts := []string{term(q.Subject), term(q.Predicate), term(q.Object)}
	if q.Label != nil {
		parts = append(parts, term(q.Label))
	}
	return strings.Join(parts, " ") + " ."
}

// term is a value in N-Quads. An IRI holds the condition of a context, and not every character may stand in one as it is.
func term(v quad.Value) string {
	iri, is := v.(quad.IRI)
	if !is {
		return v.String()
	}
	if !strings.ContainsFunc(string(iri), reservedInIRI) {
		return iri.String()
	}
	var b strings.Builder
	b.WriteByte('<')
	for _, r := range string(iri) {
		if reservedInIRI(r) {
			fmt.Fprintf(&b, `\u%04X`, r)
		} else {
			b.WriteRune(r)
		}
	}
	b.WriteByte('>')
	return b.String()
}

func reservedInIRI(r rune) bool { return r <= ' ' || strings.ContainsRune("<>\"{}|^`\\", r) }

// readIRI is an IRI without its escapes. A backslash that begins none stays, as older exports have it.
func readIRI(text string) quad.IRI {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, `\u`)
		b.WriteString(before)
		if !found {
			return quad.IRI(b.String())
		}
		if n, err := strconv.ParseUint(after[:min(4, len(after))], 16, 32); err == nil && len(after) >= 4 {
			b.WriteRune(rune(n))
			after = after[4:]
		} else {
			b.WriteString(`\u`)
		}
		text = after
	}
}

// parseQuad reads a line of an export. Older ones have IRIs without escapes, which end where the predicate begins.
func parseQuad(line string) (q quad.Quad, err error) {
	bad := func() (quad.Quad, error) { return quad.Quad{}, fmt.Errorf("%.200s is no quad of a graph", line) }
	body, dot := strings.CutSuffix(line, " .")
	if !dot || !strings.HasPrefix(body, "<") {
		return bad()
	}
	at := -1
	for _, predicate := range []string{"<" + vocabulary, Type.String()} {
		if i := strings.Index(body, "> "+predicate); i > 0 && (at < 0 || i < at) {
			at = i
		}
	}
	if at < 0 {
		return bad()
	}
	predicate, rest, ok := strings.Cut(body[at+len("> <"):], "> ")
	if !ok || rest == "" {
		return bad()
	}
	if rest[0] != '<' { // a value, with its label: the library reads it
		if q, err = nquads.Parse("<s> <p> " + rest + " ."); err != nil {
			return bad()
		}
	} else {
		object := rest
		if i := strings.LastIndex(rest, "> <"); i >= 0 && !strings.Contains(rest[i+len("> <"):], " ") {
			object, q.Label = rest[:i+1], readIRI(strings.TrimSuffix(rest[i+len("> <"):], ">"))
		}
		if !strings.HasSuffix(object, ">") {
			return bad()
		}
		q.Object = readIRI(object[1 : len(object)-1])
	}
	q.Subject, q.Predicate = readIRI(body[1:at]), readIRI(predicate)
	return q, nil
}

func readQuads(ctx context.Context, b *bufio.Reader, name string) ([]*Item, error) {
	var items []*Item
	have := map[string]bool{}
	for n, more := 2, true; more; n++ {
		line, err := b.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		more = err == nil
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		q, err := parseQuad(line)
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, n, err)
		}
		have[nquad(q)] = true
		if text, isText := q.Object.(quad.String); isText && q.Predicate == quad.Value(Whole) {
			it := &Item{}
			if err := json.Unmarshal([]byte(text), it); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, q.Subject, err)
			}
			if err := it.check(); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			items = append(items, it)
		}
	}
	slices.SortFunc(items, compareItems)
	lines, err := quadLines(ctx, items)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		if !have[l] && !addedLater(l) {
			return nil, fmt.Errorf("%s: the quad %.200s is missing: it follows from the items", name, l)
		}
		delete(have, l)
	}
	for l := range have {
		return nil, fmt.Errorf("%s: no item says %.200s: quads are made from the items of `hyp:item`", name, l)
	}
	return items, nil
}

// later are the properties that an export of this schema may lack, by the prefix of whose they are: hyp began to write them after the
// first exports, and they follow from the items.
var later = map[string][]string{
	"i:": {"log10_p", "log10_q", "holdout_log10_p"},
	"t:": {"specification", "part", "purpose", "why", "log10_p"},
}

// addedLater tells whether a line is a quad of such a property.
func addedLater(line string) bool {
	subject, rest, _ := strings.Cut(strings.TrimPrefix(line, "<"), "> <"+vocabulary)
	for prefix, names := range later {
		if property, _, ok := strings.Cut(rest, "> "); ok && strings.HasPrefix(subject, prefix) && slices.Contains(names, property) {
			return true
		}
	}
	return false
}
