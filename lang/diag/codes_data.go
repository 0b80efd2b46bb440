package diag

// E06: data and catalogs. No study text alone shows these.
const (
	// MissingFile: a file does not exist.
	//
	// Why: paths are relative to the folder of the study.
	MissingFile = "E0601" // missing-file

	// BadCatalog: a catalog cannot be read.
	//
	// Why: a catalog is JSON or YAML that describes the columns of a table.
	BadCatalog = "E0602" // bad-catalog

	// EmptyFile: a file holds nothing.
	//
	// Why: a table has a header line with the names of its columns, and rows.
	EmptyFile = "E0603" // empty-file

	// NotUTF8: a data file is not UTF-8 text.
	//
	// Why: bytes of another encoding would change names and levels without a word, so the study says which it is, or the file is
	// converted.
	NotUTF8 = "E0604" // not-utf8

	// RaggedRow: a row has more or fewer cells than the header.
	//
	// Why: a shifted cell would land in another column.
	RaggedRow = "E0605" // ragged-row

	// DuplicateColumn: two columns have one name.
	//
	// Why: a name leads to one column.
	DuplicateColumn = "E0606" // duplicate-column

	// BadCell: a cell of a numeric column holds no number.
	//
	// Why: a text in a numeric column is a missing code, a wrong type or damage; none of these is guessed.
	BadCell = "E0607" // bad-cell

	// UnreadableFile: a file exists but cannot be read.
	//
	// Why: it is a folder, it is damaged, or there is no permission.
	UnreadableFile = "E0608" // unreadable-file

	// UnknownFormat: a data file of a kind that is not supported.
	//
	// Why: tables are read from CSV, TSV and Parquet.
	UnknownFormat = "E0609" // unknown-format

	// CatalogMismatch: the catalog and the data disagree.
	//
	// Why: a catalog that describes other columns or codes describes other data.
	CatalogMismatch = "E0610" // catalog-mismatch

	// NoRows: a table has a header and no rows.
	//
	// Why: there is nothing to estimate from.
	NoRows = "E0611" // no-rows

	// BadWeight: a weight is negative, or no weight is positive.
	//
	// Why: a weight says how many people a row stands for.
	BadWeight = "E0612" // bad-weight

	// DataLevelMismatch: the data hold a value that is not a declared level.
	//
	// Why: such rows would belong to no group; list the value under `levels` or under `missing`.
	DataLevelMismatch = "E0613" // data-level-mismatch

	// UnreadForm: a column of texts that look like numbers or dates in a form that is not read.
	//
	// Why: 1,234 is a thousand here and one and a bit there; numbers are read with a decimal point (or comma, between
	// semicolons) and without separators, dates as YYYY-MM-DD.
	UnreadForm = "E0614" // unread-form, warning

	// TwoReadings: every number of a column with a mark in it could have that mark between its thousands, as 2.730 has.
	//
	// Why: in a file with semicolons or tabs between its columns 2.730 may be 2.73 or 2730, a thousand times as much. It is read as
	// the decimal number until the data set says `decimal` or `thousands`.
	TwoReadings = "E0615" // two-readings, warning
)
