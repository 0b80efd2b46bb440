package minilm

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// tokenizer cuts texts into the pieces of BERT's vocabulary without case: words at blanks and punctuation, then the longest
// pieces from the left (WordPiece, Schuster and Nakajima 2012; the conventions are those of the tokenizers library's BertNormalizer,
// BertPreTokenizer and WordPiece).
type tokenizer struct {
	ids                       map[string]int
	pad, unknown, first, last int
}

// maxWord is the longest word in characters that is cut into pieces; a longer one is unknown.
const maxWord = 100

// readVocabulary reads a file with a piece a line, whose number from zero is its id.
func readVocabulary(path string, size int) (*tokenizer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t := &tokenizer{ids: make(map[string]int, size)}
	lines := bufio.NewScanner(f)
	n := 0
	for ; lines.Scan(); n++ {
		t.ids[strings.TrimRight(lines.Text(), "\r")] = n
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", path, n+1, err)
	}
	if n != size {
		return nil, fmt.Errorf("%s: %d lines, and the model has %d pieces", path, n, size)
	}
	for name, at := range map[string]*int{"[PAD]": &t.pad, "[UNK]": &t.unknown, "[CLS]": &t.first, "[SEP]": &t.last} {
		id, found := t.ids[name]
		if !found {
			return nil, fmt.Errorf("%s: no line %s", path, name)
		}
		*at = id
	}
	return t, nil
}

// encode is the ids of a text between its two marks, at most limit in all.
func (t *tokenizer) encode(text string, limit int) []int {
	ids := []int{t.first}
	for _, word := range words(text) {
		ids = t.pieces(ids, word)
		if len(ids) >= limit {
			ids = ids[:limit-1]
			break
		}
	}
	return append(ids, t.last)
}

// pieces appends the longest pieces of a word from the left, the later ones with ## in front; a word with a part that no
// piece begins is unknown as a whole.
func (t *tokenizer) pieces(ids []int, word []rune) []int {
	if len(word) > maxWord {
		return append(ids, t.unknown)
	}
	begun := len(ids)
	for from := 0; from < len(word); {
		to := len(word)
		for ; to > from; to-- {
			piece := string(word[from:to])
			if from > 0 {
				piece = "##" + piece
			}
			if id, found := t.ids[piece]; found {
				ids = append(ids, id)
				break
			}
		}
		if to == from {
			return append(ids[:begun], t.unknown)
		}
		from = to
	}
	return ids
}

// words cuts a text at blanks; punctuation and Chinese characters are words of their own. Case and accents are taken off,
// control characters too.
func words(text string) [][]rune {
	var out [][]rune
	var word []rune
	end := func() {
		if len(word) > 0 {
			out = append(out, word)
			word = nil
		}
	}
	plain := make([]rune, 0, len(text))
	for _, r := range text {
		switch {
		case r == 0 || r == unicode.ReplacementChar || isControl(r):
		case isBlank(r):
			plain = append(plain, ' ')
		case isChinese(r):
			plain = append(plain, ' ', r, ' ')
		default:
			plain = append(plain, r)
		}
	}
	for _, r := range norm.NFD.String(string(plain)) {
		if unicode.Is(unicode.Mn, r) {
			continue
		}
		for _, r := range strings.ToLower(string(r)) {
			switch {
			case isBlank(r):
				end()
			case isPunctuation(r):
				end()
				out = append(out, []rune{r})
			default:
				word = append(word, r)
			}
		}
	}
	end()
	return out
}

func isBlank(r rune) bool { return unicode.IsSpace(r) }

func isControl(r rune) bool {
	return r != '\t' && r != '\n' && r != '\r' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Cs, unicode.Co)
}

// isPunctuation counts the signs of ASCII too, such as $ and +, which Unicode files under symbols.
func isPunctuation(r rune) bool {
	return r < 128 && r > 32 && !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9') && r != 127 || unicode.IsPunct(r)
}

// isChinese tells the CJK ideographs, of which every one is a word.
func isChinese(r rune) bool {
	for _, block := range [][2]rune{{0x4E00, 0x9FFF}, {0x3400, 0x4DBF}, {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F},
		{0x2B920, 0x2CEAF}, {0xF900, 0xFAFF}, {0x2F800, 0x2FA1F}} {
		if block[0] <= r && r <= block[1] {
			return true
		}
	}
	return false
}
