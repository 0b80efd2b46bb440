package python

// slash takes the / out of parameters: what may only be given by position may then be given by name as well.
func (r *rewriter) slash(i int, prev token) {
	r.edit(prev.start, prev.end, "")
	r.edit(r.tokens[i].start, r.tokens[i].end, "")
}

// parameters gives those behind a * without a default one that means none. They follow the i-th token and stand at a depth of
// brackets.
func (r *rewriter) parameters(i, depth int) {
	var first, last token // of the parameter at hand
	star, defaulted, inner := false, false, 0
	hasDefault := false
	end := func() {
		switch {
		case first.text == "*":
			star = true
		case first.kind != nameToken || first.text == "":
		case star && !hasDefault:
			r.edit(last.end, last.end, "="+markNeeded)
		case !star && defaulted && !hasDefault:
			r.fail(first, "non-default argument follows default argument", "")
		}
		defaulted = defaulted || hasDefault
		first, hasDefault = token{}, false
	}
	for j := i + 1; j < len(r.tokens); j++ {
		t := r.tokens[j]
		if t.kind == blankToken {
			continue
		}
		if t.depth < depth || t.kind == lineToken {
			return
		}
		if t.depth == depth {
			switch {
			case t.text == "lambda" && t.kind == nameToken:
				inner++
			case t.text == ":" && inner > 0:
				inner--
			case t.text == ")" || t.text == "]" || t.text == "}" || t.text == ":" && r.tokens[i].text == "lambda":
				end()
				return
			case t.text == "," && inner == 0:
				end()
				continue
			case t.text == "=" && inner == 0:
				hasDefault = true
			}
		}
		if first.text == "" {
			first = t
		}
		last = t
	}
}

// target puts brackets around a target of one element, "for x, in y", of which the parser forgets the comma.
func (r *rewriter) target(i int) {
	var first, last token
	for j := i + 1; j < len(r.tokens) && r.tokens[j].kind != lineToken; j++ {
		t := r.tokens[j]
		if t.kind == blankToken {
			continue
		}
		if t.text == "in" && t.depth == r.tokens[i].depth {
			if last.text == "," && last.depth == t.depth {
				r.edit(first.start, first.start, "(")
				r.edit(last.end, last.end, ")")
			}
			return
		}
		if first.text == "" {
			first = t
		}
		last = t
	}
}
