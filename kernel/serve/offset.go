package serve

import "unicode/utf8"

// The protocol counts a cursor's place in code points, whatever the encoding (since 5.2); a Language counts bytes.

// byteOffset is the byte offset of the code point with number points in code; a place outside code is moved to its nearer
// end.
func byteOffset(code string, points int) int {
	if points <= 0 {
		return 0
	}
	for i := range code {
		if points == 0 {
			return i
		}
		points--
	}
	return len(code)
}

// pointOffset is the number of code points in the first offset bytes of code.
func pointOffset(code string, offset int) int {
	return utf8.RuneCountInString(code[:min(max(offset, 0), len(code))])
}
