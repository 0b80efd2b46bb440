package minilm

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// expected is what testdata/tiny.py wrote: texts with the vectors that sentence-transformers gives them.
type expected struct {
	Source  string
	Texts   []string
	Vectors [][]float64
}

func readExpected(t *testing.T, name string) expected {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var e expected
	if err := json.Unmarshal(raw, &e); err != nil {
		t.Fatal(err)
	}
	if len(e.Texts) < 5 || len(e.Texts) != len(e.Vectors) {
		t.Fatalf("%s: %d texts and %d vectors", name, len(e.Texts), len(e.Vectors))
	}
	return e
}

// compare embeds the texts together and one by one and holds every coordinate to the peer's.
func compare(t *testing.T, m *Model, e expected) {
	t.Helper()
	all, err := m.Embed(context.Background(), e.Texts)
	if err != nil {
		t.Fatal(err)
	}
	m.known = nil
	for i, text := range e.Texts {
		alone, err := m.Embed(context.Background(), []string{text})
		if err != nil {
			t.Fatal(err)
		}
		for how, v := range map[string][]float32{"in a batch": all[i], "alone": alone[0]} {
			cosine, worst := 0.0, 0.0
			for k, x := range v {
				cosine += float64(x) * e.Vectors[i][k]
				worst = math.Max(worst, math.Abs(float64(x)-e.Vectors[i][k]))
			}
			if len(v) != len(e.Vectors[i]) || worst > 2e-6 || math.Abs(cosine-1) > 1e-5 {
				t.Errorf("%.40q %s: %d coordinates, cosine %.9f, largest difference %.2g (%s)", text, how, len(v), cosine, worst, e.Source)
			}
		}
	}
}

func TestTiny(t *testing.T) {
	m, err := Open("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	compare(t, m, readExpected(t, "tiny.json"))
}

// Many batches are the same as one text at a time, and a search finds a text by itself.
func TestIndex(t *testing.T) {
	m, err := Open("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string // more than two batches, some texts twice
	for i := range 2*batch + 3 {
		texts = append(texts, "trust"+strings.Repeat(" more", i))
	}
	texts = append(texts, texts[3], "for whom")
	x, err := m.Index(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.Search(context.Background(), "for whom", 0.9999)
	if err != nil || len(hits) == 0 || hits[len(hits)-1].Place != len(texts)-1 || hits[len(hits)-1].Score < 0.999999 {
		t.Errorf("%v %v", hits, err)
	}
	if s, err := m.Similarity(context.Background(), "higher income", "higher income"); err != nil || s < 0.999999 || s > 1 {
		t.Errorf("a text is like itself: %v %v", s, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := m.Index(ctx, texts); err != context.Canceled {
		t.Errorf("after the end of its context: %v", err)
	}
}

// What is wrong with a folder is named with its file.
func TestBadFolders(t *testing.T) {
	const folder = "testdata/tiny"
	write := func(name string, change func([]byte) []byte) string {
		dir := t.TempDir()
		for _, f := range []string{"config.json", "vocab.txt", "model.safetensors"} {
			raw, err := os.ReadFile(filepath.Join(folder, f))
			if err != nil {
				t.Fatal(err)
			}
			if f == name {
				if raw = change(raw); raw == nil {
					continue
				}
			}
			if err := os.WriteFile(filepath.Join(dir, f), raw, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	replace := func(old, new string) func([]byte) []byte {
		return func(b []byte) []byte { return []byte(strings.Replace(string(b), old, new, 1)) }
	}
	gone := func([]byte) []byte { return nil }
	for _, test := range []struct {
		file   string
		change func([]byte) []byte
		want   string
	}{
		{"config.json", gone, "config.json"},
		{"config.json", replace("{", "["), "config.json"},
		{"config.json", replace("bert", "gpt2"), "model_type"},
		{"config.json", replace(`"hidden_size": 8`, `"hidden_size": 9`), "not a multiple"},
		{"config.json", replace(`"hidden_size": 8`, `"hidden_size": -8`), "not positive"},
		{"config.json", replace("256", "20"), "max_position_embeddings"},
		{"vocab.txt", gone, "vocab.txt"},
		{"vocab.txt", replace("[SEP]", "[END]"), "[SEP]"},
		{"vocab.txt", replace("trust\n", ""), "pieces"},
		{"model.safetensors", gone, "model.safetensors"},
		{"model.safetensors", func(b []byte) []byte { return b[:5] }, "no safetensors"},
		{"model.safetensors", func(b []byte) []byte { return binary.LittleEndian.AppendUint64(nil, 1<<60) }, "no safetensors"},
		{"model.safetensors", func(b []byte) []byte { return b[:len(b)-100] }, "outside of the file"},
		{"model.safetensors", replace("F32", "F16"), "F16"},
		{"model.safetensors", replace("encoder.layer.1.output", "encoder.layer.7.output"), "missing"},
		{"model.safetensors", replace("[8,12]", "[12,8]"), "shape"},
	} {
		dir := write(test.file, test.change)
		if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), test.file) {
			t.Errorf("%s: %v, want %q", test.file, err, test.want)
		}
	}
}

// Words end at blanks and punctuation, without case, accents and control characters.
func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"Higher income, more trust?": "higher|income|,|more|trust|?",
		"naïve ÅNGSTRÖM":             "naive|angstrom",
		"body_mass_g":                "body|_|mass|_|g",
		"a\u200bb\x00c\td":           "abc|d",
		"收入ab":                       "收|入|ab",
		"$5+6":                       "$|5|+|6",
		" \n ":                       "",
	} {
		var got []string
		for _, w := range words(text) {
			got = append(got, string(w))
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q is cut into %q, want %q", text, s, want)
		}
	}
}

func FuzzEncode(f *testing.F) {
	t, err := readVocabulary("testdata/tiny/vocab.txt", 47)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("schooling İ\xff🙂")
	f.Fuzz(func(test *testing.T, text string) {
		ids := t.encode(text, 16)
		if len(ids) < 2 || len(ids) > 16 || ids[0] != t.first || ids[len(ids)-1] != t.last {
			test.Errorf("%q: %v", text, ids)
		}
	})
}
