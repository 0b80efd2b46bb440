package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/hyp-lang/hyp/lang/source"
)

// maxDepth bounds the nesting of a catalog; the deepest real one has five levels.
const maxDepth = 64

// syntaxError is a document that does not parse, with its place.
type syntaxError struct {
	span    source.Span
	message string
}

func (e *syntaxError) Error() string { return e.message }

// parseJSON reads a JSON document. encoding/json checks the syntax; its token stream keeps what its decoder loses: places,
// the order of keys, and keys that stand twice.
func parseJSON(f *source.File) (*node, *syntaxError) {
	text := f.Text
	skip := 0
	if strings.HasPrefix(text, "\ufeff") {
		skip = len("\ufeff")
	}
	p := &jsonParser{text: text, skip: skip, dec: json.NewDecoder(strings.NewReader(text[skip:]))}
	p.dec.UseNumber()
	n, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if _, e := p.dec.Token(); e != io.EOF {
		at := p.start(p.end)
		return nil, &syntaxError{source.Span{Start: at, End: min(at+1, len(text))}, "text after the end of the catalog's object"}
	}
	return n, nil
}

type jsonParser struct {
	text string
	skip int
	dec  *json.Decoder
	end  int // of the last token
}

// start is the first byte at or after offset that can begin a token.
func (p *jsonParser) start(offset int) int {
	for offset < len(p.text) && strings.IndexByte(" \t\r\n,:", p.text[offset]) >= 0 {
		offset++
	}
	return offset
}

// token reads a token and its span.
func (p *jsonParser) token() (json.Token, source.Span, *syntaxError) {
	from := p.start(int(p.dec.InputOffset()) + p.skip)
	t, err := p.dec.Token()
	if err == nil {
		p.end = int(p.dec.InputOffset()) + p.skip
		return t, source.Span{Start: from, End: p.end}, nil
	}
	at, message := from, err.Error()
	var bad *json.SyntaxError
	switch {
	case errors.As(err, &bad):
		// Offset counts the bytes read up to and with the offending one.
		if o := int(bad.Offset) - 1 + p.skip; o > at && o < len(p.text) {
			at = o
		}
		message = strings.TrimPrefix(message, "json: ")
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		at = len(strings.TrimRight(p.text, " \t\r\n"))
		message = "the file ends before its last bracket is closed"
		if strings.TrimSpace(p.text[p.skip:]) == "" {
			message = "the file is empty"
		}
	}
	return nil, source.Span{}, &syntaxError{source.Span{Start: at, End: min(at+1, len(p.text))}, message}
}

func (p *jsonParser) value(depth int) (*node, *syntaxError) {
	t, span, err := p.token()
	if err != nil {
		return nil, err
	}
	return p.from(t, span, depth)
}

func (p *jsonParser) from(t json.Token, span source.Span, depth int) (*node, *syntaxError) {
	if depth > maxDepth {
		return nil, &syntaxError{span, fmt.Sprintf("more than %d nested brackets", maxDepth)}
	}
	n := &node{span: span}
	switch t := t.(type) {
	case nil:
	case string:
		n.kind, n.text = textNode, t
	case json.Number:
		n.kind, n.text = numberNode, t.String()
	case bool:
		n.kind, n.text = boolNode, fmt.Sprint(t)
	case json.Delim:
		n.kind = listNode
		if t == '{' {
			n.kind = mapNode
		}
		for p.dec.More() {
			if n.kind == mapNode {
				k, at, err := p.token()
				if err != nil {
					return nil, err
				}
				name, _ := k.(string)
				n.keys = append(n.keys, key{name, at})
			}
			v, err := p.value(depth + 1)
			if err != nil {
				return nil, err
			}
			n.values = append(n.values, v)
		}
		_, end, err := p.token()
		if err != nil {
			return nil, err
		}
		n.span.End = end.End
	}
	return n, nil
}
