// Package appendjson appends JSON to bytes, as encoding/json writes it without escaped HTML. It is
// for lists so long that reflection would take most of the time of an answer.
package appendjson

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
)

// String appends a text.
func String(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return quoted(b, s)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

// quoted appends a text that may need escapes.
func quoted(b []byte, s string) []byte {
	var w bytes.Buffer
	e := json.NewEncoder(&w)
	e.SetEscapeHTML(false)
	e.Encode(s) // A text has no error.
	return append(b, w.Bytes()[:w.Len()-1]...)
}

// Float appends a finite number. Very small and very large ones have an exponent, as in JavaScript.
func Float(b []byte, f float64) []byte {
	size := math.Abs(f)
	if size == 0 || size >= 1e-6 && size < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // e-09 is e-9
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}
