// Package table holds columnar tables: what a reader found in a file, before anything is known of its meaning.
//
// A column holds numbers, text, or both (a survey column with a stray "refused"). No cell keeps a string of its own:
// text is a dictionary with one small code a row. What a column means (numeric, levels, missing codes) is decided by
// the views Numeric and Factor, made on demand and cached. Only an empty cell (nothing, or only spaces) is missing by
// itself: the text NA is a value until a rule says otherwise.
//
// Open and Read take CSV and TSV after RFC 4180, with the liberties that real files need (detected delimiter, decimal
// comma beside semicolons, stray quotes, a missing last newline), and Open also takes Parquet. They guess nothing that
// could change a value: bytes that are not UTF-8, ragged rows, doubled column names and unclosed quotes are errors
// that name the line. Numbers are plain decimals, correctly rounded.
//
// # How a delimited file is read
//
// One goroutine reads, hashes and cuts the stream into blocks of whole records of about 1 MB. It jumps from quote to
// quote and from newline to newline, which suffices to know exactly which newlines end a record, and it counts rows, so
// that every block knows its place before it is parsed. All cores parse blocks: numbers go straight to their rows in the
// final columns, texts into a dictionary of the block, and those are joined in the order of blocks. Hence the result
// does not depend on how the file was cut. Nothing but the wanted columns and a few blocks is in memory.
//
// # Measured
//
// 2026-11-30, two cores of an Intel Xeon with SHA-NI, the 500,000 x 88 table of package benchtable (237 MB of CSV, in
// the page cache), while other work held part of the machine; the CPU seconds do not depend on that:
//
//	all 88 columns   1.08 s wall (220 MB/s)   1.6 to 2.2 s CPU, of which SHA-256 .16 s   343 MB peak, 324 of them the table
//	five columns      .50 s wall (475 MB/s)    .5 to  .8 s CPU                           35 MB peak
//	Factor of a text column 2.3 ms, of a numeric one 4.6 ms; Numeric with a missing code that does not occur 1.1 ms
//
// The one command that repeats this: go test -run xxx -bench 'Read|Views' ./estimators/table
package table

// Table is a set of columns of equal length. It is read-only once built and safe for concurrent use.
type Table struct {
	Name    string // for messages: the path, or what the caller called it
	Rows    int
	Columns []*Column
	Hash    string   // hex SHA-256 of the source bytes
	Notes   []string // what the reader did that a person may want to know: encoding, delimiter, decimal comma, Doubts
	Doubts  []Doubt  // columns whose numbers have two readings
	Format  Format   // how it was read: what Options said, with the delimiter that was found
	index   map[string]int
	lines   []lineMark // where a row's line is not the one after its predecessor's; empty: no lines known
	views   viewCache
}

// Column is one column as read. Cell i is a number, a text, or empty.
type Column struct {
	Name     string
	Numbers  []float64 // nil when no cell is a number; Fill where a cell is not
	Fill     float64   // finite; the constructors set it to the Center of the numbers, so that Numeric can share Numbers
	IsNumber Bitmap    // which cells are numbers; nil: every cell, when Numbers is not nil
	Text     Codes     // zero value when no cell is text; code 0: not text, k: Dict[k-1]
	Dict     []string  // distinct texts in order of first appearance
	comma    bool      // numbers were read with a decimal comma, so that a text such as 2.5 is none
	Time     bool      // Numbers are days since 1970-01-01 (fractions are the time of day), from a typed source
}

// Codes is a vector of small unsigned numbers in the narrowest width that holds them. At most one slice is set.
type Codes struct {
	U8  []uint8
	U16 []uint16
	U32 []uint32
}

// Bitmap has bit i%64 of word i/64 set when row i is in. A nil Bitmap means every row is in, wherever a type says so.
type Bitmap []uint64

// Missing is a rule for cells that are present but mean "no answer": listed codes (compared as numbers when both sides
// are numbers, else as exact text) and inclusive ranges.
type Missing struct {
	Codes  []string
	Ranges [][2]float64
}

// Level is one value of a factor.
type Level struct {
	Code     string  // the value as written in the data (or as declared)
	Label    string  // "" when there is none
	Number   float64 // the code as a number
	IsNumber bool
}

// Numeric is a column read as numbers. Values has no gaps: where a cell is missing it holds Center, so that
// Values[i]-Center is zero there. Valid says which rows are present (nil: all).
type Numeric struct {
	Name   string
	Values []float64
	Valid  Bitmap
	Center float64 // a value near the middle of the column, finite
}

// Factor is a column read as levels. Codes.At(i) indexes Levels; a missing row has code 0 and a clear bit in Valid (nil: all present).
type Factor struct {
	Name   string
	Levels []Level // declared levels in declared order, then undeclared ones found in the data, sorted
	Codes  Codes
	Valid  Bitmap
}
