package rich

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/hyp-lang/hyp/estimators/report"
)

// wide is runewidth's table of East Asian widths, whatever the locale.
var wide = &runewidth.Condition{StrictEmojiNeutral: true}

// advances are the widths of the printable ASCII characters of DejaVu Sans in hundredths of an em, from U+0020. It is the
// widest of the usual sans-serif faces, so that a text set in another one is never wider than estimated.
var advances = [...]float64{
	32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34,
	64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 54,
	100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
	61, 79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50,
	50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62,
	64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
}

// advance is the width of a rune in em.
func advance(r rune) float64 {
	switch {
	case r >= ' ' && r <= '~':
		return advances[r-' '] / 100
	case joins(r):
		return 0
	case wide.RuneWidth(r) == 2:
		return 1.25 // emoji are wider than an em
	}
	return 0.8
}

// joins tells whether a rune belongs to the one before it: marks, joiners, variation selectors and skin tones.
func joins(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector) || r >= 0x1F3FB && r <= 0x1F3FF
}

// textWidth estimates the width of a text of a sans-serif face from above; bold is a tenth wider.
func textWidth(s string, size float64, bold bool) (w float64) {
	for _, r := range s {
		w += advance(r)
	}
	if bold {
		w *= 1.1
	}
	return w * size
}

// cut shortens a text to so many runes, an ellipsis at its end; marks stay with their letter.
func cut(s string, most int) string {
	n := 0
	for i, r := range s {
		if n++; n >= most && len(s) > i+len(string(r)) {
			return before(s, i) + "…"
		}
	}
	return s
}

// fit shortens a text to a width.
func fit(s string, width, size float64, bold bool) string {
	if textWidth(s, size, bold) <= width {
		return s
	}
	room := width/size - advance('…')
	if bold {
		room = width/size/1.1 - advance('…')
	}
	used := 0.0
	for i, r := range s {
		if used += advance(r); used > room {
			return before(s, i) + "…"
		}
	}
	return s
}

// before is s up to byte i, without a half of a character that is made of several runes.
func before(s string, i int) string {
	for i > 0 {
		if r, _ := utf8.DecodeRuneInString(s[i:]); !joins(r) {
			break
		}
		_, size := utf8.DecodeLastRuneInString(s[:i])
		i -= size
	}
	return strings.TrimRight(strings.TrimSuffix(s[:i], "\u200d"), " ")
}

// lines breaks a text at spaces, or behind commas and brackets where there is none, into at most most lines of a width; the
// last one is cut. Every line is clean.
func lines(s string, width, size float64, most int) []string {
	s = strings.TrimSpace(report.Clean(cut(s, 2000)))
	var out []string
	for s != "" {
		if len(out) == most-1 {
			return append(out, fit(s, width, size, false))
		}
		used, at, worse, end := 0.0, 0, 0, len(s)
		for i, r := range s {
			if used += advance(r) * size; used > width {
				end = i
				break
			}
			switch r {
			case ' ', ',':
				at = i + 1
			case '(', ')', '/', '_', ':', '|':
				worse = i + 1
			}
		}
		if at == 0 {
			at = worse
		}
		if end < len(s) && at > 0 {
			end = at
		}
		if end == 0 || end < len(s) && at == 0 {
			return append(out, fit(s, width, size, false))
		}
		out = append(out, strings.TrimSpace(s[:end]))
		s = strings.TrimSpace(s[end:])
	}
	return out
}
