package game

import "strings"

// Words are the parts of a text, some of them conditional.
type Words []string

// If adds a part if a condition holds.
func (w *Words) If(holds bool, part string) {
	if holds {
		*w = append(*w, part)
	}
}

// String lists the parts with commas.
func (w Words) String() string { return strings.Join(w, ", ") }
