package diag

import (
	"fmt"
	"io"
)

// Formats are the names of the formats that Write knows.
var Formats = []string{"text", "short", "json", "sarif", "github", "junit"}

// Write writes diagnostics in one of Formats; o is for text.
func Write(w io.Writer, format string, ds []Diagnostic, o TextOptions) error {
	switch format {
	case "text":
		return WriteText(w, ds, o)
	case "short":
		return WriteShort(w, ds)
	case "json":
		return WriteJSON(w, ds)
	case "sarif":
		return WriteSARIF(w, ds)
	case "github":
		return WriteGitHub(w, ds)
	case "junit":
		return WriteJUnit(w, ds)
	}
	return fmt.Errorf("%q is no format of diagnostics", format)
}
