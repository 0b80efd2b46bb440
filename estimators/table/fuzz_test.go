package table

import (
	"encoding/csv"
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzCSV compares with encoding/csv wherever that accepts the input in its strict mode; elsewhere it asks for no panic,
// and everywhere for the same answer however the text is cut.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{
		"a,b\n1,2\n", "a,b\r\n1,\"x\r\ny\"\r\n", "a\n\n\"\"\n", "a,b\n\"\"\"\",5\" disk\n", "a;b\n1,5;x\n", "a\r1\r", "\"a,\"\"b\",c\n-0,1e5",
		"a,b\n,\n", "\xEF\xBB\xBFa\n1", "a,b\n1\n", "a,a\n", "x\n\xff", "x\n\x00", "a,b\n\"open,1\n", "a,b\n1,2\r3,4\n", " a , b \n 1 , x \n",
		"\xde\n\x02",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := parse(text, Options{Format: Format{Delimiter: ","}, workers: 1})
		// UTF-16 is decoded before it is cut, so that a place in the bytes is none in the text.
		wide := strings.HasPrefix(text, "\xFE\xFF") || strings.HasPrefix(text, "\xFF\xFE")
		if !wide && !strings.HasPrefix(text, "\xEF\xBB\xBF") && !strings.HasPrefix(text, "\n") && !strings.HasPrefix(text, "\r") {
			if i := strings.IndexAny(text, "\n"); i > 0 && strings.Count(text[:i], `"`) == 0 {
				cut, cutErr := parse(text, Options{Format: Format{Delimiter: ","}, head: i + 1, block: 3, workers: 3})
				if (err == nil) != (cutErr == nil) || err != nil && message(err) != message(cutErr) || err == nil && dump(got) != dump(cut) {
					t.Fatalf("cut: %v\nwhole: %v", cutErr, err)
				}
			}
		}
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) || strings.HasPrefix(text, "\xEF\xBB\xBF") {
			return
		}
		if strings.Contains(strings.ReplaceAll(text, "\r\n", "\n"), "\r") {
			return // a lone carriage return ends a line only where there is no newline at all
		}
		for _, m := range foreign {
			if strings.HasPrefix(text, m.magic) {
				return
			}
		}
		r := csv.NewReader(strings.NewReader(text))
		want, csvErr := r.ReadAll()
		if csvErr != nil || len(want) == 0 {
			if csvErr == nil && err == nil {
				t.Fatal("an empty input was read")
			}
			return
		}
		seen := map[string]bool{}
		for i, n := range want[0] {
			if blankName(n) {
				n = "column_" + strconv.Itoa(i+1)
			}
			if seen[n] {
				if err == nil {
					t.Fatalf("%q occurs twice", n)
				}
				return
			}
			seen[n] = true
		}
		if err != nil {
			t.Fatalf("%v; encoding/csv read %q", err, want)
		}
		if got.Rows != len(want)-1 || len(got.Columns) != len(want[0]) {
			t.Fatalf("%d x %d, want %d x %d", got.Rows, len(got.Columns), len(want)-1, len(want[0]))
		}
		for k, c := range got.Columns {
			for i := range got.Rows {
				s := want[i+1][k]
				w := ""
				if v, ok := reference(s); ok {
					w = "#" + strconv.FormatUint(math.Float64bits(v), 16)
				} else if strings.Trim(s, " \t") != "" {
					w = strconv.Quote(s)
				}
				if g := strings.ReplaceAll(cell(c, i), `\r\n`, `\n`); g != w {
					t.Fatalf("row %d column %d: %s, want %s", i+1, k+1, g, w)
				}
			}
		}
	})
}

// message is an error's text without the guess that the bytes around a bad one are those of no text: the guess is made from
// a sample, and a cut of a few bytes leaves none.
func message(err error) string {
	var e *EncodingError
	if errors.As(err, &e) {
		plain := *e
		plain.Binary = false
		return plain.Error()
	}
	return err.Error()
}

func blankName(s string) bool { return strings.TrimSpace(s) == "" }

var decimal = regexp.MustCompile(`^[ \t]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t]*$`)

// reference reads a number by the grammar as a regular expression and the standard library.
func reference(s string) (float64, bool) {
	if !decimal.MatchString(s) {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.Trim(s, " \t"), 64)
	return v, err == nil
}

// FuzzNumber compares both number parsers with the standard library's, bit for bit.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"0", "-0", "1.5", "9007199254740993", "9007199254740992", "0.1234567890123456789", "1e999", ".", "+.5e-3", " 1 ", "0x1p4", "inf", "1_0", "١", "00000000000000000000001", "1.", "12345678901234567890.5", "\t-7\t"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, ok := reference(s)
		got, gotOK := ParseNumber(s)
		if ok != gotOK || math.Float64bits(got) != math.Float64bits(want) && ok {
			t.Fatalf("%q: %v %t, want %v %t", s, got, gotOK, want, ok)
		}
		if v, end, fast := fastNumber([]byte(s+"\n"), 0, '.'); fast && end == len(s) && (!ok || math.Float64bits(v) != math.Float64bits(want)) {
			t.Fatalf("%q: fast %v, want %v %t", s, v, want, ok)
		}
	})
}
