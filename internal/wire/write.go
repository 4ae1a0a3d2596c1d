package wire

import (
	"encoding/json"
	"io"
)

// WriteJSON writes a value as the command line shows it: indented by two spaces, with a line break
// at the end.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
