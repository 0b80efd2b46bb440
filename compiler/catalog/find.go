package catalog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hyp-lang/hyp/lang/diag"
	"github.com/hyp-lang/hyp/lang/source"
)

// Found is a catalog with the way it was found, for people: "beside the data, by name".
type Found struct {
	Path    string
	How     string
	Catalog *Catalog
}

// suffixes of data files, longest first where one ends another; compression comes off before.
var (
	compressions = []string{".gz", ".zst", ".bz2", ".xz"}
	dataSuffixes = []string{".csv", ".tsv", ".tab", ".txt", ".parquet", ".pq", ".arrow", ".feather"}
	extensions   = []string{".json", ".yaml", ".yml"}
)

// maxSize bounds a catalog file; a survey of ten thousand variables has some ten megabytes.
const maxSize = 256 << 20

// Stem is the name of a data file without folder, compression and format: data/penguins.csv.gz is penguins.
func Stem(path string) string {
	name := filepath.Base(path)
	name, _ = trimSuffix(name, compressions)
	name, _ = trimSuffix(name, dataSuffixes)
	return name
}

func trimSuffix(name string, suffixes []string) (string, bool) {
	for _, s := range suffixes {
		if len(name) > len(s) && strings.EqualFold(name[len(name)-len(s):], s) {
			return name[:len(name)-len(s)], true
		}
	}
	return name, false
}

// isData tells whether a file name is that of a table.
func isData(name string) bool {
	name, _ = trimSuffix(name, compressions)
	_, ok := trimSuffix(name, dataSuffixes)
	return ok
}

// otherTables end the names of tables in formats that are not read; .txt is left out, for a study may be called so.
var otherTables = []string{".xlsx", ".xls", ".ods", ".sav", ".dta", ".rds", ".rdata", ".sas7bdat"}

// TableName tells whether a file that was named as a study is surely a table, by its name, and says what to write then.
func TableName(path string) error {
	name, _ := trimSuffix(filepath.Base(path), compressions)
	_, other := trimSuffix(name, otherTables)
	if !other && (strings.EqualFold(filepath.Ext(name), ".txt") || !isData(name)) {
		return nil
	}
	return fmt.Errorf("%s: a table, not a study: `hyp init %s` drafts a study of it, and `hyp run -e 'assoc(x, y)' --data %s` asks one question", path, path, path)
}

// Open reads and parses the catalog at path. A file that cannot be read is an error that names it; what is wrong inside
// it is diagnostics.
func Open(path string) (*Catalog, []diag.Diagnostic, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, fmt.Errorf("catalog %s: %w", path, cause(err))
	}
	if info.IsDir() {
		return nil, nil, fmt.Errorf("catalog %s: is a folder", path)
	}
	if info.Size() > maxSize {
		return nil, nil, fmt.Errorf("catalog %s: %d MB, more than the %d MB that a catalog may have", path, info.Size()>>20, maxSize>>20)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("catalog %s: %w", path, cause(err))
	}
	c, found := Parse(source.New(path, string(text)))
	return c, found, nil
}

// cause strips the path that the os package puts into its errors, since ours names it already.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Find looks for the catalog of a data file: first NAME.catalog.json, .yaml or .yml beside it, then catalog.json, .yaml or
// .yml in its folder. The latter counts only when its `dataset` is the data file's name, its `file` names the data file,
// or the folder holds no other data: a catalog of other data must not describe these. A zero Found means there is none.
func Find(data string) (Found, []diag.Diagnostic, error) {
	folder, stem := filepath.Dir(data), Stem(data)
	for _, ext := range extensions {
		path := filepath.Join(folder, stem+".catalog"+ext)
		if regular(path) {
			c, found, err := Open(path)
			return Found{path, "beside the data, by name", c}, found, err
		}
	}
	for _, ext := range extensions {
		path := filepath.Join(folder, "catalog"+ext)
		if !regular(path) {
			continue
		}
		c, found, err := Open(path)
		alone := onlyData(folder, filepath.Base(data))
		switch {
		case c != nil && strings.EqualFold(c.Dataset, stem):
			return Found{path, "in the data's folder; its `dataset` is this one", c}, found, err
		case c != nil && c.file() == filepath.Base(data):
			return Found{path, "in the data's folder; its `file` names the data", c}, found, err
		case alone:
			return Found{path, "in the data's folder, which holds no other data", c}, found, err
		}
	}
	return Found{}, nil, nil
}

func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// file is the catalog's `file` key, a name that some catalogs give their data.
func (c *Catalog) file() string {
	for _, x := range c.Extra {
		if x.Key == "file" {
			return strings.Trim(string(x.JSON), `"`)
		}
	}
	return ""
}

func onlyData(folder, base string) bool {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return false
	}
	for _, e := range entries {
		if !e.IsDir() && e.Name() != base && isData(e.Name()) {
			return false
		}
	}
	return true
}
