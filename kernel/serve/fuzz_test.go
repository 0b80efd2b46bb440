package serve

import (
	"regexp"
	"strings"
	"testing"
)

// FuzzGlob compares with the same pattern as a regular expression.
func FuzzGlob(f *testing.F) {
	f.Add("*a?", "xxaé")
	f.Add("a**b*", "aab\n")
	f.Fuzz(func(t *testing.T, pattern, s string) {
		pattern, s = strings.ToValidUTF8(pattern, "?"), strings.ToValidUTF8(s, "")
		e := regexp.QuoteMeta(pattern)
		e = strings.NewReplacer(`\*`, `.*`, `\?`, `.`).Replace(e)
		if strings.Contains(pattern, `\`) {
			return // a quoted backslash before a star reads as a quoted star
		}
		if want := regexp.MustCompile(`(?s)\A` + e + `\z`).MatchString(s); glob(pattern, s) != want {
			t.Errorf("glob(%q, %q) is not %v", pattern, s, want)
		}
	})
}

// FuzzOffsets: a place survives the way from code points to bytes and back, and never lies within a character.
func FuzzOffsets(f *testing.F) {
	f.Add("a𝐚é\n", 2)
	f.Fuzz(func(t *testing.T, code string, points int) {
		n := len([]rune(code))
		want := min(max(points, 0), n)
		at := byteOffset(code, points)
		if got := pointOffset(code, at); got != want {
			t.Errorf("%q: %d points, byte %d, %d points", code, points, at, got)
		}
		pointOffset(code, points)
	})
}

// FuzzStream: however text is cut into writes, all of it is sent, in order, in messages of bounded size.
func FuzzStream(f *testing.F) {
	f.Add("a𝐚é\nb", uint8(1), true)
	f.Fuzz(func(t *testing.T, text string, size uint8, timer bool) {
		var sent strings.Builder
		s := stream{late: func() {}, send: func(_, text string) {
			if text == "" || len(text) > streamChunk {
				t.Errorf("a message of %d bytes", len(text))
			}
			sent.WriteString(text)
		}}
		for rest := text; rest != ""; {
			n := min(int(size)+1, len(rest))
			s.write("stdout", rest[:n])
			if timer {
				s.elapsed()
			}
			rest = rest[n:]
		}
		s.stop()
		if sent.String() != text {
			t.Errorf("%q was sent of %q", sent.String(), text)
		}
	})
}
