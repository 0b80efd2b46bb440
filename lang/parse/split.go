package parse

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// splitter cuts the stream of tokens where statements begin. It keeps only the tokens of the statement at hand, so that
// its memory does not grow with the file.
type splitter struct {
	scan     *scanner
	buf      []lexer.Token // tokens from the start of the current statement, and a few ahead
	ended    bool
	comments []lexer.Token
	fences   []lexer.Token
	typed    []lexer.Token // tokens in typographic spelling
}

// at is token i of the buffer, or the end of the file.
func (s *splitter) at(i int) *lexer.Token {
	for i >= len(s.buf) && !s.ended {
		t := s.scan.next()
		switch t.Type {
		case tokComment:
			s.comments = append(s.comments, t)
			continue
		case tokFence:
			s.fences = append(s.fences, t)
			continue
		case tokEOF:
			s.ended = true
		}
		if isTypographic(t) && len(s.typed) < maxTypographic {
			s.typed = append(s.typed, t)
		}
		s.buf = append(s.buf, t)
	}
	return &s.buf[min(i, len(s.buf)-1)]
}

// maxTypographic bounds the fixes for typographic signs in one file.
const maxTypographic = 10000

func isTypographic(t lexer.Token) bool {
	switch t.Type {
	case tokPunct:
		return t.Pos.Filename != "" && t.Pos.Filename[0] >= 0x80
	case tokString:
		return t.Value[0] >= 0x80
	}
	return false
}

// next returns the tokens of the next statement, or nil at the end. The slice is valid until the next call.
func (s *splitter) next() []lexer.Token {
	if s.at(0).Type == tokEOF {
		return nil
	}
	depth, claim, closed := 0, false, -1
	for i := 0; ; i++ {
		t := s.at(i)
		if t.Type == tokEOF || i > 0 && s.starts(i, depth) {
			return s.buf[:i]
		}
		if isPunct(t, ":") && s.clauseColon(i, claim, closed >= 0) {
			s.buf = append(s.buf[:i], s.buf[i+1:]...)
			i--
			continue
		}
		switch {
		case i == 0 || i < 4 && t.Type == tokKeyword:
			claim = claim || isClaimWord(t) || t.Type == tokKeyword && strings.EqualFold(t.Value, "hyp")
		case claim && closed >= 0 && depth == 0 && t.Pos.Line == s.at(i-1).Pos.Line && (isPunct(t, ":") || isPunct(t, "—") || isPunct(t, "-") && i == closed+1 || s.sentence(i, closed)):
			s.explanation(i)
			continue
		}
		switch t.Value {
		case "(", "[":
			if t.Type == tokPunct {
				depth++
			}
		case ")", "]":
			if t.Type == tokPunct && depth > 0 {
				if depth--; depth == 0 && closed < 0 {
					closed = i
				}
			}
		}
	}
}

// clauseColon tells whether the colon at i only stands behind the word of a clause (`expect: positive`), and so says nothing. A
// word where a name is due may be a column, behind which a colon begins an explanation.
func (s *splitter) clauseColon(i int, claim, closed bool) bool {
	if i < 3 {
		return false
	}
	word, before := s.at(i-1), s.at(i-2)
	if word.Type != tokIdent {
		return false
	}
	if isWord(word, "for") {
		return isWord(before, "controlling")
	}
	if isWaiting(before) || claim && !closed {
		return false
	}
	kind := strings.ToLower(s.at(0).Value)
	if claim {
		kind = "hyp"
	}
	value := strings.ToLower(word.Value)
	switch {
	case isWord(before, "split"):
		return value == "holdout"
	case isWord(before, "high"):
		return value == "means"
	case before.Type == tokIdent && isClauseWord(before.Value):
		return false
	}
	return slices.Contains(clauseWords[kind], value)
}

// drop takes the first n tokens from the buffer.
func (s *splitter) drop(n int) {
	s.buf = s.buf[:copy(s.buf, s.buf[n:])]
}

// sentence tells whether the full stop at i, right behind a claim, goes before a sentence on the same line.
func (s *splitter) sentence(i, closed int) bool {
	if i != closed+1 || !isPunct(s.at(i), ".") {
		return false
	}
	next := s.at(i + 1)
	return next.Type == tokIdent && next.Pos.Line == s.at(i).Pos.Line && !isClauseWord(next.Value) && !touching(*s.at(i), *next)
}

// explanation replaces the colon at i, and the words behind it on its line, by one token. Its value is empty when nothing or
// a clause is behind the colon.
func (s *splitter) explanation(i int) {
	line := s.at(i).Pos.Line
	first := *s.at(i + 1)
	j := i + 1
	for ; s.at(j).Type != tokEOF && s.at(j).Pos.Line == line; j++ {
		if isClaimWord(s.at(j)) && s.startsClaim(j) {
			break
		}
	}
	if j == i+1 || clauseHead(s.at, i+1) {
		sign := &s.buf[i]
		if sign.Pos.Filename == "" {
			sign.Pos.Filename = sign.Value
		}
		sign.Type, sign.Value = tokExplanation, ""
		return
	}
	for isPunct(s.at(i+1), "-") && j > i+2 && touching(*s.at(i), *s.at(i + 1)) { // --
		s.buf = append(s.buf[:i], s.buf[i+1:]...)
		first, j = *s.at(i + 1), j-1
	}
	end := spanOf(*s.at(j - 1)).End
	text := strings.TrimSpace(s.scan.src[first.Pos.Offset:end])
	words := lexer.Token{Type: tokExplanation, Value: text, Pos: lexer.Position{Offset: first.Pos.Offset, Line: line, Column: first.Pos.Column}}
	s.buf[i] = words
	s.buf = append(s.buf[:i+1], s.buf[j:]...)
}

func isClaimWord(t *lexer.Token) bool {
	if t.Type != tokKeyword {
		return false
	}
	switch strings.ToLower(t.Value) {
	case "assoc", "diff", "interact", "heterogeneity":
		return true
	}
	return false
}

// startsClaim tells whether a claim word at i is followed by the beginning of a claim.
func (s *splitter) startsClaim(i int) bool {
	if !isPunct(s.at(i+1), "(") || !isName(s.at(i+2)) {
		return false
	}
	t := s.at(i + 3)
	return t.Type == tokPunct && strings.Contains(",*~|", t.Value) || isWord(t, "by")
}

// starts tells whether token i begins a statement. Reserved words begin nothing else in a study that is right; in one
// that is not, a reserved word may be a column, so more is asked of it in the middle of a line.
func (s *splitter) starts(i, depth int) bool {
	t, prev := s.at(i), s.at(i-1)
	fresh := t.Pos.Line > prev.Pos.Line
	if t.Type != tokKeyword {
		return false
	}
	claim := isClaimWord(t)
	if claim && isHypHead(s.at, i) {
		return false
	}
	if claim && isPunct(s.at(i+1), "(") {
		return true
	}
	strict := s.startsDeclaration(i)
	waiting := isWaiting(prev)
	if fresh {
		return strict || depth == 0 && !waiting
	}
	return strict && !waiting
}

// isHypHead tells whether the tokens before a claim word at i are `hyp` or `hyp name:`.
func isHypHead(at func(int) *lexer.Token, i int) bool {
	hyp := func(j int) bool {
		return j >= 0 && at(j).Type == tokKeyword && strings.EqualFold(at(j).Value, "hyp")
	}
	return hyp(i-1) || hyp(i-2) || hyp(i-3) && isPunct(at(i-1), ":")
}

// startsDeclaration tells whether a keyword at i is followed by what its statement asks for.
func (s *splitter) startsDeclaration(i int) bool {
	a, b := s.at(i+1), s.at(i+2)
	switch strings.ToLower(s.at(i).Value) {
	case "dataset":
		return a.Type == tokIdent && isWord(b, "from")
	case "var":
		return isName(a) && (b.Type == tokIdent || isPunct(b, "="))
	case "context":
		return a.Type == tokIdent && isPunct(b, "=")
	case "family":
		return a.Type == tokIdent && (b.Type == tokEOF || b.Type == tokKeyword || isWord(b, "alpha") || isWord(b, "method") || isWord(b, "label"))
	case "hyp":
		return isClaimWord(a) || a.Type == tokIdent && (isPunct(b, ":") || isClaimWord(b))
	}
	return false
}

// proseAt finds where, at or before token last of a statement that does not parse, a line of other text begins: it is not
// indented more than the statement, and its first word begins no clause. 0 means nowhere.
func proseAt(src string, toks []lexer.Token, last int) int {
	for i := min(last, len(toks)-1); i > 0; i-- {
		t := &toks[i]
		if t.Pos.Line == toks[i-1].Pos.Line || t.Type == tokIdent && (isExprWord(t) || isClauseWord(t.Value)) || isWaiting(&toks[i-1]) {
			continue
		}
		if (t.Type != tokPunct || beginsBold(toks[i:])) && indent(src, t) <= indent(src, &toks[0]) {
			return i
		}
	}
	return 0
}

// beginsBold tells whether tokens begin with Markdown's **, or with a list marker and it.
func beginsBold(toks []lexer.Token) bool {
	if len(toks) > 0 && isPunct(&toks[0], "-") {
		toks = toks[1:]
	}
	return len(toks) > 1 && isPunct(&toks[0], "*") && isPunct(&toks[1], "*") && touching(toks[0], toks[1])
}

// indent is the number of bytes of white space at the start of a token's line.
func indent(src string, t *lexer.Token) int {
	line := src[strings.LastIndexByte(src[:t.Pos.Offset], '\n')+1:]
	return len(line) - len(strings.TrimLeft(line, " \t"))
}

// isWaiting tells whether a token asks for something behind it, so that a reserved word there is likely a column.
func isWaiting(t *lexer.Token) bool {
	switch t.Type {
	case tokPunct:
		return !strings.Contains(")];.—", t.Value)
	case tokKeyword:
		return !isClaimWord(t) && !strings.EqualFold(t.Value, "hyp")
	case tokIdent:
		switch strings.ToLower(t.Value) {
		case "for", "where", "and", "or", "not", "in", "is", "by":
			return true
		}
	}
	return false
}

var hypWords = []string{"controlling", "weights", "on", "where", "expect", "floor", "decide", "under", "using", "rival",
	"deepens", "extends", "narrows", "contradicts", "revises", "crosses", "needs", "prior", "claim", "because"}

var clauseWords = map[string][]string{
	"dataset": {"from", "catalog", "encoding", "delimiter", "decimal", "thousands", "dates", "key", "weights", "missing", "split", "holdout", "seed", "by", "label"},
	"var":     {"levels", "ref", "missing", "range", "unit", "module", "measured", "high", "means", "label"},
	"context": {"label"},
	"family":  {"alpha", "method", "label"},
	"hyp":     hypWords,
}

var allClauseWords = func() map[string]bool {
	m := map[string]bool{"for": true, "vs": true, "rest": true}
	for _, words := range clauseWords {
		for _, w := range words {
			m[w] = true
		}
	}
	return m
}()

func isClauseWord(word string) bool { return allClauseWords[strings.ToLower(word)] }

// clauseHead tells whether a clause of a hypothesis or a data set certainly begins at i: its word is followed by what it
// asks for, which no name in a list is.
func clauseHead(at func(int) *lexer.Token, i int) bool {
	t := at(i)
	if t.Type != tokIdent {
		return false
	}
	next := at(i + 1)
	name := isName(next)
	switch strings.ToLower(t.Value) {
	case "controlling":
		return isWord(next, "for")
	case "weights":
		return isPunct(next, "=") || name && !isClauseWord(next.Value)
	case "where":
		return name && !isClauseWord(next.Value) || isPunct(next, "(") || isPunct(next, "-") || next.Type == tokNumber
	case "on", "expect", "under", "using", "deepens", "extends", "narrows", "contradicts", "revises", "crosses":
		return next.Type == tokIdent && !isClauseWord(next.Value)
	case "floor":
		return next.Type == tokIdent && isCompareOp(at(i+2))
	case "decide":
		return next.Type == tokIdent && isCompareOp(at(i+2))
	case "rival":
		return next.Type == tokString || next.Type == tokIdent && !isClauseWord(next.Value)
	case "needs", "claim", "because", "label", "catalog", "encoding", "delimiter", "decimal", "thousands", "dates":
		return next.Type == tokString
	case "prior":
		return next.Type == tokNumber
	case "missing":
		return isPunct(next, "(") || next.Type == tokNumber
	case "split":
		return isWord(next, "holdout")
	}
	return false
}
