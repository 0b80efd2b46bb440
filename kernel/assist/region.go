package assist

import (
	"strings"
	"unicode/utf8"

	"github.com/hyp-lang/hyp/graphq/query"
)

// language tells in which language a part of a cell is.
type language uint8

const (
	studies language = iota
	queries
	commands // a line with a magic
	foreign
)

// region is the part of a cell around a cursor that is in one language.
type region struct {
	language language
	text     string // with as many bytes as the code up to its end; what is of another language is blank
	start    int    // where it begins
	magic    *Magic // that it belongs to
}

// regionAt finds the region of a cursor.
func regionAt(s *Scope, code string, cursor int) region {
	body := 0 // where the part behind %%name begins
	var cell *Magic
	lead := len(code) - len(strings.TrimLeft(code, " \t\r\n"))
	if strings.HasPrefix(code[lead:], "%%") {
		end := endOfLine(code, lead)
		name, _ := magicName(code[lead:end])
		if cell = s.magic(name, true); cursor <= end {
			return region{commands, code[:end], lead, cell}
		}
		if cell == nil || cell.Takes == Foreign {
			return region{foreign, code, end, cell}
		}
		if body = end; cell.Takes == QueryText {
			return region{queries, code, body, cell}
		}
	}
	from := strings.LastIndexByte(code[:cursor], '\n') + 1
	end := endOfLine(code, cursor)
	if from += len(code[from:end]) - len(strings.TrimLeft(code[from:end], " \t")); from < end && code[from] == '%' && cell == nil {
		name, rest := magicName(code[from:end])
		m := s.magic(name, false)
		if start := from + rest; m != nil && cursor >= start {
			switch m.Takes {
			case QueryText:
				return region{queries, code[:end], start, m}
			case StudyText:
				return region{studies, blank(code[:end], 0, start), start, m}
			case Foreign:
				return region{foreign, code[:end], start, m}
			}
		}
		return region{commands, code[:end], from, m}
	}
	if cell == nil && query.Begins(code) {
		return region{queries, code, lead, nil}
	}
	return region{studies, study(code, body), body, cell}
}

// study blanks the lines of a cell that are no study: magics, and all up to body.
func study(code string, body int) string {
	text := blank(code, 0, body)
	for from := body; from < len(code); {
		end := endOfLine(code, from)
		if strings.HasPrefix(strings.TrimLeft(code[from:end], " \t"), "%") {
			text = blank(text, from, end)
		}
		from = end + 1
	}
	return text
}

func endOfLine(code string, at int) int {
	if n := strings.IndexByte(code[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(code)
}

// blank puts spaces in the place of code[from:to], line endings apart.
func blank(code string, from, to int) string {
	if from >= to {
		return code
	}
	b := []byte(code)
	for i := from; i < to; i++ {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}

// magicName is the name at the start of a line with % or %%, and where what is behind it begins.
func magicName(line string) (name string, rest int) {
	at := len(line) - len(strings.TrimLeft(line, "%"))
	end := at
	for end < len(line) && line[end] != ' ' && line[end] != '\t' && line[end] != '\r' {
		end++
	}
	if rest = end; rest < len(line) {
		rest++
	}
	return line[at:end], rest
}

// at brings a cursor into the text and to the start of a rune.
func at(code string, cursor int) int {
	cursor = max(0, min(cursor, len(code)))
	for cursor > 0 && cursor < len(code) && !utf8.RuneStart(code[cursor]) {
		cursor--
	}
	return cursor
}
