package python

import (
	"strings"
)

// constants are keywords that begin an expression.
var constants = map[string]bool{"None": true, "True": true, "False": true, "not": true, "lambda": true}

// statement rewrites what only the beginning of a statement tells: annotations of variables, and what does not exist.
func (r *rewriter) statement(i int) {
	t := r.tokens[i]
	n := r.next(i)
	if t.kind != nameToken {
		return
	}
	switch t.text {
	case "print":
		if n.kind == stringToken || n.kind == numberToken || n.kind == nameToken && !keywords[n.text] {
			r.fail(t, "Missing parentheses in call to 'print'. Did you mean print(...)?", "")
			return
		}
	case "match":
		if r.endsInColon(i) && (n.kind == nameToken && (!keywords[n.text] || constants[n.text]) || n.kind == stringToken || n.kind == numberToken || strings.Contains("([{-", n.text) && n.text != "") {
			r.fail(t, "'match' does not exist in Python cells", "write if ... elif ... else")
			return
		}
	case "async":
		r.fail(t, "'async' does not exist in Python cells", "write the function without async; cells run one statement after another")
		return
	case "except":
		if n.text == "*" {
			r.fail(n, "'except*' does not exist in Python cells", "write except")
			return
		}
	}
	if keywords[t.text] {
		return
	}
	// A target, then a colon: name, name.name, name[...].
	colon, simple := -1, true
	for j := i + 1; j < len(r.tokens); j++ {
		k := r.tokens[j]
		if k.kind == blankToken {
			continue
		}
		if k.text == ":" && k.depth == t.depth {
			colon = j
			break
		}
		if k.depth == t.depth && k.kind == nameToken && r.src[k.start-1] != '.' || k.kind == lineToken ||
			k.depth == t.depth && k.kind == opToken && k.text != "." && k.text != "]" {
			return
		}
		if k.depth == t.depth && k.kind != opToken && k.kind != nameToken {
			return
		}
		simple = false
	}
	if colon < 0 {
		return
	}
	r.annotation(t, colon, simple)
}

// endsInColon tells whether the logical line of the i-th token ends in a colon.
func (r *rewriter) endsInColon(i int) bool {
	last := token{}
	for ; i < len(r.tokens) && r.tokens[i].kind != lineToken; i++ {
		if r.tokens[i].kind != blankToken {
			last = r.tokens[i]
		}
	}
	return last.text == ":"
}

// annotation takes the annotation out of "target: annotation" and "target: annotation = value".
func (r *rewriter) annotation(target token, colon int, simple bool) {
	equals, end := token{}, token{}
	last := r.tokens[colon]
	for j := colon + 1; j < len(r.tokens); j++ {
		t := r.tokens[j]
		if t.kind == lineToken || t.text == ";" && t.depth == target.depth {
			end = t
			break
		}
		if t.kind == blankToken {
			continue
		}
		if t.text == "=" && t.depth == target.depth && equals.text == "" {
			equals = t
		}
		last = t
	}
	if end.kind != lineToken && end.text != ";" || last.start == r.tokens[colon].start {
		return // nothing behind the colon: the parser complains
	}
	from := r.tokens[colon].start
	switch {
	case equals.text != "" && simple:
		lines := strings.Repeat("\n", strings.Count(r.src[from:equals.end], "\n"))
		r.edit(from, equals.end, " = "+markNote+"(("+lines)
		r.edit(last.end, last.end, "))")
	case equals.text != "":
		lines := strings.Count(r.src[from:equals.end], "\n")
		r.edit(from, equals.end, " = "+strings.Repeat("\\\n", lines))
	case simple:
		lines := strings.Repeat("\n", strings.Count(r.src[from:last.end], "\n"))
		r.edit(from, last.end, " = "+markNote+"("+lines+")")
	default:
		lines := strings.Repeat("\n", strings.Count(r.src[target.start:last.end], "\n"))
		r.edit(target.start, last.end, "(None"+lines+")")
	}
}
