package catalog

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/hyp-lang/hyp/lang/source"
)

// kind is what a node of the document is, whichever format it was written in.
type kind uint8

const (
	nullNode kind = iota
	textNode      // a string
	numberNode
	boolNode
	listNode
	mapNode
)

func (k kind) String() string {
	return [...]string{"null", "text", "a number", "true or false", "a list", "an object"}[k]
}

// node is one value of a catalog with its place. Objects keep the order of their keys, which JSON libraries lose and
// which is the order of levels.
type node struct {
	kind   kind
	text   string // a scalar as written, unescaped
	span   source.Span
	keys   []key   // of a mapNode, in order
	values []*node // of a mapNode (parallel to keys) or a listNode
}

type key struct {
	text string
	span source.Span
}

// get is the value of a key; nil when the key is absent or its value is null, which mean the same in a catalog.
func (n *node) get(name string) *node {
	if n == nil || n.kind != mapNode {
		return nil
	}
	for i, k := range n.keys {
		if k.text == name {
			if n.values[i].kind == nullNode {
				return nil
			}
			return n.values[i]
		}
	}
	return nil
}

// has tells whether a key is written, be its value null.
func (n *node) has(name string) bool {
	for _, k := range n.keys {
		if k.text == name {
			return true
		}
	}
	return false
}

// raw writes the node as JSON, keys in their order; it is how unknown keys are kept.
func (n *node) raw() json.RawMessage {
	var b bytes.Buffer
	n.write(&b)
	return b.Bytes()
}

func (n *node) write(b *bytes.Buffer) {
	switch n.kind {
	case nullNode:
		b.WriteString("null")
	case boolNode:
		b.WriteString(strings.ToLower(n.text))
	case numberNode:
		if json.Valid([]byte(n.text)) {
			b.WriteString(n.text)
		} else { // YAML has .inf, 0x1F and 1_000
			quoteJSON(b, n.text)
		}
	case textNode:
		quoteJSON(b, n.text)
	case listNode:
		b.WriteByte('[')
		for i, v := range n.values {
			if i > 0 {
				b.WriteByte(',')
			}
			v.write(b)
		}
		b.WriteByte(']')
	case mapNode:
		b.WriteByte('{')
		for i, v := range n.values {
			if i > 0 {
				b.WriteByte(',')
			}
			quoteJSON(b, n.keys[i].text)
			b.WriteByte(':')
			v.write(b)
		}
		b.WriteByte('}')
	}
}

func quoteJSON(b *bytes.Buffer, s string) {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string always encodes
	b.Truncate(b.Len() - 1)
}
