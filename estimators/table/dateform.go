package table

import (
	"fmt"
	"strings"
	"unicode"
)

// dateForm is the order of day, month and year in a date, and what stands between them.
type dateForm struct {
	order   [3]byte // 'd', 'm' and 'y'
	between [2]string
}

// dateFormOf reads a form such as dd.mm.yyyy: dd, mm and yyyy (or d, m), in any order and case, with one or more signs that
// are neither letters nor digits between them. Years have four digits, since two would have to be guessed at.
func dateFormOf(form string) (dateForm, error) {
	var f dateForm
	bad := func(format string, args ...any) (dateForm, error) {
		return f, fmt.Errorf("dates %q "+format+": write a form such as \"dd.mm.yyyy\" or \"mm/dd/yyyy\"", append([]any{form}, args...)...)
	}
	if strings.Contains(form, "%") {
		other := strings.NewReplacer("%d", "dd", "%m", "mm", "%Y", "yyyy", "%-d", "d", "%-m", "m").Replace(form)
		if _, err := dateFormOf(other); err == nil && !strings.Contains(other, "%") {
			return f, fmt.Errorf("dates %q is strptime's way: write %q", form, other)
		}
		return bad("is strptime's way")
	}
	rest, seen := strings.ToLower(form), ""
	for i := range f.order {
		if rest == "" {
			return bad("has no %s", lackOf(seen))
		}
		c := rest[0]
		n := len(rest) - len(strings.TrimLeft(rest, rest[:1]))
		switch {
		case c != 'd' && c != 'm' && c != 'y':
			return bad("is no form of a date")
		case strings.IndexByte(seen, c) >= 0:
			return bad("names the %s twice", partNames[c])
		case c == 'y' && n == 2:
			return bad("has years of two digits, whose century is not known")
		case c == 'y' && n != 4, c != 'y' && n > 2:
			return bad("is no form of a date")
		}
		f.order[i], seen, rest = c, seen+string(c), rest[n:]
		if i == 2 {
			break
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
		if end <= 0 {
			if end == 0 {
				return bad("has nothing between its parts")
			}
			return bad("has no %s", lackOf(seen))
		}
		f.between[i], rest = rest[:end], rest[end:]
	}
	if rest != "" {
		return bad("goes on behind the date; a time of day, as in 14:30, needs no form")
	}
	return f, nil
}

var partNames = map[byte]string{'d': "day", 'm': "month", 'y': "year"}

func lackOf(seen string) string {
	for _, c := range []byte("dmy") {
		if strings.IndexByte(seen, c) < 0 {
			return partNames[c]
		}
	}
	return "day"
}

// iso writes a cell that has the form, with a time of day behind it or not, as ISO 8601. ok is false for other cells and for
// dates that there are not.
func (f *dateForm) iso(v []byte) (out string, ok bool) {
	s := strings.TrimSpace(string(v))
	var part [256]int
	for i, c := range f.order {
		n := 0
		for n < len(s) && s[n]-'0' <= 9 {
			part[c] = part[c]*10 + int(s[n]-'0')
			n++
		}
		if c == 'y' && n != 4 || n < 1 || n > 2 && c != 'y' {
			return "", false
		}
		if s = s[n:]; i < 2 {
			if !strings.HasPrefix(s, f.between[i]) {
				return "", false
			}
			s = s[len(f.between[i]):]
		}
	}
	out = fmt.Sprintf("%04d-%02d-%02d%s", part['y'], part['m'], part['d'], s)
	_, ok = ParseTime(out)
	return out, ok
}
