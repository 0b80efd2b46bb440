package table

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
)

// FormatError is a file in a format that is known and not read.
type FormatError struct {
	Path, Format, Advice string
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s: is %s, which is not read: %s", e.Path, e.Format, e.Advice)
}

// foreign formats by their first bytes.
var foreign = []struct{ magic, format, advice string }{
	{"ARROW1", "an Arrow (Feather) file", "convert it to Parquet, e.g. in Python pyarrow.parquet.write_table(pyarrow.feather.read_table(FILE), \"FILE.parquet\")"},
	{"FEA1", "a Feather version 1 file", "convert it to Parquet, e.g. in Python pandas.read_feather(FILE).to_parquet(\"FILE.parquet\")"},
	{"<stata_dta>", "a Stata file", "convert it to CSV with codes, not labels, e.g. in Stata export delimited, nolabel; in R write.csv(haven::zap_labels(haven::read_dta(FILE)))"},
	{"$FL2", "an SPSS file", "convert it to CSV with codes, not labels, e.g. in R write.csv(haven::zap_labels(haven::read_sav(FILE)))"},
	{"$FL3", "an SPSS file", "convert it to CSV with codes, not labels, e.g. in R write.csv(haven::zap_labels(haven::read_sav(FILE)))"},
	{"PK\x03\x04", "an Excel workbook or other zip archive", "save the sheet as CSV"},
	{"\xd0\xcf\x11\xe0", "an old Excel workbook", "save the sheet as CSV"},
	{"SQLite format 3\x00", "an SQLite database", "export the table as CSV"},
	{"\x89HDF", "an HDF5 file", "convert it to Parquet or CSV"},
	{"RDX", "an R data file", "write the data frame as CSV or Parquet in R"},
	{"PAR1", "a Parquet file", "it can only be read from a file, uncompressed, not from a stream"},
}

func refuse(path string, magic []byte) error {
	for _, f := range foreign {
		if bytes.HasPrefix(magic, []byte(f.magic)) {
			return &FormatError{Path: path, Format: f.format, Advice: f.advice}
		}
	}
	// Stata before version 117: the release, the byte order 1 or 2, a 1, a 0.
	if len(magic) > 3 && magic[0] >= 0x69 && magic[0] <= 0x73 && (magic[1] == 1 || magic[1] == 2) && magic[2] == 1 && magic[3] == 0 {
		return &FormatError{Path: path, Format: "a Stata file", Advice: foreign[2].advice}
	}
	switch ext := strings.ToLower(filepath.Ext(path)); {
	case ext == ".dta" && len(magic) > 0:
		return &FormatError{Path: path, Format: "a Stata file by its name", Advice: foreign[2].advice}
	case (ext == ".sav" || ext == ".zsav") && len(magic) > 0:
		return &FormatError{Path: path, Format: "an SPSS file by its name", Advice: foreign[3].advice}
	}
	return nil
}
