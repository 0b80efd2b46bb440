package table

import (
	"fmt"
	"regexp"
	"strings"
)

// Unread is a way of writing numbers or dates that is recognised and not read, since reading it would be a guess.
type Unread struct {
	Form    string // what the cells are, as in "dates written day.month.year"
	Advice  string // what to do about the file
	Example string // the first such cell
}

// String says what the cells look like: dates written day.month.year, such as "26.04.1994".
func (u Unread) String() string { return fmt.Sprintf("%s, such as %q", u.Form, shorten(u.Example)) }

// unreadForms by how a cell is written; a more special one first.
var unreadForms = []struct {
	form, advice string
	pattern      *regexp.Regexp
}{
	{"numbers with points between thousands and a decimal comma", "write 2730.20 for 2.730,20 in the file, or declare `decimal \",\" thousands \".\"` with the data set",
		regexp.MustCompile(`^[+-]?\d{1,3}(\.\d{3})+,\d+$`)},
	{"numbers with points between thousands", "write 1234567 for 1.234.567 in the file, or declare `decimal \",\" thousands \".\"` with the data set",
		regexp.MustCompile(`^[+-]?\d{1,3}(\.\d{3})+$`)}, // a single group is text only where a decimal comma is declared
	{"numbers with commas between thousands", "write 2730.20 for 2,730.20 in the file, or declare `thousands \",\"` with the data set",
		regexp.MustCompile(`^[+-]?\d{1,3}((,\d{3})+\.\d+|(,\d{3}){2,})$`)},
	{"numbers with a comma", "write 1.82 for 1,82 in the file, or declare `decimal \",\"` with the data set, or `thousands \",\"` where the comma stands between thousands",
		regexp.MustCompile(`^[+-]?\d+,\d+$`)},
	{"percentages", "leave the percent sign out in the file",
		regexp.MustCompile(`^[+-]?\d+([.,]\d+)? ?%$`)},
	{"dates written day.month.year", "dates are read as YYYY-MM-DD: declare `dates \"dd.mm.yyyy\"` with the data set, or write 1994-04-26 for 26.04.1994 in the file",
		regexp.MustCompile(`^\d{1,2}\.\d{1,2}\.(\d{4}|\d{2})$`)},
	{"dates written with slashes", "dates are read as YYYY-MM-DD: declare `dates \"mm/dd/yyyy\"` or `dates \"dd/mm/yyyy\"` with the data set, whichever they are, or write 1994-04-26 in the file",
		regexp.MustCompile(`^(\d{1,2}/\d{1,2}/(\d{4}|\d{2})|\d{4}/\d{1,2}/\d{1,2})$`)},
}

// UnreadForm is the form in which at least four in five of texts are written, if there is one. Cells with a decimal comma
// and no thousands count for the form that has both.
func UnreadForm(texts ...string) (Unread, bool) {
	const both, comma = 0, 3
	counts := make([]int, len(unreadForms))
	first := make([]string, len(unreadForms))
	for _, s := range texts {
		s = strings.TrimSpace(s)
		for k, f := range unreadForms {
			if f.pattern.MatchString(s) {
				if counts[k]++; counts[k] == 1 {
					first[k] = s
				}
				break
			}
		}
	}
	if counts[both] > 0 {
		counts[both] += counts[comma]
	}
	for k, n := range counts {
		if n > 0 && 5*n >= 4*len(texts) {
			return Unread{unreadForms[k].form, unreadForms[k].advice, first[k]}, true
		}
	}
	return Unread{}, false
}
