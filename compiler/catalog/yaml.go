package catalog

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/hyp-lang/hyp/lang/source"
)

// aliasFactor bounds what aliases may expand to, in nodes a byte of the file, so that a small file cannot fill the memory.
const aliasFactor = 10

// yamlLine finds the place in the library's messages, which carry it as text only.
var yamlLine = regexp.MustCompile(`^(?:yaml: )?(?:line (\d+): )?(.*)$`)

// parseYAML reads a YAML document. Scalars keep their text as written, so that a code 01 or a label `no` stays what it is.
func parseYAML(f *source.File) (n *node, bad *syntaxError) {
	defer func() { // the library panics on some malformed input
		if r := recover(); r != nil {
			n, bad = nil, &syntaxError{source.Span{}, fmt.Sprint(r)}
		}
	}()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(f.Text), &doc); err != nil {
		m := yamlLine.FindStringSubmatch(strings.TrimSpace(err.Error()))
		line := 1
		message := err.Error()
		if m != nil {
			message = m[2]
			if l, e := strconv.Atoi(m[1]); e == nil {
				line = max(1, min(l, f.Lines()))
			}
		}
		return nil, &syntaxError{f.LineSpan(line), message}
	}
	if len(doc.Content) == 0 {
		return nil, &syntaxError{source.Span{}, "the file is empty"}
	}
	y := &yamlReader{file: f}
	return y.read(doc.Content[0], 0)
}

type yamlReader struct {
	file  *source.File
	nodes int
}

// span places a scalar. The library gives the start, counted in lines and code points; the end is found from the text.
func (y *yamlReader) span(n *yaml.Node) source.Span {
	if n.Line < 1 || n.Line > y.file.Lines() {
		return source.Span{}
	}
	line := y.file.LineSpan(n.Line)
	text, at := y.file.Text[line.Start:line.End], line.Start
	for i := 1; i < n.Column && len(text) > 0; i++ {
		_, w := utf8.DecodeRuneInString(text)
		text, at = text[w:], at+w
	}
	end := at + 1
	switch {
	case n.Kind != yaml.ScalarNode:
	case n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 && text != "":
		end = at + len(text)
		if i := strings.IndexByte(text[1:], text[0]); i >= 0 {
			end = at + i + 2
		}
	case strings.HasPrefix(text, n.Value):
		end = at + len(n.Value)
	}
	return source.Span{Start: at, End: min(end, len(y.file.Text))}
}

func (y *yamlReader) read(n *yaml.Node, depth int) (*node, *syntaxError) {
	if y.nodes++; y.nodes > aliasFactor*len(y.file.Text)+1000 || depth > maxDepth {
		return nil, &syntaxError{y.span(n), "the aliases or brackets of this file expand without end"}
	}
	out := &node{span: y.span(n)}
	switch n.Kind {
	case yaml.AliasNode:
		return y.read(n.Alias, depth+1)
	case yaml.ScalarNode:
		out.text = n.Value
		switch n.ShortTag() {
		case "!!null":
			out.kind = nullNode
		case "!!int", "!!float":
			out.kind = numberNode
		case "!!bool":
			out.kind = boolNode
		default:
			out.kind = textNode
		}
	case yaml.SequenceNode:
		out.kind = listNode
		for _, c := range n.Content {
			v, err := y.read(c, depth+1)
			if err != nil {
				return nil, err
			}
			out.values = append(out.values, v)
		}
	case yaml.MappingNode:
		out.kind = mapNode
		var merged []*node
		for i := 0; i+1 < len(n.Content); i += 2 {
			k, c := n.Content[i], n.Content[i+1]
			if k.Kind != yaml.ScalarNode {
				return nil, &syntaxError{y.span(k), "a key must be a plain value"}
			}
			v, err := y.read(c, depth+1)
			if err != nil {
				return nil, err
			}
			if k.ShortTag() == "!!merge" && v.kind == mapNode {
				merged = append(merged, v)
				continue
			}
			out.keys, out.values = append(out.keys, key{k.Value, y.span(k)}), append(out.values, v)
		}
		for _, m := range merged { // what the object says itself wins over what it inherits
			for j, inherited := range m.keys {
				if !out.has(inherited.text) {
					out.keys, out.values = append(out.keys, inherited), append(out.values, m.values[j])
				}
			}
		}
	}
	return out, nil
}
