package insight

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzLog opens any bytes as a log: it never panics, and what a writer leaves opens again as the same graph.
func FuzzLog(f *testing.F) {
	frame, _, err := encodeFrame(synthetic(1, 1)[0])
	if err != nil {
		f.Fatal(err)
	}
	whole := append([]byte(headerLine()), frame...)
	f.Add(whole)
	f.Add(whole[:len(whole)-3])
	f.Add([]byte(headerLine() + "\x05\x00\x00\x00abcdhello"))
	f.Fuzz(func(t *testing.T, log []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, logName), log, 0o644); err != nil {
			t.Fatal(err)
		}
		g, err := Open(t.Context(), dir, Options{Write: true, Now: clock()})
		if err != nil {
			return
		}
		want := export(t, g, JSONLines)
		closed(t, g)
		g = open(t, dir, Options{})
		defer g.Close()
		if got := export(t, g, JSONLines); got != want {
			t.Errorf("%q opens as\n%s\nand then as\n%s", log, want, got)
		}
	})
}

// FuzzImport reads any text as an export.
func FuzzImport(f *testing.F) {
	f.Add("{\"hyp_graph\":1,\"items\":0}\n")
	f.Add("# {\"hyp_graph\":1,\"items\":0}\n<a> <b> \"c\" .\n")
	f.Add("# {\"hyp_graph\":1,\"items\":1}\n<c:a \\u003e 1> <hyp:item> \"{}\" <run:1> .\n<v:a> <rdf:type> <variable> <run:1> .\n")
	for _, format := range []string{JSONLines, NQuads} {
		g := Transient(Options{Now: clock()})
		if _, err := g.Add(f.Context(), synthetic(1, 1)[0]...); err != nil {
			f.Fatal(err)
		}
		var b bytes.Buffer
		if err := g.Export(f.Context(), &b, format); err != nil {
			f.Fatal(err)
		}
		f.Add(b.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		if items, err := readExport(t.Context(), strings.NewReader(text), "x"); err == nil {
			g := open(t, t.TempDir(), Options{Write: true})
			defer g.Close()
			if err := g.take(t.Context(), items); err == nil {
				var b bytes.Buffer
				if err := g.Export(t.Context(), &b, JSONLines); err != nil {
					t.Error(err)
				}
			}
		}
	})
}
